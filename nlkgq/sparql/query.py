"""The tree of one query."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Literal, TypeAlias

from nlkgq.iri import PrefixMap
from nlkgq.sparql.edit import Splice, apply_splices, limit_splice, prefix_splice
from nlkgq.sparql.lexer import unescape_code_points
from nlkgq.sparql.prologue import Prologue, read_prologue
from nlkgq.sparql.terms import LiteralValue, absolute_iri, is_literal, literal_value
from nlkgq.sparql.tree import IRI_TERMINALS, Element, Node, Token

QueryForm: TypeAlias = Literal["SELECT", "ASK", "CONSTRUCT", "DESCRIBE"]
_FORMS: Mapping[str, QueryForm] = {
    "SelectQuery": "SELECT",
    "AskQuery": "ASK",
    "ConstructQuery": "CONSTRUCT",
    "DescribeQuery": "DESCRIBE",
}


@dataclass(frozen=True, eq=False, kw_only=True)
class Query:
    """A SPARQL 1.1 query as an immutable tree; made by `parse_query`.

    Two queries are equal when their texts are. Editing methods return a new query; all text that an edit does not
    touch stays as it was, comments and spacing included. Not slotted: what is computed once is kept.

    Args:
        text: The query, character for character.
        root: The node ``QueryUnit``.
        tokens: All tokens, in order.
        trailing: White space and comments behind the last token.
        postorder: All nodes, children before parents.
        undeclared_prefixes: Whether prefixed names may have no declaration.

    >>> from nlkgq.sparql import parse_query
    >>> query = parse_query("SELECT ?s {?s ?p ?o}  # all")
    >>> str(query.with_limit(5))
    'SELECT ?s {?s ?p ?o} LIMIT 5  # all'
    """

    text: str
    root: Node = field(repr=False)
    tokens: tuple[Token, ...] = field(repr=False)
    trailing: str = field(repr=False)
    postorder: tuple[Node, ...] = field(repr=False)
    undeclared_prefixes: bool = field(default=False, repr=False)

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Query) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[object, ...]:
        from nlkgq.sparql.parser import reparse

        return reparse, (self.text, self.undeclared_prefixes)

    # What the query is

    @cached_property
    def body(self) -> Node:
        """The node of the query form: ``SelectQuery``, ``AskQuery``, ``ConstructQuery`` or ``DescribeQuery``."""
        return self.root.nodes(*_FORMS)[0]

    @property
    def form(self) -> QueryForm:
        """SELECT, ASK, CONSTRUCT or DESCRIBE."""
        return _FORMS[self.body.kind]

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """Names of the answer's columns in order, ``*`` expanded; () for other forms than SELECT."""
        from nlkgq.sparql.scope import projected_variables

        return tuple(projected_variables(self, self.body)) if self.form == "SELECT" else ()

    @cached_property
    def limit(self) -> int | None:
        """The outermost LIMIT, in solutions, at most 10**18; None without one."""
        clauses = self.body.node("LimitOffsetClauses")
        clause = clauses.node("LimitClause") if clauses is not None else None
        if clause is None:
            return None
        digits = unescape_code_points(clause.tokens("INTEGER")[0].text).lstrip("0") or "0"
        # Python refuses to read numbers of thousands of digits.
        return int(digits) if len(digits) <= 18 else 10**18

    @cached_property
    def _prologue(self) -> Prologue:
        return read_prologue(self.root.children[0])

    @property
    def prefixes(self) -> PrefixMap:
        """The declared prefixes; namespaces are absolute where a base is declared."""
        return self._prologue.prefixes

    @property
    def base(self) -> str | None:
        """The declared base IRI, or None."""
        return self._prologue.base

    # Going around in it

    @cached_property
    def parents(self) -> Mapping[Element, Node]:
        """The parent of each node and token; the root has none."""
        return {child: node for node in self.postorder for child in node.children}

    def parent(self, item: Element) -> Node | None:
        """The node that ``item`` is part of; None for the root."""
        return self.parents.get(item)

    def ancestors(self, item: Element) -> Iterator[Node]:
        """Nodes around ``item``, innermost first."""
        parents = self.parents
        above = parents.get(item)
        while above is not None:
            yield above
            above = parents.get(above)

    def enclosing(self, item: Element, *kinds: str) -> Node | None:
        """The innermost node of one of these kinds around ``item``, or None."""
        return next((node for node in self.ancestors(item) if node.kind in kinds), None)

    def walk(self) -> Iterator[Element]:
        """Every node and token, in the order of the text."""
        return self.root.walk()

    @cached_property
    def _by_kind(self) -> Mapping[str, list[tuple[int, Node]]]:
        """Kind -> its nodes, each with its place among all nodes in the order of the text."""
        found: dict[str, list[tuple[int, Node]]] = {}
        stack, place = [self.root], 0
        while stack:
            node = stack.pop()
            found.setdefault(node.kind, []).append((place, node))
            place += 1
            stack += [child for child in reversed(node.children) if type(child) is Node]
        return found

    def find(self, *kinds: str) -> Iterator[Node]:
        """Every node of these kinds, in the order of the text."""
        lists = [self._by_kind[kind] for kind in dict.fromkeys(kinds) if kind in self._by_kind]
        if len(lists) > 1:
            # Places differ, so that nodes are never compared.
            return (node for _, node in sorted(chain.from_iterable(lists)))
        return (node for nodes in lists for _, node in nodes)

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(token.start for token in self.tokens)

    def tokens_of(self, item: Element) -> tuple[Token, ...]:
        """The tokens of a node, in order."""
        if isinstance(item, Token):
            return (item,)
        return self.tokens[bisect_left(self._starts, item.start) : bisect_left(self._starts, item.end)]

    def source(self, item: Element) -> str:
        """The text of a node or token, without white space around it."""
        return self.text[item.start : item.end]

    # What its terms mean

    def iri(self, token: Token) -> str:
        """The absolute IRI of a token: ``<...>``, prefixed name, or the keyword ``a``.

        Raises:
            KeyError: The prefix is not declared.
            ValueError: The token is no IRI.
        """
        return absolute_iri(token, self.prefixes, self.base)

    def iri_or_none(self, item: object) -> str | None:
        """The absolute IRI of ``item`` when it is an IRI token whose prefix is declared; None for anything else."""
        if not isinstance(item, Token) or (item.terminal not in IRI_TERMINALS and item.terminal != "A"):
            return None
        text = item.text
        known = self._iris.get(text)
        if known is None:
            if item.terminal.startswith("PNAME") and text.partition(":")[0] not in self.prefixes:
                return None
            known = self._iris[text] = self.iri(item)
        return known

    @cached_property
    def _iris(self) -> dict[str, str]:
        """Texts of IRI tokens that were resolved before -> what they mean."""
        return {}

    def literal(self, item: object) -> LiteralValue | None:
        """The literal that a node or token stands for; None for anything else."""
        if not isinstance(item, (Node, Token)) or not is_literal(item):
            return None
        return literal_value(item, self)

    # Editing

    def edit(self, *splices: Splice) -> Query:
        """A new query with these changes, which must not overlap.

        Raises:
            ValueError: Changes overlap, or a new text runs into the text around it.
            SparqlSyntaxError: The result is not a query.
        """
        from nlkgq.sparql.parser import parse_query

        return parse_query(apply_splices(self, splices), undeclared_prefixes=self.undeclared_prefixes)

    def replace(self, changes: Mapping[Element, str]) -> Query:
        """A new query in which each of these nodes and tokens is written as the given text."""
        return self.edit(*(Splice(item.start, item.end, text) for item, text in changes.items()))

    def insert_before(self, item: Element, text: str) -> Query:
        """A new query with ``text`` right before ``item``, set apart by a space where needed."""
        return self.edit(Splice(item.start, item.start, text))

    def insert_after(self, item: Element, text: str) -> Query:
        """A new query with ``text`` right behind ``item``, set apart by a space where needed."""
        return self.edit(Splice(item.end, item.end, text))

    def remove(self, *items: Element) -> Query:
        """A new query without these nodes and tokens; white space and comments around them stay."""
        return self.edit(*(Splice(item.start, item.end, "") for item in items))

    def with_prefix(self, prefix: str, namespace: str) -> Query:
        """A new query that declares ``prefix`` (without colon) as ``namespace``, instead of any other declaration."""
        return self.edit(prefix_splice(self, prefix, namespace))

    def with_limit(self, count: int) -> Query:
        """A new query whose outermost LIMIT is ``count``."""
        return self.edit(limit_splice(self, count))

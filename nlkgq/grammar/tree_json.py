"""SPARQL text -> a query tree as `tree_schema` describes it: examples for models, and the way back for tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from nlkgq.iri import WELL_KNOWN, XSD, PrefixMap
from nlkgq.masking.kinds import NUMERIC, TEMPORAL
from nlkgq.masking.placeholders import is_placeholder
from nlkgq.ontology.model import Ontology
from nlkgq.sparql import Element, ImpliedIri, Node, Query, Token, triple_patterns, variable_name
from nlkgq.sparql.terms import string_value
from nlkgq.sparql.tree import IRI_TERMINALS, STRING_TERMINALS

Tree = dict[str, Any]
_CHAINS: Final = frozenset(
    {"ConditionalOrExpression", "ConditionalAndExpression", "AdditiveExpression", "MultiplicativeExpression"}
)
_BRACKETS: Final = frozenset({"LPAR", "RPAR", "LBRACE", "RBRACE", "COMMA"})


def to_tree(query: Query, ontology: Ontology, prefixes: PrefixMap) -> Tree:
    """The tree of a query; blank nodes become variables.

    Args:
        query: SELECT or ASK, without what the schema has no place for (GRAPH, SERVICE, FROM, CONSTRUCT).
        ontology: Tells classes from individuals.
        prefixes: How terms are written.

    Raises:
        ValueError: The schema has no place for a part of it.

    >>> from nlkgq.sparql import parse_query
    >>> to_tree(parse_query("ASK { ?x a <http://e.org/A> }"), Ontology(), PrefixMap({"e": "http://e.org/"}))
    {'query': {'form': 'ASK', 'where': [{'subject': '?x', 'property': 'a', 'object': {'individual': 'e:A'}}]}}
    """
    if query.form == "SELECT":
        return {"query": _TreeWriter(query, ontology, prefixes).select(query.body)}
    if query.form == "ASK":
        where = query.body.node("WhereClause")
        assert where is not None
        return {"query": {"form": "ASK", "where": _TreeWriter(query, ontology, prefixes).group(where.nodes()[0])}}
    raise ValueError(f"{query.form} has no tree")


class _TreeWriter:
    def __init__(self, query: Query, ontology: Ontology, prefixes: PrefixMap) -> None:
        self._query = query
        self._ontology = ontology
        self._prefixes = prefixes.merged(WELL_KNOWN)
        self._patterns = triple_patterns(query)
        self._blank: dict[object, str] = {}

    def select(self, node: Node) -> Tree:
        clause, where = node.node("SelectClause"), node.node("WhereClause")
        assert clause is not None
        assert where is not None
        bounds = node.node("LimitOffsetClauses")
        return {
            "form": "SELECT",
            "distinct": clause.token("DISTINCT", "REDUCED") is not None,
            "columns": [self._column(c) for c in clause.children if self._is_column(c)],
            "where": self.group(where.nodes()[0]),
            "group_by": [self._column(c) for c in self._parts(node, "GroupClause")],
            "having": [self.expression(c) for c in self._parts(node, "HavingClause")],
            "order_by": [self._order(c) for c in self._parts(node, "OrderClause")],
            "limit": self._bound(bounds, "LimitClause"),
            "offset": self._bound(bounds, "OffsetClause"),
        }

    def _is_column(self, item: Element) -> bool:
        return isinstance(item, Node) or item.terminal == "VAR"

    def _parts(self, node: Node, kind: str) -> list[Element]:
        clause = node.node(kind)
        return [c for c in clause.children if self._is_column(c)] if clause is not None else []

    def _bound(self, bounds: Node | None, kind: str) -> int | None:
        clause = bounds.node(kind) if bounds is not None else None
        return int(clause.tokens("INTEGER")[0].text) if clause is not None else None

    def _column(self, item: Element) -> Any:
        if isinstance(item, Token):
            return f"?{variable_name(item)}"
        if item.token("AS") is None:
            raise ValueError("a group without a name has no place in a tree")
        return {"expression": self.expression(item.children[1]), "name": f"?{variable_name(item.tokens('VAR')[-1])}"}

    def _order(self, item: Element) -> Tree:
        inner: Element = item
        descending = False
        if isinstance(item, Node) and item.kind == "OrderCondition":
            descending = item.token("DESC") is not None
            inner = item.children[-1]
        return {"by": self.expression(inner), "descending": descending}

    # Patterns

    def group(self, node: Element) -> list[Tree]:
        """The elements of a group."""
        assert isinstance(node, Node)
        sub_select = node.node("SubSelect")
        if sub_select is not None:
            return [{"element": "subquery", "query": self.select(sub_select)}]
        return [element for child in node.nodes() for element in self._element(child)]

    def _element(self, node: Node) -> Iterator[Tree]:
        inner = node.nodes()
        match node.kind:
            case "TriplesBlock":
                within = [p for p in self._patterns if node.start <= p.triples.start < node.end]
                yield from (self._statement(p.subject, p.predicate, p.object) for p in within)
            case "Filter":
                yield self._filter(node.children[1])
            case "OptionalGraphPattern" | "MinusGraphPattern":
                name = "optional" if node.kind.startswith("O") else "minus"
                yield {"element": name, "elements": self.group(inner[0])}
            case "GroupOrUnionGraphPattern":
                branches = [self.group(branch) for branch in inner]
                if len(branches) == 1 and len(branches[0]) == 1 and branches[0][0].get("element") == "subquery":
                    yield branches[0][0]
                else:
                    yield {"element": "union", "branches": branches}
            case "Bind":
                name = f"?{variable_name(node.tokens('VAR')[-1])}"
                yield {"element": "bind", "expression": self.expression(node.children[2]), "name": name}
            case "InlineData":
                yield self._values(inner[0])
            case _:
                raise ValueError(f"{node.kind} has no place in a tree")

    def _filter(self, test: Element) -> Tree:
        while isinstance(test, Node) and test.kind == "BrackettedExpression":
            test = test.children[1]
        if isinstance(test, Node) and test.kind in {"ExistsFunc", "NotExistsFunc"}:
            return {"element": "exists", "holds": test.kind == "ExistsFunc", "elements": self.group(test.nodes()[0])}
        return {"element": "filter", "test": self.expression(test)}

    def _values(self, node: Node) -> Tree:
        if node.kind == "InlineDataOneVar":
            variables = [node.children[0]]
            rows = [[c] for c in node.children[2:-1]]
        else:
            holder = node.node("DataVariables")
            assert holder is not None
            variables = list(holder.tokens("VAR"))
            rows = [list(row.children[1:-1]) for row in node.nodes("DataRow")]
        names = [f"?{variable_name(v)}" for v in variables if isinstance(v, Token)]
        return {"element": "values", "variables": names, "rows": [[self._cell(c) for c in row] for row in rows]}

    def _cell(self, item: Element) -> Any:
        return None if isinstance(item, Token) and item.terminal == "UNDEF" else self._term(item)

    def _statement(self, subject: Any, predicate: Any, target: Any) -> Tree:
        ends = {"subject": self._term(subject), "object": self._term(target)}
        if isinstance(predicate, Node):
            return {"subject": ends["subject"], "path": self._path(predicate), "object": ends["object"]}
        if isinstance(predicate, ImpliedIri):
            raise ValueError("a list has no place in a tree")
        return {"subject": ends["subject"], "property": self._name(predicate), "object": ends["object"]}

    def _path(self, item: Element) -> Any:
        if isinstance(item, Token):
            return self._name(item)
        parts = [c for c in item.children if not (isinstance(c, Token) and c.terminal in {"SLASH", "VBAR"})]
        match item.kind:
            case "PathSequence":
                return {"sequence": [self._path(p) for p in parts]}
            case "PathAlternative":
                return {"alternatives": [self._path(p) for p in parts]}
            case "PathEltOrInverse" | "PathOneInPropertySet":
                return {"inverse": self._path(parts[1])}
            case "PathElt":
                return {"repeat": self._path(parts[0]), "times": self._query.source(parts[1])}
            case "PathPrimary" if item.token("LPAR") is not None:
                return self._path(parts[1])
            case "PathPrimary":
                inner = parts[1]
                members = (
                    inner.children if isinstance(inner, Node) and inner.kind == "PathNegatedPropertySet" else (inner,)
                )
                signs = {"LPAR", "RPAR", "VBAR"}
                return {"excluded": [self._path(m) for m in members if isinstance(m, Node) or m.terminal not in signs]}
        raise ValueError(f"{item.kind} has no place in a tree")

    # Terms

    def _name(self, token: Token) -> str:
        if token.terminal == "VAR":
            return f"?{variable_name(token)}"
        iri = self._query.iri_or_none(token)
        if iri is None:
            prefix, _, local = token.text.partition(":")
            iri = WELL_KNOWN.get(prefix, f"{prefix}:") + local
        return "a" if iri == f"{WELL_KNOWN['rdf']}type" else self._prefixes.shorten(iri)

    def _term(self, item: Any) -> Any:
        if isinstance(item, Token) and item.terminal == "VAR":
            return f"?{variable_name(item)}"
        literal = self._query.literal(item) if isinstance(item, (Token, Node)) else None
        if literal is not None:
            return self._literal(literal.value, literal.datatype, literal.language)
        if isinstance(item, Token) and item.terminal in IRI_TERMINALS:
            iri = self._query.iri_or_none(item)
            kind = "class" if iri in self._ontology.classes else "individual"
            return {kind: self._name(item)}
        return self._blank.setdefault(item, f"?b{len(self._blank) + 1}")

    def _literal(self, value: str, datatype: str, language: str) -> Tree:
        if is_placeholder(value):
            return {"placeholder": value.strip()}
        if datatype in NUMERIC:
            return {"number": int(value) if value.lstrip("+-").isdigit() else float(value)}
        if datatype in TEMPORAL:
            return {"date": value, "datatype": self._prefixes.shorten(datatype)}
        if datatype == f"{XSD}boolean":
            return {"boolean": value in {"true", "1"}}
        return {"text": value, "language": language or None}

    # Expressions

    def expression(self, item: Element) -> Any:
        """An expression, brackets left out."""
        if isinstance(item, Token) or self._query.literal(item) is not None:
            return self._term(item)
        kind, children = item.kind, item.children
        if kind == "BrackettedExpression" or (kind == "GroupExpression" and item.token("AS") is None):
            return self.expression(children[1])
        if kind in _CHAINS:
            return self._chain(children)
        if kind == "RelationalExpression":
            return self._relation(item)
        if kind == "UnaryExpression":
            inner = self.expression(children[1])
            sign = self._query.source(children[0])
            return inner if sign == "+" else {"not" if sign == "!" else "negative": inner}
        if kind in {"iriOrFunction", "FunctionCall"}:
            function = children[0]
            assert isinstance(function, Token)
            return {"function": self._name(function), "arguments": self._arguments(children[1])}
        if kind == "Aggregate":
            return self._aggregate(item)
        if kind in {"ExistsFunc", "NotExistsFunc", "SignedTerm"}:
            raise ValueError(f"{kind} inside an expression has no place in a tree")
        return {"function": self._query.source(children[0]).upper(), "arguments": self._arguments(item, skip=1)}

    def _chain(self, children: tuple[Element, ...]) -> Any:
        found = self.expression(children[0])
        for sign, operand in zip(children[1::2], children[2::2], strict=True):
            found = {"operator": self._query.source(sign), "left": found, "right": self.expression(operand)}
        return found

    def _relation(self, node: Node) -> Tree:
        left = self.expression(node.children[0])
        if node.token("IN") is not None:
            members = self._arguments(node.children[-1])
            return {"member": left, "of": members, "negated": node.token("NOT") is not None}
        sign, right = node.children[1], node.children[2]
        return {"operator": self._query.source(sign), "left": left, "right": self.expression(right)}

    def _arguments(self, item: Element, skip: int = 0) -> list[Any]:
        assert isinstance(item, Node)
        if item.kind == "NIL":
            return []
        found: list[Any] = []
        for child in item.children[skip:]:
            if isinstance(child, Node) and child.kind in {"ExpressionList", "ArgList", "NIL"}:
                found += self._arguments(child)
            elif not (isinstance(child, Token) and child.terminal in _BRACKETS):
                found.append(self.expression(child))
        return found

    def _aggregate(self, node: Node) -> Tree:
        separators = node.tokens(*STRING_TERMINALS)[-1:] if node.token("SEPARATOR") is not None else ()
        skipped = {"DISTINCT", "SEMICOLON", "SEPARATOR", "EQUAL", "STAR", *_BRACKETS}
        of = [
            c for c in node.children[1:] if c not in separators and not (isinstance(c, Token) and c.terminal in skipped)
        ]
        return {
            "aggregate": self._query.source(node.children[0]).upper(),
            "distinct": node.token("DISTINCT") is not None,
            "of": self.expression(of[0]) if of else None,
            "separator": string_value(separators[0]) if separators else None,
        }

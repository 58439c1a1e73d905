"""Parts of expressions that several checks look at: conjuncts, variables, comparisons, constants written anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from nlkgq.analysis.value_kinds import datatype_kind
from nlkgq.iri import RDF, XSD, PrefixMap
from nlkgq.masking.placeholders import is_placeholder
from nlkgq.sparql import Element, LiteralValue, Node, Query, Token, quote
from nlkgq.sparql.tree import NUMERIC_TERMINALS, STRING_TERMINALS

_COMPARED: Final = {
    "EQUAL": "=",
    "NOT_EQUAL": "!=",
    "LESS": "<",
    "GREATER": ">",
    "LESS_EQUAL": "<=",
    "GREATER_EQUAL": ">=",
}
_LEXICAL: Final = {
    "number": re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"),
    "boolean": re.compile(r"true|false"),
    "date": re.compile(r"-?\d{4,}-\d\d-\d\d(?:Z|[+-]\d\d:\d\d)?"),
    "dateTime": re.compile(r"-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?"),
    "gYear": re.compile(r"-?\d{4,}"),
    "gYearMonth": re.compile(r"-?\d{4,}-\d\d"),
    "time": re.compile(r"\d\d:\d\d:\d\d(?:\.\d+)?"),
    "text": re.compile(r".*", re.DOTALL),
}
_BARE: Final = re.compile(r"\d+|\d*\.\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """``left operator right``; ``IN`` gives one for each member, with ``=`` (``NOT IN``: ``!=``)."""

    left: Element
    operator: str
    right: Element
    node: Node
    in_list: bool = False

    @property
    def ordered(self) -> bool:
        """Whether it asks for an order rather than for equality."""
        return self.operator not in {"=", "!="}


def comparisons(root: Node) -> Iterator[Comparison]:
    """Every comparison below a node, in the order of the text."""
    for node in root.find("RelationalExpression"):
        yield from compared(node)


def compared(node: Node) -> Iterator[Comparison]:
    """The comparisons that one node ``RelationalExpression`` makes."""
    members = node.node("ExpressionList")
    if node.token("IN") is None or members is None:
        operator = node.tokens(*_COMPARED)
        if operator:
            yield Comparison(
                left=node.children[0], operator=_COMPARED[operator[0].terminal], right=node.children[-1], node=node
            )
        return
    sign = "!=" if node.token("NOT") is not None else "="
    for member in members.children:
        if not (isinstance(member, Token) and member.terminal in {"LPAR", "RPAR", "COMMA"}):
            yield Comparison(left=node.children[0], operator=sign, right=member, node=node, in_list=True)


def conjuncts(item: Element) -> Iterator[Element]:
    """The conditions that must all hold for an expression to hold: ``a && (b && c)`` gives three."""
    stack = [item]
    while stack:
        part = stack.pop()
        if isinstance(part, Node) and part.kind in {"BrackettedExpression", "ConditionalAndExpression"}:
            stack += [
                c
                for c in reversed(part.children)
                if not (isinstance(c, Token) and c.terminal in {"LPAR", "RPAR", "AND"})
            ]
        else:
            yield part


def bare(item: Element) -> Element:
    """The expression without brackets around it."""
    while isinstance(item, Node) and item.kind == "BrackettedExpression":
        item = item.children[1]
    return item


def variables(expression: Element) -> Iterator[Token]:
    """The variables of an expression, without those of patterns inside EXISTS and of names behind AS."""
    stack: list[Element] = [expression]
    while stack:
        item = stack.pop()
        if isinstance(item, Token):
            if item.terminal == "VAR":
                yield item
        elif item.kind != "GroupGraphPattern":
            children = list(item.children)
            named = [i for i, c in enumerate(children) if isinstance(c, Token) and c.terminal == "AS"]
            if named:
                del children[named[-1] :]
            stack += reversed(children)


def is_value_placeholder(literal: LiteralValue | None) -> bool:
    """Whether a literal is a placeholder, which becomes whatever its place needs."""
    return literal is not None and is_placeholder(literal.value)


def rewritten_literal(literal: LiteralValue, datatype: str, prefixes: PrefixMap, language: str = "") -> str | None:
    """The same value as a literal of another datatype, as SPARQL text; None where its form does not allow that.

    >>> rewritten_literal(LiteralValue(value="2010", datatype=XSD + "integer"), XSD + "gYear", PrefixMap({"xsd": XSD}))
    '"2010"^^xsd:gYear'
    >>> rewritten_literal(LiteralValue(value="7", datatype=XSD + "string"), XSD + "integer", PrefixMap())
    '7'
    """
    kind = datatype_kind(datatype)
    if datatype == f"{RDF}langString":
        return f"{quote(literal.value)}@{language}" if language else None
    pattern = _LEXICAL.get(kind or "")
    if pattern is None or pattern.fullmatch(literal.value) is None:
        return None
    if kind == "text":
        return quote(literal.value)
    if datatype == f"{XSD}integer" and literal.value.isdecimal():
        return literal.value
    if datatype == f"{XSD}decimal" and re.fullmatch(r"\d*\.\d+", literal.value):
        return literal.value
    if kind == "boolean":
        return literal.value
    return f"{quote(literal.value)}^^{prefixes.shorten(datatype)}"


def as_number(literal: LiteralValue | None) -> float | None:
    """The number that a literal is; None for any other."""
    if literal is None or datatype_kind(literal.datatype) != "number":
        return None
    try:
        return float(literal.value)
    except ValueError:
        return None


def shown(query: Query, item: Element) -> str:
    """An expression as it is written, its literals left out: findings tell no values.

    >>> from nlkgq.sparql import parse_query
    >>> tree = parse_query("ASK { FILTER(CONCAT(?a, 'secret') = ?b) }")
    >>> shown(tree, next(tree.find("RelationalExpression")))
    'CONCAT(?a, ...) = ?b'
    """
    tokens = query.tokens_of(item)
    parts = ["..." if t.terminal in STRING_TERMINALS | NUMERIC_TERMINALS else t.text for t in tokens]
    return "".join(
        f"{' ' if t.trivia and n else ''}{part}" for n, (t, part) in enumerate(zip(tokens, parts, strict=True))
    )


def source_key(query: Query, item: Element) -> str:
    """An expression's text with spacing evened out, to tell equal ones."""
    return " ".join(t.text.lower() if t.terminal not in _EXACT else t.text for t in query.tokens_of(item))


_EXACT: Final = STRING_TERMINALS | NUMERIC_TERMINALS | {"VAR", "IRIREF", "PNAME_LN", "PNAME_NS", "LANGTAG"}

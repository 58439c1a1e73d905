"""Check: every condition can hold."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from nlkgq.analysis.edges import Slot
from nlkgq.analysis.value_kinds import NUMBER, THING, Kinds, worded
from nlkgq.sparql import Element, Node, Splice, Token, quote, variable_name
from nlkgq.validation.conditions import (
    Comparison,
    as_number,
    bare,
    compared,
    conjuncts,
    is_value_placeholder,
    shown,
    source_key,
)
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding

_TURNED: Final = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_RELATIONS: Final = {"<": 1, "=": 2, "<=": 3, ">": 4, "!=": 5, ">=": 6}
"""Which of less (1), equal (2) and more (4) each operator lets through, added up."""
_CASES: Final = {"LCASE": str.lower, "UCASE": str.upper}
_TESTS: Final[dict[str, Kinds]] = {
    "ISIRI": frozenset({"iri"}),
    "ISURI": frozenset({"iri"}),
    "ISBLANK": frozenset({"blank"}),
    "ISNUMERIC": NUMBER,
}


def impossible_filter(query: QueryContext) -> Iterator[Finding]:
    """A condition that no value meets: bounds that exclude each other, capital letters in a text made lower case, a
    language that is not stored, a test for a kind of value that cannot be there, ``!BOUND`` of what is always set.

    Why: the filter keeps no row. Conditions of one group are looked at together; what stands under ``||`` or ``!`` is
    left alone. Languages need a complete profile.

    Failing::

        SELECT ?film { ?film films:runtime ?runtime FILTER(?runtime > 180 && ?runtime < 90) }

    ::

        SELECT ?film { ?film films:title ?title FILTER(CONTAINS(LCASE(?title), "Night")) }

    ::

        SELECT ?name { ?country rdfs:label ?name FILTER(LANG(?name) = "fr") }

    Passing::

        SELECT ?film { ?film films:runtime ?runtime FILTER(?runtime > 90 && ?runtime < 180) }

    ::

        SELECT ?film { ?film films:title ?title FILTER(CONTAINS(LCASE(?title), "night")) }
    """
    for holder in query.tree.body.find("GroupGraphPattern", "HavingClause"):
        parts = holder.nodes("Filter") if holder.kind == "GroupGraphPattern" else (holder,)
        bounds: dict[str, _Bounds] = {}
        for part in parts:
            for condition in (c for constraint in part.children[1:] for c in conjuncts(constraint)):
                yield from _alone(query, condition)
                if isinstance(condition, Node) and condition.kind == "RelationalExpression":
                    yield from _together(query, condition, bounds)


class _Bounds:
    """What conditions on one expression leave: an interval of numbers, or one constant."""

    def __init__(self) -> None:
        self.low, self.high = -math.inf, math.inf
        self.open_low = self.open_high = False
        self.equal: str | None = None
        self.unequal: set[str] = set()
        self.relation = 7

    def holds(self, operator: str, number: float | None, text: str) -> bool:
        """Adds a condition; whether something is left."""
        if operator == "=":
            if (self.equal is not None and self.equal != text) or text in self.unequal:
                return False
            self.equal = text
        if operator == "!=":
            self.unequal.add(text)
            return self.equal != text
        if number is None:
            return True
        if operator in {">", ">=", "="} and (number, operator == ">") > (self.low, self.open_low):
            self.low, self.open_low = number, operator == ">"
        if operator in {"<", "<=", "="} and (-number, operator == "<") > (-self.high, self.open_high):
            self.high, self.open_high = number, operator == "<"
        return self.low < self.high or (self.low == self.high and not (self.open_low or self.open_high))


def _together(query: QueryContext, condition: Node, bounds: dict[str, _Bounds]) -> Iterator[Finding]:
    if condition.token("IN") is not None:
        return
    comparison = next(compared(condition), None)
    if comparison is None:
        return
    if not any(query.tree.literal(side) for side in (comparison.left, comparison.right)):
        yield from _related(query, condition, comparison, bounds)
        return
    for side, constant, operator in (
        (comparison.left, comparison.right, comparison.operator),
        (comparison.right, comparison.left, _TURNED[comparison.operator]),
    ):
        literal = query.tree.literal(constant)
        if literal is None or is_value_placeholder(literal) or query.tree.literal(side) is not None:
            continue
        number = as_number(literal)
        text = f"{number:g}" if number is not None else f"{literal.value}\0{literal.datatype}\0{literal.language}"
        known = bounds.setdefault(source_key(query.tree, bare(side)), _Bounds())
        if not known.holds(operator, number, text):
            name = shown(query.tree, side)
            yield _finding(condition, f"This excludes what another condition asks of {name}: no value meets both.")


def _related(
    query: QueryContext, condition: Node, comparison: Comparison, bounds: dict[str, _Bounds]
) -> Iterator[Finding]:
    """Of two expressions of which neither is a constant."""
    left, right = (source_key(query.tree, bare(side)) for side in (comparison.left, comparison.right))
    operator = comparison.operator if left <= right else _TURNED[comparison.operator]
    known = bounds.setdefault("\0".join(sorted((left, right))), _Bounds())
    known.relation &= _RELATIONS[operator]
    if not known.relation:
        yield _finding(condition, "This excludes what another condition asks of the two sides: no values meet both.")


def _alone(query: QueryContext, condition: Element) -> Iterator[Finding]:
    if isinstance(condition, Token):
        if condition.terminal == "FALSE":
            yield _finding(condition, "The condition is always false.")
        return
    if condition.kind == "RelationalExpression" and condition.token("IN") is None:
        comparison = next(compared(condition), None)
        if comparison is not None:
            yield from _relation(query, condition, comparison)
    elif condition.kind in {"BuiltInCall", "RegexExpression"}:
        yield from _call(query, condition)
    elif condition.kind == "UnaryExpression" and condition.token("BANG") is not None:
        inner = bare(condition.children[1])
        if isinstance(inner, Node) and inner.kind == "BuiltInCall" and inner.token("BOUND") is not None:
            yield from _not_bound(query, condition, inner.tokens("VAR")[0])


def _relation(query: QueryContext, condition: Node, comparison: Comparison) -> Iterator[Finding]:
    left, right = comparison.left, comparison.right
    if source_key(query.tree, left) == source_key(query.tree, right) and comparison.operator in {"!=", "<", ">"}:
        yield _finding(condition, "The two sides are the same: this never holds.")
        return
    for side, constant in ((left, right), (right, left)):
        literal, call = query.tree.literal(constant), bare(side)
        if literal is None or is_value_placeholder(literal) or not isinstance(call, Node):
            continue
        name = call.tokens()[0].text.upper() if call.kind == "BuiltInCall" and call.tokens() else ""
        if comparison.operator == "=":
            yield from _cased(constant, literal.value, name)
            if name == "LANG":
                yield from _language(query, condition, call, literal.value)


def _call(query: QueryContext, call: Node) -> Iterator[Finding]:
    name = call.tokens()[0].text.upper()
    given = [c for c in call.children[1:] if not (isinstance(c, Token) and c.terminal in {"LPAR", "RPAR", "COMMA"})]
    if name in _TESTS or name == "ISLITERAL":
        kinds = query.kinds.of(given[0])
        possible = kinds is None or (bool(kinds - THING) if name == "ISLITERAL" else bool(kinds & _TESTS[name]))
        if kinds and not possible:
            yield _finding(call, f"What is tested is {worded(kinds)}: the test never holds.")
    if name in {"CONTAINS", "STRSTARTS", "STRENDS", "REGEX"} and len(given) > 1:
        inner, literal = bare(given[0]), query.tree.literal(given[1])
        flags = query.tree.literal(given[2]) if len(given) > 2 else None
        if isinstance(inner, Node) and inner.kind == "BuiltInCall" and literal is not None:
            plain = name != "REGEX" or (
                literal.value.replace(" ", "").isalnum() and "i" not in (flags.value if flags else "")
            )
            if plain and not is_value_placeholder(literal):
                yield from _cased(given[1], literal.value, inner.tokens()[0].text.upper())
    if name == "LANGMATCHES" and len(given) == 2:
        inner, literal = bare(given[0]), query.tree.literal(given[1])
        if isinstance(inner, Node) and inner.kind == "BuiltInCall" and literal is not None and literal.value != "*":
            yield from _language(query, call, inner, literal.value, ranges=True)


def _cased(constant: Element, value: str, function: str) -> Iterator[Finding]:
    change = _CASES.get(function)
    if change is None or change(value) == value:
        return
    what = "lower case" if function == "LCASE" else "capitals"
    yield Finding(
        code="impossible-filter",
        severity="error",
        message=f"{function}() gives {what} only, and the text it is compared with is not in {what}: this never holds.",
        start=constant.start,
        end=constant.end,
        suggestion=f"Write the text in {what}.",
        edit=(Splice(constant.start, constant.end, quote(change(value))),)
        if isinstance(constant, Node) and len(constant.children) == 1
        else (),
    )


def _language(
    query: QueryContext, condition: Node, call: Node, wanted: str, *, ranges: bool = False
) -> Iterator[Finding]:
    """Of a variable whose values' languages were all counted."""
    names = call.tokens("VAR")
    if query.observed is None or query.profile is None or not names or call.tokens()[0].text.upper() != "LANG":
        return
    stored: set[str] = set()
    edges = [e for e in query.graph.used if e.object == Slot(kind="variable", name=variable_name(names[0]))]
    for edge in edges:
        use = query.profile.properties.get(edge.property)
        if use is None:
            return
        stored |= {tag.lower() for tag in use.languages} | (
            {""} if len(use.languages) == 0 or "" in use.languages else set()
        )
        if set(use.datatypes) - {_TAGGED}:
            stored.add("")
    low = wanted.lower()
    met = any(tag == low or (ranges and tag.startswith(f"{low}-")) for tag in stored)
    if edges and not met:
        tags = ", ".join(sorted(tag for tag in stored if tag)) or "none"
        yield _finding(condition, f"No value is stored in this language; the tags in use are: {tags}.")


_TAGGED: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"


def _not_bound(query: QueryContext, condition: Node, token: Token) -> Iterator[Finding]:
    group = query.tree.enclosing(condition, "GroupGraphPattern")
    if group is None:
        return
    name = variable_name(token)
    if any(name in query.scopes.get(block, {}) for block in group.nodes("TriplesBlock")):
        yield _finding(condition, f"{token.text} always has a value here: !BOUND never holds.")


def _finding(item: Element, message: str) -> Finding:
    return Finding(
        code="impossible-filter",
        severity="error",
        message=message,
        start=item.start,
        end=item.end,
        suggestion="Correct the condition, or leave it out.",
    )

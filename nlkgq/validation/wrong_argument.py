"""Check: functions, operators and aggregates get what they can work with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nlkgq.analysis.expression_kinds import arguments
from nlkgq.analysis.value_kinds import DURATION, NUMBER, TEMPORAL, TEXT, THING, Kinds, worded
from nlkgq.sparql import Element, Node, Splice, Token
from nlkgq.validation.conditions import is_value_placeholder, shown
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding

_TEXTS: Final = frozenset(
    {"STRLEN", "UCASE", "LCASE", "SUBSTR", "REPLACE", "REGEX", "CONTAINS", "STRSTARTS", "STRENDS"}
    | {"STRBEFORE", "STRAFTER", "ENCODE_FOR_URI", "CONCAT", "LANGMATCHES"}
)
_NUMBERS: Final = frozenset({"ABS", "CEIL", "FLOOR", "ROUND", "SUM", "AVG"})
_WANTED: Final[dict[str, Kinds]] = {
    **dict.fromkeys(_TEXTS, TEXT),
    **dict.fromkeys(_NUMBERS, NUMBER),
    **dict.fromkeys(("YEAR", "MONTH", "DAY"), TEMPORAL),
    **dict.fromkeys(("HOURS", "MINUTES", "SECONDS", "TIMEZONE", "TZ"), frozenset({"dateTime", "time"})),
}
_CALLS: Final = ("BuiltInCall", "RegexExpression", "SubstringExpression", "StrReplaceExpression", "Aggregate")
_SUMS: Final = ("AdditiveExpression", "MultiplicativeExpression")
_CALCULABLE: Final = NUMBER | TEMPORAL | DURATION


def wrong_argument(query: QueryContext) -> Iterator[Finding]:
    """A function, an operator or an aggregate over values that it does not take: the length of a number, the year of
    text, the sum of names, a search in an IRI.

    Why: SPARQL converts nothing by itself; the call is an error for every row, and the filter, column or sum around it
    fails. Where a literal is searched as text, the edit puts ``STR()`` around it; where a year is already a number, it
    takes ``YEAR()`` away.

    Failing::

        SELECT ?film { ?film films:productionYear ?year FILTER(CONTAINS(?year, "19")) }

    ::

        SELECT ?film { ?film films:productionYear ?year FILTER(YEAR(?year) > 2000) }

    ::

        SELECT (SUM(?person) AS ?total) { ?film films:directedBy ?person }

    Passing::

        SELECT ?film { ?film films:productionYear ?year FILTER(CONTAINS(STR(?year), "19")) }
    """
    for call in query.tree.body.find(*_CALLS):
        name = call.tokens()[0].text.upper()
        wanted = _WANTED.get(name)
        if wanted is None:
            continue
        given = arguments(call)
        for argument in given if name == "CONCAT" else given[:1]:
            kinds = query.kinds.of(argument)
            if kinds and not kinds & wanted and not is_value_placeholder(query.tree.literal(argument)):
                yield _finding(
                    query, call, f"{name}()", argument, kinds, wanted, _repaired(query, call, argument, kinds)
                )
    for node in query.tree.body.find(*_SUMS):
        for operand in node.children:
            if isinstance(operand, Token) and operand.terminal in {"PLUS", "HYPHEN", "STAR", "SLASH"}:
                continue
            kinds = query.kinds.of(operand)
            if kinds and not kinds & _CALCULABLE and not is_value_placeholder(query.tree.literal(operand)):
                yield _finding(query, operand, "The calculation", operand, kinds, NUMBER, ())


def _finding(
    query: QueryContext,
    node: Element,
    name: str,
    argument: Element,
    kinds: Kinds,
    wanted: Kinds,
    edit: tuple[Splice, ...],
) -> Finding:
    needs = "a date" if wanted & TEMPORAL else worded(wanted)
    text = shown(query.tree, argument)
    told = None
    if edit:
        told = f"Write STR({text})." if edit[0].text.startswith("STR(") else f"Write {text}."
    if told is None and kinds & THING:
        told = "Use a value of the thing, such as its name, instead of the thing itself."
    return Finding(
        code="wrong-argument",
        severity="error",
        message=f"{name} needs {needs} and gets {worded(kinds)}.",
        start=argument.start,
        end=argument.end,
        suggestion=told,
        edit=edit,
    )


def _repaired(query: QueryContext, call: Node, argument: Element, kinds: Kinds) -> tuple[Splice, ...]:
    name, text = call.tokens()[0].text.upper(), query.tree.source(argument)
    if name in _TEXTS and name != "LANGMATCHES" and not kinds <= THING:
        return (Splice(argument.start, argument.end, f"STR({text})"),)
    if name == "YEAR" and kinds == NUMBER and isinstance(argument, Token):
        return (Splice(call.start, call.end, text),)
    return ()

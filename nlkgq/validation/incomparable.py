"""Check: what is compared can be compared."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.value_kinds import TEXT, THING, Kinds, comparable, worded
from nlkgq.iri import XSD
from nlkgq.sparql import LiteralValue, Splice, Token
from nlkgq.validation.conditions import Comparison, comparisons, is_value_placeholder, rewritten_literal
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding

_DATED = frozenset({"date", "dateTime", "gYearMonth"})
_YEARS = {"number", "gYear"}


def incomparable(query: QueryContext) -> Iterator[Finding]:
    """A comparison of values that are never equal, or that have no order: text and number, date and number, thing and
    text, date and date with time.

    Why: SPARQL compares values of one kind (section 17.3). Text that looks like a number is not a number, a thing is
    not its name, and such a comparison is false or an error for every row. With ``!=`` it always holds, which is a
    warning. The edit writes the constant with the right datatype, or takes the year of a date.

    Failing::

        SELECT ?film { ?film films:productionYear ?year FILTER(?year > "2010") }

    ::

        SELECT ?person { ?person films:birthDate ?date FILTER(?date >= 1970) }

    ::

        SELECT ?film { ?film films:directedBy ?person FILTER(?person = "Ada Winterborn") }

    Passing::

        SELECT ?film { ?film films:productionYear ?year FILTER(?year > 2010) }

    ::

        SELECT ?person { ?person films:birthDate ?date FILTER(YEAR(?date) >= 1970) }
    """
    for comparison in comparisons(query.tree.body):
        sides = (comparison.left, comparison.right)
        left, right = (query.kinds.of(side) for side in sides)
        if not left or not right or comparable(left, right, ordered=comparison.ordered):
            continue
        texts = left <= TEXT and right <= TEXT  # tags are another check's
        if texts or any(is_value_placeholder(query.tree.literal(side)) for side in sides):
            continue
        yield _finding(query, comparison, left, right)


def _finding(query: QueryContext, comparison: Comparison, left: Kinds, right: Kinds) -> Finding:
    always = comparison.operator == "!="
    holds = "it holds for every row" if always else "it never holds"
    if left <= THING and right <= THING:
        message = f"Things have no order: {comparison.operator} between them never holds."
    else:
        message = f"{worded(left).capitalize()} is compared with {worded(right)}: {holds}."
    edit = _repaired(query, comparison, left, right)
    return Finding(
        code="incomparable",
        severity="warning" if always else "error",
        message=message,
        start=comparison.node.start,
        end=comparison.node.end,
        suggestion=_advice(query, comparison, edit, left, right),
        edit=(edit,) if edit is not None else (),
    )


def _advice(query: QueryContext, comparison: Comparison, edit: Splice | None, left: Kinds, right: Kinds) -> str:
    """What to do, without the constant itself."""
    both = left | right
    if edit is not None:
        constant = next((s for s in (comparison.left, comparison.right) if s.start == edit.start), comparison.right)
        if query.tree.literal(constant) is None:
            return f"Write {edit.text}."
        return f"Write the constant as {worded(left if constant is comparison.right else right)}."
    if both & THING:
        return "Compare the name or label of the thing, or write the thing itself as an IRI."
    if "dateTime" in both and "date" in both:
        return "Compare a date with a date: YEAR(), or a constant of the same type."
    if "number" in both and both & TEXT:
        return "Turn the text into a number first: xsd:decimal(?value)."
    return "Compare values of one kind."


def _repaired(query: QueryContext, comparison: Comparison, left: Kinds, right: Kinds) -> Splice | None:
    """The safe change: the constant in the datatype of the other side, or the year of the other side."""
    for constant, kinds, other, wanted in (
        (comparison.right, right, comparison.left, left),
        (comparison.left, left, comparison.right, right),
    ):
        literal = query.tree.literal(constant)
        if literal is None or wanted & THING or len(wanted - TEXT) + bool(wanted & TEXT) != 1:
            continue
        year = literal.value if kinds <= _YEARS and literal.value.isdecimal() and len(literal.value) == 4 else ""
        if wanted <= _DATED and year and not comparison.in_list:
            if kinds == {"number"} and isinstance(other, Token):
                return Splice(other.start, other.end, f"YEAR({query.tree.source(other)})")
            continue
        if comparison.ordered and wanted & TEXT:
            continue  # text has another order than numbers
        datatype = _datatype(literal, wanted)
        text = rewritten_literal(literal, datatype, query.tree.prefixes) if datatype is not None else None
        if text is not None:
            return Splice(constant.start, constant.end, text)
    return None


def _datatype(literal: LiteralValue, wanted: Kinds) -> str | None:
    if wanted & TEXT:
        return f"{XSD}string" if "text" in wanted else None
    kind = next(iter(wanted))
    if kind == "number":
        return f"{XSD}integer" if literal.value.isdecimal() else f"{XSD}decimal"
    return f"{XSD}{kind}" if ":" not in kind else kind

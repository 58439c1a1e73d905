"""Check: literals in patterns have the datatype of their property's values."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.edges import Edge
from nlkgq.analysis.value_kinds import TEMPORAL, TEXT, THING, Kinds, datatype_kind, worded
from nlkgq.sparql import Element, LiteralValue, Splice
from nlkgq.validation.conditions import is_value_placeholder, rewritten_literal
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding, Severity


def wrong_datatype(query: QueryContext) -> Iterator[Finding]:
    """A literal as an object whose datatype the property's values never have.

    Why: a pattern matches a literal only if its datatype is the same: ``"2001"`` is text and is not the number 2001.
    An error where the range and the literal have nothing in common (text and number, number and date) or a complete
    profile has no such value; a warning among kinds of date, and among kinds of number, which many engines match. The
    edit writes the same value with the right datatype.

    Failing::

        SELECT ?film { ?film films:productionYear "2001" }

    ::

        SELECT ?person { ?person films:birthDate "1970-01-01"^^xsd:dateTime }

    Passing::

        SELECT ?film { ?film films:productionYear 2001 }
    """
    for edge, item, literal in query.literal_objects:
        kind, stored = datatype_kind(literal.datatype), query.kinds.objects(edge.property)
        if kind is None or stored is None or stored <= THING or is_value_placeholder(literal):
            continue
        if stored & TEXT and kind in TEXT:
            continue  # tags are another check's
        datatypes = query.stored_datatypes(edge.property)
        if kind not in stored:
            yield _finding(query, edge, item, literal, stored - THING, _severity(query, edge, kind, stored))
        elif query.observed is not None and literal.datatype not in datatypes and kind == "number" and datatypes:
            yield _finding(query, edge, item, literal, stored - THING, "warning")


def _severity(query: QueryContext, edge: Edge, kind: str, stored: Kinds) -> Severity:
    counted = query.observed is not None and query.observed.use(edge.property) is not None
    near = kind in TEMPORAL and bool(stored & TEMPORAL)
    return "error" if counted or not near else "warning"


def _finding(
    query: QueryContext, edge: Edge, item: Element, literal: LiteralValue, stored: Kinds, severity: Severity
) -> Finding:
    datatypes = query.stored_datatypes(edge.property)
    names = ", ".join(query.prefixes.shorten(d) for d in datatypes[:3])
    languages = query.stored_languages(edge.property)
    text = None
    if len(datatypes) == 1:
        language = languages[0] if len(languages) == 1 else ""
        text = rewritten_literal(literal, datatypes[0], query.tree.prefixes, language)
    return Finding(
        code="wrong-datatype",
        severity=severity,
        message=f"{edge.token.text} leads to {worded(stored)}; the literal here has the type "
        f"{query.prefixes.shorten(literal.datatype)}.",
        start=item.start,
        end=item.end,
        terms=(edge.property, literal.datatype),
        suggestion=f"Write it as {names}." if names else None,
        edit=(Splice(item.start, item.end, text),) if text is not None else (),
    )

"""Check: placeholders stand where their values can stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nlkgq.analysis.types import compatible, domain_unions, range_unions
from nlkgq.analysis.value_kinds import NUMBER, TEMPORAL, THING
from nlkgq.iri import local_name
from nlkgq.masking.model import Placeholder
from nlkgq.sparql import Token
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.nearest import named
from nlkgq.validation.placed import Constant, constants

_ALL_HOLDERS: Final = 12
"""So many holders are told at most: a longer list is cut, and says nothing about others."""


def misplaced_placeholder(query: QueryContext) -> Iterator[Finding]:
    """A placeholder as the value of a property that does not hold such values.

    Why: the kind of a placeholder says which properties of the graph hold its value. Used with another one it finds
    nothing. Numbers and dates may be bounds that the graph does not hold: of those only the kind is looked at. Needs
    the masked question.

    Failing::

        # VALUE_K3QX is a value of films:title
        SELECT ?film { ?film films:birthPlace "VALUE_K3QX" }

    Passing::

        # VALUE_K3QX is a value of films:title
        SELECT ?film { ?film films:title "VALUE_K3QX" }
    """
    if query.masked is None:
        return
    known = {p.name.casefold(): p for p in query.masked.placeholders}
    for constant in constants(query):
        placeholder = known.get(written_name(query, constant).casefold())
        if (
            placeholder is not None
            and constant.property is not None
            and not _fits(query, placeholder, constant.property)
        ):
            yield _finding(query, placeholder, constant)


def written_name(query: QueryContext, constant: Constant) -> str:
    """What a constant says: a literal's text, or the last part of an IRI, where placeholders stand."""
    literal = query.tree.literal(constant.item)
    if literal is not None:
        return literal.value.strip()
    iri = query.tree.iri_or_none(constant.item)
    return local_name(iri) if iri is not None else constant.item.text if isinstance(constant.item, Token) else ""


def _fits(query: QueryContext, placeholder: Placeholder, iri: str) -> bool:
    kind, ontology = placeholder.kind, query.ontology
    stored = query.kinds.objects(iri)
    if kind.value in {"number", "date"}:
        wanted = NUMBER | TEMPORAL | {"text"}  # text may hold anything, and a year is a number or a date
        return stored is None or bool(stored & wanted)
    if kind.value == "unknown" or not kind.holders or len(kind.holders) >= _ALL_HOLDERS:
        return True
    prop = ontology.properties.get(iri)
    related = ontology.superproperties(iri) | ontology.subproperties(iri) | ontology.inverses(iri)
    if any(holder.property in related for holder in kind.holders):
        return True
    if stored is None or prop is None:
        return True
    if not stored & THING:
        return False
    # the name of a thing, where the thing itself is wanted
    owners = [holder.subject_class for holder in kind.holders] if kind.value != "individual" else list(kind.classes)
    if not owners or "" in owners:
        return True
    unions = (*range_unions(prop, ontology), *(u for i in ontology.inverses(iri) for u in _domains(query, i)))
    return not unions or any(compatible(owners, union, ontology) for union in unions)


def _domains(query: QueryContext, iri: str) -> tuple[tuple[str, ...], ...]:
    prop = query.ontology.properties.get(iri)
    return domain_unions(prop, query.ontology) if prop is not None else ()


def _finding(query: QueryContext, placeholder: Placeholder, constant: Constant) -> Finding:
    assert constant.property is not None
    name = query.prefixes.shorten(constant.property)
    holders = tuple(dict.fromkeys(holder.property for holder in placeholder.kind.holders))
    held = f" is a value of {named(holders[:3], query.prefixes)}" if holders else f" is a {placeholder.kind.value}"
    return Finding(
        code="misplaced-placeholder",
        severity="warning",
        message=f"{placeholder.name}{held}; {name} does not hold such values.",
        start=constant.item.start,
        end=constant.item.end,
        terms=(placeholder.name, constant.property, *holders[:3]),
        suggestion=f"Use it with {named(holders[:3], query.prefixes)}." if holders else None,
    )

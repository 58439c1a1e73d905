"""Check: no variable has to be in two classes that exclude each other."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.edges import Slot
from nlkgq.analysis.types import ClassFact, domain_unions, range_unions
from nlkgq.iri import PrefixMap, local_name
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.nearest import named, nearest_terms


def excluded_class(query: QueryContext) -> Iterator[Finding]:
    """A property on, or towards, something whose class its domain, or range, excludes; or two such classes.

    Why: what a variable is follows from the whole query: from ``a``, from both ends of every property, through
    sub-selects, OPTIONAL and paths, with the hierarchy, inverses, unions and restrictions of the ontology. If
    ``plays_for`` leads to a Team and only a Person has a ``birthplace``, then a team's birthplace is found here. An
    error where the classes are declared disjoint, the ontology was drafted from the data, or a profile of the graph
    shows that no node is both; else a warning, for a missing subclass proves nothing. Nothing where a profile has such
    nodes, unless they are so few that it is unlikely to be meant.

    Failing::

        SELECT ?date { ?film films:madeByStudio ?studio . ?studio films:birthDate ?date }

    ::

        SELECT ?film { ?film a films:Documentary , films:AnimatedFilm }

    Passing::

        SELECT ?date { ?film films:directedBy ?person . ?person films:birthDate ?date }
    """
    seen: dict[Slot, list[ClassFact]] = {}
    reported: set[int] = {edge.token.start for edge in query.reversed_edges}
    for fact in query.facts:
        before = seen.setdefault(fact.slot, [])
        other = _excluded_by(query, fact, before)
        before.append(fact)
        if other is None:
            continue
        blamed, reason = _blamed(fact, other)
        if blamed.edge.token.start not in reported:
            reported.add(blamed.edge.token.start)
            yield _finding(query, blamed, reason)


def _excluded_by(query: QueryContext, fact: ClassFact, before: list[ClassFact]) -> ClassFact | None:
    around = set(query.graph.blocks.around(fact.edge.block))
    for other in before:
        together = other.edge.block in around and (other.edge is not fact.edge or other.source != fact.source)
        if together and query.conflict(fact, other):
            return other
    return None


def _blamed(fact: ClassFact, other: ClassFact) -> tuple[ClassFact, ClassFact]:
    """The use to report, and the reason against it: a property before a class, the later before the earlier."""
    return (other, fact) if fact.source in {"type", "individual"} and other.source != "type" else (fact, other)


def _finding(query: QueryContext, blamed: ClassFact, reason: ClassFact) -> Finding:
    prefixes = query.prefixes
    who = f"?{blamed.slot.name}" if blamed.slot.kind == "variable" else "what stands there"
    property_name = blamed.edge.token.text
    side = {"domain": "belongs to", "range": "leads to"}.get(blamed.source, "names")
    message = (
        f"{property_name} {side} {named(blamed.classes, prefixes)}, but {who} is {named(reason.classes, prefixes)}"
        f"{_because(reason)}."
    )
    return Finding(
        code="excluded-class",
        severity="error" if query.surely_apart(blamed, reason) else "warning",
        message=message,
        start=blamed.edge.token.start,
        end=blamed.edge.token.end,
        terms=(blamed.edge.property, *blamed.classes, *reason.classes),
        suggestion=_suggestion(query, blamed, reason, prefixes),
    )


def _because(reason: ClassFact) -> str:
    if reason.source == "type":
        return ""
    if reason.source == "individual":
        return " in the ontology"
    return f" as the {'subject' if reason.source == 'domain' else 'object'} of {reason.edge.token.text}"


def _suggestion(query: QueryContext, blamed: ClassFact, reason: ClassFact, prefixes: PrefixMap) -> str | None:
    ontology = query.ontology
    prop = ontology.properties.get(blamed.edge.property)
    if prop is None:
        return None
    for edge in (blamed.edge, reason.edge):
        if query.fits_turned(edge):
            return f"The direction may be reversed: swap the subject and the object of {edge.token.text}."
    above = {name for iri in reason.classes for name in ontology.superclasses(iri)}
    side = domain_unions if blamed.source == "domain" else range_unions
    fitting = [p for p in ontology.properties.values() if any(above & set(union) for union in side(p, ontology))]
    near = nearest_terms(local_name(prop.iri), fitting)
    names = named(near or [other.iri for other in fitting[:5]], prefixes)
    return f"Properties that fit: {names}." if names else None

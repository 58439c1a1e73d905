"""Check: no variable has to be in two classes that exclude each other."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.edges import Edge, Slot
from nlkgq.analysis.evidence import seen_together
from nlkgq.analysis.types import (
    ClassFact,
    TypedQuery,
    compatible,
    declared_disjoint,
    domain_unions,
    range_unions,
)
from nlkgq.iri import PrefixMap, local_name
from nlkgq.validation.finding import Finding, Severity
from nlkgq.validation.nearest import named, nearest_terms


def excluded_class(query: TypedQuery) -> Iterator[Finding]:
    """Properties used on, or towards, something whose class their domain, or range, excludes.

    What a variable is follows from the whole query: from ``a``, and from both ends of every property. Failing:
    ``?p ex:plays_for ?t . ?t ex:birthplace ?b``, where ?t is a Team and only a Person has a birthplace.

    An error where the classes are declared disjoint, the ontology was drafted from the data, or a profile of the graph
    shows that no node is both; else a warning.
    """
    seen: dict[Slot, list[ClassFact]] = {}
    reported: set[int] = set()
    for fact in query.class_facts:
        before = seen.setdefault(fact.slot, [])
        other = _excluded_by(query, fact, before)
        before.append(fact)
        if other is None:
            continue
        blamed, reason = _blamed(fact, other)
        if blamed.edge.token.start not in reported:
            reported.add(blamed.edge.token.start)
            yield _finding(query, blamed, reason)


def _excluded_by(query: TypedQuery, fact: ClassFact, before: list[ClassFact]) -> ClassFact | None:
    around = set(query.graph.blocks.around(fact.edge.block))
    for other in before:
        together = other.edge.block in around and (other.edge is not fact.edge or other.source != fact.source)
        if not together or compatible(fact.classes, other.classes, query.ontology):
            continue
        if query.profile is None or seen_together(fact, other, query.ontology, query.profile) is not True:
            return other
    return None


def _severity(query: TypedQuery, fact: ClassFact, other: ClassFact) -> Severity:
    """An error when the ontology says so, or the data do; a missing domain or subclass alone proves nothing."""
    ontology, profile = query.ontology, query.profile
    if ontology.drafted or declared_disjoint(fact.classes, other.classes, ontology):
        return "error"
    return "error" if profile is not None and seen_together(fact, other, ontology, profile) is False else "warning"


def _blamed(fact: ClassFact, other: ClassFact) -> tuple[ClassFact, ClassFact]:
    """The use to report, and the reason against it: a property before a class, the later before the earlier."""
    return (other, fact) if fact.source in {"type", "individual"} and other.source != "type" else (fact, other)


def _finding(query: TypedQuery, blamed: ClassFact, reason: ClassFact) -> Finding:
    prefixes = query.ontology.prefixes.merged(query.tree.prefixes)
    who = f"?{blamed.slot.name}" if blamed.slot.kind == "variable" else "what stands there"
    property_name = blamed.edge.token.text
    side = {"domain": "belongs to", "range": "leads to"}.get(blamed.source, "names")
    message = (
        f"{property_name} {side} {named(blamed.classes, prefixes)}, but {who} is {named(reason.classes, prefixes)}"
        f"{_because(reason)}."
    )
    return Finding(
        code="excluded-class",
        severity=_severity(query, blamed, reason),
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


def _suggestion(query: TypedQuery, blamed: ClassFact, reason: ClassFact, prefixes: PrefixMap) -> str | None:
    ontology = query.ontology
    prop = ontology.properties.get(blamed.edge.property)
    if prop is None:
        return None
    for edge in (blamed.edge, reason.edge):
        if _fits_turned(query, edge):
            return f"The direction may be reversed: swap the subject and the object of {edge.token.text}."
    fitting = [
        other
        for other in ontology.properties.values()
        if any(
            set(union) & {above for iri in reason.classes for above in ontology.superclasses(iri)}
            for union in (
                domain_unions(other, ontology) if blamed.source == "domain" else range_unions(other, ontology)
            )
        )
    ]
    near = nearest_terms(local_name(prop.iri), fitting)
    names = named(near or [other.iri for other in fitting[:5]], prefixes)
    return f"Properties that fit: {names}." if names else None


def _fits_turned(query: TypedQuery, edge: Edge) -> bool:
    """Whether the facts from other properties fit this one with its ends swapped."""
    ontology = query.ontology
    prop = ontology.properties.get(edge.property)
    if prop is None:
        return False
    domains, ranges = domain_unions(prop, ontology), range_unions(prop, ontology)
    if not domains or not ranges or prop.kind == "datatype":
        return False
    for slot, unions in ((edge.subject, ranges), (edge.object, domains)):
        known = [fact.classes for fact in query.class_facts if fact.slot == slot and fact.edge is not edge]
        if not all(compatible(classes, union, ontology) for classes in known for union in unions):
            return False
    return True

"""What a choice of properties says about its ends (SPARQL 1.1 section 9.1, AlternativePath)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from nlkgq.analysis.edges import Slot
from nlkgq.analysis.types import ClassFact, Source, TypedQuery, domain_unions, range_unions
from nlkgq.sparql import Element, Node, Token, TriplePattern, variable_name


def alternative_facts(
    query: TypedQuery, patterns: tuple[TriplePattern, ...], scope: Callable[[str, Element], int]
) -> Iterator[ClassFact]:
    """Facts about the ends of ``?s p|^q ?o``: each is in one of the classes that the members give it.

    Nothing where a member is a path of its own, or leaves an end open.

    Args:
        query: The query.
        patterns: Its triple patterns.
        scope: Variable name and place -> the sub-select that keeps it; see `Slot.scope`.
    """
    used = {edge.token: edge for edge in query.graph.used}
    for pattern in patterns:
        members = _members(pattern.predicate)
        if not members or pattern.service is not None or members[0][0] not in used:
            continue
        edge = used[members[0][0]]
        sides: tuple[tuple[object, Source], ...] = ((pattern.subject, "domain"), (pattern.object, "range"))
        for end, source in sides:
            classes = _classes(query, members, source)
            if classes and isinstance(end, Token) and end.terminal == "VAR":
                name = variable_name(end)
                slot = Slot(kind="variable", name=name, scope=scope(name, end))
                here = replace(edge, subject=slot) if source == "domain" else replace(edge, object=slot)
                yield ClassFact(slot=slot, classes=classes, source=source, edge=here)


def _members(predicate: object) -> list[tuple[Token, bool]]:
    """The properties of a choice, each with whether it is turned round; [] for any other predicate."""
    while isinstance(predicate, Node) and predicate.kind == "PathPrimary" and predicate.token("LPAR") is not None:
        predicate = predicate.children[1]
    if not isinstance(predicate, Node) or predicate.kind != "PathAlternative":
        return []
    found: list[tuple[Token, bool]] = []
    for part in predicate.children:
        if isinstance(part, Token):
            found += [] if part.terminal == "VBAR" else [(part, False)]
        elif part.kind == "PathEltOrInverse" and isinstance(part.children[1], Token):
            found.append((part.children[1], True))
        else:
            return []
    return found


def _classes(query: TypedQuery, members: list[tuple[Token, bool]], source: Source) -> tuple[str, ...]:
    """The classes of one end by all members together; () where one of them says nothing."""
    found: dict[str, None] = {}
    for token, backwards in members:
        prop = query.ontology.properties.get(query.tree.iri_or_none(token) or "")
        if prop is None:
            return ()
        side = domain_unions if (source == "domain") != backwards else range_unions
        unions = side(prop, query.ontology)
        if not unions or any(iri not in query.ontology.classes for union in unions for iri in union):
            return ()
        found.update(dict.fromkeys(iri for union in unions for iri in union))
    return tuple(found)

"""What the counts of a graph leave possible: for each variable, the classes its nodes can have.

Arc consistency over the query's edges: a property leaves its subject the classes whose instances have it, a pattern
``a`` those classes that share instances with the named one, and each edge only the pairs of classes that it joins in
the data. Where nothing is left, no node of the graph fits. Sound for complete profiles: a node that fits all patterns
has all its classes in every set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from nlkgq.analysis.edges import TYPE, Edge, Slot
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile

if TYPE_CHECKING:
    from nlkgq.analysis.types import ClassFact

ClassSet: TypeAlias = frozenset[str]
RARE: Final = 0.01
"""Share below which two facts meet in so few nodes that it is unlikely to be meant."""
_Pairs: TypeAlias = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What a property joins in the data: classes of subjects ("" for untyped ones), classes or datatypes of objects.

    ``pairs`` is None where only the two sides were counted.
    """

    subjects: ClassSet
    objects: ClassSet
    pairs: _Pairs | None


class Observed:
    """Uses of properties and neighbours of classes in a profile, computed once each.

    Args:
        ontology: Subproperties and inverses count as the property: a graph may be read with inference.
        profile: A complete one.
        classes_of: Classes of an individual of the data, None where they are not known.
    """

    def __init__(
        self, ontology: Ontology, profile: Profile, classes_of: Callable[[str], ClassSet | None] = lambda iri: None
    ) -> None:
        self._ontology = ontology
        self._profile = profile
        self._classes_of = classes_of
        self._uses: dict[str, Use | None] = {}
        self._types: dict[str, ClassSet | None] = {}
        self._beside: dict[str, set[str]] | None = None

    def use(self, iri: str) -> Use | None:
        """How a property is used; None when the data do not have it."""
        if iri not in self._uses:
            self._uses[iri] = self._read(iri)
        return self._uses[iri]

    def _read(self, iri: str) -> Use | None:
        subjects: set[str] = set()
        objects: set[str] = set()
        pairs: set[tuple[str, str]] = set()
        whole, found = True, False
        for name in sorted(self._ontology.subproperties(iri)):
            for source, forward in ((name, True), *((i, False) for i in sorted(self._ontology.inverses(name)))):
                use = self._profile.properties.get(source)
                if use is None:
                    continue
                found = True
                ends = {*use.object_classes, *use.datatypes}
                subjects |= {*use.subject_classes} if forward else ends
                objects |= ends if forward else {*use.subject_classes}
                whole = whole and bool(use.links)
                pairs |= {pair if forward else pair[::-1] for pair in use.links}
        if not found or not subjects or not objects:
            return None
        return Use(subjects=frozenset(subjects), objects=frozenset(objects), pairs=frozenset(pairs) if whole else None)

    def typed(self, iri: str) -> ClassSet | None:
        """Classes that a node of class ``iri`` can have; None when the data have no such node."""
        if iri not in self._types:
            counted = self._profile.classes
            below = {c for c in self._ontology.subclasses(iri) if counted.get(c)}
            beside = self._neighbours()
            self._types[iri] = frozenset(below.union(*(beside.get(c, ()) for c in below))) if below else None
        return self._types[iri]

    def _neighbours(self) -> Mapping[str, set[str]]:
        if self._beside is None:
            self._beside = {}
            for (left, right), count in self._profile.overlaps.items():
                if count:
                    self._beside.setdefault(left, set()).add(right)
                    self._beside.setdefault(right, set()).add(left)
        return self._beside

    def fits(self, edges: Iterable[Edge]) -> bool:
        """Whether some nodes of the graph can meet all of the edges together."""
        return self.possible(edges) is not None

    def joins(self, iri: str, subjects: ClassSet | None, objects: ClassSet | None) -> bool:
        """Whether a property joins nodes of such classes in the data; None stands for any."""
        use = self.use(iri)
        if use is None:
            return False
        if use.pairs is None:
            return not (subjects or use.subjects).isdisjoint(use.subjects) and not (objects or use.objects).isdisjoint(
                use.objects
            )
        return any((subjects is None or a in subjects) and (objects is None or b in objects) for a, b in use.pairs)

    def possible(self, edges: Iterable[Edge]) -> Mapping[Slot, ClassSet] | None:
        """The classes, and datatypes, left for each slot; None when nothing is left for one."""
        left: dict[Slot, ClassSet] = {}
        joins: list[tuple[Edge, Use]] = []
        for edge in edges:
            if edge.foreign:
                continue
            if edge.property == TYPE:
                typed = self.typed(edge.object.name) if edge.object.kind == "iri" else None
                if typed is not None and not _narrow(left, edge.subject, typed):
                    return None
                continue
            use = self.use(edge.property)
            if use is not None:
                joins.append((edge, use))
                for slot, classes in ((edge.subject, use.subjects), (edge.object, use.objects)):
                    if slot.kind == "iri":
                        known = self._classes_of(slot.name)
                        if known is not None and not _narrow(left, slot, known):
                            return None
                    if slot.kind != "literal" and not _narrow(left, slot, classes):
                        return None
        return left if self._settle(left, joins) else None

    def _settle(self, left: dict[Slot, ClassSet], joins: list[tuple[Edge, Use]]) -> bool:
        changed = True
        while changed:
            changed = False
            for edge, use in joins:
                if use.pairs is None:
                    continue
                before, after = left.get(edge.subject), left.get(edge.object)
                kept = [
                    pair
                    for pair in use.pairs
                    if (before is None or pair[0] in before) and (after is None or pair[1] in after)
                ]
                if not kept:
                    return False
                for slot, classes in ((edge.subject, {a for a, _ in kept}), (edge.object, {b for _, b in kept})):
                    if slot.kind != "literal" and len(classes) < len(left.get(slot, ())):
                        left[slot] = frozenset(classes)
                        changed = True
        return True


def common_share(left: ClassFact, right: ClassFact, profile: Profile) -> float:
    """How much of what meets one fact can meet the other, in [0, 1]: the classes of both, weighed by their shares.

    A type alone says nothing about shares: all of it is of that class.
    """
    shares_left, shares_right = _shares(left, profile), _shares(right, profile)
    return sum(min(share, shares_right.get(iri, 0.0)) for iri, share in shares_left.items())


def _shares(fact: ClassFact, profile: Profile) -> Mapping[str, float]:
    use = profile.properties.get(fact.edge.property)
    if fact.source in {"type", "individual"} or use is None:
        return dict.fromkeys(fact.classes, 1.0)
    # an inverse's range is a domain as well, so the side follows from where the slot stands
    counts = use.subject_classes if fact.slot == fact.edge.subject else use.object_classes
    nodes = max(1, use.subjects if fact.slot == fact.edge.subject else sum(counts.values()))
    return {iri: count / nodes for iri, count in counts.items()}


def turned(edge: Edge) -> Edge:
    """The edge with its ends swapped."""
    return replace(edge, subject=edge.object, object=edge.subject)


def _narrow(left: dict[Slot, ClassSet], slot: Slot, classes: ClassSet) -> bool:
    before = left.get(slot)
    left[slot] = classes if before is None else before & classes
    return bool(left[slot])

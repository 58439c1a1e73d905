"""What the data say about two facts of a query: an ontology's silence proves nothing, counts do."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile

if TYPE_CHECKING:
    from nlkgq.analysis.types import ClassFact

_UNTYPED = ""


def seen_together(left: ClassFact, right: ClassFact, ontology: Ontology, profile: Profile) -> bool | None:
    """Whether some node of the graph may meet both facts.

    Returns:
        True when the counts show a class, or a pair of classes, in which both occur; False when a complete profile
        shows none; None when the profile cannot tell.
    """
    classes_left, classes_right = _observed(left, ontology, profile), _observed(right, ontology, profile)
    if classes_left is None or classes_right is None:
        return None
    if _UNTYPED in classes_left or _UNTYPED in classes_right:
        return None
    if not classes_left.isdisjoint(classes_right):
        return True
    if any(profile.overlaps.get((min(pair), max(pair))) for pair in product(classes_left, classes_right)):
        return True
    return False if profile.complete else None


def _observed(fact: ClassFact, ontology: Ontology, profile: Profile) -> frozenset[str] | None:
    """Classes whose instances meet a fact in the graph; None when the graph does not say."""
    if fact.source in {"type", "individual"}:
        below = frozenset(sub for iri in fact.classes for sub in ontology.subclasses(iri))
        return below if any(profile.classes.get(iri) for iri in below) else None
    use = profile.properties.get(fact.edge.property)
    if use is None:
        return None
    return frozenset(use.subject_classes if fact.source == "domain" else use.object_classes)

"""The profile of several graphs that are asked as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from nlkgq.ontology.profile_model import Profile, PropertyProfile
from nlkgq.ontology.profile_texts import merged_texts

_Key = TypeVar("_Key", str, tuple[str, str])


def merge_profiles(profiles: Sequence[Profile]) -> Profile:
    """The counts of several graphs, added up.

    What stands in several graphs counts several times; what one graph says of a node of another is not seen.

    Args:
        profiles: At least one.

    >>> one = Profile(triples=2, classes={"urn:C": 2}, properties={})
    >>> merge_profiles([one, one]).classes
    {'urn:C': 4}
    """
    if len(profiles) == 1:
        return profiles[0]
    properties = sorted({iri for profile in profiles for iri in profile.properties})
    return Profile(
        triples=sum(profile.triples for profile in profiles),
        classes=_sum(profile.classes for profile in profiles),
        properties={
            iri: _merge_uses([profile.properties[iri] for profile in profiles if iri in profile.properties])
            for iri in properties
        },
        complete=all(profile.complete for profile in profiles),
        overlaps=_sum(profile.overlaps for profile in profiles),
        texts=merged_texts(profile.texts for profile in profiles),
        prefixes={name: space for profile in reversed(profiles) for name, space in profile.prefixes.items()},
    )


def _merge_uses(uses: Sequence[PropertyProfile]) -> PropertyProfile:
    def total(count: Callable[[PropertyProfile], int]) -> int:
        return sum(map(count, uses))

    return PropertyProfile(
        iri=uses[0].iri,
        count=total(lambda use: use.count),
        subjects=total(lambda use: use.subjects),
        objects=total(lambda use: use.objects),
        subject_classes=_sum(use.subject_classes for use in uses),
        object_classes=_sum(use.object_classes for use in uses),
        datatypes=_sum(use.datatypes for use in uses),
        languages=_sum(use.languages for use in uses),
        links=_sum(use.links for use in uses),
    )


def _sum(counts: Iterable[Mapping[_Key, int]]) -> dict[_Key, int]:
    """Most frequent first, then by name."""
    found: Counter[_Key] = Counter()
    for one in counts:
        found.update(one)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

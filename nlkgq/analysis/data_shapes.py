"""What the data tells of classes and properties beyond their names: links of two, the same thing said twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nlkgq.iri import RDF
from nlkgq.ontology.profile_model import Profile

_RDF_TYPE = RDF + "type"


def link_classes(profile: Profile, is_literal: Callable[[str], bool], is_key: Callable[[str], bool]) -> frozenset[str]:
    """Classes whose members only say that two things belong together, such as rows of a table of two keys.

    Args:
        profile: What the data holds.
        is_literal: Whether a property's values are literals.
        is_key: Whether a literal only repeats the key of another row.
    """
    references: dict[str, int] = {}
    others: set[str] = set()
    for iri, held in profile.properties.items():
        if iri == _RDF_TYPE:
            continue
        for name in held.subject_classes:
            if not is_literal(iri):
                references[name] = references.get(name, 0) + 1
            elif not is_key(iri):
                others.add(name)
        others.update(held.object_classes)
    return frozenset(name for name, n in references.items() if name and n == 2 and name not in others)


def mirrors(profile: Profile, is_literal: Callable[[str], bool]) -> Mapping[str, str]:
    """Properties that the data holds in both directions -> the one of the two whose IRI comes first.

    Nothing need declare them inverse: they join the same classes, turned round, equally often.
    """
    turned: dict[object, list[str]] = {}
    for iri, p in sorted(profile.properties.items()):
        if iri != _RDF_TYPE and p.links and not is_literal(iri):
            turned.setdefault((p.count, p.subjects, p.objects, frozenset(p.links)), []).append(iri)
    found = {}
    for iri, p in sorted(profile.properties.items()):
        back = turned.get((p.count, p.objects, p.subjects, frozenset((o, s) for s, o in p.links)), [])
        if len(back) == 1 and back[0] < iri and all(s != o for s, o in p.links):
            found[iri] = back[0]
    return found

"""What belongs to a class with a row condition: by its type, and by what is said of it."""

from __future__ import annotations

from dataclasses import replace

from nlkgq.ontology.model import ClassUnion, Ontology
from nlkgq.ontology.profile_model import Profile
from nlkgq.roles.model import RowRule


def row_rule(rule: RowRule, ontology: Ontology, declared: Ontology, evidence: Profile | None) -> RowRule:
    """The rule with its members.

    Args:
        rule: Class and condition.
        ontology: For the classes below.
        declared: For domains and ranges that an author wrote; what was drafted from the data tells nothing new.
        evidence: Leaves out properties all of whose subjects, or objects, have a type that says the same.
    """
    members = ontology.subclasses(rule.class_iri)
    subjects: list[str] = []
    objects: list[str] = []
    for iri in () if declared.drafted else sorted(declared.properties):
        for ends, side in ((subjects, True), (objects, False)):
            unions = _unions(iri, declared, subject=side)
            within = any(union and members.issuperset(union) for union in unions)
            if within and not _all_typed(iri, members, evidence, subject=side):
                ends.append(iri)
    return replace(rule, members=tuple(sorted(members)), subjects=tuple(subjects), objects=tuple(objects))


def _unions(iri: str, ontology: Ontology, *, subject: bool) -> list[ClassUnion]:
    """What the ontology says of one end of a property: its own, that of those above it, and of their inverses."""
    found: list[ClassUnion] = []
    for above in ontology.superproperties(iri):
        known = ontology.properties.get(above)
        if known is not None:
            found += known.domain if subject else known.range
        for inverse in ontology.inverses(above):
            turned = ontology.properties.get(inverse)
            if turned is not None:
                found += turned.range if subject else turned.domain
    return found


def _all_typed(iri: str, members: frozenset[str], evidence: Profile | None, *, subject: bool) -> bool:
    """Whether every node at one end of a property has a type among the members, as far as that was counted."""
    if evidence is None or not evidence.complete:
        return False
    use = evidence.properties.get(iri)
    if use is None:
        return True
    counts = use.subject_classes if subject else use.object_classes
    # each node has a class of this list; where all of them say it, each node says it
    if members.issuperset(counts):
        return True
    if not subject and use.datatypes:
        return False  # how many of the objects are nodes was not counted
    return any(counts.get(member) == (use.subjects if subject else use.objects) for member in members)

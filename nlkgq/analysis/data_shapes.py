"""What the data tells of classes and properties beyond their names: links of two, the same thing said twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from nlkgq.iri import RDF, local_name
from nlkgq.ontology.model import split_identifier
from nlkgq.ontology.profile_model import Profile

_RDF_TYPE = RDF + "type"


def link_classes(
    profile: Profile, is_literal: Callable[[str], bool], is_key: Callable[[str], bool], *, told: bool = False
) -> frozenset[str]:
    """Classes whose members only say that two things belong together, such as rows of a table of two keys.

    Args:
        profile: What the data holds.
        is_literal: Whether a property's values are literals.
        is_key: Whether a literal only repeats the key of another row.
        told: Whether their members may tell more, such as since when.
    """
    references: dict[str, int] = {}
    others: set[str] = set()
    for iri, held in profile.properties.items():
        if iri == _RDF_TYPE:
            continue
        for name in held.subject_classes:
            if not is_literal(iri):
                references[name] = references.get(name, 0) + 1
            elif not (told or is_key(iri)):
                others.add(name)
        others.update(held.object_classes)
    return frozenset(name for name, n in references.items() if name and n == 2 and name not in others)


def relations(
    profile: Profile, links: frozenset[str], is_literal: Callable[[str], bool]
) -> Mapping[str, tuple[str, str]]:
    """Link classes that join things of one class, called as what the one does to, or is for, the other.

    Of the two references of ``follows`` to people, ``follower_id`` or ``user_id`` tells who follows, ``followed_id``
    who is followed.

    Args:
        profile: What the data holds.
        links: The link classes.
        is_literal: Whether a property's values are literals.

    Returns:
        Class -> (property that leads to the doer, property that leads to the other one).
    """
    found = {}
    for name in sorted(links):
        ends = [
            (iri, frozenset(o for s, o in p.links if s == name))
            for iri, p in sorted(profile.properties.items())
            if iri != _RDF_TYPE and name in p.subject_classes and not is_literal(iri)
        ]
        if len(ends) != 2 or ends[0][1] != ends[1][1] or name in ends[0][1]:
            continue
        told = [iri for iri, _ in ends if _called_after(iri, name)]
        doers = [iri for iri in told if any(w.endswith(("er", "or")) for w in _words(iri))]
        first, second = (iri for iri, _ in ends)
        if len(doers) == 1:
            found[name] = (doers[0], second if doers[0] == first else first)
        elif len(told) == 1:
            found[name] = (second if told[0] == first else first, told[0])
    return found


def called_when(iri: str) -> str:
    """``date`` or ``year`` where a property is called so, or by a word cut short: ``hire_dt``; else "".

    >>> called_when("http://e.org/birthDate"), called_when("http://e.org/staff#hire_dt"), called_when("http://e.org/dtd")
    ('date', 'date', '')
    >>> called_when("http://e.org/loan#given_on"), called_when("http://e.org/film#based_on")
    ('date', '')
    """
    name, words = local_name(iri).lower(), _words(iri)
    if "date" in name or not _DATE.isdisjoint(words) or (words[-1:] == ["on"] and _HAPPENS.issuperset(words[-2:-1])):
        return "date"
    return "year" if "year" in name or "jahr" in name or "yr" in words else ""


_DATE = frozenset(("dt", "dob", "datum"))
_HAPPENS = frozenset(
    (
        *("added", "approved", "begun", "booked", "born", "bought", "cancelled", "checked", "closed", "completed"),
        *("created", "delivered", "died", "ended", "entered", "expires", "filed", "finished", "fixed", "given"),
        *("held", "hired", "issued", "joined", "lent", "made", "modified", "opened", "ordered", "paid", "posted"),
        *("published", "received", "recorded", "registered", "released", "repaired", "reported", "returned", "sent"),
        *("shipped", "signed", "sold", "started", "submitted", "taken", "updated", "visited", "written"),
    )
)
"""Participles of what happens on one day: with "on" they tell which; what something is "based on" is no day."""


def _words(iri: str) -> list[str]:
    return split_identifier(local_name(iri)).lower().split()


def _called_after(iri: str, name: str) -> bool:
    """Whether a word of a property's name is a form of the name of a class: ``followed`` of ``follows``, ``dep``."""
    stem = _words(name)[-1].removesuffix("s")
    return any(len(stem) > 2 and (w.startswith(stem) or (len(w) > 2 and stem.startswith(w))) for w in _words(iri))


def roles(profile: Profile, references: Iterable[str]) -> frozenset[str]:
    """References that name a role, ``head_emp_id`` of departments, beside one that names only where it leads.

    Where employees refer to their department as well, by the very name of its key or of its table, the employees of a
    department are those, not its head.

    Args:
        profile: What the data holds.
        references: The properties that lead to the row whose key a column of the same row repeats.
    """
    joined: dict[frozenset[str], list[tuple[str, bool]]] = {}
    for iri in sorted(references):
        held = profile.properties.get(iri)
        column = iri.partition("#")[2].partition("-")[2]
        for source, target in held.links if held is not None else ():
            plain = f"{target}#{column}" in profile.properties or _words(column)[:-1] == _words(target)
            joined.setdefault(frozenset((source, target)), []).append((iri, plain))
    return frozenset(
        iri for ways in joined.values() if any(plain for _, plain in ways) for iri, plain in ways if not plain
    )


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


def singled_out(profile: Profile, is_literal: Callable[[str], bool]) -> frozenset[str]:
    """Properties that lead to one of many, such as the head of a department, whose physicians refer to it.

    What has to do with a department is its physicians, unless a word says that the one is meant.
    """
    found: set[str] = set()
    own = [(iri, p) for iri, p in sorted(profile.properties.items()) if iri != _RDF_TYPE and not is_literal(iri)]
    for iri, p in own:
        if not p.count == p.subjects == p.objects:
            continue
        back = {(o, s) for s, o in p.links}
        found.update(iri for _, many in own if back & set(many.links) and many.count == many.subjects > many.objects)
    return frozenset(found)

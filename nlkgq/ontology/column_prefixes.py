"""Prefixes of columns: ``prof_office``, ``prof_extension``, ``prof_degree`` say by their first word whose they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nlkgq.iri import local_name
from nlkgq.ontology.model import Ontology, split_identifier
from nlkgq.ontology.short_forms import has_letters_of

_FEWEST = 3
_MEASURES = frozenset(("num", "no", "nbr", "qty", "amt", "avg", "min", "max", "pct", "cnt"))
_KEYS = (["id"], ["no"], ["code"], ["key"], ["nbr"], ["number"])
_KEY_AND_ANOTHER = 2


def column_prefixes(ontology: Ontology, abbreviations: Mapping[str, str]) -> dict[str, str]:
    """The properties whose names start with a short form that says nothing of them alone.

    A short form is a prefix when at least three properties of one class start with it, or when its key does and the
    class is called so in full: `rel_date` beside `rel_id` of releases. One of a measure, such as ``num``, says what
    is held.

    >>> from nlkgq.ontology.model import Property
    >>> names = [f"http://e.org/t#prof_{n}" for n in ("office", "phone", "degree")]
    >>> own = {n: Property(iri=n, kind="datatype", domain=(("http://e.org/t",),)) for n in names}
    >>> sorted(set(column_prefixes(Ontology(classes={}, properties=own), {"prof": "professor"}).values()))
    ['prof']

    Args:
        ontology: The terms.
        abbreviations: Short forms -> what they stand for.

    Returns:
        Property -> its prefix.
    """
    started: dict[tuple[str, str], list[str]] = {}
    for iri, prop in ontology.properties.items():
        first, *rest = split_identifier(local_name(iri)).lower().split() or [""]
        if prop.kind == "datatype" and rest and first not in _MEASURES:
            for domain in prop.domain_classes:
                started.setdefault((domain, first), []).append(iri)
    classes = {split_identifier(local_name(c)).lower() for c in ontology.classes}
    found = {}
    for (domain, first), own in started.items():
        listed = first in abbreviations and len(own) >= _FEWEST
        if listed or (first not in classes and _is_cut(first, domain, own, ontology)):
            found.update(dict.fromkeys(own, first))
    return found


def _is_cut(first: str, domain: str, own: Sequence[str], ontology: Ontology) -> bool:
    """Whether a class is called by a longer word, and has a key that begins with the short one and leads nowhere."""
    called = split_identifier(local_name(domain)).lower().split()
    cut = any((w.startswith(first) or has_letters_of(first, w)) and w.removesuffix("s") != first for w in called)
    if not cut or len(own) < _KEY_AND_ANOTHER:
        return False
    words = ((iri, split_identifier(local_name(iri)).lower().split()) for iri in own)
    keys = (iri for iri, w in words if w[1:] in _KEYS)
    return any("".join((*iri.rpartition("#")[:2], "ref-", local_name(iri))) not in ontology.properties for iri in keys)

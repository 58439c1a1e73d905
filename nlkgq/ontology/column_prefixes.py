"""Prefixes of columns: ``prof_office``, ``prof_extension``, ``prof_degree`` say by their first word whose they are."""

from __future__ import annotations

from collections.abc import Mapping

from nlkgq.iri import local_name
from nlkgq.ontology.model import Ontology, split_identifier

_FEWEST = 3
_MEASURES = frozenset(("num", "no", "nbr", "qty", "amt", "avg", "min", "max", "pct", "cnt"))


def column_prefixes(ontology: Ontology, abbreviations: Mapping[str, str]) -> dict[str, str]:
    """The properties whose names start with a short form that says nothing of them alone.

    A short form is a prefix when at least three properties of one class start with it; one of a measure, such as
    ``num``, says what is held.

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
        if prop.kind == "datatype" and rest and first in abbreviations and first not in _MEASURES:
            for domain in prop.domain_classes:
                started.setdefault((domain, first), []).append(iri)
    return {iri: first for (_, first), own in started.items() if len(own) >= _FEWEST for iri in own}

"""The part of an ontology that a question speaks of, for models with a small context."""

from __future__ import annotations

import re
from collections.abc import Iterable

from nlkgq.analysis.types import compatible, domain_unions, range_unions
from nlkgq.iri import PrefixMap
from nlkgq.ontology.model import Ontology, Property, Term, split_identifier
from nlkgq.prompting.templates import render

_LINES = 6
_PROPERTIES = 8


def short_system(ontology: Ontology, prefixes: PrefixMap, question: str) -> str:
    """A system prompt with the classes and properties whose names share most words with a question.

    Args:
        ontology: What the model may see of it.
        prefixes: How terms are written.
        question: Masked.

    >>> from nlkgq.ontology.model import OwlClass
    >>> film = OwlClass(iri="http://e.org/Film")
    >>> print(short_system(Ontology(classes={film.iri: film}), PrefixMap({"e": "http://e.org/"}), "Which films?"))
    You translate questions into SPARQL queries. Write ?variables for what is unknown. Placeholders such as VALUE_K3QX \
stand in double quotes.
    e:Film
    """
    asked = _stems([question])
    found = []
    for iri, owl_class in ontology.classes.items():
        own = [p for p in ontology.properties.values() if _belongs(p, iri, ontology)]
        own.sort(key=lambda p: (-_shared(p, asked), p.iri))
        score = 2 * _shared(owl_class, asked) + sum(_shared(p, asked) for p in own[:_PROPERTIES])
        found.append((-score, iri, [_described(p, ontology, prefixes) for p in own[:_PROPERTIES]]))
    lines = [
        f"{prefixes.shorten(iri)}{': ' if named else ''}{', '.join(named)}" for _, iri, named in sorted(found)[:_LINES]
    ]
    return render("local.j2", {"lines": lines})


def _belongs(prop: Property, iri: str, ontology: Ontology) -> bool:
    unions = domain_unions(prop, ontology)
    return bool(unions) and all(compatible([iri], union, ontology) for union in unions)


def _described(prop: Property, ontology: Ontology, prefixes: PrefixMap) -> str:
    ranges = [iri for union in range_unions(prop, ontology) for iri in union][:2]
    return (
        f"{prefixes.shorten(prop.iri)} ({' or '.join(map(prefixes.shorten, ranges))})"
        if ranges
        else prefixes.shorten(prop.iri)
    )


def _shared(term: Term, asked: frozenset[str]) -> int:
    names = [split_identifier(term.iri.rpartition("/")[2].rpartition("#")[2]), term.label()]
    return len(_stems([*names, *(text.value for text in term.alt_labels)]) & asked)


def _stems(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word.rstrip("s")[:6] for text in texts for word in re.findall(r"\w{3,}", text.casefold()))

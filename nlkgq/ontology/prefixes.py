"""Prefixes for an ontology: those it declares that are valid, and names for namespaces it forgot."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from pyoxigraph import NamedNode

from nlkgq.iri import WELL_KNOWN, PrefixMap

_COMMON: Final[Mapping[str, str]] = {  # namespace -> the prefix that everybody uses
    **{namespace: prefix for prefix, namespace in WELL_KNOWN.items()},
    "http://schema.org/": "schema",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/dcmitype/": "dctype",
    "http://dbpedia.org/ontology/": "dbo",
    "http://dbpedia.org/property/": "dbp",
    "http://www.wikidata.org/entity/": "wd",
    "http://www.wikidata.org/prop/direct/": "wdt",
    "http://purl.obolibrary.org/obo/": "obo",
    "http://www.geneontology.org/formats/oboInOwl#": "oboInOwl",
    "http://www.w3.org/ns/org#": "org",
    "http://www.w3.org/ns/dcat#": "dcat",
    "http://www.w3.org/ns/sosa/": "sosa",
    "http://www.w3.org/2006/time#": "time",
    "http://www.w3.org/2006/vcard/ns#": "vcard",
    "http://www.w3.org/2003/01/geo/wgs84_pos#": "geo",
    "http://www.opengis.net/ont/geosparql#": "geosparql",
    "http://rdfs.org/ns/void#": "void",
    "http://www.w3.org/ns/shacl#": "sh",
    "http://qudt.org/schema/qudt/": "qudt",
    "http://qudt.org/vocab/unit/": "unit",
    "http://purl.org/linked-data/cube#": "qb",
    "http://purl.org/ontology/bibo/": "bibo",
}
_DULL: Final = re.compile(  # path segments that name no vocabulary
    r"ontolog(y|ies)|onto|vocab|vocabular(y|ies)|ns|namespaces?|schemas?|core|terms?|owl|rdf|rdfs|defs?|id|resource|"
    r"property|prop|class|classes|entity|purl|www|https?|org|com|net|semanticweb|untitled.*|v?\d+"
)


def is_wellformed_iri(iri: str) -> bool:
    """Whether a text is an absolute IRI by the whole of RFC 3987, as engines demand.

    >>> is_wellformed_iri("http://example.org/a#b"), is_wellformed_iri("http://example.org/a##b")
    (True, False)
    """
    try:
        NamedNode(iri)
    except ValueError:
        return False
    return True


def complete_prefixes(declared: Mapping[str, str], iris: Iterable[str]) -> PrefixMap:
    """The declared prefixes and a name for every further namespace that at least two of the IRIs share.

    The empty prefix stays, and its namespace gets a name besides when terms use it, so that both ``:Film`` and
    ``films:Film`` can be read.

    Args:
        declared: Valid prefixes.
        iris: IRIs that will be written.

    >>> sorted(complete_prefixes({}, ["http://x.org/films#A", "http://x.org/films#B"]))
    [('films', 'http://x.org/films#')]
    """
    found = dict(declared)
    named = {namespace for prefix, namespace in declared.items() if prefix}
    uses = Counter(namespace_of(iri) for iri in sorted(set(iris)))
    for namespace, count in sorted(uses.items(), key=lambda item: (-item[1], item[0])):
        if not namespace or namespace in named or (count < 2 and namespace not in _COMMON):
            continue
        if not is_wellformed_iri(namespace):
            continue
        free = _free_name(_COMMON.get(namespace) or _invented(namespace), namespace, found)
        found[free] = namespace
    return PrefixMap(found)


def namespace_of(iri: str) -> str:
    """Everything up to the last ``#`` or ``/`` that leaves a local name; "" when there is none.

    >>> namespace_of("http://example.org/vocab#Film"), namespace_of("urn:isbn:1")
    ('http://example.org/vocab#', '')
    """
    match = re.match(r"(.*[#/])[^#/]+$", iri)
    return match[1] if match and "//" not in match[1][-2:] else ""


def _free_name(name: str, namespace: str, taken: Mapping[str, str]) -> str:
    """The name; if taken, with the last word of the namespace; if that is taken too, with a number."""
    if name not in taken:
        return name
    last = re.sub(r"\W+", "", re.split(r"[/#]", namespace.rstrip("/#"))[-1].lower())
    longer = f"{name}_{last}" if last and last != name else name
    free, number = longer, 2
    while free in taken:
        free, number = f"{longer}{number}", number + 1
    return free


def _invented(namespace: str) -> str:
    """A short name from the path, else from the host."""
    host, _, path = re.sub(r"^[a-z]+:/*", "", namespace, flags=re.I).partition("/")
    candidates = [*reversed(re.split(r"[/#]", path)), *host.split(".")]
    for segment in candidates:
        name = re.sub(r"[^a-z0-9_]+", "", re.sub(r"\.(owl|rdf|ttl)$", "", segment.lower()))
        if len(name) > 1 and name[0].isalpha() and not _DULL.fullmatch(name):
            return name[:32].rstrip("_")
    return "ns"

"""Names of terms in a rendering, and the PREFIX lines of just the prefixes used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nlkgq.iri import WELL_KNOWN, PrefixMap
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.prefixes import complete_prefixes


class Names:
    """IRI -> shortest name by the prefixes of an ontology; remembers which prefixes were used.

    >>> from nlkgq.iri import PrefixMap
    >>> names = Names(Ontology(prefixes=PrefixMap({"ex": "http://example.org/"})))
    >>> names("http://example.org/Film"), names("http://www.w3.org/2001/XMLSchema#date")
    ('ex:Film', 'xsd:date')
    >>> names.header()
    'PREFIX ex: <http://example.org/>\\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\\n'
    """

    def __init__(self, ontology: Ontology) -> None:
        declared = ontology.prefixes.namespaces
        taken = set(declared.values())
        missing = {p: n for p, n in WELL_KNOWN.items() if p not in declared and n not in taken}
        self._prefixes = PrefixMap({**missing, **complete_prefixes(declared, mentioned_iris(ontology)).namespaces})
        self._known: dict[str, str] = {}
        self._used: dict[str, str] = {}

    def __call__(self, iri: str) -> str:
        """The shortest name of an IRI."""
        name = self._known.get(iri)
        if name is None:
            name = self._known[iri] = self._prefixes.shorten(iri)
            prefix = name.partition(":")[0]
            if not name.startswith("<"):
                self._used[prefix] = self._prefixes.namespaces[prefix]
        return name

    def all(self, iris: Iterable[str], separator: str = ", ") -> str:
        """The names of several IRIs in their order."""
        return separator.join(map(self, iris))

    @property
    def used(self) -> Mapping[str, str]:
        """The prefixes of the names given out so far."""
        return self._used

    def header(self) -> str:
        """PREFIX lines of the prefixes used so far."""
        return PrefixMap(self._used).declarations()


def mentioned_iris(ontology: Ontology) -> list[str]:
    """Every IRI that a rendering of the ontology may name."""
    found = [term.iri for term in ontology]
    for p in ontology.properties.values():
        found += [*p.domain_classes, *p.range_classes]
    return found

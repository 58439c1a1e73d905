"""Prefix map: IRI <-> prefixed name (SPARQL 1.1 section 4.1, productions PNAME_LN and PN_LOCAL_ESC)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

WELL_KNOWN: Final[Mapping[str, str]] = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dct": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "schema": "https://schema.org/",
    "prov": "http://www.w3.org/ns/prov#",
}
RDF: Final = WELL_KNOWN["rdf"]
RDFS: Final = WELL_KNOWN["rdfs"]
OWL: Final = WELL_KNOWN["owl"]
XSD: Final = WELL_KNOWN["xsd"]
SKOS: Final = WELL_KNOWN["skos"]

# A local name is written only in the plain subset, with the escapes that every engine reads.
_PLAIN = re.compile(r"[A-Za-z_0-9](?:[-\w.·]*[-\w·])?|")
_ESCAPABLE = re.compile(r"[~!$&'()*+,;=/?#@%]")
_FORBIDDEN_IN_IRI = re.compile(r'[\x00-\x20<>"{}|^`\\]')


def is_valid_iri(text: str) -> bool:
    """Whether ``text`` can stand between angle brackets (production IRIREF) and is absolute.

    >>> is_valid_iri("http://example.org/a"), is_valid_iri("a b"), is_valid_iri("a")
    (True, False, False)
    """
    return _FORBIDDEN_IN_IRI.search(text) is None and re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", text) is not None


def local_name(iri: str) -> str:
    """What follows the last ``#``, ``/`` or ``:`` of an IRI, percent signs kept.

    >>> local_name("http://example.org/vocab#directed_by")
    'directed_by'
    """
    bare = iri.rstrip("/#")
    return bare[max(bare.rfind("#"), bare.rfind("/"), bare.rfind(":")) + 1 :]


@dataclass(frozen=True, slots=True)
class PrefixMap:
    """An immutable map from prefixes (without colon) to namespace IRIs.

    >>> p = PrefixMap({"ex": "http://example.org/"})
    >>> p.expand("ex:Film"), p.shorten("http://example.org/Film"), p.shorten("http://other.org/x")
    ('http://example.org/Film', 'ex:Film', '<http://other.org/x>')
    """

    namespaces: Mapping[str, str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(sorted(self.namespaces.items()))

    def __contains__(self, prefix: object) -> bool:
        return prefix in self.namespaces

    def get(self, prefix: str) -> str | None:
        """The namespace of ``prefix``, or None."""
        return self.namespaces.get(prefix)

    def merged(self, other: Mapping[str, str] | PrefixMap) -> PrefixMap:
        """A map with the entries of both; ``self`` wins where they disagree."""
        theirs = other.namespaces if isinstance(other, PrefixMap) else other
        return PrefixMap({**theirs, **self.namespaces})

    def expand(self, name: str) -> str:
        """The IRI of a prefixed name or of ``<iri>``.

        Raises:
            KeyError: The prefix is not in the map.
        """
        if name.startswith("<") and name.endswith(">"):
            return name[1:-1]
        prefix, _, local = name.partition(":")
        return self.namespaces[prefix] + re.sub(r"\\([_~.\-!$&'()*+,;=/?#@%])", r"\1", local)

    def shorten(self, iri: str) -> str:
        """The shortest prefixed name of ``iri``, escaped where SPARQL needs it; ``<iri>`` when none fits."""
        names = []
        for prefix, namespace in self.namespaces.items():
            if not namespace or not iri.startswith(namespace):
                continue
            local = iri[len(namespace) :]
            escaped = _ESCAPABLE.sub(lambda m: "\\" + m.group(), local)
            bare = _ESCAPABLE.sub("", local)
            if "/" in local or _PLAIN.fullmatch(bare) is None or escaped.endswith("."):
                continue
            name = f"{prefix}:{escaped}"
            names.append((len(name), prefix, name))
        return min(names)[2] if names else f"<{iri}>"

    def declarations(self) -> str:
        """``PREFIX`` lines in alphabetical order, each ended by a newline."""
        return "".join(f"PREFIX {prefix}: <{namespace}>\n" for prefix, namespace in self)

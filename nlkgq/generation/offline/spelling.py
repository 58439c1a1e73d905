"""How variables and terms are spelt in a query."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache

from nlkgq.generation.offline.query_graph import Edge
from nlkgq.iri import XSD, local_name
from nlkgq.ontology.model import split_identifier
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import quote

_UMLAUTS = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "ß": "ss",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
    }
)


def _plain(text: str) -> str:
    """Latin letters without diacritics, umlauts written out."""
    return (
        unicodedata.normalize("NFKD", unicodedata.normalize("NFC", text).translate(_UMLAUTS))
        .encode("ascii", "ignore")
        .decode()
    )


@lru_cache(maxsize=10_000)
def variable_name(iri: str) -> str:
    """A readable variable name for a class or property.

    >>> variable_name("http://example.org/vocab#song_release_year"), variable_name("http://example.org/Film")
    ('songReleaseYear', 'film')
    >>> variable_name("http://example.org/Bücher"), variable_name("http://example.org/élève")
    ('buecher', 'eleve')
    """
    words = [w for w in re.findall(r"[A-Za-z0-9]+", _plain(split_identifier(local_name(iri)))) if w]
    if not words:
        return "thing"
    name = words[0].lower() + "".join(w[:1].upper() + w[1:] for w in words[1:])
    return name if name[0].isalpha() else f"x{name}"


def sparql_term(term: RdfTerm) -> str:
    """A term as SPARQL text, escaped (SPARQL 1.1 section 4.1).

    >>> sparql_term(RdfTerm("literal", 'a "b"', None, "en"))
    '"a \\\\"b\\\\""@en'
    """
    if term.kind == "uri":
        return f"<{term.value}>"
    text = quote(term.value)
    if term.language:
        return f"{text}@{term.language}"
    if term.datatype and term.datatype != XSD + "string":
        if term.datatype in (XSD + "integer",) and re.fullmatch(r"-?\d+", term.value):
            return term.value
        return f"{text}^^<{term.datatype}>"
    return text


def indented(lines: Iterable[str], width: int = 2) -> str:
    """Lines of a query, each moved to the right."""
    pad = " " * width
    return "\n".join(pad + line for block in lines for line in block.split("\n"))


def path_of(edge: Edge, name: Callable[[str], str], *, symmetric: bool) -> str:
    """The property path of an edge.

    Args:
        edge: What joins two nodes.
        name: The text for the IRI of a property.
        symmetric: Whether its property holds both ways: whom X is married to may be stated of either.
    """
    turned = [(edge.property, True)] if symmetric else []
    ways = [(edge.property, False), *turned, *edge.others]
    path = "|".join(f"^{name(iri)}" if back else name(iri) for iri, back in ways)
    path = f"({path})" if len(ways) > 1 and (edge.repeated or edge.below) else path
    path += "+" if edge.repeated else ""
    return f"{path}/{name(edge.below)}*" if edge.below else path


def time_between(unit: str, first: str, last: str) -> str:
    """What lies between two dates: whole days, of which only the difference of dates tells, or calendar years."""
    if unit == "years":
        return f"YEAR({last}) - YEAR({first})"
    # "P10D" is ten days; "PT0S" and other times within a day are none.
    told = f"STR({last} - {first})"
    return f'IF(CONTAINS({told}, "D"), xsd:integer(REPLACE({told}, "^(-?)P([0-9]+)D.*$", "$1$2")), 0)'

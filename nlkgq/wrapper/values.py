"""RDF terms as they are written in a query."""

from __future__ import annotations

from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import quote


def term_text(term: RdfTerm) -> str:
    """A term as SPARQL, without prefixes.

    >>> term_text(RdfTerm("literal", "1990", "http://www.w3.org/2001/XMLSchema#gYear"))
    '"1990"^^<http://www.w3.org/2001/XMLSchema#gYear>'
    """
    if term.kind == "uri":
        return f"<{term.value}>"
    if term.language:
        return f"{quote(term.value)}@{term.language}"
    if term.datatype and term.datatype != f"{XSD}string":
        return f"{quote(term.value)}^^<{term.datatype}>"
    return quote(term.value)


def iri(value: str) -> RdfTerm:
    """An IRI as a term."""
    return RdfTerm("uri", value)


def literal(value: str, datatype: str | None = None, language: str | None = None) -> RdfTerm:
    """A literal as a term; strings, tagged or not, have no datatype, so that equal terms are equal values."""
    plain = bool(language) or datatype == f"{XSD}string"
    return RdfTerm("literal", value, None if plain else datatype, language or None)

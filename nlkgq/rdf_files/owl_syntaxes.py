"""OWL/XML, functional, Manchester and OBO syntax as RDF/XML, through py-horned-owl (LGPL, unmodified, optional)."""

from __future__ import annotations

import re
from typing import Final, Literal

from nlkgq.errors import LoadError, MissingExtraError
from nlkgq.rdf_files.detection import Syntax

_SERIALIZATION: Final[dict[Syntax, Literal["owx", "ofn", "omn", "obo"]]] = {
    "OWL/XML": "owx",
    "OWL functional syntax": "ofn",
    "Manchester syntax": "omn",
    "OBO": "obo",
}


def to_rdf_xml(text: str, syntax: Syntax, place: str) -> tuple[bytes, dict[str, str]]:
    """An ontology in one of the OWL syntaxes as RDF/XML (OWL 2 Mapping to RDF Graphs).

    Args:
        text: The whole document.
        syntax: One of the four syntaxes that are not RDF.
        place: The file, for messages.

    Returns:
        RDF/XML and the prefixes that the document declares.

    Raises:
        LoadError: The text is not in that syntax.
        MissingExtraError: py-horned-owl is not installed.
    """
    try:
        import pyhornedowl
    except ImportError as error:
        raise MissingExtraError("py-horned-owl", extra="owl") from error
    try:
        ontology = pyhornedowl.open_ontology_from_string(text, _SERIALIZATION[syntax])
        rdf_xml: str = ontology.save_to_string("rdf")
    except ValueError as error:
        raise _load_error(str(error), syntax, place) from error
    return rdf_xml.encode(), _declared_prefixes(text, syntax)


def _load_error(message: str, syntax: Syntax, place: str) -> LoadError:
    at = re.search(r"line_col: Pos\(\((\d+), (\d+)\)\)", message)
    expected = re.search(r"positives: \[([^\]]*)\]", message)
    detail = f", expected one of {expected[1]}" if expected and expected[1] else ""
    if at is None:
        short = re.sub(r"^Failed to open ontology: ", "", message)[:200]
        return LoadError(f"{place}: not valid {syntax}: {short}", place=place)
    line, column = int(at[1]), int(at[2])
    return LoadError(
        f"{place}, line {line}, column {column}: not valid {syntax}{detail}", place=place, line=line, column=column
    )


def _declared_prefixes(text: str, syntax: Syntax) -> dict[str, str]:
    if syntax == "OWL functional syntax":
        return dict(re.findall(r"Prefix\s*\(\s*([\w.-]*):\s*=\s*<([^>]*)>\s*\)", text))
    if syntax == "Manchester syntax":
        return dict(re.findall(r"^\s*Prefix:\s*([\w.-]*):\s*<([^>]*)>", text, re.M))
    if syntax == "OBO":
        return {"obo": "http://purl.obolibrary.org/obo/", "oboInOwl": "http://www.geneontology.org/formats/oboInOwl#"}
    found: dict[str, str] = {}
    for attributes in re.findall(r"<Prefix\b([^>]*)>", text):
        name = re.search(r"\bname\s*=\s*[\"']([^\"']*)", attributes)
        iri = re.search(r"\bIRI\s*=\s*[\"']([^\"']*)", attributes)
        if name and iri:
            found[name[1]] = iri[1]
    return found

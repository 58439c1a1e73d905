"""Templates of wrapper files -> conversions of identifiers and addresses."""

from __future__ import annotations

from nlkgq.iri import XSD, is_valid_iri
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.conversion import IriTemplate, TextTemplate
from nlkgq.wrapper.finding import Findings
from nlkgq.wrapper.lexical import CANONICAL
from nlkgq.wrapper.namespace import term
from nlkgq.wrapper.source import Source

_PLACE = "{id}"


def read_template(source: Source, node: RdfTerm, total: bool, findings: Findings) -> IriTemplate | TextTemplate | None:
    """The conversion of a node with w:cleanTemplate, w:nativeTemplate or both; None where it cannot be used.

    Which sides are IRIs: the clean one, unless w:clean gives its datatype; the native one, unless w:nativeDatatype does
    or w:nativeTemplate is missing.
    """
    clean, native = source.value(node, term("cleanTemplate")), source.value(node, term("nativeTemplate"))
    datatypes = [source.value(node, term(name)) for name in ("clean", "nativeDatatype")]
    clean_type, native_type = (None if found is None else found.value for found in datatypes)
    for template in (clean, native):
        if template is not None and template.value.count(_PLACE) != 1:
            message = f"{template.value!r} does not hold {_PLACE} once"
            findings.error("template", source.place(node), message, f"Write {_PLACE} once.")
            return None
    for datatype in (clean_type, native_type):
        if datatype is not None and datatype not in CANONICAL:
            message = f"no template for literals of <{datatype}>"
            findings.error("template", source.place(node), message, "Use xsd:string or xsd:anyURI.")
            return None
    if clean is not None and native is None and clean_type is None:
        if not _is_address(clean.value):
            _refuse(source, node, clean.value, findings)
            return None
        datatype = f"{XSD}string" if native_type is None else native_type
        return IriTemplate(clean=_ends(clean.value), datatype=datatype, total=total)
    sides = ((clean, clean_type), (native, native_type))
    texts = [_PLACE if found is None else found.value for found, _ in sides]
    for text, (_, datatype) in zip(texts, sides, strict=True):
        if datatype is None and text != _PLACE and not _is_address(text):
            _refuse(source, node, text, findings)
            return None
    if clean_type is None and native_type is None:
        if _PLACE in texts:
            _refuse(source, node, _PLACE, findings)
            return None
        return IriTemplate(clean=_ends(texts[0]), native=_ends(texts[1]), total=total)
    return TextTemplate(
        clean=_ends(texts[0]),
        native=_ends(texts[1]),
        clean_datatype=clean_type,
        native_datatype=native_type,
        total=total,
    )


def _ends(text: str) -> tuple[str, str]:
    before, behind = text.split(_PLACE)
    return before, behind


def _is_address(text: str) -> bool:
    return is_valid_iri(text.replace(_PLACE, "0")) and ":" in text.split(_PLACE)[0]


def _refuse(source: Source, node: RdfTerm, text: str, findings: Findings) -> None:
    message = f"{text!r} is not the template of an IRI"
    findings.error("template", source.place(node), message, f"Begin it like an address, https://example.org/{_PLACE}.")

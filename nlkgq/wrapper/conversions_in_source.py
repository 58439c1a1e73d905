"""Conversion nodes and coded individuals of a wrapper file -> conversions."""

from __future__ import annotations

import re
from collections.abc import Collection
from decimal import Decimal, InvalidOperation
from typing import Final

from nlkgq.iri import OWL, RDF, XSD
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.conversion import Conversion, DatatypeConversion, DateConversion, LanguageConversion, ValueMap
from nlkgq.wrapper.date_conversion import converts_dates
from nlkgq.wrapper.finding import Findings
from nlkgq.wrapper.language_tag import ANY
from nlkgq.wrapper.lexical import CANONICAL, spelt_alike
from nlkgq.wrapper.namespace import term
from nlkgq.wrapper.source import Source
from nlkgq.wrapper.templates_in_source import read_template

_TAG: Final = re.compile(r"[a-z]{1,8}(?:-[a-z0-9]{1,8})*")
_NUMBERS = {f"{XSD}integer", f"{XSD}int", f"{XSD}decimal"}


def flag(source: Source, node: RdfTerm, name: str) -> bool | None:
    """The value of a boolean annotation; None where it is not given."""
    found = source.value(node, term(name))
    return None if found is None else found.value in {"true", "1"}


def read_conversion(source: Source, node: RdfTerm, findings: Findings) -> Conversion | None:
    """The conversion that a node describes; None where it describes none that can be used."""
    place = source.place(node)
    total = bool(flag(source, node, "total"))
    entries = source.values(node, term("map"))
    if entries:
        return _value_map(source, node, entries, findings)
    if source.value(node, term("cleanTemplate")) or source.value(node, term("nativeTemplate")):
        return read_template(source, node, total, findings)
    if source.value(node, term("nativeLanguage")) or source.value(node, term("cleanLanguage")):
        return _language(source, node, total, findings)
    native, clean = source.value(node, term("nativeDatatype")), source.value(node, term("clean"))
    if native is None or clean is None:
        findings.error(
            "conversion",
            place,
            "a conversion without w:map, w:cleanTemplate, w:nativeTemplate, w:nativeLanguage, w:cleanLanguage or "
            "w:nativeDatatype with w:clean",
            "Say what is converted.",
        )
        return None
    try:
        factor, offset = (_decimal(source, node, name) for name in ("factor", "offset"))
    except InvalidOperation:
        findings.error("conversion", place, "w:factor or w:offset is not a decimal number", "Write it like 0.001.")
        return None
    lenient = bool(flag(source, node, "lenient"))
    if converts_dates(native.value, clean.value) and factor is None and offset is None and not lenient:
        return DateConversion(native=native.value, clean=clean.value, total=total)
    made = DatatypeConversion(
        native=native.value,
        clean=clean.value,
        factor=Decimal(1) if factor is None and offset is not None else factor,
        offset=offset or Decimal(0),
        lenient=lenient,
        total=total,
    )
    wrong = _unusable(made)
    if wrong is not None:
        findings.error("conversion", place, *wrong)
        return None
    return made


def _unusable(made: DatatypeConversion) -> tuple[str, str] | None:
    """Why this conversion would not give the same values in every engine, and what to do."""
    for datatype in (made.native, made.clean):
        if datatype not in CANONICAL:
            known = ", ".join(sorted(name.removeprefix(XSD) for name in CANONICAL))
            return f"no conversion from or to <{datatype}>", f"Known: {known}; anything else takes a w:pattern."
    if made.factor == 0:
        return "w:factor is 0", "Give the number to multiply by."
    if (made.factor is not None or made.lenient) and made.clean not in _NUMBERS:
        return "only numbers have units or lenient casts", "Use xsd:integer or xsd:decimal as w:clean."
    if made.factor is not None and made.native not in _NUMBERS | {f"{XSD}string"}:
        return "only numbers and strings of numbers have units", "Use xsd:integer, xsd:decimal or xsd:string."
    if made.factor is None and not made.lenient and not spelt_alike(made.native, made.clean):
        known = "a date to a part of it or to a finer one, anything from and to text that is spelt like it"
        return "no literal of one of these datatypes is spelt like one of the other", f"Known: {known}."
    if made.factor is not None and made.clean != f"{XSD}decimal":
        whole = made.native in _NUMBERS - {f"{XSD}decimal"} and made.factor % 1 == 0 and made.offset % 1 == 0
        if not whole:
            return "this unit gives numbers that are not whole", "Use xsd:decimal as w:clean."
    return None


def _decimal(source: Source, node: RdfTerm, name: str) -> Decimal | None:
    found = source.value(node, term(name))
    if found is None:
        return None
    number = Decimal(found.value)
    if not number.is_finite():
        raise InvalidOperation
    return number


def _value_map(source: Source, node: RdfTerm, entries: Collection[RdfTerm], findings: Findings) -> ValueMap | None:
    pairs: list[tuple[RdfTerm, RdfTerm]] = []
    for entry in entries:
        clean, codes = source.value(entry, term("clean")), source.values(entry, term("code"))
        if clean is None or not codes:
            findings.error("value-map", source.place(node), "an entry without w:clean or w:code", "Give both.")
            return None
        pairs += [(clean, code) for code in codes]
    return make_map(
        pairs,
        open=bool(flag(source, node, "open")),
        total=bool(flag(source, node, "total")),
        place=source.place(node),
        findings=findings,
    )


def make_map(
    pairs: list[tuple[RdfTerm, RdfTerm]], *, open: bool, total: bool, place: str, findings: Findings
) -> ValueMap | None:
    """A table, in an order that does not depend on the file's; None where one code has two meanings."""
    meanings: dict[RdfTerm, RdfTerm] = {}
    for clean, native in pairs:
        if "bnode" in (clean.kind, native.kind):
            findings.error("value-map", place, "a blank node in a table", "Tables hold IRIs and literals.")
            return None
        if meanings.setdefault(native, clean) != clean:
            message = f"{native.value!r} stands for {meanings[native].value!r} and for {clean.value!r}"
            findings.error("value-map", place, message, "Give each code one meaning.")
            return None
    ordered = sorted(set(pairs), key=lambda pair: tuple(tuple(map(str, side)) for side in pair))
    return ValueMap(pairs=tuple(ordered), open=open, total=total)


def _language(source: Source, node: RdfTerm, total: bool, findings: Findings) -> LanguageConversion | None:
    tags = [source.value(node, term(f"{side}Language")) for side in ("native", "clean")]
    native, clean = (None if tag is None or not tag.value else tag.value.lower() for tag in tags)
    known = (native is None or native == ANY or _TAG.fullmatch(native)) and (clean is None or _TAG.fullmatch(clean))
    if not known or native == clean:
        findings.error(
            "conversion",
            source.place(node),
            "w:nativeLanguage and w:cleanLanguage are not two language tags, or one and none",
            'Write a tag like "en" for each side that has one; w:nativeLanguage may be "*", any tag.',
        )
        return None
    return LanguageConversion(native=native, clean=clean, total=total)


def coded_individuals(source: Source, findings: Findings) -> dict[str, list[tuple[RdfTerm, RdfTerm]]]:
    """Class -> (clean individual, native term), from w:code and owl:sameAs."""
    found: dict[str, list[tuple[RdfTerm, RdfTerm]]] = {}
    for subject in source.subjects():
        natives = source.values(subject, term("code"), f"{OWL}sameAs")
        if not natives or subject.kind != "uri":
            continue
        types = [t for t in source.values(subject, f"{RDF}type") if t.value != f"{OWL}NamedIndividual"]
        if not types:
            findings.error(
                "individual", source.place(subject), "an individual without a class", "Say which class it is of."
            )
        for kind in types:
            found.setdefault(kind.value, []).extend((subject, native) for native in natives)
    return found

"""Conversion nodes and coded individuals of a wrapper file -> conversions."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal, InvalidOperation

from nlkgq.iri import OWL, RDF, XSD
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.conversion import Conversion, DatatypeConversion, IriTemplate, ValueMap
from nlkgq.wrapper.finding import Findings
from nlkgq.wrapper.lexical import CANONICAL
from nlkgq.wrapper.namespace import term
from nlkgq.wrapper.source import Source

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
    template = source.value(node, term("cleanTemplate"))
    if template is not None:
        return _template(source, node, template.value, total, findings)
    native, clean = source.value(node, term("nativeDatatype")), source.value(node, term("clean"))
    if native is None or clean is None:
        findings.error(
            "conversion",
            place,
            "a conversion without w:map, w:cleanTemplate or w:nativeDatatype with w:clean",
            "Say what is converted.",
        )
        return None
    try:
        factor, offset = (_decimal(source, node, name) for name in ("factor", "offset"))
    except InvalidOperation:
        findings.error("conversion", place, "w:factor or w:offset is not a decimal number", "Write it like 0.001.")
        return None
    lenient = bool(flag(source, node, "lenient"))
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
    if made.factor is not None and made.native == f"{XSD}string":
        return "a unit on strings", "Convert the datatype in a w:pattern first, or store numbers."
    if made.factor is not None and made.clean != f"{XSD}decimal":
        whole = made.native in _NUMBERS - {f"{XSD}decimal"} and made.factor % 1 == 0 and made.offset % 1 == 0
        if not whole:
            return "this unit gives numbers that are not whole", "Use xsd:decimal as w:clean."
    return None


def _decimal(source: Source, node: RdfTerm, name: str) -> Decimal | None:
    found = source.value(node, term(name))
    return None if found is None else Decimal(found.value)


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


def _template(source: Source, node: RdfTerm, clean: str, total: bool, findings: Findings) -> IriTemplate | None:
    native = source.value(node, term("nativeTemplate"))
    datatype = source.value(node, term("nativeDatatype"))
    for text in [clean] + ([native.value] if native is not None else []):
        if text.count("{id}") != 1:
            findings.error("template", source.place(node), f"{text!r} does not hold {{id}} once", "Write {id} once.")
            return None
    before, behind = clean.split("{id}")
    native_ends: tuple[str, str] | None = None
    if native is not None:
        start, end = native.value.split("{id}")
        native_ends = (start, end)
    return IriTemplate(
        clean=(before, behind),
        native=native_ends,
        datatype=datatype.value if datatype is not None else f"{XSD}string",
        total=total,
    )


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

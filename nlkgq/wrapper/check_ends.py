"""Whether domains, ranges and kinds of properties agree with each other and with the forms."""

from __future__ import annotations

from nlkgq.iri import OWL, RDFS, XSD
from nlkgq.ontology.model import Ontology, Property
from nlkgq.wrapper.conversion import Conversion, IriTemplate, TextTemplate, ValueMap
from nlkgq.wrapper.finding import Findings
from nlkgq.wrapper.model import PropertyForm, Wrapper

_ANY_CLASS = {f"{OWL}Thing", f"{RDFS}Resource"}


def check_ends(wrapper: Wrapper, ontology: Ontology, findings: Findings) -> None:
    """Report what contradicts itself without a look at the data."""
    converted = any(form.instances is not None for forms in wrapper.classes.values() for form in forms)
    for iri, forms in wrapper.properties.items():
        place = wrapper.prefixes.shorten(iri)
        known = ontology.properties.get(iri)
        if known is None:
            findings.warning("undeclared", place, "not declared in the ontology", "Declare it there.")
            continue
        _classes(wrapper, place, known, findings)
        _kind(wrapper, place, known, forms, findings)
        _inverses(wrapper, ontology, place, known, findings)
        _above_itself(ontology, place, known, findings)
        if converted and not known.domain and any(form.subject is None for form in forms):
            findings.info("no-domain", place, "no domain, so its subjects are taken as they are")
        if converted and not known.range and known.kind != "datatype" and any(form.object is None for form in forms):
            findings.info("no-range", place, "no range, so its objects are taken as they are")


def _classes(wrapper: Wrapper, place: str, known: Property, findings: Findings) -> None:
    """Classes that the wrapper does not have; a typing error, mostly."""
    for axiom, said in (("domain", known.domain_classes), ("range", known.range_classes)):
        for iri in said:
            beside = iri in wrapper.classes or iri in _ANY_CLASS or not iri.startswith(wrapper.namespace)
            if not beside:
                message = f"its {axiom} {wrapper.prefixes.shorten(iri)} is no class of the wrapper"
                findings.warning("unknown-class", place, message, f"Correct rdfs:{axiom}, or declare the class.")


def _kind(wrapper: Wrapper, place: str, known: Property, forms: tuple[PropertyForm, ...], findings: Findings) -> None:
    literal = known.kind == "datatype"
    if literal and any(form.kind == "inverse" and not _makes_literals(form.object) for form in forms):
        findings.error("literal-subject", place, "the inverse of a native property gives no literals", "Turn it.")
    datatypes = [iri for iri in known.range_classes if iri.startswith(XSD)]
    classes = [iri for iri in known.range_classes if iri in wrapper.classes]
    if literal and classes:
        message = f"a datatype property whose range is the class {wrapper.prefixes.shorten(classes[0])}"
        findings.warning("kind", place, message, "Make it an owl:ObjectProperty, or give it a datatype.")
    if known.kind == "object" and datatypes:
        message = f"an object property whose range is the datatype {wrapper.prefixes.shorten(datatypes[0])}"
        findings.warning("kind", place, message, "Make it an owl:DatatypeProperty, or give it a class.")
    for form in forms:
        if form.object is None:
            continue
        if literal and _makes_iris(form.object):
            findings.warning("kind", place, "a datatype property whose conversion gives IRIs", "Correct one of them.")
        if known.kind == "object" and _makes_literals(form.object):
            message = "an object property whose conversion gives literals"
            findings.warning("kind", place, message, "Correct one of them.")


def _makes_iris(conversion: Conversion) -> bool:
    if isinstance(conversion, ValueMap):
        return not conversion.open and all(clean.kind == "uri" for clean, _ in conversion.pairs)
    return isinstance(conversion, IriTemplate) or (
        isinstance(conversion, TextTemplate) and conversion.clean_datatype is None
    )


def _makes_literals(conversion: Conversion | None) -> bool:
    if isinstance(conversion, ValueMap):
        return not conversion.open and all(clean.kind == "literal" for clean, _ in conversion.pairs)
    return conversion is not None and not _makes_iris(conversion)


def _inverses(wrapper: Wrapper, ontology: Ontology, place: str, known: Property, findings: Findings) -> None:
    """The domain of a property and the range of its inverse, one at least in common, subclasses counted."""
    for iri in known.inverses:
        other = ontology.properties.get(iri)
        if other is None or iri not in wrapper.properties:
            continue
        name = wrapper.prefixes.shorten(iri)
        ends = (
            ("domain", known.domain_classes, "range", other.range_classes),
            ("range", known.range_classes, "domain", other.domain_classes),
        )
        for axiom, own, opposite, theirs in ends:
            if own and theirs and not _below(wrapper, own) & _below(wrapper, theirs):
                message = f"its {axiom} has nothing in common with the {opposite} of its inverse {name}"
                findings.warning("inverse", place, message, f"Correct rdfs:{axiom} of one of them.")


def _below(wrapper: Wrapper, classes: tuple[str, ...]) -> set[str]:
    return {below for iri in classes for below in (iri, *wrapper.subclasses(iri))}


def _above_itself(ontology: Ontology, place: str, known: Property, findings: Findings) -> None:
    pending, seen = list(known.parents), set[str]()
    while pending:
        above = pending.pop()
        if above == known.iri:
            findings.error("cycle", place, "a property below itself", "Remove one rdfs:subPropertyOf of the circle.")
            return
        if above not in seen:
            seen.add(above)
            higher = ontology.properties.get(above)
            pending.extend(higher.parents if higher is not None else ())

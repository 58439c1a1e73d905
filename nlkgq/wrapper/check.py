"""What is wrong, missing or doubtful about a wrapper, seen against its ontology and the data."""

from __future__ import annotations

from nlkgq.iri import RDF, RDFS, XSD
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile
from nlkgq.wrapper.check_ends import check_ends
from nlkgq.wrapper.finding import Findings, WrapperFinding
from nlkgq.wrapper.model import ClassForm, PropertyForm, Wrapper
from nlkgq.wrapper.native_terms import native_terms

_BEYOND = (RDF, RDFS)
_NUMBERS = {f"{XSD}{name}" for name in ("integer", "int", "long", "short", "byte", "nonNegativeInteger", "decimal")}


def check_wrapper(
    wrapper: Wrapper, ontology: Ontology | None = None, profile: Profile | None = None
) -> tuple[WrapperFinding, ...]:
    """Everything that is found, in the order of the terms.

    Args:
        wrapper: As `read_wrapper` gives it.
        ontology: The clean terms with their domains and ranges; None leaves out what needs them.
        profile: The native data, counted; None leaves out what needs it.
    """
    findings = Findings()
    _forms(wrapper, findings)
    _cycles(wrapper, findings)
    _same(wrapper, findings)
    if ontology is not None:
        check_ends(wrapper, ontology, findings)
    if profile is not None:
        _used(wrapper, profile, findings)
        if ontology is not None:
            _agree(wrapper, ontology, profile, findings)
    return tuple(findings)


def _name(wrapper: Wrapper, iri: str) -> str:
    return wrapper.prefixes.shorten(iri)


def _forms(wrapper: Wrapper, findings: Findings) -> None:
    for iri, forms in wrapper.classes.items():
        if forms:
            continue
        below = [c for c in wrapper.subclasses(iri) if wrapper.classes.get(c)]
        if below:
            listed = ", ".join(_name(wrapper, c) for c in below[:5])
            findings.info("stands-for-subclasses", _name(wrapper, iri), f"stands for {listed}")
        else:
            findings.error("no-form", _name(wrapper, iri), "no native form", "Give owl:equivalentClass or w:pattern.")
    for iri, property_forms in wrapper.properties.items():
        if not property_forms:
            findings.error(
                "no-form",
                _name(wrapper, iri),
                "no native form, and none follows from an inverse or a chain",
                "Give it owl:equivalentProperty, w:path or w:pattern; an inverse of itself leads nowhere.",
            )


def _cycles(wrapper: Wrapper, findings: Findings) -> None:
    for iri in wrapper.parents:
        pending, seen = list(wrapper.parents[iri]), set[str]()
        while pending:
            above = pending.pop()
            if above == iri:
                message = "a class below itself"
                findings.error("cycle", _name(wrapper, iri), message, "Remove one rdfs:subClassOf of the circle.")
                break
            if above not in seen:
                seen.add(above)
                pending.extend(wrapper.parents.get(above, ()))


def _same(wrapper: Wrapper, findings: Findings) -> None:
    first: dict[ClassForm | PropertyForm, str] = {}
    texts: dict[tuple[str | None, ...], str] = {}
    for term, form in wrapper.forms():
        other = first.setdefault(form, term)
        alike = texts.setdefault((type(form).__name__, form.kind, form.text, form.endpoint, form.graph), term)
        if other == term and alike != term:
            findings.info(
                "same-native",
                _name(wrapper, term),
                f"the same native form as {_name(wrapper, alike)}, converted in another way",
            )
        related = other in wrapper.subclasses(term) or term in wrapper.subclasses(other)
        if other != term and not related:
            findings.warning(
                "same-form",
                _name(wrapper, term),
                f"the same native form as {_name(wrapper, other)}",
                "Keep one of them, or say in its comment how they differ.",
            )


def _used(wrapper: Wrapper, profile: Profile, findings: Findings) -> None:
    """Each native term must be somewhere in the data."""
    for term, form in wrapper.forms():
        classes, properties = native_terms(form)
        absent = [c for c in classes if not profile.classes.get(c)]
        absent += [p for p in properties if p not in profile.properties and not p.startswith(_BEYOND)]
        for native in absent:
            message = f"{wrapper.prefixes.shorten(native)} is not used in the data"
            if profile.complete:
                findings.warning("unused", _name(wrapper, term), message, "Check the spelling, or the endpoint.")
            else:
                findings.info("unused", _name(wrapper, term), f"{message}, as far as it was counted")


def _agree(wrapper: Wrapper, ontology: Ontology, profile: Profile, findings: Findings) -> None:
    """Domains and ranges against what the data has at the ends of plain native properties."""
    for iri, forms in wrapper.properties.items():
        known = ontology.properties.get(iri)
        if known is None:
            continue
        for form in forms:
            use = profile.properties.get(form.text) if form.kind in {"iri", "inverse"} else None
            if use is None:
                continue
            subjects, objects = use.subject_classes, use.object_classes
            if form.kind == "inverse":
                subjects, objects = objects, subjects
            ends = (("domain", known.domain_classes, subjects), ("range", known.range_classes, objects))
            for axiom, said, found in ends:
                expected = set(_native_classes(wrapper, said))
                classes = {c for c in found if c}
                if expected and classes and not expected & classes:
                    listed = ", ".join(sorted(map(wrapper.prefixes.shorten, classes))[:4])
                    findings.warning(
                        axiom,
                        _name(wrapper, iri),
                        f"its {axiom} never occurs: the data has {listed}",
                        f"Correct rdfs:{axiom}.",
                    )
            if form.kind == "iri" and form.object is None and known.kind == "datatype":
                _datatypes(wrapper, iri, known.range_classes, set(use.datatypes), findings)


def _native_classes(wrapper: Wrapper, classes: tuple[str, ...]) -> list[str]:
    """The native types of things of these classes; none where some are found by a pattern: they may have any type."""
    forms = [f for iri in classes for c in (iri, *wrapper.subclasses(iri)) for f in wrapper.classes.get(c, ())]
    return [form.text for form in forms] if all(form.kind == "iri" for form in forms) else []


def _datatypes(wrapper: Wrapper, iri: str, said: tuple[str, ...], stored: set[str], findings: Findings) -> None:
    expected = {d for d in said if d.startswith(XSD)}
    if not expected or not stored or expected & stored or (expected & _NUMBERS and stored & _NUMBERS):
        return
    listed = ", ".join(sorted(d.removeprefix(XSD) for d in stored))
    findings.warning(
        "datatype",
        _name(wrapper, iri),
        f"its range says {', '.join(sorted(d.removeprefix(XSD) for d in expected))}, the data has {listed}",
        "Give w:objectConversion with w:nativeDatatype and w:clean.",
    )

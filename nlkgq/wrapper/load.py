"""Wrapper files -> `Wrapper`: OWL's own words first, then the annotations of `nlkgq.wrapper.namespace`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from nlkgq.errors import LoadError
from nlkgq.iri import OWL, RDF, RDFS
from nlkgq.rdf_files import content_key
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.annotations import check_annotations, check_forms
from nlkgq.wrapper.cache import read_cached, write_cached
from nlkgq.wrapper.conversion import Conversion
from nlkgq.wrapper.conversions_in_source import coded_individuals, flag, make_map, read_conversion
from nlkgq.wrapper.ends_in_source import Conversions
from nlkgq.wrapper.finding import Findings, WrapperFinding
from nlkgq.wrapper.forms_in_source import FormReader
from nlkgq.wrapper.model import ClassForm, PropertyForm, Wrapper
from nlkgq.wrapper.namespace import WRAPPER, term
from nlkgq.wrapper.source import Source

_CLASS_TYPES = {f"{OWL}Class", f"{RDFS}Class"}
_PROPERTY_TYPES = {f"{OWL}ObjectProperty", f"{OWL}DatatypeProperty", f"{OWL}AnnotationProperty", f"{RDF}Property"}
FORMAT = "wrapper 3"
"""Changes when what a load makes of the same file changes."""


def load_wrapper(paths: Sequence[str | Path], *, cache_folder: Path | None = None) -> Wrapper:
    """The wrapper that some files describe.

    Args:
        paths: Wrapper ontologies in any syntax that an ontology may have.
        cache_folder: Where the result is kept, under the hash of the files' content; None to keep nothing.

    Raises:
        LoadError: A file that cannot be read, or the first mistake in one, with its place and remedy.
    """
    key = content_key(paths, salt=FORMAT)
    cached = read_cached(cache_folder, key)
    if cached is not None:
        return cached
    wrapper, findings = read_wrapper(paths)
    for finding in findings:
        if finding.severity == "error":
            raise LoadError(f"{finding.place}: {finding.message}", place=finding.place, hint=finding.remedy)
    write_cached(cache_folder, wrapper)
    return wrapper


def read_wrapper(paths: Sequence[str | Path]) -> tuple[Wrapper, tuple[WrapperFinding, ...]]:
    """The wrapper and everything that is wrong with its files.

    Raises:
        LoadError: A file that cannot be read.
    """
    findings = Findings()
    source = Source(paths)
    classes, properties = _declared(source)
    namespace = _namespace(source, classes, properties)
    individuals = coded_individuals(source, findings)
    instances = _instances(source, classes, individuals, findings)
    reader = FormReader(source, namespace, Conversions(source, instances, findings), findings)
    class_forms: dict[str, tuple[ClassForm, ...]] = {}
    for iri in classes:
        forms = reader.class_forms(iri)
        if forms or iri.startswith(namespace):
            class_forms[iri] = forms
    property_forms: dict[str, tuple[PropertyForm, ...]] = {}
    for iri in properties:
        own = reader.property_forms(iri)
        if own or iri.startswith(namespace):
            property_forms[iri] = own
    own_terms = {iri for iri in (*class_forms, *property_forms) if iri.startswith(namespace)}
    own_terms |= {clean.value for pairs in individuals.values() for clean, native in pairs if native != clean}
    check_forms(source, {**class_forms, **property_forms}, own_terms, findings)
    reader.derive(property_forms)
    for iri in class_forms.keys() & property_forms.keys():
        place = source.place(RdfTerm("uri", iri))
        findings.error("two-kinds", place, "a class and a property at once", "Give the two different IRIs.")
    check_annotations(source, namespace, findings)
    wrapper = Wrapper(
        namespace=namespace,
        classes=dict(sorted(class_forms.items())),
        properties=dict(sorted(property_forms.items())),
        parents=_parents(source, class_forms),
        prefixes=source.prefixes,
        key=content_key(paths, salt=FORMAT),
    )
    return wrapper, tuple(dict.fromkeys(findings))


def _declared(source: Source) -> tuple[list[str], list[str]]:
    classes: list[str] = []
    properties: list[str] = []
    for subject in source.subjects():
        if subject.kind != "uri" or subject.value.startswith(WRAPPER):
            continue
        types = {t.value for t in source.values(subject, f"{RDF}type")}
        if types & _CLASS_TYPES:
            classes.append(subject.value)
        if types & _PROPERTY_TYPES:
            properties.append(subject.value)
    return classes, properties


def _namespace(source: Source, classes: list[str], properties: list[str]) -> str:
    """What the file says (vann:preferredNamespaceUri), else that of most declared terms."""
    for subject in source.subjects():
        said = source.value(subject, "http://purl.org/vocab/vann/preferredNamespaceUri")
        if said is not None:
            return said.value
    counts: Counter[str] = Counter()
    for iri in (*classes, *properties):
        cut = max(iri.rfind("#"), iri.rfind("/")) + 1
        counts[iri[:cut]] += 1
    return counts.most_common(1)[0][0] if counts else ""


def _parents(source: Source, classes: dict[str, tuple[ClassForm, ...]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for iri in classes:
        above = source.values(RdfTerm("uri", iri), f"{RDFS}subClassOf")
        named = tuple(parent.value for parent in above if parent.kind == "uri" and parent.value in classes)
        if named:
            found[iri] = named
    return found


def _instances(
    source: Source,
    classes: list[str],
    individuals: dict[str, list[tuple[RdfTerm, RdfTerm]]],
    findings: Findings,
) -> dict[str, Conversion]:
    """Class -> conversion of its things, inherited by the classes below."""
    own: dict[str, Conversion] = {}
    for iri in classes:
        subject = RdfTerm("uri", iri)
        node = source.value(subject, term("instances"))
        made: Conversion | None = None
        if node is not None:
            made = read_conversion(source, node, findings)
        elif iri in individuals:
            pairs = individuals[iri]
            # Individuals that the file does not list stand for themselves, unless the database has codes instead.
            opened = flag(source, subject, "open")
            same = all(native.kind == "uri" for _, native in pairs)
            made = make_map(
                pairs,
                open=same if opened is None else opened,
                total=bool(flag(source, subject, "total")),
                place=source.place(subject),
                findings=findings,
            )
        if made is not None:
            own[iri] = made
    inherited = dict(own)
    for iri in classes:
        seen, pending = {iri}, [iri]
        while pending and iri not in inherited:
            for above in source.values(RdfTerm("uri", pending.pop(0)), f"{RDFS}subClassOf"):
                if above.value in own:
                    inherited[iri] = own[above.value]
                    break
                if above.kind == "uri" and above.value not in seen:
                    seen.add(above.value)
                    pending.append(above.value)
    return inherited

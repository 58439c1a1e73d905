"""What is wrong or missing in an ontology, for `nlkgq ontology check`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.model import Ontology, Property, Term, closure
from nlkgq.ontology.prefixes import namespace_of
from nlkgq.ontology.triples import is_datatype

_SEVERITIES: Final = ("error", "warning", "info")
_SHOWN: Final = 8  # names in one message


@dataclass(frozen=True, slots=True, kw_only=True)
class OntologyFinding:
    """One thing that is wrong, or missing.

    Args:
        code: Stable name, such as ``duplicate-label``.
        severity: ``error``: questions will go wrong; ``warning``: they may; ``info``: they would do better.
        message: One sentence.
        place: A term by its prefixed name, or ``file:line``, or the files.
        remedy: What to do; None when nothing is known.
        terms: IRIs concerned.
    """

    code: str
    severity: Literal["error", "warning", "info"]
    message: str
    place: str
    remedy: str | None = None
    terms: tuple[str, ...] = ()


def check_ontology(
    paths: str | Path | Iterable[str | Path],
    *,
    reason: bool = False,
    catalog: Mapping[str, Path] | None = None,
) -> tuple[OntologyFinding, ...]:
    """Load an ontology and check it.

    Args:
        paths: Its files.
        reason: Also what a reasoner finds (needs Java).
        catalog: Local copies of imported ontologies; given, they are read too.

    Returns:
        Findings, errors first.

    Raises:
        LoadError: A file that cannot be read.
        ConfigError: The reasoner cannot be run.
    """
    files = [Path(paths)] if isinstance(paths, str | Path) else [Path(p) for p in paths]
    ontology = load_ontology(files, catalog=catalog, follow_imports=catalog is not None)
    place = ", ".join(map(str, files))
    found = [*check(ontology, place=place)]
    if reason:
        found += _reasoned(ontology, files, place)
    return tuple(sorted(found, key=lambda f: _SEVERITIES.index(f.severity)))


def check(ontology: Ontology, *, place: str = "ontology") -> tuple[OntologyFinding, ...]:
    """Findings about an ontology in memory, errors first; ``place`` stands for the whole of it.

    >>> [finding.code for finding in check(Ontology())]
    ['no-class']
    """
    found = [finding for run in CHECKS for finding in run(ontology, place)]
    return tuple(sorted(found, key=lambda f: _SEVERITIES.index(f.severity)))


def load_warnings(ontology: Ontology, place: str) -> Iterator[OntologyFinding]:
    """What the loader went past: invalid IRIs, prefixes, imports without a copy."""
    for warning in ontology.warnings:
        yield OntologyFinding(
            code="load",
            severity="warning",
            message=warning.message,
            place=warning.place,
            remedy="Mend it in the file; the rest was loaded." if "IRI" in warning.message else None,
        )


def no_class(ontology: Ontology, place: str) -> Iterator[OntologyFinding]:
    """An ontology without classes, or without properties."""
    if not ontology.classes:
        nothing = not ontology.properties
        yield OntologyFinding(
            code="no-class",
            severity="error" if nothing else "warning",
            message="the ontology has no class" + (" and no property" if nothing else ""),
            place=place,
            remedy="Name the file that declares them, or leave --ontology out: one is drafted from the data.",
        )
    elif not ontology.properties:
        yield OntologyFinding(
            code="no-property", severity="warning", message="the ontology has no property", place=place
        )


def duplicate_labels(ontology: Ontology, place: str) -> Iterator[OntologyFinding]:
    """Terms of one kind with the same label, which a question cannot tell apart."""
    for group in (ontology.classes, ontology.properties):
        by_label: dict[tuple[str, str], list[str]] = {}
        for term in group.values():
            for text in term.labels:
                by_label.setdefault((text.value.casefold(), text.language), []).append(term.iri)
        for (label, _), iris in sorted(by_label.items()):
            if len(set(iris)) > 1:
                yield OntologyFinding(
                    code="duplicate-label",
                    severity="warning",
                    message=f"{_names(ontology, iris)} have the same label {label!r}",
                    place=_name(ontology, iris[0]),
                    remedy="Give each a label of its own, or an alternative label that tells them apart.",
                    terms=tuple(iris),
                )


def cyclic_hierarchy(ontology: Ontology, place: str) -> Iterator[OntologyFinding]:
    """Classes or properties that are their own ancestors; each cycle once."""
    for word, terms in (("class", ontology.classes), ("property", ontology.properties)):
        for cycle in _cycles({iri: term.parents for iri, term in terms.items()}):
            yield OntologyFinding(
                code="cyclic-hierarchy",
                severity="warning",
                message=f"{_names(ontology, cycle)} are each a sub{word} of the other, so they are all equal",
                place=_name(ontology, cycle[0]),
                remedy="Remove one of the axioms, or say that they are equivalent.",
                terms=cycle,
            )


def undeclared_terms(ontology: Ontology, place: str) -> Iterator[OntologyFinding]:
    """Terms that are only used; in a namespace that the ontology declares terms in, most likely a slip of the pen."""
    undeclared = set(ontology.undeclared)
    own = {namespace_of(term.iri) for term in ontology if term.iri not in undeclared}
    slips = [iri for iri in ontology.undeclared if namespace_of(iri) in own]
    others = [iri for iri in ontology.undeclared if namespace_of(iri) not in own]
    if slips:
        yield _group(
            ontology, "undeclared-term", "warning", slips, "used, but never declared", "Declare them, or mend the name."
        )
    if others:
        yield _group(
            ontology, "foreign-term", "info", others, "used from elsewhere", "Read the ontology they are from."
        )


def mixed_kinds(ontology: Ontology, place: str) -> Iterator[OntologyFinding]:
    """Object properties with datatypes in their range and the reverse; properties of no known kind."""
    for p in ontology.properties.values():
        wrong = [iri for iri in p.range_classes if _is_wrong(p, iri, ontology)]
        if wrong:
            yield OntologyFinding(
                code="kind-mismatch",
                severity="warning",
                message=f"{_name(ontology, p.iri)}: the range of this {p.kind} property is {_names(ontology, wrong)}",
                place=_name(ontology, p.iri),
                remedy="Change the kind of the property, or its range.",
                terms=(p.iri, *wrong),
            )
    unknown = [iri for iri, p in ontology.properties.items() if p.kind == "unknown"]
    if unknown:
        remedy = "Declare each an object or datatype property, or give it a range."
        yield _group(ontology, "unknown-kind", "info", unknown, "neither object nor datatype properties", remedy)


def missing_descriptions(ontology: Ontology, place: str) -> Iterator[OntologyFinding]:
    """Terms without label; properties without domain or range."""
    shown = [p for p in ontology.properties.values() if p.kind != "annotation"]
    groups: tuple[tuple[str, list[Term], str, str], ...] = (
        (
            "no-label",
            [t for t in (*ontology.classes.values(), *shown) if not t.labels],
            "without a label",
            "rdfs:label",
        ),
        ("no-domain", [p for p in shown if not p.domain], "without a domain", "rdfs:domain"),
        ("no-range", [p for p in shown if not p.range], "without a range", "rdfs:range"),
    )
    for code, terms, what, predicate in groups:
        if terms:
            iris = [term.iri for term in terms]
            yield _group(ontology, code, "info", iris, what, f"Add {predicate}; a model reads it.")


def unread_imports(ontology: Ontology, place: str) -> Iterator[OntologyFinding]:
    """Imports, which are not followed unless a catalogue names copies."""
    warned = " ".join(w.message for w in ontology.warnings)
    for iri in ontology.imports:
        if f"<{iri}>" not in warned:
            yield OntologyFinding(
                code="import",
                severity="info",
                message=f"owl:imports <{iri}> is read only from a copy in the catalogue",
                place=place,
                remedy="Give the file of a copy beside this ontology, or a catalogue.",
            )


CHECKS: Final[tuple[Callable[[Ontology, str], Iterator[OntologyFinding]], ...]] = (
    load_warnings,
    no_class,
    duplicate_labels,
    cyclic_hierarchy,
    undeclared_terms,
    mixed_kinds,
    missing_descriptions,
    unread_imports,
)


def _reasoned(ontology: Ontology, files: list[Path], place: str) -> Iterator[OntologyFinding]:
    from nlkgq.ontology.reason import reason

    result = reason(files)
    if not result.consistent:
        yield OntologyFinding(
            code="inconsistent",
            severity="error",
            message="the ontology contradicts itself: it has no model",
            place=place,
            remedy="Look for individuals of disjoint classes, and for functional properties with two values.",
        )
    for iri in result.unsatisfiable:
        yield OntologyFinding(
            code="unsatisfiable-class",
            severity="error",
            message=f"{_name(ontology, iri)} can have no instance",
            place=_name(ontology, iri),
            remedy="Look for disjoint superclasses and restrictions that exclude each other.",
            terms=(iri,),
        )
    for lower, upper in result.inferred:
        yield OntologyFinding(
            code="inferred-subclass",
            severity="info",
            message=f"{_name(ontology, lower)} is a subclass of {_name(ontology, upper)}, which is not stated",
            place=_name(ontology, lower),
            terms=(lower, upper),
        )


def _is_wrong(p: Property, iri: str, ontology: Ontology) -> bool:
    if p.kind == "object":
        return is_datatype(iri)
    return p.kind == "datatype" and iri in ontology.classes


def _group(
    ontology: Ontology,
    code: str,
    severity: Literal["error", "warning", "info"],
    iris: Iterable[str],
    what: str,
    remedy: str,
) -> OntologyFinding:
    found = tuple(iris)
    return OntologyFinding(
        code=code,
        severity=severity,
        message=f"{len(found)} {what}: {_names(ontology, found)}",
        place=_name(ontology, found[0]),
        remedy=remedy,
        terms=found,
    )


def _name(ontology: Ontology, iri: str) -> str:
    return ontology.prefixes.shorten(iri)


def _names(ontology: Ontology, iris: Iterable[str]) -> str:
    names = [_name(ontology, iri) for iri in dict.fromkeys(iris)]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _cycles(parents: Mapping[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The sets of nodes that reach each other, each with at least two, in order."""
    reach = closure(parents)
    found = {
        tuple(sorted(other for other in reach[iri] if iri in reach.get(other, ())))
        for iri in parents
        if iri in reach[iri]
    }
    return sorted(cycle for cycle in found if len(cycle) > 1)

"""Whether the annotations of a wrapper file are used as `nlkgq.wrapper.namespace` describes them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from nlkgq.iri import OWL, is_valid_iri
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.finding import Findings
from nlkgq.wrapper.model import ClassForm, PropertyForm
from nlkgq.wrapper.namespace import TERMS, WRAPPER, term
from nlkgq.wrapper.source import Source

_Kind = tuple[str, str, Callable[[RdfTerm], bool]]


def _is_text(value: RdfTerm) -> bool:
    return value.kind == "literal" and bool(value.value.strip())


def _is_iri(value: RdfTerm) -> bool:
    return value.kind == "uri" and is_valid_iri(value.value)


_FLAG: Final[_Kind] = ("true or false", "Write true or false.", lambda v: v.value in {"true", "false", "1", "0"})
_NUMBER: Final[_Kind] = (
    "a decimal number",
    "Write it like 0.001.",
    lambda v: v.kind == "literal" and re.fullmatch(r"[+-]?(\d+(\.\d*)?|\.\d+)", v.value) is not None,
)
_TEXT: Final[_Kind] = ("text", "Write it in quotes.", _is_text)
_IRI: Final[_Kind] = ("an IRI", "Write an IRI, without quotes.", _is_iri)
_NODE: Final[_Kind] = ("a node", "Write [ ... ] or the IRI of a node.", lambda v: v.kind != "literal")
_KINDS: Final[Mapping[str, _Kind]] = {
    **dict.fromkeys(("repeats", "open", "lenient", "total"), _FLAG),
    **dict.fromkeys(("factor", "offset"), _NUMBER),
    **dict.fromkeys(("endpoint", "path", "typePath", "pattern", "cleanTemplate", "nativeTemplate"), _TEXT),
    **dict.fromkeys(("native", "inverse", "property", "graph", "nativeDatatype"), _IRI),
    **dict.fromkeys(("form", "map", "instances", "subjectConversion", "objectConversion"), _NODE),
}
_NAMED: Final = re.compile(r"<([^<>\s]+)>")
_SEVERAL: Final = {"form", "native", "inverse", "path", "pattern", "value", "code", "map"}
_TOGETHER: Final[Mapping[str, tuple[str, ...]]] = {
    "property": (term("value"),),
    "value": (term("property"),),
    "typePath": (term("native"), f"{OWL}equivalentClass"),
    "languages": (term("native"), f"{OWL}equivalentProperty"),
    "factor": (term("nativeDatatype"),),
    "offset": (term("nativeDatatype"),),
}
"""Annotation -> properties of which the same node needs one."""


def check_annotations(source: Source, namespace: str, findings: Findings) -> None:
    """Report unknown annotations, values of another kind, and annotations that say nothing without another one.

    Args:
        source: The files.
        namespace: Of the clean terms, which are nobody's native form.
        findings: Where errors go.
    """
    for subject, name in source.annotations(WRAPPER):
        local = name.removeprefix(WRAPPER)
        place = source.place(subject)
        if local not in TERMS:
            near = difflib.get_close_matches(local, TERMS, n=1)
            remedy = f"Did you mean w:{near[0]}?" if near else f"Known: {', '.join(sorted(TERMS))}."
            findings.error("annotation", place, f"w:{local} is not a term of {WRAPPER}", remedy)
            continue
        values = source.values(subject, name)
        if local in _KINDS:
            wanted, remedy, fits = _KINDS[local]
            for value in values:
                if not fits(value):
                    findings.error("annotation", place, f"w:{local} is not {wanted}: {value.value!r}", remedy)
        if local not in _SEVERAL and len(values) > 1:
            findings.error("annotation", place, f"w:{local} has {len(values)} values", "Keep one of them.")
        if local in {"native", "inverse"} and namespace:
            for value in values:
                if value.kind == "uri" and value.value.startswith(namespace):
                    message = f"w:{local} names the clean term {source.prefixes.shorten(value.value)}"
                    findings.error("annotation", place, message, "Name a native term, or use OWL's own words.")
        needed = _TOGETHER.get(local)
        if needed is not None and not source.values(subject, *needed):
            listed = " or ".join(_short(iri) for iri in needed)
            findings.error("annotation", place, f"w:{local} without {listed}", f"Give {listed}, too.")


def check_forms(
    source: Source,
    forms: Mapping[str, Sequence[ClassForm | PropertyForm]],
    clean: Collection[str],
    findings: Findings,
) -> None:
    """Finds native forms that name clean terms: no database knows them, and the form would find nothing.

    Args:
        source: The files.
        forms: Term -> the forms that are its own.
        clean: The clean terms and individuals.
        findings: Where errors go.
    """
    for iri, own in forms.items():
        for form in own:
            named = _NAMED.findall(form.text) if "<" in form.text else [form.text]
            for other in dict.fromkeys(named):
                if other in clean:
                    message = f"its native form names the clean term {source.prefixes.shorten(other)}"
                    remedy = "Name what stands for it in the database; a condition on it can be written as w:pattern."
                    findings.error("clean-in-native", source.place(RdfTerm("uri", iri)), message, remedy)


def _short(iri: str) -> str:
    return iri.replace(WRAPPER, "w:").replace(OWL, "owl:")

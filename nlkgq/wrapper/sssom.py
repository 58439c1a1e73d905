"""Term-to-term mappings as SSSOM TSV (https://mapping-commons.github.io/sssom/), through sssom-pydantic.

Only what is simply another name is a term-to-term mapping; paths, patterns and conversions stay in the wrapper file.
"""

from __future__ import annotations

import importlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from nlkgq.errors import LoadError, MissingExtraError
from nlkgq.iri import OWL, SKOS, PrefixMap, local_name
from nlkgq.wrapper.model import ClassForm, PropertyForm, Wrapper

_SEMAPV: Final = "https://w3id.org/semapv/vocab/"
_EXACT: Final = f"{SKOS}exactMatch"
TermKind = Literal["class", "property", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TermMapping:
    """One row: a clean term, a native term, and how they are related (an IRI, such as owl:equivalentClass)."""

    clean: str
    native: str
    predicate: str

    @property
    def kind(self) -> TermKind:
        """What the relation says of both terms."""
        if self.predicate == f"{OWL}equivalentClass":
            return "class"
        return "property" if self.predicate in {f"{OWL}equivalentProperty", f"{OWL}inverseOf"} else "unknown"


def term_mappings(wrapper: Wrapper) -> tuple[TermMapping, ...]:
    """The term-to-term part of a wrapper."""
    found: list[TermMapping] = []
    for clean, form in wrapper.forms():
        if form.kind not in {"iri", "inverse"}:
            continue
        name = "equivalentClass" if isinstance(form, ClassForm) else "equivalentProperty"
        predicate = f"{OWL}inverseOf" if form.kind == "inverse" else f"{OWL}{name}"
        found.append(TermMapping(clean=clean, native=form.text, predicate=predicate))
    return tuple(found)


def wrapper_of(mappings: Collection[TermMapping], *, classes: Collection[str] = ()) -> Wrapper:
    """A wrapper from mappings; skos:exactMatch is a class's where ``classes`` holds the clean term."""
    class_forms: dict[str, tuple[ClassForm, ...]] = {}
    property_forms: dict[str, tuple[PropertyForm, ...]] = {}
    for mapping in mappings:
        if mapping.kind == "class" or (mapping.kind == "unknown" and mapping.clean in classes):
            made = ClassForm(kind="iri", text=mapping.native)
            class_forms[mapping.clean] = (*class_forms.get(mapping.clean, ()), made)
        else:
            kind: Literal["iri", "inverse"] = "inverse" if mapping.predicate == f"{OWL}inverseOf" else "iri"
            form = PropertyForm(kind=kind, text=mapping.native)
            property_forms[mapping.clean] = (*property_forms.get(mapping.clean, ()), form)
    return Wrapper(classes=class_forms, properties=property_forms)


def read_sssom(path: str | Path) -> tuple[tuple[TermMapping, ...], int]:
    """The mappings of a file that say "the same", clean terms as subjects, and how many others were left out.

    Raises:
        LoadError: Not an SSSOM TSV.
        MissingExtraError: sssom-pydantic is not installed.
    """
    library = _library()
    try:
        pack = library.read(path)
    except (OSError, ValueError, KeyError) as error:
        hint = "An SSSOM TSV has a header with a curie_map, and columns subject_id, predicate_id, object_id."
        raise LoadError(f"{path} is not an SSSOM TSV: {error}", place=str(path), hint=hint) from error
    found: list[TermMapping] = []
    left_out = 0
    for mapping in pack.mappings:
        clean, predicate, native = (
            pack.converter.expand_reference(part, strict=True)
            for part in (mapping.subject, mapping.predicate, mapping.object)
        )
        row = TermMapping(clean=clean, native=native, predicate=predicate)
        negated = mapping.predicate_modifier is not None
        if negated or (row.kind == "unknown" and predicate != _EXACT):
            left_out += 1
        else:
            found.append(row)
    return tuple(found), left_out


def write_sssom(mappings: Collection[TermMapping], path: str | Path, *, prefixes: PrefixMap) -> None:
    """Write mappings; a namespace without a prefix gets one.

    Raises:
        MissingExtraError: sssom-pydantic is not installed.
    """
    library = _library()
    curies: Any = importlib.import_module("curies")

    known = dict(PrefixMap({"owl": OWL, "skos": SKOS, "semapv": _SEMAPV}).merged(prefixes))
    for iri in (iri for m in mappings for iri in (m.clean, m.native)):
        if not any(namespace and iri.startswith(namespace) for namespace in known.values()):
            known[f"ns{len(known)}"] = iri[: len(iri) - len(local_name(iri))]
    converter = curies.Converter.from_prefix_map({p: n for p, n in known.items() if p and n})
    justification = curies.Reference(prefix="semapv", identifier="ManualMappingCuration")
    rows = [
        library.SemanticMapping(
            subject=converter.parse_uri(mapping.clean, strict=True).to_pydantic(),
            predicate=converter.parse_uri(mapping.predicate, strict=True).to_pydantic(),
            object=converter.parse_uri(mapping.native, strict=True).to_pydantic(),
            justification=justification,
        )
        for mapping in mappings
    ]
    metadata = library.MappingSet(id="https://nlkgq.example/mappings")
    library.write(rows, path, converter=converter, metadata=metadata)


def _library() -> Any:
    try:
        import sssom_pydantic
    except ImportError:
        raise MissingExtraError("sssom-pydantic", extra="sssom") from None
    return sssom_pydantic

"""A wrapper in a file: JSON whose entries become forms only when they are asked for, so that 10,000 terms open fast."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from nlkgq.iri import PrefixMap
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.conversion import (
    Conversion,
    DatatypeConversion,
    DateConversion,
    IriTemplate,
    LanguageConversion,
    TextTemplate,
    ValueMap,
)
from nlkgq.wrapper.model import ClassForm, PropertyForm, Wrapper

T = TypeVar("T")


class LazyForms(Mapping[str, tuple[T, ...]], Generic[T]):
    """Term -> forms, each made at first use."""

    def __init__(self, rows: Mapping[str, list[list[Any]]], make: Callable[[list[Any]], T]) -> None:
        self._rows = rows
        self._make = make
        self._made: dict[str, tuple[T, ...]] = {}

    def __getitem__(self, iri: str) -> tuple[T, ...]:
        made = self._made.get(iri)
        if made is None:
            made = self._made[iri] = tuple(map(self._make, self._rows[iri]))
        return made

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, iri: object) -> bool:
        return iri in self._rows


def write_cached(folder: Path | None, wrapper: Wrapper) -> None:
    """Keep a wrapper under its key; a folder that cannot be written is no error, the next load is only slower."""
    if folder is None:
        return
    conversions: dict[Conversion, int] = {}

    def number(conversion: Conversion | None) -> int | None:
        return None if conversion is None else conversions.setdefault(conversion, len(conversions))

    document: dict[str, Any] = {
        "namespace": wrapper.namespace,
        "classes": {
            iri: [[f.kind, f.text, number(f.instances), f.repeats, f.endpoint, f.graph] for f in forms]
            for iri, forms in wrapper.classes.items()
        },
        "properties": {
            iri: [[f.kind, f.text, number(f.subject), number(f.object), f.repeats, f.endpoint, f.graph] for f in forms]
            for iri, forms in wrapper.properties.items()
        },
        "parents": wrapper.parents,
        "prefixes": dict(wrapper.prefixes),
        "key": wrapper.key,
    }
    document["conversions"] = [_conversion_row(conversion) for conversion in conversions]
    target = _file(folder, wrapper.key)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary = target.with_suffix(f".{os.getpid()}.tmp")
        temporary.write_text(json.dumps(document), encoding="utf-8")
        temporary.replace(target)
    except OSError:
        return


def read_cached(folder: Path | None, key: str) -> Wrapper | None:
    """The wrapper kept under ``key``, or None."""
    if folder is None:
        return None
    try:
        document = json.loads(_file(folder, key).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    conversions = [_conversion(row) for row in document["conversions"]]

    def made(number: int | None) -> Conversion | None:
        return None if number is None else conversions[number]

    def class_form(row: list[Any]) -> ClassForm:
        kind, text, instances, repeats, endpoint, graph = row
        return ClassForm(
            kind=kind, text=text, instances=made(instances), repeats=repeats, endpoint=endpoint, graph=graph
        )

    def property_form(row: list[Any]) -> PropertyForm:
        kind, text, subject, object_, repeats, endpoint, graph = row
        return PropertyForm(
            kind=kind,
            text=text,
            subject=made(subject),
            object=made(object_),
            repeats=repeats,
            endpoint=endpoint,
            graph=graph,
        )

    return Wrapper(
        namespace=document["namespace"],
        classes=LazyForms(document["classes"], class_form),
        properties=LazyForms(document["properties"], property_form),
        parents={iri: tuple(above) for iri, above in document["parents"].items()},
        prefixes=PrefixMap(document["prefixes"]),
        key=document["key"],
    )


def _file(folder: Path, key: str) -> Path:
    return folder / f"{key}.json"


_KINDS: Final[Mapping[str, Callable[..., Conversion]]] = {
    kind.__name__: kind
    for kind in (ValueMap, IriTemplate, TextTemplate, DatatypeConversion, DateConversion, LanguageConversion)
}


def _conversion_row(conversion: Conversion) -> dict[str, Any]:
    row: dict[str, Any] = {field.name: getattr(conversion, field.name) for field in fields(conversion)}
    for name in ("factor", "offset"):
        if isinstance(row.get(name), Decimal):
            row[name] = str(row[name])
    return {**row, "": type(conversion).__name__}


def _conversion(row: dict[str, Any]) -> Conversion:
    values = dict(row)
    make = _KINDS[values.pop("")]
    for name in ("factor", "offset"):
        if values.get(name) is not None:
            values[name] = Decimal(values[name])
    if "pairs" in values:
        values["pairs"] = tuple((RdfTerm(*clean), RdfTerm(*native)) for clean, native in values["pairs"])
    elif make in (IriTemplate, TextTemplate):
        values |= {name: tuple(values[name]) for name in ("clean", "native") if values[name] is not None}
    return make(**values)

"""Builds a value index from an endpoint: paged queries, kept as they come, so that a cut scan is gone on with."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from nlkgq.iri import RDF, XSD, is_valid_iri
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile
from nlkgq.results.models import RdfTerm, SelectResult
from nlkgq.values.build import Progress, write_index
from nlkgq.values.schema import VERSION
from nlkgq.values.staging import Staging

Run: TypeAlias = Callable[[str], SelectResult]

PAGE: Final = 5_000
"""Triples asked for at once."""

_TYPE: Final = RDF + "type"
_PROPERTIES: Final = "SELECT ?p WHERE { { SELECT DISTINCT ?p WHERE { ?s ?p ?o } ORDER BY ?p } }"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanSummary:
    """What was read: ``values`` of ``triples``; ``complete`` is False when time ran out before the end."""

    values: int
    triples: int
    complete: bool


def scan_endpoint(
    run: Run,
    target: Path,
    *,
    key: str,
    profile: Profile | None = None,
    ontology: Ontology | None = None,
    seconds: float = 600.0,
    progress: Progress | None = None,
) -> ScanSummary:
    """Read the triples of an endpoint, property by property, and index their values.

    Pages are kept beside ``target`` (``.pages``, mode 0600) until the scan is complete; a further call goes on after
    the last one. When time runs out, what is there is indexed.

    Args:
        run: Runs a SELECT query under its own deadline.
        target: Where the index goes.
        key: What the index stands for, such as a hash of the endpoint's address; pages of another key are dropped.
        profile: Its properties are read, most frequent last; None asks the endpoint for its properties.
        ontology: Its classes and properties are not values.
        seconds: Most time for the queries together; no query starts after it.
        progress: Called before each page with the share of properties done.

    Raises:
        EndpointError: A query failed; the pages read so far are kept.
    """
    deadline = time.monotonic() + seconds
    with _Pages(target.with_name(target.name + ".pages"), key) as pages:
        properties = _properties(run, profile)
        complete = True
        for number, property_iri in enumerate(properties):
            if not _read_property(run, pages, property_iri, deadline, progress, number / len(properties)):
                complete = False
                break
        summary = write_index(target, pages.fill, ontology=ontology, key=key, progress=progress)
        if complete:
            pages.drop()
    return ScanSummary(values=summary.values, triples=summary.triples, complete=complete)


def _properties(run: Run, profile: Profile | None) -> list[str]:
    """rdf:type first, then the rarest: much of the vocabulary is read early."""
    if profile is not None:
        counts = {iri: used.count for iri, used in profile.properties.items()}
    else:
        counts = dict.fromkeys(_property_names(run), 0)
    found = [iri for iri in counts if is_valid_iri(iri) and iri != _TYPE]
    return [_TYPE, *sorted(found, key=lambda iri: (counts[iri], iri))]


def _property_names(run: Run) -> Iterator[str]:
    offset, done = 0, False
    while not done:
        result = run(f"{_PROPERTIES} LIMIT {PAGE} OFFSET {offset}")
        yield from (row[0].value for row in result.rows if row[0] is not None)
        offset += len(result.rows)
        done = _is_last(result)


def _is_last(result: SelectResult) -> bool:
    """Whether a page is the last one: empty, or short without any note that the endpoint has cut it."""
    return not result.rows or (len(result.rows) < PAGE and not result.notes)


def _read_property(
    run: Run, pages: _Pages, property_iri: str, deadline: float, progress: Progress | None, share: float
) -> bool:
    """Read the pages that are missing; False when time ran out."""
    offset, done = pages.position(property_iri)
    while not done:
        if time.monotonic() > deadline:
            return False
        if progress is not None:
            progress(share)
        # The inner ORDER BY makes pages disjoint; Virtuoso sorts no more than 10,000 rows when LIMIT stands beside it.
        result = run(
            f"SELECT ?s ?o WHERE {{ {{ SELECT ?s ?o WHERE {{ ?s <{property_iri}> ?o }} ORDER BY ?s ?o }} }}"
            f" LIMIT {PAGE} OFFSET {offset}"
        )
        offset += len(result.rows)
        done = _is_last(result)
        pages.append(property_iri, result, offset, done=done)
    return True


class _Pages:
    """Pages on disk: one JSON object a line, the first one says whose they are."""

    def __init__(self, path: Path, key: str) -> None:
        self._path = path
        self._key = key
        self._positions: dict[str, tuple[int, bool]] = {}
        self._file: IO[str] | None = None

    def __enter__(self) -> _Pages:
        if not self._path.parent.exists():
            self._path.parent.mkdir(parents=True, mode=0o700)
        header = {"version": VERSION, "key": self._key}
        self._repair()
        lines = self._lines()
        fresh = next(lines, None) != header
        if fresh:
            self._path.unlink(missing_ok=True)
        else:
            for page in lines:
                self._positions[page["property"]] = (page["offset"], page["done"])
        self._file = os.fdopen(
            os.open(self._path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "a", encoding="utf-8"
        )
        if fresh:
            self._write(header)
        return self

    def __exit__(self, *exception: object) -> None:
        if self._file is not None:
            self._file.close()

    def position(self, property_iri: str) -> tuple[int, bool]:
        """How many triples of a property are here, and whether that is all."""
        return self._positions.get(property_iri, (0, False))

    def append(self, property_iri: str, result: SelectResult, offset: int, *, done: bool) -> None:
        """Keep a page."""
        rows = [[list(s), list(o)] for s, o in result.rows if s is not None and o is not None]
        self._write({"property": property_iri, "rows": rows, "offset": offset, "done": done})

    def fill(self, staging: Staging) -> None:
        """Give all triples to a staging."""
        for page in self._lines():
            for s, o in page.get("rows", ()):
                subject, target = RdfTerm(*s), RdfTerm(*o)
                if target.kind == "literal":
                    datatype = target.datatype or XSD + "string"
                    datatype = RDF + "langString" if target.language else datatype
                    staging.add_literal(_name(subject), page["property"], target.value, datatype, target.language)
                else:
                    staging.add_link(_name(subject), page["property"], _name(target))

    def drop(self) -> None:
        """Forget the pages: the index holds them."""
        self._path.unlink(missing_ok=True)

    def _write(self, value: dict[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(value, ensure_ascii=False) + "\n")
        self._file.flush()

    def _lines(self) -> Iterator[Any]:
        if self._path.is_file():
            with self._path.open(encoding="utf-8") as file:
                yield from map(json.loads, file)

    def _repair(self) -> None:
        """Take off a last line that a crash has cut."""
        if not self._path.is_file():
            return
        whole = 0
        with self._path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
        if whole < self._path.stat().st_size:
            os.truncate(self._path, whole)


def _name(term: RdfTerm) -> str:
    return "_:" + term.value.removeprefix("_:") if term.kind == "bnode" else term.value

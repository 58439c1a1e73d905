"""Builds a value index from an endpoint: paged queries, kept as they come.

A cut scan is gone on with; a later one reads again only the properties whose number of triples has changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from nlkgq.errors import LoadError
from nlkgq.iri import RDF, is_valid_iri
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile
from nlkgq.results.models import SelectResult
from nlkgq.values.build import Progress, write_index
from nlkgq.values.pages import Pages
from nlkgq.values.store import SqliteValueIndex

Run: TypeAlias = Callable[[str], SelectResult]

PAGE: Final = 5_000
"""Triples asked for at once."""

_TYPE: Final = RDF + "type"
_PROPERTIES: Final = "SELECT ?p WHERE { { SELECT DISTINCT ?p WHERE { ?s ?p ?o } ORDER BY ?p } }"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanSummary:
    """What is indexed: ``values`` of ``triples``; ``complete`` is False when time ran out before the end.

    ``kept`` triples are from an earlier scan.
    """

    values: int
    triples: int
    complete: bool
    kept: int = 0


def scan_endpoint(
    run: Run,
    target: Path,
    *,
    key: str,
    profile: Profile | None = None,
    ontology: Ontology | None = None,
    seconds: float = 600.0,
    fresh: bool = False,
    progress: Progress | None = None,
) -> ScanSummary:
    """Read the triples of an endpoint, property by property, and index their values.

    Pages are kept beside ``target`` (``.pages``, mode 0600); a further call goes on after the last one. When time runs
    out, what is there is indexed. Those of a complete scan are kept packed: the next one counts the triples of each
    property and reads again what has another number than before.

    Args:
        run: Runs a SELECT query under its own deadline.
        target: Where the index goes.
        key: What the index stands for, such as a hash of the endpoint's address; pages of another key are dropped.
        profile: Its properties are read, most frequent last; None asks the endpoint for its properties.
        ontology: Its classes and properties are not values.
        seconds: Most time for the queries together; no query starts after it.
        fresh: Read everything again, for values that were changed and not added or taken away.
        progress: Called before each page with the share of properties done.

    Raises:
        EndpointError: A query failed; the pages read so far are kept.
    """
    deadline = time.monotonic() + seconds
    known = profile is None or profile.complete  # else it names some of the properties only
    with Pages(target.with_name(target.name + ".pages"), key, fresh=fresh) as pages:
        properties = _properties(run, profile)
        same = [p for p in properties if p in pages.packed and _is_same(run, p, pages.packed[p], deadline)]
        kept = pages.unpack(same)
        if same == properties and len(pages.packed) == len(same):
            unchanged = _unchanged(target, key, kept, complete=known)
            if unchanged is not None:
                pages.drop()
                return unchanged
        complete = True
        for number, property_iri in enumerate(properties):
            if not _read_property(run, pages, property_iri, deadline, progress, number / len(properties)):
                complete = False
                break
        summary = write_index(
            target, pages.fill, ontology=ontology, key=key, complete=complete and known, progress=progress
        )
        if complete:
            pages.pack()
    return ScanSummary(values=summary.values, triples=summary.triples, complete=complete, kept=kept)


def _unchanged(target: Path, key: str, kept: int, *, complete: bool) -> ScanSummary | None:
    """What an index that is still right holds; None where there is none."""
    try:
        with SqliteValueIndex(target, key=key) as index:
            if index.complete != complete:
                return None
            return ScanSummary(values=index.values, triples=index.triples, complete=True, kept=kept)
    except LoadError:
        return None


def _is_same(run: Run, property_iri: str, triples: int, deadline: float) -> bool:
    """Whether a property has as many triples as before; no, where there is no time left to ask."""
    if time.monotonic() > deadline:
        return False
    result = run(f"SELECT (COUNT(*) AS ?n) WHERE {{ ?s <{property_iri}> ?o }}")
    cell = result.rows[0][0] if result.rows else None
    return cell is not None and cell.value == str(triples)


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
    run: Run, pages: Pages, property_iri: str, deadline: float, progress: Progress | None, share: float
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

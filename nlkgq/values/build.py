"""Builds a value index from graph files: one pass, atomically, in a file that only its owner can read.

Of a graph of several files, what each holds is kept beside the index (`nlkgq.values.segments`): a build that was cut
short goes on behind the last whole file, and one after a change reads the changed files alone. A single file that has
changed is read whole.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from nlkgq.errors import LoadError
from nlkgq.ontology.model import Ontology
from nlkgq.values.private_database import private_database
from nlkgq.values.read_file import read_file
from nlkgq.values.schema import VERSION
from nlkgq.values.segments import merge, segments
from nlkgq.values.staging import Staging
from nlkgq.values.store import SqliteValueIndex
from nlkgq.values.tables import write_tables

Progress: TypeAlias = Callable[[float | None], None]
"""Called with the share of the work that is done, in [0, 1]; None where that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexSummary:
    """What was built: ``values`` of ``triples``, in ``seconds`` of wall time."""

    values: int
    triples: int
    seconds: float


def index_key(paths: Iterable[Path], ontology: Ontology | None = None) -> str:
    """Names the content that an index of these files stands for: their bytes, the ontology's terms, our version."""
    from nlkgq.rdf_files import content_key

    terms = "\n".join(sorted(_schema_terms(ontology)))
    return content_key(paths, salt=f"values {VERSION}\n{terms}")


def build_index(
    paths: Sequence[Path],
    target: Path,
    *,
    ontology: Ontology | None = None,
    key: str | None = None,
    progress: Progress | None = None,
) -> IndexSummary:
    """Build the value index of graph files; an older file at ``target`` is replaced when the new one is complete.

    Args:
        paths: Graph files in any syntax that `nlkgq.rdf_files` reads.
        target: Where the index goes (file mode 0600; a folder that is made for it has 0700).
        ontology: Its classes and properties are not values; its individuals are. Without one, only what the graph
            itself declares as a class or property, or uses as one, is known not to be a value.
        key: What the index stands for; None computes `index_key`, which reads the files once more.
        progress: Called now and then.

    Raises:
        LoadError: A file cannot be read.
    """

    def fill(staging: Staging) -> None:
        if len(paths) == 1:
            read_file(paths[0], staging, progress)
            return
        with segments(paths, target.parent / "parts", schema_terms=_schema_terms(ontology), progress=progress) as made:
            merge(made, staging)

    content = index_key(paths, ontology) if key is None else key
    return write_index(target, fill, ontology=ontology, key=content, progress=progress)


def write_index(
    target: Path,
    fill: Callable[[Staging], None],
    *,
    ontology: Ontology | None,
    key: str,
    complete: bool = True,
    progress: Progress | None = None,
) -> IndexSummary:
    """Build an index from whatever ``fill`` puts into the staging; see `build_index`.

    Args:
        target: As there, like all that is not named here.
        fill: Puts in the triples.
        ontology: As there.
        key: What the index stands for.
        complete: Whether these are all triples; the index says so of itself.
        progress: As there.
    """
    started = time.perf_counter()
    with private_database(target) as database:
        staging = Staging(database, schema_terms=_schema_terms(ontology))
        fill(staging)
        if progress is not None:
            progress(None)
        values = write_tables(staging)
        meta = {"key": key, "values": values, "triples": staging.triples, "longest": _longest(database)}
        rows = {**meta, "complete": int(complete)}.items()
        database.executemany("INSERT INTO meta VALUES (?, ?)", ((name, str(value)) for name, value in rows))
        triples = staging.triples
    return IndexSummary(values=values, triples=triples, seconds=time.perf_counter() - started)


def open_index(
    paths: Sequence[Path],
    target: Path,
    *,
    ontology: Ontology | None = None,
    key: str | None = None,
    progress: Progress | None = None,
) -> SqliteValueIndex:
    """The index of graph files; built first where it is missing, damaged, of another version or of another graph.

    See `build_index` for the arguments.
    """
    content = index_key(paths, ontology) if key is None else key
    try:
        return SqliteValueIndex(target, key=content)
    except LoadError:
        build_index(paths, target, ontology=ontology, key=content, progress=progress)
        return SqliteValueIndex(target, key=content)


def _schema_terms(ontology: Ontology | None) -> frozenset[str]:
    if ontology is None:
        return frozenset()
    itself = (ontology.iri,) if ontology.iri else ()
    return frozenset((*ontology.classes, *ontology.properties, *itself))


def _longest(database: sqlite3.Connection) -> int:
    (longest,) = database.execute("SELECT max(length(key)) FROM term").fetchone()
    return int(longest or 0)

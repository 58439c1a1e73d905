"""Builds a value index from graph files: one pass, atomically, in a file that only its owner can read."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from nlkgq.errors import LoadError
from nlkgq.ontology.model import Ontology
from nlkgq.values.schema import APPLICATION_ID, VERSION
from nlkgq.values.staging import Staging
from nlkgq.values.store import SqliteValueIndex
from nlkgq.values.tables import write_tables

Progress: TypeAlias = Callable[[float | None], None]
"""Called with the share of the work that is done, in [0, 1]; None where that is not known."""

_EVERY: Final = 50_000


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
        for path in paths:
            _read(path, staging, progress)

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
    with _private_database(target) as database:
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


def _read(path: Path, staging: Staging, progress: Progress | None) -> None:
    import pyoxigraph

    from nlkgq.rdf_files import read_quads

    literal, blank = pyoxigraph.Literal, pyoxigraph.BlankNode
    for count, quad in enumerate(read_quads(path, rename_blank_nodes=True), staging.triples + 1):
        subject, target = quad.subject, quad.object
        if isinstance(subject, pyoxigraph.Triple) or isinstance(target, pyoxigraph.Triple):
            continue
        name = "_:" + subject.value if isinstance(subject, blank) else subject.value
        if isinstance(target, literal):
            staging.add_literal(name, quad.predicate.value, target.value, target.datatype.value, target.language)
        else:
            object_name = "_:" + target.value if isinstance(target, blank) else target.value
            staging.add_link(name, quad.predicate.value, object_name)
        if progress is not None and count % _EVERY == 0:
            progress(None)


@contextmanager
def _private_database(target: Path) -> Iterator[sqlite3.Connection]:
    """A new database that becomes ``target`` when the block ends well, and vanishes otherwise."""
    if not target.parent.exists():
        target.parent.mkdir(parents=True, mode=0o700)
    temporary = target.with_name(f"{target.name}.{os.getpid()}.new")
    temporary.unlink(missing_ok=True)
    os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        database = sqlite3.connect(temporary, isolation_level=None)
        try:
            database.executescript(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000;"
                f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
            )
            yield database
            database.commit()
        finally:
            database.close()
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)

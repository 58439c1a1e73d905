"""What each file of a graph of several holds, ready for its index; kept, so that only changed files are read again.

A segment is an SQLite file of its own: the values of one graph file with their keys, and the flat arrays of a `Staging`
under numbers that hold in it. Merged, each value and node gets one number for all, found by its 64-bit code (BLAKE2b).
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from nlkgq.errors import LoadError
from nlkgq.rdf_files import content_key
from nlkgq.values.private_database import private_database
from nlkgq.values.read_file import read_file
from nlkgq.values.schema import VERSION
from nlkgq.values.staging import Staging

_KEPT_SECONDS: Final = 30 * 24 * 3600.0
"""How long a segment is kept that no build has used."""
_ARRAYS: Final = {"set_of": "i", "value": "i", "property": "i", "holder": "i", "word": "i", "part": "i", "code": "Q"}

_COPIES: Final = (
    "INSERT INTO main.term SELECT t.id + ?, t.key, t.text, k.number, t.language, 0 FROM part.term t"
    " JOIN temp.kind k ON k.id = t.datatype WHERE t.id NOT IN (SELECT id FROM temp.known) ORDER BY t.id",
    "INSERT INTO temp.node SELECT id + ?, iri FROM part.node WHERE id NOT IN (SELECT id FROM temp.known)",
    "INSERT INTO temp.long SELECT term + ?, words FROM part.long WHERE term NOT IN (SELECT id FROM temp.known)",
    "INSERT INTO main.acronym SELECT letters, term + ? FROM part.acronym WHERE term NOT IN (SELECT id FROM temp.known)",
)
"""A segment's rows under their new numbers."""


@contextmanager
def segments(
    paths: Sequence[Path],
    folder: Path,
    *,
    schema_terms: frozenset[str],
    progress: Callable[[float | None], None] | None = None,
) -> Iterator[list[Path]]:
    """The segments of graph files, each made where it is not there yet.

    Args:
        paths: Graph files.
        folder: Where segments are kept, by the content of their file.
        schema_terms: IRIs of the ontology.
        progress: Told the share of the files that are ready, in [0, 1].

    Raises:
        LoadError: A file cannot be read.
    """
    salt = f"segment {VERSION}\n" + "\n".join(sorted(schema_terms))
    made: list[Path] = []
    for number, path in enumerate(paths):
        if progress is not None:
            progress(number / len(paths))
        target = folder / f"{content_key([path], salt=salt)}.part"
        if not target.is_file():
            _write(path, target, schema_terms, progress)
        os.utime(target)
        made.append(target)
    yield list(dict.fromkeys(made))
    for old in folder.glob("*.part"):
        with suppress(OSError):  # another process may have taken it away
            if time.time() - old.stat().st_mtime > _KEPT_SECONDS:
                old.unlink()


def merge(made: Iterable[Path], staging: Staging) -> None:
    """Gives what segments hold to a staging that has taken in nothing else.

    Raises:
        LoadError: A segment is damaged; it is gone then, and made anew by the next build.
    """
    numbers: dict[int, int] = {}
    for path in made:
        staging.flush()
        staging.database.execute("COMMIT")
        try:
            staging.database.execute("ATTACH ? AS part", (str(path),))
            staging.database.execute("BEGIN")
            _take(staging, numbers)
        except (sqlite3.DatabaseError, ValueError, KeyError, TypeError) as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
                raise  # the disk is at fault, not the segment
            path.unlink(missing_ok=True)
            message = f"{path}: a damaged part of a value index"
            raise LoadError(message, place=str(path), hint="It was taken away: do the same once more.") from error
        staging.database.execute("COMMIT")
        staging.database.execute("DETACH part")
        staging.database.execute("BEGIN")


def _write(
    path: Path, target: Path, schema_terms: frozenset[str], progress: Callable[[float | None], None] | None
) -> None:
    with private_database(target) as database:
        staging = Staging(database, schema_terms=schema_terms, kept=True)
        read_file(path, staging, progress)
        staging.flush()
        names = {
            "triples": staging.triples,
            "properties": list(staging.properties),
            "datatypes": list(staging.datatypes),
            "classes": list(staging.class_ids),
            "class_sets": staging.class_sets,
            "words": list(staging.word_ids),
        }
        arrays = {
            "set_of": staging.set_of,
            **dict(zip(("value", "property", "holder"), staging.uses, strict=True)),
            **dict(zip(("word", "part"), staging.parts, strict=True)),
            "code": _codes(staging),
        }
        blobs = {name: values.tobytes() for name, values in arrays.items()}
        blobs |= {"flags": bytes(staging.flags), "names": json.dumps(names).encode()}
        database.execute("CREATE TABLE blob (name TEXT PRIMARY KEY, data BLOB)")
        database.executemany("INSERT INTO blob VALUES (?, ?)", blobs.items())


def _codes(staging: Staging) -> array[int]:
    """Of each number the code of what it stands for; 0 of a blank node, which no other file can mean."""
    found = array("Q", bytes(8 * len(staging.flags)))
    datatypes = {number: iri for iri, number in staging.datatypes.items()}
    for number, text, datatype, language in staging.database.execute("SELECT id, text, datatype, language FROM term"):
        found[number] = _code(f"{datatypes[datatype]} {language or ''} {text}")
    for number, iri in staging.database.execute("SELECT id, iri FROM node"):
        found[number] = _code(iri)
    for number, iri in staging.schema_names.items():
        found[number] = _code(iri)
    return found


def _code(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()) or 1


def _take(staging: Staging, numbers: dict[int, int]) -> None:
    """Takes in the attached segment."""
    database = staging.database
    blobs: dict[str, bytes] = dict(database.execute("SELECT name, data FROM part.blob"))
    names: dict[str, Any] = json.loads(blobs["names"])
    flags = blobs["flags"]
    arrays = {name: array(kind, blobs[name]) for name, kind in _ARRAYS.items()}
    first = len(staging.flags) - 1  # number 0 stands for nothing, here and there
    own, known = _numbered(arrays["code"], first, numbers)
    staging.flags.extend(flags[1:])
    sets = [staging.class_set(names["classes"][c] for c in members) for members in names["class_sets"]]
    staging.set_of.extend(sets[s] for s in arrays["set_of"][1:])
    for local, number in known:
        staging.flags[number] |= flags[local]
        staging.flags[first + local] = 0
        staging.set_of[number] = staging.with_classes(staging.set_of[number], staging.set_of[first + local])
        staging.set_of[first + local] = 0
    properties = [staging.property_number(iri) for iri in names["properties"]]
    words = [0, *(staging.word_ids.setdefault(word, len(staging.word_ids) + 1) for word in names["words"])]
    values, used, holders = staging.uses
    values.extend(map(own.__getitem__, arrays["value"]))
    used.extend(map(properties.__getitem__, arrays["property"]))
    holders.extend(map(own.__getitem__, arrays["holder"]))
    word_column, value_column = staging.parts
    word_column.extend(map(words.__getitem__, arrays["word"]))
    value_column.extend(map(own.__getitem__, arrays["part"]))
    staging.triples += names["triples"]
    _take_rows(staging, names["datatypes"], first, known)


def _numbered(codes: array[int], first: int, numbers: dict[int, int]) -> tuple[array[int], list[tuple[int, int]]]:
    """Of each number of a segment the one for all, and those that were known before, with it."""
    known = numbers.setdefault
    own = array("i", (known(code, at) if code else at for at, code in enumerate(codes, first)))
    own[0] = 0
    return own, [(local, number) for local, number in enumerate(own) if local and number != first + local]


def _take_rows(staging: Staging, datatypes: list[str], first: int, known: list[tuple[int, int]]) -> None:
    """Copies rows; those of values that were known before stay away."""
    database = staging.database
    kinds = [(at, staging.datatypes.setdefault(iri, len(staging.datatypes) + 1)) for at, iri in enumerate(datatypes, 1)]
    database.execute("CREATE TEMP TABLE known (id INTEGER PRIMARY KEY)")
    database.execute("CREATE TEMP TABLE kind (id INTEGER PRIMARY KEY, number INTEGER)")
    database.executemany("INSERT INTO temp.known VALUES (?)", ((local,) for local, _ in known))
    database.executemany("INSERT INTO temp.kind VALUES (?, ?)", kinds)
    for statement in _COPIES:
        database.execute(statement, (first,))
    database.execute("DROP TABLE temp.known")
    database.execute("DROP TABLE temp.kind")

"""Writes the tables of an index file that need all triples: holders, carriers, individuals, words, filters."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from nlkgq.values.bloom import BloomFilter
from nlkgq.values.names import readable_name
from nlkgq.values.schema import FUZZY_LETTERS, INDEXES
from nlkgq.values.staging import IRI, KEPT, LITERAL, NAMED, SCHEMA, Staging, key_and_words


def write_tables(staging: Staging) -> int:
    """Finish the index in ``staging.database``.

    Returns:
        How many values it holds (literals, and individuals found by the name in their IRI).
    """
    staging.flush()
    database = staging.database
    _mark_named(staging)
    _write_individuals(staging)
    _write_holders(staging)
    flags = staging.flags
    database.executemany(
        "DELETE FROM term WHERE id = ?", ((i,) for i, f in enumerate(flags) if f & LITERAL and not f & KEPT)
    )
    _write_vocabulary(staging)
    _write_passages(staging)
    database.execute("DELETE FROM acronym WHERE term NOT IN (SELECT id FROM term)")
    database.executescript(INDEXES)
    return _write_filter(database)


def _named_uses(staging: Staging) -> Iterator[tuple[int, int]]:
    """(literal, IRI that it names)"""
    flags, naming = staging.flags, staging.naming
    for value, number, holder in zip(*staging.uses, strict=True):
        if number in naming and flags[value] & LITERAL and flags[holder] & (IRI | SCHEMA) == IRI:
            yield value, holder


def _mark_named(staging: Staging) -> None:
    for _, holder in _named_uses(staging):
        staging.flags[holder] |= NAMED
    staging.database.executemany("INSERT OR IGNORE INTO carrier VALUES (?, ?)", _named_uses(staging))


def _write_individuals(staging: Staging) -> None:
    """IRIs that a literal names (found through it) or that spell a name themselves; the others are left out."""
    database, flags = staging.database, staging.flags

    def rows() -> Iterator[tuple[object, ...]]:
        for number, iri in database.execute("SELECT id, iri FROM temp.node"):
            if flags[number] & SCHEMA:
                continue
            name = None if flags[number] & NAMED else readable_name(iri)
            if name is None and not flags[number] & NAMED:
                continue
            flags[number] |= KEPT
            folded: str | None = None
            if name is not None:
                folded, found = key_and_words(name)
                staging.add_words(number, name, found)
            yield number, folded, iri, 0, None, staging.set_of[number]

    database.executemany("INSERT INTO term VALUES (?, ?, ?, ?, ?, ?)", rows())
    database.execute("DROP TABLE temp.node")


def _write_holders(staging: Staging) -> None:
    database, flags, set_of = staging.database, staging.flags, staging.set_of
    combinations: dict[tuple[int, int], int] = {}

    def pairs() -> Iterator[tuple[int, int]]:
        for value, number, holder in zip(*staging.uses, strict=True):
            if flags[holder] & SCHEMA or not flags[value] & (LITERAL | KEPT):
                continue
            flags[value] |= KEPT
            yield value, combinations.setdefault((number, set_of[holder]), len(combinations))

    database.execute("CREATE TEMP TABLE pair (term INTEGER, use INTEGER)")
    database.executemany("INSERT INTO temp.pair VALUES (?, ?)", pairs())
    database.execute("INSERT INTO holder SELECT term, use, count(*) FROM temp.pair GROUP BY term, use")
    database.execute("DROP TABLE temp.pair")
    names = list(staging.properties)
    database.executemany(
        "INSERT INTO use VALUES (?, ?, ?)", ((i, names[p], classes) for (p, classes), i in combinations.items())
    )
    classes = list(staging.class_ids)
    database.executemany(
        "INSERT INTO class_set VALUES (?, ?)",
        ((i, "\n".join(classes[c] for c in members)) for i, members in enumerate(staging.class_sets)),
    )
    database.executemany("INSERT INTO datatype VALUES (?, ?)", ((i, iri) for iri, i in staging.datatypes.items()))


def _write_vocabulary(staging: Staging) -> None:
    database, flags = staging.database, staging.flags
    uses = [0] * (len(staging.word_ids) + 1)
    database.execute("CREATE TEMP TABLE pair (word INTEGER, term INTEGER)")
    database.executemany(
        "INSERT INTO temp.pair VALUES (?, ?)",
        ((word, value) for word, value in zip(*staging.parts, strict=True) if flags[value] & KEPT),
    )
    database.execute("INSERT INTO part SELECT DISTINCT word, term FROM temp.pair ORDER BY word, term")
    database.execute("DROP TABLE temp.pair")
    for word, count in database.execute("SELECT word, count(*) FROM part GROUP BY word"):
        uses[word] = count
    database.executemany(
        "INSERT INTO word VALUES (?, ?, ?, ?, ?)",
        (
            (i, word, uses[i], len(word), word[::-1])
            if len(word) >= FUZZY_LETTERS and word.isalpha()
            else (i, word, uses[i], None, None)
            for word, i in staging.word_ids.items()
            if uses[i]
        ),
    )


def _write_passages(staging: Staging) -> None:
    staging.flush()
    database, flags = staging.database, staging.flags
    kept = [(i, text) for i, text in database.execute("SELECT term, words FROM temp.long") if flags[i] & KEPT]
    database.executemany("INSERT INTO passage (rowid, words) VALUES (?, ?)", kept)
    database.execute("DROP TABLE temp.long")


def _write_filter(database: sqlite3.Connection) -> int:
    (count,) = database.execute("SELECT count(key) FROM term").fetchone()
    keys = (row[0] for row in database.execute("SELECT key FROM term WHERE key IS NOT NULL"))
    data = BloomFilter.of(keys, capacity=count).data
    database.execute("INSERT INTO filter VALUES ('keys', ?)", (bytes(data),))
    return int(count)

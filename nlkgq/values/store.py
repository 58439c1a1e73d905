"""The value index on disk, opened read-only: one SQLite file, one connection a thread."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

from nlkgq.errors import LoadError
from nlkgq.iri import RDF, XSD
from nlkgq.results.models import RdfTerm
from nlkgq.values.bloom import BloomFilter
from nlkgq.values.folding import without_halves
from nlkgq.values.model import Holder, StoredValue, ValueMatch
from nlkgq.values.names import readable_name
from nlkgq.values.near import near_values
from nlkgq.values.scan import scan, search
from nlkgq.values.schema import APPLICATION_ID, VERSION
from nlkgq.values.staging import stored_key
from nlkgq.values.vocabulary import Word, near_words

_HOLDERS = 12
_SUBJECTS = 20
_AT_ONCE = 100  # parts of one compound query; SQLite takes 500
_REMEMBERED = 20_000
_REBUILD = "Run `nlkgq index` to build it again."


class SqliteValueIndex:
    """A `ValueIndex` over a file that `build_index` wrote. Thread-safe; use as a context manager or `close` it.

    Args:
        path: The index file.
        key: What the index must stand for (`index_key` of the graph's files); None accepts any.

    Raises:
        LoadError: The file is missing, damaged, of another version, or of another graph.
    """

    def __init__(self, path: Path, *, key: str | None = None) -> None:
        self.path = path
        self._threads = threading.local()
        self._lock = threading.Lock()
        self._open: list[sqlite3.Connection] = []
        self._stored: dict[int, StoredValue] = {}
        self._near: dict[str, list[Word]] = {}
        try:
            self._check(key)
        except BaseException:
            self.close()
            raise

    def _check(self, key: str | None) -> None:
        place = str(self.path)
        if not self.path.is_file():
            raise LoadError(f"{place}: there is no value index", place=place, hint=_REBUILD)
        try:
            (application,) = self.rows("PRAGMA application_id")[0]
            (version,) = self.rows("PRAGMA user_version")[0]
            if application != APPLICATION_ID:
                raise LoadError(f"{place}: not a value index", place=place, hint=_REBUILD)
            if version != VERSION:
                message = f"{place}: a value index of version {version}, this program reads version {VERSION}"
                raise LoadError(message, place=place, hint=_REBUILD)
            meta = dict(self.rows("SELECT name, value FROM meta"))
            if key is not None and meta["key"] != key:
                raise LoadError(f"{place}: the value index of another graph", place=place, hint=_REBUILD)
            self.key: str = meta["key"]
            self.values = int(meta["values"])
            self.triples = int(meta["triples"])
            self.complete = meta["complete"] == "1"
            self.longest_key = int(meta["longest"])
            self.known_keys = BloomFilter(self.rows("SELECT data FROM filter WHERE name = 'keys'")[0][0])
            self._datatypes: dict[int, str] = dict(self.rows("SELECT id, iri FROM datatype"))
            self._uses: dict[int, tuple[str, int]] = {u: (p, c) for u, p, c in self.rows("SELECT * FROM use")}
            self._class_sets: dict[int, tuple[str, ...]] = {
                i: tuple(iris.split("\n")) if iris else () for i, iris in self.rows("SELECT id, iris FROM class_set")
            }
        except (sqlite3.DatabaseError, KeyError, IndexError) as error:
            raise LoadError(f"{place}: a damaged value index", place=place, hint=_REBUILD) from error

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query over the index's tables (see `schema`)."""
        connection: sqlite3.Connection | None = getattr(self._threads, "connection", None)
        if connection is None:
            uri = f"file:{quote(str(self.path))}?mode=ro&immutable=1"
            connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
            connection.execute("PRAGMA cache_size = -8000")
            with self._lock:
                self._open.append(connection)
            self._threads.connection = connection
        return connection.execute(sql, parameters).fetchall()

    def close(self) -> None:
        """Close the file in every thread; a second call does nothing."""
        with self._lock:
            connections, self._open = self._open, []
        for connection in connections:
            connection.close()
        self._threads = threading.local()

    def __enter__(self) -> SqliteValueIndex:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def lookup(self, text: str, *, limit: int = 20) -> Sequence[StoredValue]:
        """Values whose whole surface form is ``text``, exact before folded, then the most used; () when none.

        An absolute IRI finds the individual it names.
        """
        text = without_halves(text)
        keys = [stored_key(text)]
        ids = [row[0] for row in self.rows("SELECT id FROM term WHERE key = ? LIMIT 200", keys)]
        values = self.stored(ids)
        values.sort(key=lambda v: (v.text != text, -sum(h.uses for h in v.holders)))
        if not values and "://" in text:
            individual = self.individual(text)
            values = [individual] if individual is not None else []
        return tuple(values[:limit])

    def search(self, text: str, *, limit: int = 20) -> Sequence[ValueMatch]:
        """Values near ``text`` as a whole (folded, part, fuzzy), best first; spans cover ``text``."""
        return search(self, without_halves(text), limit=limit)

    def scan(self, text: str, *, fuzzy: bool = True) -> Sequence[ValueMatch]:
        """Every span of a question that may be a stored value, overlaps included, in order of ``start``."""
        return scan(self, without_halves(text), fuzzy=fuzzy)

    def individual(self, iri: str) -> StoredValue | None:
        """The named individual with this IRI, its classes and the properties that point to it; None when unknown."""
        found = self.rows("SELECT id FROM term WHERE text = ? AND datatype = 0", (without_halves(iri),))
        return self.stored([found[0][0]])[0] if found else None

    def near_values(
        self, text: str, properties: frozenset[str], *, things: bool = False, limit: int = 50
    ) -> Sequence[tuple[str, StoredValue]]:
        """Values of some properties that are spelt nearly like ``text``; see `nlkgq.values.near`."""
        return near_values(self, without_halves(text), properties, things=things, limit=limit)

    def uses_of(self, properties: frozenset[str]) -> list[int]:
        """The numbers of the uses (a property with the classes of a subject) of some properties."""
        return [number for number, (property_iri, _) in self._uses.items() if property_iri in properties]

    def near(self, word: str) -> list[Word]:
        """`near_words`, remembered: the small words of questions come again and again."""
        found = self._near.get(word)
        if found is None:
            if len(self._near) >= _REMEMBERED:
                self._near = {}
            found = self._near[word] = near_words(self, word)
        return found

    def stored(self, ids: Iterable[int]) -> list[StoredValue]:
        """The values with these row numbers, in the order given."""
        asked = list(dict.fromkeys(ids))
        known = self._stored
        new = self._fetch([i for i in asked if i not in known])
        if len(known) >= _REMEMBERED:
            known = self._stored = {}
        known.update(new)
        return [value for i in asked if (value := known.get(i) or self._fetch([i]).get(i)) is not None]

    def _fetch(self, wanted: list[int]) -> dict[int, StoredValue]:
        if not wanted:
            return {}
        marks = ",".join("?" * len(wanted))
        holders: dict[int, dict[tuple[str, str], int]] = {i: {} for i in wanted}
        for term, use, uses in self.rows(f"SELECT term, use, uses FROM holder WHERE term IN ({marks})", wanted):  # noqa: S608 - only question marks are formatted in
            property_iri, class_set = self._uses[use]
            for class_iri in self._class_sets[class_set] or ("",):
                place = (property_iri, class_iri)
                holders[term][place] = holders[term].get(place, 0) + uses
        found: dict[int, StoredValue] = {}
        subjects = self._subjects(wanted)
        for term, text, datatype, language, class_set in self.rows(
            f"SELECT id, text, datatype, language, class_set FROM term WHERE id IN ({marks})",  # noqa: S608 - question marks
            wanted,
        ):
            ranked = sorted(holders[term].items(), key=lambda item: -item[1])[:_HOLDERS]
            found[term] = StoredValue(
                text=text if datatype else readable_name(text) or text,
                term=self._term(text, datatype, language),
                holders=tuple(Holder(p, c, n) for (p, c), n in ranked),
                classes=self._class_sets[class_set] if not datatype else (),
                subjects=tuple(subjects.get(term, ())) if datatype else (),
            )
        return found

    def _term(self, text: str, datatype: int, language: str | None) -> RdfTerm:
        if not datatype:
            return RdfTerm("uri", text)
        iri: str | None = self._datatypes[datatype]
        if iri in {XSD + "string", RDF + "langString"}:
            iri = None
        return RdfTerm("literal", text, iri, language)

    def _subjects(self, terms: Sequence[int]) -> dict[int, list[str]]:
        """Of each value the first IRIs that carry it: many names have thousands."""
        one = "SELECT * FROM (SELECT carrier.term, term.text FROM carrier JOIN term ON term.id = carrier.iri"
        one += f" WHERE carrier.term = ? LIMIT {_SUBJECTS})"
        found: dict[int, list[str]] = {}
        for first in range(0, len(terms), _AT_ONCE):
            chunk = terms[first : first + _AT_ONCE]
            for number, iri in self.rows(" UNION ALL ".join([one] * len(chunk)), chunk):
                found.setdefault(number, []).append(iri)
        return found

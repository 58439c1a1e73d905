"""Takes in triples, one pass: values go to disk at once, what is counted stays in flat arrays."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from nlkgq.iri import OWL, RDF
from nlkgq.values.folding import canonical_number, key, words
from nlkgq.values.names import SCHEMA_CLASSES, SCHEMA_NAMESPACES, acronyms, names_things
from nlkgq.values.schema import MAX_KEY, MAX_WORDS, TABLES

LITERAL: Final = 1
IRI: Final = 2
SCHEMA: Final = 4  # a class, a property, or what belongs to the ontology itself
NAMED: Final = 8  # an IRI that some literal names
KEPT: Final = 16  # a value that the finished index holds

_BATCH: Final = 5_000
_PASSAGE: Final = 2_000  # longest text, in characters, in which a phrase is found
_TYPE: Final = RDF + "type"
_HAS_VALUE: Final = OWL + "hasValue"


def stored_key(text: str) -> str:
    """The key of a value as the index keeps it (a hash where it is very long)."""
    return _short(key(text))


def key_and_words(text: str) -> tuple[str, list[str]]:
    """`stored_key` of a value, and its folded words; () for a number, which has no parts.

    >>> key_and_words("Ada Quent"), key_and_words("1.50")
    (('adaquent', ['ada', 'quent']), ('1.5', []))
    """
    number = canonical_number(text)
    if number is not None:
        return _short(number), []
    found = words(text)
    return _short("".join(found) or "=" + text), found


def _short(folded: str) -> str:
    return folded if len(folded) <= MAX_KEY else "#" + sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()


class Staging:
    """Collects triples for `tables.write_tables`.

    Nodes and literals are told apart by Python's 64-bit string hash, keyed per process; full strings are on disk only.
    A subject of the ontology (in ``schema_terms``, or typed as a class or property) gives no values.

    Args:
        database: Gets the tables.
        schema_terms: IRIs of the ontology.
        kept: Whether what else only serves the building stays in the file.
    """

    def __init__(self, database: sqlite3.Connection, *, schema_terms: frozenset[str], kept: bool = False) -> None:
        self.database = database
        database.executescript(TABLES)
        temporary = "" if kept else "TEMP"
        database.execute(f"CREATE {temporary} TABLE node (id INTEGER PRIMARY KEY, iri TEXT)")
        database.execute(f"CREATE {temporary} TABLE long (term INTEGER PRIMARY KEY, words TEXT)")
        database.execute("BEGIN")
        self.flags = bytearray(1)
        self.properties: dict[str, int] = {}
        self.naming: set[int] = set()
        self.datatypes: dict[str, int] = {}
        self.class_ids: dict[str, int] = {}
        self.class_sets: list[tuple[int, ...]] = [()]
        self.set_of = array("i", [0])
        self.uses = (array("i"), array("i"), array("i"))  # value, property, subject
        self.word_ids: dict[str, int] = {}
        self.parts = (array("i"), array("i"))  # word, value
        self.triples = 0
        self.schema_names: dict[int, str] = {}
        """Number -> IRI, of what was known to be part of an ontology when it was first met."""
        self._ids: dict[int, int] = {}
        self._set_ids: dict[tuple[int, ...], int] = {(): 0}
        self._schema = {hash(("", iri)) for iri in schema_terms}
        self._terms: list[tuple[object, ...]] = []
        self._nodes: list[tuple[int, str]] = []
        self._passages: list[tuple[int, str]] = []
        self._acronyms: list[tuple[str, int]] = []

    def add_link(self, subject: str, property_iri: str, target: str) -> None:
        """A triple whose object is an IRI or blank node (a blank node is ``_:`` and its label)."""
        self.triples += 1
        holder = self._node(subject)
        if property_iri == _TYPE:
            self._add_class(holder, target)
        elif not target.startswith("_:"):
            self._use(self._node(target), property_iri, holder)

    def add_literal(self, subject: str, property_iri: str, text: str, datatype: str, language: str | None) -> None:
        """A triple whose object is a literal; ``datatype`` is an IRI."""
        self.triples += 1
        code = hash((text, datatype, language))
        number = self._ids.get(code)
        if number is None:
            number = self._new(code, LITERAL)
            kind = self.datatypes.setdefault(datatype, len(self.datatypes) + 1)
            folded, found = key_and_words(text)
            self._terms.append((number, folded, text, kind, language, 0))
            self.add_words(number, text, found)
            if len(self._terms) >= _BATCH:
                self.flush()
        # the value of a restriction is one, though the restriction is part of an ontology
        self._use(number, property_iri, 0 if property_iri == _HAS_VALUE else self._node(subject))

    def add_words(self, number: int, text: str, found: list[str]) -> None:
        """The words by which a part of a value is found; ``found`` are its folded words."""
        if len(text) > _PASSAGE:
            return
        if len(found) > MAX_WORDS or len(text) > MAX_KEY:
            self._passages.append((number, " ".join(found)))
            return
        self._acronyms += ((letters, number) for letters in acronyms(found))
        ids = self.word_ids
        word_column, value_column = self.parts
        word_column.extend([ids.setdefault(word, len(ids) + 1) for word in found])
        value_column.extend([number] * len(found))

    def flush(self) -> None:
        """Write what is waiting."""
        self.database.executemany("INSERT INTO term VALUES (?, ?, ?, ?, ?, ?)", self._terms)
        self.database.executemany("INSERT INTO node VALUES (?, ?)", self._nodes)
        self.database.executemany("INSERT INTO long VALUES (?, ?)", self._passages)
        self.database.executemany("INSERT INTO acronym VALUES (?, ?)", self._acronyms)
        self._terms.clear()
        self._nodes.clear()
        self._passages.clear()
        self._acronyms.clear()

    def _new(self, code: int, flag: int) -> int:
        number = self._ids[code] = len(self.flags)
        self.flags.append(flag)
        self.set_of.append(0)
        return number

    def _node(self, name: str) -> int:
        code = hash(("", name))
        number = self._ids.get(code)
        if number is not None:
            return number
        if code in self._schema or name.startswith(SCHEMA_NAMESPACES):
            number = self._new(code, SCHEMA)
            self.schema_names[number] = name
            return number
        if name.startswith("_:"):
            return self._new(code, 0)
        number = self._new(code, IRI)
        self._nodes.append((number, name))
        if len(self._nodes) >= _BATCH:
            self.flush()
        return number

    def property_number(self, property_iri: str) -> int:
        """The number of a property."""
        number = self.properties.get(property_iri)
        if number is None:
            number = self.properties[property_iri] = len(self.properties)
            if names_things(property_iri):
                self.naming.add(number)
        return number

    def class_set(self, classes: Iterable[str]) -> int:
        """The number of a set of classes."""
        return self._set_number(tuple(sorted({self._class_number(iri) for iri in classes})))

    def with_classes(self, one: int, other: int) -> int:
        """The number of the union of two sets of classes."""
        return self._set_number(tuple(sorted({*self.class_sets[one], *self.class_sets[other]})))

    def _use(self, value: int, property_iri: str, holder: int) -> None:
        number = self.properties.get(property_iri)
        if number is None:
            number = self.property_number(property_iri)
        values, properties, holders = self.uses
        values.append(value)
        properties.append(number)
        holders.append(holder)

    def _add_class(self, node: int, class_iri: str) -> None:
        if class_iri in SCHEMA_CLASSES:
            self.flags[node] |= SCHEMA
        if class_iri.startswith((*SCHEMA_NAMESPACES, "_:")):
            return
        self.flags[self._node(class_iri)] |= SCHEMA
        number = self._class_number(class_iri)
        known = self.class_sets[self.set_of[node]]
        if number not in known:
            self.set_of[node] = self._set_number(tuple(sorted((*known, number))))

    def _class_number(self, class_iri: str) -> int:
        return self.class_ids.setdefault(class_iri, len(self.class_ids))

    def _set_number(self, members: tuple[int, ...]) -> int:
        number = self._set_ids.get(members)
        if number is None:
            number = self._set_ids[members] = len(self.class_sets)
            self.class_sets.append(members)
        return number

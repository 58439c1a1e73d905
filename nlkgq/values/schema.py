"""The tables of an index file, and the numbers that say whose file it is."""

from __future__ import annotations

from typing import Final

VERSION: Final = 5
"""Raised whenever tables or folding change: an index of another version is built anew."""

APPLICATION_ID: Final = 0x6E6C6B67
"""``PRAGMA application_id`` of our files ("nlkg")."""

TABLES: Final = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE filter (name TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID;
CREATE TABLE datatype (id INTEGER PRIMARY KEY, iri TEXT);
CREATE TABLE class_set (id INTEGER PRIMARY KEY, iris TEXT);
CREATE TABLE use (id INTEGER PRIMARY KEY, property TEXT, class_set INTEGER);
CREATE TABLE term (id INTEGER PRIMARY KEY, key TEXT, text TEXT, datatype INTEGER, language TEXT, class_set INTEGER);
CREATE TABLE holder (term INTEGER, use INTEGER, uses INTEGER, PRIMARY KEY (term, use)) WITHOUT ROWID;
CREATE TABLE carrier (term INTEGER, iri INTEGER, PRIMARY KEY (term, iri)) WITHOUT ROWID;
CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT, uses INTEGER, letters INTEGER, reversed TEXT);
CREATE TABLE part (word INTEGER, term INTEGER, PRIMARY KEY (word, term)) WITHOUT ROWID;
CREATE TABLE acronym (letters TEXT, term INTEGER);
CREATE VIRTUAL TABLE passage USING fts5 (words, content = '');
"""
# term: a literal has a datatype (0 for IRIs); an IRI has a class_set and a key only where no literal names it.
# use: a property and the classes of one subject (class_set.iris is their IRIs, one a line).
# word: folded words of values; letters (how many) and reversed only for words that fuzzy look-up considers.
# acronym: the first letters of the words of a value.
# passage: the folded words of values of more than MAX_WORDS words, by which a phrase inside one is found.

INDEXES: Final = """
CREATE INDEX term_by_key ON term (key) WHERE key IS NOT NULL;
CREATE INDEX term_by_iri ON term (text) WHERE datatype = 0;
CREATE UNIQUE INDEX word_by_text ON word (text);
CREATE INDEX word_by_start ON word (letters, text, uses) WHERE letters IS NOT NULL;
CREATE INDEX acronym_by_letters ON acronym (letters);
CREATE INDEX word_by_end ON word (letters, reversed, uses) WHERE letters IS NOT NULL;
"""

MAX_WORDS: Final = 12
"""Longest value, in words, whose parts are found and which a scan finds; longer ones are found whole by `lookup`, and
by a phrase of theirs by `search`."""

MAX_KEY: Final = 256
"""Longest key, in characters, kept as it is; a longer one is kept as its hash."""

FUZZY_LETTERS: Final = 4
"""Shortest word that is looked for with typing errors."""

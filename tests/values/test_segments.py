"""A graph of several files: its index is that of one file with all of it, and only changed files are read again."""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from pathlib import Path

import pytest

import nlkgq.values.segments as segments
from nlkgq.errors import LoadError
from nlkgq.ontology.model import Ontology
from nlkgq.values.build import build_index
from nlkgq.values.store import SqliteValueIndex

LONG = "a long note on the slow drift of northern lighthouses and of the people who kept them through the years"
FILES = {
    "types.ttl": "i:1 a :Person , :Manager . i:2 a :Person . i:5 a :Town . :Manager a owl:Class . i:9 a :Odd .",
    "names.ttl": 'i:1 :name "Baldwin Dirksen" . i:2 :name "Eva Dirksen"@de , "Eva Dirksen" . i:5 rdfs:label "Alban" .',
    "links.ttl": 'i:1 :city i:5 ; :age 41 . i:2 :city i:Ostmark ; :age 41 . :Odd a owl:Class . [] :name "N" .',
    "notes.ttl": f'i:1 :note "{LONG}" ; :boss _:b . _:b :name "B" . i:2 a :Manager .',
    "restricted.ttl": 'i:2 :name "Eva Dirksen" . :Clerk rdfs:subClassOf [ a owl:Restriction ; owl:hasValue "North" ] .',
}
PREFIXES = """
@prefix : <http://example.org/v#> . @prefix i: <http://example.org/i/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "files"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(PREFIXES + text, encoding="utf-8")
    return sorted(folder.iterdir())


def content(index: Path) -> dict[str, list[tuple[object, ...]]]:
    """What an index says, whatever its numbers are."""
    queries = {
        "terms": "SELECT t.key, t.text, d.iri, t.language, c.iris FROM term t"
        " LEFT JOIN datatype d ON d.id = t.datatype JOIN class_set c ON c.id = t.class_set",
        "holders": "SELECT t.text, t.language, u.property, c.iris, h.uses FROM holder h JOIN term t ON t.id = h.term"
        " JOIN use u ON u.id = h.use JOIN class_set c ON c.id = u.class_set",
        "carriers": "SELECT t.text, i.text FROM carrier c JOIN term t ON t.id = c.term JOIN term i ON i.id = c.iri",
        "words": "SELECT text, uses, letters, reversed FROM word",
        "parts": "SELECT w.text, t.text, t.language FROM part p JOIN word w ON w.id = p.word"
        " JOIN term t ON t.id = p.term",
        "acronyms": "SELECT a.letters, t.text, t.language FROM acronym a JOIN term t ON t.id = a.term",
        "passages": "SELECT t.text FROM passage p JOIN term t ON t.id = p.rowid",
        "meta": "SELECT name, value FROM meta WHERE name != 'key'",
    }
    with sqlite3.connect(index) as database:
        found = {name: sorted(database.execute(query), key=repr) for name, query in queries.items()}
    database.close()
    for name, rows in found.items():  # sets of classes are numbered in the order of their appearance
        found[name] = sorted(
            (tuple("|".join(sorted(c.split("\n"))) if isinstance(c, str) else c for c in row) for row in rows), key=repr
        )
    return found


def test_the_index_is_that_of_one_file(files: list[Path], tmp_path: Path) -> None:
    whole = tmp_path / "whole.ttl"
    whole.write_text(PREFIXES + "\n".join(FILES.values()), encoding="utf-8")
    build_index([whole], tmp_path / "one" / "index")
    expected = content(tmp_path / "one" / "index")
    assert len(expected["terms"]) >= 8
    assert expected["passages"]
    for order in (files, files[::-1], [*files[2:], *files[:2]]):
        target = tmp_path / "several" / "index"
        summary = build_index(order, target)
        assert content(target) == expected
        assert summary.triples == int(dict(expected["meta"])["triples"])  # type: ignore[call-overload]  # texts
    with SqliteValueIndex(tmp_path / "several" / "index") as index:
        assert {holder.subject_class for holder in index.lookup("Eva Dirksen")[0].holders} == {
            "http://example.org/v#Person",
            "http://example.org/v#Manager",
        }


def test_only_changed_files_are_read_again(files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    reading = segments.read_file
    monkeypatch.setattr(segments, "read_file", lambda path, *more: (read.append(path.name), reading(path, *more))[1])
    target = tmp_path / "index" / "values"
    build_index(files, target)
    assert sorted(read) == sorted(FILES)
    read.clear()
    names = next(path for path in files if path.name == "names.ttl")
    names.write_text(names.read_text().replace("Baldwin", "Amber"), encoding="utf-8")
    build_index(files, target)
    assert read == ["names.ttl"]
    with SqliteValueIndex(target) as index:
        assert [value.text for value in index.lookup("amber dirksen")] == ["Amber Dirksen"]
        assert not index.lookup("Baldwin Dirksen")
    read.clear()
    build_index(files[1:], target)
    assert read == []


def test_a_build_that_was_cut_short_goes_on(files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    reading = segments.read_file
    target = tmp_path / "index" / "values"

    def stops(path: Path, *more: object) -> None:
        if len(read) == 2:
            raise KeyboardInterrupt
        read.append(path.name)
        reading(path, *more)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(segments, "read_file", stops)
    with pytest.raises(KeyboardInterrupt):
        build_index(files, target)
    assert not target.exists()
    assert [path.suffix for path in target.parent.rglob("*") if path.is_file()] == [".part"] * 2
    monkeypatch.setattr(segments, "read_file", lambda path, *more: (read.append(path.name), reading(path, *more))[1])
    build_index(files, target)
    assert len(read) == len(set(read)) == len(FILES)


def test_another_ontology_reads_all_anew(files: list[Path], tmp_path: Path) -> None:
    target = tmp_path / "index" / "values"
    build_index(files, target, ontology=Ontology(iri="http://example.org/i/1"))
    with SqliteValueIndex(target) as index:
        assert not index.lookup("Baldwin Dirksen")
    build_index(files, target)
    with SqliteValueIndex(target) as index:
        assert index.lookup("Baldwin Dirksen")


@pytest.mark.parametrize("damage", [b"", b"no database", None])
def test_a_damaged_segment_is_said_and_made_anew(files: list[Path], tmp_path: Path, damage: bytes | None) -> None:
    target = tmp_path / "index" / "values"
    build_index(files, target)
    before = target.read_bytes()
    part = sorted((target.parent / "parts").iterdir())[2]
    part.write_bytes(part.read_bytes()[:9000] if damage is None else damage)
    with pytest.raises(LoadError, match="damaged") as refused:
        build_index(files, target)
    assert refused.value.hint
    assert target.read_bytes() == before
    build_index(files, target)


def test_segments_are_their_owners_and_go_when_nobody_uses_them(files: list[Path], tmp_path: Path) -> None:
    target = tmp_path / "index" / "values"
    build_index(files, target)
    folder = target.parent / "parts"
    parts = sorted(folder.iterdir())
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in parts} == {0o600}
    os.utime(parts[0], (time.time() - 40 * 86_400,) * 2)
    os.utime(parts[1], (time.time() - 10 * 86_400,) * 2)
    (tmp_path / "x.nt").write_text('<http://e/s> <http://e/name> "Elsewhere" .\n', encoding="utf-8")
    (tmp_path / "y.nt").write_text('<http://e/t> <http://e/name> "There" .\n', encoding="utf-8")
    build_index([tmp_path / "x.nt", tmp_path / "y.nt"], tmp_path / "index" / "other")
    assert parts[0] not in folder.iterdir()
    assert len(list(folder.iterdir())) == len(FILES) - 1 + 2


def test_a_file_named_twice_counts_once(files: list[Path], tmp_path: Path) -> None:
    build_index(files, tmp_path / "once")
    build_index([*files, files[0]], tmp_path / "twice")
    assert content(tmp_path / "once") == content(tmp_path / "twice")

"""`nlkgq validate`: files, folders, standard input; formats, fixes and exit codes."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nlkgq.resources import graph_folder

Nlkgq = Callable[..., Any]
ONTOLOGY = graph_folder("films") / "ontology.ttl"
HEAD = "PREFIX films: <https://nlkgq.example/films#>\n"
RIGHT = HEAD + "SELECT ?film { ?film a films:Film }\n"
WRONG = HEAD + "SELECT ?film { ?film a films:Filmm }\n"
DOUBTFUL = HEAD + "SELECT ?title ?name { ?film films:title ?title . ?person films:name ?name }\n"


@pytest.fixture
def queries(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "right.rq").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "deep" / "wrong.sparql").write_text(WRONG, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no query", encoding="utf-8")
    return tmp_path


def test_folders_and_exit_codes(nlkgq: Nlkgq, queries: Path) -> None:
    done = nlkgq("validate", "--ontology", ONTOLOGY, queries)
    assert done.code == 1
    assert done.out.startswith(f"{queries / 'deep' / 'wrong.sparql'}:2:24: error: ")
    assert "2 queries, 1 finding, 1 error" in done.err
    assert nlkgq("validate", "--ontology", ONTOLOGY, queries / "right.rq").code == 0
    assert nlkgq("validate", "--ontology", ONTOLOGY, "--ignore", "unknown-class", queries).code == 0
    assert nlkgq("validate", "--ontology", ONTOLOGY, queries / "none.rq").code == 2
    assert nlkgq("validate", "--ontology", queries / "none.ttl", queries).code == 3
    assert nlkgq("validate").code == 2
    assert nlkgq("validate", "--select", "unknown-clas", "-").code == 2


def test_strict_counts_warnings(nlkgq: Nlkgq, tmp_path: Path) -> None:
    file = tmp_path / "a.rq"
    file.write_text(DOUBTFUL, encoding="utf-8")
    assert nlkgq("validate", "--ontology", ONTOLOGY, file).code == 0
    assert nlkgq("validate", "--ontology", ONTOLOGY, "--strict", file).code == 1


def test_standard_input_and_formats(nlkgq: Nlkgq, monkeypatch: pytest.MonkeyPatch) -> None:
    def give(text: str) -> None:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))

    give(WRONG)
    done = nlkgq("validate", "--ontology", ONTOLOGY, "--format", "json", "-")
    assert [f["code"] for f in json.loads(done.out)[0]["findings"]] == ["unknown-class"]
    give(WRONG)
    log = json.loads(nlkgq("validate", "--ontology", ONTOLOGY, "--format", "sarif", "-").out)
    assert log["runs"][0]["results"][0]["ruleId"] == "unknown-class"
    give("SELECT ?x {")
    assert "[syntax]" in nlkgq("validate", "--ontology", ONTOLOGY, "-").out
    give(WRONG)
    done = nlkgq("validate", "--kg", "films", "--fix", "-")
    assert (done.code, done.out.strip()) == (0, RIGHT.strip())


def test_fix_changes_only_what_it_repairs(nlkgq: Nlkgq, tmp_path: Path) -> None:
    file, other = tmp_path / "a.rq", tmp_path / "b.rq"
    file.write_bytes(WRONG.replace("\n", "\r\n").encode())
    other.write_text(RIGHT, encoding="utf-8")
    before = other.stat().st_mtime_ns
    assert nlkgq("validate", "--ontology", ONTOLOGY, "--fix", tmp_path).code == 0
    assert file.read_bytes() == RIGHT.replace("\n", "\r\n").encode()
    assert other.stat().st_mtime_ns == before


def test_what_a_check_is_for(nlkgq: Nlkgq) -> None:
    told = nlkgq("validate", "--explain", "incomparable").out
    assert "Fails:" in told
    assert "FILTER(?year > 2010)" in told
    listed = nlkgq("validate", "--list").out
    assert "reversed-direction" in listed
    near = nlkgq("validate", "--explain", "incomparible")
    assert (near.code, "incomparable" in near.err) == (2, True)

"""`nlkgq keep`: from a trace, from standard input, from the last question; and the questions of `ask --interactive`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

QUESTION = "How many studios are there?"
QUERY = "PREFIX films: <https://nlkgq.example/films#> SELECT (COUNT(?s) AS ?n) { ?s a films:Studio }"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NLKGQ_STATE_DIR", str(tmp_path / "state"))
    return tmp_path / "state"


def kept(state: Path) -> list[dict[str, str]]:
    lines = (state / "examples" / "films.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_a_trace_is_accepted_or_corrected(nlkgq, state, tmp_path):
    trace = tmp_path / "trace.json"
    nlkgq("translate", "--trace", trace, QUESTION)
    assert nlkgq("keep", trace).code == 0
    assert [line["question"] for line in kept(state)] == [QUESTION]
    (tmp_path / "right.rq").write_text(QUERY, encoding="utf-8")
    done = nlkgq("keep", trace, "--query", tmp_path / "right.rq")
    assert "in place of" in done.out
    assert [line["sparql"] for line in kept(state)] == [QUERY]


def test_standard_input(nlkgq, state, monkeypatch):
    def given(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    given(json.dumps({"question": QUESTION, "query": QUERY}))
    assert nlkgq("keep", "-").code == 0
    given(QUERY)
    assert "known" in nlkgq("keep", "--question", QUESTION, "--query", "-").out
    assert len(kept(state)) == 1
    given("nonsense")
    assert nlkgq("keep", "-").code == 2


def test_the_last_question_is_remembered_privately(nlkgq, state):
    assert nlkgq("keep", "--last").code == 2
    assert nlkgq("ask", "-q", QUESTION).code == 0
    (remembered,) = (state / "last").iterdir()
    assert remembered.stat().st_mode & 0o077 == 0
    assert nlkgq("keep", "--last").code == 0
    assert kept(state)[0]["question"] == QUESTION


def test_listing_and_removing(nlkgq, state):
    assert nlkgq("keep", "--list").code == 1
    nlkgq("ask", "-q", QUESTION)
    nlkgq("keep", "--last")
    done = nlkgq("keep", "--list")
    assert QUESTION in done.out
    assert nlkgq("keep", "--remove", done.out.split()[0]).code == 0
    assert nlkgq("keep", "--list").code == 1


def test_a_query_that_cannot_run_is_not_kept(nlkgq, state, tmp_path):
    (tmp_path / "wrong.rq").write_text("SELECT ?x WHERE {", encoding="utf-8")
    assert nlkgq("keep", "--question", QUESTION, "--query", tmp_path / "wrong.rq").code == 4
    assert not (state / "examples" / "films.jsonl").exists()


@pytest.mark.parametrize(
    "words",
    [(), ("--last", "--list"), ("--question", "x"), ("trace.json", "--last"), ("-", "--query", "-"), ("nowhere",)],
)
def test_unclear_wishes_are_refused(nlkgq, words):
    assert nlkgq("keep", *words).code == 2

"""Replies in, queries out: one file a case in `extract/`, the reply above a line `=== query ===`, the query below."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlkgq.errors import NoQueryError
from nlkgq.generation import query_text
from nlkgq.generation.extract import MAX_REPLY, extract_query

CASES = sorted((Path(__file__).parent / "extract").glob("*.txt"))


def test_there_are_cases():
    assert len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=lambda p: p.stem)
def test_case(case: Path):
    with case.open(encoding="utf-8", newline="") as file:
        reply, expected = file.read().split("\n=== query ===\n")
    expected = expected.removesuffix("\n")
    if expected.startswith("(no query"):
        with pytest.raises(NoQueryError) as caught:
            extract_query(reply)
        assert caught.value.text == reply
        assert ("update" in (caught.value.hint or "")) == ("update" in expected)
    else:
        assert extract_query(reply) == expected


@pytest.mark.parametrize(
    "reply",
    [
        "`" * 200_000,
        "<code>" * 60_000,
        "<think>" * 50_000,
        "SELECT ?x { " * 30_000,
        "SELECT ?x {} \n" * 25_000,
        "```sparql\n" + " " * 300_000,
        "“" * 100_000 + '"' * 100_000,
        "PREFIX " * 50_000,
        "PREFIX a: <b>\n" * 25_000,
        '{"query":' * 40_000,
        "&lt;" * 90_000,
        "'''" * 100_000 + "\\" * 90_000,
        "DROP " * 70_000,
        "> " * 150_000,
    ],
    ids=range(14),
)
def test_hostile_reply_takes_bounded_time(reply: str):
    start = time.process_time()
    with contextlib.suppress(NoQueryError):
        extract_query(reply)
    assert time.process_time() - start < 5


def test_too_long_a_reply_is_refused():
    with pytest.raises(NoQueryError, match="no query"):
        extract_query("ASK {}" + " " * MAX_REPLY)


PIECES = ["SELECT ?x ", "WHERE ", "{ ", "} ", "```", "sparql\n", "\n", "DELETE ", "INSERT DATA ", "ASK ", '"', "# "]
PIECES += [
    "PREFIX ex: <http://e.org/>\n",
    "ex:p ",
    "text. ",
    "&lt;",
    "“",
    "”",
    ";",
    "DROP ALL\n",
    "<think>",
    "`",
    "<",
    ">",
]


def _query_or_none(reply: str) -> str | None:
    try:
        return extract_query(reply)
    except NoQueryError:
        return None


def test_a_fence_of_four_may_close_with_three():
    assert extract_query("````sparql\nASK { ?s ?p ?o }\n```") == "ASK { ?s ?p ?o }"


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
@settings(max_examples=300, deadline=None)
def test_what_comes_out_is_never_an_update_and_stays_itself(reply: str):
    query = _query_or_none(reply)
    if query is not None:
        assert not query_text.has_update(query)
        assert _query_or_none(query) == query


@pytest.mark.parametrize(
    "frame", ["{}", "```sparql\n{}\n```", "Run this: {}", "`{}`", "<sparql>{}</sparql>", "SPARQL:\n{}\n"]
)
@pytest.mark.parametrize(
    "update",
    [
        "DELETE WHERE { ?s ?p ?o }",
        "DELETE { ?s ?p ?o } WHERE { SELECT * WHERE { ?s ?p ?o } }",
        "INSERT DATA { <a:a> <a:b> <a:c> }",
        "INSERT{?s ?p ?o}WHERE{SELECT ?s ?p ?o{?s ?p ?o}}",
        "PREFIX ex: <http://e.org/> WITH <http://e.org/g> DELETE { ?s ?p ?o } INSERT { ?s ?p ex:x } WHERE { ?s ?p ?o }",
        "DROP ALL",
        "CLEAR SILENT GRAPH <http://e.org/g>",
        "LOAD <http://e.org/x>",
        "COPY DEFAULT TO <http://e.org/g>",
        "SELECT ?s WHERE { ?s ?p ?o } ; DELETE WHERE { ?s ?p ?o }",
    ],
)
def test_an_update_never_becomes_a_query(frame: str, update: str):
    assert _query_or_none(frame.format(update)) is None


def test_skeleton_keeps_offsets():
    text = 'SELECT ?x { ?x ex:p "a\\"}" , <http://e.org/#}> # }\n }'
    covered = query_text.skeleton(text)
    assert len(covered) == len(text)
    assert covered.count("}") == 1
    assert covered.index("\n") == text.index("\n")

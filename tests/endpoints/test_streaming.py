"""Answers in parts: the same rows as the whole, the first of them before the last ones are fetched."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from federated_parts import LIMITS, P0, P1, P2, Federation
from federation_cases import NS, QueryMaker, StoreEndpoint, Triple, answer_of, random_parts

from nlkgq.endpoints.federation import streaming
from nlkgq.endpoints.protocol import Limits
from nlkgq.errors import EndpointError
from nlkgq.results.comparison import compare_answers
from nlkgq.results.models import AskResult, Result, SelectResult
from nlkgq.validation.gate import GatedQuery, gate

MANY: list[Triple] = [(f"<{NS}x{n}>", P0, f"<{NS}y{n % 500}>") for n in range(4_000)]
NAMES: list[Triple] = [(f"<{NS}y{n}>", P1, f'"{n % 400}"') for n in range(500)]
JOIN = f"SELECT ?x ?n {{ ?x {P0} ?y . ?y {P1} ?n }}"


@pytest.fixture
def tiny_parts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Parts of two terms, driven by three rows at first; counts the parts and the answers that had some."""
    seen: Counter[str] = Counter()
    for name, value in (
        ("FIRST_ROWS", 3),
        ("FIRST_BLOCK", 2),
        ("LARGEST_BLOCK", 4),
        ("GROWTH", 2),
        ("MOST_WANTED", 10**9),
    ):
        monkeypatch.setattr(streaming, name, value)
    evaluate = streaming.Streaming._part

    def counted(self: streaming.Streaming, *arguments: object) -> object:
        part = evaluate(self, *arguments)  # type: ignore[arg-type]  # passed through
        seen["parts"] += 1
        seen["rows"] += len(getattr(part, "rows", ()))
        return part

    monkeypatch.setattr(streaming.Streaming, "_part", counted)
    return seen


def test_any_query_in_parts_has_the_answer_of_one_store(tiny_parts: Counter[str]) -> None:
    for seed in range(24):
        rng = random.Random(seed)
        parts = random_parts(rng, blank=seed % 3 == 2)
        with Federation(parts, relabel=seed % 2 == 1, bind_size=rng.choice([1, 3, 100])) as federation:
            for _ in range(10):
                federation.check(QueryMaker(rng).query())
    assert tiny_parts["parts"] > 60
    assert tiny_parts["rows"] > 100


@pytest.mark.parametrize(
    "body",
    [
        "SELECT DISTINCT ?n { ?x :p0 ?y . ?y :p1 ?n }",
        "SELECT ?x ?n ?z { ?x :p0 ?y . ?y :p1 ?n OPTIONAL { ?x :p2 ?z } }",
        "SELECT ?x { ?x :p0 ?y . ?y :p1 ?n MINUS { ?x :p2 ?z } FILTER(?n != '3') }",
        "SELECT ?x { ?x :p0 ?y . ?y :p1 ?n FILTER NOT EXISTS { ?x :p2 ?z } }",
        "SELECT ?x ?x2 { ?x :p0 ?y . ?x2 :p0 ?y . ?y :p1 '7' }",
        "SELECT (STR(?y) AS ?text) { ?x :p0 ?y . ?y :p1 ?n }",
        "SELECT ?x ?n { ?x :p0 ?y { SELECT ?y (MIN(?m) AS ?n) { ?y :p1 ?m } GROUP BY ?y } }",
        "ASK { ?x :p0 ?y . ?y :p1 'nowhere' . ?x :p2 ?z }",
        "SELECT * { ?x :p0/:p1 ?n . ?x :p2 ?z }",
    ],
)
def test_shapes_of_queries_in_real_parts(body: str) -> None:
    kinds: list[Triple] = [(f"<{NS}x{n}>", P2, f'"z{n}"') for n in range(0, 4_000, 3)]
    with Federation([MANY[:1_500], NAMES, kinds]) as federation:
        text = f"PREFIX : <{NS}> {body}"
        found = federation.federated.run(gate(text), limits=replace(LIMITS, rows=15_000))
        assert compare_answers(answer_of(federation.single, text), found).same


def test_the_first_rows_come_before_the_last_are_fetched() -> None:
    with Federation([MANY, NAMES]) as federation:
        parts = federation.federated.stream(gate(JOIN), limits=LIMITS)
        first = next(parts)
        assert isinstance(first, SelectResult)
        assert len(first.rows) == streaming.FIRST_BLOCK
        before = len(federation.asked)
        rest = [row for part in parts for row in getattr(part, "rows", ())]
        assert len(federation.asked) > before
        whole = answer_of(federation.single, JOIN)
        assert isinstance(whole, SelectResult)
        assert Counter([*first.rows, *rest]) == Counter(whole.rows)


def test_parts_say_at_the_end_what_is_missing() -> None:
    with Federation([MANY, NAMES]) as federation:
        parts = list(federation.federated.stream(gate(JOIN), limits=replace(LIMITS, rows=250)))
        found = [part for part in parts if isinstance(part, SelectResult)]
        assert sum(len(part.rows) for part in found) == 250
        assert [[note.code for note in part.notes] for part in found] == [[]] * (len(found) - 1) + [["truncated"]]
        for text in (JOIN.replace("SELECT ?x ?n", "ASK"), f"{JOIN} ORDER BY ?n"):
            assert len(list(federation.federated.stream(gate(text), limits=LIMITS))) == 1


@pytest.mark.parametrize("partial", [True, False])
def test_a_source_that_fails_is_told_in_parts_too(partial: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def fails(self: StoreEndpoint, query: GatedQuery, *, limits: Limits) -> Result:
        asked.append(query.text)
        if query.form == "ASK":
            return AskResult(boolean=self.name == "s0" if "p0" in query.text else self.name == "s1")
        if self.name == "s1":
            raise EndpointError("s1: down", kind="network", endpoint="s1")
        return run(self, query, limits=limits)

    run = StoreEndpoint.run
    monkeypatch.setattr(StoreEndpoint, "run", fails)
    text = f"SELECT ?x ?n {{ ?x {P0} ?y OPTIONAL {{ ?y {P1} ?n }} }}"
    with Federation([MANY, NAMES], partial=partial) as federation:
        if not partial:
            with pytest.raises(EndpointError, match="s1: down"):
                federation.federated.run(gate(text), limits=LIMITS)
            return
        whole = federation.federated.run(gate(text), limits=replace(LIMITS, rows=10_000))
        parts = list(federation.federated.stream(gate(text), limits=LIMITS))
    assert isinstance(whole, SelectResult)
    assert isinstance(parts[-1], SelectResult)
    assert (len(whole.rows), [note.code for note in whole.notes]) == (4_000, ["partial"])
    assert [note.code for note in parts[-1].notes] == ["partial"]
    assert sum(len(getattr(part, "rows", ())) for part in parts) == 4_000


def test_a_limit_ends_the_fetching() -> None:
    with Federation([MANY, NAMES]) as federation:
        result = federation.federated.run(gate(f"{JOIN} LIMIT 7"), limits=LIMITS)
        assert isinstance(result, SelectResult)
        assert len(result.rows) == 7
        assert sum(endpoint.rows for endpoint in federation.endpoints) < 2_500


def test_as_many_rows_as_are_shown_and_a_note_when_there_are_more() -> None:
    with Federation([MANY, NAMES]) as federation:
        cut = federation.federated.run(gate(JOIN), limits=replace(LIMITS, rows=250))
        assert isinstance(cut, SelectResult)
        assert (len(cut.rows), [note.code for note in cut.notes]) == (250, ["truncated"])
        all_of_it = federation.federated.run(gate(JOIN), limits=replace(LIMITS, rows=4_000))
        assert isinstance(all_of_it, SelectResult)
        assert (len(all_of_it.rows), all_of_it.notes) == (4_000, ())


def test_parts_fetch_no_more_rows_than_are_allowed() -> None:
    with Federation([MANY, NAMES], fetch_rows=3_000) as federation:
        with pytest.raises(EndpointError) as caught:
            federation.federated.run(gate(JOIN), limits=LIMITS)
        assert caught.value.kind == "too-large"
        assert isinstance(federation.federated.run(gate(f"{JOIN} LIMIT 50"), limits=LIMITS), SelectResult)


def test_the_text_held_at_once_is_bounded() -> None:
    """Parts are let go one by one; what must be held as a whole is refused by name."""
    limits = replace(LIMITS, bytes=420_000, rows=10_000)
    with Federation([MANY, NAMES]) as federation:
        streamed = federation.federated.run(gate(JOIN), limits=limits)
        assert isinstance(streamed, SelectResult)
        assert len(streamed.rows) == 4_000
        with pytest.raises(EndpointError, match="more memory") as caught:
            federation.federated.run(gate(f"{JOIN} ORDER BY ?n"), limits=replace(LIMITS, bytes=100_000))
        assert caught.value.kind == "too-large"


def test_blank_nodes_are_not_put_into_parts() -> None:
    blank: list[Triple] = [(f"_:b{n}", P0, f"<{NS}y{n % 500}>") for n in range(1_500)]
    with Federation([blank, NAMES], relabel=True) as federation:
        federation.check(JOIN)


def test_values_of_a_trusted_source_do_not_reach_an_untrusted_one_in_parts() -> None:
    with Federation([MANY, NAMES], trusted=(True, False)) as federation:
        federation.federated.run(gate(JOIN), limits=replace(LIMITS, rows=10_000))
        assert not any(f"<{NS}y" in text for text in federation.endpoints[1].asked)


def test_a_question_that_is_true_early_is_answered_early() -> None:
    with Federation([MANY, NAMES]) as federation:
        result = federation.federated.run(gate(JOIN.replace("SELECT ?x ?n", "ASK")), limits=LIMITS)
        assert isinstance(result, AskResult)
        assert result.boolean
        assert sum(endpoint.rows for endpoint in federation.endpoints) < 2_500

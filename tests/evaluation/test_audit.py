"""Gold that cannot be scored fairly, on a graph with ties, and the deterministic forms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from servers import SparqlServer
from toy_dataset import GRAPH, PREFIX, write_dataset

from nlkgq.evaluation.answer_store import StoredAnswer
from nlkgq.evaluation.audit.audit import audit, audit_table
from nlkgq.evaluation.audit.checks import GoldFinding, audit_question
from nlkgq.evaluation.audit.forms import pin_clock, with_sort_columns, with_tie_break
from nlkgq.evaluation.audit.unstated import unstated_columns
from nlkgq.evaluation.audit.wording import Wording
from nlkgq.evaluation.dataset import Dataset, Scoring, load_dataset
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.record import Record
from nlkgq.evaluation.scoring import score_run
from nlkgq.results.models import RdfTerm, SelectResult
from nlkgq.sparql import parse_query


def dataset(folder: Path, gold: str, question: str = "Which lamps?", **more: Any) -> Dataset:
    write_dataset(folder)
    entry = {"id": "q", "question": question, "sparql": PREFIX + gold, **more}
    (folder / "questions.jsonl").write_text(json.dumps(entry))
    return load_dataset(str(folder))


def found(folder: Path, gold: str, question: str = "Which lamps?", **more: Any) -> dict[str, GoldFinding]:
    return {f.code: f for f in audit(dataset(folder, gold, question, **more))}


@pytest.mark.parametrize(
    ("gold", "code"),
    [
        ("SELECT ?l { ?l a ex:Lamp", "broken"),
        ("SELECT ?l { ?l a ex:Lamp FILTER(YEAR(NOW()) > 2000) }", "clock"),
        ("SELECT ?l { ?l a ex:Lamp } ORDER BY RAND()", "random"),
        ("SELECT ?l { ?l a ex:Lamp } LIMIT 2", "limit-without-order"),
        ("SELECT ?l { ?l ex:watts ?w } ORDER BY DESC(?w) LIMIT 1", "ties"),
        ("SELECT (GROUP_CONCAT(?t) AS ?lamps) { ?l ex:title ?t }", "group-concat"),
        ("SELECT (SAMPLE(?l) AS ?lamp) { ?l a ex:Lamp }", "sample"),
        ("SELECT ?l { ?l ex:watts ?w FILTER(<http://www.w3.org/2001/XMLSchema#int>(?w) > 0) }", "cast"),
        ("SELECT ?l { ?l ex:watts ?w FILTER(<http://vendor.example/f>(?w)) }", "vendor-function"),
        ("ASK { ex:a ex:maker ex:m FILTER NOT EXISTS { ex:a ex:maker ex:m } }", "contradiction"),
        (
            "SELECT ?l { ?l a ex:Lamp ; ex:watts ?w FILTER(?w > 1) "
            "FILTER NOT EXISTS { ?l <https://toy.example/watts> ?w FILTER( ?w > 1 ) } }",
            "contradiction",
        ),
        ("SELECT ?l { { ?l a ex:Lamp } UNION { ?l a  <https://toy.example/Lamp> } }", "repeated-branch"),
        ("SELECT ?l { ?l a ex:Nothing }", "empty"),
        ("SELECT ?l { ?l ex:watts 40 }", "unstated-value"),
        ("SELECT ?l ?watts { ?l ex:watts ?watts }", "unstated-column"),
    ],
)  # fmt: skip
def test_each_kind_is_found(tmp_path: Path, gold: str, code: str) -> None:
    finding = found(tmp_path / "toy", gold)[code]
    assert finding.message
    assert finding.proposal


@pytest.mark.parametrize(
    ("gold", "question"),
    [
        ("SELECT ?l { ?l a ex:Lamp }", "Which lamps?"),
        ("SELECT ?l { ?l ex:watts ?w } ORDER BY ?w LIMIT 1", "Which lamp has the fewest watts?"),
        ("SELECT ?l { ?l ex:watts ?w } ORDER BY DESC(?w) LIMIT 2", "Which two lamps have most watts?"),
        ("SELECT ?l ?w { ?l ex:watts ?w FILTER(?w >= 41) }", "Which lamps have more than 40 watts, and how many?"),
        ("SELECT ?l { ?l ex:title 'Aster' }", "Which lamp is called aster?"),
        ("ASK { ?l a ex:Lamp }", "Is there a lamp?"),
        ("SELECT ?l { ?l a ex:Lamp FILTER NOT EXISTS { ?l a ex:Maker } }", "Which lamps are no maker?"),
        ("SELECT ?l { ?l a ex:Lamp FILTER NOT EXISTS { ?m a ex:Lamp ; ex:maker ?l } }", "Which lamps make no lamp?"),
        ("SELECT ?l { ?l a ex:Lamp . { ?l ex:maker ex:m } UNION { ?l ex:maker ex:n } }", "Which lamps by M or N?"),
    ],
)
def test_sound_gold_has_no_finding(tmp_path: Path, gold: str, question: str) -> None:
    assert found(tmp_path / "toy", gold, question) == {}


def test_a_limit_that_cuts_nothing_is_not_decisive(tmp_path: Path) -> None:
    assert found(tmp_path / "a", "SELECT ?l { ?l a ex:Lamp } LIMIT 9")["limit-without-order"].decisive is False
    assert found(tmp_path / "b", "SELECT ?l { ?l a ex:Lamp } LIMIT 2")["limit-without-order"].decisive is True


def test_a_recorded_answer_is_checked(tmp_path: Path) -> None:
    rows = [[f"https://toy.example/{x}"] for x in "abc"]
    assert found(tmp_path / "a", "SELECT ?l { ?l a ex:Lamp }", rows=rows, n_rows=3) == {}
    assert "recorded-answer" in found(tmp_path / "b", "SELECT ?l { ?l a ex:Lamp }", rows=rows[:2], n_rows=2)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How old is each singer, by name?", ["age"]),
        ("When did it open, and who runs it?", ["opening", "year"]),
        ("What is the id of every pet older than 1?", ["petid"]),
        ("List the ids of the students.", ["stuid"]),
        ("Give the first name of each member.", ["fname"]),
        ("How many friends does each member have?", ["member", "id"]),
        ("Name the venue and its publication date.", ["year", "of", "publication"]),
        ("What is the gender of those who came?", ["sex"]),
        ("Return the false discovery rate of each peak.", ["fdr"]),
    ],
)
def test_a_column_is_asked_for_in_other_words(question: str, words: list[str]) -> None:
    assert Wording(question, "en").says_name(words)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is the average weight of the pets?", ["pet", "age"]),
        ("Which members are there in each country?", ["count"]),
        ("For each stadium, how many concerts play there?", ["name"]),
        ("Which papers are by Ada?", ["page", "count"]),
    ],
)
def test_a_column_is_not_asked_for_by_letters_within_other_words(question: str, words: list[str]) -> None:
    assert not Wording(question, "en").says_name(words)


@pytest.mark.parametrize(
    ("question", "value", "said"),
    [
        ("What is the age of all French singers?", "France", True),
        ("Was it published in the International Conference on Software Engineering?", "ICSE", True),
        ("Which peaks have an infinite value?", "INF", True),
        ("Which members are female?", "F", True),
        ("Which papers of 2012 are there?", "2019", False),
        ("Count the members.", "Comput. Phys.", False),
        ("How deep is it?", "DE", False),
    ],
)
def test_a_value_is_said_in_other_words(question: str, value: str, said: bool) -> None:
    assert Wording(question, "en").says_value(value) is said


@pytest.mark.parametrize(
    ("gold", "flagged"),
    [
        ("SELECT ?result (COUNT(?l) AS ?n) { ?l ex:maker ?result } GROUP BY ?result", ["n"]),
        ("SELECT ?firstanswer ?t { ?firstanswer ex:title ?t }", []),
        ("SELECT ?l (MAX(?w) AS ?m) { ?l ex:watts ?w } GROUP BY ?l", ["m"]),
        ("SELECT ?title { ?l ex:title ?title ; ex:watts ?w }", []),
    ],
)
def test_columns_that_nobody_asked_for(gold: str, flagged: list[str]) -> None:
    wording = Wording("Which titles have the lamps of each maker?", "en")
    assert list(unstated_columns(parse_query(PREFIX + gold), wording)) == flagged


def test_an_engine_that_knows_less_syntax_is_asked_more_simply(tmp_path: Path, virtuoso_server: SparqlServer) -> None:
    virtuoso_server.load(GRAPH, "https://toy.example/graph")
    whole = dataset(
        tmp_path / "toy", "SELECT ?l { ?l a ex:Lamp ; ex:maker [ ex:title 'Nettle' ; ] ; . }", "Nettle lamps?"
    )
    assert audit(whole, second={"toy": virtuoso_server.url}) == []
    odd = "SELECT ?l { ?l a ex:Lamp FILTER(1/0 = 1 || ISIRI(?l)) }"
    other = audit(dataset(tmp_path / "odd", odd, "Lamps?"), second={"toy": virtuoso_server.url})
    assert [f.code for f in other] == ["engine-fails"]


@pytest.mark.parametrize(("recorded", "whose"), [("mn", "the first one's"), ("m", "the other's"), ("z", "neither's")])
def test_it_is_told_whose_answer_was_recorded(recorded: str, whose: str) -> None:
    def answer(names: str) -> SelectResult:
        return SelectResult(variables=("m",), rows=tuple((RdfTerm("uri", f"https://toy.example/{n}"),) for n in names))

    question = BenchQuestion(
        id="q", graph="toy", text="Makers?", gold="SELECT ?m { ?m a <x:M> }", answer=answer(recorded)
    )
    found = audit_question(
        question,
        lambda query: StoredAnswer(state="ok", result=answer("mn")),
        lambda query: StoredAnswer(state="ok", result=answer("m")),
        Scoring(),
    )
    (message,) = [f.message for f in found if f.code == "engines"]
    assert message.endswith(f"the recorded one is {whose}")


@pytest.mark.parametrize("name", ["oxigraph_server", "virtuoso_server"])
def test_two_engines_are_compared(tmp_path: Path, name: str, request: pytest.FixtureRequest) -> None:
    server: SparqlServer = request.getfixturevalue(name)
    server.load(GRAPH, "https://toy.example/graph")
    write_dataset(tmp_path / "toy")
    whole = load_dataset(str(tmp_path / "toy"))
    assert [f for f in audit(whole, second={"toy": server.url}) if f.code == "engines"] == []
    server.load("<https://toy.example/z> a <https://toy.example/Maker> .", "https://toy.example/graph")
    other = dataset(tmp_path / "toy", "SELECT ?m { ?m a ex:Maker }", "Which makers?")
    assert [f.code for f in audit(other, second={"toy": server.url})] == ["engines"]


def test_counts_hold_no_texts(tmp_path: Path) -> None:
    one = dataset(tmp_path / "toy", "SELECT ?l { ?l ex:watts ?w } ORDER BY DESC(?w) LIMIT 1", "Which lamp?")
    table = audit_table(one, audit(one))
    assert "| ties | 1 | 1 |" in table
    assert "Which lamp" not in table


def test_deterministic_forms() -> None:
    query = parse_query("SELECT * { ?a <x:p> ?b FILTER(YEAR(NOW()) > 3) } ORDER BY DESC(STR(?b)) LIMIT 4")
    assert "NOW" not in str(pin_clock(query, "2025-01-01T00:00:00Z"))
    assert "ORDER BY DESC(STR(?b)) DESC(?a) DESC(?b) LIMIT" in str(with_tie_break(query, descending=True))
    whole = with_sort_columns(query)
    assert whole is not None
    assert str(whole[0]).startswith("SELECT ?a ?b ((STR(?b)) AS ?nlkgqSort0) {")
    assert "LIMIT" not in str(whole[0])
    assert with_sort_columns(parse_query("SELECT ?a { ?a <x:p> ?b }")) is None
    assert with_tie_break(parse_query("ASK { ?a <x:p> ?b }"), descending=True) is None


LAMP = "{ ?l ex:title ?t ; ex:watts ?w }"


@pytest.mark.parametrize(
    "gold",
    [
        f"SELECT ?t {LAMP} ORDER BY DESC(?w) LIMIT 1",
        f"SELECT DISTINCT ?t (MAX(?w) AS ?m) {LAMP} GROUP BY ?t ORDER BY DESC(?m) LIMIT 1",
    ],
)
def test_any_choice_among_ties_is_fair(tmp_path: Path, gold: str) -> None:
    one = dataset(tmp_path / "toy", gold)
    columns = "?t (60 AS ?m)" if "MAX" in gold else "?t"

    def judge(pattern: str) -> tuple[bool, bool]:
        text = f"{PREFIX}SELECT {columns} {{ ?l ex:title ?t ; ex:watts ?w {pattern} }}"
        (score,) = score_run(one, [Record(question="q", graph="toy", outcome="answered", query=text)])
        return score.match, score.fair

    borage, cress = judge('FILTER(?t = "Borage")'), judge('FILTER(?t = "Cress")')
    assert sorted([borage, cress]) == [(False, True), (True, True)]
    assert judge("FILTER(?w = 60)") == (False, True), "all tied rows are right, too"
    assert judge("FILTER(?w = 40)") == (False, False)
    assert judge("") == (False, False)


def test_the_clock_is_pinned_in_gold_and_prediction(tmp_path: Path) -> None:
    one = dataset(tmp_path / "toy", "SELECT (YEAR(NOW()) AS ?y) {}", "Which year is it?")
    (score,) = score_run(one, [Record(question="q", graph="toy", outcome="answered", query="SELECT (2025 AS ?y) {}")])
    assert score.match

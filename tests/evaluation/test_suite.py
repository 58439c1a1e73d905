"""Suites: graphs that tell a gold query from what is nearly like it, and from nothing else."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from toy_dataset import PREFIX, QUESTIONS, write_dataset

from nlkgq.cli.main import cli
from nlkgq.errors import ConfigError, UsageError
from nlkgq.evaluation.answer_store import AnswerStore
from nlkgq.evaluation.dataset import Dataset, Scoring, load_dataset
from nlkgq.evaluation.rig import open_source
from nlkgq.evaluation.suite.distil import (
    agrees,
    entry_for,
    fewest,
    make_suite,
    read_suite,
    suite_accuracy,
    write_suite,
)
from nlkgq.evaluation.suite.engine import SuiteEngine, n_triples
from nlkgq.evaluation.suite.engine_process import Verdict
from nlkgq.evaluation.suite.graphs import GraphMaker
from nlkgq.evaluation.suite.mutations import DISTILLING, JUDGING, mutants
from nlkgq.evaluation.suite.rewritings import rewritings
from nlkgq.evaluation.suite.vocabulary import Vocabulary, read_vocabulary
from nlkgq.results.models import RdfTerm

EX = "https://toy.example/"
VOCABULARY = Vocabulary(
    samples={
        f"{EX}title": [RdfTerm("literal", "Aster"), RdfTerm("literal", "Cress")],
        f"{EX}note": [RdfTerm("literal", "dim")],
        f"{EX}watts": [RdfTerm("literal", n, "http://www.w3.org/2001/XMLSchema#integer") for n in ("40", "60")],
        f"{EX}maker": [RdfTerm("uri", f"{EX}m")],
        f"{EX}seller": [RdfTerm("uri", f"{EX}s")],
    },
    classes=[f"{EX}Lamp", f"{EX}Maker"],
)
GOLD = f"{PREFIX}SELECT ?t {{ ?l a ex:Lamp ; ex:title ?t ; ex:watts ?w ; ex:maker ?m FILTER(?w > 50) }}"


@pytest.fixture(scope="module")
def engine() -> Iterator[SuiteEngine]:
    with SuiteEngine(Scoring()) as opened:
        yield opened


def test_operators_of_the_two_families_differ() -> None:
    assert not set(DISTILLING) & set(JUDGING)
    first = {m.text for m in mutants(GOLD, VOCABULARY, DISTILLING)}
    second = {m.text for m in mutants(GOLD, VOCABULARY, JUDGING)}
    assert len(first) > 10
    assert len(second) > 5
    assert not first & second


CHANGES = {
    "other_property": (GOLD, "<https://toy.example/note>"),
    "reversed_edge": (GOLD, "(^<https://toy.example/maker>)"),
    "any_edge": (GOLD, "!<https://toy.example/title>"),
    "dropped_pattern": (GOLD, "?l a ex:Lamp ; ex:title ?t ;  ; ex:maker"),
    "dropped_filter": (GOLD, "ex:maker ?m  }"),
    "comparison_edge": (GOLD, "?w >= 50"),
    "other_literal": (GOLD, "> 51"),
    "distinct": (GOLD, "SELECT DISTINCT ?t"),
    "order": (f"{GOLD} ORDER BY ?w LIMIT 1", "DESC(?w)"),
    "limit": (f"{GOLD} ORDER BY ?w LIMIT 1", "LIMIT 2"),
    "demanded_option": (f"{PREFIX}SELECT ?t {{ ?l ex:title ?t OPTIONAL {{ ?l ex:maker ?m }} }}", "?t  { ?l"),
    "other_class": (GOLD, "a <https://toy.example/Maker>"),
    "other_aggregate": (f"{PREFIX}SELECT (MIN(?w) AS ?x) {{ ?l ex:watts ?w }}", "MAX(?w)"),
    "negated_filter": (GOLD, "(!((?w > 50)))"),
    "turned_comparison": (GOLD, "?w < 50"),
    "and_or": (f"{PREFIX}ASK {{ ?l ex:watts ?w FILTER(?w > 1 && ?w < 9) }}", "||"),
    "dropped_branch": (f"{PREFIX}ASK {{ {{ ?l a ex:Lamp }} UNION {{ ?l a ex:Maker }} }}", "{ { ?l a ex:Maker } }"),
    "dropped_minus": (f"{PREFIX}SELECT ?l {{ ?l a ex:Lamp MINUS {{ ?l ex:watts 40 }} }}", "?l a ex:Lamp  }"),
    "dropped_having": (f"{PREFIX}SELECT ?m {{ ?l ex:maker ?m }} GROUP BY ?m HAVING(COUNT(?l) > 1)", "GROUP BY ?m "),
    "further_condition": (GOLD, "?l <https://toy.example/note> ?nlkgqAny"),
    "other_variable": (GOLD, "ex:title ?l"),
    "forgotten_constant": (f"{PREFIX}ASK {{ ?l ex:watts 40 }}", "?nlkgqAny"),
    "other_column": (GOLD, "SELECT ?l {"),
    "far_number": (GOLD, "> 500"),
}


@pytest.mark.parametrize("operator", [*DISTILLING, *JUDGING])
def test_each_operator_changes_one_thing(operator: str) -> None:
    gold, piece = CHANGES[operator]
    operators = DISTILLING if operator in DISTILLING else JUDGING
    texts = [m.text for m in mutants(gold, VOCABULARY, {operator: operators[operator]})]
    assert any(piece in text for text in texts), texts


def test_graphs_repeat_and_hold_what_the_query_asks(engine: SuiteEngine) -> None:
    maker = GraphMaker(GOLD, VOCABULARY)
    assert maker.make(3) == maker.make(3)
    assert maker.make(3) != maker.make(4)
    states = [engine.judge(n_triples(maker.make(seed)), GOLD, [])[0] for seed in range(20)]
    assert states.count("ok") > 12


@pytest.mark.parametrize(
    "gold",
    [
        GOLD,
        f"{PREFIX}SELECT (COUNT(DISTINCT ?m) AS ?n) {{ ?l ex:maker/ex:title ?t ; ex:maker ?m }}",
        f"{PREFIX}SELECT ?t {{ ?l ex:title ?t FILTER NOT EXISTS {{ ?l ex:maker ?m }} }}",
        f"{PREFIX}SELECT ?l {{ {{ ?l ex:watts 40 }} UNION {{ ?l ex:title 'Cress' }} }}",
        f"{PREFIX}ASK {{ ?l ex:maker [ ex:title 'Aster' ] ; ex:watts ?w FILTER(?w >= 60 || ?w < 20) }}",
        f"{PREFIX}SELECT ?m (AVG(?w) AS ?x) {{ ?l ex:maker ?m ; ex:watts ?w }} GROUP BY ?m HAVING(COUNT(?l) > 1)",
        f"{PREFIX}SELECT ?t {{ ?l ex:title ?t ; ex:watts ?w }} ORDER BY DESC(?w) LIMIT 1",
        f"{PREFIX}SELECT ?a {{ ?a ^ex:maker/(ex:seller|ex:maker)+ ?b . ?b ex:title 'Aster'@en }}",
    ],
)
def test_a_suite_tells_mutants_and_lets_rewritings_pass(gold: str, engine: SuiteEngine, tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    (folder / "questions.jsonl").write_text(json.dumps({"id": "q", "question": "?q", "sparql": gold}))
    dataset = load_dataset(str(folder))
    with open_source(dataset.graphs["toy"]) as kg:
        entry = entry_for(dataset.questions[0], kg, VOCABULARY, engine)
    assert entry.skipped is None
    assert 0 < len(entry.graphs) < 48
    assert entry.told > 0.7 * entry.mutants
    others = rewritings(gold)
    assert others
    assert all(agrees(entry, [gold, *others], engine))
    judging = [m.text for m in mutants(gold, VOCABULARY, JUDGING)]
    assert sum(agrees(entry, judging, engine)) <= 0.2 * len(judging)


def test_a_lucky_query_is_caught(tmp_path: Path) -> None:
    """On the toy graph, lamps of 60 watts are those of more than 40: a suite knows better."""
    folder = write_dataset(tmp_path / "toy")
    gold = f"{PREFIX}SELECT ?l {{ ?l ex:watts ?w FILTER(?w > 50) }}"
    lucky = f"{PREFIX}SELECT ?l {{ ?l ex:watts 60 }}"
    (folder / "questions.jsonl").write_text(json.dumps({"id": "q", "question": "Bright lamps?", "sparql": gold}))
    dataset = load_dataset(str(folder))
    with open_source(dataset.graphs["toy"]) as kg:
        store = AnswerStore(kg, None)
        assert store.run(lucky).result == store.run(gold).result
    suite = make_suite(dataset)
    assert suite == make_suite(dataset)
    assert suite_accuracy(suite, {"q": lucky}, dataset.scoring) == {"q": False}
    assert suite_accuracy(suite, {"q": gold}, dataset.scoring) == {"q": True}
    assert suite_accuracy(suite, {}, dataset.scoring) == {"q": False}
    write_suite(suite, tmp_path / "suite.jsonl")
    assert read_suite(tmp_path / "suite.jsonl") == suite
    (tmp_path / "suite.jsonl").write_text("")
    with pytest.raises(ConfigError, match="it is empty"):
        read_suite(tmp_path / "suite.jsonl")


def test_the_command_makes_a_suite_and_judges_a_run(toy: Dataset, tmp_path: Path) -> None:
    from toy_dataset import SETTINGS, TableClient

    from nlkgq.evaluation.runner import RunOptions, run

    text = QUESTIONS["count"][0]
    client = TableClient({text: f"```sparql\n{PREFIX}SELECT (2 AS ?n) {{}}\n```"})
    run(toy, tmp_path / "run", RunOptions(settings=SETTINGS, client=client))
    runner = CliRunner()
    made = runner.invoke(
        cli, ["bench", "suite", str(toy.file), "--out", str(tmp_path / "s.jsonl")], standalone_mode=False
    )
    assert made.exception is None, made.output
    judged = runner.invoke(
        cli, ["bench", "suite", str(toy.file), "--out", str(tmp_path / "s.jsonl"), "--run", str(tmp_path / "run")],
        standalone_mode=False,
    )  # fmt: skip
    assert judged.exception is None, judged.output
    assert "right on one graph and wrong on the suite: count" in judged.output
    assert "suite accuracy 0.833" in judged.output
    questions = toy.file.parent / "questions.jsonl"
    questions.write_text(questions.read_text().replace("watts 99", "watts 98"))
    run(load_dataset(str(toy.file)), tmp_path / "other", RunOptions(settings=SETTINGS, client=client))
    wrong = runner.invoke(
        cli, ["bench", "suite", str(toy.file), "--out", str(tmp_path / "s.jsonl"), "--run", str(tmp_path / "other")],
        standalone_mode=False,
    )  # fmt: skip
    assert isinstance(wrong.exception, UsageError)
    assert "1 of 6 questions, such as none" in wrong.exception.message


def test_queries_left_to_the_engine_are_skipped(toy: Dataset, engine: SuiteEngine) -> None:
    with open_source(toy.graphs["toy"]) as kg:
        question = replace(toy.questions[0], gold=f"{PREFIX}SELECT (SAMPLE(?l) AS ?x) {{ ?l a ex:Lamp }}")
        assert entry_for(question, kg, VOCABULARY, engine).skipped == "the answer is left to the engine"
        never = replace(toy.questions[0], gold=f"{PREFIX}SELECT ?l {{ ?l ex:watts ?w FILTER(?w > 50 && ?w < 40) }}")
        assert entry_for(never, kg, VOCABULARY, engine).skipped == "no graph gives the gold an answer with rows"
        broken = replace(toy.questions[0], gold="SELECT")
        assert entry_for(broken, kg, VOCABULARY, engine).skipped is not None


def test_an_endless_prediction_is_stopped() -> None:
    graph = "".join(f"<x:s{n}> <x:p> <x:o{n}> .\n" for n in range(60))
    endless = "SELECT (COUNT(*) AS ?n) { " + " . ".join(f"?a{n} ?p{n} ?b{n}" for n in range(8)) + " }"
    with SuiteEngine(Scoring(), seconds=0.5) as engine:
        begun = time.monotonic()
        state, verdicts = engine.judge(
            graph, "SELECT ?s { ?s <x:p> ?o }", [endless, "SELECT ?a { ?a <x:p> ?b }", "nonsense"]
        )
        assert (state, verdicts) == ("ok", ["timeout", "same", "failed"])
        assert engine.judge(graph, endless, ["ASK {}"]) == ("failed", [])
        assert time.monotonic() - begun < 30


def test_many_rows_are_told_by_the_first_too_many(engine: SuiteEngine) -> None:
    graph = "".join(f"<x:s{n}> <x:p> <x:o{n}> .\n" for n in range(60))
    product = "SELECT ?a ?c ?e ?g { ?a <x:p> ?b . ?c <x:p> ?d . ?e <x:p> ?f . ?g <x:p> ?h }"  # 12,960,000 rows
    assert engine.judge(graph, "SELECT ?a ?c ?e ?g { ?a <x:p> ?c, ?e, ?g }", [product]) == ("ok", ["different"])
    assert engine.judge(graph, product, []) == ("failed", [])


def test_what_was_told_often_enough_or_takes_too_long_is_not_tried_again(toy: Dataset) -> None:
    asked: list[int] = []

    class Counting(SuiteEngine):
        def judge(self, triples: str, gold: str, queries: Sequence[str], **more: Any) -> tuple[str, list[Verdict]]:
            asked.append(len(queries))
            told: list[Verdict] = ["timeout", "different"]
            return "ok", [told[n] if n < 2 else "same" for n in range(len(queries))]

    with open_source(toy.graphs["toy"]) as kg, Counting(Scoring()) as engine:
        entry_for(replace(toy.questions[0], gold=GOLD), kg, VOCABULARY, engine)
    assert asked[0] > 4
    assert asked[1] == asked[0] - 1
    assert asked[-1] == 0, "each is told in its turn"


def test_the_vocabulary_is_read_from_the_graph(toy: Dataset) -> None:
    with open_source(toy.graphs["toy"]) as kg:
        found = read_vocabulary(AnswerStore(kg, None).run)
    assert set(found.classes) == {f"{EX}Lamp", f"{EX}Maker"}
    assert found.has_literals(f"{EX}watts")
    assert not found.has_literals(f"{EX}maker")
    assert found.like(f"{EX}title") == [f"{EX}watts"]


def test_the_fewest_sets_hold_every_element_often_enough() -> None:
    sets = [frozenset({1, 2}), frozenset({1}), frozenset({2, 3}), frozenset({3})]
    assert fewest(sets, 1) == [0, 2]
    assert fewest(sets, 9) == [0, 1, 2, 3]
    assert fewest([frozenset(), frozenset()], 2) == [0]


def test_rows_of_equal_rank_may_change_places_in_a_suite(engine: SuiteEngine) -> None:
    graph = "".join(f'<x:{n}> <x:w> "{n % 2}" ; <x:t> "{n}" .\n'.replace(" ; ", f" .\n<x:{n}> ") for n in range(6))
    gold = "SELECT ?t ?w { ?l <x:w> ?w ; <x:t> ?t } ORDER BY ?w"
    others = [f"{gold} DESC(?t)", gold.replace("ORDER BY ?w", "ORDER BY DESC(?w)")]
    assert engine.judge(graph, gold, others, ordered=True) == ("ok", ["same", "different"])
    hidden = "SELECT ?t { ?l <x:w> ?w ; <x:t> ?t } ORDER BY ?w"
    assert engine.judge(graph, hidden, [f"{hidden} DESC(?t)"], ordered=True) == ("ok", ["same"])


def test_graphs_keep_the_laws_of_the_data() -> None:
    """A class that follows from a property, and a second value of a property that has one, tell nothing."""
    from nlkgq.evaluation.suite.vocabulary import Classes

    lamp = Classes(all=(f"{EX}Lamp",))
    laws = replace(
        VOCABULARY,
        subjects={f"{EX}watts": lamp, f"{EX}maker": lamp},
        objects={f"{EX}maker": Classes(all=(f"{EX}Maker",))},
        together={f"{EX}Maker": Classes(all=(f"{EX}Maker", f"{EX}Agent"))},
        single=frozenset({f"{EX}watts"}),
    )
    gold = f"{PREFIX}SELECT ?l ?m {{ ?l ex:maker ?m ; ex:watts ?w }}"
    loose, strict = GraphMaker(gold, VOCABULARY), GraphMaker(gold, laws)
    typed = gold.replace("?l ex:maker", "?l a ex:Lamp ; ex:maker")
    agent = gold.replace("}", ". ?m a ex:Maker, ex:Agent }")
    with SuiteEngine(Scoring()) as engine:

        def told(maker: GraphMaker, text: str) -> bool:
            graphs = (n_triples(maker.make(seed)) for seed in range(30))
            return any(engine.judge(graph, gold, [text])[1] == ["different"] for graph in graphs)

        for text in (typed, agent):
            assert told(loose, text)
            assert not told(strict, text)
        assert told(loose, f"{gold[:-1]} . ?l ex:watts ?v }}")
        assert not told(strict, f"{gold[:-1]} . ?l ex:watts ?v }}"), "there is no second value"


def test_classes_that_nothing_has_together_stay_apart() -> None:
    """A lamp is never a maker: a query for makers with watts finds nothing, and is told."""
    from nlkgq.evaluation.suite.vocabulary import Classes

    lamp, maker = Classes(all=(f"{EX}Lamp",)), Classes(all=(f"{EX}Maker",))
    laws = replace(
        VOCABULARY,
        subjects={f"{EX}watts": lamp, f"{EX}seller": maker},
        together={f"{EX}Lamp": lamp, f"{EX}Maker": maker},
    )
    assert laws.are_apart(f"{EX}Lamp", f"{EX}Maker")
    assert not laws.are_apart(f"{EX}Lamp", f"{EX}Lamp")
    assert not laws.are_apart(f"{EX}Lamp", f"{EX}Unknown")
    maker_of = GraphMaker(f"{PREFIX}SELECT ?w {{ ?l a ex:Lamp ; ex:watts ?w }}", laws)
    for seed in range(30):
        classes: dict[RdfTerm, set[str]] = {}
        for subject, predicate, thing in maker_of.make(seed):
            if predicate.value.endswith("#type"):
                classes.setdefault(subject, set()).add(thing.value)
        assert not any({f"{EX}Lamp", f"{EX}Maker"} <= found for found in classes.values())


@pytest.mark.parametrize("gold", ["ASK { ex:a ex:watts 40 }", "ASK { ?l ex:maker ex:m ; ex:title 'Aster' }"])
def test_some_graphs_say_no(gold: str, engine: SuiteEngine) -> None:
    """Else every weaker condition would pass."""
    text = PREFIX + gold
    graphs = [n_triples(GraphMaker(text, VOCABULARY).make(seed)) for seed in range(30)]
    told = [engine.judge(graph, text, ["ASK {}", "ASK { FILTER(1 > 2) }"])[1] for graph in graphs]
    assert told.count(["different", "same"]) > 5
    assert told.count(["same", "different"]) > 5
    weaker = PREFIX + gold.replace("ex:watts 40", "ex:watts ?any").replace("'Aster'", "?any")
    assert any(engine.judge(graph, text, [weaker])[1] == ["different"] for graph in graphs)


def test_individuals_are_known_by_their_names(tmp_path: Path) -> None:
    """The gold names a maker by its IRI, the prediction by its title."""
    folder = write_dataset(tmp_path / "toy")
    gold = f"{PREFIX}SELECT ?l {{ ?l ex:maker ex:n }}"
    named = f'{PREFIX}SELECT ?l {{ ?l ex:maker ?m . ?m a ex:Maker ; ex:title "Nettle" }}'
    other = named.replace("Nettle", "Mill & Sons")
    (folder / "questions.jsonl").write_text(json.dumps({"id": "q", "question": "?q", "sparql": gold}))
    dataset = load_dataset(str(folder))
    suite = make_suite(dataset)
    with SuiteEngine(Scoring()) as engine:
        assert agrees(suite[0], [named, other], engine) == [True, False]


def test_the_laws_are_read_from_the_graph(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    more = "".join(f"ex:l{n} a ex:Lamp, ex:Thing ; ex:watts {n} ; ex:title 'a', 'b' .\n" for n in range(20))
    (folder / "graph.ttl").write_text((folder / "graph.ttl").read_text() + more)
    with open_source(load_dataset(str(folder)).graphs["toy"]) as kg:
        found = read_vocabulary(AnswerStore(kg, None).run)
    assert found.single == {f"{EX}watts"}
    assert found.unique == set(), "two lamps have 60 watts"
    assert found.subjects[f"{EX}watts"].all == (f"{EX}Lamp",)
    assert found.subjects[f"{EX}watts"].some == (f"{EX}Thing",)
    assert found.objects[f"{EX}maker"].all == (f"{EX}Maker",)
    assert f"{EX}watts" not in found.objects
    assert found.together[f"{EX}Thing"].all == (f"{EX}Lamp", f"{EX}Thing")

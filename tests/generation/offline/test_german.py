"""German questions over a small world of organs, compared by rows; and how their words and order are read."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.german import in_english
from nlkgq.generation.offline.tokens import tokenize

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "organs.toml").read_text(encoding="utf-8"))["pair"]
PREFIX = "PREFIX : <http://example.org/organs#>\n"


@pytest.fixture(scope="module")
def organs(world_of: Callable[[Path, Path], Any]) -> Any:
    return world_of(HERE / "organs_ontology.ttl", HERE / "organs_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(organs: Any, pair: dict[str, str]) -> None:
    organs.assert_pair(pair, PREFIX)


@pytest.mark.parametrize(
    "question",
    [
        "Welche Orgeln wurden von Jost Amrein zerstört?",
        "Welche Kirche hat das schönste Fenster?",
        "Wann tritt Klara Munz auf?",
        "Wie spät ist es?",
    ],
)
def test_what_the_graph_does_not_hold_is_not_answered(organs: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        organs.ask(question)


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("Wie viele Orgeln gibt es?", "how many Orgeln are there ?"),
        # articles, genitives, relative pronouns
        ("Der Preis der Orgel des Erbauers", "the Preis of the Orgel of the Erbauers"),
        ("Orgeln, die 1835 gebaut wurden", "Orgeln that were gebaut 1835"),
        ("die Kirche, in der die Orgel steht", "the Kirche , in which the Orgel steht"),
        # by whom, and of what
        ("Orgeln von Jost Amrein", "Orgeln of Jost Amrein"),
        ("Wurde die Silberflöte von Jost Amrein gebaut?", "was the Silberflöte gebaut by Jost Amrein ?"),
        # after nouns, whatever moves
        ("Wann wurde der Erbauer der Silberflöte geboren?", "when was the Erbauer of the Silberflöte geboren ?"),
        ("Aus welchem Land kommt der Erbauer von Sturmvogel?", "from which Land the Erbauer of Sturmvogel comes ?"),
        # what denies a verb
        ("Orgeln, die nie in Polen erklangen", "Orgeln that never erklangen in Polen"),
        ("Welche Orgel wurde nicht von Jost Amrein gebaut?", "which Orgel was not gebaut by Jost Amrein ?"),
        # all that is below
        ("Orgeln oder einer ihrer Unterorgeln", "Orgeln or one of their suborgeln"),
        # after a year, by a kind
        ("Orgeln nach 1850", "Orgeln after 1850"),
        ("die Anzahl der Orgeln nach Kirche", "the number of Orgeln by Kirche"),
        # one of several uses
        ("mehr als ein Konzert", "more than one Konzert"),
        ("ein Konzert", "a Konzert"),
        ("höher als die Silberflöte als Orgel", "höher than the Silberflöte as Orgel"),
        # measures
        ("Welche Orgel ist die älteste?", "which Orgel is the oldest ?"),
        ("die drittteuerste Orgel", "the third most expensive Orgel"),
        ("ueber 7 Meter", "over 7 metres"),
        # a name of a term or of the graph stays as it is
        ("Wer ist verheiratet mit Klara Munz?", "who is verheiratet mit Klara Munz ?"),
        ("Wer hat Alte Dame gebaut?", "who has gebaut Alte Dame ?"),
        # what is no German
        ("Who was in Die?", "Who was in Die ?"),
        ("organs von Jost Amrein", "organs of Jost Amrein"),
        ("Alte Dame organs", "Alte Dame organs"),
    ],
)
def test_small_words_and_order(organs: Any, question: str, read: str) -> None:
    translator = organs.translator
    tokens = in_english(question, tokenize(question), translator.values.find, translator.vocabulary)
    assert " ".join(t.text for t in tokens) == read


def test_readings_are_told_in_the_words_of_the_question(organs: Any) -> None:
    told = {reading.text for reading in organs.ask("Welche Orgeln wurden nach 1850 gebaut?").readings}
    assert {"Orgeln", "nach", "gebaut"} <= told

"""What people say in more words, or in others, than the vocabulary has: over the archive of radio plays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.tokens import tokenize
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.turns_of_phrase import put_shortly
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology
from nlkgq.results.comparison import same_answer

HERE = Path(__file__).parent
PREFIXES = "PREFIX : <http://example.org/archive#>\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"
BY_OSEI = "{ ?p :writtenBy/:fullName 'Runa Osei' }"
TOGETHER = "SELECT ?p { ?p :writtenBy/:fullName 'Runa Osei' ; :writtenBy/:fullName 'Bo Winterborn' }"
OTHERS = "{ ?c :title 'The Clockmaker Sleeps.' ; :writtenBy ?w . ?o :writtenBy ?w FILTER(?o != ?c) }"
WITH_OSEI = """SELECT (COUNT(DISTINCT ?w) AS ?n) {
  ?p :writtenBy/:fullName 'Runa Osei' ; :writtenBy ?w FILTER NOT EXISTS { ?w :fullName 'Runa Osei' }
}"""
PAIRS = [
    # Yes or no in more words
    ("Is it true that Hannes Quist wrote 'Beneath the Salt Marsh Road'?", "ASK {}"),
    ("Is it correct that 'A Season of Small Clocks' was aired in 2001?", "ASK {}"),
    ("Tell me whether Runa Osei wrote 'Beneath the Salt Marsh Road'.", "ASK { FILTER(false) }"),
    ("Is it false that Runa Osei wrote 'Beneath the Salt Marsh Road'?", "ASK {}"),
    ("Is it not the case that Hannes Quist wrote 'Beneath the Salt Marsh Road'?", "ASK { FILTER(false) }"),
    ("Is it not true that Runa Osei did not write 'Night Ferries and Other Ghosts'?", "ASK {}"),
    ("Has Hannes Quist aired nothing on FNR?", "ASK { FILTER(false) }"),
    ("Has Hannes Quist aired nothing on Studio Ganz?", "ASK {}"),
    ("Did those who wrote 'The Clockmaker Sleeps' also write 'Night Ferries and Other Ghosts'?", "ASK {}"),
    # Orders
    ("Collect the plays written by Runa Osei.", f"SELECT DISTINCT ?p {BY_OSEI}"),
    ("Bring up the plays that bear the name of Runa Osei.", f"SELECT DISTINCT ?p {BY_OSEI}"),
    (
        "Name everybody who wrote 'The Clockmaker Sleeps'.",
        "SELECT ?w { ?c :title 'The Clockmaker Sleeps.' ; :writtenBy ?w }",
    ),
    # Of whom
    ("How many plays bear Runa Osei's name?", f"SELECT (COUNT(DISTINCT ?p) AS ?n) {BY_OSEI}"),
    ("How many plays can be attributed to Runa Osei?", f"SELECT (COUNT(DISTINCT ?p) AS ?n) {BY_OSEI}"),
    (
        "List the plays of Hannes Quist as well as those of Clara von Tessin.",
        "SELECT ?p { ?p :writtenBy/:fullName ?n FILTER(?n IN ('Hannes Quist', 'Clara von Tessin')) }",
    ),
    (
        "Which plays carry both Runa Osei and Bo Winterborn as writers?",
        TOGETHER,
    ),
    # With whom
    ("With how many people has Runa Osei written plays?", WITH_OSEI),
    ("How many people have written plays with Runa Osei?", WITH_OSEI),
    (
        "What is the number of people Runa Osei has written plays with?",
        WITH_OSEI,
    ),
    # What else
    ("Who wrote 'The Clockmaker Sleeps' and what else have they written?", f"SELECT DISTINCT ?w ?o {OTHERS}"),
    ("Give the writers of 'The Clockmaker Sleeps' and the rest of their plays.", f"SELECT DISTINCT ?w ?o {OTHERS}"),
    ("Did the writers of 'The Clockmaker Sleeps' ever air on Radio Lindhof?", "ASK {}"),
    ("Show everything that Jan Peter Vroom has aired.", "SELECT ?p { ?p :writtenBy/:fullName 'Jan Peter Vroom' }"),
    # Together
    ("Which plays are joint work of Runa Osei and Bo Winterborn?", TOGETHER),
    ("Which plays did Runa Osei write in collaboration with Bo Winterborn?", TOGETHER),
    ("Do Runa Osei and Bo Winterborn have a play in common?", "ASK {}"),
    ("Do Runa Osei and Jan Peter Vroom have any play in common?", "ASK { FILTER(false) }"),
    (
        "What are the employers of the co-writers of Ilse Marquardt?",
        "SELECT ('Tidewater Theatre, Drama Desk' AS ?e) {}",
    ),
    (
        "What are the employers of those who wrote 'Letters from the Salt Marsh'?",
        "SELECT ('Radio Lindhof' AS ?e) {}",
    ),
    # First and last
    ("Since when has Jan Peter Vroom written plays?", "SELECT (2005 AS ?y) {}"),
    ("When did Jan Peter Vroom first air a play?", "SELECT (2005 AS ?y) {}"),
    ("When did Jan Peter Vroom begin to air plays?", "SELECT (2005 AS ?y) {}"),
    ("In which year did Jan Peter Vroom stop airing plays?", "SELECT (2012 AS ?y) {}"),
    ("When did Jan Peter Vroom write a play for the last time?", "SELECT (2012 AS ?y) {}"),
    ("Which year saw the airing of 'The Clockmaker Sleeps'?", "SELECT ('2009' AS ?y) {}"),
    ("How many times was Jan Peter Vroom aired on Studio Ganz?", "SELECT (2 AS ?n) {}"),
    # What it is about
    ("Which plays dealing with clocks were aired in 2001?", "SELECT ?p { ?p :title 'A Season of Small Clocks.' }"),
    (
        "Who wrote the play about small clocks aired in 2001?",
        "SELECT ?w { ?p :title 'A Season of Small Clocks.' ; :writtenBy ?w }",
    ),
    # As an adverb
    ("Who is mainly employed at Radio Lindhof?", "SELECT ?w { ?w :mainEmployer 'Radio Lindhof' }"),
    # How many, by whom
    ("How many plays from 2009 are by the writers of 'Night Ferries and Other Ghosts'?", "SELECT (1 AS ?n) {}"),
]


@pytest.fixture(scope="module")
def archive(world_of: Callable[[Path | None, Path], Any]) -> Any:
    """The archive of radio plays."""
    return world_of(None, HERE / "archive_graph.ttl")


@pytest.mark.parametrize(("question", "gold"), PAIRS, ids=[q for q, _ in PAIRS])
def test_turn_of_phrase_is_read(archive: Any, question: str, gold: str) -> None:
    generation = archive.ask(question)
    assert same_answer(archive.run(PREFIXES + gold), archive.run(generation.query)), generation.query


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Where does Ada sail most?", "Where does Ada sail most often ?"),
        ("Where does Ada sail the most boats?", "Where does Ada sail the most boats ?"),
        ("How many times longer is X than Y?", "How many times longer is X than Y ?"),
        ("Which crates carry the most eggs?", "Which crates have the most eggs ?"),
        ("From which year on did Ada sail?", "when did Ada sail first ?"),
    ],
)
def test_turn_of_phrase_is_put_otherwise(said: str, meant: str) -> None:
    nothing = Ontology(classes={}, properties={})
    vocabulary = Vocabulary(Lexicon(nothing), SchemaGraph(nothing))
    assert " ".join(t.text for t in put_shortly(tokenize(said), vocabulary)) == meant

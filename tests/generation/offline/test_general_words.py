"""Words of general lists and closed lists: what must not be read as something else, over the bundled films."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.results.comparison import same_answer

FILMS = Path(__file__).resolve().parents[3] / "ontologies" / "films"
PREFIX = "PREFIX : <https://nlkgq.example/films#>\n"

GERMAN = """
@prefix : <http://example.org/buch#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Bücher a owl:Class ; rdfs:label "Buch"@de .
:Verfasser a owl:Class ; rdfs:label "Verfasser"@de .
:verfasstVon a owl:ObjectProperty ; rdfs:label "verfasst von"@de ; rdfs:domain :Bücher ; rdfs:range :Verfasser .
:titel a owl:DatatypeProperty ; rdfs:label "Titel"@de ; rdfs:domain :Bücher ; rdfs:range xsd:string .
:name a owl:DatatypeProperty ; rdfs:label "Name"@de ; rdfs:domain :Verfasser ; rdfs:range xsd:string .
:a a :Verfasser ; :name "Ilse Korn" .
:b a :Verfasser ; :name "Jan Voss" .
:x a :Bücher ; :titel "Der Steg" ; :verfasstVon :a .
:y a :Bücher ; :titel "Nebelland" ; :verfasstVon :a .
:z a :Bücher ; :titel "Drei Türme" ; :verfasstVon :b .
"""


@pytest.fixture(scope="module")
def films(world_of: Any) -> Any:
    return world_of(FILMS / "ontology.ttl", FILMS / "graph.ttl")


@pytest.mark.parametrize(
    "question",
    [
        # derived from the same root, or alike in another language, and yet something else
        "Who edited The Salt Clock?",
        "What is the best film for children?",
        "What is the population of Germany?",
        # so of all of them, or only so, is not so of one
        "Which films were released in every country?",
        "Which films were released in all countries?",
        "Which directors directed all cartoons?",
        "Which films were only made in Norway?",
        "Which films were made only in Norway?",
        "Which films star only Rowan Pettibrook?",
        # no orders and no mean
        "Which films are available in print?",
        "What does budget mean?",
        # nearly a word for the language that a film is shot in
        "the director is the director",
    ],
)
def test_abstains(films: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        films.ask(question)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("List all films except documentaries", "SELECT ?f { ?f a :Film MINUS { ?f a :Documentary } }"),
        ("films excluding cartoons", "SELECT ?f { ?f a :Film MINUS { ?f a :AnimatedFilm } }"),
        ("Show the films that are not documentaries", "SELECT ?f { ?f a :Film MINUS { ?f a :Documentary } }"),
        ("Which studios have no films?", "SELECT ?s { ?s a :Studio MINUS { ?f :madeByStudio ?s } }"),
        ("What is the mean budget?", "SELECT (AVG(?b) AS ?m) { ?f :budget ?b }"),
        ("Show the names of the studios only.", "SELECT ?n { ?s a :Studio ; :name ?n }"),
        (
            "How many films did each director make?",
            "SELECT ?d (COUNT(DISTINCT ?f) AS ?n) { ?f :directedBy ?d } GROUP BY ?d",
        ),
        (
            "How many films are there in every genre?",
            "SELECT ?g (COUNT(DISTINCT ?f) AS ?n) { ?f :hasGenre ?g } GROUP BY ?g",
        ),
    ],
)
def test_is_answered(films: Any, question: str, gold: str) -> None:
    assert same_answer(films.run(PREFIX + gold), films.answer(question)), films.ask(question).query


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Welche Filme sind länger als 120 Minuten?", "SELECT ?f { ?f :runtime ?r FILTER(?r > 120) }"),
        (
            "Was ist die durchschnittliche Laufzeit der Dokumentarfilme?",
            "SELECT (AVG(?r) AS ?m) { ?f a :Documentary ; :runtime ?r }",
        ),
        ("Welche Filme haben keine Bewertung?", "SELECT ?f { ?f a :Film MINUS { ?f :hasRating ?r } }"),
        ("Filme aus Norwegen", "SELECT DISTINCT ?f { ?f :countryOfOrigin/:name 'Norway' }"),
    ],
)
def test_german_is_answered(films: Any, question: str, gold: str) -> None:
    assert same_answer(films.run(PREFIX + gold), films.answer(question)), films.ask(question).query


def test_a_query_is_no_question(films: Any) -> None:
    with pytest.raises(NotUnderstoodError) as caught:
        films.ask("SELECT ?film WHERE { ?film ?p ?o }")
    assert "nlkgq query" in (caught.value.hint or "")


def test_what_takes_place_somewhere_is_joined_with_a_warning(films: Any) -> None:
    try:
        assert films.ask("Which films happened in Norway?").confidence < 0.85
    except NotUnderstoodError:
        return


def test_german_names_with_umlauts(world_of: Any, tmp_path: Path) -> None:
    path = tmp_path / "buch.ttl"
    path.write_text(GERMAN, encoding="utf-8")
    world = world_of(path, path)
    assert "?buecher a" in world.ask("Welche Bücher gibt es?").query
    assert world.answer("Wie viele Bücher hat Ilse Korn verfasst?").rows[0][0].value == "2"
    assert [row[0].value[-1] for row in world.answer("Wer hat Nebelland verfasst?").rows] == ["a"]

"""Placeholders are read as what they stand for would be: names with a possessive, ages, topics, names cut short."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NlkgqError, NotUnderstoodError
from nlkgq.generation.offline.tokens import tokenize
from nlkgq.masking.mask import Masker
from nlkgq.masking.model import MaskedText
from nlkgq.results.comparison import same_answer
from nlkgq.rewrite.unmask import quote_bare_placeholders, unmask
from nlkgq.sparql import parse_query

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def choir(world_of: Callable[[Path | None, Path], Any]) -> Any:
    return world_of(None, HERE / "choir_graph.ttl")


@pytest.fixture(scope="module")
def gallery(world_of: Callable[[Path | None, Path], Any]) -> Any:
    """Pictures in centimetres; techniques are named by the ontology alone, rooms are numbered by text."""
    return world_of(HERE / "gallery_ontology.ttl", HERE / "gallery_graph.ttl")


def masked_answer(world: Any, question: str) -> tuple[MaskedText, str]:
    """The masked question, and the query for it with its values."""
    masked = Masker(
        ontology=world.ontology, lexicon=world.lexicon, index=world.index, mode="strict", secret=b"fixed"
    ).mask(question)

    def restored(query: str) -> str:
        text = quote_bare_placeholders(query, [p.name for p in masked.placeholders])
        return str(unmask(parse_query(text), masked, ontology=world.ontology))

    def probe(query: str) -> bool:
        try:
            return bool(world.probe(restored(query)))
        except NlkgqError:
            return True

    return masked, restored(world.reader(masked=True, probe=probe).generate(masked).query)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        (
            "Which pieces are sung by female singers (with sex F)?",
            "SELECT DISTINCT ?p { ?p :sungBy/:sex 'F' }",
        ),
        (
            "Show towns where a singer above age 40 and a singer below 30 are from.",
            "SELECT DISTINCT ?t { ?a :town ?t ; :age ?x . ?b :town ?t ; :age ?y FILTER(?x > 40 && ?y < 30) }",
        ),
        ("How many singers are over 50?", "SELECT (COUNT(*) AS ?n) { ?s :age ?a FILTER(?a > 50) }"),
        (
            "Which singers sang the pieces about Frost harvest?",
            "SELECT DISTINCT ?s { ?p :title 'Frost harvest of the moor.' ; :sungBy ?s }",
        ),
        (
            "Which pieces were printed in the Royal Society of Lunar Music?",
            "SELECT ?p { ?p :printedIn 'RSLM' }",
        ),
        (
            "Which pieces were sung by \\u00DBr\\u00FA \\u00D3sk?",
            "SELECT ?p { ?p :sungBy/:fullName 'Ûrú Ósk Vall' }",
        ),
        (
            "Which pieces did Ilse Marquardt and Jr., P. Vroom sing together?",
            "SELECT ?p { ?p :sungBy/:fullName 'Ilse Marquardt 0002' , 'Peter Vroom Jr.' }",
        ),
        (
            "Which pieces did Ilse Marquardt sing?",
            "SELECT ?p { ?p :sungBy/:fullName 'Ilse Marquardt 0002' }",
        ),
        (
            "Who sang 'Tides under glass' and 'Winter's Own Lantern'?",
            "SELECT ?s { ?p :title 'Tides under glass.' ; :sungBy ?s }",
        ),
    ],
)
def test_as_well_masked_as_asked(choir: Any, question: str, gold: str) -> None:
    _, query = masked_answer(choir, question)
    prefixes = "PREFIX : <http://example.org/choir#>\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"
    assert same_answer(choir.run(prefixes + gold), choir.run(query)), query


@pytest.mark.parametrize(
    ("question", "shown", "gold"),
    [
        # numbers that are hidden are told in the stated unit as well
        (
            "Which pictures are wider than 2.5 metres?",
            "wider than # metres",
            "SELECT ?p { ?p :width ?w FILTER(?w > 250) }",
        ),
        (
            "Which pictures have a width over 2 metres?",
            "over 2 metres",
            "SELECT ?p { ?p :width ?w FILTER(?w > 200) }",
        ),
        (
            "Which pictures have a price from 800000 to 2000000?",
            "from # to #",
            "SELECT ?p { ?p :price ?c FILTER(?c >= 8e5 && ?c <= 2e6) }",
        ),
        (
            "Which pictures have a price between 1 and 2 million?",
            "between # and #",
            "SELECT ?p { ?p :price ?c FILTER(?c >= 1e6 && ?c <= 2e6) }",
        ),
        # what is shown is looked up, too
        (
            "What are the titles of the pictures in room 3?",
            "in room 3",
            "SELECT ?t { ?p :title ?t ; :hangsIn/:roomNumber '3' }",
        ),
        # individuals that the ontology names, with their classes
        ("Which pictures are made in EW?", "made in #", "SELECT ?p { ?p :madeIn :waxOnWood }"),
        (
            "What is the avarage width of the sanguine pictures?",
            "average width of the # pictures",
            "SELECT (AVG(?w) AS ?n) { ?p :madeIn :chalk ; :width ?w }",
        ),
        # a word of place compares only before a number
        ("Which genres are below Nature?", "below #", "SELECT ?g { ?g :within/:genreName 'Nature' }"),
    ],
)
def test_numbers_and_what_is_shown(gallery: Any, question: str, shown: str, gold: str) -> None:
    masked, query = masked_answer(gallery, question)
    assert shown in re.sub(r"VALUE_\w{4}", "#", masked.text)
    assert same_answer(gallery.run("PREFIX : <http://example.org/gallery#>\n" + gold), gallery.run(query)), query


def test_a_plural_is_a_word_for_what_has_the_value(gallery: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        masked_answer(gallery, "How many seascapes are there?")  # not how many genres are called so


def test_a_placeholder_may_be_possessive() -> None:
    found = tokenize("the boats of VALUE_K3QX's friends, and VALUE_9WGM' towns")
    assert [t.text for t in found if t.possessive] == ["VALUE_K3QX", "VALUE_9WGM"]
    assert [t.text for t in found] == ["the", "boats", "of", "VALUE_K3QX", "friends", ",", "and", "VALUE_9WGM", "towns"]

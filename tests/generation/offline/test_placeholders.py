"""Placeholders are read as what they stand for would be: names with a possessive, ages, topics, names cut short."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NlkgqError
from nlkgq.generation.offline.tokens import tokenize
from nlkgq.masking.mask import Masker
from nlkgq.masking.model import MaskedText
from nlkgq.results.comparison import same_answer
from nlkgq.rewrite.unmask import quote_bare_placeholders, unmask
from nlkgq.sparql import parse_query

PREFIXES = "PREFIX : <http://example.org/choir#>\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"


@pytest.fixture(scope="module")
def choir(world_of: Callable[[Path | None, Path], Any]) -> Any:
    return world_of(None, Path(__file__).parent / "choir_graph.ttl")


def restored(query: str, masked: MaskedText, choir: Any) -> str:
    text = quote_bare_placeholders(query, [p.name for p in masked.placeholders])
    return str(unmask(parse_query(text), masked, ontology=choir.ontology))


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
    masked = Masker(
        ontology=choir.ontology, lexicon=choir.lexicon, index=choir.index, mode="strict", secret=b"fixed"
    ).mask(question)

    def probe(query: str) -> bool:
        try:
            return bool(choir.probe(restored(query, masked, choir)))
        except NlkgqError:
            return True

    query = choir.reader(masked=True, probe=probe).generate(masked).query
    assert same_answer(choir.run(PREFIXES + gold), choir.run(restored(query, masked, choir))), query


def test_a_placeholder_may_be_possessive() -> None:
    found = tokenize("the boats of VALUE_K3QX's friends, and VALUE_9WGM' towns")
    assert [t.text for t in found if t.possessive] == ["VALUE_K3QX", "VALUE_9WGM"]
    assert [t.text for t in found] == ["the", "boats", "of", "VALUE_K3QX", "friends", ",", "and", "VALUE_9WGM", "towns"]

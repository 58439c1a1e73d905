"""Masked questions lead to the same answers as unmasked ones, and their queries hold none of the values."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.generation.offline import OfflineTranslator
from nlkgq.generation.offline.masked_question import MaskedQuestion
from nlkgq.generation.offline.tokens import number_of, tokenize
from nlkgq.iri import XSD
from nlkgq.masking.mask import Masker
from nlkgq.masking.model import MaskedText, Placeholder, PlaceholderKind
from nlkgq.results.comparison import same_answer
from nlkgq.rewrite.unmask import quote_bare_placeholders, unmask
from nlkgq.sparql import parse_query

PAIRS = tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8"))["pair"]
PLAYS = tomllib.loads((Path(__file__).parent / "archive.toml").read_text(encoding="utf-8"))["pair"]
MORE = (
    ("Which ships were launched after 2004?", "SELECT ?s { ?s :launched ?d FILTER(YEAR(?d) > 2004) }"),
    ("Which ships were launched before 2005-07-15?", "SELECT ?s { ?s :launched ?d FILTER(STR(?d) < '2005-07-15') }"),
    ("Which ships cost between 2000000 and 5000000?", "SELECT ?s { ?s :price ?p FILTER(?p > 2e6 && ?p < 5e6) }"),
    ("Ships that are longer than 85", "SELECT ?s { ?s :length ?l FILTER(?l > 85) }"),
    ("ships in the Bulk trade or one of its sub-trades", "SELECT ?s { ?s :inTrade/:subTradeOf* ?t . ?t :name 'Bulk' }"),
    (
        "Which ships have fewer than 25 voyages?",
        "SELECT ?s { ?v :ofShip ?s } GROUP BY ?s HAVING (COUNT(*) < 25)",
    ),
)
PREFIX = "PREFIX : <http://example.org/harbour#>\n"
PREFIXES = "PREFIX : <http://example.org/archive#>\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"


def masked_of(harbour: Any, question: str) -> MaskedText:
    return Masker(
        ontology=harbour.ontology, lexicon=harbour.lexicon, index=harbour.index, mode="strict", secret=b"fixed"
    ).mask(question)


def restored(query: str, masked: MaskedText, harbour: Any) -> str:
    text = quote_bare_placeholders(query, [p.name for p in masked.placeholders])
    return str(unmask(parse_query(text), masked, ontology=harbour.ontology))


def reader(harbour: Any, masked: MaskedText) -> OfflineTranslator:
    found: OfflineTranslator = harbour.reader(
        masked=True, probe=lambda query: harbour.probe(restored(query, masked, harbour))
    )
    return found


@pytest.mark.parametrize(("question", "gold"), [*((p["question"], p["gold"]) for p in PAIRS), *MORE])
def test_masked_as_well_as_unmasked(harbour: Any, question: str, gold: str) -> None:
    masked = masked_of(harbour, question)
    query = reader(harbour, masked).generate(masked).query
    assert not [p.original for p in masked.placeholders if p.original in query]
    assert all(p.name in query for p in masked.placeholders)
    assert same_answer(harbour.run(PREFIX + gold), harbour.run(restored(query, masked, harbour))), query


@pytest.fixture(scope="module")
def archive(world_of: Callable[[Path | None, Path], Any]) -> Any:
    """Radio plays, without an ontology: titles stand in labels, names are turned round and cut short."""
    return world_of(None, Path(__file__).parent / "archive_graph.ttl")


@pytest.mark.parametrize(("question", "gold"), [(p["question"], p["gold"]) for p in PLAYS if "unmasked" not in p])
def test_titles_and_names_as_well_masked(archive: Any, question: str, gold: str) -> None:
    masked = masked_of(archive, question)
    query = reader(archive, masked).generate(masked).query
    assert not [p.original for p in masked.placeholders if p.original in query]
    assert same_answer(archive.run(PREFIXES + gold), archive.run(restored(query, masked, archive))), query


def numbers(harbour: Any, text: str, *datatypes: str) -> MaskedQuestion:
    """A text with placeholders of numbers and dates of these datatypes."""
    names = re.findall(r"VALUE_\w{4}", text)
    placeholders = tuple(
        Placeholder(
            name=name,
            kind=PlaceholderKind(value="number" if kind in ("integer", "decimal") else "date", datatype=XSD + kind),
            start=text.index(name),
            original="?",
        )
        for name, kind in zip(names, datatypes, strict=True)
    )
    question = MaskedText(text=text, mode="strict", placeholders=placeholders)
    held = harbour.translator
    return MaskedQuestion(question, tokenize(text), held.schema, held.values.mask)


def test_numbers_are_read_as_numbers_that_the_question_does_not_hold(harbour: Any) -> None:
    found = numbers(harbour, "top VALUE_AB12 of 999 after VALUE_CD34 on VALUE_EF56", "integer", "integer", "date")
    kinds = [t.kind for t in found.tokens]
    first, second, third = (t.folded for t in found.tokens if t.text.startswith("VALUE_"))
    assert kinds.count("number") == 4
    assert first != "999"
    assert number_of(found.tokens[1]) == int(first) <= 1000
    assert re.fullmatch(r"1[67]\d\d", second)
    assert re.fullmatch(r"16\d\d-\d\d-\d\d", third)
    written = f'SELECT ?a {{ ?a ?b "{third}"^^<urn:date> FILTER(?c > {second}) FILTER(?c != 999) }}\nLIMIT {first}'
    query = found.restored(written)
    assert '"VALUE_EF56"^^<urn:date>' in query
    assert '> "VALUE_CD34")' in query
    assert "!= 999)" in query
    assert "LIMIT 1000 #VALUE_AB12" in query
    parse_query(query)


def test_one_placeholder_is_one_number(harbour: Any) -> None:
    found = numbers(harbour, "longer than VALUE_AB12, wider than VALUE_AB12", "integer", "integer")
    assert len({t.folded for t in found.tokens if t.kind == "number"}) == 1

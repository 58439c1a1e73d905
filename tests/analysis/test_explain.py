"""Queries in plain words."""

from __future__ import annotations

import json
from pathlib import Path

from nlkgq.analysis.explain import ExplainedTerm, ExplainedValue, explain
from nlkgq.iri import PrefixMap
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.model import Ontology, OwlClass, Property, Text
from nlkgq.sparql import parse_query

EX = "http://example.org/"
FILM = OwlClass(iri=EX + "Film", labels=(Text(value="film", language="en"), Text(value="Film", language="de")))
BY = Property(iri=EX + "by", kind="object", labels=(Text(value="directed by"),), domain=((FILM.iri,),))
FILMS = Ontology(
    prefixes=PrefixMap({"ex": EX}),
    classes={EX + "Film": FILM},
    properties={
        EX + "title": Property(iri=EX + "title", kind="datatype", labels=(Text(value="title"),)),
        EX + "by": BY,
    },
)
TEXT = f"""PREFIX ex: <{EX}>
SELECT DISTINCT ?person (COUNT(?f) AS ?films) WHERE {{
  ?f a ex:Film ; ex:by ?person ; ex:title ?t .
  OPTIONAL {{ ?f ex:budget ?b FILTER(?b > 5) }}
  FILTER(CONTAINS(LCASE(?t), "star") && ?person != ex:nobody)
  FILTER NOT EXISTS {{ ?person ex:by/ex:title|^ex:by "x" }}
  {{ ?f ex:year 1990 }} UNION {{ ?f ex:year 1991 }}
}} GROUP BY ?person HAVING (COUNT(?f) >= 2) ORDER BY DESC(?films) ?person LIMIT 3"""


def test_sentences() -> None:
    assert list(explain(parse_query(TEXT), FILMS).sentences) == [
        "Finds ?person, the number of ?f as ?films, each combination once.",
        "?f is a film (ex:Film).",
        "?f: directed by (ex:by) is ?person.",
        "?f: title (ex:title) is ?t.",
        "If known: ?f: budget (ex:budget) is ?b.",
        "If known: Only where ?b is more than 5.",
        'Only where ?t in lower case contains "star" and ?person is not nobody (ex:nobody).',
        'Only if not: ?person: directed by (ex:by), then title (ex:title) or directed by (ex:by), backwards is "x".',
        "Either ?f: year (ex:year) is 1990.",
        "Or ?f: year (ex:year) is 1991.",
        "Only groups where the number of ?f is at least 2.",
        "One row for each ?person.",
        "Sorted by ?films, largest first; then by ?person.",
        "Shows at most 3 rows.",
    ]


def test_a_property_and_the_same_backwards_is_one() -> None:
    text = f"PREFIX ex: <{EX}> SELECT ?p {{ ?p ex:by|^ex:by|ex:title ?o }}"
    told = list(explain(parse_query(text), FILMS).sentences)
    assert "?p: directed by (ex:by), either way or title (ex:title) is ?o." in told


def test_structure() -> None:
    explanation = explain(parse_query(TEXT), FILMS)
    assert explanation.columns == ("person", "films")
    assert explanation.terms == (
        ExplainedTerm(iri=EX + "Film", name="ex:Film", label="film", kind="class"),
        ExplainedTerm(iri=EX + "by", name="ex:by", label="directed by", kind="property"),
        ExplainedTerm(iri=EX + "title", name="ex:title", label="title", kind="property"),
    )
    assert ExplainedValue(text="1990", property=EX + "year") in explanation.values
    assert ExplainedValue(text="5", property=EX + "budget") in explanation.values
    assert ExplainedValue(text='"star"', property=EX + "title") in explanation.values
    assert "f" in dict(explanation.joins)
    assert explanation.grouping == ("?person",)
    assert explanation.ordering == ("?films, largest first", "?person")
    assert explanation.limit == 3


def test_labels_in_another_language() -> None:
    assert "?f is a Film (ex:Film)." in explain(parse_query(TEXT), FILMS, language="de").sentences


def test_other_forms() -> None:
    first = {
        text: explain(parse_query(text), Ontology()).sentences[0]
        for text in ("ASK { ?s ?p ?o }", "CONSTRUCT WHERE { ?s ?p ?o }", "DESCRIBE <http://example.org/a>")
    }
    assert list(first.values()) == [
        "Asks whether there is a match.",
        "Builds triples.",
        "Describes a (<http://example.org/a>).",
    ]


def test_deep_queries_are_cut_short() -> None:
    for text in ("ASK " + "{" * 300 + "}" * 300, "ASK { FILTER" + "(" * 300 + "1" + ")" * 300 + " }"):
        assert explain(parse_query(text), Ontology()).sentences


def test_every_real_query_is_told(data: Path) -> None:
    ontology = load_ontology(data / "ck25" / "ontology.ttl")
    for line in (data / "sib_sparql_examples" / "queries.jsonl").read_text(encoding="utf-8").splitlines():
        explanation = explain(parse_query(json.loads(line)["sparql"]), ontology)
        assert len(explanation.sentences) > 1 or explanation.form == "DESCRIBE"
        assert all(sentence.endswith((".", ":", ")")) for sentence in explanation.sentences)

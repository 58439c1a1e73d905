"""Each export in its own engine: it is loaded, takes sentences, and takes nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import llguidance
import pytest
from llguidance.gbnf_to_lark import gbnf_to_lark

from nlkgq.errors import UsageError
from nlkgq.grammar.canonical import canonical
from nlkgq.grammar.export import export_grammar, export_text
from nlkgq.grammar.matcher import Matcher
from nlkgq.grammar.places import slot
from nlkgq.ontology.model import Ontology
from nlkgq.sparql import parse_query

SENTENCES = (
    "ASK WHERE { ?f a e:Film . }",
    'SELECT DISTINCT ?f WHERE { ?f e:title ?t ; e:genre e:Noir . FILTER ( REGEX ( ?t , "a \\"b" , "i" ) ) } LIMIT 3',
    "SELECT ?g ( AVG ( ?l ) AS ?mean ) WHERE { ?f e:genre ?g ; e:length ?l . } GROUP BY ?g ORDER BY DESC ( ?g )",
    'SELECT ?f WHERE { ?f e:released "1950-08-25"^^xsd:date ; e:director / e:born ?y ; e:director "VALUE_K3QX" . }',
)
OTHERS = (
    "ASK WHERE { ?f a e:Filmz . }",
    "ASK WHERE { ?f e:released 5 . }",
    "ASK WHERE { ?p a e:Person ; e:title ?t . }",
    'ASK WHERE { ?f e:title "VALUE_K3QX . }',
    "ASK  WHERE { ?f a e:Film . }",
    "ASK WHERE { ?f a e:Film .",
)


def llguidance_takes(grammar: str, text: str) -> bool:
    tokenizer = llguidance.LLTokenizer("byte")
    matcher = llguidance.LLMatcher(tokenizer, llguidance.LLMatcher.grammar_from_lark(grammar))
    assert not matcher.get_error()
    tokens = tokenizer.tokenize_str(text)
    return bool(matcher.try_consume_tokens(tokens) == len(tokens) and matcher.is_accepting())


@pytest.mark.parametrize("profile", ["questions", "short", "aggregates", "masked"])
def test_every_profile_compiles_in_llguidance(film_ontology: Ontology, profile: str) -> None:
    text = export_grammar(film_ontology, "lark", profile=profile)
    assert llguidance.LLMatcher.validate_grammar(llguidance.LLMatcher.grammar_from_lark(text)) == ""


def test_lark_in_llguidance(film_ontology: Ontology, films: Matcher) -> None:
    grammar = export_grammar(film_ontology, "lark")
    for text in (*SENTENCES, *OTHERS):
        assert llguidance_takes(grammar, text) == (text in SENTENCES), text
        assert films.accepts(text) == (text in SENTENCES) or "  " in text, text


def test_gbnf_through_llguidance(film_ontology: Ontology) -> None:
    # Its own reader of GBNF is a second opinion on the notation.
    grammar = gbnf_to_lark(export_grammar(film_ontology, "gbnf", profile="short"))
    assert llguidance_takes(grammar, SENTENCES[0])
    assert not llguidance_takes(grammar, OTHERS[0])


def test_rest_of_a_query_in_llguidance(films: Matcher) -> None:
    prefix = films.read("SELECT ?f WHERE { ?f e:genre")
    assert prefix is not None
    grammar = export_text(prefix.rest(["e:Noir", "?g"]), "lark")
    assert llguidance_takes(grammar, " e:Noir . }")
    assert llguidance_takes(grammar, " ?g . ?f a e:Film . } LIMIT 3")
    assert not llguidance_takes(grammar, " ?h . }")


def test_terms_that_need_escapes(film_ontology: Ontology) -> None:
    from dataclasses import replace

    from nlkgq.iri import PrefixMap
    from nlkgq.ontology.model import OwlClass

    names = ("a#b", "c(d)", "e/f", "Größe", "g%20h")
    odd = {f"http://example.org/{n}": OwlClass(iri=f"http://example.org/{n}") for n in names}
    ontology = replace(film_ontology, classes=odd, properties={}, individuals={})
    grammar = export_grammar(ontology, "lark")
    for iri in odd:
        name = PrefixMap({"e": "http://example.org/"}).shorten(iri)
        assert llguidance_takes(grammar, f"ASK WHERE {{ ?f a {name} . }}"), name
        assert llguidance_takes(gbnf_to_lark(export_grammar(ontology, "gbnf")), f"ASK WHERE {{ ?f a {name} . }}"), name


def test_unknown_formats_and_profiles_are_refused(film_ontology: Ontology) -> None:
    with pytest.raises(UsageError, match="format"):
        export_grammar(film_ontology, "yacc")
    with pytest.raises(UsageError, match="profile"):
        export_grammar(film_ontology, "lark", profile="all")


def test_the_schema_in_llguidance(film_ontology: Ontology) -> None:
    schema = export_grammar(film_ontology, "json-schema", placeholders=[slot("VALUE_K3QX", "date")])
    tokenizer = llguidance.LLTokenizer("byte")

    def takes(target: object) -> bool:
        matcher = llguidance.LLMatcher(tokenizer, llguidance.LLMatcher.grammar_from_json_schema(schema))
        statement = {"subject": "?f", "property": "e:released", "object": target}
        tokens = tokenizer.tokenize_str(json.dumps({"query": {"form": "ASK", "where": [statement]}}))
        assert not matcher.get_error()
        return bool(matcher.try_consume_tokens(tokens) == len(tokens) and matcher.is_accepting())

    assert takes("?d")
    assert takes({"placeholder": "VALUE_K3QX"})
    assert not takes({"placeholder": "VALUE_M2TP"})
    assert not takes({"individual": "e:Noir"})


def test_gold_queries_are_sentences(data: Path) -> None:
    """A fifth of each set; benchmarks/grammar.py takes all."""
    from nlkgq.grammar.specialise import specialise
    from nlkgq.grammar.vocabulary import vocabulary
    from nlkgq.ontology.loader import load_ontology

    fitting = total = 0
    for folder in [data / "ck25", data / "acme", data / "metaqa", *sorted((data / "spider4sparql").iterdir())]:
        ontology = load_ontology(next(iter([*folder.glob("ontology.ttl"), *folder.glob("*.owl")])))
        terms = vocabulary(ontology)
        lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
        for line in lines[::10]:
            query = parse_query(json.loads(line)["sparql"], undeclared_prefixes=True)
            found = canonical(query, ontology.prefixes, masked_for=ontology)
            total += 1
            fitting += Matcher(specialise(ontology, placeholders=found.slots, terms=terms)).accepts(found.words)
    assert total > 75
    assert fitting / total >= 0.95

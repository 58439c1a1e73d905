"""Only queries that make sense over the ontology are sentences."""

from __future__ import annotations

import pytest

from nlkgq.grammar.matcher import Matcher
from nlkgq.grammar.places import slot
from nlkgq.grammar.profile import PROFILES, GrammarProfile
from nlkgq.grammar.specialise import specialise
from nlkgq.ontology.model import Ontology
from nlkgq.sparql import parse_query

SENTENCES = """
SELECT ?f WHERE { ?f a e:Film . }
SELECT DISTINCT ?f ?t WHERE { ?f a e:Film ; e:title ?t . FILTER ( ?t != "Ran" ) } ORDER BY ?t LIMIT 3
ASK WHERE { ?f e:released "1950-08-25"^^xsd:date . }
SELECT ?f WHERE { ?f e:released ?d . FILTER ( YEAR ( ?d ) > 1950 && ?d < "VALUE_K3QX" ) }
SELECT ?f WHERE { ?f e:genre e:Noir ; e:director e:Kurosawa . }
SELECT ?f WHERE { ?f e:director "VALUE_K3QX" . }
SELECT ?f WHERE { ?f e:inColour true ; e:length 88 . ?f e:note "anything" . }
SELECT ?y WHERE { ?f e:director / e:born ?y . e:Noir ^ e:genre ?f . }
SELECT ?f WHERE { ?f e:director / e:born "1910"^^xsd:gYear . }
SELECT ( COUNT ( DISTINCT ?f ) AS ?n ) WHERE { ?f a e:Cartoon . }
SELECT ?g ( AVG ( ?l ) AS ?mean ) WHERE { ?f e:genre ?g ; e:length ?l . } GROUP BY ?g HAVING ( COUNT ( ?f ) > 2 )
SELECT ?f WHERE { ?f e:length ?l . { SELECT ( MAX ( ?m ) AS ?l ) WHERE { ?x e:length ?m . } } }
SELECT ?f WHERE { ?f a e:Film . FILTER NOT EXISTS { ?f e:genre e:Noir . } OPTIONAL { ?f e:title ?t . } }
SELECT ?f WHERE { VALUES ?g { e:Noir "VALUE_K3QX" } { ?f e:genre ?g . } UNION { ?f e:note ?g . } }
SELECT ?c WHERE { ?f a / rdfs:subClassOf * e:Film . ?f a ?c . }
""".strip().splitlines()
NO_SENTENCES = """
SELECT ?f WHERE { ?f a e:Filmz . } | an unknown class
SELECT ?f WHERE { ?f e:titel ?t . } | an unknown property
SELECT ?f WHERE { ?f e:genre e:Western . } | an unknown individual
SELECT ?f WHERE { ?f e:released "soon" . } | a text for a date
SELECT ?f WHERE { ?f e:released 1950 . } | a number for a date
SELECT ?f WHERE { ?f e:length "long" . } | a text for a number
SELECT ?f WHERE { ?f e:title 5 . } | a number for a text
SELECT ?f WHERE { ?f e:genre "Noir" . } | a text for a thing
SELECT ?f WHERE { ?f e:genre e:Kurosawa . } | an individual outside of the range
SELECT ?f WHERE { ?f e:title e:Noir . } | an individual for a text
SELECT ?f WHERE { ?f e:director / e:born 1910 . } | a number for a year behind a path
SELECT ?f WHERE { ?f e:title / e:born ?y . } | a path through a text
SELECT ?p WHERE { ?p a e:Person ; e:title ?t . } | a property that the written class does not have
SELECT ?p WHERE { ?p a e:Person ; e:born ?y ; e:length ?l . } | the same, further on
SELECT ?p WHERE { ?p a e:Person ; e:genre / e:note ?l . } | the same, at the beginning of a path
CONSTRUCT { ?f a e:Film . } WHERE { ?f a e:Film . } | no answer to a question
DESCRIBE e:Noir | no answer to a question
SELECT ?f WHERE { SERVICE <http://x.org/> { ?f a e:Film . } } | another endpoint
SELECT ?f WHERE { GRAPH ?g { ?f a e:Film . } } | a graph
SELECT ?f WHERE { ?f a <http://example.org/Film> . } | an IRI as such
SELECT ?t ( COUNT ( ?f ) AS ?n ) WHERE { ?f e:title ?t . } | a column that is not grouped
SELECT * WHERE { ?f e:title ?t . } GROUP BY ?t | a star that is grouped
SELECT ?f WHERE { ?f e:length ?l . FILTER ( COUNT ( ?l ) > 1 ) } | an aggregate in a pattern
SELECT ?f WHERE { ?f a e:Film } | a statement without its dot
select ?f where { ?f a e:Film . } | small letters
""".strip().splitlines()


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_makes_sense_is_a_sentence(films: Matcher, sentence: str) -> None:
    assert films.failure(sentence) is None
    parse_query(sentence, undeclared_prefixes=True)


@pytest.mark.parametrize("case", NO_SENTENCES)
def test_what_makes_no_sense_is_none(films: Matcher, case: str) -> None:
    sentence, reason = case.rsplit(" | ", 1)
    assert films.failure(sentence) is not None, reason


def test_placeholders_stand_where_their_kind_fits(film_ontology: Ontology) -> None:
    slots = [slot("VALUE_BBBB", "date"), slot("VALUE_CCCC", "individual"), slot("VALUE_DDDD", "string")]
    matcher = Matcher(specialise(film_ontology, placeholders=slots))
    fits = {
        name: {
            p
            for p in ("released", "director", "title", "note")
            if matcher.accepts(f'ASK WHERE {{ ?f e:{p} "{name}" . }}')
        }
        for name in ("VALUE_BBBB", "VALUE_CCCC", "VALUE_DDDD", "VALUE_FFFF")
    }
    assert "released" in fits["VALUE_BBBB"]
    assert "director" not in fits["VALUE_BBBB"]
    assert fits["VALUE_CCCC"] == {"director", "note"}
    assert fits["VALUE_DDDD"] == {"title", "note"}
    assert "director" not in fits["VALUE_FFFF"]


def test_an_individual_placeholder_fits_its_classes(film_ontology: Ontology) -> None:
    from dataclasses import replace

    person = replace(slot("VALUE_CCCC", "individual"), classes=("http://example.org/Person",))
    matcher = Matcher(specialise(film_ontology, placeholders=[person]))
    assert matcher.accepts('ASK WHERE { ?f e:director "VALUE_CCCC" . }')
    assert not matcher.accepts('ASK WHERE { ?f e:genre "VALUE_CCCC" . }')


def test_a_question_without_placeholders_has_none(film_ontology: Ontology) -> None:
    matcher = Matcher(specialise(film_ontology, profile=PROFILES["masked"], placeholders=[]))
    assert not matcher.accepts('ASK WHERE { ?f e:director "VALUE_K3QX" . }')
    assert not matcher.accepts('ASK WHERE { ?f e:title "Ran" . }')
    assert matcher.accepts("ASK WHERE { ?f e:title ?t . FILTER ( STRLEN ( ?t ) > 3 ) }")


def test_profiles(film_ontology: Ontology) -> None:
    totals = Matcher(specialise(film_ontology, profile=PROFILES["aggregates"]))
    assert totals.accepts("SELECT ( COUNT ( ?f ) AS ?n ) WHERE { ?f a e:Film . }")
    assert totals.accepts("SELECT ?g ( COUNT ( ?f ) AS ?n ) WHERE { ?f e:genre ?g . } GROUP BY ?g")
    assert not totals.accepts("SELECT ?f WHERE { ?f a e:Film . }")
    assert not totals.accepts("ASK WHERE { ?f a e:Film . }")


def nested(depth: int) -> str:
    return "ASK WHERE " + "{ " * depth + "?f a e:Film . " + "} " * depth


def test_depth_and_length_are_bounded(film_ontology: Ontology) -> None:
    small = Matcher(specialise(film_ontology, profile=GrammarProfile(group_depth=2, expression_depth=2, elements=3)))
    assert small.accepts(nested(2))
    assert not small.accepts(nested(3))
    for count, fine in ((3, True), (4, False)):
        assert small.accepts("ASK WHERE { " + "?f a e:Film . " * count + "}") is fine
    assert small.accepts("ASK WHERE { FILTER ( ABS ( 1 ) > 0 ) }")
    assert not small.accepts("ASK WHERE { FILTER ( ABS ( ABS ( 1 ) ) > 0 ) }")


def test_an_empty_ontology_has_a_grammar() -> None:
    matcher = Matcher(specialise(Ontology()))
    assert not matcher.accepts("ASK WHERE { ?x a ex:Film . }")
    assert matcher.accepts("ASK WHERE { ?x ?p ?y . }")

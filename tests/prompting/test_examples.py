"""Examples are masked like questions; what cannot be masked is not shown."""

from __future__ import annotations

import pytest

from nlkgq.masking.model import MaskedText, Placeholder, PlaceholderKind
from nlkgq.ontology.model import Ontology, OwlClass, Property
from nlkgq.prompting.example_book import ExampleBook
from nlkgq.prompting.examples import mask_example, nearest
from nlkgq.results.models import RdfTerm
from nlkgq.rewrite.unmask import quote_bare_placeholders, unmask
from nlkgq.sparql import parse_query
from nlkgq.values.model import StoredValue

E = "http://example.org/"
P = f"PREFIX e: <{E}>\nPREFIX secret: <http://secret.example/>\n"
ADA = StoredValue(text="Ada Quent", term=RdfTerm("literal", "Ada Quent"), holders=(), subjects=(E + "ada",))
ONTOLOGY = Ontology(
    classes={E + "Film": OwlClass(iri=E + "Film")},
    properties={E + n: Property(iri=E + n) for n in ("name", "by", "year")},
)


def mask(question: str) -> MaskedText:
    """Two values are known: a person and a year."""
    placeholders = []
    for text, name, candidates, readings in (
        ("ada qent", "VALUE_BBBB", (ADA,), ()),
        ("2010", "VALUE_CCCC", (), ("2010",)),
    ):
        if text in question:
            kind = PlaceholderKind(value="string")
            placeholders.append(
                Placeholder(
                    name=name,
                    kind=kind,
                    start=question.index(text),
                    original=text,
                    candidates=candidates,
                    readings=readings,
                )
            )
            question = question.replace(text, name)
    return MaskedText(text=question, mode="strict", placeholders=tuple(placeholders), original=question)


def known(word: str) -> bool:
    return word in {"film", "name", "films"}


@pytest.mark.parametrize(
    ("question", "body", "expected"),
    [
        ("films by ada qent", '?film e:by ?p . ?p e:name "Ada Quent"', '?film e:by ?p . ?p e:name "VALUE_BBBB"'),
        ("films by ada qent", "?film e:by e:ada", '?film e:by "VALUE_BBBB"'),
        ("films by ada qent", '?f e:name ?n FILTER(LCASE(STR(?n)) = "ada qent")', '"VALUE_BBBB"'),
        ("films after 2010", "?film e:year ?y FILTER(YEAR(?y) > 2010)", 'FILTER(YEAR(?y) > "VALUE_CCCC")'),
        (
            "films after 2010",
            '?film e:year ?y FILTER(?y > "2010-12-31T23:59:59"^^<http://www.w3.org/2001/XMLSchema#dateTime>)',
            'FILTER(?y > "VALUE_CCCC")',
        ),
        ("films", '?film e:name ?name FILTER(LANGMATCHES(LANG(?name), "en"))', 'LANG(?name), "en"'),
        ("films", "?film a e:Film . ?film e:by ?ada_quent", "?film a e:Film . ?film e:by ?x1"),
    ],
)
def test_a_query_s_values_become_its_question_s_placeholders(question: str, body: str, expected: str) -> None:
    text = f"{P}SELECT ?film {{ {body} }} # Ada Quent"
    example = mask_example(question, text, mask=mask, ontology=ONTOLOGY, known=known)
    assert example is not None
    assert expected in example.query
    for value in ("Ada", "ada", "2010", "secret", "#"):
        assert value not in example.query.replace("example.org/", "")
    parse_query(example.query)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("SELECT * { ?f ?by ?p FILTER(?p = e:ada) }", "FILTER(?p = <VALUE_BBBB>)"),
        ("SELECT * { ?f ?by ?p FILTER(?p NOT IN (e:ada)) }", "IN (<VALUE_BBBB>)"),
        ("SELECT * { ?f ?by ?p FILTER(sameTerm(?p, e:ada)) }", "sameTerm(?p, <VALUE_BBBB>)"),
        ("SELECT * { ?f ?by ?p FILTER(STR(?p) = STR(e:ada)) }", "STR(<VALUE_BBBB>)"),
        ("SELECT * { ?f ?by ?p VALUES ?p { e:ada } }", "{ <VALUE_BBBB> }"),
        ("SELECT * { BIND(e:ada AS ?p) ?f ?by ?p }", "BIND(<VALUE_BBBB> AS ?p)"),
        ("SELECT * { e:ada e:by ?p }", '"VALUE_BBBB" e:by ?p'),
        ("DESCRIBE e:ada", "DESCRIBE <VALUE_BBBB>"),
        ("SELECT (IF(?p = ?q, e:ada, ?p) AS ?r) { ?p e:by ?q }", "<VALUE_BBBB>, ?p)"),
    ],
)
def test_a_thing_comes_back_as_the_thing_it_was(text: str, shown: str) -> None:
    """A string would become its name where no property tells that a thing is meant."""
    asked = mask("films by ada qent")
    example = mask_example("films by ada qent", P + text, mask=mask, ontology=ONTOLOGY, known=lambda word: True)
    assert example is not None
    assert shown in example.query
    tree = parse_query(quote_bare_placeholders(example.query, ["VALUE_BBBB"]))
    restored = str(unmask(tree, asked, ontology=ONTOLOGY)).replace(f"<{E}ada>", "e:ada")
    assert restored.rpartition("\n")[2] == text


def test_no_placeholder_is_the_name_of_a_graph() -> None:
    text = f"{P}SELECT * {{ GRAPH e:ada {{ ?f e:by ?p }} }}"
    assert mask_example("films by ada qent", text, mask=mask, ontology=ONTOLOGY, known=known) is None


@pytest.mark.parametrize(
    "body",
    [
        '?film e:name "Somebody Else"',
        "?film e:by e:somebody",
        "?film e:year 1999",
        "?film e:other ?o",
        "?film <urn:x:secret> ?o",
        '?film e:name ?n FILTER(CONTAINS(?n, "Somebody"))',
        "?film e:by ?p } LIMIT 4711 #",
        'VALUES ?n { "Somebody" } ?film e:name ?n',
        '?film e:name ?n BIND("Somebody" AS ?m)',
        "?film e:year ?y FILTER(?y > 1999.5)",
        "FILTER(<http://secret.example/f>(?film))",
    ],
)
def test_what_has_no_placeholder_is_not_shown(body: str) -> None:
    text = f"{P}SELECT ?film {{ {body}\n}}"
    try:
        parse_query(text)
    except ValueError:
        text = f"{P}SELECT ?film {{ {body}".replace(" #", "")
        parse_query(text)
    assert mask_example("films by ada qent in 2010", text, mask=mask, ontology=ONTOLOGY, known=known) is None


def test_what_is_no_query_is_not_shown() -> None:
    assert mask_example("films", "SELECT", mask=mask, ontology=ONTOLOGY, known=known) is None


def test_small_counts_stay() -> None:
    example = mask_example(
        "films", f"{P}SELECT ?film {{ ?film a e:Film }} LIMIT 3", mask=mask, ontology=ONTOLOGY, known=known
    )
    assert example is not None
    assert example.query.endswith("LIMIT 3")


def book(*pairs: tuple[str, str], count: int = 2, told: str = "never") -> ExampleBook:
    return ExampleBook(
        lambda: pairs,
        mask=mask,
        ontology=ONTOLOGY,
        known=known,
        tells=lambda text, private: told in text or any(p in text for p in private),
        count=count,
    )


FILM = f"{P}SELECT ?film {{ ?film a e:Film }}"


def test_the_nearest_stand_last_and_no_more_than_wanted() -> None:
    found = book(("list films", FILM), ("how many films", FILM), ("which films of 2010", FILM), count=2)(
        mask("which films")
    )
    assert (len(found), found[-1].question.text) == (2, "which films of VALUE_CCCC")
    assert book(("list films", FILM), count=0)(mask("which films")) == ()


def test_names_that_mean_something_else_there_do_not_meet() -> None:
    assert book(("films by ada qent", FILM))(mask("names of ada qent")) == ()
    # the same question has the same names for the same values
    assert len(book(("films by ada qent", FILM))(mask("films by ada qent"))) == 1


def test_what_holds_a_value_is_left_out() -> None:
    assert book(("list films", FILM), told="list")(mask("which films")) == ()


def test_words_in_common_count_more_the_rarer_they_are() -> None:
    examples = ["which films won a prize", "which films were long", "which films were short"]
    assert nearest("which prize", examples, 1) == [0]
    assert nearest("nothing like it", ["who are you"], 1) == []

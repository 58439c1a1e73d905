"""A model that makes mistakes is sent back to the last good point; played here by an engine with a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nlkgq.errors import ModelError
from nlkgq.grammar.matcher import Matcher
from nlkgq.grammar.notation import Grammar
from nlkgq.grammar.specialise import specialise
from nlkgq.iri import XSD, PrefixMap
from nlkgq.llm.prefix_check import PrefixCheck
from nlkgq.llm.steering import End, write_query
from nlkgq.ontology.model import Ontology, OwlClass, Property
from nlkgq.sparql import parse_query

E = "http://example.org/"


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    classes = {E + n: OwlClass(iri=E + n, disjoint=(E + o,)) for n, o in (("Film", "Person"), ("Person", "Film"))}
    properties = [
        Property(iri=E + "by", kind="object", domain=((E + "Film",),), range=((E + "Person",),)),
        Property(iri=E + "title", kind="datatype", domain=((E + "Film",),), range=((XSD + "string",),)),
        Property(iri=E + "born", kind="datatype", domain=((E + "Person",),), range=((XSD + "date",),)),
    ]
    return Ontology(prefixes=PrefixMap({"e": E}), classes=classes, properties={p.iri: p for p in properties})


@pytest.fixture(scope="module")
def matcher(ontology: Ontology) -> Matcher:
    return Matcher(specialise(ontology))


@pytest.fixture(scope="module")
def check(ontology: Ontology, matcher: Matcher) -> PrefixCheck:
    return PrefixCheck(ontology, ontology.prefixes.merged({"xsd": XSD}))


class Scripted:
    """Says what a function of the text so far says, as long as the grammar lets it; else the grammar's own ending."""

    def __init__(self, says: Callable[[str, int], str], piece: int = 3) -> None:
        self._says = says
        self._piece = piece
        self.asked: list[str] = []

    def stream(self, written: str, grammar: Grammar, *, limit: int, attempt: int, take: Callable[[str], bool]) -> End:
        self.asked.append(written)
        reader = Matcher(grammar)
        said = self._says(written, attempt).split()
        prefix = reader.read()
        assert prefix is not None
        for word in said:
            following = prefix.then(word)
            if following is None:
                break
            prefix = following
        words = (*prefix.words, *prefix.ending("?end"))
        text = (" " if written else "") + " ".join(words)
        pieces = [text[at : at + self._piece] for at in range(0, len(text), self._piece)]
        for number, piece in enumerate(pieces):
            if number >= limit:
                return "length"
            if take(piece):
                return "stopped"
        return "stop"


RIGHT = "SELECT ?f WHERE { ?f a e:Film ; e:title ?t . }"


def test_what_is_right_is_taken_as_it_comes(matcher: Matcher, check: PrefixCheck) -> None:
    for piece in (1, 4, 1000):
        written = write_query(Scripted(lambda *_: RIGHT, piece), matcher, check, limit=500)
        assert (written.text, written.returns, written.closed, written.problem) == (RIGHT, 0, False, None)


def scripted(first: str, then: str) -> Callable[[str, int], str]:
    """The whole query at the first attempt; later what follows the text so far in the second query."""

    def says(written: str, attempt: int) -> str:
        if attempt == 0:
            return first
        return then[len(written) :] if then.startswith(written) else first[len(written) :]

    return says


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "SELECT ( STRLEN ( ?t ) AS ?n ) ?n WHERE { ?f e:title ?t . }",
            "SELECT ( STRLEN ( ?t ) AS ?n ) ?f WHERE { ?f e:title ?t . }",
        ),
        ("SELECT ?f ?f WHERE { ?f e:title ?t . }", "SELECT ?f ?t WHERE { ?f e:title ?t . }"),
        (
            "ASK WHERE { VALUES ( ?f ?f ) { ( e:Film e:Film ) } ?f e:title ?t . }",
            "ASK WHERE { VALUES ( ?f ?t ) { ( UNDEF UNDEF ) } ?f e:title ?t . }",
        ),
        ("ASK WHERE { ?f e:title ?t ; e:title ?t . }", "ASK WHERE { ?f e:title ?t ; e:by ?p . }"),
        ("SELECT ?x WHERE { ?f e:title ?t . }", "SELECT ?x WHERE { ?f e:title ?t . ?f e:by ?x . }"),
        ("SELECT ?f WHERE { ?f e:by ?p . ?f e:born ?d . }", "SELECT ?f WHERE { ?f e:by ?p . ?p e:born ?d . }"),
        ("SELECT ?f WHERE { ?f e:title ?t . ?t e:by ?p . }", "SELECT ?f WHERE { ?f e:title ?t . ?f e:by ?p . }"),
        (
            "SELECT ?f WHERE { ?f e:title ?t . BIND ( STRLEN ( ?t ) AS ?t ) }",
            "SELECT ?f WHERE { ?f e:title ?t . BIND ( STRLEN ( ?t ) AS ?n ) }",
        ),
        (
            "SELECT ?p ( COUNT ( ?f ) AS ?n ) WHERE { ?f e:by ?p . } GROUP BY ?f",
            "SELECT ?p ( COUNT ( ?f ) AS ?n ) WHERE { ?f e:by ?p . } GROUP BY ?p",
        ),
    ],
    ids=["column", "columns", "values", "twice", "unbound", "domain", "literal", "name taken", "grouping"],
)
def test_mistakes_are_taken_back(matcher: Matcher, check: PrefixCheck, wrong: str, right: str) -> None:
    engine = Scripted(scripted(wrong, right))
    written = write_query(engine, matcher, check, limit=2_000)
    assert written.text == right
    assert 1 <= written.returns <= 12
    assert written.problem is None
    assert all(right.startswith(asked) or wrong.startswith(asked) for asked in engine.asked)


@pytest.mark.parametrize(
    "fine",
    [
        "SELECT ?d WHERE { FILTER ( YEAR ( ?d ) > 1950 ) ?p e:born ?d . }",
        "SELECT ?p ( COUNT ( ?f ) AS ?n ) WHERE { ?f e:by ?p . } GROUP BY ?p HAVING ( COUNT ( ?f ) > 2 )",
        "SELECT ?n WHERE { { SELECT ( COUNT ( ?f ) AS ?n ) WHERE { ?f e:title ?t . } } }",
        "SELECT ?f WHERE { ?f a e:Film . OPTIONAL { ?f e:by ?p . } FILTER ( ! BOUND ( ?p ) ) }",
    ],
)
def test_what_is_mended_further_on_is_no_mistake(matcher: Matcher, check: PrefixCheck, fine: str) -> None:
    written = write_query(Scripted(lambda *_: fine), matcher, check, limit=500)
    assert (written.text, written.returns) == (fine, 0)


def test_without_a_check_they_stay(matcher: Matcher) -> None:
    wrong = "SELECT ?f WHERE { ?f e:by ?p . ?f e:born ?d . }"
    written = write_query(Scripted(lambda *_: wrong), matcher, None, limit=500)
    assert (written.text, written.returns) == (wrong, 0)


@pytest.mark.parametrize(
    "obstinate",
    [
        "?f e:by ?p . ?f e:born ?d . }",
        "?f e:title ?t . ?t e:by ?p . }",
        "?p e:title ?t . ?f e:by ?p . }",
    ],
)
def test_the_obstinate_is_held_to_what_passes(
    matcher: Matcher, check: PrefixCheck, ontology: Ontology, obstinate: str
) -> None:
    """It says the same again and again: then the words that fail are no longer in its grammar."""
    whole = f"SELECT ?f WHERE {{ {obstinate}"

    def says(written: str, attempt: int) -> str:
        return whole[len(written) :] if whole.startswith(written) else ""

    written = write_query(Scripted(says), matcher, check, limit=5_000)
    assert matcher.accepts(written.text)
    assert written.problem is None
    assert written.text != whole
    parse_query(ontology.prefixes.declarations() + written.text)


@pytest.mark.parametrize("limit", [1, 2, 5, 8, 12, 20, 30])
def test_a_query_is_never_cut(matcher: Matcher, check: PrefixCheck, ontology: Ontology, limit: int) -> None:
    long = "SELECT ?f ?d WHERE { ?f e:by ?p ; e:title ?t . OPTIONAL { ?p e:born ?d . FILTER ( BOUND ( ?d ) ) } }"
    written = write_query(Scripted(lambda *_: long), matcher, check, limit=limit)
    assert written.closed
    assert written.problem is None
    parse_query(ontology.prefixes.declarations() + written.text)


def test_an_engine_that_ignores_the_grammar_is_an_error(matcher: Matcher, check: PrefixCheck) -> None:
    class Deaf:
        def stream(
            self, written: str, grammar: Grammar, *, limit: int, attempt: int, take: Callable[[str], bool]
        ) -> End:
            return "stopped" if take("Sure, here is a query: ") else "stop"

    with pytest.raises(ModelError, match="does not hold to the grammar") as caught:
        write_query(Deaf(), matcher, check, limit=500)
    assert caught.value.kind == "bad-reply"

"""Beginnings of sentences: what may follow, how they end, what is left."""

from __future__ import annotations

import pytest

from nlkgq.grammar.matcher import Matcher
from nlkgq.grammar.notation import Grammar, Ref, Terminal, Word, alt, read_rules, repeat, seq
from nlkgq.grammar.notation import Repeat as _Repeat
from nlkgq.sparql import parse_query

SENTENCE = (
    "SELECT ?g ( COUNT ( DISTINCT ?f ) AS ?n ) WHERE { ?f a e:Film ; e:genre ?g , e:Noir . "
    'OPTIONAL { ?f e:director / e:born ?y . FILTER ( ?y > 5 || REGEX ( STR ( ?y ) , "a b" ) ) } } GROUP BY ?g LIMIT 3'
)


def test_every_beginning_goes_on_and_ends(films: Matcher) -> None:
    prefix = films.read()
    assert prefix is not None
    words = SENTENCE.replace('"a b"', '"a_b"').split()
    for word in words:
        following = prefix.then(word)
        assert following is not None, (prefix.text, sorted(prefix.terminals()))
        assert films.terminals_of(word) & prefix.terminals()
        ending = following.ending()
        whole = " ".join((*following.words, *ending))
        assert films.accepts(whole)
        parse_query(whole, undeclared_prefixes=True, static_rules=False)
        prefix = following
    assert prefix.complete


@pytest.mark.parametrize("count", [1, 5, 12, 16, 22, 30, 38, 45])
def test_the_rest_is_what_completes(films: Matcher, count: int) -> None:
    words = SENTENCE.replace('"a b"', '"a_b"').split()
    prefix = films.read(words[:count])
    assert prefix is not None
    rest = Matcher(prefix.rest())
    assert rest.accepts(words[count:])
    assert not rest.accepts(words)
    other = ["}", ")", "?f", "e:Film", "LIMIT", "WHERE", "e:born", ";", "."]
    for word in other:
        assert (rest.read([word]) is None) == (prefix.then(word) is None), word


def test_the_rest_can_be_told_how_to_begin(films: Matcher) -> None:
    prefix = films.read("ASK WHERE { ?f e:genre")
    assert prefix is not None
    rest = Matcher(prefix.rest(["?g", "e:Noir", "e:Film"]))
    assert rest.accepts("?g . }")
    assert rest.accepts("e:Noir , ?x . }")
    assert rest.read("?h") is None
    assert rest.read("e:Film") is None  # no sentence begins so


def test_a_failure_says_where_and_what_could_stand_there(films: Matcher) -> None:
    failure = films.failure("ASK WHERE { ?f e:released 5 . }")
    assert failure is not None
    number, terminals = failure
    assert number == 5
    assert {"VARIABLE", "DATE"} <= set(terminals)
    assert "NUMBER" not in terminals
    unfinished = films.failure("ASK WHERE {")
    assert unfinished is not None
    assert unfinished[0] == 3


def test_ambiguity_and_empty_rules_do_no_harm() -> None:
    x, y = Word("X"), Word("Y")
    rules = {
        "start": seq(Ref("maybe"), Ref("list"), Ref("maybe"), Ref("maybe")),
        "maybe": repeat(y, 0, 1),
        "list": alt(repeat(Ref("item"), 0, 3), seq(Ref("item"), Ref("item"))),
        "item": alt(x, seq(Ref("maybe"), x)),
    }
    terminals = {name: Terminal(name=name, texts=(name.lower(),)) for name in "XY"}
    matcher = Matcher(Grammar(rules=rules, terminals=terminals, start="start"))
    for sentence in ("", "y", "y y y", "x", "y x y x x y y", "y y x"):
        assert matcher.accepts(sentence), sentence
    for sentence in ("x x x x", "y y y y", "x y x y y y", "z"):
        assert not matcher.accepts(sentence), sentence
    prefix = matcher.read("y x")
    assert prefix is not None
    rest = Matcher(prefix.rest())
    for sentence in ("", "y", "y x", "x x", "x x y y"):
        assert rest.accepts(sentence), sentence
    assert not rest.accepts("x x x")


def test_the_notation_is_read() -> None:
    rules = read_rules('// a comment\n?one: "(" (A | two)+ ")"\n   | two~2..3\n_two: B?\nA: "x"\n')
    assert set(rules) == {"one", "_two"}
    assert rules["one"] == alt(
        seq(Word("LPAR"), _Repeat(alt(Word("A"), Ref("two")), 1, None), Word("RPAR")), _Repeat(Ref("two"), 2, 3)
    )
    with pytest.raises(ValueError, match="not closed"):
        read_rules("one: (A B")

"""The SPARQL grammar and an ontology -> a grammar of the queries that make sense over it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from nlkgq.grammar.bounds import bounded
from nlkgq.grammar.notation import Expr, Grammar, Ref, Terminal, Word, alt, read_rules, seq
from nlkgq.grammar.places import ValueSlot, open_terminals
from nlkgq.grammar.profile import GrammarProfile
from nlkgq.grammar.statements import statement_rules
from nlkgq.grammar.terms import Terms
from nlkgq.grammar.vocabulary import GrammarVocabulary, vocabulary
from nlkgq.iri import RDFS, XSD, PrefixMap
from nlkgq.ontology.model import Ontology
from nlkgq.sparql.table import table
from nlkgq.sparql.table_build import GRAMMAR

CASTS: Final = ("boolean", "date", "dateTime", "decimal", "double", "float", "integer", "string")
_DROPPED_FUNCTIONS: Final = frozenset({"RAND", "UUID", "STRUUID", "BNODE", "MD5", "SHA1", "SHA256", "SHA384", "SHA512"})
START: Final = "query_unit"
_SIMPLE: Final = """
additive_expression: _primary_expression
conditional_or_expression: relational_expression ((OR | AND) relational_expression)?
total_sum: total_primary
total_expression: total_relation
_thing_primary: THING_PROPERTY | "(" _thing_path ")"
_free_statement: NEVER_WRITTEN
"""


def specialise(
    ontology: Ontology,
    *,
    profile: GrammarProfile | None = None,
    placeholders: Iterable[ValueSlot] | None = None,
    prefixes: PrefixMap | None = None,
    terms: GrammarVocabulary | None = None,
) -> Grammar:
    """The grammar of one ontology.

    Args:
        ontology: Its classes, properties and individuals are the only ones that can be written.
        profile: What for; `GrammarProfile` as it is when None.
        placeholders: Those of one question; None lets every well-formed placeholder stand at every value.
        prefixes: How terms are written; the ontology's own when None. Queries have no prologue.
        terms: `vocabulary` of the ontology, where it is at hand.

    Returns:
        A grammar without recursion: every sentence is a SPARQL 1.1 query but for its PREFIX lines, and finite.

    >>> from nlkgq.grammar.matcher import Matcher
    >>> from nlkgq.ontology.model import OwlClass, Property
    >>> e = "http://e.org/"
    >>> onto = Ontology(
    ...     prefixes=PrefixMap({"e": e}),
    ...     classes={e + "Film": OwlClass(iri=e + "Film")},
    ...     properties={e + "day": Property(iri=e + "day", kind="datatype", range=((XSD + "date",),))},
    ... )
    >>> matcher = Matcher(specialise(onto))
    >>> matcher.accepts("SELECT ?f WHERE { ?f a e:Film ; e:day ?d . }")
    True
    >>> matcher.accepts("SELECT ?f WHERE { ?f a e:Film ; e:day e:Film . }")
    False
    """
    profile = profile or GrammarProfile()
    known = terms or vocabulary(ontology, prefixes)
    slots = None if placeholders is None else tuple(placeholders)
    words = Terms(_keywords() | open_terminals(known.prefixes, profile.variable_length))
    rules = dict(_sparql_rules())
    rules |= _positions()
    rules |= _term_rules(known, slots, profile, words)
    rules |= statement_rules(known, slots, profile, ontology, words)
    rules[START] = alt(*(Ref(f"_first_{form.lower()}") for form in profile.forms))
    if profile.aggregates_only:
        rules["_answer"] = alt(Ref("_total_select"), Ref("_grouped_select"))
    if not profile.calculations:
        rules |= _without_calculations()
    filled = {name: words.filled(expr) for name, expr in rules.items()}
    return bounded(Grammar(rules=filled, terminals=words.terminals, start=START), profile)


@cache
def _sparql_rules() -> dict[str, Expr]:
    return read_rules(GRAMMAR.read_text(encoding="utf-8"))


@cache
def _positions() -> dict[str, Expr]:
    return read_rules(Path(__file__).with_name("positions.lark").read_text(encoding="utf-8"))


@cache
def _without_calculations() -> dict[str, Expr]:
    return read_rules(_SIMPLE)


def _keywords() -> dict[str, Terminal]:
    """Keywords in capitals, signs as they are; functions that no question asks for are left out."""
    loaded = table()
    texts: dict[str, list[str]] = {}
    for words in (loaded.words, loaded.exact_words, loaded.signs):
        for text, name in words.items():
            if text not in _DROPPED_FUNCTIONS:
                texts.setdefault(name, []).append(text)
    found = {name: Terminal(name=name, texts=tuple(sorted(words))) for name, words in texts.items()}
    for form in ("SELECT", "ASK"):
        found[f"FIRST_{form}"] = Terminal(name=f"FIRST_{form}", texts=(form,), first=True)
    found["SHORT_TEXT"] = Terminal(name="SHORT_TEXT", sample='""', pattern=r'"[^"\\\n\r]{0,4}"')
    return found


def _term_rules(
    known: GrammarVocabulary, slots: tuple[ValueSlot, ...] | None, profile: GrammarProfile, words: Terms
) -> dict[str, Expr]:
    """The places of terms that are the same everywhere."""
    words.add("CLASS", known.classes)
    words.add("INDIVIDUAL", known.individuals)
    words.add("PROPERTY", known.properties())
    words.add("THING_PROPERTY", known.properties("thing", "any"))
    words.add("SUBCLASS_OF", (known.prefixes.shorten(RDFS + "subClassOf"),))
    words.add("CAST", tuple(sorted(known.prefixes.shorten(XSD + name) for name in CASTS)))
    words.add_placeholders("PLACEHOLDER", None if slots is None else tuple(s.name for s in slots))
    things = None if slots is None else tuple(s.name for s in slots if "thing" in s.places)
    words.add_placeholders("THING_PLACEHOLDER", things)
    own = alt(Word("TEXT"), Word("NUMBER"), Word("DATE"), Word("BOOLEAN"))
    # Without constants of its own a model still needs small numbers and flags of functions.
    few = alt(Word("COUNT_NUMBER"), Word("SHORT_TEXT"), Word("BOOLEAN"))
    return {"_own_literal": own if profile.literals else few, "nil": seq(Word("LPAR"), Word("RPAR"))}

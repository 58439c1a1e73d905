"""Every check has a failing and a passing example in its docstring, and they do what they say."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from nlkgq.iri import WELL_KNOWN, local_name
from nlkgq.masking.model import MaskedText, Placeholder, PlaceholderKind
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.model import Individual, Ontology
from nlkgq.ontology.profile import profile_files
from nlkgq.ontology.profile_model import Profile
from nlkgq.resources import graph_folder
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import parse_query
from nlkgq.validation.documentation import documentation
from nlkgq.validation.fix import fixed
from nlkgq.validation.gate import GatePolicy
from nlkgq.validation.validate import CHECKS, Check, code_of, validate
from nlkgq.values.model import Holder, StoredValue, ValueMatch

FILMS = "https://nlkgq.example/films#"
_PLACEHOLDER = re.compile(r"# (VALUE_\w+) is a value of films:(\w+)")


class Stored:
    """An index that knows one title, and one film."""

    _FILM = StoredValue(text="film", term=RdfTerm("uri", "https://nlkgq.example/films/id/film-001"), holders=())

    def lookup(self, text: str, *, limit: int = 20) -> list[StoredValue]:
        """Values that are spelt so."""
        value = StoredValue(text="Solaris", term=RdfTerm("literal", "Solaris"), holders=())
        return [value] if text == "Solaris" else []

    def search(self, text: str, *, limit: int = 20) -> list[ValueMatch]:
        """Values near a text."""
        return []

    def scan(self, text: str, *, fuzzy: bool = True) -> list[ValueMatch]:
        """Values in a text."""
        return []

    def individual(self, iri: str) -> StoredValue | None:
        """The film."""
        return self._FILM if local_name(iri) == "film-001" else None


@cache
def films() -> tuple[Ontology, Profile]:
    folder = graph_folder("films")
    ontology = load_ontology(folder / "ontology.ttl")
    comedy = Individual(iri=FILMS + "Comedy")
    return replace(ontology, individuals={comedy.iri: comedy}), profile_files(folder / "graph.ttl")


def codes(query: str, check: Check) -> set[str]:
    ontology, profile = films()
    text = ontology.prefixes.merged(WELL_KNOWN).declarations() + query
    question = re.search(r"# question: (.*)", query)
    placeholder = _PLACEHOLDER.search(query)
    kind = None
    if placeholder is not None:
        kind = PlaceholderKind(value="string", holders=(Holder(FILMS + placeholder[2], FILMS + "Film", 0),))
    masked = MaskedText(text="", mode="strict")
    if placeholder is not None and kind is not None:
        found = Placeholder(name=placeholder[1], kind=kind, start=0, original="Dawn")
        masked = replace(masked, placeholders=(found,))
    tree = parse_query(text, undeclared_prefixes=True, static_rules=False)
    findings = validate(
        tree,
        ontology,
        profile,
        question=question[1] if question is not None else None,
        masked=masked if placeholder is not None else None,
        index=Stored(),
        policy=GatePolicy(),
        checks=[check],
    )
    for finding in findings:
        if finding.edit:
            again = fixed(tree, (finding,)).tree
            after = validate(again, ontology, profile, masked=masked if placeholder else None, checks=[check])
            assert finding.message not in {f.message for f in after}, "the edit repairs what was found"
    return {f.code for f in findings}


@pytest.mark.parametrize("check", CHECKS, ids=code_of)
def test_examples(check: Check) -> None:
    told = documentation(check)
    assert told.summary
    assert told.why
    assert told.failing
    assert told.passing
    for query in told.failing:
        assert codes(query, check) == {code_of(check)}, query
    for query in told.passing:
        assert codes(query, check) == set(), query


@pytest.mark.parametrize("check", CHECKS, ids=code_of)
def test_checks_are_named_as_their_files(check: Check) -> None:
    assert check.__module__ == f"nlkgq.validation.{check.__name__}"

"""What is said of an answer before it is read."""

from __future__ import annotations

import pytest

from nlkgq import KnowledgeGraph, Translator
from nlkgq.cautions import denies
from nlkgq.sparql.parser import parse_query


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("ASK { FILTER NOT EXISTS { ?a ?b ?c } }", True),
        ("ASK { FILTER (NOT EXISTS { ?a ?b ?c }) }", True),
        ("ASK { ?a ?b ?c FILTER NOT EXISTS { ?c ?b ?a } }", False),
        ("ASK { FILTER EXISTS { ?a ?b ?c } }", False),
        ("ASK { FILTER (1 < 2) }", False),
        ("ASK { }", False),
        ("SELECT * { FILTER NOT EXISTS { ?a ?b ?c } }", False),
    ],
)
def test_what_only_denies(query: str, told: bool) -> None:
    assert denies(parse_query(query)) is told


def test_yes_to_a_denial_is_explained() -> None:
    films = Translator(KnowledgeGraph.open("films"))
    denied = films.ask("Wasn't Half a Kingdom directed by Rowan Pettibrook?")
    asked = films.ask("Was Half a Kingdom directed by Rowan Pettibrook?")
    assert denied.boolean is not asked.boolean
    assert [f.code for f in denied.findings] == ["denial"]
    assert not asked.findings

"""One telling word of a name is found, where it is written as a name; ordinary words never are."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from planted import body

from nlkgq import KnowledgeGraph, LeakBlocked, Translator
from nlkgq.egress.gate import WireGate
from nlkgq.egress.watched import Vocabulary, WatchedValues
from nlkgq.masking.wordlists import word_lists
from nlkgq.ontology.loader import load_ontology
from nlkgq.prompting.build import PromptBuilder
from nlkgq.resources import resource_root
from nlkgq.validation.attempt import Attempt
from nlkgq.validation.finding import Finding
from nlkgq.value_watch import hashed

NAMES = (
    *("Orsolya Quent", "Zdeněk van Quibblewörth", "Mark Dirksen", "Velvet Harbour", "Rosa Ortega-Llull", "Анна Орлова"),
    *("Sensor Ostmark", "The Velvet Manager", "Grand Hotel Kalomir", "In the long Evening of Perdita", "INC Zürn 12"),
)
GRAPH = "".join(f'<http://e.org/i{i}> <http://e.org/v#name> "{name}" .\n' for i, name in enumerate(NAMES))
FIRST = ("Hélène", "Mark", "Rose", "Jürgen", "Søren", "Łucja", "Ángel", "Grace", "Will", "Dmitri")
LAST = ("Feldkircher", "Delacroix", "Quiroga", "Ystad", "Wojtasik", "Baumgarten", "Thorburn", "Kowalczuk")
PUBLIC = '<http://e.org/l> <http://e.org/v#land> "Kalomir Isles" .\n'
ONTOLOGY = """
@prefix ex: <http://e.org/v#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:Sensor a owl:Class ; rdfs:comment "Such as Quent had one, by the harbour of Ostmark." .
ex:name a owl:DatatypeProperty . ex:land a owl:DatatypeProperty .
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("parts")
    (made / "graph.nt").write_text(GRAPH + PUBLIC, encoding="utf-8")
    (made / "ontology.ttl").write_text(ONTOLOGY, encoding="utf-8")
    (made / "kg.toml").write_text(
        'ontology = ["ontology.ttl"]\n[endpoints.m]\nfiles = ["graph.nt"]\n[privacy.public]\nproperties = ["land"]\n',
        encoding="utf-8",
    )
    return made


@pytest.fixture
def way(folder: Path) -> Iterator[Translator]:
    with KnowledgeGraph.open(folder) as kg:
        yield Translator(kg, model="anthropic:tester")


def refused(gate: WireGate, text: str) -> bool:
    try:
        gate.check(body(text), ())
    except LeakBlocked:
        return True
    return False


@pytest.mark.parametrize(
    "text",
    [
        *("Quent", "QUENT", "by Quent's", "a_Quent_b", "OrsolyaQuent", "Quibblewörth", "Quibbleworth", "Dirksen"),
        *("Llull", "Орлова", "Velvet", "Ostmark", "Zdenek"),
    ],
)
def test_a_telling_word_is_found(way: Translator, text: str) -> None:
    assert refused(way.outgoing.gate, text)


@pytest.mark.parametrize(
    "text",
    [
        *("Mark", "Sensor", "Manager", "The", "van", "Hotel", "quent", "Perdita", "Evening", "Kalomir", "Zürn", "Quen"),
        *("Grand", "a velvet harbour", "Quents", "Quibbles"),
    ],
)
def test_common_words_terms_public_names_and_small_letters_pass(way: Translator, text: str) -> None:
    assert not refused(way.outgoing.gate, text.replace("velvet harbour", "velvet, a harbour"))


def test_it_is_blotted_out_of_a_comment(way: Translator) -> None:
    comment = way.outgoing.material.ontology.classes["http://e.org/v#Sensor"].comments[0].value
    assert comment == "Such as (...) had one, by the harbour of (...)."


def test_a_repair_message_with_a_surname_is_cut(way: Translator) -> None:
    builder: PromptBuilder = way.outgoing.builder
    finding = Finding(code="value-unknown", severity="error", message="Nobody is called Quent.", terms=())
    attempt = Attempt(query="SELECT ?x { ?x ?y ?z }", reply="", findings=(finding,))
    masked = way._kg.mask("Which sensors are there?")
    request = builder.request(masked, (attempt,))
    assert "Quent" not in json.dumps(request.payload())
    way.outgoing.check(request)


def clean_bodies(count: int) -> Iterator[str]:
    """Sentences of common words, with capitals where languages put them, and of what ontologies say of their terms."""
    chance = random.Random(11)
    lists = word_lists()
    common = sorted({*lists.common, *lists.function, *lists.generic})
    said = [
        comment.value
        for path in sorted((resource_root() / "ontologies").glob("*/*.ttl"))
        if path.name in ("ontology.ttl", "wrapper.ttl")
        for term in load_ontology([path])
        for comment in term.comments
    ]
    assert len(said) > 300
    for _ in range(count):
        words = chance.choices(common, k=12)
        styled = [chance.choice((word, word, word.capitalize(), word.upper())) for word in words]
        yield f"{' '.join(styled)}. VALUE_K3QX in {chance.randint(0, 20)}? {chance.choice(said)}"


def test_thousand_clean_bodies_raise_no_alarm_whatever_names_are_watched() -> None:
    """Nothing is known of the ontology here, so that no word of a comment is let pass for its sake."""
    stored = [*NAMES, *(f"{first} {last}" for first in FIRST for last in LAST)]
    with KnowledgeGraph.open("films") as kg:
        stored += [text for index in kg.knowledge.indexes for (text,) in index.rows("SELECT text FROM term")]
    names = [text for text in stored if " " in text and not any(c.isdigit() for c in text)]
    values = hashed((name, False) for name in names)
    gate = WireGate(watched=WatchedValues(values=values, vocabulary=Vocabulary()))
    alarms = [text for text in clean_bodies(1000) if refused(gate, text)]
    assert alarms == []
    assert all(refused(gate, f"VALUE_K3QX is {last}.") for last in LAST)

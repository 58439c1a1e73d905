"""Modules of large ontologies: what a question needs is in them, and they are small."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph, Translator
from nlkgq.analysis.module import ModuleCutter, named_terms
from nlkgq.errors import TokenBudgetError
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology, OwlClass, Property, Text
from nlkgq.ontology.render import estimate_tokens, render

EX = "http://example.org/o#"


def cls(name: str, *parents: str) -> OwlClass:
    return OwlClass(iri=EX + name, labels=(Text(value=name.lower()),), parents=tuple(EX + p for p in parents))


def link(name: str, domain: str, range_: str, label: str = "") -> Property:
    labels = (Text(value=label or name),)
    return Property(iri=EX + name, labels=labels, kind="object", domain=((EX + domain,),), range=((EX + range_,),))


def noise(count: int) -> list[OwlClass | Property]:
    found: list[OwlClass | Property] = []
    for n in range(count):
        found += [cls(f"Noise{n}"), link(f"rattle{n}", f"Noise{n}", f"Noise{(n * 7 + 1) % count}", f"rattle {n}")]
    return found


@pytest.fixture(scope="module")
def large() -> Ontology:
    terms = [
        cls("Vessel"),
        cls("Ferry", "Vessel"),
        cls("Harbour"),
        cls("Berth"),
        link("mooredAt", "Vessel", "Berth"),
        link("partOf", "Berth", "Harbour"),
        Property(iri=EX + "draught", labels=(Text(value="draught"),), kind="datatype", domain=((EX + "Vessel",),)),
        *noise(600),
    ]
    return Ontology(
        classes={t.iri: t for t in terms if isinstance(t, OwlClass)},
        properties={t.iri: t for t in terms if isinstance(t, Property)},
    )


def fits(part: Ontology) -> bool:
    return estimate_tokens(render(part, "full")) <= 600


def test_a_module_holds_the_terms_named_and_what_joins_them(large: Ontology) -> None:
    cutter = ModuleCutter(large, Lexicon(large))
    module = cutter.cut("Which ferries lie in the harbour with a draught over 5?", fits=fits)
    assert fits(module)
    assert len(module.classes) + len(module.properties) < 100
    for name in ("Ferry", "Vessel", "Harbour", "Berth", "mooredAt", "partOf", "draught"):
        assert module.term(EX + name) is not None, name


def test_what_holds_a_value_is_in_the_module(large: Ontology) -> None:
    cutter = ModuleCutter(large, Lexicon(large))
    module = cutter.cut("Which of them is VALUE_AAAA?", [EX + "rattle77", EX + "Noise77"], fits=fits)
    assert module.term(EX + "rattle77") is not None
    assert module.term(EX + "Noise77") is not None


def test_a_module_says_nothing_of_terms_that_are_not_in_it(large: Ontology) -> None:
    cutter = ModuleCutter(large, Lexicon(large))
    module = cutter.cut("Which ferries have a draught over 5?", fits=fits)
    named = {iri for c in module.classes.values() for iri in c.parents}
    named |= {iri for p in module.properties.values() for iri in (*p.domain_classes, *p.range_classes)}
    assert named <= set(module.classes)


def test_nothing_named_is_an_empty_module(large: Ontology) -> None:
    module = ModuleCutter(large, Lexicon(large)).cut("", fits=fits)
    assert not module.classes
    assert not module.properties


def test_question_words_and_adjectives_name_properties() -> None:
    terms = {EX + n: Property(iri=EX + n, labels=(Text(value=n),), kind="datatype") for n in ("date", "length", "salt")}
    lexicon = Lexicon(Ontology(properties=terms))
    assert set(named_terms("When did the longest one leave?", lexicon)) == {EX + "date", EX + "length"}


def test_a_prompt_holds_the_module_where_the_ontology_is_over_the_budget(large: Ontology, tmp_path: Path) -> None:
    (tmp_path / "large.ttl").write_text(render(large, "full"), encoding="utf-8")
    (tmp_path / "graph.ttl").write_text(f"<{EX}v1> a <{EX}Ferry> ; <{EX}draught> 4 .\n", encoding="utf-8")
    question = "Which ferries have a draught over 5?"
    settings = {"model.name": "anthropic:any", "model.token_budget": 600}

    def opened(**more: object) -> KnowledgeGraph:
        return KnowledgeGraph.from_files(
            [tmp_path / "graph.ttl"], [tmp_path / "large.ttl"], settings={**settings, **more}
        )

    with opened() as kg, pytest.raises(TokenBudgetError, match="budget"):
        Translator(kg).request(question)
    with opened(**{"model.module": True}) as kg:
        sent = str(Translator(kg).request(question).payload())
    assert "Ferry" in sent
    assert "draught" in sent
    assert "rattle599" not in sent

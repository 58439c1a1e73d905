"""A stored value in another number is masked, though its word would pass as a common one; forms of verbs are not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from nlkgq.masking.mask import Masker
from nlkgq.masking.model import MaskingMode
from nlkgq.masking.rules import ValueRules
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology
from nlkgq.values.build import build_index
from nlkgq.values.store import SqliteValueIndex

NAMES = ("Satire", "Space Opera", "Batteries", "Act", "Gemälde", "Baum", "Journal", "Story")
PLACEHOLDER = re.compile(r"VALUE_[A-Z0-9]{4}")
Make = Callable[..., Masker]


@pytest.fixture(scope="module")
def make(ontology: Ontology, tmp_path_factory: pytest.TempPathFactory) -> Make:
    folder = tmp_path_factory.mktemp("inflected")
    names = " , ".join(f'"{name}"' for name in NAMES)
    (folder / "graph.ttl").write_text(f"@prefix : <http://example.org/v#> . :a :name {names} .", encoding="utf-8")
    build_index([folder / "graph.ttl"], folder / "values.sqlite", ontology=ontology)
    opened = SqliteValueIndex(folder / "values.sqlite")

    def masker(mode: MaskingMode = "strict", rules: ValueRules | None = None) -> Masker:
        lexicon = Lexicon(ontology)
        return Masker(ontology=ontology, lexicon=lexicon, index=opened, mode=mode, secret=b"k", rules=rules)

    return masker


@pytest.mark.parametrize("mode", ["strict", "values"])
@pytest.mark.parametrize(
    ("question", "shown", "meant"),
    [
        ("which company has satires?", "which company has #?", "Satire"),
        ("which company has space operas", "which company has #", "Space Opera"),
        ("which company has the battery", "which company has the #", "Batteries"),
        ("which stories are of a company", "which # are of a company", "Story"),
        ("wo sind die Bäume", "wo sind die #", "Baum"),
        ("où sont les journaux", "où sont les #", "Journal"),
    ],
)
def test_another_number_of_a_value_is_masked(
    make: Make, mode: MaskingMode, question: str, shown: str, meant: str
) -> None:
    masked = make(mode).mask(question)
    assert PLACEHOLDER.sub("#", masked.text) == shown
    assert meant in {value.text for place in masked.placeholders for value in place.candidates}


@pytest.mark.parametrize("question", ["who acted for the company", "which company is it acting for"])
def test_forms_of_a_verb_are_not_the_name(make: Make, question: str) -> None:
    assert make().mask(question).text == question


def test_an_exempt_word_passes_in_every_number(make: Make) -> None:
    rules = ValueRules(exempt=frozenset({"satires"}))
    assert make(rules=rules).mask("which company has satires").text == "which company has satires"

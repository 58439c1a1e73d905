"""A stored value in another number is masked, though its word would pass as a common one; forms of verbs are not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from nlkgq.masking.mask import Masker
from nlkgq.masking.model import MaskingMode
from nlkgq.masking.rules import ValueRules

NAMES = ("Satire", "Space Opera", "Batteries", "Act", "Gemälde", "Baum", "Journal", "Story")
PLACEHOLDER = re.compile(r"VALUE_[A-Z0-9]{4}")
Make = Callable[..., Masker]


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
    masker_over: Make, mode: MaskingMode, question: str, shown: str, meant: str
) -> None:
    masked = masker_over(NAMES, mode).mask(question)
    assert PLACEHOLDER.sub("#", masked.text) == shown
    assert meant in {value.text for place in masked.placeholders for value in place.candidates}


@pytest.mark.parametrize("question", ["who acted for the company", "which company is it acting for"])
def test_forms_of_a_verb_are_not_the_name(masker_over: Make, question: str) -> None:
    assert masker_over(NAMES).mask(question).text == question


def test_an_exempt_word_passes_in_every_number(masker_over: Make) -> None:
    rules = ValueRules(exempt=frozenset({"satires"}))
    assert masker_over(NAMES, rules=rules).mask("which company has satires").text == "which company has satires"

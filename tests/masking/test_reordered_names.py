"""Names in another order or by their initials are one placeholder that knows which names are meant."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from nlkgq.masking.mask import Masker

NAMES = ("Orsolya Quent", "Ida Maria Prell", "Imre Prell", "Jon Vass Jr.", "Long Night of Rivers", "Under", "Fall")
LABEL = "Ida Maria Prell: Rivers of a long and quiet night. (2012)"
PLACEHOLDER = re.compile(r"VALUE_[A-Z0-9]{4}")
Make = Callable[..., Masker]


@pytest.mark.parametrize(
    ("question", "shown", "meant"),
    [
        ("who knows Quent, Orsolya?", "who knows #?", {"Orsolya Quent"}),
        ("when did Quent, O. found it", "when did # found it", {"Orsolya Quent"}),
        ("when did O. Quent found it", "when did # found it", {"Orsolya Quent"}),
        ("when did Prell, I. M. found it", "when did # found it", {"Ida Maria Prell"}),
        ("when did I. M. Prell found it", "when did # found it", {"Ida Maria Prell"}),
        ("when did Prell, I. found it", "when did # found it", {"Ida Maria Prell", "Imre Prell"}),
        ("who knows Quent, O.", "who knows #.", {"Orsolya Quent"}),
    ],
)
def test_a_name_in_another_order_is_one_value(masker_over: Make, question: str, shown: str, meant: set[str]) -> None:
    masked = masker_over(NAMES).mask(question)
    assert PLACEHOLDER.sub("#", masked.text) == shown
    (place,) = masked.placeholders
    assert {value.text for value in place.candidates} == meant
    assert place.kind.approximate


def test_two_people_in_a_list_are_two(masker_over: Make) -> None:
    masked = masker_over(NAMES).mask("who knows Quent, Vass, Prell")
    assert len(masked.placeholders) == 3


@pytest.mark.parametrize("escaped", ["Rivers of a long", "R\\u0069vers of a long", "rivers OF a long,"])
def test_a_quoted_title_is_known_by_the_label_that_holds_it(masker_over: Make, escaped: str) -> None:
    masked = masker_over((*NAMES, LABEL)).mask(f"who wrote '{escaped}'?")
    (place,) = masked.placeholders
    assert [value.text for value in place.candidates] == [LABEL]
    assert place.match == "part"
    assert not place.is_shared


def test_a_last_name_stands_for_all_who_have_it(masker_over: Make) -> None:
    (place,) = masker_over(NAMES).mask("who knows Prell").placeholders
    assert place.is_shared


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("what cities do the companies fall under", "what cities do the companies fall under"),
        ("what cities do the companies fall under?", "what cities do the companies fall under?"),
        ("what cities do the companies of fall know", "what cities do the companies of # know"),
        ("who knows fall under", "who knows # under"),
    ],
)
def test_a_verb_with_its_preposition_at_the_end_is_no_name(masker_over: Make, question: str, shown: str) -> None:
    assert PLACEHOLDER.sub("#", masker_over(NAMES).mask(question).text) == shown


def test_what_is_counted_is_no_name(masker_over: Make) -> None:
    masker = masker_over(("Selected Papers of the Year",))
    assert masker.mask("the number of papers that").text == "the number of papers that"

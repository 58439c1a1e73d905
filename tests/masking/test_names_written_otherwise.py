"""Long names for stored initials, names with initials, namesakes told apart, quotes with apostrophes, keys."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from nlkgq.masking.mask import Masker

PLACEHOLDER = re.compile(r"VALUE_[A-Z0-9]{4}")
Make = Callable[..., Masker]
HELD = (
    "QMO",
    "LSA",
    "Lunar Society",
    "MFT@Quell",
    "Ada Prell 0002",
    "Bo Vass (singer)",
    "Bo Vass 0001",
    "Ida Vroom Jr.",
)


def shown(masker: Masker, question: str) -> str:
    return PLACEHOLDER.sub("#", masker.mask(question).text)


@pytest.mark.parametrize(
    ("question", "left", "meant"),
    [
        ("who was found by the Quellish Meteorological Organisation", "who was found by the #", {"QMO"}),
        ("Quellish Meteorological Organisation members", "# members", {"QMO"}),
        ("what did the NRK Lunar Society of Arts do", "what did the # do", {"LSA"}),
    ],
)
def test_a_long_name_is_one_value_where_its_initials_are_stored(
    masker_over: Make, question: str, left: str, meant: set[str]
) -> None:
    masked = masker_over(HELD).mask(question)
    assert PLACEHOLDER.sub("#", masked.text) == left
    (place,) = masked.placeholders
    assert {c.text for c in place.candidates} == meant
    assert place.kind.approximate


@pytest.mark.parametrize(
    ("question", "left"),
    [
        # a stored name runs into it
        ("who was at MFT@Quell and Fen Tower", "who was at # and #"),
        # small words end no name
        ("the Brindle Union of Reed and who", "the # and who"),
        # words of the schema in a row
        ("Person Company Actor of names", "Person Company Actor of names"),
    ],
)
def test_where_a_long_name_ends(masker_over: Make, question: str, left: str) -> None:
    assert shown(masker_over((*HELD, "QFT", "BUR", "PCA")), question) == left


def test_names_that_are_told_apart_by_a_number_are_meant_themselves(masker_over: Make) -> None:
    (one,) = masker_over(HELD).mask("who knows Ada Prell").placeholders
    (two,) = masker_over(HELD).mask("who knows Bo Vass").placeholders
    assert {c.text for c in one.candidates} == {"Ada Prell 0002"}
    assert {c.text for c in two.candidates} == {"Bo Vass (singer)", "Bo Vass 0001"}
    assert one.kind.approximate
    assert not one.is_shared
    assert not two.is_shared


def test_a_name_that_others_contain_otherwise_is_shared(masker_over: Make) -> None:
    (place,) = masker_over((*HELD, "The Bo Vass Quartet")).mask("who knows Bo Vass").placeholders
    assert place.is_shared


def test_a_name_with_an_initial_is_no_text_that_is_only_spelt_alike(masker_over: Make) -> None:
    held = ("A Longer Guide to the Fine Art of Quiet Barking", "O. Quent")
    (place,) = masker_over(held).mask("who knows A. Barkering").placeholders
    assert place.candidates == ()
    assert place.kind.value == "unknown"
    (known,) = masker_over((*held, "Ada Barkering")).mask("who knows A. Barkering").placeholders
    assert [c.text for c in known.candidates] == ["Ada Barkering"]


@pytest.mark.parametrize(
    "question", ["who knows Jr., I. Vroom", "who knows I. Vroom, Jr.", "who knows Vroom, Ida, Jr."]
)
def test_what_tells_the_son_from_the_father_is_part_of_a_name(masker_over: Make, question: str) -> None:
    (place,) = masker_over((*HELD, "Ida Vroom")).mask(question).placeholders
    assert {c.text for c in place.candidates} == {"Ida Vroom Jr."}


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("who wrote 'The Keeper's Brindle: a Night's Tale' and 'Ebb'?", "who wrote '#' and '#'?"),
        ("the actors' names and the companies' names", "the actors' names and the companies' names"),
    ],
)
def test_an_apostrophe_within_a_quoted_title_does_not_end_it(masker_over: Make, question: str, left: str) -> None:
    assert shown(masker_over(HELD), question) == left


@pytest.mark.parametrize(
    ("held", "question", "left"),
    [
        (HELD, "the company ID of Ada Prell", "the company ID of #"),
        (HELD, "actor IDs", "actor IDs"),
        (HELD, "the Quell ID of Ada Prell", "the #"),
        (HELD, "company ID Quell", "company #"),
        ((*HELD, "ID"), "the company ID", "the company #"),
    ],
)
def test_the_id_of_a_schema_word_passes(masker_over: Make, held: tuple[str, ...], question: str, left: str) -> None:
    assert shown(masker_over(held), question) == left

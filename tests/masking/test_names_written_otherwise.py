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


def test_a_second_name_may_be_an_initial(masker_over: Make) -> None:
    masked = masker_over((*HELD, "Ida Maria Prell", "Maria Prell")).mask("did Ida M. Prell know Bo X. Quaid")
    assert PLACEHOLDER.sub("#", masked.text).startswith("did # know #")
    assert {c.text for c in masked.placeholders[0].candidates} == {"Ida Maria Prell"}


def test_of_two_spellings_the_one_typed_is_meant(masker_over: Make) -> None:
    held = ("Fjäll, North", "Fjall, North")
    for name in held:
        (place,) = masker_over(held).mask(f"who knows {name}").placeholders
        assert [c.text for c in place.candidates] == [name]
    (either,) = masker_over(held).mask("who knows fjall north").placeholders
    assert {c.text for c in either.candidates} == set(held)


def test_a_last_name_is_not_looked_for_in_long_texts(masker_over: Make) -> None:
    long = "Ida Prell: Rivers of a long and quiet night without a moon. (2012)"
    (place,) = masker_over(("Ida Prell", long)).mask("who knows Prell").placeholders
    assert {c.text for c in place.candidates} == {"Ida Prell"}


def test_the_plural_of_a_value_is_told_as_one(masker_over: Make) -> None:
    masker = masker_over(("Seascape", "Quarries"))
    assert [masker.mask(f"how many {word}").placeholders[0].plural for word in ("seascapes", "seascape")] == [
        True,
        False,
    ]
    assert not masker.mask("who knows Quarries").placeholders[0].plural


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("the avarage salery of persons", "the average salary of persons"),
        ("the corresonding companies", "the corresponding companies"),
        ("the coactors of Bo Vass", "the coactors of #"),
        ("companies as far as they are known", "companies as far as they are known"),
        ("the salary in thousands of Bo Vass", "the salary in thousands of #"),
        ("5-year-old companies", "5-year-old companies"),
        ("25-year-old companies", "# companies"),
        ("a salary between 1 and 2 million", "a salary between # and #"),
        ("companies with 3 actors and 2 million more", "companies with 3 actors and # more"),
    ],
)
def test_words_that_tell_nothing_pass(masker_over: Make, question: str, left: str) -> None:
    assert shown(masker_over(HELD), question) == left


def test_what_is_stored_is_put_right_by_nobody(masker_over: Make) -> None:
    masker = masker_over((*HELD, "avarage", "Corresondin Weaving"))
    assert shown(masker, "who knows avarage") == "who knows #"
    assert shown(masker, "who knows corresondingly weaving") == "who knows #"

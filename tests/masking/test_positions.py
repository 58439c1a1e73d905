"""Words that are names in one place and none in another; numbers in words."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from nlkgq.masking.mask import Masker
from nlkgq.masking.number_words import number_words

NAMES: tuple[str, ...] = (
    "Will",
    "Will Nusquam",
    "May",
    "August",
    "Monday Club",
    "Mark",
    "Bill",
    "IT",
    "April Quent",
    "March",
    "Us",
    "Pertenece Oy",
)
PLACEHOLDER = re.compile(r"VALUE_[A-Z0-9]{4}")


@pytest.fixture(scope="module")
def masker(masker_over: Callable[..., Masker]) -> Masker:
    return masker_over(NAMES)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("who is the actor of will?", "who is the actor of #?"),
        ("the salary of will and mark", "the salary of # and #"),
        ("will's salary", "#'s salary"),
        ("what will the company be", "what will the company be"),
        ("Will the company be in the city?", "Will the company be in the city?"),
        ("Will Nusquam has what salary?", "# has what salary?"),
        ("Will Quent has what salary?", "# # has what salary?"),
        ("Will, Orsolya and others", "#, # and others"),
        ("who works for it", "who works for #"),
        ("is it in the city", "is it in the city"),
        ("who works for us?", "who works for #?"),
        ("persons born in may", "persons born in may"),
        ("persons born in May", "persons born in May"),
        ("the salary of may", "the salary of #"),
        ("the salary of may be", "the salary of # be"),
        ("from May to August", "from May to August"),
        ("at the end of August", "at the end of August"),
        ("the salary of august", "the salary of #"),
        ("the salary of julio", "the salary of #"),
        ("born on May 3", "born on #"),
        ("born on 3 may", "born on #"),
        ("who was born on a Monday", "who was born on a Monday"),
        ("the salary of april", "the salary of #"),
        ("since january", "since january"),
    ],
)
def test_a_name_among_closed_words_is_known_by_its_place(masker: Masker, question: str, shown: str) -> None:
    assert PLACEHOLDER.sub("#", masker.mask(question).text) == shown


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("who lives near a goma in the city", "who lives near a # in the city"),  # Spanish, and the question is not
        ("¿quién tiene una goma en la lista?", "¿quién tiene una goma en la lista?"),
        ("Welche Aufgaben hat die Abteilung?", "Welche Aufgaben hat die Abteilung?"),
        ("which Aufgaben does the person have", "which # does the person have"),
        ("what is the salary of v.stone", "what is the salary of #"),
        ("what is the salary of s.llama", "what is the salary of #"),
        ("the salary of C. Delta in the city", "the salary of # in the city"),
        ("who works for Nusquam und Llama", "who works for #"),
        ("which person, pertenece, works in the city", "which person, #, works in the city"),
        ("¿quién pertenece a la lista?", "¿quién pertenece a la lista?"),
        ("the salary of 山林田 Par in the city", "the salary of # in the city"),
        ("which persons are in Tat Street 145?", "which persons are in # #?"),
        ("is monday a company in the same city?", "is # a company in the same city?"),
        ("is quiet a company?", "is quiet a company?"),
        ("is wHo a person", "is # a person"),
        ("who lives in quent street 12", "who lives in # street #"),
        ("the top 12 persons", "the top 12 persons"),
    ],
)
def test_words_pass_in_the_language_of_the_question(masker: Masker, question: str, shown: str) -> None:
    assert PLACEHOLDER.sub("#", masker.mask(question).text) == shown


@pytest.mark.parametrize(
    ("question", "readings"),
    [
        ("a salary over forty-eight thousand", ("48000",)),
        ("a salary of one hundred and five", ("105",)),
        ("a salary over two million three hundred thousand", ("2300000",)),
        ("mehr als fünfundzwanzigtausend", ("25000",)),
        ("plus de deux cent mille", ("200000",)),
        ("quatre-vingt-dix-neuf", ("99",)),
        ("más de cuarenta y dos", ("42",)),
        ("four three seven two", ()),
    ],
)
def test_numbers_in_words_are_masked(masker: Masker, question: str, readings: tuple[str, ...]) -> None:
    (placeholder,) = masker.mask(question).placeholders
    assert placeholder.readings == readings


@pytest.mark.parametrize("question", ["the twenty persons", "zwei Personen", "trois", "a half", "one hundred", "zero"])
def test_counts_in_words_pass(masker: Masker, question: str) -> None:
    shown = masker.mask(question)
    assert ("#" in PLACEHOLDER.sub("#", shown.text)) == (question == "one hundred")


def test_number_words_are_read_as_one() -> None:
    assert [n.value for n in number_words("one and two, three hundred; soixante-quinze")] == [0, 300, 75]

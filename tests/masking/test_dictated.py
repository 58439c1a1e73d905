"""Values that are read out, spelt, torn, filled into forms or escaped; and what looks like them but counts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from nlkgq.masking.mask import Masker
from nlkgq.masking.number_words import number_words

PLACEHOLDER = re.compile(r"VALUE_[A-Z0-9]{4}")


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("the salary of Ada H as in Hotel, E as in Echo, N wie November?", "the salary of # #?"),
        ("the city of N = November and O = Otto", "the city of #"),
        ("which company is hotel echo november golf", "which company is #"),
        ("the salary of N as in November", "the salary of #"),
        ("persons born in seven of May, nineteen eighty", "persons born in #"),
        ("persons born on oh five of October, 1985", "persons born on #"),
        ("persons born March twelve and in May", "persons born # and in May"),
        ("one may be in the city", "one may be in the city"),
        ("persons born day 17, month 3, year 1984", "persons born day #, month #, year #"),
        ("the top 5, since 1990", "the top 5, since #"),
        ("persons born on 11. ноября 1979", "persons born on # #"),
        ("persons born on 17. XI 1979", "persons born on #"),
        ("the 3 persons of 1979", "the 3 persons of #"),
        ("salary over ten double oh seven", "salary over #"),
        ("salary over seven point five", "salary over #"),
        ("three persons in two cities", "three persons in two cities"),
        ("salary over 13=\n77952.37", "salary over #=\n#"),
        ("the city of Her-\nQuent", "the city of #-\n#"),
        ("the company at Quent Road, no, sorry, 12", "the company at #, no, #, #"),
        ("the company at Quent Road, nein, Moment, 12 or elsewhere", "the company at #, nein, #, # or elsewhere"),
        ("the salary of quent four at corp dot example", "the salary of # # at # example"),
        ("the company at Quent Road no. 12", "the company at # no. #"),
        ("the company in 17, Quent Road", "the company in #, #"),
        ("the top 5, Quent and 2 cities", "the top 5, # and 2 cities"),
        ("Quent and 3 persons", "# and 3 persons"),
        ("the city of &#81;uent and Q\\u0075ent and &Ouml;quent", "the city of # and # and #"),
        ("the city of √Quent√©lie and others", "the city of √#√# and others"),
    ],
)
def test_what_is_dictated_or_torn_is_masked_and_what_counts_is_not(
    make: Callable[..., Masker], question: str, shown: str
) -> None:
    assert PLACEHOLDER.sub("#", make().mask(question).text) == shown


def test_an_escaped_value_is_the_stored_one(make: Callable[..., Masker]) -> None:
    for escaped in ("M&#252;ller &amp; S&#xF8;n A/S", "M\\u00fcller & S\\u00f8n A/S"):
        masked = make().mask(f"the city of {escaped}")
        assert [p.candidates[0].text for p in masked.placeholders] == ["Müller & Søn A/S"]


def test_a_number_with_a_spoken_point_keeps_its_reading(make: Callable[..., Masker]) -> None:
    masked = make().mask("salary over sixty-one thousand point five")
    assert [p.readings for p in masked.placeholders] == [("61000.5",)]
    assert [n.reading for n in number_words("zero point two five, five point, oh, double oh")] == ["0.25", "5"]

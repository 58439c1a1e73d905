"""Values and questions at the edges: nothing but values, empty, very long, equal to words, in every script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from nlkgq.masking.mask import Masker
from nlkgq.masking.model import MaskedText
from nlkgq.masking.placeholders import is_placeholder
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology
from nlkgq.values.build import build_index
from nlkgq.values.store import SqliteValueIndex

LONG = "Quentin " * 1250
VALUES = (
    *("", " ", LONG.strip(), "x" * 10_000, "salary", "Company", "SELECT", "FILTER", "ASK", "the", "of", "who", "4"),
    *(
        "VALUE_K3QX",
        "value_k3qx",
        "VALUE_ADDED",
        "شركة الاختبار",
        "محمد",
        "東京商事",
        "张伟",
        "김철수",
        "😀",
        "👩‍👩‍👧",
        "🇮🇹",
    ),
    *("Orsolya Quent", "Ada Quent", "1,234.50", "ก้อง", "אלון", "ÅÄÖ", "a", "İstanbullu"),
)
NAME = re.compile(r"VALUE_[B-DF-HJ-NP-TV-XZ2-9]{4}")


@pytest.fixture(scope="module")
def masker(ontology: Ontology, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Masker]:
    folder = tmp_path_factory.mktemp("hard")
    lines = (
        f"<http://e/{n}> <http://example.org/v#name> {json.dumps(v, ensure_ascii=False)} .\n"
        for n, v in enumerate(VALUES)
    )
    (folder / "graph.nt").write_text("".join(lines), encoding="utf-8")
    build_index([folder / "graph.nt"], folder / "values.sqlite", ontology=ontology)
    with SqliteValueIndex(folder / "values.sqlite") as index:
        yield Masker(ontology=ontology, lexicon=Lexicon(ontology), index=index, mode="strict", secret=b"k")


def shape(masked: MaskedText) -> str:
    return NAME.sub("#", masked.text)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Orsolya Quent", "#"),
        ("Orsolya Quent, Ada Quent, 東京商事", "#, #, #"),
        ("orsolya quent ada quent", "# #"),
        ("شركة الاختبار", "#"),
        ("من هو محمد", "# #"),
        ("张伟是谁", "# #"),
        ("김철수 의 salary", "# # salary"),
        ("ก้อง אלון", "# #"),
        ("who is 👩‍👩‍👧 or 😀?", "who is # or #?"),
        ("the salary of İSTANBULLU", "the salary of #"),
        ("SELECT the salary", "SELECT the salary"),
        ("who is VALUE_K3QX?", "who is #?"),
        ("who is value_k3qx?", "who is #?"),
        ("is it a VALUE_ADDED company", "is it a # company"),
        ("VALUE_", "# _"),
        ("the top 4 persons", "the top 4 persons"),
        ("   ", "   "),
        ("the salary of " + "x" * 10_000, "the salary of #"),
        ("the salary of " + "7" * 10_000, "the salary of #"),
        ("the salary of «  Quibble  »", "the salary of «  #  »"),
    ],
)
def test_what_is_hard_is_masked(masker: Masker, question: str, shown: str) -> None:
    masked = masker.mask(question)
    assert shape(masked) == shown
    assert masked.original == question


def test_a_value_of_a_thousand_words_is_hidden(masker: Masker) -> None:
    assert "quentin" not in masker.mask(f"who is {LONG.strip()}?").text.lower()


def test_a_very_long_value_is_found_whole(masker: Masker) -> None:
    (found,) = masker.mask("the salary of “" + "x" * 10_000 + "”").placeholders
    assert [c.text for c in found.candidates] == ["x" * 10_000]


def test_names_are_ascii_and_of_one_shape(masker: Masker) -> None:
    names = [
        place.name
        for number in range(60)
        for place in masker.mask(
            f"between {number + 21}, Orsolya Quent, 東京商事 and 2019-01-{number % 28 + 1:02d}"
        ).placeholders
    ]
    assert len(names) == 60 * 4
    assert all(name.isascii() and NAME.fullmatch(name) and is_placeholder(name) for name in names)
    assert len(set(names)) > 200  # another question, other names


def test_no_name_is_one_that_the_question_holds(masker: Masker) -> None:
    question = "the salary of Orsolya Quent"
    for _ in range(5):
        name = masker.mask(question).placeholders[0].name
        question = f"the salary of Orsolya Quent and {name.lower()}"
        assert name.casefold() not in masker.mask(question).text.casefold()

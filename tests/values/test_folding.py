"""Many spellings, one key."""

from __future__ import annotations

import random
import unicodedata

import pytest

from nlkgq.values.folding import key, number_readings, numbers, tokens, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("John Smith", "JOHN   SMITH"),
        ("John Smith", "JohnSmith"),
        ("John Smith", "john_smith"),
        ("O'Brien", "O’Brien"),
        ("Zdeněk", unicodedata.normalize("NFD", "Zdeněk")),
        ("Zdeněk", "zdenek"),
        ("Łódź", "Lodz"),
        ("Straße", "STRASSE"),
        ("Ærøskøbing", "aeroskobing"),
        ("INC-2031-77421", "INC\u20112031\u201177421"),
        ("soft", "so\u00adft"),
        ("zero", "ze\u200bro"),
        ("ABC 12", "ＡＢＣ　１２"),
        ("Москва", "Moskva"),
        ("Αθήνα", "Athina"),
        ("16000.00", "16000"),
        ("1e3", "1000"),
    ],
)
def test_spellings_of_one_value_share_a_key(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("007", "7"), ("1.5", "15"), ("-5", "5"), ("a", "b"), ("+++", "---"), ("", " ")]
)
def test_different_values_keep_different_keys(one: str, other: str) -> None:
    assert key(one) != key(other)


def test_look_alike_letters_are_read_as_latin_in_a_mixed_word() -> None:
    assert key("Dіrksеn") == key("Dirksen")


@pytest.mark.parametrize(
    ("typed", "stored"), [("Mueller", "Müller"), ("Müller", "Mueller"), ("d1rks3n", "Dirksen"), ("Сосо", "Coco")]
)
def test_other_readings_of_a_word_reach_the_stored_key(typed: str, stored: str) -> None:
    (token,) = tokens(typed)
    assert key(stored) in (token.key, *token.readings)


def test_places_lie_in_the_source_text() -> None:
    text = "Is Zden%C4%9Bk M\u00fcller’s  ﬁlm \u200bＡ1 東京 J o h n?"
    found = tokens(text)
    assert [text[t.start : t.end] for t in found] == [
        *("Is", "Zden%C4%9Bk", "Müller", "s", "ﬁlm", "Ａ1", "東", "京", "J o h n"),
    ]
    assert [t.key for t in found] == ["is", "zdenek", "muller", "s", "film", "a1", "東", "京", "john"]


def test_tokens_and_words_agree_on_random_text() -> None:
    chance = random.Random(5)
    alphabet = "aB ß1,.-’éŁﬁ東\u0301\u200bЖя😀\t"
    for _ in range(2000):
        text = "".join(chance.choices(alphabet, k=chance.randint(0, 3)))
        found = tokens(text)
        assert "".join(t.key for t in found) == "".join(words(text))
        assert all(0 <= t.start < t.end <= len(text) for t in found)


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("1,234.50", ("1234.5",)),
        ("1.234,50", ("1234.5",)),
        ("1 234", ("1234",)),
        ("1'234'567", ("1234567",)),
        ("1,234", ("1234", "1.234")),
        ("3,5", ("3.5",)),
        ("-0.50", ("-0.5",)),
        ("007", ()),
        ("1.2.3", ()),
    ],
)
def test_numbers_are_read_in_every_convention(text: str, readings: tuple[str, ...]) -> None:
    assert number_readings(text) == readings


def test_numbers_are_found_with_their_places() -> None:
    text = "between 1,000 and 2.5 in v1.2"
    assert [text[start:end] for start, end, _ in numbers(text)] == ["1,000", "2.5"]

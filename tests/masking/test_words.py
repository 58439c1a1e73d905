"""The shipped word lists keep their own rules."""

from __future__ import annotations

from importlib.resources import files

import pytest

from nlkgq.masking.wordlists import LANGUAGES, NAME_LIKE, word_lists

# None of these may pass as common language, in any inflection: names, health, religion, origin, crime.
FORBIDDEN = """
mark bill grace rose jack frank rich dean pat sue rob drew joy faith victor lance cliff dale glen ivy daisy ruby
amber crystal pearl violet iris lily dawn eve carol king queen prince baker smith carter mason hunter fisher miller
cancer diabetes hiv aids depression pregnant patient disease diagnosis surgery abortion psychiatric disabled hospital
christian muslim jewish catholic buddhist hindu church mosque synagogue priest bishop
german french polish turkish african asian american russian chinese refugee immigrant
murder theft fraud prison criminal convicted arrest rape terrorist
"""


@pytest.mark.parametrize("word", FORBIDDEN.split())
def test_no_word_that_may_be_sensitive_is_common(word: str) -> None:
    lists = word_lists()
    assert word not in lists.common
    assert word + "s" not in lists.common
    assert word not in lists.generic


@pytest.mark.parametrize(("language", "least"), [("en", 2500), ("de", 400), ("fr", 400), ("es", 400)])
def test_lists_are_long_enough(language: str, least: int) -> None:
    text = files("nlkgq.masking").joinpath("words", f"common_{language}.txt").read_text(encoding="utf-8")
    words = [w for line in text.splitlines() if not line.startswith(("#", "[")) for w in line.split()]
    assert len(set(words)) >= least
    assert all(w.replace("-", "").replace("'", "").isalpha() for w in words)


def test_every_language_has_function_words() -> None:
    found = set(word_lists().function.values())
    assert found == set(LANGUAGES)


def test_english_common_words_are_in_lower_case() -> None:
    assert [w for w, language in word_lists().common.items() if language == "en" and not w.islower()] == []


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("city", ("cities",)),
        ("submit", ("submits", "submitted", "submitting")),
        ("produce", ("produces", "produced", "producing")),
        ("study", ("studies", "studied", "studying")),
        ("heavy", ("heavier", "heaviest")),
        ("box", ("boxes",)),
    ],
)
def test_inflections_pass(word: str, forms: tuple[str, ...]) -> None:
    assert {word, *forms} <= word_lists().common.keys()


def test_names_among_function_words_are_known() -> None:
    assert {"will", "may", "max"} <= NAME_LIKE

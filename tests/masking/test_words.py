"""The shipped word lists keep their own rules."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from nlkgq.masking.word_forms import INFLECT, as_it_is
from nlkgq.masking.wordlists import LANGUAGES, NAME_LIKE, is_listed, word_lists

LEAST = {"en": 6500, "de": 4400, "fr": 5500, "es": 5800}


def entries(name: str) -> dict[str, list[str]]:
    """Section -> words, of a shipped list."""
    text = files("nlkgq.masking").joinpath("words", name).read_text(encoding="utf-8")
    return sections(text)


def sections(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {"forms": []}
    for line in text.splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = []
        elif not line.startswith("#"):
            found[list(found)[-1]] += line.split()
    return found


@pytest.fixture(scope="module")
def sensitive() -> dict[str, list[str]]:
    return sections(Path(__file__).with_name("sensitive_words.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_that_may_be_sensitive_is_common(language: str, sensitive: dict[str, list[str]]) -> None:
    fields = {word for name in ("health", "religion", "origin", "crime", "intimate") for word in sensitive[name]}
    names, capitals = set(sensitive["names"]), set(sensitive["capitals"])
    wrong = []
    for section, words in entries(f"common_{language}.txt").items():
        inflect = INFLECT[language].get(section, as_it_is)
        for word in words:
            forms = {form.lower() for form in inflect(word)}
            if forms & fields or word.lower() in names or (word[0].isupper() and forms & capitals):
                wrong.append(word)
    assert wrong == []


def test_no_generic_word_is_sensitive(sensitive: dict[str, list[str]]) -> None:
    fields = {word for name, words in sensitive.items() if name != "capitals" for word in words}
    assert {word.lower() for word in word_lists().generic} & fields == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_are_sorted_and_in_lower_case(language: str) -> None:
    found = entries(f"common_{language}.txt")
    for section, words in found.items():
        assert words == sorted(set(words)), section
        capitals = {word for word in words if not word.islower()}
        assert not capitals or (language == "de" and section.startswith(("nouns", "other"))), capitals
    every = {word for words in found.values() for word in words}
    assert len(every) >= LEAST[language]
    assert all(w.replace("-", "").replace("'", "").isalpha() for w in every)
    assert set(found) <= {"forms", "other", *INFLECT[language]}


def test_every_language_has_function_words() -> None:
    found = {language for languages in word_lists().function.values() for language in languages}
    assert found == set(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "section", "word", "forms"),
    [
        ("en", "nouns", "city", {"cities"}),
        ("en", "nouns", "box", {"boxes"}),
        ("en", "verbs", "submit", {"submits", "submitted", "submitting"}),
        ("en", "verbs", "produce", {"produces", "produced", "producing"}),
        ("en", "verbs", "study", {"studies", "studied", "studying"}),
        ("en", "adjectives", "heavy", {"heavier", "heaviest", "heavily"}),
        ("en", "adjectives", "possible", {"possibly"}),
        ("en", "adjectives", "basic", {"basically"}),
        ("de", "nouns umlaut e", "Vorschlag", {"Vorschläge", "Vorschlägen", "Vorschlags", "vorschläge"}),
        ("de", "nouns umlaut e", "Baum", {"Bäume", "Bäumen"}),
        ("de", "nouns umlaut er", "Haus", {"Häuser", "Häusern", "Hauses"}),
        ("de", "nouns -en", "Abteilung", {"Abteilungen", "abteilung"}),
        ("de", "verbs", "arbeiten", {"arbeitet", "arbeitete", "gearbeitet"}),
        ("de", "verbs", "verkaufen", {"verkauft", "verkaufte", "verkauften"}),
        ("de", "verbs", "finanzieren", {"finanziert", "finanzierten"}),
        ("de", "adjectives", "dunkel", {"dunkle", "dunkler"}),
        ("de", "adjectives", "wichtig", {"wichtigen", "wichtigste", "wichtiger"}),
        ("fr", "nouns", "bureau", {"bureaux"}),
        ("fr", "nouns", "journal", {"journaux"}),
        ("fr", "adjectives", "actif", {"active", "actives", "activement"}),
        ("fr", "adjectives", "nombreux", {"nombreuse", "nombreuses"}),
        ("fr", "adjectives", "récent", {"récente", "récemment"}),
        ("fr", "verbs", "changer", {"changé", "changeait", "change"}),
        ("fr", "verbs", "acheter", {"achète", "achetées"}),
        ("fr", "verbs", "finir", {"finissent", "fini"}),
        ("es", "nouns", "canción", {"canciones"}),
        ("es", "nouns", "vez", {"veces"}),
        ("es", "adjectives", "rápido", {"rápida", "rápidas", "rápidamente"}),
        ("es", "verbs", "publicar", {"publicado", "publicada", "publicó", "publique"}),
        ("es", "verbs", "vender", {"vendido", "vendieron", "venden"}),
    ],
)
def test_inflection_is_handled(language: str, section: str, word: str, forms: set[str]) -> None:
    assert {word, *forms} <= set(INFLECT[language][section](word))


@pytest.mark.parametrize("word", ["suggestions", "aufgaben", "Aufgaben", "dépensé", "recibidas", "übersichtlichen"])
def test_inflected_words_pass(word: str) -> None:
    assert word in word_lists().common


@pytest.mark.parametrize("ending", ["", "x"])
def test_single_words_are_told_as_by_the_whole_lists(ending: str) -> None:
    lists = word_lists()
    words = [w + ending for w in sorted({*lists.common, *lists.function})[::701] if len(w) > 3]
    assert [w for w in words if is_listed(w)] == [w for w in words if w in lists.common or w in lists.function]


def test_names_among_function_words_are_known() -> None:
    assert {"will", "may", "max"} <= NAME_LIKE

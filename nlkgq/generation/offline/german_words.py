"""The closed German word lists: what a word or phrase is in English, forms of adjectives and ordinals made of stems."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from nlkgq.ontology.words import fold

AUXILIARIES = frozenset(
    (
        *("ist", "sind", "war", "waren", "wurde", "wurden", "wird", "werden"),
        *("hat", "haben", "hatte", "hatten", "kann", "konnen", "soll", "sollen"),
    )
)
ARTICLES = frozenset(("der", "die", "das", "den", "dem", "des"))
PREPOSITIONS = frozenset(
    (
        *("in", "im", "an", "am", "auf", "aus", "bei", "beim", "durch", "fur", "mit", "nach", "seit", "uber", "um"),
        *("unter", "von", "vom", "vor", "zu", "zum", "zur", "zwischen", "ohne", "gegen", "ab", "bis", "ausser", "ins"),
    )
)
_REGULAR = re.compile(r"(?:an|auf|aus|ab|bei|ein|her|mit|vor|zu|zusammen)?ge[^\W\d_]{3,}t|[^\W\d_]{3,}iert")
_NOUNS_IN_T = (
    *("gebiet", "geburt", "gehalt", "gericht", "gerat", "geschaft", "geschlecht", "gewicht", "gedicht", "gesicht"),
    *(
        "gebot",
        "gesamt",
        "gemut",
        "gebet",
        "gefecht",
        "gespenst",
        "ort",
        "amt",
        "art",
        "zeit",
        "schaft",
        "heit",
        "keit",
    ),
    *("recht", "dienst", "gut", "akt", "rat", "text", "bericht", "punkt", "gast", "fahrt", "geist", "grat", "schrift"),
)
"""What is no participle, though it begins and ends like one: "Geburtsort"."""
_IRREGULAR_VERBS = frozenset(
    (
        *("geboren", "gestorben", "gewonnen", "geschrieben", "gesungen", "gehalten", "genommen", "gefahren"),
        *("geflogen", "getroffen", "gesprochen", "getragen", "gegeben", "gefunden", "gelaufen", "verloren"),
        *("verfasst", "veroffentlicht", "verkauft", "bezahlt", "erbaut", "entwickelt", "besetzt", "verliehen"),
        *("entworfen", "entstanden", "betrieben", "beschrieben", "erschienen", "erhalten", "bekommen"),
        *("schrieb", "schrieben", "drehte", "drehten", "spielte", "spielten", "gewann", "gewannen", "komponierte"),
        *("produzierte", "grundete", "starb", "starben", "erschien", "erschienen", "baute", "entwarf", "verfasste"),
    )
)
_CASES = ("", "e", "en", "er", "es", "em")
_SUPERLATIVE_CASES = ("e", "en", "er", "es", "em")
_NOTHING = "-"


def is_verb_form(word: str) -> bool:
    """Whether a folded word is a German participle by its form, or a verb of a short list.

    >>> [is_verb_form(w) for w in ("gedreht", "mitgespielt", "geboren", "gewicht", "geburtsort")]
    [True, True, True, False, False]
    """
    if word in _IRREGULAR_VERBS:
        return True
    return not word.endswith(_NOUNS_IN_T) and _REGULAR.fullmatch(word) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanWords:
    """English words for German ones, all folded.

    Args:
        phrases: Words of a phrase -> English words, () for none; by their first word.
        verbs: The same for single words that a vocabulary may use otherwise.
        adjectives: Every form -> English words.
        ordinals: Stem, as it begins "zweitgrößte", -> English word.
        leading: What begins a compound -> English word.
        units: What is measured in -> English word.
        origins: Adjective without its ending, such as "polnisch" -> names of the country.
        particles: What may part from a verb.
    """

    phrases: Mapping[str, Sequence[tuple[tuple[str, ...], tuple[str, ...]]]]
    verbs: Mapping[str, tuple[str, ...]]
    adjectives: Mapping[str, tuple[str, ...]]
    ordinals: Mapping[str, str]
    leading: Mapping[str, str]
    units: Mapping[str, str]
    origins: Mapping[str, tuple[str, ...]]
    particles: frozenset[str]

    def phrase(self, words: Sequence[str]) -> tuple[int, tuple[str, ...]] | None:
        """The longest phrase that begins some words: its length, and what it is in English.

        >>> german_words().phrase(["mehr", "als", "drei"])
        (2, ('more', 'than'))
        """
        for german, english in self.phrases.get(words[0], ()) if words else ():
            if tuple(words[: len(german)]) == german:
                return len(german), english
        return None

    def origin(self, word: str) -> tuple[str, ...]:
        """The names of the country that an adjective in any case tells of; () for other words.

        >>> german_words().origin("polnischen")
        ('polen', 'poland')
        """
        stems = [word.removesuffix(case) for case in _CASES]
        return next((self.origins[stem] for stem in stems if stem in self.origins), ())

    def adjective(self, word: str) -> tuple[str, ...]:
        """An adjective in English, an ordinal before it too; () for other words.

        >>> german_words().adjective("langste"), german_words().adjective("zweitlangste")
        (('longest',), ('second', 'longest'))
        """
        found = self.adjectives.get(word)
        if found:
            return found
        for stem, ordinal in self.ordinals.items():
            if word.startswith(stem) and word[len(stem) :] in self.adjectives:
                return (ordinal, *self.adjectives[word[len(stem) :]])
        return ()


@cache
def german_words() -> GermanWords:
    """The lists of the package."""
    import tomllib
    from importlib.resources import files

    raw = tomllib.loads(files("nlkgq.generation.offline").joinpath("german.toml").read_text(encoding="utf-8"))
    phrases: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    ordinals = {german[0]: english[0] for german, english in _pairs(raw["ordinals"])}
    numbered = [((stem + case,), (word,)) for stem, word in ordinals.items() for case in _SUPERLATIVE_CASES]
    for german, english in (*_pairs(raw["words"]), *(n for n in numbered if n[1] != ("first",))):
        phrases.setdefault(german[0], []).append((german, english))
    for found in phrases.values():
        found.sort(key=lambda pair: -len(pair[0]))
    return GermanWords(
        phrases=phrases,
        verbs={german[0]: english for german, english in _pairs(raw["verbs"])},
        adjectives={
            **_adjectives(raw["adjectives"]),
            **{stem[0] + case: english for stem, english in _pairs(raw["plain"]) for case in _SUPERLATIVE_CASES},
        },
        ordinals=ordinals,
        leading={german[0]: english[0] for german, english in _pairs(raw["leading"])},
        units={german[0]: english[0] for german, english in _pairs(raw["units"])},
        origins={
            german[0]: tuple(name.replace("_", " ") for name in english) for german, english in _pairs(raw["origins"])
        },
        particles=frozenset(fold(raw["particles"]).split()),
    )


def _pairs(text: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    found = []
    for line in text.splitlines():
        german, _, english = line.partition("=")
        if english:
            words = tuple(english.split())
            found.append((tuple(fold(german).split()), () if words == (_NOTHING,) else words))
    return found


def _adjectives(text: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for german, english in _pairs(text):
        degrees = zip(german, english, (_CASES, _CASES, _SUPERLATIVE_CASES), strict=True)
        for stem, word, cases in reversed(list(degrees)):
            for case in cases:
                # "länger" is a comparative, though "langer" is folded alike.
                found.setdefault(stem + case, tuple(word.split("_")))
    return found

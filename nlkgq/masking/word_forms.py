"""The forms of a common word, by the regular rules of English, German, French and Spanish."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

Inflect: TypeAlias = Callable[[str], Iterable[str]]


def as_it_is(word: str) -> tuple[str, ...]:
    """The word alone."""
    return (word,)


def _plural(word: str) -> str:
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def _english_noun(word: str) -> tuple[str, ...]:
    return (word, _plural(word))


def _english_verb(word: str) -> tuple[str, ...]:
    """The regular forms of an English verb; irregular ones are listed."""
    if word.endswith("e") and not word.endswith(("ee", "oe", "ye")):
        stems: tuple[str, ...] = (word[:-1],)
    elif word.endswith("y") and word[-2] not in "aeiou":
        return (word, word[:-1] + "ies", word[:-1] + "ied", word + "ing")
    elif len(word) > 2 and word[-1] not in "aeiouwxy" and word[-2] in "aeiou" and word[-3] not in "aeiou":
        stems = (word, word + word[-1])  # submit, submitting; offer, offering
    else:
        stems = (word,)
    return (word, _plural(word), *(stem + ending for stem in stems for ending in ("ed", "ing")))


def _english_adjective(word: str) -> tuple[str, ...]:
    """With its degrees where it is short, and its adverb."""
    stem = word[:-1] if word.endswith("e") else word[:-1] + "i" if word.endswith("y") else word
    graded = (stem + "er", stem + "est") if len(word) <= 7 else ()
    if word.endswith("le") and len(word) > 4:
        adverb = word[:-1] + "y"
    elif word.endswith("y"):
        adverb = word[:-1] + "ily"
    else:
        adverb = word + ("ally" if word.endswith("ic") else "ly")
    return (word, *graded, adverb)


_UMLAUTS: Final = {"a": "ä", "o": "ö", "u": "ü", "A": "Ä", "O": "Ö", "U": "Ü"}


def _with_umlaut(word: str) -> str:
    """With the last vowel changed that can be: Baum, Bäum; Vorschlag, Vorschläg; Haus, Häus."""
    place = max(word.rfind(vowel) for vowel in _UMLAUTS)
    place -= word[place] == "u" and word[place - 1 : place] in {"a", "A"}
    return word if place < 0 else word[:place] + _UMLAUTS[word[place]] + word[place + 1 :]


def _german_noun(ending: str, *, umlaut: bool = False) -> Inflect:
    """Singular, genitive, plural, dative plural; in lower case, too, as many type them."""

    def forms(word: str) -> list[str]:
        plural = (_with_umlaut(word) if umlaut else word) + ending
        found = [word, plural]
        if not word.endswith(("e", "ung", "heit", "keit", "schaft", "ion", "tät")):
            found += [word + "s", word + "es"]
        if not plural.endswith(("n", "s")):
            found.append(plural + "n")
        return [form for text in found for form in (text, text[0].lower() + text[1:])]

    return forms


_INSEPARABLE: Final = ("be", "ver", "er", "ent", "zer", "miss", "ge", "über", "unter", "emp")


def _german_verb(word: str) -> tuple[str, ...]:
    """The forms of a weak verb: machen, macht, machte, gemacht, machend."""
    stem = word[:-2] if word.endswith("en") else word[:-1]
    link = "e" if stem.endswith(("t", "d", "chn", "ffn", "gn", "dm")) else ""
    prefix = "" if stem.endswith("ier") or stem.startswith(_INSEPARABLE) else "ge"
    past, done = f"{stem}{link}te", f"{prefix}{stem}{link}t"
    return (
        *(word, f"{stem}e", f"{stem}{link}st", f"{stem}{link}t", past, f"{past}n", f"{past}st", f"{past}t", done),
        *(f"{done}{ending}" for ending in ("e", "en", "er", "es", "em")),
        *(f"{word}d", f"{word}de", f"{word}den", f"{word}der"),
    )


def _german_adjective(word: str) -> list[str]:
    """With its endings, its comparative and its superlative."""
    stem = word[:-2] + word[-1] if word.endswith(("el",)) and len(word) > 4 else word.removesuffix("e")
    endings = ("e", "en", "er", "es", "em")
    top = word + ("est" if word.endswith(("t", "d", "s", "ß", "z", "sch")) else "st")
    graded = (f"{stem}er", top)
    return [word, *(stem + e for e in endings), *(degree + e for degree in graded for e in endings)]


def _french_plural(word: str) -> str:
    if word.endswith(("s", "x", "z")):
        return word
    if word.endswith(("eau", "au", "eu")):
        return word + "x"
    return word[:-2] + "aux" if word.endswith("al") else word + "s"


def _french_noun(word: str) -> tuple[str, ...]:
    return (word, _french_plural(word))


_FEMININE: Final = (
    *(("eux", "euse"), ("if", "ive"), ("er", "ère"), ("el", "elle"), ("en", "enne"), ("on", "onne"), ("et", "ette")),
    *(("eau", "elle"), ("teur", "trice"), ("eur", "euse"), ("c", "que"), ("e", "e")),
)


def _french_adjective(word: str) -> tuple[str, ...]:
    """Masculine, feminine, their plurals, and the adverb."""
    feminine = next((word[: -len(a)] + b for a, b in _FEMININE if word.endswith(a)), word + "e")
    if word.endswith(("ant", "ent")):
        adverb = word[:-2] + "mment"
    else:
        adverb = (word if word[-1] in "éiu" else feminine) + "ment"
    return (word, _french_plural(word), feminine, feminine + "s", adverb)


def _french_verb(word: str) -> list[str]:
    """The third persons and participles of a regular verb."""
    stem, endings = word[:-2], tuple[str, ...]()
    if word.endswith("er"):
        soft = stem + "e" if stem.endswith("g") else stem[:-1] + "ç" if stem.endswith("c") else stem
        endings = ("er", "e", "es", "ent", "ez", "é", "ée", "és", "ées", "era", "eront", "èrent", "erait", "eraient")
        found = [stem + e for e in endings] + [soft + e for e in ("ait", "aient", "ant", "ons", "a")]
        if len(stem) > 2 and stem[-2] in "eé" and stem[-1] not in "aeiou":  # acheter, achète; céder, cède
            found += [f"{stem[:-2]}è{stem[-1]}{e}" for e in ("e", "es", "ent", "era", "eront")]
            found += [f"{stem}{stem[-1]}{e}" for e in ("e", "ent")]  # appelle
        if stem.endswith("y"):
            found += [f"{stem[:-1]}i{e}" for e in ("e", "ent", "era")]
        return found
    if word.endswith("ir"):
        endings = (
            "ir",
            "it",
            "is",
            "issent",
            "issait",
            "issaient",
            "issant",
            "i",
            "ie",
            "ies",
            "ira",
            "iront",
            "irent",
        )
        return [stem + e for e in endings]
    endings = ("re", "", "s", "ent", "ait", "aient", "ant", "u", "ue", "us", "ues", "ra", "ront", "it", "irent")
    return [stem + e for e in endings]


_UNACCENTED: Final = str.maketrans("áéíóú", "aeiou")


def _spanish_plural(word: str) -> str:
    if word.endswith("z"):
        return word[:-1] + "ces"
    if word.endswith(("a", "e", "i", "o", "u", "é", "á", "ó")):
        return word + "s"
    if word.endswith(("ón", "ín", "án", "és", "én", "ún")):
        return word[:-2] + word[-2].translate(_UNACCENTED) + word[-1] + "es"
    return word if word.endswith("s") else word + "es"


def _spanish_noun(word: str) -> tuple[str, ...]:
    return (word, _spanish_plural(word))


def _spanish_adjective(word: str) -> tuple[str, ...]:
    """Masculine, feminine, their plurals, and the adverb."""
    if word.endswith("o"):
        feminine = word[:-1] + "a"
    elif word.endswith(("dor", "sor", "tor")):
        feminine = word + "a"
    elif word.endswith("ón"):
        feminine = word[:-2] + "ona"
    else:
        feminine = word
    return (word, _spanish_plural(word), feminine, _spanish_plural(feminine), feminine + "mente")


def _spanish_verb(word: str) -> list[str]:
    """The third persons, gerund and participle of a regular verb; a verb that changes its stem has some listed."""
    stem, endings = word[:-2], tuple[str, ...]()
    if word.endswith("ar"):
        endings = (
            "ar",
            "a",
            "an",
            "as",
            "aba",
            "aban",
            "ó",
            "aron",
            "ado",
            "ada",
            "ados",
            "adas",
            "ando",
            "ará",
            "arán",
        )
        hard = {"c": "qu", "g": "gu", "z": "c"}.get(stem[-1])
        soft = stem[:-1] + hard if hard else stem
        return [*(stem + e for e in endings), soft + "e", soft + "en", soft + "é", stem + "aría"]
    own = ("er", "e", "en", "es") if word.endswith("er") else ("ir", "e", "en", "es")
    future = ("erá", "erán", "ería") if word.endswith("er") else ("irá", "irán", "iría")
    endings = (*own, "ía", "ían", "ió", "ieron", "ido", "ida", "idos", "idas", "iendo", *future)
    return [stem + e for e in endings]


INFLECT: Final[Mapping[str, Mapping[str, Inflect]]] = {
    "en": {"nouns": _english_noun, "verbs": _english_verb, "adjectives": _english_adjective},
    "de": {
        **{f"nouns -{ending}": _german_noun(ending) for ending in ("", "e", "er", "n", "en", "s")},
        **{f"nouns umlaut {ending}".strip(): _german_noun(ending, umlaut=True) for ending in ("", "e", "er")},
        "verbs": _german_verb,
        "adjectives": _german_adjective,
    },
    "fr": {"nouns": _french_noun, "verbs": _french_verb, "adjectives": _french_adjective},
    "es": {"nouns": _spanish_noun, "verbs": _spanish_verb, "adjectives": _spanish_adjective},
}
"""Language -> section of a list -> the forms of a word in it; words of other sections stand for themselves."""

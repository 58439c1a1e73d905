"""Words of the question that are schema words in another spelling: with an error, joined, or taken apart.

Only words of the ontology are put in their place, which a prompt shows anyway: the typed word itself never passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from string import ascii_lowercase
from typing import Final

from nlkgq.iri import local_name
from nlkgq.masking.passing import Vocabulary, Word, question_languages
from nlkgq.masking.wordlists import word_lists
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import Ontology, split_identifier

COMPOUND: Final = "common schema word, joined or parted"
"""Why a compound passes: weaker than a schema word of its own, it does not where the graph stores it."""
KEY: Final = "common word for a key"
"""Why the "ID" behind a schema word passes: not where the graph stores it as a value of its own."""
_LEAST: Final = 6
"""Fewest letters of a word that may have an error; short words are too near to each other."""
_LONGEST: Final = 30
"""Most letters of a word that is looked at; no schema word is longer, and the work grows with the square."""
_ENDING: Final = 2
"""Letters at the end in which no error is looked for: words are inflected there, and names differ ("filmer")."""
_STABLE: Final = 4
"""Letters at the beginning that inflection leaves alone, in words that are longer."""
_KEYS: Final = frozenset({"ID", "IDs"})
_MOST: Final = 8
"""Most words looked at in one question."""


def beginnings(ontology: Ontology) -> frozenset[str]:
    """What the words of an ontology begin with, so that few spellings need to be looked up.

    >>> from nlkgq.ontology.model import OwlClass
    >>> sorted(beginnings(Ontology(classes={"http://e/SmallCity": OwlClass(iri="http://e/SmallCity")})))
    ['cit', 'smal']
    """
    names = (
        text
        for term in (*ontology.classes.values(), *ontology.properties.values())
        for text in (split_identifier(local_name(term.iri)), *(t.value for t in (*term.labels, *term.alt_labels)))
    )
    return frozenset(word[: min(_STABLE, len(word) - 1)] for name in names for word in words_of(name) if len(word) > 1)


def corrections(
    words: Sequence[Word], reasons: Sequence[str | None], vocabulary: Vocabulary, known: frozenset[str]
) -> list[tuple[Word, str]]:
    """Denied words in lower case that are one error away from a schema word, with that word.

    Args:
        words: Of the question.
        reasons: Why each may pass; None when it may not.
        vocabulary: The schema words.
        known: Their `beginnings`.
    """

    def may_be_known(text: str) -> bool:
        return (text[:_STABLE] in known or text[: _STABLE - 1] in known) and vocabulary.knows(text)

    found = ((w, next(filter(may_be_known, _one_error_away(w.text)), None)) for w in _written(words, reasons))
    return [(word, right) for word, right in found if right is not None]


def small_corrections(words: Sequence[Word], reasons: Sequence[str | None]) -> list[tuple[Word, str]]:
    """Denied words in lower case that are one error away from one function word of the question's languages, with that.

    Function words tell nothing ("avarage", "corresonding"), whatever stood there.

    Args:
        words: Of the question.
        reasons: Why each may pass; None when it may not.
    """
    function, spoken = word_lists().function, question_languages(words)
    found = ((w, {near for near in _one_error_away(w.text) if near in function}) for w in _written(words, reasons))
    return [(w, near.pop()) for w, near in found if len(near) == 1 and any(spoken & {*function[n]} for n in near)]


def _written(words: Sequence[Word], reasons: Sequence[str | None]) -> list[Word]:
    """Words that may have an error."""
    denied = [w for w, reason in zip(words, reasons, strict=True) if reason is None]
    plain = (w for w in denied if w.text.isascii() and w.text.isalpha() and w.text.islower())
    return [w for w in plain if _LEAST <= len(w.text) <= _LONGEST][:_MOST]


def _one_error_away(word: str) -> Iterator[str]:
    """Two letters swapped, one missing, one too many, one wrong; likeliest first."""
    places = range(len(word) - _ENDING)
    for n in places:
        if word[n] != word[n + 1]:
            yield word[:n] + word[n + 1] + word[n] + word[n + 2 :]
    for n in places:
        yield from (word[:n] + letter + word[n:] for letter in ascii_lowercase)
    for n in places:
        yield word[:n] + word[n + 1 :]
    for n in places:
        yield from (word[:n] + letter + word[n + 1 :] for letter in ascii_lowercase if letter != word[n])


def _goes_on(question: str, words: Sequence[Word], reasons: Sequence[str | None], place: int) -> bool:
    """Whether a word that may not pass stands right behind one."""
    gap = question[words[place].end : words[place + 1].start] if place + 1 < len(words) else ","
    return gap in {"", " ", "-"} and reasons[place + 1] is None


def with_compounds(
    question: str, words: Sequence[Word], reasons: Sequence[str | None], vocabulary: Vocabulary
) -> list[str | None]:
    """The reasons, with those of words in lower case that are a schema word when joined ("high schooler" for a
    "highschooler") or made of two ("firstname" of a "first name"), and of the "ID" of a schema word ("customer ID")."""
    found = list(reasons)
    for place, (one, two) in enumerate(pairwise(words)):
        plain = one.text.islower() and two.text.islower() and question[one.end : two.start] in {" ", "-"}
        if None in reasons[place : place + 2] and plain and vocabulary.knows(one.text + two.text):
            found[place : place + 2] = [reason or COMPOUND for reason in reasons[place : place + 2]]
        key = two.text in _KEYS and reasons[place] == "ontology" and question[one.end : two.start] in {" ", "-"}
        if key and reasons[place + 1] is None and not _goes_on(question, words, reasons, place + 1):
            found[place + 1] = KEY
    for place, word in enumerate(words):
        if found[place] is None and len(word.text) <= _LONGEST and word.text.islower() and word.text.isalpha():
            cuts = range(3, len(word.text) - 2)
            together = word.text.startswith("co") and vocabulary.knows(word.text[2:])  # "cowriters"
            if together or any(vocabulary.knows(word.text[:n]) and vocabulary.knows(word.text[n:]) for n in cuts):
                found[place] = COMPOUND
    return found

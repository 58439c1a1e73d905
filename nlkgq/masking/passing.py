"""Deny by default: which words of a question may pass, and which list allows them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from nlkgq.masking.dates import AMBIGUOUS_MONTHS, MONTHS, WEEKDAYS
from nlkgq.masking.recognise import is_count
from nlkgq.masking.wordlists import LANGUAGES, NAME_LIKE, word_lists
from nlkgq.values.folding import tokens

_CONTRACTED: Final = frozenset({"s", "t", "d", "m", "ll", "re", "ve"})
ELIDED: Final = frozenset({"l", "d", "c", "j", "n", "s", "t", "m", "qu", "lorsqu", "puisqu", "jusqu", "quelqu"})
_APOSTROPHES: Final = "'’ʼ`´"
_OPENING = re.compile(r"(?:^|\n|(?<!\b\w)[.?!]\s)[\s\"'“«¿¡(]*$")
"""What stands before the first word of a sentence; not a colon, nor the point of an initial."""
_LONGEST: Final = 100
"""Characters of a hyphenated word, or between two words, that are looked at."""
_WORD = re.compile(r"[^\W\d_]+(?:[-'’‐‑][^\W\d_]+)*")
CALENDAR: Final = "calendar word"
"""Why the name of a month or weekday passes: no value of a graph, unless it is one."""
_BEFORE_MONTH: Final = frozenset(
    (
        *("in", "since", "until", "till", "during", "every", "each", "last", "next", "this", "im", "seit", "jeden"),
        *("letzten", "en", "depuis", "desde", "hasta"),
    )
)
_PERIOD: Final = frozenset(
    (
        *("beginning", "start", "end", "middle", "half", "month", "week", "day", "days", "weeks", "mid", "mois", "mes"),
        *("fin", "début", "anfang", "ende", "mitte", "monat"),
    )
)


class Vocabulary(Protocol):
    """Knows the ontology's words."""

    def knows(self, word: str) -> bool:
        """Whether the word, or an inflection of it, is part of a label, alternative label or identifier."""
        ...


class Word(NamedTuple):
    """A word of the question: its text, place, and whether a sentence begins with it.

    ``whole`` is the hyphenated or contracted word around it (itself when there is none), ``before`` the word before
    it, in lower case.
    """

    text: str
    start: int
    end: int
    first: bool
    whole: str
    before: str


def question_words(question: str) -> list[Word]:
    """The words of a question, as `nlkgq.values.folding.tokens` cuts them."""
    whole = [(m.start(), m.end(), m.group()) for m in _WORD.finditer(question)]
    found: list[Word] = []
    place = 0
    opening = len(question) - len(question.lstrip(" \"'“«¿¡("))
    before, previous_end = "", 0
    for token in tokens(question):
        while place < len(whole) and whole[place][1] <= token.start:
            place += 1
        text = question[token.start : token.end]
        around = text
        if place < len(whole) and whole[place][0] <= token.start and token.end <= whole[place][1]:
            around = whole[place][2] if len(whole[place][2]) <= _LONGEST else text
        gap = question[previous_end : token.start][-_LONGEST:]
        first = (
            not found or bool(re.search(r"(?:[.?!:;]\s+|\n\s*|[¿¡])[\"'“«¿¡(]*$", gap)) or token.start <= opening
        ) and not (len(before) == 1 and before.isalpha() and gap.startswith("."))
        found.append(Word(text, token.start, token.end, first, around, before))
        before, previous_end = text.casefold(), token.end
    return found


def question_languages(words: Sequence[Word]) -> frozenset[str]:
    """The languages of which a question has the most function words; all of them where it has none."""
    lists = word_lists()
    counts = Counter(language for w in words for language in lists.function.get(w.text.lower(), ()))
    most = max(counts.values(), default=0)
    return frozenset(language for language in LANGUAGES if 2 * counts[language] > most or not most)


def allowed_by(
    word: Word,
    question: str,
    vocabulary: Vocabulary,
    *,
    exempt: frozenset[str] = frozenset(),
    languages: frozenset[str] = frozenset(LANGUAGES),
) -> str | None:
    """The name of the list that lets a word pass, or None: then it is masked.

    A common word of one of the ``languages`` passes in lower case only (or as its list writes it, or where a sentence
    begins); a function word that is also a name, or of another language, does not pass with a capital within one.
    """
    text = unicodedata.normalize("NFC", word.text)
    lower = text.lower()
    if is_count(text):
        return "count"
    if not all(c.isalpha() for c in text):
        return None
    lists = word_lists()
    whole = unicodedata.normalize("NFC", word.whole).replace("’", "'").replace("‑", "-").replace("‐", "-")
    for candidate in dict.fromkeys((text, whole)):
        if vocabulary.knows(candidate):
            return "ontology"
        found = lists.function.get(candidate.lower(), ())
        own = [language for language in found if language in languages]
        plain = not candidate[0].isupper() or (bool(own) and candidate.lower() not in NAME_LIKE)
        odd = candidate not in {candidate.lower(), candidate.upper(), candidate.capitalize()}
        opening = word.first and _OPENING.search(question, max(0, word.start - _LONGEST), word.start)
        if found and not odd and (plain or opening):
            return f"function word ({(own or found)[0]})"
        as_listed = candidate[0].lower() + candidate[1:] if word.first else candidate
        if as_listed in exempt:
            return "exempt"
        if as_listed in lists.generic:
            return "generic word"
        listed = (*lists.common.get(candidate, ()), *lists.common.get(as_listed, ()))
        common = next((language for language in listed if language in languages), None)
        if common is not None:
            return f"common word ({common})"
    before, after = question[: word.start][-1:], question[word.end : word.end + 1]
    if before and before in _APOSTROPHES and lower in _CONTRACTED:
        return "contraction"
    if after and after in _APOSTROPHES and lower in ELIDED:
        return "contraction"
    if lower in WEEKDAYS or (lower in MONTHS and (lower not in AMBIGUOUS_MONTHS or is_month(word, question))):
        return CALENDAR
    return None


def is_month(word: Word, question: str) -> bool:
    """Whether a word stands where a month does: "in May", "from May to June", "the end of May"."""
    if word.text.lower() not in MONTHS:
        return False
    if word.before in _BEFORE_MONTH:
        return True
    behind = re.findall(r"\w+", question[max(0, word.start - _LONGEST) : word.start].casefold())[-2:]
    ahead = re.findall(r"\w+", question[word.end : word.end + _LONGEST].casefold())[:2]
    if len(behind) == 2 and ((behind[1] in {"of", "de"} and behind[0] in _PERIOD) or _is_range(behind[1], behind[0])):
        return True
    return len(ahead) == 2 and _is_range(*ahead)


def _is_range(between: str, month: str) -> bool:
    return between in {"to", "and", "or", "bis", "und", "oder", "à", "et", "a", "y"} and month in MONTHS

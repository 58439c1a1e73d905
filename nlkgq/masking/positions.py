"""Words of closed lists that are names where they stand: "the manager of will", "born to August"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from nlkgq.masking.passing import CALENDAR, Word, is_month, question_languages
from nlkgq.masking.wordlists import NAME_LIKE, word_lists
from nlkgq.values.model import ValueMatch

GIVEN_NAMES: Final = frozenset({"al", "art", "bill", "dame", "mark", "max", "may", "mia", "son", "sue", "vi", "will"})
"""Function words that are given names, too: words of stored names count for them, not whole values alone."""
_BEHIND: Final = frozenset(
    (
        *("of", "by", "for", "with", "from", "in", "at", "on", "via", "named", "called", "mr", "mrs", "ms", "dr"),
        *("von", "für", "mit", "bei", "durch", "namens", "de", "du", "par", "pour", "avec", "chez", "nommé", "del"),
        *("por", "para", "con", "llamado", "llamada"),
    )
)
"""Words that names stand behind."""
_BEHIND_GIVEN: Final = frozenset(
    (
        *("to", "than", "about", "is", "was", "are", "and", "or", "employ", "employs", "als", "und", "ist", "heißt"),
        *("et", "est", "y", "es"),
    )
)
"""Words that given names stand behind, but not those that are pronouns, too ("is it")."""
_BE: Final = frozenset({"is", "was", "ist", "war", "est", "es", "era"})
_ARTICLES: Final = frozenset(
    {"a", "an", "the", "ein", "eine", "der", "die", "das", "un", "une", "le", "la", "una", "el", "one", "our", "still"}
)
_COUNTING: Final = frozenset({"number", "numbers", "count", "counts", "amount"})
"""What stands behind them and "of" is counted, and no name."""
_PARTICLES: Final = frozenset({"under", "into", "within", "onto"})
_DO: Final = frozenset({"do", "does", "did"})
_AUXILIARIES: Final = frozenset({"will", "may"})
_BEFORE_AUXILIARY: Final = frozenset(
    (
        *(
            "i",
            "you",
            "he",
            "she",
            "it",
            "we",
            "they",
            "there",
            "this",
            "that",
            "these",
            "those",
            "who",
            "which",
            "what",
        ),
        *("when", "where", "how", "why", "one", "ones", "all", "both", "each", "everyone", "nobody", "someone"),
    )
)
_AFTER_AUXILIARY: Final = frozenset(
    (
        *(
            "be",
            "have",
            "not",
            "never",
            "always",
            "the",
            "a",
            "an",
            "i",
            "you",
            "he",
            "she",
            "it",
            "we",
            "they",
            "there",
        ),
        *("this", "that", "these", "those", "also", "still", "only", "any", "all", "most", "no", "get", "do", "my"),
        *("her", "his", "our", "their", "your", "start", "end", "need", "include", "contain", "exist", "become"),
    )
)
_JOINT = re.compile(r"[ \t\u00a0]+|[-‐‑]")
_POSSESSIVE = re.compile(r"['’`´]s?(?!\w)")


def without_names(
    question: str, words: Sequence[Word], reasons: Sequence[str | None], matches: Sequence[ValueMatch]
) -> list[str | None]:
    """The reasons without those of function, calendar and common words that the graph stores and that stand where names
    do; of function words of another language than the question's wherever they stand ("llama").

    Such a place is behind a word like "of", "by" or "named" and before the end, a mark or another function word; before
    a possessive; or, with a capital, right before a capitalised word that may not pass.
    """
    whole = {(m.start, m.end) for m in matches if m.kind in {"exact", "folded"}}
    parts = {(m.start, m.end) for m in matches if m.kind == "part"}
    found = list(reasons)
    spoken = {f"function word ({language})" for language in question_languages(words)}
    for place, (word, reason) in enumerate(zip(words, reasons, strict=True)):
        foreign = reason is not None and reason.startswith("function word") and reason not in spoken
        if foreign and (word.start, word.end) in whole | parts:
            found[place] = None
            continue
        lower = word.text.lower()
        function = reason is not None and reason.startswith("function word") and lower in NAME_LIKE
        common = reason is not None and reason.startswith("common")
        if not function and not common and reason != CALENDAR:
            continue
        spot = (word.start, word.end)
        stored = spot in whole or (spot in parts and (common or lower in GIVEN_NAMES or reason == CALENDAR))
        if stored and not is_month(word, question):
            found[place] = None if _is_name_place(question, words, reasons, place) else reason
    return found


def _is_name_place(question: str, words: Sequence[Word], reasons: Sequence[str | None], place: int) -> bool:
    word = words[place]
    if _POSSESSIVE.match(question, word.end):
        return True
    after = words[place + 1] if place + 1 < len(words) else None
    gap = question[word.end : after.start] if after is not None else ""
    if word.first:
        joined = after is not None and _JOINT.fullmatch(gap) is not None
        alone = after is None or bool(gap.strip())
        return alone or (joined and after is not None and after.text[0].isupper() and reasons[place + 1] is None)
    if word.before == "of" and place > 1 and words[place - 2].text.lower() in _COUNTING:
        return False
    closed = after is None or bool(gap.strip()) or not str(reasons[place + 1]).startswith(("ontology", "common", "gen"))
    lower = word.text.lower()
    if lower in _AUXILIARIES:
        return not _is_auxiliary(word, after, gap, words, reasons, place)
    given = lower in GIVEN_NAMES or reasons[place] == CALENDAR
    asked = word.before in _BE and after is not None and after.text in _ARTICLES  # "is delta a supplier"
    return closed and (word.before in _BEHIND or asked or (given and word.before in _BEHIND_GIVEN))


def _is_auxiliary(
    word: Word, after: Word | None, gap: str, words: Sequence[Word], reasons: Sequence[str | None], place: int
) -> bool:
    """Whether a "will" or "may" stands between a subject and a verb, and is written as one."""
    if word.text not in {word.text.lower(), word.text.upper()} or after is None or gap != " ":
        return False
    before, behind = str(reasons[place - 1]), str(reasons[place + 1])
    subject = words[place - 1].text.lower() in _BEFORE_AUXILIARY or before.startswith(("ontology", "common", "generic"))
    verb = after.text.lower() in _AFTER_AUXILIARY or behind.startswith(("ontology", "common", "generic"))
    return subject and verb


def is_common_use(words: Sequence[Word], reasons: Sequence[str | None], match: ValueMatch) -> bool:
    """Whether a stored value is a common word in lower case and used as one: "the primary languages", "fall under"."""
    place = bisect_left(words, match.start, key=lambda w: w.start)
    alone = place + 1 < len(words) and (words[place].start, words[place].end) == (match.start, match.end)
    if not alone or not words[place].text.islower():
        return False
    word, after = words[place], words[place + 1]
    if not str(reasons[place]).startswith("common") or word.before in _BEHIND:
        return False
    attribute = reasons[place + 1] == "ontology" and word.text in word_lists().adjectives
    return attribute or after.text in _PARTICLES


def is_verb(words: Sequence[Word], match: ValueMatch) -> bool:
    """Whether a stored value is a verb whose preposition ends a question with "do": "what do the films fall under"."""
    place = bisect_left(words, match.start, key=lambda w: w.start)
    if place != len(words) - 2 or (words[place].start, words[place].end) != (match.start, match.end):
        return False
    helped = any(w.text.lower() in _DO for w in words[:place])
    return helped and words[place].text.islower() and words[-1].text in _PARTICLES


def parted(question: str, start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether nothing but a space or a hyphen parts a stretch from one of the others, which stand in order."""
    place = bisect_left(spans, (start, end))
    gaps = [question[spans[place - 1][1] : start]] if place else []
    gaps += [question[end : spans[place][0]]] if place < len(spans) else []
    return any(_JOINT.fullmatch(gap) for gap in gaps)

"""Denied words put together to names: what stands together is one placeholder."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from nlkgq.masking.passing import ELIDED, Word
from nlkgq.masking.spans import Places, Span, span
from nlkgq.masking.spelling import KEY
from nlkgq.masking.wordlists import word_lists
from nlkgq.values.folding import with_letters
from nlkgq.values.folding import words as folded
from nlkgq.values.model import ValueMatch

_JOINT = re.compile(r"[ \t\u00a0\u202f\u2009]*[-'’.&_/‐‑+@#]?[ \t\u00a0\u202f\u2009]*")
_INITIAL = re.compile(r"[-'’ʼ`´.‐‑]")
_WITH_INITIAL = re.compile(r"(?<!\w)[^\W\d_]\. ?[^\W\d_]")
_CONNECTORS: Final = frozenset(
    {
        "of",
        "the",
        "de",
        "da",
        "do",
        "dos",
        "das",
        "di",
        "del",
        "della",
        "von",
        "van",
        "der",
        "den",
        "ten",
        "zu",
        "zur",
        "la",
    }
    | {"le", "du", "and", "und", "et", "y"}
)
_MOST_WORDS: Final = 12
_NEAR: Final = 0.4
"""Least share of a stored value that words found in it must have."""


def name_spans(
    question: str, words: Sequence[Word], denied: Sequence[Word], matches: Sequence[ValueMatch]
) -> list[Span]:
    """Spans for the denied words.

    A capitalised run is one name, small connecting words included ("Lord of the Rings"); elsewhere a part of a stored
    value stands for itself, and other neighbouring words are one unknown.

    Args:
        question: The text.
        words: All its words.
        denied: Those that may not pass.
        matches: Parts of stored values and misspelt ones, anywhere in the text.
    """
    spans: list[Span] = []
    ordered = sorted(matches, key=lambda m: m.start)
    for run in _runs(question, words, denied):
        first = bisect_left(ordered, run[0].start, key=lambda m: m.start)
        spans += _of_run(question, run, ordered[first : bisect_left(ordered, run[-1].end, key=lambda m: m.start)])
    return spans


def with_initials(question: str, words: Sequence[Word], reasons: Sequence[str | None]) -> list[str | None]:
    """The reasons without those of single letters that begin a denied word: the "o" of "o'quent", the "a" of "a.quent".

    What French and Italian elide ("d'", "l'") is no part of the name behind it.
    """
    found = list(reasons)
    for place, (word, after) in enumerate(pairwise(words)):
        gap, behind = question[word.end : after.start], str(reasons[place + 1])
        if (
            len(word.text) == 1
            and word.text.isalpha()
            and gap == "."
            and behind.startswith(("common", "generic", "function"))
        ):
            found[place : place + 2] = [None, None]  # "v.stone"
            continue
        single = len(word.text) == 1 and word.text.isalpha() and word.text.lower() not in ELIDED
        if single and reasons[place + 1] is None and _INITIAL.fullmatch(question[word.end : after.start]):
            found[place] = None
    return found


def beside_names(
    question: str, words: Sequence[Word], reasons: Sequence[str | None], taken: Sequence[Span]
) -> list[str | None]:
    """The reasons without those of capitalised words that stand beside a capitalised name: they are part of it.

    ("Quent Groups" is no group.) Schema words keep theirs, and so does every word of a question in title case.
    """
    passing = [w for w, reason in zip(words, reasons, strict=True) if reason is not None and not w.first]
    if sum(map(_capital, passing)) * 2 > len(passing):
        return list(reasons)

    found, places = list(reasons), Places(taken)

    def is_name(place: int) -> bool:
        if not 0 <= place < len(words) or not (_capital(words[place]) or _has_no_case(words[place])):
            return False
        word = words[place]
        return found[place] is None or places.cover(word.start, word.end)

    lists = word_lists()
    german = max(1, reasons.count("function word (en)")) <= reasons.count("function word (de)")
    both_ways = [*range(len(words)), *reversed(range(len(words)))]  # a name grows: "Tat" of "Tat Street 145"
    for place in both_ways:
        word, reason = words[place], found[place]
        if reason is None or reason in {"ontology", "count", KEY} or word.first or not _capital(word):
            continue
        if german and (word.text in lists.common or word.text in lists.generic):  # its nouns have a capital
            continue
        if any(is_name(other) for other in _beside(question, words, place)):
            found[place] = None
    return found


def _beside(question: str, words: Sequence[Word], place: int) -> list[int]:
    """The places of the words right before and behind one, small connecting words left out."""
    found = []
    for step in (-1, 1):
        last = place
        for other in range(place + step, place + 4 * step, step):
            if not 0 <= other < len(words):
                break
            first, second = sorted((words[last], words[other]), key=lambda w: w.start)
            if not _JOINT.fullmatch(question[first.end : second.start]):
                break
            if words[other].text not in _CONNECTORS:
                found.append(other)
                break
            last = other
    return found


def _runs(question: str, words: Sequence[Word], denied: Sequence[Word]) -> list[list[Word]]:
    """Neighbouring denied words, with connecting words between two capitalised ones."""
    places = {word.start: number for number, word in enumerate(words)}
    runs: list[list[Word]] = []
    for word in denied:
        if runs and len(runs[-1]) < _MOST_WORDS:
            last = runs[-1][-1]
            between = list(words[places[last.start] + 1 : places[word.start]])
            connected = (
                len(between) <= 2
                and all(w.text in _CONNECTORS for w in between)
                and (not between or (_capital(last) and _capital(word)))
            )
            chain = [last, *between, word]
            if connected and all(_JOINT.fullmatch(question[a.end : b.start]) for a, b in pairwise(chain)):
                runs[-1].extend([*between, word])
                continue
        runs.append([word])
    return runs


def _of_run(question: str, run: list[Word], matches: Sequence[ValueMatch]) -> list[Span]:
    start, end = run[0].start, run[-1].end
    inside = [m for m in matches if start <= m.start and m.end <= end]
    inside.sort(key=lambda m: (m.start - m.end, -m.score))
    covering = next((m for m in inside if m.start == start and m.end == end and _is_near(m, question)), None)
    if covering is not None:
        return [span(start, end, "value", match=covering)]
    if all(_capital(w) or w.text in _CONNECTORS for w in run):
        return [span(start, end, "unknown")]
    taken: list[Span] = []
    for match in inside:
        if match.score >= _NEAR and all(match.end <= s.start or s.end <= match.start for s in taken):
            taken.append(span(match.start, match.end, "value", match=match))
    rest: list[Span] = []
    for word in run:
        if any(s.start <= word.start and word.end <= s.end for s in taken):
            continue
        gap = question[rest[-1].end : word.start] if rest else ""
        if rest and _JOINT.fullmatch(gap):
            rest[-1] = span(rest[-1].start, word.end, "unknown")
        else:
            rest.append(span(word.start, word.end, "unknown"))
    return [*taken, *rest]


def _is_near(match: ValueMatch, question: str) -> bool:
    """Whether words may mean a value: not "Insurance" one that is as long as "Levels of Assurance in Trade", nor a name
    with initials one that has its word in another spelling only ("A. Barker" is not "A Guide to Parking")."""
    if match.kind == "fuzzy":
        return match.score >= _NEAR
    typed = with_letters(question[match.start : match.end])
    if _WITH_INITIAL.search(typed) is None:
        return True
    told = {word for word in folded(typed) if len(word) > 1}
    return any(told.issubset(folded(value.text)) for value in match.values)


def _has_no_case(word: Word) -> bool:
    return word.text[0].isalpha() and word.text.lower() == word.text.upper()


def _capital(word: Word) -> bool:
    return word.text[0].isupper()

"""Words that want each row once: ``each pair once``, ``without duplicate rows``, ``distinct combinations``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.tokens import Token

_ONCE = (
    ("each", "pair", "once"),
    ("every", "pair", "once"),
    ("each", "combination", "once"),
    ("each", "once"),
    ("once", "each"),
    ("only", "once"),
    ("without", "duplicates"),
    ("no", "duplicates"),
    ("without", "repeats"),
    ("without", "repetition"),
    ("without", "repetitions"),
    ("no", "repeats"),
    ("each", "of", "them", "once"),
    ("each", "name", "once"),
    ("with", "no", "repeats"),
    ("with", "no", "duplicates"),
    ("no", "repetitions"),
    ("don't", "repeat", "any"),
    ("do", "not", "repeat", "any"),
    ("each", "one", "once"),
    ("each", "only", "once"),
    ("once", "only"),
    ("ohne", "duplikate"),
    ("jedes", "paar", "einmal"),
    ("every", "combination", "of"),
    ("each", "combination", "of"),
)
DISTINCT = frozenset(("distinct", "different", "unique", "verschiedene", "verschiedenen"))
_REPEATED = frozenset(
    (
        *("repeated", "repeating", "duplicate", "duplicates", "duplicated", "repeats", "repetition", "repetitions"),
        *("identical", "equal", "doppelte", "doppelten", "duplikate", "wiederholte", "wiederholungen"),
    )
)
_ROWS = frozenset(
    (
        *("row", "rows", "line", "lines", "pair", "pairs", "combination", "combinations", "triple", "triples"),
        *("value", "values", "answer", "answers", "entry", "entries", "zeilen", "paare", "kombinationen", "werte"),
    )
)
_ALL = frozenset(("all", "every", "each", "the", "only", "alle", "jede", "nur"))
_LACK = frozenset(("without", "no", "ohne", "keine"))
_ANY = frozenset(("any", "the", "all", "jegliche"))


def once_length(tokens: Sequence[Token], place: int) -> int:
    """How many words from a place on want each row once; 0 for none.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> once_length(tokenize("distinct combinations of name and age"), 0)
    3
    """
    words = [t.folded for t in tokens[place : place + 6]]
    named = max((len(p) for p in _ONCE if tuple(words[: len(p)]) == p), default=0)
    return max(named, _distinct_rows(words), _without_repeated(words))


def repeated_length(words: Sequence[str]) -> int:
    """How many of the first words name rows that are there already: ``repeated rows``; 0 for none."""
    if not words or words[0] not in _REPEATED:
        return 0
    return 2 if words[1:] and words[1] in _ROWS else 1


def _distinct_rows(words: Sequence[str]) -> int:
    """``all distinct combinations of``."""
    start = 1 if words and words[0] in _ALL else 0
    if words[start : start + 1] == [] or words[start] not in DISTINCT or not _ROWS.intersection(words[start + 1 :][:1]):
        return 0
    return start + 2 + (words[start + 2 : start + 3] == ["of"])


def _without_repeated(words: Sequence[str]) -> int:
    """``without any repeated rows``."""
    start = 2 if words[:2] == ["with", "no"] else 1 if words and words[0] in _LACK else 0
    start += bool(start and words[start:] and words[start] in _ANY)
    length = repeated_length(words[start:])
    return start + length if start and length else 0


def once_only(tokens: Sequence[Token]) -> tuple[Token, ...] | None:
    """``the towns of the ships, each once.``: the question without its end; None where nothing says so."""
    words = [n for n, t in enumerate(tokens) if t.kind != "mark"]
    for first, place in enumerate(words[1:], start=1):
        last = [tokens[n] for n in words[first:]]
        # "ships of different values": only after a comma is it about the rows
        apart = tokens[place - 1].kind == "mark" or not _distinct_rows([t.folded for t in last])
        if apart and last[-1].folded != "of" and once_length(last, 0) == len(last):
            kept = tokens[:place]
            while kept and kept[-1].kind == "mark" and kept[-1].text not in "?)":
                kept = kept[:-1]
            return tuple(kept)
    return None


def says_once(sentence: Sequence[Token]) -> bool:
    """Whether a sentence says only that each row is wanted once."""
    words = [t for t in sentence if t.kind != "mark"]
    return bool(words) and once_length(words, 0) == len(words)

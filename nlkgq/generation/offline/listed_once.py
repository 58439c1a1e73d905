"""Words that want each row once: ``each pair once``, ``without duplicate rows``, ``distinct combinations``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.row_orders import starts
from nlkgq.generation.offline.tokens import Token

_ONCE = (
    ("each", "once"),
    ("once", "each"),
    ("only", "once"),
    ("without", "duplicates"),
    ("no", "duplicates"),
    ("without", "repeats"),
    ("without", "repetition"),
    ("without", "repetitions"),
    ("no", "repeats"),
    ("with", "no", "repeats"),
    ("with", "no", "duplicates"),
    ("no", "repetitions"),
    ("don't", "repeat", "any"),
    ("do", "not", "repeat", "any"),
    ("each", "only", "once"),
    ("once", "only"),
    ("ohne", "duplikate"),
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
_EACH = frozenset(("each", "every", "jede", "jeden", "jedes"))
_AT_ONCE = frozenset(("once", "einmal"))
_COUNTING = frozenset(("counting", "counted", "listing", "listed", "naming", "showing", "mentioning"))
_JUST = frozenset(("only", "just", "exactly", "nur"))
_NAMED = 3
"""Most words for what is listed once."""
_OF = frozenset(("of", "von"))
_VALUES = frozenset(("value", "values", "werte"))
_THEM = frozenset(("one", "of", "them", "name", "names", "item", "thing", "result", "von", "ihnen"))
_LACK = frozenset(("without", "no", "ohne", "keine"))
_ANY = frozenset(("any", "the", "all", "jegliche"))


def once_length(tokens: Sequence[Token], place: int) -> int:
    """How many words from a place on want each row once; 0 for none.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> once_length(tokenize("distinct combinations of name and age"), 0)
    3
    """
    words = [t.folded for t in tokens[place : place + 6]]
    if len(words) > 1 and words[0] in _COUNTING and words[1] in _AT_ONCE:
        # "listed once"
        return 2 + (words[2:3] != [] and words[2] in _JUST)
    if words[:1] and words[0] in _COUNTING and len(words) > 1:
        # "counting each only once"
        inner = once_length(tokens, place + 1)
        return inner and inner + 1
    named = starts(tokens, place, _ONCE)
    return max(named, _distinct_rows(words), _without_repeated(words), _each_row(tokens, place))


def _each_row(tokens: Sequence[Token], place: int) -> int:
    """``every pair once``, ``each of them only once``: the words up to ``once``, where they name only rows."""
    told, length = each_once(tokens, place)
    return length if _ROWS.union(_THEM, _COUNTING).issuperset(t.folded for t in told) else 0


def each_once(tokens: Sequence[Token], place: int) -> tuple[tuple[Token, ...], int]:
    """The words between ``each`` and ``once`` from a place on, and how many all are: ``flag``, ``each flag only once``.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> told, length = each_once(tokenize("every combination of name and age once"), 0)
    >>> [t.text for t in told], length
    (['name', 'and', 'age'], 7)
    """
    words = [t.folded if t.kind != "mark" else "" for t in tokens[place:]]
    end = next((n for n, w in enumerate(words) if not w or w in _AT_ONCE), 0)
    if not end or words[0] not in _EACH or not words[end] or any(words[end + 1 : end + 2]):
        return (), 0
    start, last = 1, end
    while words[last - 1] in _JUST:
        last -= 1
    start += words[start] in DISTINCT
    start += 2 * (last > start + 2 and words[start] in _ROWS and words[start + 1] in _OF)
    return tuple(tokens[place + start : place + last]), end + 1


def says_again(words: Sequence[Token], said: Sequence[Token]) -> bool:
    """Whether a few words call again what has been said, ``weight vector`` the ``weights``."""
    stems = {t.folded.removesuffix("s") for t in said if t.kind == "word"}
    return 0 < len(words) <= _NAMED and any(t.folded.removesuffix("s") in stems for t in words)


def listed_combinations(tokens: Sequence[Token]) -> tuple[Token, ...] | None:
    """``List all different combinations of flag and port``: the same without saying so; None where nothing says so.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> [t.text for t in listed_combinations(tokenize("List all different pairs of flag and port"))]
    ['List', 'flag', 'and', 'port']
    """
    for place in (1, 2):
        length = _distinct_rows([t.folded for t in tokens[place : place + 4]]) if len(tokens) > place + 4 else 0
        rest = tokens[place + length :]
        if length and tokens[place + length - 1].folded == "of" and {"and", "und"} & {t.folded for t in rest[1:]}:
            return (*tokens[:place], *rest)
    return None


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
    if words[start + 2 : start + 3] == ["of"]:
        # "the distinct values of the marks": marks may have values
        return start + 1 if words[start + 1] in _VALUES else start + 3
    return start + 2


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
        named = tokens[place - 1].kind == "mark" and says_again(each_once(last, 0)[0], tokens[:place])
        if apart and last[-1].folded != "of" and (named or once_length(last, 0) == len(last)):
            kept = tokens[:place]
            while kept and kept[-1].kind == "mark" and kept[-1].text not in "?)":
                kept = kept[:-1]
            return tuple(kept)
    return None


def says_once(sentence: Sequence[Token]) -> bool:
    """Whether a sentence says only that each row is wanted once."""
    words = [t for t in sentence if t.kind != "mark"]
    return bool(words) and once_length(words, 0) == len(words)

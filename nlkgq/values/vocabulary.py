"""The words of stored values: which of them a word may be, typing errors and inflection included."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from nlkgq.values.schema import FUZZY_LETTERS

if TYPE_CHECKING:
    from nlkgq.values.store import SqliteValueIndex

_LONG: Final = 8  # from this length on two errors are one slip more, below it they make another word
_LONGEST: Final = 60  # a longer word is no word
_ENDING: Final = 3  # longest ending of an inflected name
_LAST: Final = "\U0010ffff"


class Word(NamedTuple):
    """A word of the vocabulary; ``uses`` values hold it, ``score`` is 1.0 where it stands as typed."""

    id: int
    text: str
    uses: int
    score: float


def known_words(index: SqliteValueIndex, texts: Iterable[str]) -> dict[str, Word]:
    """Those of ``texts`` that some value holds."""
    wanted = list(dict.fromkeys(texts))
    found: dict[str, Word] = {}
    for first in range(0, len(wanted), 500):
        chunk = wanted[first : first + 500]
        marks = ",".join("?" * len(chunk))
        sql = f"SELECT id, text, uses FROM word WHERE text IN ({marks})"  # noqa: S608 - only question marks are formatted in
        for number, text, uses in index.rows(sql, chunk):
            found[text] = Word(number, text, uses, 1.0)
    return found


def near_words(index: SqliteValueIndex, text: str, *, limit: int = 8) -> list[Word]:
    """Words within one error (two from eight letters on) of ``text``, or of which it is an inflection, best first.

    One error leaves one half of a word whole: candidates are the words that share its first or its last half.
    """
    length = len(text)
    if not FUZZY_LETTERS <= length <= _LONGEST or not text.isalpha():
        return []
    errors = 1 if length < _LONG else 2
    half = length // 2
    # Of two errors one may stand in the middle: then the end that must be whole is no longer than the beginning.
    whole_end = text[half:] if errors == 1 else text[-half:]
    lengths = range(length - errors, length + errors + 1)
    candidates = _sharing_a_half(index, text[:half], whole_end[::-1], lengths)
    # Two letters swapped across the middle break both halves; an ending leaves a shorter word whole.
    swapped = text[: half - 1] + text[half] + text[half - 1] + text[half + 1 :]
    stems = [text[:-cut] for cut in range(1, _ENDING + 1) if length - cut >= FUZZY_LETTERS]
    exact = known_words(index, [swapped, *stems])
    candidates.update((word, (known.id, known.uses)) for word, known in exact.items())
    near = {
        word: 1 - distance / length
        for word, distance, _ in process.extract(
            text, candidates.keys(), scorer=OSA.distance, score_cutoff=errors, limit=None
        )
    }
    for word in exact.keys() & set(stems):
        near[word] = max(near.get(word, 0.0), 0.9 - 0.03 * (length - len(word)))
    ranked = sorted(near.items(), key=lambda item: (-item[1], -candidates[item[0]][1]))[:limit]
    return [Word(candidates[word][0], word, candidates[word][1], round(score, 3)) for word, score in ranked]


def _sharing_a_half(
    index: SqliteValueIndex, start: str, end: str, lengths: Iterable[int]
) -> dict[str, tuple[int, int]]:
    """Words of these lengths with this beginning or, read backwards, this end: the word's id and uses."""
    pieces: list[str] = []
    parameters: list[object] = []
    for letters in lengths:
        for column, piece in (("text", start), ("reversed", end)):
            pieces.append(f"SELECT id, text, uses FROM word WHERE letters = ? AND {column} >= ? AND {column} < ?")  # noqa: S608 - one of two names
            parameters += [letters, piece, piece + _LAST]
    return {word: (number, uses) for number, word, uses in index.rows(" UNION ALL ".join(pieces), parameters)}

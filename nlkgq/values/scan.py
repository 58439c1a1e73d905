"""Finds stored values in a text: whole ones by key, partial and misspelt ones by their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from nlkgq.values.folding import READINGS, Token, numbers, tokens, words
from nlkgq.values.model import MatchKind, StoredValue, ValueMatch
from nlkgq.values.schema import MAX_WORDS
from nlkgq.values.vocabulary import Word, known_words

if TYPE_CHECKING:
    from nlkgq.values.store import SqliteValueIndex

_FOLDED: Final = 0.98
_OTHER_READING: Final = 0.9
_VALUES_PER_KEY: Final = 20
_VALUES_PER_PART: Final = 5
_POSTINGS: Final = 400
_LOOKED_AT: Final = 30
_SHORT_WORD: Final = 3  # words up to this length count as a part only where they cover enough of a value
_ENOUGH: Final = 0.2
_RUN: Final = 6  # longest stretch of words looked for as parts of one value
_OTHER_READING_WORDS: Final = 4
_PHRASE: Final = 2  # fewest words by which a longer value is found


_Number: TypeAlias = tuple[int, int, tuple[str, ...]]


class _Span(NamedTuple):
    start: int
    end: int
    score: float


def scan(index: SqliteValueIndex, text: str, *, fuzzy: bool) -> tuple[ValueMatch, ...]:
    """Every span of ``text`` that may be a stored value; see `ValueIndex.scan`."""
    found = tokens(text)
    written = numbers(text)
    matches = _whole(index, text, found, written)
    whole = {(m.start, m.end): {v.term for v in m.values} for m in matches}
    no_start, no_end = _inside(written, found)
    names = [t for t in found if t.start not in no_start and t.end not in no_end]
    for match in _parts(index, names, fuzzy=fuzzy):
        values = tuple(v for v in match.values if v.term not in whole.get((match.start, match.end), ()))
        if values:
            # What covers the whole of one value covers less of the longer ones that are left.
            covered = _fewest_letters(match.values) / _fewest_letters(values)
            matches.append(_match(match.start, match.end, match.kind, match.score * min(1.0, covered), values))
    matches.sort(key=lambda m: (m.start, -m.end, -m.score))
    return tuple(matches)


def _fewest_letters(values: Sequence[StoredValue]) -> int:
    return max(1, min(sum(map(len, words(v.text))) for v in values))


def whole_values(index: SqliteValueIndex, text: str) -> list[ValueMatch]:
    """The stored values that stand whole in ``text``, exact or folded."""
    return _whole(index, text, tokens(text), numbers(text))


def search(index: SqliteValueIndex, text: str, *, limit: int) -> tuple[ValueMatch, ...]:
    """Values near ``text`` as a whole; see `ValueIndex.search`. One match a value."""
    from rapidfuzz import fuzz

    exact = [
        _match(
            0, len(text), "exact" if value.text == text else "folded", 1.0 if value.text == text else _FOLDED, [value]
        )
        for value in index.lookup(text, limit=limit)
    ]
    found = tokens(text)
    within = _passages(index, found)
    found = found[:MAX_WORDS]
    choices = [c for c in _choices(index, found, fuzzy=True) if c]
    ids: dict[int, None] = {}
    for choice in sorted(choices, key=lambda c: min(w.uses for w in c))[:2]:
        ids.update(dict.fromkeys(_postings(index, choice, _POSTINGS)))
    asked = [token.key for token in found]
    seen = {m.values[0].term for m in exact}
    ranked: list[tuple[float, MatchKind, int]] = []
    for number, surface in _surfaces(index, list(ids)):
        stored = words(surface)
        score = fuzz.ratio(" ".join(sorted(asked)), " ".join(sorted(stored))) / 100
        part = set(asked) <= set(stored)
        if part or score >= 0.6:
            ranked.append((min(0.97, max(score, 0.6 if part else 0.0)), "part" if part else "fuzzy", number))
    ranked += [(0.6, "part", number) for number in within]
    ranked.sort(key=lambda r: -r[0])
    near = []
    for score, kind, number in ranked[: limit + len(seen)]:
        values = [v for v in index.stored([number]) if v.term not in seen]
        if values:
            near.append(_match(0, len(text), kind, score, values))
    return tuple([*exact, *near][:limit])


def _passages(index: SqliteValueIndex, found: list[Token]) -> list[int]:
    """Long values in which these words stand one after another, the shortest first."""
    if len(found) < _PHRASE:
        return []
    phrase = '"' + " ".join(token.key for token in found) + '"'
    sql = (
        "SELECT term.id FROM passage JOIN term ON term.id = passage.rowid WHERE passage MATCH ?"
        " ORDER BY length(term.text) LIMIT ?"
    )
    return [row[0] for row in index.rows(sql, (phrase, _VALUES_PER_KEY))]


def _match(start: int, end: int, kind: MatchKind, score: float, values: Sequence[StoredValue]) -> ValueMatch:
    return ValueMatch(start=start, end=end, kind=kind, score=round(score, 3), values=tuple(values))


def _whole(index: SqliteValueIndex, text: str, found: list[Token], written: list[_Number]) -> list[ValueMatch]:
    spans: dict[str, list[_Span]] = {}

    def consider(key: str, start: int, end: int, score: float) -> None:
        if key in index.known_keys:
            spans.setdefault(key, []).append(_Span(start, end, score))

    no_start, no_end = _inside(written, found)
    for i, first in enumerate(found):
        if first.start in no_start:
            continue
        joined = ""
        for last in found[i : i + MAX_WORDS]:
            joined += last.key
            if len(joined) > index.longest_key:
                break
            if last.end in no_end:
                continue
            consider(joined, first.start, last.end, _FOLDED)
        window = found[i : i + _OTHER_READING_WORDS]
        for size in range(1, len(window) + 1):
            for joined in _other_readings(window[:size]):
                consider(joined, first.start, window[size - 1].end, _OTHER_READING)
    for start, end, readings in written:
        for reading in readings:
            consider(reading, start, end, _FOLDED)
    for piece, start in _symbols(text):
        consider("=" + piece, start, start + len(piece), 1.0)
    return _matches_by_key(index, text, spans)


def _inside(written: list[_Number], found: list[Token]) -> tuple[set[int], set[int]]:
    """Starts and ends of tokens that would cut a written number (the 1 and the 50 of ``1,234.50``)."""
    no_start: set[int] = set()
    no_end: set[int] = set()
    for start, end, _ in written:
        within = [t for t in found if start <= t.start and t.end <= end]
        no_start.update(t.start for t in within[1:])
        no_end.update(t.end for t in within[:-1])
    return no_start, no_end


def _other_readings(window: list[Token]) -> set[str]:
    if not any(token.readings for token in window):
        return set()
    plain = "".join(token.key for token in window)
    other = {
        "".join(token.readings[number] if token.readings else token.key for token in window)
        for number in range(len(READINGS))
    }
    return other - {plain}


def _symbols(text: str) -> list[tuple[str, int]]:
    """Pieces between spaces that hold no letter or digit, with their start."""
    found, position = [], 0
    for piece in text.split():
        position = text.index(piece, position)
        if not words(piece):
            found.append((piece, position))
        position += len(piece)
    return found


def _matches_by_key(index: SqliteValueIndex, text: str, spans: dict[str, list[_Span]]) -> list[ValueMatch]:
    ids: dict[str, list[int]] = {}
    keys = list(spans)
    for first in range(0, len(keys), 500):
        chunk = keys[first : first + 500]
        marks = ",".join("?" * len(chunk))
        sql = f"SELECT key, id FROM term WHERE key IN ({marks})"  # noqa: S608 - only question marks are formatted in
        for key, number in index.rows(sql, chunk):
            ids.setdefault(key, []).append(number)
    found: dict[tuple[int, int], ValueMatch] = {}
    for key, numbers_of_key in ids.items():
        values = index.stored(numbers_of_key[:_VALUES_PER_KEY])
        for span in spans[key]:
            surface = text[span.start : span.end]
            ranked = sorted(values, key=lambda v: (v.text != surface, -sum(h.uses for h in v.holders)))
            exact = bool(ranked) and ranked[0].text == surface
            match = _match(span.start, span.end, "exact" if exact else "folded", 1.0 if exact else span.score, ranked)
            other = found.get((span.start, span.end))
            if other is not None:
                best, second = (match, other) if match.score > other.score else (other, match)
                extra = [v for v in second.values if v not in best.values]
                match = _match(span.start, span.end, best.kind, best.score, [*best.values, *extra])
            found[span.start, span.end] = match
    return list(found.values())


def _choices(index: SqliteValueIndex, found: list[Token], *, fuzzy: bool) -> list[list[Word]]:
    """For each token the words of the vocabulary that it may be; [] when none."""
    wanted = {reading for token in found for reading in (token.key, *token.readings)}
    known = known_words(index, wanted)
    choices: list[list[Word]] = []
    for token in found:
        choice = [known[r] for r in dict.fromkeys((token.key, *token.readings)) if r in known]
        if not choice and fuzzy:
            choice = index.near(token.key)
        choices.append(choice)
    return choices


def _parts(index: SqliteValueIndex, found: list[Token], *, fuzzy: bool) -> list[ValueMatch]:
    choices = _choices(index, found, fuzzy=fuzzy)
    matches: list[ValueMatch] = []
    alone: dict[tuple[int, ...], list[int]] = {}
    for choice in choices:
        words_here = tuple(w.id for w in choice)
        if choice and words_here not in alone:
            alone[words_here] = _shortest_with(index, choice)
    index.stored(i for ids in alone.values() for i in ids)  # in one go: one by one they take longer
    known_until = 0
    for i, choice in enumerate(choices):
        if not choice:
            continue
        _append(index, matches, found[i : i + 1], [choice], alone[tuple(w.id for w in choice)])
        with_initial = _with_initial(index, found, i, choice)
        if with_initial is not None:
            matches.append(with_initial)
        # Inside a run of three and more words no other one begins, but at its last word.
        if i < known_until - 1:
            continue
        run, ids = _longest_run(index, choices[i : i + _RUN])
        known_until = i + run if run > 2 else known_until
        if run > 1:
            _append(index, matches, found[i : i + run], choices[i : i + run], _shortest(index, ids))
    return matches


def _append(
    index: SqliteValueIndex,
    matches: list[ValueMatch],
    span: list[Token],
    choices: list[list[Word]],
    ids: list[int],
) -> None:
    values = index.stored(ids)
    if not values:
        return
    asked = sum(len(choice[0].text) for choice in choices)
    similar = min(choice[0].score for choice in choices)
    covered = min(1.0, asked / max(1, min(sum(map(len, words(v.text))) for v in values)))
    if asked <= _SHORT_WORD and covered < _ENOUGH:
        return
    kind: MatchKind = "part" if similar == 1.0 else "fuzzy"
    matches.append(_match(span[0].start, span[-1].end, kind, min(0.97, covered * similar), values))


def _longest_run(index: SqliteValueIndex, choices: list[list[Word]]) -> tuple[int, list[int]]:
    """How many of the first words stand together in some value, in any order, and in which values."""
    run, ids = 1, [] if len(choices) < 2 or not choices[1] else _both(index, choices[0], choices[1])
    if not ids:
        return 1, []
    for choice in choices[2:]:
        narrowed = _holding(index, choice, ids) if choice else []
        if not narrowed:
            break
        run, ids = run + 1, narrowed
    return run + 1, ids


def _both(index: SqliteValueIndex, first: list[Word], second: list[Word]) -> list[int]:
    """Values with a word of each choice: those of the rarer one are looked through."""
    rare, other = sorted((first, second), key=lambda choice: sum(w.uses for w in choice))
    sql = (
        f"SELECT DISTINCT a.term FROM (SELECT term FROM part WHERE word IN ({_marks(rare)}) LIMIT {_POSTINGS}) a"  # noqa: S608 - numbers and question marks
        f" CROSS JOIN part b ON b.word IN ({_marks(other)}) AND b.term = a.term"
    )
    return [row[0] for row in index.rows(sql, [w.id for w in (*rare, *other)])]


def _holding(index: SqliteValueIndex, choice: list[Word], ids: list[int]) -> list[int]:
    marks, terms = ",".join("?" * len(choice)), ",".join("?" * len(ids))
    sql = f"SELECT DISTINCT term FROM part WHERE word IN ({marks}) AND term IN ({terms})"  # noqa: S608 - only question marks are formatted in
    return [row[0] for row in index.rows(sql, [*(w.id for w in choice), *ids])]


def _postings(index: SqliteValueIndex, choice: list[Word], limit: int) -> list[int]:
    marks = ",".join("?" * len(choice))
    sql = f"SELECT term FROM part WHERE word IN ({marks}) LIMIT ?"  # noqa: S608 - question marks
    return list(dict.fromkeys(row[0] for row in index.rows(sql, [*(w.id for w in choice), limit])))


def _shortest_with(index: SqliteValueIndex, choice: list[Word]) -> list[int]:
    """The shortest of the first values with one of these words."""
    sql = (
        f"SELECT DISTINCT a.term FROM (SELECT term FROM part WHERE word IN ({_marks(choice)}) LIMIT {_LOOKED_AT}) a"  # noqa: S608 - numbers and question marks
        f" CROSS JOIN term ON term.id = a.term ORDER BY length(term.text) LIMIT {_VALUES_PER_PART}"
    )
    return [row[0] for row in index.rows(sql, [w.id for w in choice])]


def _marks(items: Sequence[object]) -> str:
    return ",".join("?" * len(items))


def _shortest(index: SqliteValueIndex, ids: list[int]) -> list[int]:
    if len(ids) <= _VALUES_PER_PART:
        return ids
    marks = ",".join("?" * len(ids))
    sql = f"SELECT id FROM term WHERE id IN ({marks}) ORDER BY length(text) LIMIT ?"  # noqa: S608 - question marks
    return [row[0] for row in index.rows(sql, [*ids, _VALUES_PER_PART])]


def _surfaces(index: SqliteValueIndex, ids: list[int]) -> list[tuple[int, str]]:
    from nlkgq.values.names import readable_name

    marks = ",".join("?" * len(ids))
    sql = f"SELECT id, text, datatype FROM term WHERE id IN ({marks})"  # noqa: S608 - question marks
    return [(i, text if datatype else readable_name(text) or text) for i, text, datatype in index.rows(sql, ids)]


def _with_initial(index: SqliteValueIndex, found: list[Token], i: int, choice: list[Word]) -> ValueMatch | None:
    """A word beside an initial (``B. Dirksen``): the values with another word that begins with it."""
    for j in (i - 1, i + 1) if len(found[i].key) > 1 else ():
        if not 0 <= j < len(found) or len(found[j].key) != 1 or not found[j].key.isalpha():
            continue
        initial = found[j].key
        names = {w.text for w in choice}
        fitting = [
            number
            for number, surface in _surfaces(index, _postings(index, choice, _POSTINGS))
            if any(w.startswith(initial) and w not in names for w in words(surface))
        ]
        if fitting:
            start, end = min(found[i].start, found[j].start), max(found[i].end, found[j].end)
            return _match(start, end, "part", 0.8 * choice[0].score, index.stored(fitting[:_VALUES_PER_PART]))
    return None

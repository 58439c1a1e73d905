"""Values of given properties whose words are near those of a text: misspelt, cut short, in another order, in part.

What `scan` does for whole questions, this does for one value whose property is known: words that some value spells are
looked for with errors, too, and only values that the properties hold are looked at.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from nlkgq.values.folding import key, tokens, words
from nlkgq.values.model import StoredValue
from nlkgq.values.names import readable_name
from nlkgq.values.schema import MAX_WORDS
from nlkgq.values.vocabulary import Word, known_words

if TYPE_CHECKING:
    from nlkgq.values.store import SqliteValueIndex

_RAREST: Final = 3  # words of the text that values are looked up by
_LOOKED_AT: Final = 1_000  # values of one word that are tested for their property
_FOUND: Final = 100  # values kept of one look-up
_EXPANDED: Final = 40  # words that an abbreviation may stand for
_BEGINNING: Final = 2  # letters that an abbreviation shares with its word
_LONGEST_KEY: Final = 14  # keys up to this length are tried with every single error
_LONGEST_ACRONYM: Final = 8
_CODE: Final = 4
_FEW: Final = 3  # of more words two that are spelt right lead to the value
_SHORT: Final = 20  # values of one acronym; more are no choice
_MANY_USES: Final = 400


def near_values(
    index: SqliteValueIndex, text: str, properties: frozenset[str], *, things: bool = False, limit: int = 50
) -> list[tuple[str, StoredValue]]:
    """Values whose words are near those of a text, most alike first.

    Args:
        index: Where they are.
        text: A value as it was typed.
        properties: Only what these hold; empty for every property.
        things: Whether the properties hold things, which are found by their names.
        limit: At most so many.

    Returns:
        Each with the spelling that it was found by; with ``things`` the value is the name, or the IRI that spells it.
    """
    restriction = _Restriction(index, properties, things=things)
    found = tokens(text)[:MAX_WORDS]
    asked = [t.key for t in found if len(t.key) > 1]  # initials stand beside a word that leads there
    capitals = text.isupper() and len(text) <= _LONGEST_ACRONYM  # letters of several words, not of one
    made = _choices(index, asked, expand=not capitals, dotted=len(asked) == 1 and text.rstrip().endswith("."))
    choices = [choice for choice in made if choice.words]
    choices.sort(key=lambda choice: sum(word.uses for word in choice.words))
    ids: dict[int, None] = {}
    if _is_other_code(index, asked):
        choices = []
    for first, second in _pairs(choices[:_RAREST]):
        ids.update(dict.fromkeys(restriction.with_both(first, second)))
    for choice in choices[: _RAREST - 1] if not ids else ():
        for words_alike in (choice.words[:1], choice.words[1:]):
            ids.update(dict.fromkeys(restriction.with_one(words_alike)))
    if (len(found) == 1 and not capitals) or not ids:
        ids.update(dict.fromkeys(restriction.with_keys(_misspelt(index, text))))
    short = restriction.with_initials(_letters([t.key for t in found]))
    near = _ranked(index, text, list(ids), limit)
    return [*near, *_ranked(index, text, [i for i in short if i not in ids], _SHORT)]


class _Choice(NamedTuple):
    """What a word may be: itself or one with an error, and what it abbreviates, with a pattern for keys of those."""

    near: list[Word]
    short: list[Word]
    pattern: str = ""

    @property
    def words(self) -> list[Word]:
        """All, the likeliest first."""
        return [*self.near, *self.short]


class _Restriction:
    """Look-ups of values among those that some properties hold."""

    def __init__(self, index: SqliteValueIndex, properties: frozenset[str], *, things: bool) -> None:
        self._index = index
        uses = index.uses_of(properties) if properties else []
        # a list too long for one statement says little: the caller looks at the holders anyway
        self._uses = uses if len(uses) <= _MANY_USES else []
        self._nothing = bool(properties) and not uses
        listed = ",".join(map(str, self._uses))
        own = f"EXISTS (SELECT 1 FROM holder h WHERE h.term = f.term AND h.use IN ({listed}))"  # noqa: S608 - row numbers
        named = (
            "EXISTS (SELECT 1 FROM carrier c CROSS JOIN holder h ON h.term = c.iri"  # noqa: S608 - row numbers
            f" WHERE c.term = f.term AND h.use IN ({listed}))"
        )
        self._test = "" if not self._uses else f"WHERE {own}" + (f" OR {named}" if things else "")

    def with_one(self, choice: Sequence[Word]) -> list[int]:
        """Values with one of these words."""
        if not choice:
            return []
        return self._kept(f"SELECT term FROM part WHERE word IN ({_marks(choice)})", [w.id for w in choice])  # noqa: S608 - question marks

    def with_both(self, first: _Choice, second: _Choice) -> list[int]:
        """Values with a word of each, the rarer one first.

        Many words are not looked for one by one: the key of a value that holds one of them fits a pattern.
        """
        tests: list[str] = []
        parameters: list[int | str] = [w.id for w in first.words]
        if second.near:
            tests.append(f"EXISTS (SELECT 1 FROM part b WHERE b.word IN ({_marks(second.near)}) AND b.term = a.term)")  # noqa: S608 - question marks
            parameters += [w.id for w in second.near]
        if second.short:
            tests.append("(SELECT key FROM term t WHERE t.id = a.term) LIKE ?")
            parameters.append(second.pattern)
        inner = (
            f"SELECT a.term AS term FROM (SELECT term FROM part WHERE word IN ({_marks(first.words)})"  # noqa: S608 - question marks
            f" LIMIT {_LOOKED_AT}) a WHERE {' OR '.join(tests)}"
        )
        return self._kept(inner, parameters)

    def with_keys(self, keys: Sequence[str]) -> list[int]:
        """Values with one of these keys."""
        return self._kept(f"SELECT id AS term FROM term WHERE key IN ({_marks(keys)})", list(keys)) if keys else []  # noqa: S608 - question marks

    def with_initials(self, letters: str) -> list[int]:
        """Values whose words begin with these letters; () for fewer than two."""
        return self._kept("SELECT term FROM acronym WHERE letters = ?", [letters]) if len(letters) > 1 else []

    def _kept(self, inner: str, parameters: Sequence[int | str]) -> list[int]:
        if self._nothing:
            return []
        sql = f"SELECT f.term FROM ({inner} LIMIT {_LOOKED_AT}) f {self._test} LIMIT {_FOUND}"  # noqa: S608 - put together above
        return [row[0] for row in self._index.rows(sql, parameters)]


def _choices(index: SqliteValueIndex, asked: list[str], *, expand: bool, dotted: bool) -> Iterator[_Choice]:
    """For each word what it may be; with ``expand`` also what it abbreviates, a known one only if ``dotted``."""
    known = known_words(index, asked)
    for text in dict.fromkeys(asked):
        near = [known[text]] if text in known else []
        if text not in known or len(asked) <= _FEW:
            near += [word for word in index.near(text) if word.text != text]
        short: list[Word] = []
        if expand and (text not in known or dotted):
            short = [word for word in _abbreviated(index, text) if word not in near]
        whole = any(word.text.startswith(text) for word in short)
        yield _Choice(near, short, f"%{text}%" if whole else f"%{'%'.join(text)}%")


def _abbreviated(index: SqliteValueIndex, text: str) -> list[Word]:
    """Words that hold the letters of ``text`` in order and begin like it ("intl", "dept"), most used first."""
    beginnings = dict.fromkeys((text[:_BEGINNING], text[0] if len(text) < 4 else text[:_BEGINNING]))
    found: dict[str, Word] = {}
    for beginning in beginnings:
        sql = (
            "SELECT id, text, uses FROM word WHERE text >= ? AND text < ? AND length(text) > ?"
            " AND text LIKE ? ORDER BY uses DESC LIMIT ?"
        )
        pattern = "%".join(text) + "%"
        parameters = (beginning, beginning + "\U0010ffff", len(text), pattern, _EXPANDED)
        for number, word, uses in index.rows(sql, parameters):
            found[word] = Word(number, word, uses, 0.8)
    return list(found.values())[:_EXPANDED]


def _is_other_code(index: SqliteValueIndex, asked: list[str]) -> bool:
    """Whether some number of several digits stands in no value: then values with the other words are other codes."""
    numbers = [text for text in asked if len(text) >= _CODE and any(c.isdigit() for c in text)]
    return len(known_words(index, numbers)) < len(set(numbers))


def _letters(asked: Sequence[str]) -> str:
    """What may be an acronym: one short word, or single letters; "" for anything else."""
    joined = "".join(asked)
    single = len(asked) == 1 or all(len(word) == 1 for word in asked)
    return joined if single and joined.isalpha() and len(joined) <= _LONGEST_ACRONYM else ""


def _pairs(choices: Sequence[_Choice]) -> Iterator[tuple[_Choice, _Choice]]:
    for number, first in enumerate(choices):
        for second in choices[number + 1 :]:
            yield first, second


def _misspelt(index: SqliteValueIndex, text: str) -> list[str]:
    """Keys of stored values that are one error away: for codes and short names, whose words do not lead there."""
    asked = key(text)
    known = index.known_keys
    if not 2 < len(asked) <= _LONGEST_KEY or asked.startswith("=") or asked in known:
        return []  # what is stored somewhere is not misspelt
    return [other for other in dict.fromkeys(_with_an_error(asked)) if other in known and other != asked]


def _with_an_error(text: str) -> Iterator[str]:
    for place in range(len(text) + 1):
        before, behind = text[:place], text[place:]
        alphabet = string.digits if text[max(0, place - 1)].isdigit() else string.ascii_lowercase
        yield from (before + letter + behind for letter in alphabet)
        if behind:
            yield before + behind[1:]
            other = string.digits if behind[0].isdigit() else string.ascii_lowercase
            yield from (before + letter + behind[1:] for letter in other)
        if len(behind) > 1:
            yield before + behind[1] + behind[0] + behind[2:]


def _ranked(index: SqliteValueIndex, text: str, ids: list[int], limit: int) -> list[tuple[str, StoredValue]]:
    from rapidfuzz import fuzz, process

    if not ids:
        return []
    sql = f"SELECT id, text, datatype FROM term WHERE id IN ({_marks(ids)})"  # noqa: S608 - question marks
    rows = index.rows(sql, ids)
    surfaces = {i: surface if datatype else readable_name(surface) or surface for i, surface, datatype in rows}
    asked = " ".join(sorted(words(text)))
    folded = {i: " ".join(sorted(words(surface))) for i, surface in surfaces.items()}
    best = [i for _, _, i in process.extract(asked, folded, scorer=fuzz.token_ratio, limit=limit)]
    return [(surfaces[i], value) for i, value in zip(best, index.stored(best), strict=True)]


def _marks(items: Iterable[object]) -> str:
    return ",".join("?" for _ in items)

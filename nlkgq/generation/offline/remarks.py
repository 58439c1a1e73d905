"""Sentences after a question that ask for nothing more: ``Leave out ships without a flag.``"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from nlkgq.generation.offline.listed_once import repeated_length
from nlkgq.generation.offline.tokens import Token

RemarkKind = Literal["keep", "leave", "divide", "once", "counted", "spelling", "state"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What is said beside a question.

    Args:
        kind: ``keep`` and ``leave`` (out) things without something, ``divide`` by the number of things, list things
            ``once``, things ``counted`` once, take a value in whatever ``spelling``, ``state`` that something is so.
        tokens: All its words.
        things: The words of what is kept, left out or divided by.
        without: The words of what they have none of; () for what the question has named before.
        lacks: Whether it says that they have none of something.
    """

    kind: RemarkKind
    tokens: tuple[Token, ...]
    things: tuple[Token, ...] = ()
    without: tuple[Token, ...] = ()
    lacks: bool = False

    @property
    def orders(self) -> bool:
        """Whether the answer would be another one without it."""
        return self.kind not in ("state", "once", "counted", "spelling")


_KEEP = ("keep", "include", "retain", "behalte", "behalten")
_LEAVE = (
    *(
        ("leave", "out"),
        ("skip",),
        ("ignore",),
        ("exclude",),
        ("omit",),
        ("drop",),
        ("disregard",),
        ("not", "counting"),
    ),
    *(("do", "not", "count"), ("don't", "count"), ("do", "not", "list"), ("don't", "list"), ("do", "not", "include")),
    *(("don't", "include"), ("do", "not", "show"), ("don't", "show"), ("lass",), ("lasse",), ("ignoriere",)),
)
_LEFT = (
    *(("do", "not", "count"), ("don't", "count"), ("does", "not", "count"), ("are", "not", "counted")),
    *(("are", "left", "out"), ("are", "ignored"), ("are", "excluded"), ("are", "omitted"), ("are", "skipped")),
    *(("are", "not", "included"), ("are", "not", "listed"), ("need", "not", "be", "listed"), ("zahlen", "nicht")),
)
_STAY = (
    *(("are", "kept"), ("stay",), ("are", "included"), ("are", "listed", "too"), ("are", "listed", "as", "well")),
    *(("count", "too"), ("count", "as", "well"), ("are", "shown", "too"), ("bleiben",)),
)
_ONCE = (("once",), ("einmal",))
_LISTED = frozenset(("listed", "counted", "only", "shown", "told", "counts", "is", "are", "nur", "gezahlt"))
_HOWEVER = (
    *(("however",), ("no", "matter", "how"), ("regardless", "of", "how"), ("irrespective", "of", "how")),
    *(("in", "whatever", "way"), ("wie", "auch", "immer")),
)
_SPELT = frozenset(("spelt", "spelled", "written", "stored", "coded", "recorded", "called", "named", "geschrieben"))
_COUNT = ("count", "counting", "zahle")
_EACH = ("each", "every", "any", "a", "the", "jede", "jeden", "jedes")
_DIVIDE = ("divide", "teile")
_LACKING = (
    *(("without",), ("with", "no"), ("that", "have", "no"), ("who", "have", "no"), ("which", "have", "no")),
    *(("that", "lack"), ("lacking",), ("having", "no"), ("that", "do", "not", "have"), ("ohne",)),
    *(("for", "which", "there", "is", "no"), ("for", "which", "no"), ("where", "there", "is", "no")),
)
_SUCH = frozenset(
    ("such", "any", "a", "an", "the", "one", "it", "them", "this", "these", "all", "ones", "eine", "einen")
)
_TO_START = frozenset(("please", "also", "but", "and", "note", "that", "bitte", "auch", "aber"))


def read_remark(sentence: Sequence[Token]) -> Remark | None:
    """The remark that a sentence is; None for one without words.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> remark = read_remark(tokenize("Keep ships without a flag, with the flag empty."))
    >>> remark.kind, [t.text for t in remark.things], [t.text for t in remark.without]
    ('keep', ['ships'], ['flag'])
    """
    tokens = tuple(t for t in sentence if t.kind != "mark" or t.text == ",")
    while tokens and (tokens[0].folded in _TO_START or tokens[0].text == ","):
        tokens = tokens[1:]
    if not tokens:
        return None
    for kind, openings, endings in (("keep", tuple((w,) for w in _KEEP), _STAY), ("leave", _LEAVE, _LEFT)):
        opened = next((len(o) for o in openings if _starts(tokens, 0, o)), 0)
        ended = next((n for n in range(1, len(tokens)) for e in endings if _starts(tokens, n, e)), None)
        lacking = _lacking(tokens)
        if lacking is None or not (opened or ended is not None):
            if opened and repeated_length([t.folded for t in _bare(tokens[opened:])]) == len(_bare(tokens[opened:])):
                return Remark(kind="once", tokens=tokens)
            if opened:
                return Remark(kind="leave", tokens=tokens, things=tokens[opened:])
            continue
        place, length = lacking
        end = next((n for n in range(place, len(tokens)) if tokens[n].text == ","), len(tokens))
        end = min(end, ended) if ended is not None and not opened else end
        without = tuple(t for t in tokens[place + length : end] if t.folded not in _SUCH)
        told: RemarkKind = "keep" if kind == "keep" else "leave"
        return Remark(kind=told, tokens=tokens, things=_bare(tokens[opened:place]), without=without, lacks=True)
    if tokens[0].folded in _DIVIDE and len(tokens) > 2 and tokens[1].folded in ("by", "durch"):
        end = next((n for n in range(2, len(tokens)) if tokens[n].text == "," or tokens[n].folded == "of"), len(tokens))
        return Remark(kind="divide", tokens=tokens, things=_bare(tokens[2:end]))
    once = next((n for n in range(2, len(tokens)) if tokens[n].folded in ("once", "einmal")), 0)
    if once and tokens[0].folded in _COUNT and tokens[1].folded in _EACH:
        # "count each ship once per port"
        return Remark(kind="counted", tokens=(*tokens[1:once], *tokens[once + 1 :]), things=tokens[2:once])
    ends = tuple(t.folded for t in tokens[-2:])
    if ends[1:] in _ONCE and ends[0] in _LISTED:
        return Remark(kind="once", tokens=tokens)
    return Remark(kind="state", tokens=tokens)


def spelling_remark(tokens: Sequence[Token]) -> tuple[int, Remark] | None:
    """Where ``, however it is spelt`` begins, and the remark that it is; None where nothing says so."""
    for n in range(1, len(tokens) - 2):
        length = max((len(o) for o in _HOWEVER if _starts(tokens, n, o)), default=0)
        end = next(
            (m for m in range(n, len(tokens)) if tokens[m].kind == "mark" and tokens[m].text != ","), len(tokens)
        )
        if length and tokens[end - 1].folded in _SPELT:
            return n, Remark(kind="spelling", tokens=tuple(tokens[n + length : end - 1]))
    return None


def _lacking(tokens: Sequence[Token]) -> tuple[int, int] | None:
    """Where the first words for a lack stand, and how many they are."""
    for n in range(len(tokens)):
        found = max((len(p) for p in _LACKING if _starts(tokens, n, p)), default=0)
        if found:
            return n, found
    return None


def _bare(tokens: Sequence[Token]) -> tuple[Token, ...]:
    return tuple(t for t in tokens if t.folded not in _SUCH and t.text != ",")


def _starts(tokens: Sequence[Token], place: int, phrase: tuple[str, ...]) -> bool:
    begun = tokens[place].folded == phrase[0]
    return begun and tuple(t.folded for t in tokens[place : place + len(phrase)]) == phrase

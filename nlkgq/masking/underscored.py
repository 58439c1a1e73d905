"""Words joined by underscores: what looks like a placeholder, and identifiers of which a word may not pass.

Both are masked as a whole: a half one would stand glued to a placeholder, and no model could tell them apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from nlkgq.masking.placeholders import LENGTH, PREFIX
from nlkgq.masking.spans import Span, span
from nlkgq.values.folding import key

_JOINTS: Final = "_＿‿⁀"
_RUN: Final = re.compile(rf"[\w{_JOINTS}\\\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+")
_JOINT: Final = re.compile(rf"[{_JOINTS}]+")
_HALVES: Final = frozenset({"unknown", "identifier", "named"})


def look_alikes(question: str, is_term: Callable[[str], bool]) -> list[Span]:
    """What somebody may take for a placeholder, whatever its case and letters: ``value_abcd``, ``xVALUE_K3QX_2``.

    Args:
        question: The text.
        is_term: Whether a text is the end of an ontology term, which no placeholder is named like.

    >>> [question[s.start:s.end] for question in ["by VALUE_mgqb or VALUE_ADDED?"] for s in look_alikes(question, bool)]
    []
    >>> question = "by VALUE_mgqb or VALUE_ADDED?"
    >>> [question[s.start:s.end] for s in look_alikes(question, lambda text: False)]
    ['VALUE_mgqb']
    """
    return [
        span(start, end, "identifier")
        for start, end in _runs(question)
        if _is_look_alike(question[start:end]) and not is_term(question[start:end])
    ]


def whole_identifiers(question: str, spans: Sequence[Span]) -> list[Span]:
    """The identifiers of which only a part is masked, and that for no reason but its shape or that no list knows it.

    A stored value within one ("the_Quent_films") stays on its own: it has a kind.
    """
    ordered = sorted((s for s in spans if s.kind in _HALVES), key=lambda s: s.start)
    found: list[Span] = []
    for start, end in _runs(question) if ordered else ():
        inside = [s for s in ordered if s.start < end and start < s.end]
        if inside and not any(s.start <= start and end <= s.end for s in inside):
            whole = min(start, inside[0].start), max(end, *(s.end for s in inside))
            found.append(span(*whole, "identifier"))
    return found


def _runs(question: str) -> Iterator[tuple[int, int]]:
    for match in _RUN.finditer(question):
        if len(_JOINT.split(match.group().strip("\\" + _JOINTS))) > 1:
            yield match.span()


def _is_look_alike(run: str) -> bool:
    prefix = PREFIX.rstrip("_").casefold()
    words = [key(piece) for piece in _JOINT.split(run) if piece]
    return any(one.endswith(prefix) and len(other) == LENGTH and other.isalnum() for one, other in pairwise(words))

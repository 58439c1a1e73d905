"""``the name and the release year of the song``: what both are of is said once, behind the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary

_JOINING = frozenset(("and", "und", "or", "oder", ","))
_ARTICLES = frozenset(("the", "die", "der", "das", "den"))
_OF = frozenset(("of", "for", "von", "des", "der"))
_ALL = _ARTICLES | {"all", "each", "every", "their", "aller", "alle"}
_SURE = 0.95


def with_shared_wholes(chunks: Sequence[Chunk], tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Chunk]:
    """The chunks with what stands in a list before ``X of the song`` read as of the song, where terms are called so.

    Args:
        chunks: In the order of the question.
        tokens: The question.
        vocabulary: What properties are called.
    """
    found = list(chunks)
    carried: tuple[tuple[str, ...], int] | None = None
    for place in range(len(found) - 2, -1, -1):
        first, second = found[place : place + 2]
        gap = {t.folded for t in tokens[first.end : second.start]}
        listed = bool(gap & _JOINING) and gap <= _JOINING | _ARTICLES
        if not listed or not (_is_value(first) and _is_value(second)):
            carried = None
            continue
        if carried is None:
            every = found[place + 2 : place + 3]
            skipped = len(every) if every and every[0].operator == "every" else 0
            owner = found[place + 2 + skipped : place + 3 + skipped]
            whole, last = _whole([second, *owner], tokens)
            told = _called(last, whole, tokens, vocabulary) or (
                second.readings[0] if whole and last is second else None
            )
            kinds = [r.subject for c in owner for r in c.readings[:1] if r.kind == "class" and last is not second]
            if told is None and not kinds:
                continue
            carried = whole, told.subject if told is not None else kinds[0]
            if told is not None:
                end = place + (2 if last is second else 3 + skipped)
                found[place + 1 : end] = [replace(last, readings=[told])]
        called = _called(first, carried[0], tokens, vocabulary)
        if called is not None and called.subject & carried[1]:
            found[place] = replace(first, readings=[called])
    return found


def _whole(chunks: Sequence[Chunk], tokens: Sequence[Token]) -> tuple[tuple[str, ...], Chunk]:
    """``of the song`` behind a phrase, with the phrase; () where nothing of the kind stands there."""
    chunk, *after = chunks
    words = [t.folded for t in tokens[chunk.start : chunk.end]]
    place = next((n for n, w in enumerate(words) if n and w in _OF), None)
    if place is not None:
        return ("of", *words[place + 1 :]), chunk
    owner = after[0] if after and after[0].readings and not (after[0].operator or after[0].degree) else None
    if owner is None:
        return (), chunk
    gap = [t.folded for t in tokens[chunk.end : owner.start]]
    if not gap or gap[0] not in _OF or not set(gap[1:]) <= _ALL:
        return (), chunk
    return ("of", *(t.folded for t in tokens[owner.start : owner.end])), replace(chunk, end=owner.end)


def _called(chunk: Chunk, whole: Sequence[str], tokens: Sequence[Token], vocabulary: Vocabulary) -> Reading | None:
    """What is called by the words of a chunk and what it is of, together."""
    words = [t.folded for t in tokens[chunk.start : chunk.end]]
    own = words[: next((n for n, w in enumerate(words) if n and w in _OF), len(words))]
    called = vocabulary.readings((*own, *whole))[:1] if whole else ()
    return next((r for r in called if r.kind == "property" and not r.object and r.score > _SURE), None)


def _is_value(chunk: Chunk) -> bool:
    leading = chunk.readings[0] if chunk.readings and not chunk.operator and not chunk.degree else None
    return leading is not None and leading.kind == "property" and not leading.object

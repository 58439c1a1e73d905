"""Values in a row: ``2014 or 2015``, ``CD and DVD`` become one chunk that means any or all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from nlkgq.generation.offline.mentions import Plan
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.tokens import Token

_OR = frozenset(("or", "oder", "nor", "noch"))
_AND = frozenset(("and", "und", "&"))
_JOINTLY = frozenset(("together", "co"))
_LIGHT = frozenset(
    ("in", "of", "the", "a", "an", "im", "with", "for", "by", "from", "on", "at", ",", "either", "neither", "nor")
)


_MEANT = 0.75
_EXTREMES = {"max": "maximum", "min": "minimum"}
_TOTALS = frozenset(("average", "sum", "maximum", "minimum"))


def alternatives(plan: Plan) -> None:
    """``before 2000 or after 2012``: two comparisons of one value, of which either may hold; in place."""
    for first, second in list(pairwise(plan.mentions)):
        compared = all(m.value is not None and m.comparison in (">", ">=", "<", "<=") for m in (first, second))
        if not compared or first.either or not _OR.intersection(second.gap[:1]) or first.negated or second.negated:
            continue
        if second.comparison is not None and second.value is not None and "or" in plan.unsupported:
            first.either = (second.comparison, second.value)
            plan.mentions.remove(second)
            plan.unsupported.remove("or")


def list_totals(chunks: Sequence[Chunk], tokens: Sequence[Token]) -> list[Chunk]:
    """``lowest, highest and average width``: adjectives in a list before one property are aggregates of it."""
    found = list(chunks)
    place = 0
    while place < len(found):
        end = place
        while (
            end < len(found)
            and _is_total(found[end])
            and (end == place or _is_listed(found[end - 1 : end + 1], tokens))
        ):
            end += 1
        noun = found[end] if end < len(found) else None
        if end - place > 1 and noun is not None and _is_valued(noun):
            for n in range(place, end):
                if found[n].degree:
                    operator = _EXTREMES[found[n].direction]
                    found[n] = replace(found[n], operator=operator, degree="", direction="", readings=[])
        place = max(end, place + 1)
    return found


def _is_total(chunk: Chunk) -> bool:
    return chunk.operator in _TOTALS or (chunk.degree == "superlative" and chunk.direction in _EXTREMES)


def _is_valued(chunk: Chunk) -> bool:
    leading = chunk.readings[0] if chunk.readings and not chunk.degree else None
    return leading is not None and leading.kind == "property" and not leading.object


def _is_listed(pair: Sequence[Chunk], tokens: Sequence[Token]) -> bool:
    gap = {t.folded for t in tokens[pair[0].end : pair[1].start]}
    return bool(gap & (_AND | {","})) and not gap - _AND - {",", "the", "die", "der", "das"}


def coordinate(chunks: Sequence[Chunk], tokens: Sequence[Token]) -> list[Chunk]:
    """The chunks with neighbouring values joined where one holder or class has them all."""
    found: list[Chunk] = []
    # "was it written by X and Y" asks for both, and so does "which plays did X and Y write together".
    both = bool(chunks) and chunks[0].operator == "ask" and chunks[0].start == 0
    both = both or any(c.operator in _JOINTLY for c in chunks)
    waiting: Chunk | None = None
    for chunk in chunks:
        both = both or chunk.operator == "both"
        paired = chunk.operator == "both" and any(t.folded in _AND for t in tokens[chunk.end :])
        if paired or (found and _is_repeated(found, chunk, tokens)):
            continue
        if chunk.operator == "or" or (chunk.operator == "not" and chunk.text.lower() in _OR):
            waiting = chunk
            continue
        last = found[-1] if found else None
        if last is not None and waiting is not None and _is_synonym(last, chunk, tokens):
            # "in which journal or conference": two words for one property
            waiting = None
            continue
        joined = _joined(last, chunk, tokens, both=both) if last is not None else None
        if joined is not None:
            found[-1] = joined
            waiting = None
            continue
        if waiting is not None and found:
            # An alternative between other things than values: the binder knows that it cannot say it.
            found.append(waiting)
        waiting = None
        found.append(chunk)
    if any(r.every for c in found for r in c.readings[:1]):
        # Who did it together is said already.
        found = [c for c in found if c.operator not in _JOINTLY]
    return found


def _is_repeated(found: Sequence[Chunk], chunk: Chunk, tokens: Sequence[Token]) -> bool:
    """The second ``by`` of "both by X and by Y"."""
    if chunk.operator != "by" or not any(r.kind in ("value", "entity") for r in found[-1].readings[:1]):
        return False
    gap = [t.folded for t in tokens[found[-1].end : chunk.start]]
    before = next((c for c in reversed(found[:-1]) if c.operator == "by"), None)
    return len(gap) == 1 and gap[0] in _AND and before is not None and before.end == found[-1].start


def _is_synonym(last: Chunk, chunk: Chunk, tokens: Sequence[Token]) -> bool:
    """Whether two words beside ``or`` mean one property."""
    a, b = (c.readings[0] if c.readings and not c.operator else None for c in (last, chunk))
    gap = {t.folded for t in tokens[last.end : chunk.start]}
    return a is not None and b is not None and a.kind == b.kind == "property" and a.iri == b.iri and gap <= _OR | _LIGHT


def _joined(last: Chunk, chunk: Chunk, tokens: Sequence[Token], *, both: bool) -> Chunk | None:
    gap = {t.folded for t in tokens[last.end : chunk.start]}
    listed = gap & (_OR | _AND) or gap == {","}
    if not listed or gap - _OR - _AND - _LIGHT or last.operator or chunk.operator:
        return None
    every = both and not gap & _OR
    before = tokens[last.start - 1].folded if last.start else ""
    if not every and not gap & _OR and before in _ONE and gap & _ONE:
        # "halls with a red and a white mast" have two
        return None
    readings = [r for a in last.readings for r in _common(a, chunk.readings, every=every)]
    readings = [r for r in readings if r.score > _MEANT * min(last.readings[0].score, chunk.readings[0].score)]
    if not every and all(r.kind == "text" for r in readings):
        readings = _with_unheld(last.readings, chunk.readings) or readings
    if not readings:
        return None
    joined = replace(last, end=chunk.end, readings=readings, text=f"{last.text} {_word(gap)} {chunk.text}")
    if last.number is not None:
        joined.number = None
    return joined


_ONE = frozenset(("a", "an", "ein", "eine", "einen"))


def _word(gap: set[str]) -> str:
    return "or" if gap & _OR else "and"


def _common(a: Reading, others: Sequence[Reading], *, every: bool) -> list[Reading]:
    if a.kind not in ("value", "entity", "number", "text"):
        return []
    for b in others:
        # A film and a genre are not two of a kind, though both have names.
        alike = a.kind not in ("entity", "value") or a.subject & b.subject
        same = a.kind == b.kind and a.iri == b.iri and alike
        if same:
            terms = tuple(dict.fromkeys((*a.terms, *b.terms)))
            return [replace(a, terms=terms, score=min(a.score, b.score), every=every)]
    return []


def _with_unheld(first: Sequence[Reading], second: Sequence[Reading]) -> list[Reading]:
    """``the writers of 'Tides' and 'Ebb'``, where the graph holds only one of these titles."""
    for known, other in ((first, second), (second, first)):
        if other and {r.kind for r in other} == {"text"}:
            texts = other[0].terms
            named = [r for r in known if r.kind == "value" and is_naming(r.iri)]
            return [replace(r, terms=(*r.terms, *texts), unheld=(*r.unheld, *texts)) for r in named]
    return []

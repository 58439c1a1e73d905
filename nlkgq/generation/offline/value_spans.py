"""Where the name of a value ends in a question: with its marks, initials, and what tells the son from the father."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from nlkgq.generation.offline.function_words import PARTICIPLES, VERBS
from nlkgq.generation.offline.phrases import looks_like_verb
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.ontology.words import fold
from nlkgq.values.model import ValueMatch

_MARKS = 2
_GENERATIONS = frozenset(("jr", "sr", "junior", "senior", "ii", "iii", "iv"))
Span: TypeAlias = tuple[int, int, list[Reading]]
"""First token, end token (exclusive), what they may mean, best first."""


def with_marks(
    start: int, end: int, match: ValueMatch, text: str, tokens: Sequence[Token]
) -> tuple[int, int, ValueMatch]:
    """``Letters (2)``, ``Who Calls?``: marks around a value belong to it where it is stored with them."""
    if match.kind not in ("exact", "folded"):
        return start, end, match
    for begin in (start - 1, start):
        for stop in range(end, min(end + _MARKS, len(tokens)) + 1):
            added = [*tokens[max(begin, 0) : start], *tokens[end:stop]]
            if begin < 0 or not added or any(t.kind != "mark" for t in added):
                continue
            if match.kind == "exact" and stop == len(tokens):
                # The mark that ends the question.
                continue
            written = text[tokens[begin].start : tokens[stop - 1].end]
            values = tuple(v for v in match.values if v.text == written)
            if values:
                return begin, stop, replace(match, kind="exact", score=1.0, values=values)
    return start, end, match


def with_initials(
    start: int, end: int, readings: list[Reading], tokens: Sequence[Token]
) -> tuple[int, int, list[Reading]] | None:
    """``Smith, J. P.``: initials after a name belong to it, and tell which of several names is meant."""
    initials = []
    place = end
    while place < len(tokens):
        token = tokens[place]
        if token.kind == "word" and len(token.text) == 1 and token.text.isupper():
            initials.append(token.folded)
        elif token.text not in (",", ".") or (token.text == "." and not (initials or len(tokens[place - 1].text) == 1)):
            break
        place += 1
    first = start
    while (
        first >= 2
        and tokens[first - 1].text == "."
        and len(tokens[first - 2].text) == 1
        and tokens[first - 2].text.isupper()
    ):
        # "J. M. Proffitt"
        first -= 2
        initials.append(tokens[first].folded)
    if not initials:
        return start, end, readings
    narrowed = []
    typed = [t.folded for t in tokens[start:end]]
    for reading in readings:
        terms = tuple(t for t in reading.terms if _begins_with(t.value, initials, typed))
        if terms:
            sure = 1.15 if len(terms) == 1 else 0.6
            narrowed.append(replace(reading, terms=terms, score=min(1.0, reading.score * sure)))
    return (first, place, narrowed) if narrowed else None


def has_initials(span: Sequence[Token]) -> bool:
    """``Du, P``, ``A. How``: a name with an initial, whatever else its words may mean."""
    words = [t for t in span if t.kind == "word"]
    single = [len(t.text) == 1 for t in words]
    told = any(t.text in (",", ".") for t in span[:-1])
    return told and any(single) and not all(single) and all(t.text[:1].isupper() for t in words)


def _begins_with(text: str, initials: Sequence[str], typed: Sequence[str]) -> bool:
    """Whether each initial begins a word of its own, none of those typed in full."""
    rest = [w for w in plain(text).split() if w not in typed or len(w) == 1]
    for initial in initials:
        word = next((w for w in rest if w[0] == initial), None)
        if word is None:
            return False
        rest.remove(word)
    return True


def overlapping(found: Sequence[Span]) -> list[Span]:
    """``Marc d. Jonge``: "Marc d" and "d. Jonge" are parts of one name where one value has both."""
    joined: list[Span] = []
    for start, end, readings in found:
        for begin, stop, others in found:
            if not start < begin < end < stop:
                continue
            both = [
                replace(a, score=min(0.85, a.score + b.score))
                for a in readings
                for b in others
                if a.kind == b.kind == "value" and a.iri == b.iri and len(a.terms) == 1 and a.terms == b.terms
            ]
            if both:
                joined.append((start, stop, both))
    return joined


def with_suffix(start: int, end: int, readings: list[Reading], tokens: Sequence[Token]) -> Span:
    """``Jr., Jan P. Vroom``, ``Jan P. Vroom, Jr.``: what tells the son from the father belongs to the name."""
    before = next((n for n in range(start - 1, max(start - 4, -1), -1) if tokens[n].kind == "word"), -1)
    after = next((n for n in range(end, min(end + 3, len(tokens))) if tokens[n].kind == "word"), -1)
    for place in (before, after):
        if place < 0 or tokens[place].folded not in _GENERATIONS:
            continue
        having = [
            replace(r, terms=terms)
            for r in readings
            if (terms := tuple(t for t in r.terms if tokens[place].folded in plain(t.value).split()))
        ]
        if having:
            return min(start, place), max(end, place + 1), having
    return start, end, readings


def does_something(name: Token, after: Sequence[Token]) -> bool:
    """``Ada wrote``, ``Ada's ships``: the first word of a question is a name, not only begun with a capital."""
    verb = after[0] if after else None
    return name.possessive or (verb is not None and (looks_like_verb(verb.text) or verb.folded in PARTICIPLES | VERBS))


def plain(text: str) -> str:
    """The folded words of a text, single spaces between them."""
    return " ".join(re.findall(r"[^\W_]+", fold(text)))

"""Stored terms that a literal may mean, ranked: the values of its own property first, and only those."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

from nlkgq.grounding.likeness import How, Likeness, likeness
from nlkgq.masking.dates import dates
from nlkgq.results.models import RdfTerm
from nlkgq.values.folding import number_readings
from nlkgq.values.model import NearValues, StoredValue, ValueIndex
from nlkgq.values.names import names_things

LEAST: Final = 0.5
"""Score below which a value is no candidate."""

_HITS: Final = 50
_NAMED: Final = 0.95
_NEAR: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A stored term that may be meant.

    Args:
        term: As the graph stores it.
        text: The spelling by which it was found; of a thing, its name.
        score: How like it is to what was written, in [0, 1]; 1.0 for the same text.
        how: In which way; see `nlkgq.grounding.likeness.How`.
        subjects: Of a synonym: the IRIs of what it names, since the property's own value is not known.
    """

    term: RdfTerm = field(repr=False)
    text: str = field(repr=False)
    score: float
    how: How
    subjects: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a source knows about a literal.

    Args:
        candidates: Best first.
        elsewhere: Other properties that hold it just as it is written.
        complete: Whether every value of the property took part, so that "none" means that there is none.
    """

    candidates: tuple[Candidate, ...] = ()
    elsewhere: tuple[str, ...] = ()
    complete: bool = True


@runtime_checkable
class CandidateSource(Protocol):
    """Where stored terms are looked for: a value index, or the endpoint itself."""

    def find(self, text: str, properties: frozenset[str], *, things: bool = False) -> Found:
        """Candidates for a text among the values of some properties (of any, when empty).

        With ``things`` the properties lead to things, which are found by their names.
        """
        ...

    def knows(self, iri: str) -> bool | None:
        """Whether an IRI stands in the graph; None when that is not known."""
        ...


class IndexSource:
    """Candidates from a value index.

    Args:
        index: The stored values.
    """

    def __init__(self, index: ValueIndex) -> None:
        self._index = index

    def find(self, text: str, properties: frozenset[str], *, things: bool = False) -> Found:
        """See `CandidateSource.find`."""
        hits = list(dict.fromkeys(v for spelling in spellings(text) for v in self._index.lookup(spelling, limit=_HITS)))
        pairs: list[tuple[str, StoredValue]] = [(v.text, v) for v in hits]
        # of a number every other digit makes another one, and a code that is stored somewhere is not misspelt
        exactly = number_readings(text) or (hits and any(c.isdigit() for c in text))
        if things or not (any(_held(v, properties) for v in hits) or exactly):
            pairs += self._near(text, properties, things=things)
        named = {value.term for value in hits}
        alikes = ((surface, value, _alike(text, surface, named=value.term in named)) for surface, value in pairs)
        near = [(surface, value, alike) for surface, value, alike in alikes if alike.score >= LEAST]
        if things:
            found = self._things(near, properties)
        else:
            found = [
                Candidate(term=value.term, text=surface, score=alike.score, how=alike.how)
                for surface, value, alike in near
                if _held(value, properties)
            ]
            if properties and not any(c.score > 0.8 for c in found) and all(map(names_things, properties)):
                found += _synonyms(text, hits)
        elsewhere = dict.fromkeys(h.property for v in hits for h in v.holders if h.property not in properties)
        return Found(candidates=ranked(found), elsewhere=tuple(elsewhere))

    def knows(self, iri: str) -> bool | None:
        """See `CandidateSource.knows`."""
        return self._index.individual(iri) is not None

    def _near(self, text: str, properties: frozenset[str], *, things: bool) -> Iterator[tuple[str, StoredValue]]:
        if isinstance(self._index, NearValues):
            yield from self._index.near_values(text, properties, things=things, limit=_NEAR)
            return
        for match in self._index.search(text, limit=_HITS):
            yield from ((value.text, value) for value in match.values)

    def _things(self, near: Iterable[tuple[str, StoredValue, Likeness]], properties: frozenset[str]) -> list[Candidate]:
        """The things that names belong to, those that the properties point to before all others."""
        own: list[Candidate] = []
        other: list[Candidate] = []
        for surface, value, alike in near:
            for iri in (value.term.value,) if value.term.kind == "uri" else value.subjects:
                individual = self._index.individual(iri)
                held = not properties or (individual is not None and _held(individual, properties))
                target = own if held else other
                target.append(Candidate(term=RdfTerm("uri", iri), text=surface, score=alike.score, how=alike.how))
        return own or [c for c in other if c.how in {"exact", "folded", "synonym"}]


def _alike(text: str, surface: str, *, named: bool) -> Likeness:
    """How like a value is; what the index gives for a text that it does not look like is named so by its owner."""
    alike = likeness(text, surface)
    return Likeness(_NAMED, "synonym") if named and alike.score < _NAMED else alike


def _synonyms(text: str, hits: Sequence[StoredValue]) -> list[Candidate]:
    """Other names of things: what is meant are the things, whatever name the property gives them."""
    return [
        Candidate(term=v.term, text=v.text, score=_NAMED, how="synonym", subjects=v.subjects)
        for v in hits
        if v.subjects and v.term.kind == "literal"
    ]


def _held(value: StoredValue, properties: frozenset[str]) -> bool:
    return not properties or any(holder.property in properties for holder in value.holders)


def spellings(text: str) -> tuple[str, ...]:
    """The text, and other ways to write the number or date that it is."""
    found = [text, *number_readings(text)]
    whole = text.strip()
    for date in dates(whole):
        if (date.start, date.end) == (0, len(whole)):
            for reading in date.readings:
                found += [reading, f"{reading}T00:00:00", f"{reading}Z", f"{reading}T00:00:00Z"]
    return tuple(dict.fromkeys(found))


def ranked(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Each term once, best first."""
    best: dict[RdfTerm, Candidate] = {}
    for candidate in candidates:
        known = best.get(candidate.term)
        if known is None or candidate.score > known.score:
            best[candidate.term] = candidate
    return tuple(sorted(best.values(), key=lambda c: -c.score))

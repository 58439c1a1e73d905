"""Which kind of mapping has met which position, what is drawn next, and what can never meet.

A pair counts when the query was answered, and the term of that kind stood in that position: in the path, the group, the
expression that the position is about, not merely somewhere in the query.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rewriter_kinds import CLASS_KINDS, INSTANCE_KINDS, OBJECT_KINDS, POSITIONS, PROPERTY_KINDS

Pair = tuple[str, str]
"""Kind of mapping, position."""
ENOUGH = 50
"""Answered queries that each pair must have."""
SEEN_REFUSED = 3
"""Refused queries that each pair must have that is refused by design."""

KINDS = (
    *(f"class:{kind}" for kind in CLASS_KINDS),
    *(f"instances:{kind}" for kind in INSTANCE_KINDS),
    *(f"property:{kind}" for kind in PROPERTY_KINDS),
    *(f"object:{kind}" for kind in OBJECT_KINDS),
)
_REPEATED = ("star", "plus", "optional-step")
_UNLIKE = tuple(kind for kind in OBJECT_KINDS if kind not in ("thing", "string"))

REFUSED: tuple[tuple[tuple[str, ...], tuple[str, ...], str], ...] = (
    (tuple(f"class:{kind}" for kind in CLASS_KINDS), _REPEATED, "rdf:type under repetition"),
    (
        tuple(f"property:{kind}" for kind in ("pattern", "computed", "failing", "fallback", "language", "once")),
        _REPEATED,
        "is a graph pattern in the database, which cannot be repeated",
    ),
    (("instances:template", "instances:individuals"), _REPEATED, "not every term on the way has a clean one"),
    (tuple(f"object:{kind}" for kind in _UNLIKE), _REPEATED, "the two ends of a step are written in two ways"),
    (("property:graph",), ("graph",), "GRAPH around a term that says itself where it lies"),
)
"""Kinds, positions and why a query that has these kinds in these positions is refused, always."""

SENSELESS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("property:", ("class-variable", "climb"), "a triple about classes has no property of the wrapper"),
    ("object:", ("class-variable", "climb"), "a triple about classes has no property of the wrapper"),
)
"""Beginnings of kinds, positions and why no query has those kinds in those positions."""


def refused_pairs() -> dict[Pair, str]:
    """Pairs that are refused by design -> why."""
    return {(kind, place): why for kinds, places, why in REFUSED for kind in kinds for place in places}


def sound_pairs() -> Iterator[Pair]:
    """Pairs that must be answered."""
    refused = refused_pairs()
    for kind in KINDS:
        for place in POSITIONS:
            senseless = any(kind.startswith(start) and place in places for start, places, _ in SENSELESS)
            if not senseless and (kind, place) not in refused:
                yield kind, place


@dataclass
class Coverage:
    """How often each pair was answered and refused so far; what is needed most is drawn first."""

    answered: Counter[Pair] = field(default_factory=Counter)
    refused: Counter[Pair] = field(default_factory=Counter)
    cases: int = 0
    sound: frozenset[Pair] = field(default_factory=lambda: frozenset(sound_pairs()))
    by_design: dict[Pair, str] = field(default_factory=refused_pairs)

    def add(self, pairs: Iterable[Pair], *, refused: bool) -> None:
        """Note one case."""
        self.cases += 1
        (self.refused if refused else self.answered).update(pairs)

    def write(self, file: Path) -> None:
        """Keep the counts, so that another run goes on from them."""
        rows = {name: [[*pair, n] for pair, n in counts.items()] for name, counts in self._counters().items()}
        file.write_text(json.dumps({"cases": self.cases, **rows}), encoding="utf-8")

    @classmethod
    def read(cls, file: Path) -> Coverage:
        """The counts that `write` kept; none where there is no such file."""
        made = cls()
        if file.exists():
            found = json.loads(file.read_text(encoding="utf-8"))
            made.cases = found["cases"]
            for name, counts in made._counters().items():
                counts.update({(kind, place): n for kind, place, n in found[name]})
        return made

    def _counters(self) -> dict[str, Counter[Pair]]:
        return {"answered": self.answered, "refused": self.refused}

    def lacks(self, kind: str, place: str) -> int:
        """Answers that the pair lacks, or as many while a refusal by design has not been seen often enough."""
        if (kind, place) in self.sound:
            return max(0, ENOUGH - self.answered[kind, place])
        return ENOUGH if (kind, place) in self.by_design and self.refused[kind, place] < SEEN_REFUSED else 0

    def need(self, kinds: Sequence[str], place: str) -> int:
        """How much a term of these kinds is wanted in a position."""
        by_design = [kind for kind in kinds if (kind, place) in self.by_design]
        return max((self.lacks(kind, place) for kind in by_design or kinds), default=0)

    def kind(self, rng: random.Random, group: str, kinds: Sequence[str]) -> str:
        """One of some kinds, rather one that lacks answers."""
        weights = [1 + sum(self.lacks(f"{group}:{kind}", place) for place in POSITIONS) for kind in kinds]
        return rng.choices(kinds, [weight**2 for weight in weights])[0]

    def place(self, rng: random.Random, kinds: Iterable[str], places: Sequence[str]) -> str:
        """One of some positions, rather one that these kinds lack answers in."""
        found = set(kinds)
        weights = [1 + sum(self.lacks(kind, place) for kind in found) for place in places]
        return rng.choices(places, [weight**3 for weight in weights])[0]

    @property
    def thin(self) -> list[tuple[str, str, int]]:
        """Sound pairs with too few answers."""
        return [(k, p, self.answered[k, p]) for k, p in sorted(self.sound) if self.answered[k, p] < ENOUGH]

    @property
    def unexpected(self) -> list[tuple[str, str, int]]:
        """Pairs that should be refused and were answered, or never were."""
        return [
            (k, p, self.answered[k, p])
            for k, p in sorted(self.by_design)
            if self.answered[k, p] or self.refused[k, p] < SEEN_REFUSED
        ]

"""What becomes of a literal, given its candidates: pure, and the same wherever the candidates come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from nlkgq.grounding.candidates import Candidate, Found
from nlkgq.values.folding import key

Outcome: TypeAlias = Literal["stored", "spelling", "close", "several", "ambiguous", "elsewhere", "unknown"]
"""stored: as the graph has it; spelling: the same value, written as the graph writes it; close: the one value near it;
several: all values equally near; ambiguous: values that differ from each other, or one too uncertain to be taken;
elsewhere: only other properties hold it; unknown: nothing comes near it."""

SURE: Final = 0.85
"""Least score of a value that takes a literal's place alone."""

CLOSE: Final = 0.68
"""Least score of values that are offered."""

_MARGIN: Final = 0.03  # scores nearer than this are the same
_MOST: Final = 5
_CHOICES: Final = 20
_SAME: Final = frozenset({"exact", "folded", "number"})
_PARTIAL: Final = frozenset({"part", "initials", "abbreviation"})
_PART_SCORE: Final = 0.55
_PART_WORDS: Final = 4  # a word of a longer text is no name for it


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What was decided.

    Args:
        outcome: See `Outcome`.
        taken: The candidates that take the literal's place; () when it stays.
        choices: All candidates worth showing, best first.
        elsewhere: Other properties that hold it.
    """

    outcome: Outcome
    taken: tuple[Candidate, ...] = ()
    choices: tuple[Candidate, ...] = ()
    elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a person or a callback is asked: which of the choices is meant.

    Args:
        text: As written in the query.
        property: IRI of the property whose value it should be; "" for any.
        choices: Best first.
    """

    text: str = field(repr=False)
    property: str
    choices: tuple[Candidate, ...]


Choose: TypeAlias = Callable[[Question], Sequence[Candidate] | None]
"""Gives the candidates that are meant; None leaves the decision as it is, an empty sequence leaves the literal."""


def decide(text: str, found: Found) -> Decision:
    """What becomes of ``text``.

    Args:
        text: The literal's lexical form.
        found: Its candidates.

    >>> from nlkgq.results.models import RdfTerm
    >>> ada = Candidate(term=RdfTerm("literal", "Ada Quent"), text="Ada Quent", score=0.92, how="typo")
    >>> decide("Ada Qent", Found(candidates=(ada,))).outcome
    'close'
    """
    candidates = found.candidates
    same = [c for c in candidates if c.how in _SAME]
    if same:
        exact = [c for c in same if c.how == "exact"]
        return Decision(outcome="spelling", taken=tuple(exact or same)[:_MOST], choices=tuple(same))
    near = [c for c in candidates if c.score >= CLOSE]
    parts = [c for c in candidates if c.how == "part" and c.score >= _PART_SCORE]
    best = near[0].score if near else 0.0
    level = [c for c in near if c.score > best - _MARGIN]
    if best >= SURE:
        choices = tuple(near)[:_CHOICES]
        spelt = {key(c.text) for c in level}
        if len(spelt) == 1 and level[0].how in {"order", "date", "synonym"}:
            return Decision(outcome="spelling", taken=tuple(level)[:_MOST], choices=choices)
        if len(level) == 1 or len(spelt) == 1:
            return Decision(outcome="close", taken=tuple(level)[:_MOST], choices=choices)
        if len(level) <= _MOST:
            kind: Outcome = "ambiguous" if any(c.how in _PARTIAL for c in level) else "several"
            return Decision(outcome=kind, taken=tuple(level), choices=choices)
        return Decision(outcome="ambiguous", choices=choices)
    if parts and not any(c.how == "typo" for c in near):
        return _partial(text, parts, found)
    if near:
        return Decision(outcome="ambiguous", choices=tuple(near)[:_CHOICES])
    if found.elsewhere:
        return Decision(outcome="elsewhere", elsewhere=found.elsewhere[:_MOST])
    # "not in the graph" is only said where everything was looked through
    return Decision(outcome="unknown" if found.complete else "stored")


def _partial(text: str, parts: Sequence[Candidate], found: Found) -> Decision:
    """Some words of a value: the only value that has them is meant, several are offered together."""
    spelt = {key(c.text) for c in parts}
    cut = text.rstrip().endswith(".")  # an abbreviation, of which this is no part
    if found.complete and not cut and len(spelt) == 1 and len(parts[0].text.split()) <= _PART_WORDS:
        return Decision(outcome="close", taken=tuple(parts)[:_MOST], choices=tuple(parts))
    taken = tuple(parts) if found.complete and not cut and len(parts) <= _CHOICES else ()
    return Decision(outcome="ambiguous", taken=taken, choices=tuple(parts)[:_CHOICES])

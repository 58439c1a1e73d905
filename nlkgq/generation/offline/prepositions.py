"""What a preposition before a value says of the property that holds it: ``flights from A to B``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import EMPTY
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.vocabulary import Vocabulary


def by_preposition(mention: Mention, vocabulary: Vocabulary) -> None:
    """``from A``, ``to B``: of several properties that hold the value, one called so."""
    held = {r.iri for r in mention.readings if r.kind == "value"}
    word = mention.gap[-1] if mention.gap else ""
    if word not in ("from", "to") or len(held) < 2:
        return
    told = {r.iri for r in vocabulary.readings((word,)) if r.kind == "property"} & held
    if told:
        mention.readings.sort(key=lambda r: r.iri not in told)
        mention.readings = [r if r.iri in told else replace(r, score=0.8 * r.score) for r in mention.readings]


def named_by(gap: Sequence[str], vocabulary: Vocabulary) -> set[str]:
    """Properties that the function words between two mentions may name, such as ``about`` or ``from``."""
    found: set[str] = set()
    for words in (gap, *((w,) for w in gap if w not in EMPTY)):
        if words and words[0].isalpha():
            found |= {r.iri for r in vocabulary.readings(words) if r.kind == "property" and r.score > 0.7}
    return found

"""Names of two words that a reading takes apart: ``contrast estimations`` are no estimations and contrasts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.ontology.lexicon import words_of

_SURE = 0.95


def split_names(mentions: Sequence[Mention], vocabulary: Vocabulary) -> list[str]:
    """What a kind of things is called, word for word, where its words are taken for two other things.

    Args:
        mentions: In the order of the question.
        vocabulary: What things are called.
    """
    found = []
    for first, second in pairwise(mentions):
        terms = not (first.asked or second.asked) and first.start < second.start
        terms = terms and all(r.kind in ("class", "property") for m in (first, second) for r in m.readings[:1])
        if terms and first.end == second.start and not second.gap:
            words = (*words_of(first.text), *words_of(second.text))
            if any(r.kind == "class" and r.score > _SURE for r in vocabulary.readings(words)):
                found.append(" ".join(words))
    return found

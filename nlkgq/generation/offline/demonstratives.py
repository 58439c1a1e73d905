"""``the two largest pots by size in spans, with that size``: the value that was named before is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.ontology.lexicon import words_of

THAT = frozenset(("that", "this", "these", "those", "diese", "dieser", "dieses", "diesen"))


def name_again(plan: Plan, vocabulary: Vocabulary) -> None:
    """Reads a noun after ``that`` as what was named before by a name that has the noun in it, in place."""
    for place, mention in enumerate(plan.mentions):
        if place and THAT.intersection(mention.gap[-1:]) and mention.readings:
            meant = _named_before(mention, plan.mentions[:place], vocabulary)
            if meant is not None:
                mention.readings = [replace(meant, noun=True, how="label", score=mention.readings[0].score)]


def _named_before(mention: Mention, before: Sequence[Mention], vocabulary: Vocabulary) -> Reading | None:
    stems = vocabulary.lexicon.stems
    word = stems(words_of(mention.text)[-1])[-1] if words_of(mention.text) else ""
    for earlier in reversed(before):
        leading = earlier.readings[0] if earlier.readings else None
        if leading is None or leading.kind != "property" or leading.object:
            continue
        term = vocabulary.schema.ontology.term(leading.iri)
        names = (*term.labels, *term.alt_labels) if term is not None else ()
        if any(stems(w)[-1] == word for name in names for w in words_of(name.value)):
            return leading
    return None

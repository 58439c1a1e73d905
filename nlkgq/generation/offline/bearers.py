"""Words for things that are so: "women" are those whose sex is female, "satires" those whose genre is satire."""

from __future__ import annotations

from dataclasses import replace

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.readings import Reading
from nlkgq.masking.inflection import is_plural
from nlkgq.ontology.words import fold

_PERSONS = frozenset(("men", "women", "boys", "girls", "man", "woman", "boy", "girl", "frauen", "manner", "madchen"))


def names_bearer(mention: Mention, reading: Reading) -> bool:
    """Whether a word for a value is a noun for what has it: a plural of the value, or a word for persons."""
    if reading.kind not in ("value", "entity") or mention.possessive:
        return False
    word = fold(mention.text)
    return word in _PERSONS or reading.plural or is_plural(word, fold(reading.how))


def so_many_are(plan: Plan) -> None:
    """``of the ships of X, how many are red``: the ships are counted, not what they are."""
    for mention in plan.mentions:
        named = any(r.kind in ("value", "entity") and not names_bearer(mention, r) for r in mention.readings[:1])
        said = mention.gap[-1:] in (("are",), ("were",), ("is",), ("was",)) and "many" in mention.gap
        before = [
            m for m in plan.mentions if m.start < mention.start and any(r.kind == "class" for r in m.readings[:1])
        ]
        if named and said and before and mention.aggregates == ["COUNT"] and mention.projected:
            mention.aggregates, mention.projected = [], False
            before[0].aggregates, before[0].projected = ["COUNT"], True
            return


def which_are_measured(plan: Plan) -> None:
    """``the shortest satire``, ``which satire is the shortest``: what has the value is measured, in place."""
    for place, measure in enumerate(plan.mentions):
        told = measure.readings[0] if measure.readings else None
        if not (measure.measured and measure.superlative) or told is None or told.subject == ANYTHING:
            continue
        beside = [m for m in plan.mentions[place + 1 : place + 2] if not m.gap]
        asked = [m for m in plan.mentions[:place] if m.gap in (("which",), ("what",))]
        for named in beside or asked:
            values = [r for r in named.readings if r.kind in ("value", "entity")]
            one = bool(values) and values[0] is named.readings[0] and named.text[:1].islower()
            if not one or values[0].subject & told.subject or named.possessive:
                continue
            named.readings = [replace(r, plural=True) if r in values else r for r in named.readings]
            if not any(m.projected or m.asked for m in plan.mentions):
                named.projected = True

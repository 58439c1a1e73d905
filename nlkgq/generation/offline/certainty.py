"""How sure a candidate is: what counts for and against it, and the confidence that follows."""

from __future__ import annotations

import math
import re

from nlkgq.generation.offline.candidate import Candidate
from nlkgq.generation.offline.doubts import DOUBTS
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.namesakes import is_vague, keeps_apart
from nlkgq.generation.offline.query_graph import QueryGraph
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.stray_words import by_nobody, dated_otherwise, measures_words
from nlkgq.generation.offline.two_of_a_kind import (
    are_merged,
    joined_to_its_like,
    one_word_for_two,
    told_apart,
    told_of_one,
    two_of_a_kind,
)
from nlkgq.generation.offline.values_of_others import is_borrowed, is_remote
from nlkgq.generation.offline.verbs import tells_otherwise


def is_unknown(mention: Mention, reading: Reading) -> bool:
    """A quoted text that the graph does not hold: only looking for it within values makes sense."""
    return reading.kind == "text" and mention.comparison not in ("contains", "starts", "ends")


def _told(c: Candidate) -> int:
    """How many words say only that things hang together, and how many sentences only what should be known."""
    tied = sum(k.operator == "tied" for k in c.chunking.chunks)
    return tied + sum(not remark.orders for remark in (c.plan.output.remarks if c.plan.output is not None else ()))


def _doubles(graph: QueryGraph) -> int:
    """Nodes beyond the first of one class that nothing says are different: a sign of words joined wrongly."""
    different = {n for c in graph.conditions if c.other is not None for n in (c.node, c.other)}
    names = [re.sub(r"\d+$", "", n.name) for n in graph.nodes if not n.is_literal and n.number not in different]
    return len(names) - len(set(names))


def _operations(c: Candidate) -> int:
    """How much the query does beside joining: aggregates, groups, extremes, negations, orders, counts."""
    g = c.graph
    told = [column for column, *_ in g.having]
    found = len([c for c in g.columns if c.aggregate and c not in told]) + len(g.groups) + len(g.having)
    found += (
        g.negations - (g.of_mean > 0) - len(g.exists) - len(g.optional) - len([n for n in g.groups if n in g.apart])
    )
    output = c.plan.output
    shown = {(column.node, column.aggregate) for column in g.columns if column.aggregate}
    keys = [column for column, _ in g.order if (column.node, column.aggregate) not in shown]
    ordered = 0 if output is not None and (output.orders) else len(keys)
    return found + ordered + (1 if g.extreme else 0) + (1 if g.denied else 0)


def features(c: Candidate, margin: float) -> dict[str, float]:
    """What confidence is computed from."""
    readings = c.assembly.readings
    links = c.assembly.links
    longest = max((len(k.connection.steps) for k in links if k.connection), default=0)
    return {
        "unread": float(len(c.chunking.unread) - len(c.chunking.soft)),
        "soft": float(len(c.chunking.soft)),
        "telling": float(len(c.chunking.telling) + tells_otherwise(c.chunking.soft, c.plan.tokens, c.assembly)),
        "associated": float(sum(r.how.startswith("like ") for r in readings)),
        "misspelt": float(len(c.plan.misspelt)),
        "borrowed": float(is_borrowed(c)),
        "unit": float(c.units == "unstated"),
        "unheld": float(any(r.unheld for r in readings)),
        "light": float(len(c.light) + len(c.verbs) + _told(c)),
        "idle": float(c.idle),
        "dangling": float(c.dangling),
        "unknown": float(sum(1 for m, r in zip(c.assembly.mentions, readings, strict=True) if is_unknown(m, r))),
        "loose": float(len(c.assembly.loose)),
        "faint": float(any(r.score < FAINT for r in told_apart(c.assembly))),
        "weakest": min((r.score for r in readings), default=0.0),
        "mean": sum(r.score for r in readings) / max(len(readings), 1),
        "weakest_link": min((k.score for k in links), default=1.0),
        "path": float(longest),
        "margin": min(max(margin, 0.0), 2.0),
        "close": 1.0 if margin < CLOSE else 0.0,
        "unsupported": float(
            len(c.plan.unsupported)
            + bool(c.plan.unclear)
            + sum(doubt(c) for doubt in DOUBTS)
            + any(map(is_vague, c.assembly.mentions, c.assembly.readings))
            + c.astray
            + (c.units == "other")
            + is_remote(c)
            + (c.owners > 0)
            + measures_words(c)
            + by_nobody(c)
            + dated_otherwise(c)
            + one_word_for_two(c.assembly)
            + keeps_apart(c.assembly.mentions, c.assembly.readings, c.graph)
            + two_of_a_kind(c.assembly)
            + are_merged(c.assembly)
            + joined_to_its_like(c.assembly)
            + told_of_one(c.assembly)
        ),
        "empty": 1.0 if c.rows is not None and not c.rows else 0.0,
        "mentions": float(len(readings)),
        "doubles": float(_doubles(c.graph)),
        "unasked": 0.0 if c.graph.ask or any(m.projected for m in c.assembly.mentions) else 1.0,
        "operations": float(_operations(c)),
        "mean_link": sum(k.score for k in links) / len(links) if links else 1.0,
    }


# Fitted by logistic regression with a ridge on the development questions of the shared sets, every set weighted by the
# root of its size (benchmarks/offline.py prints the reliability); rounded, and signs kept sensible by hand.
_WEIGHTS = {
    "unread": -1.6,
    "soft": -0.2,
    "idle": -1.7,
    "dangling": -1.2,
    "unknown": -1.8,
    "loose": -2.3,
    "unsupported": -2.1,
    "empty": -4.2,
    "weakest": 0.3,
    "weakest_link": 1.6,
    "margin": 1.1,
    "close": -0.4,
    "operations": -0.4,
    "unasked": -0.3,
    "doubles": -0.1,
}
_BIAS = 1.75
CLOSE = 0.03
_NOT_READ = 0.6
"""Highest confidence when a content word of the question means nothing in the query; below every sensible threshold."""
_SAID_SOMEHOW = 0.74
"""Highest confidence when a verb was left unread, which may only say that the things beside it belong together."""
_ASSOCIATED = 0.78
"""Highest confidence when a word was read by its meaning alone, or as another one than was typed."""
FAINT = 0.45
"""A reading of a term below this is hardly one."""
_HALF_READ = 0.84
"""Highest confidence when a unit or a thing stands with a property that is not stated for it, or a verb names a
connection that is called otherwise."""


def confidence(f: dict[str, float]) -> float:
    """Probability that the answer is right, in [0, 1], by a logistic model of the features."""
    scaled = {
        **f,
        "unread": min(f["unread"], 3.0),
        "weakest": f["weakest"] - 0.75,
        "weakest_link": min(max(f["weakest_link"], -0.5), 1.0) - 0.6,
        "margin": min(f["margin"], 1.0),
    }
    z = _BIAS + sum(weight * scaled[name] for name, weight in _WEIGHTS.items())
    sure = 1.0 / (1.0 + math.exp(-z))
    if f["unread"] or f["telling"] or f["loose"] or f["unsupported"] or f["unknown"]:
        # What was not read may be what the question is about.
        sure = min(sure, _NOT_READ)
    elif f["faint"] and not f["associated"]:
        sure = min(sure, _NOT_READ)
    elif f["soft"]:
        sure = min(sure, _SAID_SOMEHOW)
    elif f["associated"] or f["misspelt"]:
        sure = min(sure, _ASSOCIATED)
    elif f["unit"] or f["borrowed"] or f["light"] or f["unheld"]:
        sure = min(sure, _HALF_READ)
    return round(sure, 3)

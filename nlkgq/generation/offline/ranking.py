"""Orders candidate queries and says how sure the best one is."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from nlkgq.analysis.connections import Step
from nlkgq.generation.offline.assembly import LEXICAL, Assembly
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.namesakes import are_namesakes, is_vague, keeps_apart
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.query_graph import QueryGraph
from nlkgq.generation.offline.readings import Chunking, Reading
from nlkgq.generation.offline.sameness import same_as_nothing
from nlkgq.generation.offline.two_of_a_kind import one_word_for_two, told_of_one, two_of_a_kind
from nlkgq.generation.offline.values_of_others import is_borrowed, is_remote
from nlkgq.generation.offline.writing import Writer


@dataclass(slots=True, kw_only=True)
class Candidate:
    """A query with what it was made from; ``confidence`` is in [0, 1].

    ``core`` is the query without types that its properties imply: what it says; ``writer`` wrote the query.

    ``units`` is ``unstated`` when the question has a unit that the ontology does not state, ``other`` when it states
    another one; ``astray`` when the answer would be what the question names, or not reach as far as it says; ``light``
    are mentions of verbs that are taken to name a connection, and so are ``verbs``, which are called like no term.
    """

    query: str
    core: str
    writer: Writer
    graph: QueryGraph
    assembly: Assembly
    plan: Plan
    chunking: Chunking
    score: float = 0.0
    confidence: float = 0.0
    rows: bool | int | None = None
    idle: int = 0
    dangling: int = 0
    owners: int = 0
    units: str = ""
    astray: bool = False
    light: frozenset[int] = frozenset()
    verbs: tuple[str, ...] = ()
    features: dict[str, float] = field(default_factory=dict)


def rank(candidates: Sequence[Candidate], probe: Callable[[str], bool | int] | None) -> list[Candidate]:
    """Candidates with distinct queries, best first, their confidence set.

    With a ``probe``, at most three candidates are tried; one without rows steps back behind the next that has some.
    """
    unique: dict[str, Candidate] = {}
    for c in candidates:
        c.score = _fit(c)
        if c.query not in unique or unique[c.query].score < c.score:
            unique[c.query] = c
    ranked = sorted(unique.values(), key=lambda c: (-c.score, c.query))
    if probe is not None:
        ranked = _probed(ranked, probe)
    if ranked:
        best = ranked[0]
        # A rival that was tried and returns nothing is none.
        shape = shape_of(best)
        rivals = [
            c.score
            for c in ranked[1:]
            if (c.rows is None or c.rows or c.graph.ask) and c.core != best.core and shape_of(c) != shape
        ]
        margin = best.score - max(rivals, default=best.score - 3.0)
        best.features = features(best, margin)
        near = [c.assembly for c in ranked[1:] if c.score > best.score - _CLOSE and (c.rows is None or c.rows)]
        if any(are_namesakes(best.assembly, other, best.writer.schema) for other in near):
            best.features["unsupported"] += 1.0
        if (best.graph.ask and _is_guessed(best, ranked[1:], _GUESSED)) or (
            _is_bare_owner(best) and _is_guessed(best, ranked[1:], _TOSSED)
        ):
            # "is X in Y": no by one connection may be yes by another; "films by X": directed or written?
            best.features["unsupported"] += 1.0
        best.confidence = confidence(best.features)
    return ranked


def _is_guessed(best: Candidate, others: Sequence[Candidate], lead: float) -> bool:
    """Whether the same words, read alike, are joined otherwise nearly as well: worse by less than ``lead``."""
    read, joined, _ = shape_of(best)
    return any(k.kind == "path" for k in best.assembly.links) and any(
        c.score > best.score - lead and shape_of(c)[0] == read and shape_of(c)[1] != joined for c in others
    )


def _is_bare_owner(c: Candidate) -> bool:
    """``films of X``, ``films by X``, ``X's films``: nothing tells what X has to do with them."""
    for link in c.assembly.links:
        left, right = sorted((link.left, link.right))
        if link.kind != "path" or right != left + 1:
            continue
        first, second = c.assembly.mentions[left], c.assembly.mentions[right]
        kinds = {c.assembly.readings[n].kind for n in (left, right)}
        owned = first.possessive or not {"by", "of", "von"}.isdisjoint(second.gap)
        if owned and "class" in kinds and bool(kinds & {"value", "entity"}):
            return True
    return False


def shape_of(c: Candidate) -> tuple[object, ...]:
    """What a candidate says; by which of its names a thing is found makes no difference."""
    named = [
        (m.start, r.kind, "name" if _is_name(m, r) else r.iri)
        for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True)
    ]
    joined = [
        (k.kind, k.left, k.left_port, k.right, k.right_port, _ways(c, k.connection.steps) if k.connection else ())
        for k in c.assembly.links
    ]
    return tuple(named), frozenset(joined), tuple((k.start, k.operator) for k in c.chunking.chunks if k.operator)


def _ways(c: Candidate, steps: Sequence[Step]) -> tuple[tuple[str, bool, str], ...]:
    """Steps of which those by a property and those back by its inverse are the same."""
    found = []
    for step in steps:
        back = [(iri, not step.forward) for iri in c.writer.schema.ontology.inverses(step.property)]
        found.append((*min([(step.property, step.forward), *back]), step.target))
    return tuple(found)


def _is_name(mention: Mention, reading: Reading) -> bool:
    """Whether a value is the name of a thing, by the property's name or because it is the thing's label as well."""
    return reading.kind == "value" and any(
        is_naming(other.iri)
        and other.subject & reading.subject
        and {t.value for t in other.terms} == {t.value for t in reading.terms}
        for other in (reading, *(o for o in mention.readings if o.kind == "value"))
    )


def _fit(c: Candidate) -> float:
    """Coverage of the words, less what each reading and link falls short of a perfect one."""
    mentions = len(c.assembly.readings)
    perfect = LEXICAL * mentions + max(mentions - 1, 0)
    fit = 1.2 * c.chunking.score + c.assembly.score - perfect
    return (
        fit
        - 1.5 * len(c.plan.unsupported)
        - 0.9 * c.idle
        - 0.08 * len(c.graph.dangling())
        - 0.3 * c.dangling
        - _IMPLIED * c.owners
    )


_IMPLIED = 0.6
"""What it costs to read a noun as what some unknown thing has, where a class is called so."""


def _probed(ranked: list[Candidate], probe: Callable[[str], bool | int]) -> list[Candidate]:
    for c in ranked[:3]:
        if c.graph.ask or confidence(features(c, 1.0)) < _WORTH_PROBING:
            # Yes and no are both answers; what will not be given anyway may be joined badly and run for long.
            break
        test = c.writer.test()
        c.rows = True if test is None else probe(test)
        if c.rows:
            if c.score >= ranked[0].score - _NEAR:
                return [c, *(o for o in ranked if o is not c)]
            break
    return ranked


def _is_unknown(mention: Mention, reading: Reading) -> bool:
    """A quoted text that the graph does not hold: only looking for it within values makes sense."""
    return reading.kind == "text" and mention.comparison not in ("contains", "starts", "ends")


def _is_bare(c: Candidate) -> bool:
    """A yes or no that tests only that one named value is stored, without a word that asks for it."""
    told = [r for r in c.assembly.readings if r.kind not in ("number", "text")]
    if all(r.kind == "asked" for r in told):
        # "who am I"
        return True
    asked = any(k.operator == "exists" for k in c.chunking.chunks)
    return c.graph.ask and not asked and len(told) <= 1 and all(r.kind in ("value", "entity") for r in told)


def _general(c: Candidate) -> bool:
    """``is a film a product``: what kinds are, not whether the graph holds one; ``films that are not films``."""
    mentions, readings = c.assembly.mentions, c.assembly.readings
    kinds = {r.kind for r in readings}
    asked = any(k.operator == "exists" for k in c.chunking.chunks)
    copula = c.chunking.chunks[:1] and c.chunking.chunks[0].text.lower() in ("is", "are")
    if c.graph.ask and copula and not asked and kinds <= {"class", "property"}:
        return all("a" in m.gap or "an" in m.gap or not m.gap[1:] for m in mentions)
    denied = {m.text.lower() for m in mentions if m.negated}
    return any(m.projected and m.text.lower() in denied for m in mentions)


def _misjoined(c: Candidate) -> bool:
    """Names compared like numbers, and a yes or no on several things at once, which asks for each of them."""
    filled = {n for k in c.assembly.links if k.kind == "fill" for n in (k.left, k.right)}
    for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True):
        if same_as_nothing(c.assembly, m, r):
            return True
        if m.measured and m.comparison and not m.versus_average and m.number not in filled:
            # "longer than its original"
            return True
        if r.kind != "value":
            continue
        if m.comparison in (">", ">=", "<", "<=") and not r.terms[0].value[:1].isdigit():
            return True
        if c.graph.ask and len(r.terms) > 1 and " and " in m.text and not r.every:
            return True
    return False


def _occurs(c: Candidate) -> bool:
    """``films that take place in Norway``: where a thing happens is not whatever it has to do with; the place or time
    of its own is."""
    mentions = c.assembly.mentions
    for chunk in c.chunking.chunks:
        before = [m.number for m in mentions if chunk.operator == "occur" and m.end <= chunk.start][-1:]
        after = [m.number for m in mentions if m.start >= chunk.end and not {",", "and"} & set(m.gap)][:1]
        if before and any(k.kind == "path" and {k.left, k.right} == {*before, *after} for k in c.assembly.links):
            return True
    return False


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
        "unread": float(len(c.chunking.unread) - c.chunking.soft),
        "soft": float(c.chunking.soft),
        "associated": float(sum(r.how.startswith("like ") for r in readings)),
        "misspelt": float(len(c.plan.misspelt)),
        "borrowed": float(is_borrowed(c)),
        "unit": float(c.units == "unstated"),
        "light": float(len(c.light) + len(c.verbs) + _told(c)),
        "idle": float(c.idle),
        "dangling": float(c.dangling),
        "unknown": float(sum(1 for m, r in zip(c.assembly.mentions, readings, strict=True) if _is_unknown(m, r))),
        "loose": float(len(c.assembly.loose)),
        "faint": float(any(r.kind in ("class", "property") and r.score < _FAINT for r in readings)),
        "weakest": min((r.score for r in readings), default=0.0),
        "mean": sum(r.score for r in readings) / max(len(readings), 1),
        "weakest_link": min((k.score for k in links), default=1.0),
        "path": float(longest),
        "margin": min(max(margin, 0.0), 2.0),
        "close": 1.0 if margin < _CLOSE else 0.0,
        "unsupported": float(
            len(c.plan.unsupported)
            + bool(c.plan.unclear)
            + _occurs(c)
            + any(map(is_vague, c.assembly.mentions, c.assembly.readings))
            + _general(c)
            + c.astray
            + (c.units == "other")
            + _is_bare(c)
            + is_remote(c)
            + _misjoined(c)
            + one_word_for_two(c.assembly)
            + keeps_apart(c.assembly.mentions, c.assembly.readings, c.graph)
            + two_of_a_kind(c.assembly)
            + told_of_one(c.assembly)
        ),
        "empty": 1.0 if c.rows is not None and not c.rows and not c.graph.ask else 0.0,
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
_WORTH_PROBING = 0.5
_CLOSE = 0.03
_NOT_READ = 0.6
"""Highest confidence when a content word of the question means nothing in the query; below every sensible threshold."""
_ASSOCIATED = 0.78
"""Highest confidence when a word was read by its meaning alone, or as another one than was typed."""
_FAINT = 0.45
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
    if f["unread"] or f["soft"] or f["loose"] or f["unsupported"] or f["unknown"]:
        # What was not read may be what the question is about.
        sure = min(sure, _NOT_READ)
    elif f["faint"] and not f["associated"]:
        sure = min(sure, _NOT_READ)
    elif f["associated"] or f["misspelt"]:
        sure = min(sure, _ASSOCIATED)
    elif f["unit"] or f["borrowed"] or f["light"]:
        sure = min(sure, _HALF_READ)
    return round(sure, 3)


_GUESSED = 0.1
_TOSSED = 0.02
"""A connection that leads its rivals by less was guessed; by still less, a coin was tossed."""
_NEAR = 0.6
"""How far below the best a reading with rows may be to be preferred to one without."""

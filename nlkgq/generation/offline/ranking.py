"""Orders candidate queries and says how sure the best one is."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from nlkgq.generation.offline.assembly import LEXICAL, Assembly
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.query_graph import QueryGraph
from nlkgq.generation.offline.readings import Chunking, Reading


@dataclass(slots=True, kw_only=True)
class Candidate:
    """A query with what it was made from; ``confidence`` is in [0, 1]."""

    query: str
    graph: QueryGraph
    assembly: Assembly
    plan: Plan
    chunking: Chunking
    score: float = 0.0
    confidence: float = 0.0
    rows: bool | int | None = None
    idle: int = 0
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
    for place, c in enumerate(ranked[:1]):
        other = ranked[place + 1].score if len(ranked) > place + 1 else c.score - 3.0
        c.features = features(c, c.score - other)
        c.confidence = confidence(c.features)
    return ranked


def _fit(c: Candidate) -> float:
    """Coverage of the words, less what each reading and link falls short of a perfect one."""
    mentions = len(c.assembly.readings)
    perfect = LEXICAL * mentions + max(mentions - 1, 0)
    fit = 1.2 * c.chunking.score + c.assembly.score - perfect
    return fit - 1.5 * len(c.plan.unsupported) - 0.9 * c.idle


def _probed(ranked: list[Candidate], probe: Callable[[str], bool | int]) -> list[Candidate]:
    for c in ranked[:3]:
        c.rows = probe(c.query)
        if c.rows or c.graph.ask:
            if c.score >= ranked[0].score - 1.5:
                return [c, *(o for o in ranked if o is not c)]
            break
    return ranked


def _is_unknown(mention: Mention, reading: Reading) -> bool:
    """A quoted text that the graph does not hold: only looking for it within values makes sense."""
    return reading.kind == "text" and mention.comparison not in ("contains", "starts", "ends")


def features(c: Candidate, margin: float) -> dict[str, float]:
    """What confidence is computed from."""
    readings = c.assembly.readings
    links = c.assembly.links
    longest = max((len(k.connection.steps) for k in links if k.connection), default=0)
    return {
        "unread": float(len(c.chunking.unread) - c.chunking.soft),
        "soft": float(c.chunking.soft),
        "idle": float(c.idle),
        "unknown": float(sum(1 for m, r in zip(c.assembly.mentions, readings, strict=True) if _is_unknown(m, r))),
        "loose": float(len(c.assembly.loose)),
        "weakest": min((r.score for r in readings), default=0.0),
        "mean": sum(r.score for r in readings) / max(len(readings), 1),
        "weakest_link": min((k.score for k in links), default=1.0),
        "path": float(longest),
        "margin": min(max(margin, 0.0), 2.0),
        "unsupported": float(len(c.plan.unsupported)),
        "empty": 1.0 if c.rows is not None and not c.rows and not c.graph.ask else 0.0,
        "mentions": float(len(readings)),
    }


def confidence(f: dict[str, float]) -> float:
    """Probability that the answer is right, by a logistic model of the features."""
    z = (
        2.2
        - 1.9 * f["unread"]
        - 0.7 * f["soft"]
        - 1.0 * f["idle"]
        - 3.0 * f["unknown"]
        - 2.5 * f["loose"]
        - 3.0 * f["unsupported"]
        - 2.0 * f["empty"]
        + 2.0 * (f["weakest"] - 0.75)
        + 1.0 * min(f["weakest_link"] - 0.6, 0.3)
        - 0.3 * max(f["path"] - 1.0, 0.0)
        + 0.5 * min(f["margin"], 1.0)
        - 0.5
    )
    return round(1.0 / (1.0 + math.exp(-z)), 3)

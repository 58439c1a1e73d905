"""A query that a question may mean, with what it was made from."""

from __future__ import annotations

from dataclasses import dataclass, field

from nlkgq.generation.offline.assembly import Assembly
from nlkgq.generation.offline.mentions import Plan
from nlkgq.generation.offline.query_graph import QueryGraph
from nlkgq.generation.offline.readings import Chunking
from nlkgq.generation.offline.trying import TriedWriter


@dataclass(slots=True, kw_only=True)
class Candidate:
    """A query with what it was made from, and the writer that wrote it; ``confidence`` is in [0, 1].

    ``units`` is ``unstated`` when the question has a unit that the ontology does not state, ``other`` when it states
    another one; ``astray`` when the answer would be what the question names, or not reach as far as it says; ``light``
    are mentions of verbs that are taken to name a connection, and so are ``verbs``, which are called like no term.
    """

    query: str
    writer: TriedWriter
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

"""The process that runs queries on a suite's small graphs: started by `engine`, spoken to over a pipe."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from multiprocessing.connection import Connection
from typing import Final, Literal

import pyoxigraph as ox

from nlkgq.evaluation.dataset import Scoring
from nlkgq.evaluation.match import compare
from nlkgq.evaluation.ties import tie_groups
from nlkgq.results.models import AskResult, Result, Row, SelectResult
from nlkgq.results.terms import from_oxigraph

Verdict = Literal["same", "different", "failed", "timeout"]
_ROWS: Final = 2_000
"""Most rows of a gold on a small graph; one with more is a product of all with all."""
_MEMORY = 2_000_000_000


def serve(pipe: Connection) -> None:
    """Answers requests until the pipe closes.

    A request is (N-Triples, gold, variants, ordered, scoring, queries). The answer is the gold's state (``ok``,
    ``empty``, ``ambiguous``, ``failed``), then a verdict for each query, each sent when it is known.
    """
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    pipe.send("ready")  # what comes before costs a query none of its time
    while True:
        try:
            triples, gold, variants, ordered, scoring, queries = pipe.recv()
        except EOFError:
            return
        store = ox.Store()
        store.load(triples, format=ox.RdfFormat.N_TRIPLES)
        state, expected = _gold(store, gold, variants, scoring)
        pipe.send(state)
        if expected is None:
            continue
        # rows of equal rank may change places; where the ranks cannot be seen, order is not judged
        ties = tie_groups(gold, expected) if ordered else ()
        for query in queries:
            pipe.send(_verdict(store, expected, query, ties, scoring))


def _gold(store: ox.Store, gold: str, variants: Sequence[str], scoring: Scoring) -> tuple[str, Result | None]:
    expected = run(store, gold, _ROWS + 1)
    if expected is None or _length(expected) > _ROWS:
        return "failed", None
    for variant in variants:
        other = run(store, variant, _ROWS + 1)
        if other is None or not compare(expected, other, scoring).same:
            return "ambiguous", None
    empty = isinstance(expected, SelectResult) and not expected.rows
    return ("empty" if empty else "ok"), expected


def _verdict(store: ox.Store, expected: Result, query: str, ties: Sequence[int], scoring: Scoring) -> Verdict:
    found = run(store, query, _length(expected) + 1)  # one row more tells it as well as all of them
    if found is None:
        return "failed"
    if _length(found) != _length(expected):
        return "different"
    return "same" if compare(expected, found, scoring, ordered=bool(ties), ties=ties).same else "different"


def _length(result: Result) -> int:
    return len(result.rows) if isinstance(result, SelectResult) else 1


def run(store: ox.Store, query: str, most: int) -> Result | None:
    """The result with its first rows; None where the engine refuses the query.

    Args:
        store: The graph.
        query: What is asked of it.
        most: Rows that are read.
    """
    try:
        found = store.query(query)
        if isinstance(found, ox.QueryBoolean):
            return AskResult(boolean=bool(found))
        if not isinstance(found, ox.QuerySolutions):
            return None
        rows: list[Row] = []
        for row in islice(found, most):
            rows.append(tuple(None if term is None else from_oxigraph(term) for term in row))
        return SelectResult(variables=tuple(v.value for v in found.variables), rows=tuple(rows))
    except (SyntaxError, ValueError, OSError, RuntimeError, MemoryError):
        return None

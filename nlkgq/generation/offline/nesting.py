"""A query over the groups of another: how many groups there are, the average of what is counted in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.query_graph import Column, QueryGraph
from nlkgq.generation.offline.spelling import indented


def of_groups(
    graph: QueryGraph,
    keys: str,
    parts: Sequence[str],
    call: Callable[[Column], str],
    lines: Sequence[str],
    modifiers: str,
) -> str:
    """The text of the query.

    Args:
        graph: What is wanted of the groups.
        keys: The variables that the groups are made by.
        parts: The columns as written.
        call: Writes an aggregate.
        lines: The pattern.
        modifiers: GROUP BY and what follows it.
    """
    column, head = graph.columns[-1], parts[0]
    told = keys
    if graph.over:
        told = f"{keys} ({call(column)} AS ?size)"
        head = f"({graph.over}(?size) AS ?{graph.over.lower()}{_capital(graph.nodes[column.node].name)}Count)"
    inner = [f"SELECT {told} WHERE {{\n{indented(lines)}\n}}{modifiers}"]
    return f"SELECT {head}\nWHERE {{\n  {{\n{indented(inner, 4)}\n  }}\n}}"


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]

"""A query over the groups of another: how many groups there are, the average of what is counted in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.query_graph import Column, QueryGraph
from nlkgq.generation.offline.spelling import indented


def of_groups(
    graph: QueryGraph,
    keys: Sequence[str],
    parts: Sequence[str],
    call: Callable[[Column], str],
    lines: Sequence[str],
    grouped: str,
    ordered: str,
) -> str:
    """The text of the query.

    Args:
        graph: What is wanted of the groups.
        keys: The variables that the groups are made by; the first of those that are counted, the others each of
            which has a count of its own.
        parts: The columns as written.
        call: Writes an aggregate.
        lines: The pattern.
        grouped: GROUP BY with HAVING.
        ordered: ORDER BY with LIMIT.
    """
    column, head, told = graph.columns[-1], " ".join(parts), " ".join(keys)
    if graph.over:
        told = f"{told} ({call(column)} AS ?size)"
        head = f"({graph.over}(?size) AS ?{graph.over.lower()}{_capital(graph.nodes[column.node].name)}Count)"
    outer = "" if graph.over or len(keys) < 2 else f"\nGROUP BY {' '.join(keys[1:])}"
    inner = [f"SELECT {told} WHERE {{\n{indented(lines)}\n}}{grouped}{'' if outer else ordered}"]
    return f"SELECT {head}\nWHERE {{\n  {{\n{indented(inner, 4)}\n  }}\n}}{outer}{ordered if outer else ''}"


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]

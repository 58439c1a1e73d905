"""One query of two: their answers divided, subtracted or united."""

from __future__ import annotations

from collections.abc import Mapping

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.decomposing import Operation
from nlkgq.generation.offline.query_graph import Column, QueryGraph
from nlkgq.generation.offline.writing import Writer

_NAMES = {"percent": "percentage", "share": "share", "difference": "difference", "ratio": "ratio"}


def compose(
    operation: Operation, first: QueryGraph, second: QueryGraph, schema: SchemaGraph, prefixes: Mapping[str, str]
) -> str | None:
    """The query for two graphs; None when their answers do not fit each other.

    A share, difference or ratio needs one number of each, or one for each of the same things; an alternative the same
    columns of the same things.
    """
    writers = Writer(first, schema, prefixes), Writer(second, schema, prefixes)
    if operation == "or":
        body = _united(first, second, writers)
    elif operation == "and":
        body = _shared(first, second, writers)
    else:
        body = _computed(operation, first, second, writers)
    return None if body is None else writers[0].declared(body, writers[1])


def _computed(
    operation: Operation, first: QueryGraph, second: QueryGraph, writers: tuple[Writer, Writer]
) -> str | None:
    keys, number = _parted(first)
    others, other = _parted(second)
    named = [first.nodes[c.node].name for c in keys]
    if number is None or other is None or named != [second.nodes[c.node].name for c in others]:
        return None
    if operation in ("percent", "share", ">", "<") and keys:
        return None
    if not keys and not (_is_one(first, number) and _is_one(second, other)):
        return None
    left, right = writers[0].part(number, "first"), writers[1].part(other, "second")
    if operation in (">", "<"):
        return f"ASK {{\n{left}\n{right}\n  FILTER(?first {operation} ?second)\n}}"
    formula = {
        "percent": "100 * ?first / ?second",
        "share": "?first / ?second",
        "ratio": "?first / ?second",
        "difference": "?first - ?second",
    }[operation]
    told = "".join(f"?{name} " for name in named)
    return f"SELECT {told}({formula} AS ?{_NAMES[operation]})\nWHERE {{\n{left}\n{right}\n}}"


def _shared(first: QueryGraph, second: QueryGraph, writers: tuple[Writer, Writer]) -> str | None:
    """What both answers have."""
    for graph in (first, second):
        if (
            graph.ask
            or graph.order
            or graph.extreme
            or graph.limit is not None
            or any(c.aggregate for c in graph.columns)
        ):
            return None
        graph.distinct = True
    if _told(first) != _told(second) or not first.columns:
        return None
    return f"{writers[0].head()}\nWHERE {{\n{writers[0].whole()}\n{writers[1].whole()}\n}}"


def _told(graph: QueryGraph) -> list[tuple[str, frozenset[str]]]:
    """The names of the columns and the properties that lead to them."""
    return [
        (graph.nodes[c.node].name, frozenset(e.property for e in graph.edges if e.object == c.node))
        for c in graph.columns
    ]


def _parted(graph: QueryGraph) -> tuple[list[Column], Column | None]:
    """What the answers are told for, and the one number told of it."""
    if graph.ask or graph.limit is not None or graph.order:
        return [], None
    numbers = [c for c in graph.columns if c.aggregate]
    if not numbers and graph.columns and graph.nodes[graph.columns[-1].node].is_literal:
        numbers = graph.columns[-1:]
    keys = [c for c in graph.columns if c not in numbers]
    return keys, numbers[0] if len(numbers) == 1 else None


def _is_one(graph: QueryGraph, number: Column) -> bool:
    """Whether one number is told: a total, an extreme, or what a thing that the question names has."""
    return bool(number.aggregate) or graph.extreme is not None or any(n.terms for n in graph.nodes)


def _united(first: QueryGraph, second: QueryGraph, writers: tuple[Writer, Writer]) -> str | None:
    for graph in (first, second):
        if graph.ask or graph.order or graph.extreme or graph.having or graph.groups or graph.limit is not None:
            return None
    columns = [(first.nodes[c.node].name, c.aggregate) for c in first.columns]
    if columns != [(second.nodes[c.node].name, c.aggregate) for c in second.columns]:
        return None
    things = _owner(first), _owner(second)
    if things[0] is None or things[0] != things[1]:
        return None
    names = " ".join(f"?{name}" for name in dict.fromkeys((things[0], *(name for name, _ in columns))))
    either = f"{writers[0].block()}\n  UNION\n{writers[1].block()}"
    inner = f"  {{\n    SELECT DISTINCT {names} WHERE {{\n{either}\n    }}\n  }}"
    return f"{writers[0].head()}\nWHERE {{\n{inner}\n}}"


def _owner(graph: QueryGraph) -> str | None:
    """The name of the one thing that the columns are of."""
    found = set()
    for column in graph.columns:
        node = graph.nodes[column.node]
        owners = {e.subject for e in graph.edges if e.object == node.number} if node.is_literal else {node.number}
        found |= owners
    return graph.nodes[next(iter(found))].name if len(found) == 1 else None

"""One query of two: their answers divided, subtracted or united."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from textwrap import dedent

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.output_request import OutputRequest
from nlkgq.generation.offline.query_graph import Column, QueryGraph
from nlkgq.generation.offline.question_parts import Operation
from nlkgq.generation.offline.vocabulary import is_called_key
from nlkgq.generation.offline.writing import Writer
from nlkgq.iri import PrefixMap

_NAMES = {"percent": "percentage", "share": "share", "difference": "difference", "ratio": "ratio"}


def compose(
    operation: Operation,
    first: QueryGraph,
    second: QueryGraph,
    schema: SchemaGraph,
    prefixes: PrefixMap,
    request: OutputRequest | None = None,
) -> str | None:
    """The query for two graphs; None when their answers do not fit each other.

    A share, difference or ratio needs one number of each, or one for each of the same things; an alternative the same
    columns of the same things. What is computed is rounded and ordered as ``request`` wants it.
    """
    writers = Writer(first, schema, prefixes), Writer(second, schema, prefixes)
    if operation == "or":
        body = _united(first, second, writers)
    elif operation == "and":
        body = _shared(first, second, writers)
    elif operation == "same":
        told = _shared(first, second, writers) if len(first.columns) == 1 else None
        body = told and told.replace(f"{writers[0].head()}\nWHERE", "ASK", 1)
    elif operation == "except":
        body = _less(first, second, writers)
    else:
        body = _computed(operation, first, second, writers, request)
    return None if body is None else writers[0].declared(body, writers[1])


def compared(
    first: QueryGraph, second: QueryGraph, schema: SchemaGraph, prefixes: PrefixMap, stand_ins: Sequence[str]
) -> str | None:
    """The query for the first graph with the number that the second asks for in place of one that stands for it.

    None where they are not the same kind of number, or the number is not compared once and outright.
    """
    keys, number = _parted(second)
    conditions = [c for c in first.conditions if set(stand_ins).intersection(c.values)]
    having = [h for h in first.having if h[2] in stand_ins]
    if number is None or keys or not _is_one(second, number) or len(conditions) + len(having) != 1:
        return None
    writers = Writer(first, schema, prefixes), Writer(second, schema, prefixes)
    if conditions:
        told = {e.property for e in first.edges if e.object == conditions[0].node}
        same = told == {e.property for e in second.edges if e.object == number.node}
        if not told or not same or conditions[0].group not in {0, *first.exists} or len(conditions[0].values) > 1:
            return None
        conditions[0].values = ("?second",)
    else:
        column = having[0][0]
        names = [g.nodes[c.node].name.rstrip("0123456789") for g, c in ((first, column), (second, number))]
        if (
            column.aggregate != number.aggregate
            or names[0] != names[1]
            or first.groups_counted
            or first.extreme
            or first.ask
        ):
            return None
        first.having = [(c, o, "?second" if v in stand_ins else v) for c, o, v in first.having]
    writers[0].beside = dedent(writers[1].part(number, "second"))
    return writers[0].declared(writers[0].body(), writers[1])


def asks_without(graph: QueryGraph, schema: SchemaGraph, prefixes: PrefixMap, stand_ins: Sequence[str]) -> str:
    """The query that tells whether there is what a number in question is compared with."""
    kept = [c for c in graph.conditions if not set(stand_ins).intersection(c.values)]
    return Writer(replace(graph, conditions=kept), schema, prefixes).text()


def asks_whether_several(graph: QueryGraph, schema: SchemaGraph, prefixes: PrefixMap) -> str | None:
    """The query that tells whether there are several numbers where one is asked for; None where there is one."""
    keys, number = _parted(graph)
    if number is None or number.aggregate or keys:
        return None
    writer = Writer(graph, schema, prefixes)
    told = f"SELECT (COUNT(DISTINCT ?number) AS ?numbers) WHERE {{\n{writer.part(number, 'number')}\n}}"
    return writer.declared(f"ASK {{\n  {{ {told} }}\n  FILTER(?numbers > 1)\n}}")


def _computed(
    operation: Operation,
    first: QueryGraph,
    second: QueryGraph,
    writers: tuple[Writer, Writer],
    request: OutputRequest | None,
) -> str | None:
    keys, number = _parted(first)
    others, other = _parted(second)
    named = [first.nodes[c.node].name for c in keys]
    if number is None or other is None or named != [second.nodes[c.node].name for c in others]:
        return None
    if operation in (">", "<") and keys:
        return None
    if operation == "pair" and not (number.aggregate and other.aggregate):
        return None
    if not keys and not (_is_one(first, number) and _is_one(second, other)):
        return None
    if not _kept_apart(first, second):
        return None
    names = _names(operation, first.nodes[number.node].name, second.nodes[other.node].name)
    left, right = writers[0].part(number, names[0]), writers[1].part(other, names[1])
    if operation in (">", "<"):
        return f"ASK {{\n{left}\n{right}\n  FILTER(?first {operation} ?second)\n}}"
    told = "".join(f"?{name} " for name in named)
    if operation == "pair":
        if request is not None and (request.orders or request.digits is not None):
            return None
        return f"SELECT {told}?{names[0]} ?{names[1]}\nWHERE {{\n{left}\n{right}\n}}"
    if keys and operation in _SHARES:
        # Of some there may be none.
        left, right = right, left.replace("{", "OPTIONAL {", 1)
    some = "COALESCE(?first, 0)" if keys and operation in _SHARES else "?first"
    formula = {
        "percent": f"100 * {some} / ?second",
        "share": f"{some} / ?second",
        "ratio": "?first / ?second",
        "difference": "?first - ?second",
    }[operation]
    if request is not None and request.digits is not None:
        scale = 10**request.digits
        formula = f"ROUND({scale} * {_bracketed(formula)}) / {scale}"
    order = ""
    if request is not None and request.orders:
        # Of equal numbers, by name.
        direction = "DESC" if request.orders[0].falling else "ASC"
        order = f"\nORDER BY {direction}(?{_NAMES[operation]}) {told}".rstrip()
    return f"SELECT {told}({formula} AS ?{_NAMES[operation]})\nWHERE {{\n{left}\n{right}\n}}{order}"


_SHARES = ("percent", "share")


def _bracketed(formula: str) -> str:
    return f"({formula})" if "-" in formula else formula


def _names(operation: Operation, first: str, second: str) -> tuple[str, str]:
    """What the two numbers are called."""
    if operation != "pair":
        return "first", "second"
    return (f"{first}Count", f"{second}Count") if first != second else (f"{first}Count", f"{second}Count2")


def _kept_apart(first: QueryGraph, second: QueryGraph) -> bool:
    """Lets both parts tell the things of which only the names are wanted; False where these are not the same."""
    hidden = [[g for g in graph.groups if all(c.node != g for c in graph.columns)] for graph in (first, second)]
    called = [[g.nodes[n].name for n in nodes] for g, nodes in zip((first, second), hidden, strict=True)]
    if called[0] != called[1]:
        return False
    for graph, nodes in zip((first, second), hidden, strict=True):
        graph.columns = [*(Column(node=n) for n in nodes), *graph.columns]
    return True


def _less(first: QueryGraph, second: QueryGraph, writers: tuple[Writer, Writer]) -> str | None:
    """What only the first has, or how many these are; None where the two do not ask alike."""
    if _properties(first) != _properties(second) and not _values_of_two_kinds(first, second):
        return None
    counted = first.columns[0] if len(first.columns) == 1 and first.columns[0].aggregate == "COUNT" else None
    if counted is not None and len(second.columns) == 1 and second.columns[0].aggregate == "COUNT":
        for graph in (first, second):
            graph.columns = [Column(node=graph.columns[0].node)]
        told = _shared(first, second, writers, less=True)
        name = first.nodes[counted.node].name
        return told and f"SELECT (COUNT(DISTINCT ?{name}) AS ?{name}Count){told.removeprefix(writers[0].head())}"
    return _shared(first, second, writers, less=True)


def _properties(graph: QueryGraph) -> list[str]:
    return sorted("name" if is_naming(e.property) else e.property for e in graph.edges)


def _shared(first: QueryGraph, second: QueryGraph, writers: tuple[Writer, Writer], *, less: bool = False) -> str | None:
    """What both answers have, or what only the first has."""
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
    if not first.columns or not _told_alike(first, second):
        return None
    other = f"  MINUS\n{writers[1].whole()}" if less else writers[1].whole()
    return f"{writers[0].head()}\nWHERE {{\n{writers[0].whole()}\n{other}\n}}"


def _told(graph: QueryGraph) -> list[tuple[str, frozenset[str]]]:
    """The names of the columns and the properties that lead to them."""
    return [
        (graph.nodes[c.node].name, frozenset(e.property for e in graph.edges if e.object == c.node))
        for c in graph.columns
    ]


def _told_alike(first: QueryGraph, second: QueryGraph) -> bool:
    return _told(first) == _told(second) or _values_of_two_kinds(first, second)


def _values_of_two_kinds(first: QueryGraph, second: QueryGraph) -> bool:
    """``towns with pupils but no school``: whether values are told that two kinds of things have, called alike."""
    one, other = _told(first), _told(second)
    values = all(g.nodes[c.node].is_literal for g in (first, second) for c in g.columns)
    return values and one != other and [name for name, _ in one] == [name for name, _ in other]


def _parted(graph: QueryGraph) -> tuple[list[Column], Column | None]:
    """What the answers are told for, and the one number told of it."""
    if graph.ask or graph.limit is not None or graph.order:
        return [], None
    numbers = [c for c in graph.columns if c.aggregate]
    last = graph.columns[-1].node if graph.columns and not numbers else None
    # Keys are numbers that nothing is computed of.
    called = [e.property for e in graph.edges if e.object == last]
    if last is not None and graph.nodes[last].is_literal and not any(map(is_called_key, called)):
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

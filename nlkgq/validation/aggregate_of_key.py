"""Check: aggregates are taken over what varies within a group."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.expression_kinds import arguments
from nlkgq.sparql import Token, variable_name
from nlkgq.validation.conditions import shown
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.grouping import group_names


def aggregate_of_key(query: QueryContext) -> Iterator[Finding]:
    """An aggregate over a variable of GROUP BY.

    Why: within a group it has one value, so its smallest, largest and average are that value, and different ones are
    counted as 1. Either the variable does not belong into GROUP BY, or another one was meant.

    Failing::

        SELECT ?person (COUNT(DISTINCT ?film) AS ?films) { ?film films:directedBy ?person } GROUP BY ?person ?film

    Passing::

        SELECT ?person (COUNT(DISTINCT ?film) AS ?films) { ?film films:directedBy ?person } GROUP BY ?person
    """
    for select in query.tree.find("SelectQuery", "SubSelect"):
        keys = group_names(select)
        for head in select.nodes("SelectClause", "HavingClause", "OrderClause"):
            for call in head.find("Aggregate"):
                given = arguments(call)
                name = call.tokens()[0].terminal
                plain = name == "COUNT" and call.token("DISTINCT") is None
                if plain or len(given) < 1 or not isinstance(given[0], Token) or given[0].terminal != "VAR":
                    continue
                if variable_name(given[0]) in keys:
                    yield Finding(
                        code="aggregate-of-key",
                        severity="warning",
                        message=f"{shown(query.tree, call)} is taken over a variable of GROUP BY, which has one value "
                        "in each group.",
                        start=call.start,
                        end=call.end,
                        terms=(given[0].text,),
                        suggestion=f"Take {given[0].text} out of GROUP BY, or aggregate another variable.",
                    )

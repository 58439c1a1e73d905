"""Check: the gate lets the query through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nlkgq.errors import GateError, SparqlSyntaxError
from nlkgq.sparql import Element
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.gate import gate

_PLACES: Final = {"service": "ServiceGraphPattern", "from": "DatasetClause", "graph": "GraphGraphPattern"}


def unsafe(query: QueryContext) -> Iterator[Finding]:
    """What the read-only gate refuses: SERVICE, FROM, engine functions, relative IRIs, escapes, too much of anything.

    Why: such a query is not run. A graph's settings allow single endpoints, graphs and functions. Needs the policy of
    the graph; without one the gate speaks for itself before a query is run.

    Failing::

        SELECT ?film { SERVICE <https://example.org/sparql> { ?film a films:Film } }

    Passing::

        SELECT ?film { ?film a films:Film }
    """
    if query.policy is None:
        return
    try:
        gate(str(query.tree), query.policy)
    except GateError as error:
        place = _place(query, error.code)
        yield Finding(
            code="unsafe",
            severity="error",
            message=f"The gate refuses it: {error.message}.",
            start=place.start if place is not None else None,
            end=place.end if place is not None else None,
            terms=(error.code,),
            suggestion=error.hint,
        )
    except SparqlSyntaxError:
        return  # another finding: a rule of the grammar, or a prefix


def _place(query: QueryContext, code: str) -> Element | None:
    kind = _PLACES.get(code)
    found = next(query.tree.find(kind), None) if kind is not None else None
    return found.children[0] if found is not None else None

"""pyoxigraph's parser as a second opinion on a query that ours has read.

pyoxigraph has no call that only parses, and starting a query already sends the requests of its SERVICE blocks and
computes its groups and orders. So it gets a copy that can do nothing: on an empty store, with SERVICE printed as GRAPH,
absolute IRIs, and an empty VALUES block in front of everything, from which it sees at once that there are no solutions.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from nlkgq.errors import GateError
from nlkgq.sparql import Query
from nlkgq.sparql.tree import IRI_TERMINALS

if TYPE_CHECKING:
    from pyoxigraph import Store

_NO_SOLUTIONS = " VALUES () { } "


def second_opinion(query: Query) -> None:
    """Agree with the parser, or refuse. Size caps must come before: deep nesting ends the process.

    Raises:
        GateError: ``second-opinion``; pyoxigraph's error is its cause.
    """
    try:
        _empty_store().query(harmless_copy(query))
    except (SyntaxError, ValueError, OSError) as error:
        raise GateError(
            "the query engine's own parser refuses the query",
            code="second-opinion",
            hint="Write it in a simpler way.",
        ) from error


def harmless_copy(query: Query) -> str:
    """The query's text with nothing left to do.

    >>> from nlkgq.sparql import parse_query
    >>> harmless_copy(parse_query("ASK { SERVICE SILENT <http://example.org/sparql> { ?s ?p ?o } }"))
    'ASK { VALUES () { }  GRAPH  <http://example.org/sparql> { ?s ?p ?o } }'
    """
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    where = query.body.node("WhereClause")
    group = where.node("GroupGraphPattern") if where is not None else None
    if group is not None:
        brackets = group.tokens("LBRACE", "RBRACE")
        sub_select = group.node("SubSelect") is not None
        after[brackets[0].start] = _NO_SOLUTIONS + ("{" if sub_select else "")
        before[brackets[-1].start] = "}" if sub_select else ""
    parts: list[str] = []
    for token in query.tokens:
        if token.start < query.body.start:
            continue  # the prologue: every IRI is printed in full
        text = {"SERVICE": "GRAPH", "SILENT": ""}.get(token.terminal, token.text)
        if token.terminal in IRI_TERMINALS:
            text = f"<{query.iri(token)}>"
        parts += (token.trivia, before.get(token.start, ""), text, after.get(token.start, ""))
    return "".join((*parts, query.trailing))


@lru_cache(maxsize=1)
def _empty_store() -> Store:
    # Imported here: the gate's types are used where no query is ever checked.
    from pyoxigraph import Store

    return Store()

"""Check: no property runs the wrong way round."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.edges import Edge
from nlkgq.sparql import Node, Splice
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding


def reversed_direction(query: QueryContext) -> Iterator[Finding]:
    """A property whose subject and object are swapped: as it stands it fits nothing, the other way round it does.

    Why: it is the most common mistake with properties such as ``directedBy`` and ``directed``. Reported only where
    nothing else can be blamed: both ends are known to be wrong, or a stated class is, or the counts of the graph show
    that only turning this property leaves anything. The edit writes ``^`` before it, or takes one away.

    Failing::

        SELECT ?film { ?person a films:Person ; films:directedBy ?film . ?film a films:Film }

    Passing::

        SELECT ?film { ?person a films:Person ; ^films:directedBy ?film . ?film a films:Film }
    """
    for edge, sure in query.reversed_edges.items():
        token = edge.token
        inverse = next((i for i in sorted(query.ontology.inverses(edge.property)) if i != edge.property), None)
        other = f" or use {query.prefixes.shorten(inverse)}" if inverse is not None else ""
        yield Finding(
            code="reversed-direction",
            severity="error" if sure else "warning",
            message=f"{token.text} runs the other way: its subject and its object are swapped.",
            start=token.start,
            end=token.end,
            terms=(edge.property,),
            suggestion=f"Swap the subject and the object of {token.text}{other}.",
            edit=_turned(query, edge),
        )


def _turned(query: QueryContext, edge: Edge) -> tuple[Splice, ...]:
    """The change that turns the property round; () where it is part of a longer path with a sign of its own."""
    token, parent = edge.token, query.tree.parent(edge.token)
    if parent is not None and parent.kind == "PathEltOrInverse":
        sign = parent.children[0]
        return (Splice(sign.start, token.end, token.text),)
    if isinstance(parent, Node) and parent.kind in {"PropertyListPathNotEmpty", "PathSequence"}:
        return (Splice(token.start, token.start, "^"),)
    return ()

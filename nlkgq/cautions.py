"""What a reader must know of an answer before it is read: that it may be to another question, or is to its opposite."""

from __future__ import annotations

from nlkgq.generation.protocol import SURE
from nlkgq.sparql.query import Query
from nlkgq.sparql.tree import Node
from nlkgq.validation.finding import Finding


def cautions(query: Query, confidence: float | None) -> tuple[Finding, ...]:
    """The cautions that go with a query.

    Args:
        query: As it is shown.
        confidence: In [0, 1]; None where the generator tells none.
    """
    found = []
    if confidence is not None and confidence < SURE:
        found.append(
            Finding(
                code="unsure",
                severity="warning",
                message=f"Not sure that this is what was asked (confidence {confidence:.2f}).",
                suggestion="Compare the query with the question; --explain tells how it was read.",
            )
        )
    if denies(query):
        found.append(
            Finding(
                code="denial",
                severity="warning",
                message="The query asks whether it is not so: yes means that it is not, no that it is.",
                suggestion="Ask without the negation.",
            )
        )
    return tuple(found)


def denies(query: Query) -> bool:
    """Whether a query asks for nothing but that something is not so.

    >>> from nlkgq.sparql.parser import parse_query
    >>> denies(parse_query("ASK { FILTER NOT EXISTS { ?a ?b ?c } }")), denies(parse_query("ASK { ?a ?b ?c }"))
    (True, False)
    """
    if query.form != "ASK":
        return False
    group = next(iter(query.find("GroupGraphPattern")))
    parts = [part for part in group.children if isinstance(part, Node)]
    while len(parts) == 1 and parts[0].kind in {"Filter", "BrackettedExpression"}:
        parts = [part for part in parts[0].children if isinstance(part, Node)]
    return [part.kind for part in parts] == ["NotExistsFunc"]

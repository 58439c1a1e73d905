"""Check: nothing has to be a literal and a thing at once."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.edges import Slot
from nlkgq.analysis.types import ValueFact
from nlkgq.analysis.value_kinds import THING
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding


def literal_as_thing(query: QueryContext) -> Iterator[Finding]:
    """A variable, or a step inside a path, that is a literal by one pattern and a thing by another.

    Why: a literal has no properties and is never the value of a property that leads to things, so the two patterns
    match nothing together.

    Failing::

        SELECT ?year { ?film films:title ?title . ?title films:productionYear ?year }

    ::

        SELECT ?year { ?film films:title/films:productionYear ?year }

    Passing::

        SELECT ?year { ?film films:title ?title ; films:productionYear ?year }
    """
    seen: dict[Slot, list[tuple[ValueFact, bool]]] = {}
    for fact in query.value_facts:
        if fact.slot.kind not in {"variable", "step"}:
            continue
        literal = _is_literal(query, fact)
        if literal is None:
            continue
        before = seen.setdefault(fact.slot, [])
        other = _conflicting(query, fact, literal, before)
        before.append((fact, literal))
        if other is not None:
            yield _finding(fact, *((fact, other) if literal else (other, fact)))


def _is_literal(query: QueryContext, fact: ValueFact) -> bool | None:
    """Whether the fact makes its slot a literal; None where the data have both."""
    if fact.slot == fact.edge.subject:
        return False
    kinds = query.kinds.objects(fact.edge.property)
    if kinds is not None and kinds & THING:
        return False if kinds <= THING else None
    return True if kinds is not None else fact.literal


def _conflicting(
    query: QueryContext, fact: ValueFact, literal: bool, before: list[tuple[ValueFact, bool]]
) -> ValueFact | None:
    around = set(query.graph.blocks.around(fact.edge.block))
    for other, is_literal in before:
        if is_literal != literal and other.edge.block in around and other.edge.token != fact.edge.token:
            return other
    return None


def _finding(fact: ValueFact, literal: ValueFact, thing: ValueFact) -> Finding:
    what = f"?{fact.slot.name}" if fact.slot.kind == "variable" else "what stands between them"
    token = fact.edge.token
    return Finding(
        code="literal-as-thing",
        severity="error",
        message=f"{literal.edge.token.text} makes {what} a literal, but {thing.edge.token.text} needs a thing there.",
        start=token.start,
        end=token.end,
        terms=(fact.edge.property,),
        suggestion="A literal has no properties of its own: use the thing that carries it.",
    )

"""Check: object properties lead to things, datatype properties to literals."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.edges import Slot
from nlkgq.analysis.types import TypedQuery, ValueFact
from nlkgq.iri import local_name
from nlkgq.masking.placeholders import is_placeholder
from nlkgq.validation.finding import Finding


def object_kind(query: TypedQuery) -> Iterator[Finding]:
    """Literals where a thing must stand, things where a literal must stand, and variables that would have to be both.

    Failing: ``?f ex:directedBy "Kubrick"``, ``?f ex:title ex:Solaris``, ``?f ex:title ?t . ?t ex:year ?y``.
    A placeholder is written as a string and becomes whatever its place needs.
    """
    facts: dict[Slot, list[ValueFact]] = {}
    for fact in query.value_facts:
        if _is_placeholder(fact.slot):
            continue
        if fact.slot.kind in {"literal", "iri", "blank"}:
            if fact.slot == fact.edge.object and (fact.slot.kind == "literal") != fact.literal:
                yield _wrong_term(fact)
        elif fact.slot.kind in {"variable", "step"}:
            yield from _conflict(query, fact, facts.setdefault(fact.slot, []))
            facts[fact.slot].append(fact)


def _is_placeholder(slot: Slot) -> bool:
    return is_placeholder(slot.value.value if slot.value is not None else local_name(slot.name))


def _wrong_term(fact: ValueFact) -> Finding:
    name = fact.edge.token.text
    if fact.literal:
        message = f"{name} leads to literals, but an IRI stands behind it."
        suggestion = "Put a literal there, or use a property that leads to things."
        code = "iri-for-literal"
    else:
        message = f"{name} leads to things, but a literal stands behind it."
        suggestion = f"Let {name} lead to a variable, and match the variable's name or label with the literal."
        code = "literal-for-iri"
    return _finding(code, message, fact, suggestion)


def _conflict(query: TypedQuery, fact: ValueFact, before: list[ValueFact]) -> Iterator[Finding]:
    around = set(query.graph.blocks.around(fact.edge.block))
    for other in before:
        if other.literal == fact.literal or other.edge.block not in around or other.edge.token == fact.edge.token:
            continue
        literal, thing = (fact, other) if fact.literal else (other, fact)
        what = f"?{fact.slot.name}" if fact.slot.kind == "variable" else "what stands between them"
        yield _finding(
            "literal-as-thing",
            f"{literal.edge.token.text} makes {what} a literal, but {thing.edge.token.text} needs a thing there.",
            fact,
            "A literal has no properties of its own: use the thing that carries it.",
        )
        return


def _finding(code: str, message: str, fact: ValueFact, suggestion: str) -> Finding:
    token = fact.edge.token
    return Finding(
        code=code,
        severity="error",
        message=message,
        start=token.start,
        end=token.end,
        terms=(fact.edge.property,),
        suggestion=suggestion,
    )

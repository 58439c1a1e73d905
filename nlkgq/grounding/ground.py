"""Grounding: the values that a query names become the terms that the graph stores.

Of a property's own values the one that is written in other spelling, language tag or datatype takes the literal's
place. So does the only close one, with a warning; several close ones become VALUES or IN; what is ambiguous is
reported with its choices, and a callback may choose. What no value comes near is reported and left as it is. Messages
name properties, never values: those are in the `Grounding`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from nlkgq.analysis.term_edits import TermEdits
from nlkgq.grounding.candidates import Candidate, CandidateSource, Found, IndexSource
from nlkgq.grounding.decision import Choose, Decision, Outcome, Question, decide
from nlkgq.grounding.places import Place, places
from nlkgq.grounding.writing import write
from nlkgq.iri import RDF, XSD, local_name
from nlkgq.masking.kinds import NUMERIC, TEMPORAL
from nlkgq.ontology.model import Ontology
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import LiteralValue, Query
from nlkgq.validation.finding import Finding
from nlkgq.values.empty import EmptyValueIndex
from nlkgq.values.model import ValueIndex

_BOOLEAN: Final = XSD + "boolean"
_LONGEST: Final = 200  # characters of a name; a longer text is taken as it is


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounding:
    """What became of one value. Texts and choices stay on this machine and never show in ``repr``.

    Args:
        outcome: See `nlkgq.grounding.decision.Outcome`.
        text: As the query wrote it.
        property: IRI of its property; "" for any.
        taken: What stands there now; () when it was left.
        choices: What it may mean, best first.
        start: Offset in the query before grounding.
        end: Offset behind it.
    """

    outcome: Outcome
    text: str = field(repr=False)
    property: str
    taken: tuple[Candidate, ...] = ()
    choices: tuple[Candidate, ...] = ()
    start: int
    end: int


class Grounded(NamedTuple):
    """The query with stored terms, what is doubtful about them, and what became of each value."""

    tree: Query
    findings: tuple[Finding, ...] = ()
    groundings: tuple[Grounding, ...] = ()


def ground(
    tree: Query, values: ValueIndex | CandidateSource, ontology: Ontology, *, choose: Choose | None = None
) -> Grounded:
    """The query with its values as the graph stores them.

    Args:
        tree: A query over the graph's own terms.
        values: A value index, or another source of candidates; an index that knows nothing changes nothing.
        ontology: Subproperties count as the property; object properties want things rather than their names.
        choose: Asked where the meaning is ambiguous or several values are equally near; None asks nobody.

    Returns:
        The query; findings ``value-spelling`` (info), ``value-close``, ``value-several``, ``value-ambiguous``,
        ``value-elsewhere`` and ``value-unknown`` (warnings); and a `Grounding` for each value that is not stored as
        it stands.
    """
    if isinstance(values, EmptyValueIndex):
        return Grounded(tree)
    source = values if isinstance(values, CandidateSource) else IndexSource(values)
    edits = TermEdits(tree, ontology=ontology)
    findings: list[Finding] = []
    groundings: list[Grounding] = []
    for place in sorted(places(tree), key=lambda p: p.item.start):
        decision = _decision(place, source, edits, ontology, choose)
        if decision.outcome == "stored":
            continue
        if decision.taken and not write(edits, place, decision.taken):
            decision = replace(decision, taken=())
        findings.append(_finding(place, decision, ontology))
        groundings.append(_grounding(place, decision))
    return Grounded(edits.applied(), tuple(findings), tuple(groundings))


def _decision(
    place: Place, source: CandidateSource, edits: TermEdits, ontology: Ontology, choose: Choose | None
) -> Decision:
    stored = Decision(outcome="stored")
    if len(place.text) > _LONGEST or (place.literal is not None and place.literal.datatype == _BOOLEAN):
        return stored
    properties = ontology.subproperties(place.property_iri) if place.property_iri is not None else frozenset()
    things = edits.wants_individual(place.property_iri) is True
    if place.literal is None and not _is_invented(place, source, edits, ontology):
        return stored
    found = source.find(place.text, properties, things=things or place.literal is None)
    if place.kind == "within":
        return _looked_for(place, found)
    if place.literal is None:
        # an IRI made up from a name: only the thing of exactly that name
        same = tuple(c for c in found.candidates if c.how in {"exact", "folded"} and c.term.kind == "uri")
        return Decision(outcome="spelling", taken=same, choices=same) if same else stored
    if _stands(place, place.literal, found):
        return stored
    if place.literal.datatype in NUMERIC | TEMPORAL:
        return _typed(place, found)
    decision = decide(place.text, found)
    if choose is not None and decision.outcome in {"ambiguous", "several"} and decision.choices:
        chosen = choose(Question(text=place.text, property=place.property_iri or "", choices=decision.choices))
        if chosen is not None:
            return replace(decision, outcome="spelling", taken=tuple(chosen))
    return decision


def _is_invented(place: Place, source: CandidateSource, edits: TermEdits, ontology: Ontology) -> bool:
    """Whether an IRI is one that neither the graph nor the ontology has, where a thing of the graph must stand."""
    iri = edits.query.iri_or_none(place.item)
    if iri is None or ontology.term(iri) is not None or place.property_iri not in ontology.properties:
        return False
    return source.knows(iri) is False


def _stands(place: Place, literal: LiteralValue, found: Found) -> bool:
    """Whether the graph stores it just so."""
    side = place.as_text
    own = [c.term for c in found.candidates if not c.subjects]
    if side is None:
        return any(_same(term, literal) for term in own)
    return any(term.kind == "literal" and side.case(term.value) == literal.value for term in own)


def _same(term: RdfTerm, literal: LiteralValue) -> bool:
    if term.kind != "literal" or term.value != literal.value:
        return False
    datatype = term.datatype or (RDF + "langString" if term.language else XSD + "string")
    return datatype == literal.datatype and (term.language or "").lower() == literal.language


def _typed(place: Place, found: Found) -> Decision:
    """A number or date: written as the graph stores it where that is another term, and never another value."""
    same = tuple(c for c in found.candidates if c.how in {"exact", "folded", "number", "date"})
    stored = tuple(c for c in same if c.term.kind == "literal")
    if place.kind in {"compared", "listed"} and place.as_text is None and place.literal is not None:
        numeric = place.literal.datatype in NUMERIC
        # what is compared by value needs no other spelling
        stored = tuple(c for c in stored if not (numeric and c.term.datatype in NUMERIC))
        stored = tuple(c for c in stored if c.term.datatype != place.literal.datatype)
    return Decision(outcome="spelling", taken=stored, choices=stored) if stored else Decision(outcome="stored")


def _looked_for(place: Place, found: Found) -> Decision:
    """CONTAINS and its like: nothing is replaced, but a misspelt word is reported."""
    wanted = place.text.casefold()
    near = [c for c in found.candidates if c.how in {"typo", "part", "folded", "order"} and c.term.kind == "literal"]
    if not near or any(wanted in c.term.value.casefold() for c in found.candidates):
        return Decision(outcome="stored")
    return Decision(outcome="ambiguous", choices=tuple(near[:5]))


_MESSAGES: Final = {
    "spelling": "a value of {0} was written as the graph stores it",
    "close": "a value of {0} is not stored as written; the one close to it was taken",
    "several": "a value of {0} is not stored as written; the values close to it were taken",
    "ambiguous": "a value of {0} may mean several stored ones",
    "ambiguous-taken": "a value of {0} may mean several stored ones; all of them were taken",
    "ambiguous-one": "a value of {0} is not stored as written; one that may be meant was not taken for it",
    "elsewhere": "a value is not one of {0}; other properties hold it",
    "unknown": "a value of {0} is not in the graph",
}


def _finding(place: Place, decision: Decision, ontology: Ontology) -> Finding:
    term = ontology.term(place.property_iri) if place.property_iri is not None else None
    label = term.label() if term is not None else local_name(place.property_iri or "")
    wording: str = decision.outcome
    if wording == "ambiguous":
        wording = "ambiguous-taken" if decision.taken else "ambiguous" if len(decision.choices) > 1 else "ambiguous-one"
    return Finding(
        code=f"value-{decision.outcome}",
        severity="info" if decision.outcome == "spelling" else "warning",
        message=_MESSAGES[wording].format(f"“{label}”" if label else "a property"),
        start=place.item.start,
        end=place.item.end,
        terms=tuple(_terms(place, decision)),
        suggestion=None if decision.outcome in {"spelling", "elsewhere"} else "Check the value's spelling.",
        reveals=True,
    )


def _terms(place: Place, decision: Decision) -> Iterator[str]:
    if place.property_iri is not None:
        yield place.property_iri
    yield from decision.elsewhere


def _grounding(place: Place, decision: Decision) -> Grounding:
    return Grounding(
        outcome=decision.outcome,
        text=place.text,
        property=place.property_iri or "",
        taken=decision.taken,
        choices=decision.choices,
        start=place.item.start,
        end=place.item.end,
    )

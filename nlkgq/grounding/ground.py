"""Grounding: the literals that a query names become the terms that the graph stores.

Of a property's own values the literal may be one in other spelling, language tag or datatype: then the stored term
takes its place. A close one does with a warning; several close ones become VALUES or IN. What no value comes near is
reported and left as it is. Messages name properties, never values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from nlkgq.analysis.term_edits import TermEdits, object_property, path_end, written
from nlkgq.iri import RDF, XSD, local_name
from nlkgq.ontology.model import Ontology
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import Element, LiteralValue, Node, Query, Token
from nlkgq.validation.finding import Finding
from nlkgq.values.empty import EmptyValueIndex
from nlkgq.values.model import StoredValue, ValueIndex

SURE: Final = 0.9
"""Least score of a misspelt value that takes a literal's place."""

CLOSE: Final = 0.75
"""Least score of the values offered together."""

_MOST: Final = 5
_TEXT: Final = frozenset({XSD + "string", RDF + "langString"})
_NUMBERS: Final = frozenset({XSD + "integer", XSD + "decimal", XSD + "double"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A literal and the property whose value it is: ``group`` of an object, ``relation`` of a comparison."""

    item: Element
    literal: LiteralValue
    property_iri: str
    group: Node | None = None
    relation: Node | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choice:
    how: Literal["stored", "spelling", "close", "several", "elsewhere", "unknown"]
    terms: tuple[RdfTerm, ...] = ()
    properties: tuple[str, ...] = ()


def ground(tree: Query, index: ValueIndex, ontology: Ontology) -> tuple[Query, tuple[Finding, ...]]:
    """The query with its literals as the graph stores them, and what is doubtful about them.

    Args:
        tree: A query over the graph's own terms.
        index: The stored values; one that knows nothing changes nothing.
        ontology: Subproperties count as the property; object properties want things rather than their names.

    Returns:
        The query, and findings ``value-spelling`` (info), ``value-close``, ``value-several``, ``value-elsewhere`` and
        ``value-unknown`` (warnings).
    """
    if isinstance(index, EmptyValueIndex):
        return tree, ()
    edits = TermEdits(tree, ontology=ontology)
    findings: list[Finding] = []
    for place in _places(tree):
        choice = _choose(place, index, edits, ontology)
        if choice.terms:
            _write(edits, place, choice)
        if choice.how != "stored":
            findings.append(_finding(place, choice, ontology))
    return edits.applied(), tuple(findings)


def _places(tree: Query) -> Iterator[_Place]:
    for item, place in TermEdits(tree, ontology=None).pattern_places().items():
        literal, property_iri = tree.literal(item), path_end(tree, place.pattern.predicate)[0]
        if place.role == "object" and literal and property_iri and not place.pattern.in_template:
            yield _Place(item=item, literal=literal, property_iri=property_iri, group=place.pattern.group)
    for relation in tree.find("RelationalExpression"):
        parts = relation.children
        if isinstance(parts[-1], Node) and parts[-1].kind == "ExpressionList":
            pairs = [(parts[0], item) for item in parts[-1].children]
        elif isinstance(parts[1], Token) and parts[1].text in {"=", "!="}:
            pairs = [(parts[0], parts[2]), (parts[2], parts[0])]
        else:
            continue
        for other, item in pairs:
            literal, property_iri = tree.literal(item), object_property(tree, other)
            if literal and property_iri:
                yield _Place(item=item, literal=literal, property_iri=property_iri, relation=relation)


def _choose(place: _Place, index: ValueIndex, edits: TermEdits, ontology: Ontology) -> _Choice:
    literal = place.literal
    if literal.datatype not in _TEXT | _NUMBERS:
        return _Choice(how="stored")
    properties = ontology.subproperties(place.property_iri)
    hits = index.lookup(literal.value, limit=50)
    own = [v for v in hits if _held(v, properties)]
    if any(_same(v.term, literal) for v in own):
        return _Choice(how="stored")
    if literal.datatype in _NUMBERS:
        return _number(place, own)
    if own:
        exact = [v for v in own if v.text == literal.value]
        return _Choice(how="spelling", terms=tuple(v.term for v in exact or own)[:_MOST])
    if edits.wants_individual(place.property_iri):
        things = tuple(RdfTerm("uri", iri) for v in hits for iri in (v.subjects or _iri(v)))
        if things:
            return _Choice(how="spelling", terms=tuple(dict.fromkeys(things)))
    near = [(m.score, v) for m in index.search(literal.value, limit=50) for v in m.values if _held(v, properties)]
    close = [(score, v.term) for score, v in near if score >= CLOSE]
    if close and close[0][0] >= SURE and (len(close) == 1 or close[1][0] < close[0][0]):
        return _Choice(how="close", terms=(close[0][1],))
    if close:
        return _Choice(how="several", terms=tuple(dict.fromkeys(term for _, term in close))[:_MOST])
    elsewhere = tuple(dict.fromkeys(h.property for v in hits for h in v.holders))
    return _Choice(how="elsewhere" if elsewhere else "unknown", properties=elsewhere[:_MOST])


def _number(place: _Place, own: Sequence[StoredValue]) -> _Choice:
    """A number that is stored as text, or with another datatype where terms must be the same."""
    stored = [v.term for v in own if v.term.kind == "literal" and (place.group or v.term.datatype is None)]
    return _Choice(how="spelling", terms=tuple(stored)) if stored else _Choice(how="stored")


def _held(value: StoredValue, properties: frozenset[str]) -> bool:
    return any(holder.property in properties for holder in value.holders)


def _same(term: RdfTerm, literal: LiteralValue) -> bool:
    if term.kind != "literal" or term.value != literal.value:
        return False
    datatype = term.datatype or (RDF + "langString" if term.language else XSD + "string")
    return datatype == literal.datatype and (term.language or "").lower() == literal.language


def _iri(value: StoredValue) -> tuple[str, ...]:
    return (value.term.value,) if value.term.kind == "uri" else ()


def _write(edits: TermEdits, place: _Place, choice: _Choice) -> None:
    texts = []
    for term in choice.terms:
        try:
            texts.append(written(term))
        except ValueError:  # a term that SPARQL cannot express is no choice
            continue
    texts = list(dict.fromkeys(texts))
    if not texts:
        return
    if place.group is not None:
        edits.one_of(place.item, place.group, texts)
        return
    relation = place.relation
    assert relation is not None
    sign = relation.children[1]
    if len(texts) == 1 or not (isinstance(sign, Token) and sign.text in {"=", "!="}):
        edits.replace(place.item, ", ".join(texts))
        return
    other = relation.children[2] if relation.children[0] is place.item else relation.children[0]
    word = "NOT IN" if sign.text == "!=" else "IN"
    edits.replace(relation, f"{edits.query.source(other)} {word} ({', '.join(texts)})")


_MESSAGES: Final = {
    "spelling": "a value of {0} was written as the graph stores it",
    "close": "a value of {0} is not stored as written; the one close to it was taken",
    "several": "a value of {0} is not stored as written; the values close to it were taken",
    "elsewhere": "a value is not one of {0}; other properties hold it",
    "unknown": "a value of {0} is not in the graph",
}


def _finding(place: _Place, choice: _Choice, ontology: Ontology) -> Finding:
    term = ontology.term(place.property_iri)
    label = term.label() if term is not None else local_name(place.property_iri)
    return Finding(
        code=f"value-{choice.how}",
        severity="info" if choice.how == "spelling" else "warning",
        message=_MESSAGES[choice.how].format(f"“{label}”"),
        start=place.item.start,
        end=place.item.end,
        terms=(place.property_iri, *choice.properties),
        suggestion="Check the value's spelling." if choice.how in {"close", "several", "unknown"} else None,
    )

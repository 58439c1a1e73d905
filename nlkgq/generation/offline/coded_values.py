"""Words for values that are stored otherwise: ``Asian`` for Asia, ``female`` for F, ``infinite`` for INF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.naming import identifier_words
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.iri import XSD
from nlkgq.masking.inflection import places_of
from nlkgq.results.models import RdfTerm
from nlkgq.values.model import ValueIndex

Lookup = Callable[[str], list[Reading]]

# What properties of a kind are called, and how their values are stored, for the words that stand for these.
_SEX = frozenset(("sex", "gender", "geschlecht"))
_HAND = frozenset(("hand", "handedness", "hands", "plays"))
_CODES: Mapping[str, tuple[frozenset[str], tuple[str, ...]]] = {
    **dict.fromkeys(
        ("female", "females", "woman", "women", "girl", "girls", "weibliche", "weiblichen", "frauen"),
        (_SEX, ("F", "female", "woman", "W", "weiblich")),
    ),
    **dict.fromkeys(
        ("male", "males", "man", "men", "boy", "boys", "mannliche", "mannlichen", "manner"),
        (_SEX, ("M", "male", "man", "männlich")),
    ),
    "left": (_HAND, ("L", "left")),
    "right": (_HAND, ("R", "right")),
}
_INFINITE = frozenset(("infinite", "infinity", "infinitely", "unendlich", "unendliche", "unendlichen"))
_FLOATING = frozenset((f"{XSD}float", f"{XSD}double"))
_YES_AND_NO = (("true", "false"), ("T", "F"), ("Y", "N"), ("yes", "no"), ("1", "0"))


def coded(token: Token, lookup: Lookup) -> list[Reading]:
    """What a word may mean as a value that is stored as something else; [] for most words."""
    if token.kind != "word":
        return []
    for place in places_of(token.text, by_rule=False) if token.text[:1].isupper() else ():
        found = [r for r in lookup(place) if r.kind in ("value", "entity")]
        if found:
            return found
    if token.folded in _INFINITE:
        return [r for r in lookup("INF") if r.kind == "value" and r.terms[0].datatype in _FLOATING]
    properties, codes = _CODES.get(token.folded, (frozenset(), ()))
    meant = [
        r
        for code in codes
        for r in lookup(code)
        if any(properties & identifier_words(iri) for iri in (r.iri, *r.held_by))
    ]
    things = [r for r in meant if r.kind == "entity"]
    if things:
        return things[:1]
    values: dict[str, Reading] = {}
    for r in meant:
        # "left" and "L", in one graph
        same = values.get(r.iri)
        terms = dict.fromkeys((*(same.terms if same is not None else ()), *r.terms))
        values[r.iri] = replace(same or r, terms=tuple(terms))
    return list(values.values())


def truths(index: ValueIndex, schema: SchemaGraph) -> dict[str, tuple[RdfTerm, RdfTerm]]:
    """The values that stand for yes and no, for the properties that hold nothing else."""
    profile = schema.profile
    if profile is None:
        return {}
    small = {
        iri: held.objects for iri, held in profile.properties.items() if held.objects <= 2 and schema.is_literal(iri)
    }
    found: dict[str, tuple[RdfTerm, RdfTerm]] = {}
    for yes, no in _YES_AND_NO if small else ():
        holders = [_holders(index, word) for word in (yes, no)]
        for iri, count in small.items():
            terms = [h.get(iri) for h in holders]
            held = [t for t in terms if t is not None]
            if len(held) == count and held and iri not in found and _is_statement(iri):
                template = held[0]
                found[iri] = (
                    terms[0] or RdfTerm("literal", yes, template.language, template.datatype),
                    terms[1] or RdfTerm("literal", no, template.language, template.datatype),
                )
    return found


def _holders(index: ValueIndex, word: str) -> dict[str, RdfTerm]:
    return {
        h.property: v.term
        for v in index.lookup(word)
        if v.term.kind == "literal" and v.term.value.lower() == word.lower()
        for h in v.holders
    }


def _is_statement(iri: str) -> bool:
    """Whether the property is called like something that is so or not, not like a sex or a code."""
    return not identifier_words(iri) & (_SEX | _HAND | {"id", "code", "key", "number", "year", "count"})

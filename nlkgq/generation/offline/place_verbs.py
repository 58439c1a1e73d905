"""Verbs that only say where something is: ``firms based in Oslo``."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.mentions import Plan
from nlkgq.generation.offline.naming import identifier_words
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier

OF_PLACE = frozenset(
    (
        *("come", "comes", "came", "coming", "live", "lives", "lived", "living", "stay", "reside", "resides"),
        *("based", "located", "situated", "headquartered", "settled"),
    )
)
PLACES = frozenset(
    (
        *("country", "nation", "city", "town", "state", "region", "place", "location", "home", "hometown"),
        *("village", "parish", "county", "municipality", "canton", "province", "suburb", "street", "island", "port"),
    )
)


def leads_to_place(iri: str, vocabulary: Vocabulary) -> bool:
    """Whether a relation is called as what tells where something is, or from where: ``comes from``, ``lies in``."""
    term = vocabulary.schema.ontology.term(iri)
    names = [t.value for t in (*term.labels, *term.alt_labels)] if term is not None else []
    return any(words_of(n)[-1:] and words_of(n)[-1] in _AT for n in (*names, split_identifier(local_name(iri))))


_AT = frozenset(("in", "at", "from", "near"))


def drop_place_verbs(plan: Plan) -> None:
    """``firms based in Oslo``, where Oslo is the city of a firm: drops, in place, the verb as other things have it."""
    for thing, verb, place in zip(plan.mentions, plan.mentions[1:], plan.mentions[2:], strict=False):
        owner = thing.readings[0] if thing.readings else None
        if owner is None or owner.kind != "class" or owner.subject == ANYTHING or not verb.readings:
            continue
        if verb.text.lower().split()[0] not in OF_PLACE or any(r.subject & owner.subject for r in verb.readings):
            continue
        values = [r for r in place.readings if r.kind == "value" and r.subject & owner.subject]
        cities = [r for r in values if identifier_words(r.iri) & PLACES]
        if cities and verb.readings[0].kind == "property":
            place.readings = cities
            plan.mentions.remove(verb)
            return

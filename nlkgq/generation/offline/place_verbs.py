"""Verbs that only say where something is: ``firms based in Oslo``."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.mentions import Plan
from nlkgq.generation.offline.naming import identifier_words

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

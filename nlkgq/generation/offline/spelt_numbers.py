"""Properties whose values are numbers though they are stored as text and declared as nothing else."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import NUMERIC, TEMPORAL, SchemaGraph
from nlkgq.generation.offline.vocabulary import is_called_key
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier
from nlkgq.values.model import ValueIndex

_HIGHEST = 300
"""Whole numbers from 0 up to this are looked for: ages, heights, scores, sizes."""
_SHARE = 0.5
_FEWEST = 3
_HOLDERS = 20


def spelt_numbers(index: ValueIndex, schema: SchemaGraph) -> frozenset[str]:
    """The properties of which at least half of the different values spell a whole number; keys are none.

    Of those that are called after how many there are, such as ``num_rooms``, one such value is enough.

    Args:
        index: Looked up a fixed number of times, however much it holds.
        schema: With the profile; without one nothing is known.
    """
    profile = schema.profile
    texts = {
        iri: held.objects
        for iri, held in (profile.properties if profile is not None else {}).items()
        if held.datatypes and held.datatypes.keys().isdisjoint(NUMERIC | TEMPORAL)
        if _is_amount(iri) or (held.objects >= _FEWEST and not is_called_key(iri))
    }
    found: dict[str, int] = dict.fromkeys(texts, 0)
    for number in range(_HIGHEST + 1) if texts else ():
        spelt = str(number)
        holding = {
            h.property
            for v in index.lookup(spelt, limit=_HOLDERS)
            if v.term.kind == "literal" and v.term.value == spelt
            for h in v.holders
        }
        for iri in holding & found.keys():
            found[iri] += 1
    return frozenset(iri for iri, n in found.items() if n >= _SHARE * texts[iri] or (n and _is_amount(iri)))


def _is_amount(iri: str) -> bool:
    words = split_identifier(local_name(iri)).lower().split()
    return len(words) > 1 and (words[0] in ("num", "number", "count", "total") or words[-1] in ("count", "qty"))

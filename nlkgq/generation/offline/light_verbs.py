"""Verbs that only say how the things beside them hang together: ``papers published by X``, ``which films X made``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.assembly import Assembly
from nlkgq.generation.offline.function_words import THEY
from nlkgq.generation.offline.linking import SUBJECT
from nlkgq.generation.offline.naming import is_naming


def light_verbs(
    assembly: Assembly, fills: Mapping[int, Sequence[int]], told: frozenset[int], schema: SchemaGraph
) -> dict[int, bool]:
    """Mentions of verbs whose only reading is a literal that the question neither gives nor asks for.

    Beside a connection that the schema found, such a verb names the connection: to demand its literal as well would
    lose the things that lack it.

    Args:
        assembly: The mentions, joined.
        fills: Property mention -> mentions of the values that fill it.
        told: Mentions that the question asks for, denies or compares.
        schema: What the properties hold.

    Returns:
        Mention -> whether it stands for a connection; False when a date or value beside it says all.
    """
    found: dict[int, bool] = {}
    for m, reading in enumerate(assembly.readings):
        verb = reading.kind == "property" and not reading.object and not reading.noun
        if not verb or m in told or fills.get(m):
            continue
        owner = assembly.find((m, SUBJECT))
        same = {n for n, port in assembly.masks if assembly.find((n, port)) == owner}
        near = [n for n in (m - 2, m - 1, m + 1, m + 2) if 0 <= n < len(assembly.readings)]
        # "they published": whoever was named before.
        told_of = bool(THEY.intersection(assembly.mentions[m].gap))
        beside = {n for n in near if assembly.readings[n].kind in ("value", "entity", "asked")}
        # "published by the author X"
        named = {assembly.find((n, SUBJECT)) for n in beside}
        beside |= {n for n in near if assembly.readings[n].kind == "class" and assembly.find((n, SUBJECT)) in named}
        # "published by the authors of X"
        beside |= {n for n in near if n > m and _is_doer(assembly, n)}
        if _is_valued(assembly, m, same, fills) or _is_said(assembly, m, same) or _is_dated(assembly, m, same, schema):
            found[m] = False
        elif any(
            link.kind == "path" and {link.left, link.right} & same and (told_of or {link.left, link.right} & beside)
            for link in assembly.links
        ):
            found[m] = True
    return found


def _is_doer(assembly: Assembly, m: int) -> bool:
    reading = assembly.readings[m]
    return reading.kind == "property" and reading.noun and bool(reading.object) and "by" in assembly.mentions[m].gap


def _is_dated(assembly: Assembly, verb: int, same: set[int], schema: SchemaGraph) -> bool:
    """``in what year was it published``: the verb tells of which date."""
    return any(
        n != verb
        and (assembly.mentions[n].projected or assembly.mentions[n].group or assembly.mentions[n].superlative)
        and assembly.readings[n].kind == "property"
        and schema.tells_when(assembly.readings[n].iri)
        for n in same
    )


def _is_valued(assembly: Assembly, verb: int, same: set[int], fills: Mapping[int, Sequence[int]]) -> bool:
    """``published in (the year) 2005``: what follows the verb is a value of another literal of the same thing."""
    after = verb + 1
    if after not in same:
        return False
    reading = assembly.readings[after]
    if reading.kind == "property":
        return bool(fills.get(after)) and not reading.object
    return reading.kind == "value" and not is_naming(reading.iri)


def _is_said(assembly: Assembly, verb: int, same: set[int]) -> bool:
    """``in 2009 on FNR, which plays were aired``: a value of the verb's own literal stands elsewhere."""
    iri = assembly.readings[verb].iri
    return any(assembly.readings[n].kind == "value" and assembly.readings[n].iri == iri for n in same)

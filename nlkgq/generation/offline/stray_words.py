"""Signs that a word stands beside what it tells of and was joined to something else."""

from __future__ import annotations

from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.candidate import Candidate
from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.linking import SUBJECT
from nlkgq.generation.offline.said_again import THEIR


def measures_words(c: Candidate) -> bool:
    """``which title is the longest``, read as the title of what takes longest: words have a length of their own."""
    read = list(zip(c.assembly.mentions, c.assembly.readings, strict=True))
    for (name, told), (adjective, measured) in pairwise(read):
        words = told.kind == "property" and told.noun and not told.object and name.projected
        beside = adjective.text.lower() in _LONG and bool(adjective.gap) and (BE | {"the"}).issuperset(adjective.gap)
        schema = c.writer.schema
        if (
            words
            and beside
            and told.iri != measured.iri
            and not (schema.is_numeric(told.iri) or schema.tells_when(told.iri))
        ):
            return True
    return False


_LONG = frozenset(("longest", "shortest", "longer", "shorter", "long", "short"))


def by_nobody(c: Candidate) -> bool:
    """``players in films by their brother``, where the brother has to do with the players, and not with the films."""
    linked = {(k.left, k.right) for k in c.assembly.links}
    for before, after in pairwise(c.assembly.mentions):
        done = "by" in after.gap and THEIR.intersection(after.gap) and not (after.by or after.group or after.order)
        thing = c.assembly.readings[before.number].kind == "class"
        if done and thing and (before.number, after.number) not in linked:
            return True
    return False


def dated_otherwise(c: Candidate) -> bool:
    """``when did X win a prize``, told as when X was made, where prizes have dates of their own."""
    schema = c.writer.schema
    for m, told in zip(c.assembly.mentions, c.assembly.readings, strict=True):
        if m.asked != "when" or told.kind != "property":
            continue
        owner = c.assembly.masks.get(c.assembly.find((m.number, SUBJECT)), ANYTHING)
        for verb, acted in zip(c.assembly.mentions, c.assembly.readings, strict=True):
            does = acted.kind == "property" and not acted.noun and verb.number > m.number
            if not does or ANYTHING in (owner, acted.subject) or owner & (acted.subject | acted.object):
                continue
            own = [p for p in schema.ontology.properties if schema.subjects(p) & acted.subject and schema.is_used(p)]
            if any(map(schema.tells_when, own)):
                return True
    return False

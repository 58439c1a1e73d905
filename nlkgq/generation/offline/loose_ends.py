"""Words of which the pattern says less than they do: verbs that act on nothing, owners that no word stands for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nlkgq.generation.offline.building import Builder
from nlkgq.generation.offline.determined import is_deed_of
from nlkgq.generation.offline.function_words import HAVE
from nlkgq.generation.offline.linking import OBJECT, SUBJECT
from nlkgq.generation.offline.operators import says_little
from nlkgq.iri import local_name

_SAYS_LITTLE = 3


def implied_owners(builder: Builder, words: Iterable[str]) -> int:
    """Nouns read as what some thing has, though they name a class and nothing tells of such a thing.

    "The suppliers" are all suppliers, not only those that something has; "the suppliers that we have" may be.

    Args:
        words: The folded words of the question.
    """
    alone, found = set(builder.graph.dangling(said=False)), 0
    has = not HAVE.isdisjoint(words)
    for m, reading in enumerate(builder.readings):
        noun = reading.kind == "property" and reading.object and reading.noun
        if not noun:
            continue
        unsaid = builder.node(m, SUBJECT) in alone and not (has and local_name(reading.iri).startswith("has"))
        if unsaid or _is_told_otherwise(builder, m):
            found += any(
                r.kind == "class" and r.subject == reading.object and r.score >= reading.score
                for r in builder.mentions[m].readings
            )
    return found


def _is_told_otherwise(builder: Builder, m: int) -> bool:
    """``in which towns was X shown``: the town of the showing, which need not be the one that X comes from."""
    reading = builder.readings[m]
    if builder.mentions[m].of:
        # "which players of X have no number": X is told of, too
        return False
    return any(
        k.connection is not None
        and (m, OBJECT) in ((k.left, k.left_port), (k.right, k.right_port))
        and reading.iri not in {s.property for s in k.connection.steps}
        for k in builder.assembly.links
    )


def dangling_verbs(builder: Builder, languages: Sequence[str]) -> int:
    """Verbs with an object that nothing in the question is: ``made`` without by whom or where.

    "Was tested" needs nobody who did. One that often says nothing (``used``) counts more: it says nothing here either.
    """
    loose = set(builder.graph.dangling())
    return sum(
        _SAYS_LITTLE if says_little(builder.mentions[m].text.lower(), languages) else 1
        for m, r in enumerate(builder.readings)
        if r.kind == "property"
        and r.object
        and not r.noun
        and builder.mentions[m].counted is None
        and {builder.node(m, SUBJECT), *(() if is_deed_of(r.iri) else (builder.node(m, OBJECT),))} & loose
    )

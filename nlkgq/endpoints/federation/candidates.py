"""What a variable can be, as far as the data fetched so far tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from nlkgq.endpoints.federation.plan import Context
from nlkgq.results.models import RdfTerm


class Candidates(NamedTuple):
    """Values that a variable can have: every value that it has in a solution is among them.

    Args:
        values: The values.
        open: Values known without any trusted source, a superset as well; None where a trusted source had to tell.
        anchors: Contexts in whose fetched graph each value is a node.
    """

    values: frozenset[RdfTerm]
    open: frozenset[RdfTerm] | None
    anchors: frozenset[Context] = frozenset()


Known: TypeAlias = Mapping[str, Candidates]
Unstable: TypeAlias = Callable[[RdfTerm], bool]
"""Whether a blank node may have another label in another answer."""


def narrowed(one: Candidates, other: Candidates, unstable: Unstable) -> Candidates:
    """What satisfies both. A blank node without a stable label may be any other: it stays."""
    opened = one.open if other.open is None else other.open
    if one.open is not None and other.open is not None:
        opened = _both(one.open, other.open, unstable)
    return Candidates(_both(one.values, other.values, unstable), opened, one.anchors | other.anchors)


def _both(one: frozenset[RdfTerm], other: frozenset[RdfTerm], unstable: Unstable) -> frozenset[RdfTerm]:
    return (one & other) | {term for term in one ^ other if term.kind == "bnode" and unstable(term)}


def either(branches: Iterable[Known]) -> dict[str, Candidates]:
    """What satisfies one of several alternatives, for the variables that all of them know."""
    known = list(branches)
    names = set(known[0]).intersection(*known[1:]) if known else set()
    found: dict[str, Candidates] = {}
    for name in names:
        parts = [branch[name] for branch in known]
        opened = [part.open for part in parts if part.open is not None]
        found[name] = Candidates(
            frozenset().union(*(part.values for part in parts)),
            frozenset().union(*opened) if len(opened) == len(parts) else None,
            frozenset.intersection(*(part.anchors for part in parts)),
        )
    return found


def narrow(known: dict[str, Candidates], found: Known, unstable: Unstable) -> bool:
    """Puts ``found`` into ``known``; False when a variable has no value left."""
    for name, candidates in found.items():
        known[name] = narrowed(known[name], candidates, unstable) if name in known else candidates
    return all(known[name].values for name in found)

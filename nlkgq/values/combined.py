"""Several value indexes as one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nlkgq.results.models import RdfTerm
from nlkgq.values.model import Holder, NearValues, StoredValue, ValueIndex, ValueMatch


class CombinedValueIndex:
    """A `ValueIndex` over several graphs. A value that several hold is one value with the holders of all.

    Args:
        indexes: At least one; whoever made them closes them.

    >>> from nlkgq.values.empty import EmptyValueIndex
    >>> CombinedValueIndex([EmptyValueIndex(), EmptyValueIndex()]).lookup("Ann")
    ()
    """

    def __init__(self, indexes: Sequence[ValueIndex]) -> None:
        self._indexes = tuple(indexes)

    def lookup(self, text: str, *, limit: int = 20) -> Sequence[StoredValue]:
        """Values whose whole surface form is ``text``; exact ones of all graphs before folded ones."""
        found = [value for index in self._indexes for value in index.lookup(text, limit=limit)]
        return _united(sorted(found, key=lambda value: value.text != text))[:limit]

    def search(self, text: str, *, limit: int = 20) -> Sequence[ValueMatch]:
        """Values near ``text`` as a whole, best first."""
        found = [match for index in self._indexes for match in index.search(text, limit=limit)]
        return sorted(_joined(found), key=lambda match: -match.score)[:limit]

    def near_values(
        self, text: str, properties: frozenset[str], *, things: bool = False, limit: int = 50
    ) -> Sequence[tuple[str, StoredValue]]:
        """Values of some properties that are spelt nearly like ``text``, of all graphs."""
        found: dict[tuple[str, StoredValue], None] = {}
        for index in self._indexes:
            if isinstance(index, NearValues):
                found.update(dict.fromkeys(index.near_values(text, properties, things=things, limit=limit)))
        return tuple(found)

    def scan(self, text: str, *, fuzzy: bool = True) -> Sequence[ValueMatch]:
        """Every span of a question that may be a stored value of any of the graphs."""
        found = [match for index in self._indexes for match in index.scan(text, fuzzy=fuzzy)]
        return sorted(_joined(found), key=lambda match: (match.start, match.end))

    def individual(self, iri: str) -> StoredValue | None:
        """The named individual with this IRI, with what all graphs say of it."""
        found = [value for index in self._indexes if (value := index.individual(iri)) is not None]
        return _united(found)[0] if found else None


def _joined(matches: Iterable[ValueMatch]) -> list[ValueMatch]:
    """Matches of one span and kind as one."""
    found: dict[tuple[int, int, str], list[ValueMatch]] = {}
    for match in matches:
        found.setdefault((match.start, match.end, match.kind), []).append(match)
    return [
        ValueMatch(
            start=start,
            end=end,
            kind=same[0].kind,
            score=max(match.score for match in same),
            values=_united(value for match in same for value in match.values),
        )
        for (start, end, _), same in found.items()
    ]


def _united(values: Iterable[StoredValue]) -> tuple[StoredValue, ...]:
    """Each value once, in order of first appearance."""
    found: dict[tuple[str, RdfTerm], list[StoredValue]] = {}
    for value in values:
        found.setdefault((value.text, value.term), []).append(value)
    return tuple(same[0] if len(same) == 1 else _merged(same) for same in found.values())


def _merged(values: Sequence[StoredValue]) -> StoredValue:
    uses: dict[tuple[str, str], int] = {}
    for holder in (holder for value in values for holder in value.holders):
        place = (holder.property, holder.subject_class)
        uses[place] = uses.get(place, 0) + holder.uses
    ordered = sorted(uses.items(), key=lambda item: -item[1])
    return StoredValue(
        text=values[0].text,
        term=values[0].term,
        holders=tuple(Holder(name, kind, count) for (name, kind), count in ordered),
        classes=tuple(dict.fromkeys(kind for value in values for kind in value.classes)),
        subjects=tuple(dict.fromkeys(iri for value in values for iri in value.subjects)),
    )

"""A value index that knows other names of values: "Big Blue" for the stored "IBM"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from nlkgq.errors import ConfigError
from nlkgq.values.folding import key, tokens, words
from nlkgq.values.model import MatchKind, NearValues, StoredValue, ValueIndex, ValueMatch

_SURE: Final = 1.0


class SynonymValueIndex:
    """A `ValueIndex` with further names for what another one stores. A name means the stored value, and is no value.

    Args:
        index: What is stored; whoever made it closes it.
        synonyms: Name -> stored text.

    >>> from nlkgq.values.empty import EmptyValueIndex
    >>> SynonymValueIndex(EmptyValueIndex(), {"Big Blue": "IBM"}).scan("Who works for big blue?")[0].kind
    'folded'
    """

    def __init__(self, index: ValueIndex, synonyms: Mapping[str, str]) -> None:
        self._index = index
        self._stored = {key(name): stored for name, stored in synonyms.items()}
        self._written = {key(name): name for name in synonyms}
        self._longest = max((len(words(name)) for name in synonyms), default=0)

    def check(self, place: str) -> None:
        """Whether every synonym means something.

        Args:
            place: The file that the synonyms are from.

        Raises:
            ConfigError: The graph does not store what one of them means.
        """
        for name, stored in self._stored.items():
            if not self._index.lookup(stored, limit=1):
                raise ConfigError(
                    f"{place}: {self._written[name]!r}: the graph stores no {stored!r}",
                    place=f"{place} {self._written[name]}",
                    hint="Write the value as the graph stores it, or take the line out.",
                )

    def lookup(self, text: str, *, limit: int = 20) -> Sequence[StoredValue]:
        """Values whose whole surface form is ``text``, those that it is another name of first."""
        own = self._meant(text, limit=limit)
        return tuple(dict.fromkeys((*own, *self._index.lookup(text, limit=limit))))[:limit]

    def search(self, text: str, *, limit: int = 20) -> Sequence[ValueMatch]:
        """Values near ``text`` as a whole, best first."""
        own = [self._match(text, 0, len(text))] if key(text) in self._stored else []
        return (*own, *self._index.search(text, limit=limit))[:limit]

    def scan(self, text: str, *, fuzzy: bool = True) -> Sequence[ValueMatch]:
        """Every span of a question that may be a stored value or another name of one, in order of ``start``."""
        found = [*self._names_in(text), *self._index.scan(text, fuzzy=fuzzy)]
        return sorted(found, key=lambda match: match.start)

    def individual(self, iri: str) -> StoredValue | None:
        """The named individual with this IRI; None when unknown."""
        return self._index.individual(iri)

    def near_values(
        self, text: str, properties: frozenset[str], *, things: bool = False, limit: int = 50
    ) -> Sequence[tuple[str, StoredValue]]:
        """Values of some properties that are spelt nearly like ``text``."""
        if not isinstance(self._index, NearValues):
            return ()
        return self._index.near_values(text, properties, things=things, limit=limit)

    def _names_in(self, text: str) -> Iterator[ValueMatch]:
        found = tokens(text)
        for first in range(len(found)):
            for last in range(first, min(len(found), first + self._longest)):
                start, end = found[first].start, found[last].end
                if key(text[start:end]) in self._stored:
                    yield self._match(text, start, end)

    def _match(self, text: str, start: int, end: int) -> ValueMatch:
        name = text[start:end]
        kind: MatchKind = "exact" if name == self._written[key(name)] else "folded"
        return ValueMatch(start=start, end=end, kind=kind, score=_SURE, values=tuple(self._meant(name)))

    def _meant(self, name: str, *, limit: int = 20) -> Sequence[StoredValue]:
        stored = self._stored.get(key(name))
        return self._index.lookup(stored, limit=limit) if stored is not None else ()

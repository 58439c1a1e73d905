"""The index of a graph that was not scanned: it knows nothing."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.values.model import StoredValue, ValueMatch


class EmptyValueIndex:
    """Finds nothing; unknown words then become placeholders of unknown kind."""

    def lookup(self, text: str, *, limit: int = 20) -> Sequence[StoredValue]:
        """Always ()."""
        return ()

    def search(self, text: str, *, limit: int = 20) -> Sequence[ValueMatch]:
        """Always ()."""
        return ()

    def scan(self, text: str, *, fuzzy: bool = True) -> Sequence[ValueMatch]:
        """Always ()."""
        return ()

    def individual(self, iri: str) -> StoredValue | None:
        """Always None."""
        return None

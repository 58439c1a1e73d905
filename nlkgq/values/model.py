"""What a value index answers; the interface that masking, grounding and the offline translator share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from nlkgq.results.models import RdfTerm

MatchKind = Literal["exact", "folded", "part", "fuzzy"]
"""exact: character by character; folded: after case, accents, spacing and punctuation; part: some words of the value;
fuzzy: within an edit distance."""


class Holder(NamedTuple):
    """Where a value stands: ``property`` of a subject of class ``subject_class`` ("" when untyped), ``uses`` times."""

    property: str
    subject_class: str
    uses: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredValue:
    """A value of the graph: a literal, or an IRI by a name that spells it.

    Args:
        text: The surface form: a literal's lexical form, or the readable local name of an IRI.
        term: The exact stored term (for an IRI: the IRI itself).
        holders: Where it stands, most frequent first. For an IRI: properties that point to it, with the classes of
            the subjects; its own classes are in ``classes``.
        classes: For an IRI, its classes; () for a literal.
        subjects: For a literal that names things (rdfs:label, a name, a title), up to 20 IRIs that carry it, so that
            a caller may write the IRI; `ValueIndex.individual` tells more about each. () otherwise.
    """

    text: str
    term: RdfTerm
    holders: tuple[Holder, ...]
    classes: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueMatch:
    """Stored values that a span of a text may mean.

    ``start`` and ``end`` are offsets in the text, ``score`` in [0, 1] (1.0 exact), ``values`` best first.
    """

    start: int
    end: int
    kind: MatchKind
    score: float
    values: tuple[StoredValue, ...]


class ValueIndex(Protocol):
    """Exact and fuzzy look-up of what a graph stores. Thread-safe, read-only."""

    def lookup(self, text: str, *, limit: int = 20) -> Sequence[StoredValue]:
        """Values whose whole surface form is ``text``, exact before folded; () when none."""
        ...

    def search(self, text: str, *, limit: int = 20) -> Sequence[ValueMatch]:
        """Values near ``text`` as a whole (folded, part, fuzzy), best first; spans cover ``text``."""
        ...

    def scan(self, text: str, *, fuzzy: bool = True) -> Sequence[ValueMatch]:
        """Every span of a question that may be a stored value, overlaps included, in order of ``start``."""
        ...

    def individual(self, iri: str) -> StoredValue | None:
        """The named individual with this IRI, its classes and the properties that point to it; None when unknown."""
        ...


@runtime_checkable
class NearValues(Protocol):
    """What an index offers besides where grounding looks for a value whose property is known."""

    def near_values(
        self, text: str, properties: frozenset[str], *, things: bool = False, limit: int = 50
    ) -> Sequence[tuple[str, StoredValue]]:
        """Values of some properties (of any, when empty) that are spelt nearly like ``text``, with that spelling.

        With ``things`` the properties hold things, which are found by their names.
        """
        ...

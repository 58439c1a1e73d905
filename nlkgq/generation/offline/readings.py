"""What a stretch of the question may mean: readings, and the chunk that holds them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.results.models import RdfTerm

ReadingKind = Literal["class", "property", "value", "entity", "number", "text", "asked"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One meaning.

    Args:
        kind: ``value`` is a literal held by ``iri`` of some subject, ``entity`` an IRI, ``text`` quoted words that the
            graph does not hold, ``asked`` a question word.
        iri: The class, the property, or the property that holds the value; "" for others.
        score: In (0, 1], how well the words fit.
        how: How they matched, for people.
        subject: Classes (mask) of the node, or of the property's subject.
        object: Classes (mask) of the property's object; 0 when it is a literal.
        terms: The stored terms of a value, an entity or a number; more than one means any of them.
        held_by: For an entity, the properties that point to it.
        every: Whether all ``terms`` must hold together (``both ... and``).
        inverse: Whether the property runs from the object of the words to their subject.
        unheld: Those of ``terms`` that the graph does not hold: names beside one that it holds.
        plural: Whether a hidden value was told in the plural: a word for what has it.
        noun: Whether the words name the property's value (``director``) rather than tell of it (``directed``).
    """

    kind: ReadingKind
    iri: str = ""
    score: float = 1.0
    how: str = ""
    subject: int = ANYTHING
    object: int = 0
    terms: tuple[RdfTerm, ...] = ()
    held_by: frozenset[str] = frozenset()
    every: bool = False
    unheld: tuple[RdfTerm, ...] = ()
    inverse: bool = False
    plural: bool = False
    noun: bool = True


@dataclass(slots=True, kw_only=True)
class Chunk:
    """A stretch of tokens with its operator or its readings, best first."""

    start: int
    end: int
    text: str
    operator: str = ""
    readings: list[Reading] = field(default_factory=list)
    number: float | int | None = None
    direction: str = ""
    degree: str = ""

    def only(self, reading: Reading) -> Chunk:
        """A copy with one reading."""
        return replace(self, readings=[reading])


@dataclass(slots=True, kw_only=True)
class Chunking:
    """One way to cut the question: chunks in order, and the tokens that mean nothing here.

    ``unread`` are content words that no reading covers, ``places`` their tokens, ``soft`` those of verbs, which may
    only say that the things beside them belong together, and ``telling`` those verbs that probably say more; ``score``
    is the sum over chunks.
    """

    chunks: list[Chunk]
    unread: list[str]
    score: float
    soft: frozenset[int] = frozenset()
    telling: frozenset[int] = frozenset()
    places: tuple[int, ...] = ()

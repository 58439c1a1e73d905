"""Masked text and its placeholders. Privacy by type: a prompt takes `MaskedText`, never `str`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from nlkgq.values.model import Holder, MatchKind, StoredValue

ValueKind = Literal["string", "number", "date", "individual", "unknown"]
MaskingMode = Literal["strict", "values", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceholderKind:
    """What the graph's structure tells about a masked value, and nothing else.

    Args:
        value: string, number, date (also times and years), individual (an IRI), unknown (not found in the graph).
        holders: Properties and classes that hold such a value, best first; ``uses`` is 0 (it would tell something).
        classes: For an individual, its classes.
        datatype: IRI of the literal's datatype; None for plain strings, individuals and unknown ones.
        approximate: Whether the stored term differs from what was typed.
        several: Whether several stored terms match.
    """

    value: ValueKind
    holders: tuple[Holder, ...] = ()
    classes: tuple[str, ...] = ()
    datatype: str | None = None
    approximate: bool = False
    several: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Placeholder:
    """One masked value. What it stands for never shows in ``repr``."""

    name: str
    kind: PlaceholderKind
    start: int
    """Offset of its first occurrence in the masked text."""
    original: str = field(repr=False)
    """The words of the question."""
    candidates: tuple[StoredValue, ...] = field(default=(), repr=False)
    """Stored terms it may mean, best first; () when nothing is known. For ``match`` "part" a sample of them only."""
    match: MatchKind | None = None
    """How the candidates were found; None when there are none."""
    quoted: bool = False
    """Whether it stood in quotation marks or brackets."""
    plural: bool = False
    """Whether it is the plural of what is stored, and so a word for what has the value: "satires" for Satire."""
    readings: tuple[str, ...] = field(default=(), repr=False)
    """Of a number or date: its XSD lexical forms, likeliest first (``2019-01-15``; ``2019-01`` for a month)."""

    @property
    def is_shared(self) -> bool:
        """Whether it is a part that values have in common, such as a last name, so that all that contain it are meant.

        What was quoted tells the one value that contains it: the title in the label of a record.
        """
        return self.match == "part" and not self.quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A token that was let through, and which list allowed it.

    ``start`` counts in the question as read: misspelt schema words are corrected before.
    """

    text: str
    start: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedText:
    """A question with its values taken out. ``original`` stays on this machine and never shows in ``repr``."""

    text: str
    mode: MaskingMode
    placeholders: tuple[Placeholder, ...] = ()
    passed: tuple[Passed, ...] = ()
    original: str = field(default="", repr=False)

    def __str__(self) -> str:
        return self.text

    def placeholder(self, name: str) -> Placeholder | None:
        """The placeholder called ``name`` (case ignored), or None."""
        return next((p for p in self.placeholders if p.name.casefold() == name.casefold()), None)

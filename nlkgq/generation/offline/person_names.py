"""Names in two columns: the first name of a person, and the last."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.readings import Reading
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier

Part = Literal["first", "last"]
_FIRST: Final = frozenset(("first", "f", "fore", "given", "christian", "vor"))
_LAST: Final = frozenset(("last", "l", "sur", "family", "nach", "familien"))


@lru_cache(maxsize=10_000)
def part_of_name(iri: str) -> Part | None:
    """Which part of a name a property holds; None for a whole name and for anything else.

    >>> part_of_name("http://e/student#fname"), part_of_name("http://e/playerLastName"), part_of_name("http://e/name")
    ('first', 'last', None)
    """
    words = words_of(split_identifier(local_name(iri)))
    joined = "".join(words[-2:]) if words[-1:] == ["name"] else "".join(words[-1:])
    if not joined.endswith("name"):
        return None
    before = joined.removesuffix("name")
    return "first" if before in _FIRST else "last" if before in _LAST else None


def make_one_name(first: str, second: str) -> bool:
    """Whether two properties hold the two parts of a name."""
    return {part_of_name(first), part_of_name(second)} == {"first", "last"}


def tell_one_thing(first: Reading, second: Reading) -> bool:
    """Whether two values are of different properties of things of one class, as a month and a year may be."""
    values = first.kind == second.kind == "value" and first.iri != second.iri
    return values and ANYTHING != first.subject == second.subject


def both_parts(properties: Iterable[str]) -> tuple[str, str] | None:
    """The first properties that hold a first name and a last name; None where one is missing."""
    found: dict[Part, str] = {}
    for iri in properties:
        part = part_of_name(iri)
        if part is not None:
            found.setdefault(part, iri)
    return (found["first"], found["last"]) if len(found) == 2 else None

"""Questions that hold one to five private values, each in a disguise."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

import variants as open_variants
from private_values import LISTS, TEMPLATES

HOW_MANY = {1: 50, 2: 20, 3: 14, 4: 9, 5: 7}
"""Values in a question: how often of a hundred."""


@dataclass(frozen=True, slots=True)
class Disguised:
    """A value as it is written; ``added`` are words of the writing that are not of the value."""

    kind: str
    variant: str
    value: str
    written: str
    added: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its template has ``{v}`` for each of the values."""

    template: str
    values: tuple[Disguised, ...]

    @property
    def text(self) -> str:
        """The question as asked."""
        return self.template.replace("{v}", "{}").format(*(v.written for v in self.values))


def disguises(kind: str, value: str, chance: random.Random) -> list[Disguised]:
    """Every variant that changes the value, and the value as it is.

    Those of `blind_variants`, written without knowledge of the masker, are taken in where that module is there; their
    classes are called "blind: ...".
    """
    found = list(open_variants.variants(kind, value, chance))
    if find_spec("blind_variants") is not None:
        import blind_variants

        found += [(f"blind: {name}", text, more) for name, text, more in blind_variants.variants(kind, value, chance)]
    return [
        Disguised(kind, name, value, written, added)
        for name, written, added in found
        if written.strip() and (name == "exact" or written != value)
    ]


def fuzzy_classes() -> frozenset[str]:
    """The names of classes that no rule undoes."""
    if find_spec("blind_variants") is None:
        return open_variants.FUZZY
    import blind_variants

    return open_variants.FUZZY | {f"blind: {name}" for name in blind_variants.FUZZY}


def questions(pairs: Sequence[tuple[str, str]], count: int, seed: int = 11) -> Iterator[Question]:
    """``count`` questions over values drawn from ``pairs``; rare variant classes are drawn as often as common ones.

    Args:
        pairs: (kind, value)
        count: How many questions.
        seed: Of what is drawn.
    """
    chance = random.Random(seed)
    by_kind: dict[str, list[str]] = {}
    for kind, value in pairs:
        by_kind.setdefault(kind, []).append(value)
    drawn: dict[str, int] = {}

    def one() -> Disguised:
        kind = chance.choice(list(by_kind))
        choices = disguises(kind, chance.choice(by_kind[kind]), chance)
        few = chance.sample(choices, min(6, len(choices)))
        taken = min(few, key=lambda v: drawn.get(v.variant, 0))
        drawn[taken.variant] = drawn.get(taken.variant, 0) + 1
        return taken

    for _ in range(count):
        number = chance.choices(list(HOW_MANY), list(HOW_MANY.values()))[0]
        values = tuple(one() for _ in range(number))
        yield Question(_template(values, chance), values)


def _template(values: Sequence[Disguised], chance: random.Random) -> str:
    if len(values) > 1 and chance.random() < 0.4:
        several = ", ".join(["{v}"] * (len(values) - 1)) + " and {v}"
        return chance.choice(LISTS).replace("{v}", several)
    parts = [chance.choice(TEMPLATES[value.kind]).rstrip("?") for value in values]
    joined = parts[0]
    for part in parts[1:]:
        joined += chance.choice((" and ", "; ", ", and then ", ". ", " or ")) + part
    return joined + chance.choice(("?", "", ".", "?"))

"""Whatever is asked, a query comes back or one error that says why not."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

HERE = Path(__file__).parent
PIECES = (
    *("I need", "Take", "For each", "for every", "Which", "If a", "that", "who", "'s", "each one", "and", "or", "not"),
    *("without", "?", ".", ",", ":", "how many", "the number of", "sorted by", "from Z to A", "oldest first", "-"),
    *("another one", "with which", "in which", "what is its", "Sort the", "break down by", "10th", "5", '"', "(", ")"),
    *("is", "are there", "most", "than", "at least", "both", "neither", "of", "by", "for", "what is the of", "average"),
)
WHOLE = ("", "?", "...", "'", '"', "Take", "Take :", "For each ,", "If a", "each one's", "10th", "of", "what is its of")


def _broken(questions: list[str], seed: int) -> Iterator[str]:
    """Questions with words left out, put in, cut off or shuffled."""
    yield from WHOLE
    chance = random.Random(seed)
    for question in questions:
        for _ in range(6):
            words = question.split()
            for _ in range(chance.randint(1, 4)):
                place = chance.randrange(len(words))
                kind = chance.random()
                if kind < 0.3 and len(words) > 1:
                    del words[place]
                elif kind < 0.6:
                    words.insert(place, chance.choice(PIECES))
                elif kind < 0.8:
                    words = words[: place + 1] if kind < 0.7 else words[place:]
                else:
                    chance.shuffle(words)
            yield " ".join(words)


@pytest.mark.parametrize("name", ["kennels", "bakery"])
def test_broken_questions_raise_nothing_else(world_of: Callable[[Path | None, Path], Any], name: str) -> None:
    pairs = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))["pair"]
    world = world_of(None, HERE / f"{name}_graph.ttl")
    asked = refused = 0
    for question in _broken([p["question"] for p in pairs], 7):
        try:
            world.ask(question)
        except NotUnderstoodError:
            refused += 1
        asked += 1
    assert 0 < refused < asked

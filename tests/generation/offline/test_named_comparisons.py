"""Values that are compared with those of another thing, which is named."""

from __future__ import annotations

from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.results.models import AskResult


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which songs are longer than The Tide?", ["s2", "s4"]),
        ("Which songs are shorter than the song The Tide?", ["s3", "s5"]),
        ("songs with a greater length than Nine Larks", ["s2"]),
        ("Which songs written by Vera Lund are longer than The Tide?", ["s4"]),
        ("Which songs longer than The Tide were performed by Ada Birk?", ["s2"]),
        ("Which songs are not longer than The Tide?", ["s1", "s3", "s5"]),
        ("Which writers were not born before Olaf Quist?", ["p2"]),
        ("Who wrote the songs that are longer than The Tide?", ["p1", "p3"]),
        ("Which writers are older than Ada Birk?", ["p3"]),
        ("Which writers are younger than Ada Birk?", ["p2"]),
        ("Who was born before Olaf Quist?", ["p1", "p3"]),
    ],
)
def test_things(songs: Any, question: str, answer: list[str]) -> None:
    assert sorted(row[0].value.rpartition("#")[2] for row in songs.answer(question).rows) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is Hay Wain longer than Low Lamps?", True),
        ("Is Low Lamps longer than Hay Wain?", False),
        ("Is Ada Birk older than Olaf Quist?", True),
        ("Was Vera Lund born after Olaf Quist?", False),
    ],
)
def test_yes_or_no(songs: Any, question: str, answer: bool) -> None:
    assert songs.answer(question) == AskResult(boolean=answer)


def test_how_many(songs: Any) -> None:
    assert [row[0].value for row in songs.answer("How many songs are shorter than The Tide?").rows] == ["2"]


@pytest.mark.parametrize(
    "question",
    [
        "Is Ada Birk older than Jens Ravn?",
        "How many people are older than Jens Ravn?",
        "Was The Tide judged before Nine Larks?",
    ],
)
def test_what_is_not_known_is_not_denied(songs: Any, question: str) -> None:
    """Of one of them there is no value; of what may be told several times, it is not told which."""
    with pytest.raises(NotUnderstoodError):
        songs.ask(question)

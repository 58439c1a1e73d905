"""Verbs in a row that join the same two things, questions that ask twice, and whose is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.results.models import AskResult


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which songs did Ada Birk write or perform?", ["s1", "s2", "s3"]),
        ("Which songs were written or performed by Ada Birk?", ["s1", "s2", "s3"]),
        ("Which songs did Ada Birk neither write nor perform?", ["s4", "s5"]),
        ("Which songs were neither written nor performed by Ada Birk?", ["s4", "s5"]),
        ("Which songs has Ada Birk not written or performed?", ["s4", "s5"]),
        ("Which songs did Ada Birk write but not perform?", ["s1"]),
        ("Which songs did Ada Birk perform but did not write?", ["s3"]),
        ("Which songs did Ada Birk not write but perform?", ["s3"]),
        ("songs that Ada Birk wrote and performed", ["s2"]),
        ("Who wrote and performed Hay Wain?", ["p1"]),
        ("Who wrote or arranged The Tide?", ["p1", "p3"]),
        ("Who wrote and performed the same song?", ["p1", "p3"]),
        ("Who wrote, performed and arranged the same song?", ["p1"]),
        ("Who has both written and performed a song?", ["p1", "p3"]),
        ("Which songs belong to a cycle and won a prize?", ["s1"]),
        ("Which publisher issued Low Lamps?", ["l1"]),
        ("Which publisher's songs have the highest average length?", ["l2"]),
        ("Which songs were performed by their own writer?", ["s2", "s4"]),
        ("songs written by their performer", ["s2", "s4"]),
        ("Name every song whose writer is also its performer.", ["s2", "s4"]),
        ("Which songs have an arranger who is also their performer?", ["s2"]),
        ("Which writers are also arrangers?", ["p1", "p3"]),
        ("Which performers are not arrangers?", ["p2"]),
        ("List the prize-winning songs", ["s1", "s5"]),
        ("Which publisher has the largest number of prize-winning songs?", ["l1", "l2"]),
        ("Who is married to a writer?", ["p4"]),
        ("Who is married to Jens Ravn?", ["p1"]),
        ("Which people are married to Ada Birk?", ["p4"]),
        ("Which writer's songs have the highest total length?", ["p1"]),
    ],
)
def test_answers(songs: Any, question: str, answer: list[str]) -> None:
    assert sorted(row[0].value.rpartition("#")[2] for row in songs.answer(question).rows) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Did Ada Birk write and perform Hay Wain?", True),
        ("Did Ada Birk write or perform The Tide?", True),
        ("Did Ada Birk write but not perform The Tide?", True),
        ("Did Ada Birk write but not perform Hay Wain?", False),
        ("Did Ada Birk not write but perform Low Lamps?", True),
        ("Did Ada Birk not write but perform Hay Wain?", False),
        ("Did Ada Birk neither write nor perform Nine Larks?", True),
        ("Did Ada Birk neither write nor perform The Tide?", False),
        ("Did Ada Birk not write or perform Nine Larks?", True),
        ("Was Nine Larks neither written nor performed by Ada Birk?", True),
        ("Was The Tide written but not performed by Ada Birk?", True),
        ("Was Hay Wain written but not performed by Ada Birk?", False),
        ("Has Vera Lund neither written nor performed The Tide?", True),
    ],
)
def test_yes_or_no(songs: Any, question: str, answer: bool) -> None:
    """What is denied of one verb is not denied of all, and two denials of two verbs are one."""
    assert songs.answer(question) == AskResult(boolean=answer)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who wrote The Tide and who performed it?", ("p1", "p2")),
        ("Who wrote The Tide and who arranged its tune?", None),
        ("Who performed Low Lamps, and who wrote it?", ("p1", "p2")),
        ("Which publisher issued Low Lamps and what is its seat?", ("l1", "Bergen")),
    ],
)
def test_two_things_are_asked_for(songs: Any, question: str, answer: tuple[str, str] | None) -> None:
    """Both are told, or nothing is."""
    if answer is None:
        with pytest.raises(NotUnderstoodError):
            songs.ask(question)
    else:
        assert [tuple(v.value.rpartition("#")[2] for v in row) for row in songs.answer(question).rows] == [answer]


@pytest.mark.parametrize(
    "question",
    [
        "Who wrote and performed The Tide?",
        "Which publisher has the highest average critic?",
        "Which critic has the highest total critic?",
        "Which publishers are owned by a publisher based in another town?",
        "Who died before they were 60?",
        "Who was the oldest writer when they died?",
        "Which songs star somebody who also wrote them?",
        "Which title is the longest?",
        "Who was in The Tide?",
        "Did Ada Birk write and not write The Tide?",
        "Who wrote or or performed The Tide?",
        "When did The Tide win a prize?",
        "Which performers appear in songs by their spouse?",
        "Which performers have never worked with Ada Birk?",
        "Which songs were performed by somebody who also arranged them?",
    ],
)
def test_what_is_not_said_is_not_given(songs: Any, question: str) -> None:
    """Neither another reading that finds something, nor a mean of words, nor any town, nor the year 60."""
    with pytest.raises(NotUnderstoodError):
        songs.ask(question)


def test_each_verb_is_explained(songs: Any) -> None:
    notes = songs.ask("Which songs did Ada Birk write or perform?").notes
    assert "“perform” is read as performed by, said of the same two things." in notes

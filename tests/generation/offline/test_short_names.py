"""Names that the graph holds cut short or by letters of their words, asked for in full."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.values.acronyms import long_names

NOTES = """@prefix : <http://example.org/notes#> .
:n1 a :Note ; :printedIn "J. Tidal Phys." . :n2 a :Note ; :printedIn "Commun. Reef Soc." .
:n3 a :Note ; :printedIn "Mar. Lett." . :n4 a :Note ; :printedIn "IWTS" . :n5 a :Note ; :printedIn "HiRS" .
:n6 a :Note ; :printedIn "ISCAR" . :n7 a :Note ; :printedIn "Marine Gazette" . :n8 a :Note ; :printedIn "Tid. Rev. B" .
"""


@pytest.fixture(scope="module")
def notes(world_of_text: Callable[..., Any]) -> Any:
    """Notes with where they were printed."""
    return world_of_text(NOTES)


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("the Journal of Tidal Physics", "n1"),
        ("Communications of the Reef Society", "n2"),
        ("Marine Letters", "n3"),
        ("International Workshop on Tides and Seas", "n4"),
        ("the International Conference on High Reef Systems", "n5"),
        ("International Symposium on Corals, Anemones, and Reefs", "n6"),
        ("Marine Gazette", "n7"),
        ("the Journal of Tidal Pharmacy", None),
    ],
)
def test_whole_name_is_the_one_that_is_stored_short(notes: Any, name: str, note: str | None) -> None:
    question = f"Which notes were printed in {name}?"
    if note is None:
        with pytest.raises(NotUnderstoodError):
            notes.ask(question)
    else:
        rows = notes.run(notes.ask(question).query).rows
        assert [row[0].value for row in rows] == [f"http://example.org/notes#{note}"]


def test_name_begins_the_question(notes: Any) -> None:
    rows = notes.run(notes.ask("In Marine Letters, which notes were printed?").query).rows
    assert [row[0].value for row in rows] == ["http://example.org/notes#n3"]


def test_what_is_listed_is_no_long_name() -> None:
    found = {
        letters for _, _, told in long_names(["in", "ESANN", "and", "in", "Neural", "Networks"]) for letters in told
    }
    assert "EANN" not in found

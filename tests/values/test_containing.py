"""Values that hold a text of several words."""

from __future__ import annotations

import pytest

from nlkgq.values.containing import values_containing
from nlkgq.values.store import SqliteValueIndex


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Night of the Quiet", ["The Long Night of the Quiet Rivers"]),
        ("long NIGHT, of the quiet!", ["The Long Night of the Quiet Rivers"]),
        ("Night of Quiet", []),
        ("ong Night of", []),
        ("Night", []),
        ("", []),
    ],
)
def test_all_words_stand_in_a_row(index: SqliteValueIndex, text: str, held: list[str]) -> None:
    assert [value.text for value in values_containing(index, text)] == held

"""Years told by today's date."""

from __future__ import annotations

from datetime import date

import pytest

from nlkgq.generation.offline.relative_dates import with_years


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("What was aired last year?", "What was aired in 2030?"),
        ("What was aired in last year?", "What was aired in 2030?"),
        ("Which plays of this year are long?", "Which plays of 2031 are long?"),
        ("Which plays were aired in the past 10 years?", "Which plays were aired after 2021?"),
        ("Who wrote a play two years ago?", "Who wrote a play in 2029?"),
        ("What happened in the last year of the war?", "What happened in the last year of the war?"),
        ("Who won last year's prize?", "Who won last year's prize?"),
        ("Which last play did Ada write?", "Which last play did Ada write?"),
    ],
)
def test_years_are_written_out(asked: str, written: str) -> None:
    assert with_years(asked, date(2031, 3, 9)) == written

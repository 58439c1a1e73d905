"""Names told by their initials, whatever else the words mean: ``Du, P.``, ``How, J. P.``, ``O'Reilly, U.``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

GUIDES = """@prefix : <http://example.org/guides#> .
:g1 a :Guide ; :fullName "Peng Du" . :g2 a :Guide ; :fullName "Jonathan P. How" . :g3 a :Guide ; :fullName "Jill How" .
:g4 a :Guide ; :fullName "Una-May O'Reilly" . :g5 a :Guide ; :fullName "Ming-Chi Lee" .
:g6 a :Guide ; :fullName "Matthew L. Lee" . :g7 a :Guide ; :fullName "Qiming Du" .
:h1 a :Hike ; :title "Ridge Path" ; :guidedBy :g1 . :h2 a :Hike ; :title "Fen Walk" ; :guidedBy :g2 .
:h3 a :Hike ; :title "Coast Way" ; :guidedBy :g3 . :h4 a :Hike ; :title "Moor Round" ; :guidedBy :g4 .
:h5 a :Hike ; :title "Lake Loop" ; :guidedBy :g5 . :h6 a :Hike ; :title "Wood Lane" ; :guidedBy :g6 .
:h7 a :Hike ; :title "Dune Trail" ; :guidedBy :g7 .
"""


@pytest.fixture(scope="module")
def guides(world_of_text: Callable[..., Any]) -> Any:
    """Hikes with who guides them."""
    return world_of_text(GUIDES)


@pytest.mark.parametrize(
    ("name", "hike"),
    [
        ("Du, P.", "h1"),
        ("P. Du", "h1"),
        ("Du, Q.", "h7"),
        ("How, J. P.", "h2"),
        ("J. P. How", "h2"),
        ("Lee, M. L.", "h6"),
        ("Lee, M. C.", "h5"),
        ("O'Reilly, U.", "h4"),
        ("O'Reilly, Una-May", "h4"),
        ("U. O'Reilly", "h4"),
    ],
)
def test_name_with_initials_is_whose_it_can_be(guides: Any, name: str, hike: str) -> None:
    rows = guides.run(guides.ask(f"Which hikes are guided by {name}?").query).rows
    assert [row[0].value for row in rows] == [f"http://example.org/guides#{hike}"]

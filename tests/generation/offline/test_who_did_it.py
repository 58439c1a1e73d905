"""Who did something, where rows tell of it: members book boats at clerks, and repairs have the name of who did them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

COLUMNS = {
    "member": ("member_id", "member_name", "village", "age"),
    "clerk": ("clerk_id", "clerk_name", "wage"),
    "boat": ("boat_id", "boat_name", "kind", "maker", "boat_age"),
    "booking": ("booking_no", "ref-member_id", "ref-clerk_id", "ref-boat_id", "hours"),
    "repair": ("repair_id", "ref-boat_id", "repaired_by", "cost"),
    "rower": ("rower_id", "first_name", "last_name", "weight", "ref-boat_id"),
}
ROWS = {
    "member": [(1, "Ada Quent", "Lerno", 40), (2, "Bo Brook", "Orm", 31), (3, "Cy Marsh", "Lerno", 25)],
    "clerk": [(1, "Elsa Gram", 20), (2, "Finn Holt", 18)],
    "boat": [(1, "Heron", "punt", "Lund", 7), (2, "Teal", "punt", "Moen", 3), (3, "Rail", "canoe", "Lund", 9)],
    "booking": [
        (11, "member 1", "clerk 1", "boat 1", 2),
        (12, "member 1", "clerk 2", "boat 3", 4),
        (13, "member 2", "clerk 1", "boat 2", 1),
        (14, "member 1", "clerk 1", "boat 2", 3),
    ],
    "repair": [(1, "boat 1", "Gus Ray", 90), (2, "boat 3", "Hal Orr", 40), (3, "boat 1", "Hal Orr", 30)],
    "rower": [(1, "Ida", "Vik", 19, "boat 1"), (2, "Jon", "Lie", 22, "boat 3"), (3, "Kai", "Dal", 30, "boat 1")],
}
PREFIXES = "".join(
    f"PREFIX {p}: <http://example.org/hire/{t}#>\n"
    for p, t in zip(("m", "c", "b", "k", "r", "w"), COLUMNS, strict=True)
)
BOOKED = "?k k:ref-member_id/m:member_name ?n ; k:ref-boat_id ?b"
OF_MEMBERS = f"SELECT ?n {{ {BOOKED} . ?b b:kind 'punt' }}"


@pytest.fixture(scope="module")
def hire(world_of_tables: Callable[..., Any]) -> Any:
    return world_of_tables("hire", COLUMNS, ROWS)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Which members booked punts?", OF_MEMBERS),
        ("Which member booked the Rail?", "SELECT ('Ada Quent' AS ?n) {}"),
        ("Which members booked nothing?", "SELECT ('Cy Marsh' AS ?n) {}"),
        ("Which boats have been booked by Bo Brook?", "SELECT ('Teal' AS ?n) {}"),
        ("Who booked the Rail?", "SELECT ('Ada Quent' AS ?n) {}"),
        ("Who booked the most boats?", "SELECT ('Ada Quent' AS ?n) {}"),
        ("Who handled booking 13?", "SELECT ('Elsa Gram' AS ?n) {}"),
        ("Who cancelled booking 13?", None),
        ("Who repaired the Rail?", "SELECT ('Hal Orr' AS ?n) {}"),
        ("Who makes the Teal?", "SELECT ('Moen' AS ?n) {}"),
    ],
)
def test_who_did_it_is_no_row_of_it(hire: Any, question: str, gold: str | None) -> None:
    if gold is None:
        with pytest.raises(NotUnderstoodError):
            hire.ask(question)
    else:
        hire.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        (
            "Which members booked a canoe, and what are their ages?",
            f"SELECT ?n ?a {{ {BOOKED} . ?b b:kind 'canoe' . ?k k:ref-member_id/m:age ?a }}",
        ),
        (
            "List the members with a canoe booking and their ages",
            f"SELECT ?n ?a {{ {BOOKED} . ?b b:kind 'canoe' . ?k k:ref-member_id/m:age ?a }}",
        ),
        (
            "Which boats were booked by Bo Brook, and what are their ages?",
            "SELECT ?n ?a { ?k k:ref-member_id/m:member_name 'Bo Brook' ; k:ref-boat_id ?b . "
            "?b b:boat_name ?n ; b:boat_age ?a }",
        ),
        (
            "Which rowers row the Heron, and what are their first names?",
            "SELECT ?n { ?r w:first_name ?n ; w:ref-boat_id/b:boat_name 'Heron' }",
        ),
        (
            "Which rowers are heavier than 20, and what are their first names and weights?",
            "SELECT ?n ?y { ?r w:first_name ?n ; w:weight ?y FILTER(?y > 20) }",
        ),
    ],
)
def test_theirs_is_of_those_asked_for(hire: Any, question: str, gold: str) -> None:
    hire.assert_answers(question, PREFIXES + gold)

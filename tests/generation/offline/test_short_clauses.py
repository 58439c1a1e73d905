"""Tables of pottery shops: clauses that say less than their words, units that tell what is measured, both kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

COLUMNS = {
    "shop": ("shop_id", "shop_nm", "opening", "num_visitors"),
    "potter": ("potter_id", "first_name", "last_name", "grade", "spending", "num_stalls", "town"),
    "jar": ("jar_id", "jar_nm", "glaze", "drying_days", "crate_kg", "ref-potter_id", "ref-shop_id"),
}
ROWS = {
    "shop": [(1, "Alder Yard", 1968, 300), (2, "Mill Loft", 1990, 900), (3, "Low Barn", 2004, 450)],
    "potter": [
        (1, "Ida", "Moss", "MFA student", 40, 2, "Ware"),
        (2, "Jon", "Reed", "master", 90, 9, "Hythe"),
        (3, "Una", "Gale", "MFA student", 70, 4, "Hythe"),
        (4, "Per", "Lund", "master", 30, 12, "Ware"),
    ],
    "jar": [
        (1, "Tall Ewer", "ash", 12, 3.5, "potter 1", "shop 1"),
        (2, "Wide Bowl", "tin", 5, 1.5, "potter 1", "shop 2"),
        (3, "Blue Cup", "tin", 9, 2.5, "potter 2", "shop 2"),
        (4, "Dark Vase", "ash", 20, 6.5, "potter 3", "shop 3"),
        (5, "Small Pot", "salt", 7, 0.5, "potter 4", "shop 1"),
    ],
}
PREFIXES = "BASE <http://example.org/pottery/>\n" + "".join(
    f"PREFIX {table}: <http://example.org/pottery/{table}#>\n" for table in COLUMNS
)
BUSY = "SELECT ?f ?l { VALUES (?f ?l) { ('Jon' 'Reed') ('Per' 'Lund') } }"


@pytest.fixture(scope="module")
def pottery(world_of_tables: Callable[..., Any]) -> Any:
    return world_of_tables("pottery", COLUMNS, ROWS)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Which potters have more stalls than the average?", BUSY),
        ("potters with more stalls than average", BUSY),
        ("How many potters have fewer stalls than the average?", "SELECT (2 AS ?n) {}"),
        ("How many MFA students are there?", "SELECT (2 AS ?n) {}"),
        ("last names of the MFA students among the potters", "SELECT ?l { VALUES ?l { 'Moss' 'Gale' } }"),
        (
            "names of the jars with a drying time over 10 days and the names of the shops where they stand",
            "SELECT ?j ?s { VALUES (?j ?s) { ('Tall Ewer' 'Alder Yard') ('Dark Vase' 'Low Barn') } }",
        ),
        (
            "Show the number of potters and the average spending for each town.",
            "SELECT ?t (COUNT(*) AS ?n) (AVG(?s) AS ?a) { ?p potter:town ?t ; potter:spending ?s } GROUP BY ?t",
        ),
        ("Which jar has the longest drying time?", "SELECT ('Dark Vase' AS ?j) {}"),
        ("total crate weight of the jars", "SELECT (14.5 AS ?w) {}"),
        ("names of jars sorted by crate weight", "SELECT ?n { ?j jar:jar_nm ?n ; jar:crate_kg ?w } ORDER BY ?w"),
        ("names and opening years of the shops", "SELECT ?n ?y { ?s shop:shop_nm ?n ; shop:opening ?y }"),
        ("Which shops had an opening earlier than every shop with 900 visitors?", "SELECT ('Alder Yard' AS ?n) {}"),
        (
            "Which jars are larger in crate weight than all jars of the shop Mill Loft? Show the name and the glaze.",
            "SELECT ?n ?g { VALUES (?n ?g) { ('Tall Ewer' 'ash') ('Dark Vase' 'ash') } }",
        ),
        ("Which potters have ash jars as well as tin jars?", "SELECT ('Ida' AS ?f) ('Moss' AS ?l) {}"),
        ("potters with ash as well as tin jars", "SELECT ('Ida' AS ?f) ('Moss' AS ?l) {}"),
        (
            "Find the first name, the last name, and the town of the potters.",
            "SELECT ?f ?l ?t { ?p potter:first_name ?f ; potter:last_name ?l ; potter:town ?t }",
        ),
    ],
)
def test_clauses_are_put_shortly(pottery: Any, question: str, gold: str) -> None:
    pottery.assert_pair({"question": question, "gold": gold, "ordered": "ORDER BY" in gold}, PREFIXES)

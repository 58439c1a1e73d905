"""Tables whose rows tell what was done: by whom, to what, when, with which outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

COLUMNS = {
    "driver": ("driver_id", "driver_name", "village", "hired_year"),
    "crane": (
        "crane_id",
        "crane_name",
        "state",
        "price",
        "electric",
        "built_in_yard",
        "ref-keeper_id",
        "ref-fuel_code",
    ),
    "fuel": ("fuel_code", "fuel"),
    "crane_test": ("test_id", "test_no", "tested_date", "outcome", "bell_heard", "ref-crane_id", "ref-tested_by"),
    "fault": ("fault_id", "severity", "reported_on", "ref-reported_by", "ref-crane_id"),
    "invoice": ("invoice_id", "invoice_year", "amount", "settled", "ref-driver_no"),
    "repair": ("repair_id", "metal", "chief_welder", "part_name", "ref-crane_id"),
    "loan": ("loan_id", "ref-crane_id"),
}
ROWS = {
    "driver": [
        (1, "Tove Lind", "Brekke", 2021),
        (2, "Arne Moe", "Brekke", 2022),
        (3, "Siri Dahl", "Oslund", 2022),
        (4, "Nils Vik", "Oslund", 2023),
    ],
    "crane": [
        (11, "Heron", "open", 900, "Y", "Y", "driver 1", "fuel 1"),
        (12, "Stork", "closed", 400, "N", "Y", "driver 2", "fuel 1"),
        (13, "Egret", "closed", 700, "Y", "N", "driver 2", "fuel 2"),
        (14, "Bittern", "high load", 300, "N", "N", "driver 3", "fuel 2"),
    ],
    "crane_test": [
        (1, 1, "2022-03-01", "pass", "Y", "crane 11", "driver 2"),
        (2, 2, "2022-05-01", "fail", "N", "crane 11", "driver 2"),
        (3, 1, "2023-05-01", "pass", "Y", "crane 12", "driver 3"),
        (4, 2, "2023-06-01", "pass", "N", "crane 12", "driver 2"),
        (5, 1, "2023-07-01", "fail", "Y", "crane 13", "driver 3"),
        (6, 3, "2023-08-01", "fail", "N", "crane 11", "driver 1"),
    ],
    "fault": [
        (1, "minor", "2022-01-01", "driver 1", "crane 11"),
        (2, "major", "2022-02-02", "driver 1", "crane 11"),
        (3, "minor", "2023-03-03", "driver 3", "crane 12"),
    ],
    "invoice": [
        (1, 2022, 90.5, "Y", "driver 1"),
        (2, 2022, 70.5, "N", "driver 2"),
        (3, 2023, 10.5, "N", "driver 4"),
    ],
    "repair": [
        (1, "zinc", "Olga Rust", "tie rod", "crane 12"),
        (2, "iron", "Pelle Strand", "tie rod", "crane 13"),
        (3, "zinc", "Olga Rust", "hook", "crane 14"),
    ],
    "loan": [(1, "crane 11"), (2, "crane 13"), (3, "crane 11")],
    "fuel": [(1, "diesel"), (2, "current"), (3, "steam")],
}
PREFIXES = "".join(f"PREFIX {table}: <http://example.org/yard/{table}#>\n" for table in COLUMNS) + (
    "PREFIX : <http://example.org/yard/>\n"
)


@pytest.fixture(scope="module")
def yard(world_of_tables: Callable[..., Any]) -> Any:
    return world_of_tables("yard", COLUMNS, ROWS)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which cranes are closed?", "Stork Egret"),
        ("names of open cranes", "Heron"),
        ("Which cranes are either open or closed?", "Heron Stork Egret"),
        ("cranes that are not closed", "Heron Bittern"),
    ],
)
def test_an_everyday_word_is_a_state_that_is_stored(yard: Any, question: str, names: str) -> None:
    gold = f"SELECT ?n {{ ?c crane:crane_name ?n FILTER(?n IN ({', '.join(map(repr, names.split()))})) }}"
    yard.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("What is the cheapest electric crane?", "SELECT ('Egret' AS ?n) {}"),
        (
            "For each invoice year, give the number of invoices and the largest amount.",
            "SELECT ?y (COUNT(*) AS ?n) (MAX(?a) AS ?m) { ?i invoice:invoice_year ?y ; invoice:amount ?a } GROUP BY ?y",
        ),
    ],
)
def test_an_adjective_measures_by_an_amount(yard: Any, question: str, gold: str) -> None:
    """What is so or not, and a number that tells things apart, are neither high nor low."""
    yard.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "heard"),
    [
        ("In how many crane tests was the bell not heard?", "N"),
        ("How many crane tests were there where the bell was heard?", "Y"),
    ],
)
def test_what_is_said_in_two_words_is_denied_once(yard: Any, question: str, heard: str) -> None:
    yard.assert_answers(question, PREFIXES + f"SELECT (COUNT(*) AS ?n) {{ ?t crane_test:bell_heard '{heard}' }}")


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Who reported the faults?", "SELECT ?n { ?f fault:ref-reported_by/driver:driver_name ?n }"),
        ("Who reported more than one fault?", "SELECT ('Tove Lind' AS ?n) {}"),
        ("Who reported a major fault?", "SELECT ('Tove Lind' AS ?n) {}"),
        ("Who tested more than 2 cranes?", "SELECT ('Arne Moe' AS ?n) {}"),
        (
            "names of the cranes tested by Siri Dahl",
            "SELECT ?n { ?t crane_test:tested_by 3 ; crane_test:ref-crane_id/crane:crane_name ?n }",
        ),
        (
            "names of the cranes that Siri Dahl tested",
            "SELECT ?n { ?t crane_test:tested_by 3 ; crane_test:ref-crane_id/crane:crane_name ?n }",
        ),
        (
            "the outcomes of tests of closed cranes",
            "SELECT ?o { ?t crane_test:outcome ?o ; crane_test:ref-crane_id/crane:state 'closed' }",
        ),
    ],
)
def test_who_did_it_is_not_what_it_was_done_to(yard: Any, question: str, gold: str) -> None:
    """The row of a test has the crane and whoever tested it; the crane has a keeper, who need not have."""
    yard.assert_answers(question, PREFIXES + gold)


def test_what_they_do_not_do_is_theirs(yard: Any) -> None:
    query = yard.ask("names of the drivers who tested a crane that they do not keep").query
    assert {row[0].value for row in yard.run(query).rows} == {"Tove Lind", "Arne Moe", "Siri Dahl"} - {"Tove Lind"}


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many cranes were tested?", 3),
        ("How many drivers reported a fault?", 2),
        ("How many cranes had both a pass and a fail?", 1),
    ],
)
def test_each_thing_counts_once(yard: Any, question: str, count: int) -> None:
    yard.assert_answers(question, f"SELECT ({count} AS ?n) {{}}")


def test_what_has_both_is_told_once(yard: Any) -> None:
    yard.assert_answers("names of the cranes with both a pass and a fail", "SELECT ('Heron' AS ?n) {}")


def test_a_day_is_told_by_what_happened_on_it(yard: Any) -> None:
    """The year in which a driver was hired is none in which faults were reported."""
    gold = "SELECT ?i { ?f fault:fault_id ?i ; fault:reported_on ?d FILTER(STRSTARTS(?d, '2022')) }"
    yard.assert_answers("fault ids of the faults reported in 2022", PREFIXES + gold)


@pytest.mark.parametrize(
    "question",
    ["average price of the cranes in the village Brekke", "names of the drivers living in Oslund"],
)
def test_who_lives_in_a_village_is_of_it(yard: Any, question: str) -> None:
    if "driver" in question:
        gold = "SELECT ?n { ?d driver:village 'Oslund' ; driver:driver_name ?n }"
        yard.assert_answers(question, PREFIXES + gold)


def test_an_everyday_verb_is_not_half_of_a_name(yard: Any) -> None:
    """``built of zinc`` says nothing of what was built in the yard."""
    try:
        query = yard.ask("names of the cranes built of zinc").query
    except NotUnderstoodError:
        return
    assert "built_in_yard" not in query


@pytest.mark.parametrize(
    "question",
    ["cranes that nobody lent", "Which cranes did no one lend?", "cranes that have never been lent out"],
)
def test_nobody_who_does_something_denies_it(yard: Any, question: str) -> None:
    gold = "SELECT ?n { ?c crane:crane_name ?n MINUS { ?l loan:ref-crane_id ?c } }"
    yard.assert_answers(question, PREFIXES + gold)


def test_a_participle_that_ends_a_question_tells_which(yard: Any) -> None:
    gold = "SELECT ?n { ?l loan:ref-crane_id/crane:crane_name ?n }"
    yard.assert_answers("names of the cranes lent", PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("How many invoices are unsettled?", "SELECT (COUNT(*) AS ?n) { ?i invoice:settled 'N' }"),
        ("amounts of the unsettled invoices", "SELECT ?a { ?i invoice:settled 'N' ; invoice:amount ?a }"),
        ("List the fuel types that no crane has.", "SELECT ('steam' AS ?n) {}"),
        ("severities and report dates of the faults", "SELECT ?s ?d { ?f fault:severity ?s ; fault:reported_on ?d }"),
        ("How many repairs were there of tie rods?", "SELECT (COUNT(*) AS ?n) { ?r repair:part_name 'tie rod' }"),
        ("names of the drivers that contain the letters 'li'", "SELECT ('Tove Lind' AS ?n) {}"),
        (
            "crane names of the cranes looked after by Arne Moe",
            "SELECT ?n { ?c crane:ref-keeper_id/driver:driver_name 'Arne Moe' ; crane:crane_name ?n }",
        ),
    ],
)
def test_words_are_taken_apart(yard: Any, question: str, gold: str) -> None:
    yard.assert_answers(question, PREFIXES + gold)


def test_who_did_it_may_be_a_text(yard: Any) -> None:
    yard.assert_answers("Who welded the hook?", "SELECT ('Olga Rust' AS ?n) {}")


@pytest.mark.parametrize("question", ["Is the cheapest crane closed?", "Who has cranes in Brekke?"])
def test_what_is_told_of_another_is_not_answered(yard: Any, question: str) -> None:
    """The cheapest of them is not any of them; those whom somebody has are not he."""
    with pytest.raises(NotUnderstoodError):
        yard.ask(question)

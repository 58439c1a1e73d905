"""One and another of a kind, roles and their like, what is not so, and by what the largest is the largest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.tokens import tokenize
from nlkgq.generation.offline.wording.kept_only import with_restrictions
from nlkgq.generation.offline.wording.measured_by import with_measures

COLUMNS = {
    "hall": ("hall_id", "hall_name", "region", "built_year", "has_gallery", "ref-parent_hall_id"),
    "fencer": ("fencer_id", "first_name", "last_name", "sex", "vip_flag", "ref-hall_id", "ref-coach_id"),
    "bout": ("bout_no", "ref-red_fencer_id", "ref-blue_fencer_id", "num_touches", "verdict", "filmed_yn"),
    "cup": ("cup_id", "cup_name", "prize"),
    "cup_entry": ("entry_id", "ref-cup_id", "ref-fencer_id", "fee_paid"),
}
ROWS = {
    "hall": [
        (1, "Iron Yard", "North", 1880, "Y", None),
        (2, "Glass Row", "North", 1970, "N", "hall 1"),
        (3, "Long Barn", "South", 1890, "Y", "hall 1"),
        (4, "Mill Loft", "West", 1990, "N", "hall 3"),
    ],
    "fencer": [
        (1, "Ada", "Quent", "F", 1, "hall 1", None),
        (2, "Bo", "Brook", "M", 0, "hall 1", "fencer 1"),
        (3, "Cy", "Marsh", "M", 0, "hall 1", "fencer 1"),
        (4, "Di", "Holm", "F", 1, "hall 2", "fencer 2"),
        (5, "Eli", "Fenn", "M", 0, "hall 3", "fencer 2"),
    ],
    "bout": [
        (11, "fencer 1", "fencer 2", 15, "red", "Y"),
        (12, "fencer 3", "fencer 4", 9, "blue", "N"),
        (13, "fencer 2", "fencer 5", 21, "red", "N"),
        (14, "fencer 4", "fencer 1", 12, "blue", "Y"),
    ],
    "cup": [(1, "Dawn Cup", 900), (2, "Dusk Cup", 400), (3, "Noon Cup", 700)],
    "cup_entry": [
        (1, "cup 1", "fencer 1", "T"),
        (2, "cup 1", "fencer 2", "F"),
        (3, "cup 1", "fencer 3", "T"),
        (4, "cup 2", "fencer 1", "T"),
        (5, "cup 2", "fencer 4", "F"),
        (6, "cup 3", "fencer 3", "T"),
    ],
}
PREFIXES = "".join(
    f"PREFIX {p}: <http://example.org/fencing/{t}#>\n" for p, t in zip(("h", "f", "b", "c", "e"), COLUMNS, strict=True)
)
OLD_AND_NEW = "SELECT DISTINCT ?r { ?h h:region ?r ; h:built_year ?y . ?g h:region ?r ; h:built_year ?z"
NAMES = "?b b:ref-red_fencer_id/f:last_name ?r ; b:ref-blue_fencer_id/f:last_name ?l"


@pytest.fixture(scope="module")
def fencing(world_of_tables: Callable[..., Any]) -> Any:
    """Fencers of halls, their bouts and the cups that they enter."""
    return world_of_tables("fencing", COLUMNS, ROWS)


@pytest.mark.parametrize(
    "question",
    [
        "Which regions have both a hall built before 1900 and one built after 1950?",
        "Which regions have a hall built before 1900 and another that was built after 1950?",
        "Which regions have a hall built before 1900 and also a hall built after 1950?",
    ],
)
def test_one_of_a_kind_and_another(fencing: Any, question: str) -> None:
    fencing.assert_answers(question, PREFIXES + OLD_AND_NEW + " FILTER(?y < 1900 && ?z > 1950) }")


@pytest.mark.parametrize(
    "question",
    [
        "Which regions have a hall with a gallery and a hall without a gallery?",
        "Which regions have both a hall with a gallery and one without?",
        "Find the regions that have halls with a gallery and halls without one.",
    ],
)
def test_one_with_and_one_without(fencing: Any, question: str) -> None:
    gold = "SELECT DISTINCT ?r { ?h h:region ?r ; h:has_gallery 'Y' . ?g h:region ?r ; h:has_gallery 'N' }"
    fencing.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    "question", ["Which halls have a female fencer and a male fencer?", "Halls that have a male and a female fencer"]
)
def test_two_of_a_kind_are_not_joined_to_each_other(fencing: Any, question: str) -> None:
    gold = (
        "SELECT DISTINCT ?n { ?h h:hall_name ?n . [] f:ref-hall_id ?h ; f:sex 'M' . [] f:ref-hall_id ?h ; f:sex 'F' }"
    )
    fencing.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("How many bouts are unfilmed?", "(COUNT(*) AS ?n) { ?b b:filmed_yn 'N' }"),
        ("How many bouts remained unfilmed?", "(COUNT(*) AS ?n) { ?b b:filmed_yn 'N' }"),
        ("How many bouts were filmed?", "(COUNT(*) AS ?n) { ?b b:filmed_yn 'Y' }"),
        ("List the last names of non-VIP fencers.", "?n { ?f f:vip_flag 0 ; f:last_name ?n }"),
        ("Last names of the fencers who are VIPs", "?n { ?f f:vip_flag 1 ; f:last_name ?n }"),
        (
            "Last names of fencers who have not paid the fee",
            "?n { ?e e:fee_paid 'F' ; e:ref-fencer_id/f:last_name ?n }",
        ),
        (
            "Last names of fencers who have not paid their fee for the Dusk Cup",
            "?n { ?e e:fee_paid 'F' ; e:ref-cup_id/c:cup_name 'Dusk Cup' ; e:ref-fencer_id/f:last_name ?n }",
        ),
        ("How many fencers have unpaid fees?", "(COUNT(DISTINCT ?f) AS ?n) { ?e e:fee_paid 'F' ; e:ref-fencer_id ?f }"),
        ("Show the names of cups with unpaid fees.", "?n { ?e e:fee_paid 'F' ; e:ref-cup_id/c:cup_name ?n }"),
    ],
)
def test_what_is_not_so(fencing: Any, question: str, gold: str) -> None:
    fencing.assert_answers(question, f"{PREFIXES}SELECT {gold}")


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("What are the last names of the red fencer and the blue fencer of each bout?", f"?r ?l {{ {NAMES} }}"),
        (
            "Show the bout number, the last name of the red fencer and the last name of the blue fencer of each bout.",
            f"?n ?r ?l {{ {NAMES} ; b:bout_no ?n }}",
        ),
        (
            "Last names of the red and blue fencers of bouts with more than 10 touches",
            f"?r ?l {{ {NAMES} ; b:num_touches ?t FILTER(?t > 10) }}",
        ),
        (
            "List the first and last names of the red fencer and the blue fencer of each bout.",
            "?a ?b ?c ?d { [] b:ref-red_fencer_id ?x ; b:ref-blue_fencer_id ?y . "
            "?x f:first_name ?a ; f:last_name ?b . ?y f:first_name ?c ; f:last_name ?d }",
        ),
    ],
)
def test_a_value_of_each_of_two_roles(fencing: Any, question: str, gold: str) -> None:
    fencing.assert_answers(question, f"{PREFIXES}SELECT {gold}")


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Show the names of halls that belong to the parent hall Iron Yard.", "h:ref-parent_hall_id"),
        ("Show the names of halls whose parent hall is Iron Yard.", "h:ref-parent_hall_id"),
        ("Which halls have Iron Yard as their parent hall?", "h:ref-parent_hall_id"),
    ],
)
def test_a_role_among_things_of_one_kind(fencing: Any, question: str, gold: str) -> None:
    fencing.assert_answers(question, f"{PREFIXES}SELECT ?n {{ ?h {gold}/h:hall_name 'Iron Yard' ; h:hall_name ?n }}")


def test_both_names_of_who_has_a_role(fencing: Any) -> None:
    gold = "SELECT (COUNT(*) AS ?n) { ?f f:ref-coach_id/f:last_name 'Quent' }"
    fencing.assert_answers("How many fencers have Ada Quent as a coach?", PREFIXES + gold)


@pytest.mark.parametrize(
    "question",
    [
        "Which fencers entered both the Dawn Cup and the Dusk Cup? Show the last name.",
        "What are the last names of fencers that entered both the Dusk Cup and the Dawn Cup?",
    ],
)
def test_who_entered_has_an_entry(fencing: Any, question: str) -> None:
    fencing.assert_answers(question, f"{PREFIXES}SELECT ('Quent' AS ?n) {{}}")


@pytest.mark.parametrize(
    "question",
    [
        "How many fencers does each hall have? Return hall name and count, only for halls with at least 2 fencers.",
        "How many fencers does each hall have? Show hall name and count, but only for halls with over 1 fencer.",
    ],
)
def test_only_some_of_those_that_are_counted_for(fencing: Any, question: str) -> None:
    fencing.assert_answers(question, f"{PREFIXES}SELECT ('Iron Yard' AS ?n) (3 AS ?c) {{}}")


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        (
            "What is the longest bout in terms of number of touches? Show its bout number and verdict.",
            "(13 AS ?n) ('red' AS ?v)",
        ),
        (
            "Which bout is the longest by number of touches? Show the bout number and the verdict.",
            "(13 AS ?n) ('red' AS ?v)",
        ),
        ("What is the largest hall as measured by number of fencers?", "('Iron Yard' AS ?v)"),
        ("Which cup was the biggest in terms of prize?", "('Dawn Cup' AS ?v)"),
        ("Which cup is the most popular by number of entries?", "('Dawn Cup' AS ?v)"),
        ("Which is the smallest cup by number of entries?", "('Noon Cup' AS ?v)"),
    ],
)
def test_what_the_extreme_is_measured_by(fencing: Any, question: str, gold: str) -> None:
    fencing.assert_answers(question, f"{PREFIXES}SELECT {gold} {{}}")


@pytest.mark.parametrize(
    "question",
    ["List the touches of each lost bout.", "Show the verdict of the repeated bouts.", "all retired fencers"],
)
def test_a_participle_before_a_noun_tells_which(fencing: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        fencing.ask(question)


@pytest.mark.parametrize(
    "question", ["Which cup did the fencers enter by number?", "Sort the halls by number of fencers.", "By number of?"]
)
def test_what_measures_nothing_stays(fencing: Any, question: str) -> None:
    assert with_measures(tokenize(question), fencing.translator.vocabulary) == tuple(tokenize(question))


@pytest.mark.parametrize("question", ["Show the halls, only.", "Which halls are old? Show them, only the names."])
def test_what_keeps_no_group_stays(fencing: Any, question: str) -> None:
    assert with_restrictions(tokenize(question), fencing.translator.vocabulary) == tuple(tokenize(question))

"""Tables that refer to one another in several ways: which reference a question means when none is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.results.comparison import same_answer

ROWS = {
    "branch": [(1, "Harbour", "teacher 2"), (2, "Hill", "teacher 4"), (3, "Mill", "teacher 5")],
    "teacher": [
        (1, "Ines", "1.01", 10, "branch 1"),
        (2, "Olaf", "1.02", 12, "branch 1"),
        (3, "Petra", "2.01", 14, "branch 1"),
        (4, "Quirin", "2.02", 16, "branch 2"),
        (5, "Rosa", "3.01", 18, "branch 2"),
    ],
    "lesson": [
        (1, "Harp", "teacher 1"),
        (2, "Flute", "teacher 3"),
        (3, "Drums", "teacher 5"),
        (4, "Viola", "teacher 5"),
        (5, "Organ", "teacher 1"),
    ],
    "pupil": [
        (1, "Anna", 3, "teacher 4"),
        (2, "Bela", 10, "teacher 3"),
        (3, "Cora", 17, "teacher 5"),
        (4, "Dina", 24, "teacher 5"),
    ],
    "enrolment": [
        (1, 30, "pupil 1", "lesson 1"),
        (2, 40, "pupil 1", "lesson 2"),
        (3, 50, "pupil 2", "lesson 3"),
        (4, 60, "pupil 3", "lesson 4"),
    ],
}
COLUMNS = {
    "branch": ("branch_id", "town", "ref-head"),
    "teacher": ("teacher_id", "emp_name", "emp_room", "emp_wage", "ref-branch_id"),
    "lesson": ("lesson_id", "title", "ref-teacher_id"),
    "pupil": ("pupil_id", "name", "locker_no", "ref-tutor_id"),
    "enrolment": ("enrolment_id", "fee", "ref-pupil_id", "ref-lesson_id"),
}
PREFIXES = "BASE <http://example.org/music/>\n" + "".join(
    f"PREFIX {table[0]}: <http://example.org/music/{table}#>\n" for table in COLUMNS
)


@pytest.fixture(scope="module")
def music(world_of_tables: Callable[..., Any]) -> Any:
    return world_of_tables("music", COLUMNS, ROWS)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        (
            "What is the town of the branch with the most teachers?",
            "SELECT ?n { ?t t:ref-branch_id/b:town ?n } GROUP BY ?n ORDER BY DESC(COUNT(*)) LIMIT 1",
        ),
        ("What are the names of the teachers of the Hill branch?", "SELECT ?n { ?t t:emp_name ?n ; t:branch_id 2 }"),
        (
            "What is the average wage of the teachers in each town of a branch?",
            "SELECT ?n (AVG(?w) AS ?a) { ?t t:emp_wage ?w ; t:ref-branch_id/b:town ?n } GROUP BY ?n",
        ),
        (
            "What is the name of the teacher who leads the Hill branch?",
            "SELECT ?n { ?b b:town 'Hill' ; b:ref-head/t:emp_name ?n }",
        ),
        (
            "What is the name of the teacher who runs the Mill branch?",
            "SELECT ?n { ?b b:town 'Mill' ; b:ref-head/t:emp_name ?n }",
        ),
    ],
)
def test_the_many_are_meant_unless_the_one_is_named(music: Any, question: str, gold: str) -> None:
    """Each branch has one head, and each teacher a branch."""
    music.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    "question",
    [
        "What are the different names of the pupils who took a lesson taught by a teacher whose wage is 18?",
        "Distinct names of pupils who attended the lessons of teachers whose wage is 18",
    ],
)
def test_who_took_a_lesson_enrolled_in_it(music: Any, question: str) -> None:
    """Not whoever the same teacher is the tutor of."""
    gold = "SELECT DISTINCT ?n { ?s e:ref-pupil_id/p:name ?n ; e:ref-lesson_id/l:ref-teacher_id/t:emp_wage 18 }"
    music.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    "question",
    [
        "Find the names of the teachers who do not teach any lesson.",
        "names of teachers that teach no lesson",
        "Which teachers never teach a lesson? Give their names.",
    ],
)
def test_what_somebody_is_called_after_is_what_they_do(music: Any, question: str) -> None:
    """Neither is `emp_room` a word for what they teach."""
    gold = "SELECT ?n { ?t t:emp_name ?n FILTER NOT EXISTS { ?l l:ref-teacher_id ?t } }"
    music.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        (
            "For each pupil who took a lesson, show the name and how many different lessons they took.",
            "SELECT ?n (COUNT(DISTINCT ?l) AS ?c) { ?s e:ref-pupil_id ?p ; e:ref-lesson_id ?l . ?p p:name ?n } "
            "GROUP BY ?p ?n",
        ),
        (
            "For each pupil with an enrolment, list the name and the total fee of the enrolments.",
            "SELECT ?n (SUM(?f) AS ?t) { ?s e:ref-pupil_id ?p ; e:fee ?f . ?p p:name ?n } GROUP BY ?p ?n",
        ),
        (
            "For every pupil who has an enrolment, give the pupil name and the total fee of his or her enrolments.",
            "SELECT ?n (SUM(?f) AS ?t) { ?s e:ref-pupil_id ?p ; e:fee ?f . ?p p:name ?n } GROUP BY ?p ?n",
        ),
        (
            "For each branch with a teacher, show the town and the number of teachers.",
            "SELECT ?n (COUNT(*) AS ?c) { ?t t:ref-branch_id/b:town ?n } GROUP BY ?n",
        ),
    ],
)
def test_what_is_shown_for_each_is_its_own(music: Any, question: str, gold: str) -> None:
    """Not what stands nearest: the name is the pupil's."""
    music.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("names and wages of teachers, sorted from the highest wage to the lowest", "DESC(?w)"),
        ("Names and wages of the teachers, listed from highest to lowest.", "DESC(?w)"),
        ("names and wages of teachers, from the lowest wage to the highest", "?w"),
        ("What are the names and wages of the teachers, in ascending order?", "?w"),
    ],
)
def test_order_is_told_by_its_ends(music: Any, question: str, order: str) -> None:
    """Where nothing else tells what orders, the number does."""
    generation = music.ask(question)
    rows = music.run(PREFIXES + f"SELECT ?n ?w {{ ?t t:emp_name ?n ; t:emp_wage ?w }} ORDER BY {order}").rows
    assert [r[0].value for r in music.run(generation.query).rows] == [r[0].value for r in rows], generation.query


def test_numbers_of_things_are_their_column(music: Any) -> None:
    """Not how many there are."""
    generation = music.ask("Show the names and locker numbers of the pupils.")
    gold = "SELECT ?n ?l { ?p p:name ?n ; p:locker_no ?l }"
    assert same_answer(music.run(PREFIXES + gold), music.run(generation.query)), generation.query


@pytest.mark.parametrize(
    "question",
    [
        "What are the titles of the lessons that no pupil is enrolled in?",
        "titles of lessons that no pupil was enrolled in",
        "Titles of the lessons no pupil is enrolled in",
    ],
)
def test_what_nobody_did_did_not_happen(music: Any, question: str) -> None:
    """There is no enrolment, and not one without a pupil."""
    generation = music.ask(question)
    gold = "SELECT ?t { ?l l:title ?t FILTER NOT EXISTS { ?s e:ref-lesson_id ?l } }"
    assert same_answer(music.run(PREFIXES + gold), music.run(generation.query)), generation.query

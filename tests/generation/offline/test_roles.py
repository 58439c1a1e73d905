"""What one thing is to another of its kind: references named by a role, and tables of two references that tell more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.results.comparison import same_answer

CREW = [
    (1, "Ada Quent", "Lerno", 0),
    (2, "Bo Brook", "Lerno", 1),
    (3, "Cy Marsh", "Sandvig", 1),
    (4, "Di Roth", "Orm", 3),
]
BOATS = [
    (1, "the Gull", 1, 1990, 2),
    (2, "the Tern", 1, 2001, 6),
    (3, "the Auk", 2, 1985, 5),
    (4, "the Rail", 4, 1990, 7),
]
LETTERS = [(1, 1, 2), (2, 2, 3), (3, 4, 1), (4, 1, 2)]
TOWED = [(1, 2, "Yes"), (1, 3, "No"), (2, 3, "Yes")]
PREFIXES = "".join(f"PREFIX {t[0]}: <http://example.org/quay/{t}#>\n" for t in ("sailor", "boat", "towing", "letter"))


def graph() -> str:
    """Sailors who train others, their boats, and which boat tows which, as tables."""
    lines = ["@base <http://example.org/quay/> ."]
    for number, name, port, trainer in CREW:
        lines.append(f'<s/{number}> a <sailor> ; <sailor#s_id> {number} ; <sailor#s_name> "{name}" ;')
        lines.append(f'  <sailor#port> "{port}" ; <sailor#joined_yr> {2000 + number} .')
        if number < 3:
            lines.append(f'<s/{number}> <sailor#phone> "555-{number}" .')
        if trainer:
            lines.append(f"<s/{number}> <sailor#trainer_id> {trainer} ; <sailor#ref-trainer_id> <s/{trainer}> .")
    for number, name, sailor, built, berths in BOATS:
        lines.append(f'<b/{number}> a <boat> ; <boat#b_id> {number} ; <boat#b_name> "{name}" ; <boat#b_dt> "{built}" ;')
        lines.append(f"  <boat#s_id> {sailor} ; <boat#ref-s_id> <s/{sailor}> ; <boat#berths> {berths} .")
    for one, other, rope in TOWED:
        lines.append(f"<w/{one}-{other}> a <towing> ; <towing#b_id> {one} ; <towing#ref-b_id> <b/{one}> ;")
        lines.append(f'  <towing#tow_id> {other} ; <towing#ref-tow_id> <b/{other}> ; <towing#is_new> "{rope}" .')
    for number, sender, receiver in LETTERS:
        lines.append(f"<l/{number}> a <letter> ; <letter#l_no> {number} ; <letter#ref-sender_id> <s/{sender}> ;")
        lines.append(f"  <letter#sender_id> {sender} ; <letter#receiver_id> {receiver} ;")
        lines.append(f"  <letter#ref-receiver_id> <s/{receiver}> .")
    return "\n".join(lines)


@pytest.fixture(scope="module")
def quay(world_of_text: Callable[..., Any]) -> Any:
    return world_of_text(graph())


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Who trains Bo Brook?", "SELECT ('Ada Quent' AS ?n) {}"),
        ("Which sailors train other sailors?", "SELECT DISTINCT ?n { ?x s:ref-trainer_id/s:s_name ?n }"),
        ("Which sailors does Ada Quent train?", "SELECT ?n { ?x s:ref-trainer_id <S1> ; s:s_name ?n }"),
        (
            "List the names of the sailors that Ada Quent trains.",
            "SELECT ?n { ?x s:ref-trainer_id <S1> ; s:s_name ?n }",
        ),
        ("Which sailors are trained by Cy Marsh?", "SELECT ('Di Roth' AS ?n) {}"),
        ("What are the names of the trained sailors?", "SELECT ?n { ?x s:trainer_id ?t ; s:s_name ?n }"),
        ("Which sailors from Lerno train someone?", "SELECT ('Ada Quent' AS ?n) {}"),
        (
            "Which sailors do not train anyone?",
            "SELECT ?n { ?x s:s_name ?n FILTER NOT EXISTS { ?y s:ref-trainer_id ?x } }",
        ),
        ("Which sailors train nobody?", "SELECT ?n { ?x s:s_name ?n FILTER NOT EXISTS { ?y s:ref-trainer_id ?x } }"),
        ("Which sailors have no trainer?", "SELECT ('Ada Quent' AS ?n) {}"),
        ("What is the name of the sailor who trains the most other sailors?", "SELECT ('Ada Quent' AS ?n) {}"),
        ("Who are the trainees of Ada Quent?", "SELECT ?n { ?x s:ref-trainer_id <S1> ; s:s_name ?n }"),
        ("How many trainees does Ada Quent have?", "SELECT (2 AS ?n) {}"),
        ("Which sailors have more than 1 trainee?", "SELECT ('Ada Quent' AS ?n) {}"),
    ],
)
def test_who_has_the_role_does_it(quay: Any, question: str, gold: str) -> None:
    generation = quay.ask(question)
    expected = quay.run(PREFIXES + gold.replace("<S1>", "<http://example.org/quay/s/1>"))
    assert same_answer(expected, quay.run(generation.query)), generation.query


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Which boats tow the Auk?", "SELECT ?n { ?w t:tow_id 3 ; t:ref-b_id/b:b_name ?n }"),
        ("How many boats tow the Auk?", "SELECT (2 AS ?n) {}"),
        ("Which boats does the Gull tow?", "SELECT ?n { ?w t:b_id 1 ; t:ref-tow_id/b:b_name ?n }"),
        ("Show the names of the boats that the Gull tows.", "SELECT ?n { ?w t:b_id 1 ; t:ref-tow_id/b:b_name ?n }"),
        (
            "Show the names of boats that no other boat tows.",
            "SELECT ?n { ?b b:b_name ?n FILTER NOT EXISTS { ?w t:ref-tow_id ?b } }",
        ),
        (
            "Which boats do not tow any boat?",
            "SELECT ?n { ?b b:b_name ?n FILTER NOT EXISTS { ?w t:ref-b_id ?b } }",
        ),
    ],
)
def test_a_table_of_two_references_may_tell_more(quay: Any, question: str, gold: str) -> None:
    quay.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("List the sailor names.", "SELECT ?n { ?s s:s_name ?n }"),
        ("What is the name of the sailor of the Auk?", "SELECT ('Bo Brook' AS ?n) {}"),
        ("What is the date of the boat the Auk?", "SELECT ('1985' AS ?d) {}"),
        ("What are the names of the boats sailed by Ada Quent?", "SELECT ?n { ?b b:s_id 1 ; b:b_name ?n }"),
        (
            "Which sailors have no phone number? Show their names.",
            "SELECT ?n { ?s s:s_name ?n ; s:s_id ?k FILTER(?k > 2) }",
        ),
        ("Show the phone number of each sailor.", "SELECT ?p { ?s s:phone ?p }"),
        ("How many different ports are used by the sailors?", "SELECT (3 AS ?n) {}"),
    ],
)
def test_columns_that_begin_like_their_key(quay: Any, question: str, gold: str) -> None:
    quay.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        (
            "Which sailors own at least 2 boats, and what is the average berths of these boats?",
            "SELECT ('Ada Quent' AS ?n) (4 AS ?k) {}",
        ),
        (
            "Which boats have more berths than the average berths of boats built by Ada Quent?",
            "SELECT ?n { ?b b:b_name ?n ; b:berths ?k FILTER(?k > 4) }",
        ),
        (
            "What are the names of boats that have less berths than the average number of berths of all boats?",
            "SELECT ?n { ?b b:b_name ?n ; b:berths ?k FILTER(?k < 5) }",
        ),
        (
            "List the sailors with at least 2 boats and the total berths of these boats.",
            "SELECT ('Ada Quent' AS ?n) (8 AS ?k) {}",
        ),
    ],
)
def test_what_is_counted_and_compared(quay: Any, question: str, gold: str) -> None:
    quay.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        (
            "Which sailors have both sent a letter and received a letter?",
            "SELECT ?n { ?s s:s_name ?n ; s:s_id ?k FILTER(?k < 3) }",
        ),
        (
            "What are the names of the sailors who sent a letter and received a letter?",
            "SELECT ?n { ?s s:s_name ?n ; s:s_id ?k FILTER(?k < 3) }",
        ),
        (
            "How many letters were sent by a sailor from Lerno and received by a sailor from Sandvig?",
            "SELECT (1 AS ?k) {}",
        ),
    ],
)
def test_verbs_that_are_joined_act_on_two_things(quay: Any, question: str, gold: str) -> None:
    quay.assert_answers(question, PREFIXES + gold)


TWO = "SELECT ?a ?b { ?l l:ref-sender_id/s:s_name ?a ; l:ref-receiver_id/s:s_name ?b }"
NUMBERED = "SELECT ?k ?a ?b { ?l l:l_no ?k ; l:ref-sender_id/s:s_name ?a ; l:ref-receiver_id/s:s_name ?b }"


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Show the sender name and the receiver name of each letter.", TWO),
        ("What are the number, sender name and receiver name of every letter?", NUMBERED),
        (
            "For each letter, show the letter number, the name of the sender and the name of the receiver.",
            NUMBERED,
        ),
        ("For each letter, show the letter number, the sender and the receiver.", NUMBERED),
        ("Show the receiver names of all letters.", "SELECT ?b { ?l l:ref-receiver_id/s:s_name ?b }"),
    ],
)
def test_names_of_several_roles_are_told(quay: Any, question: str, gold: str) -> None:
    quay.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Which boats have more berths than the Tern?", "SELECT ?n { ?b b:b_name ?n ; b:berths ?k FILTER(?k > 6) }"),
        ("Which boats have fewer berths than the Tern?", "SELECT ?n { ?b b:b_name ?n ; b:berths ?k FILTER(?k < 6) }"),
        (
            "Which boats have more berths than every boat of Ada Quent?",
            "SELECT ?n { ?b b:b_name ?n ; b:berths ?k FILTER(?k > 6) }",
        ),
        (
            "boats with fewer berths than all boats built in 1990",
            "SELECT ?n { ?b b:b_name ?n ; b:berths ?k FILTER(?k < 2) }",
        ),
    ],
)
def test_a_stored_number_is_compared(quay: Any, question: str, gold: str) -> None:
    quay.assert_answers(question, PREFIXES + gold)


def test_a_comparison_is_not_left_out(quay: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        quay.ask("Which boats have more berths than any boat with all letters?")


def test_the_rest_of_such_a_table_is_not_left_out(quay: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        quay.ask("Which boats newly tow the Auk since 2004?")


def test_nothing_is_computed_of_keys(quay: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        quay.ask("What is the ratio of the boat id and the sailor id of the Auk?")

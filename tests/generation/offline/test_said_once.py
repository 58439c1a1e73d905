"""What is said once and meant twice: what several values are of, and a kind by a word for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

BASE = "http://example.org/fair/"
PREFIXES = f"PREFIX grower: <{BASE}grower#>\nPREFIX stall: <{BASE}stall#>\nPREFIX fair: <{BASE}>\n"
GRAPH = f"""@base <{BASE}> .
<grower/1> a <grower> ; <grower#name> "Ane Ro" ; <grower#birthday> "1960-01-02" ; <grower#pumpkin_name> "Atlas" ;
  <grower#pumpkin_sowing_year> 2019 ; <grower#acres> 3 ; <grower#age> 64 ; <grower#years_of_growing> 12 .
<grower/2> a <grower> ; <grower#name> "Bo Lind" ; <grower#birthday> "1971-05-12" ; <grower#pumpkin_name> "Moon" ;
  <grower#pumpkin_sowing_year> 2021 ; <grower#acres> 9 ; <grower#age> 53 ; <grower#years_of_growing> 30 .
<grower/3> a <grower> ; <grower#name> "Cy Vance" ; <grower#birthday> "1980-03-22" ; <grower#pumpkin_name> "Hulk" ;
  <grower#pumpkin_sowing_year> 2020 ; <grower#acres> 5 ; <grower#age> 44 ; <grower#years_of_growing> 21 .
<stall/1> a <stall> ; <stall#opening_year> 2001 ; <stall#row> 3 ;
  <stall#stallid> 1 ; <stall#stall_age> 4 ; <stall#town> "Ebb" ; <stall#ref-grower_id> <grower/1> .
<stall/2> a <stall> ; <stall#opening_year> 2005 ; <stall#row> 5 ;
  <stall#stallid> 2 ; <stall#stall_age> 7 ; <stall#town> "Fen" ; <stall#ref-grower_id> <grower/1> .
<stall/3> a <stall> ; <stall#opening_year> 2010 ; <stall#row> 7 ;
  <stall#stallid> 3 ; <stall#stall_age> 9 ; <stall#town> "Ebb" ; <stall#ref-grower_id> <grower/2> .
"""


@pytest.fixture(scope="module")
def fair(world_of_text: Callable[..., Any]) -> Any:
    return world_of_text(GRAPH)


@pytest.mark.parametrize(
    "question",
    [
        "Show the name and the sowing year of the pumpkin by the grower with the most acres.",
        "What are the names and sowing years for all the pumpkins of the grower with the most acres?",
        "Give the name and sowing year of the pumpkin of the grower with the most acres",
    ],
)
def test_name_of_what_the_last_of_a_list_is_of(fair: Any, question: str) -> None:
    gold = "SELECT ?n ?y { ?g grower:acres 9 ; grower:pumpkin_name ?n ; grower:pumpkin_sowing_year ?y }"
    fair.assert_answers(question, PREFIXES + gold)


def test_own_name_where_nothing_tells_otherwise(fair: Any) -> None:
    gold = "SELECT ?n ?a { ?g grower:name ?n ; grower:acres ?a }"
    fair.assert_answers("List the name and the acres of each grower", PREFIXES + gold)


def test_what_a_list_is_of_where_only_some_are_called_so(fair: Any) -> None:
    gold = (
        "SELECT ?a ?i { ?s stall:stall_age ?a ; stall:stallid ?i ; stall:ref-grower_id ?g . ?g grower:name 'Ane Ro' }"
    )
    fair.assert_answers("Show the ages and ids of stalls of the grower Ane Ro", PREFIXES + gold)


def test_that_one_is_the_one_before(fair: Any) -> None:
    gold = "SELECT ?t { ?s stall:town ?t ; stall:ref-grower_id ?g . ?g grower:name 'Bo Lind' }"
    fair.assert_answers("The grower named Bo Lind has a stall. What is that stall's town?", PREFIXES + gold)


@pytest.mark.parametrize(
    "question",
    [
        "What are the names of the growers and the number of stalls for each person?",
        "List the growers and how many stalls each individual has",
        "For the growers, how many stalls does each one have?",
        "For growers, how many stalls does each have?",
        "List the growers and how many stalls each of them has",
        "Growers and the number of stalls of each",
    ],
)
def test_each_of_the_kind_named_before(fair: Any, question: str) -> None:
    gold = "SELECT ?n (COUNT(?s) AS ?c) { ?s stall:ref-grower_id ?g . ?g grower:name ?n } GROUP BY ?g ?n"
    fair.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    "question",
    [
        "For every town, show the highest stall age and the town",
        "Show the highest stall age for each town, and the town",
    ],
)
def test_key_that_is_told_again(fair: Any, question: str) -> None:
    gold = "SELECT ?t (MAX(?a) AS ?h) { ?s stall:town ?t ; stall:stall_age ?a } GROUP BY ?t"
    fair.assert_answers(question, PREFIXES + gold)


def test_number_of_years_is_what_is_high(fair: Any) -> None:
    gold = "SELECT ?n { ?g grower:years_of_growing 30 ; grower:name ?n }"
    fair.assert_answers("Name of the grower with the highest number of years of growing", PREFIXES + gold)


def test_two_or_more_is_no_bound_of_the_number_before(fair: Any) -> None:
    gold = """SELECT ?n { ?s stall:ref-grower_id ?g . ?g grower:name ?n ; grower:acres ?a FILTER(?a > 2) }
GROUP BY ?n HAVING(COUNT(?s) >= 2)"""
    fair.assert_answers("Which growers above acres 2 have two or more stalls?", PREFIXES + gold)


@pytest.mark.parametrize(
    "question",
    [
        "Which towns have a stall opened before 2003 and another one opened after 2008?",
        "Which towns have a stall opened before 2003 and also one opened after 2008?",
        "Which towns have a stall opened before 2003 and another opened after 2008?",
    ],
)
def test_one_more_is_another_of_the_kind(fair: Any, question: str) -> None:
    gold = "SELECT DISTINCT ?t { ?s stall:town ?t ; stall:stall_age 4 . ?o stall:town ?t ; stall:stall_age 9 }"
    fair.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    "question", ["towns of the 5th row stalls", "towns of stalls in the fifth row", "towns of stalls in 5th row"]
)
def test_ordinal_of_a_numbered_value(fair: Any, question: str) -> None:
    fair.assert_answers(question, PREFIXES + "SELECT ?t { ?s stall:row 5 ; stall:town ?t }")

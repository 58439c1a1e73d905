"""What a question computes of several values, defined in it or not, over a print shop and over what it is owed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.formulas import with_formula
from nlkgq.generation.offline.tokens import tokenize

PREFIX = "PREFIX : <http://example.org/shop#>\n"
SHOP = """@prefix : <http://example.org/shop#> .
:c1 a :Customer ; :name "Aster Press" . :c2 a :Customer ; :name "Bolt & Sons" .
:p1 a :Poster ; :title "Tide" ; :revenue 900 ; :printingCost 250 ; :shippingCost 50 ; :copies 30 ; :orderedBy :c1 .
:p2 a :Poster ; :title "Lantern" ; :revenue 1200 ; :printingCost 800 ; :shippingCost 90 ; :copies 60 ; :orderedBy :c1 .
:p3 a :Poster ; :title "Moss" ; :revenue 400 ; :printingCost 100 ; :shippingCost 20 ; :copies 10 ; :orderedBy :c2 .
"""
POSTERS = [
    (
        "What is the profit of each customer, where profit is revenue minus printing cost?",
        "SELECT ?c (?r - ?k AS ?x) { ?p :orderedBy ?c ; :revenue ?r ; :printingCost ?k }",
    ),
    (
        "What is the total profit per customer if profit is defined as the revenue minus the printing cost?",
        "SELECT ?c (SUM(?r - ?k) AS ?x) { ?p :orderedBy ?c ; :revenue ?r ; :printingCost ?k } GROUP BY ?c",
    ),
    (
        "Which poster has the highest profit, which is revenue minus printing cost?",
        "SELECT ?p { ?p :title 'Tide' }",
    ),
    (
        "Which posters have a profit over 350, where profit means revenue minus printing cost minus shipping cost?",
        "SELECT ?p { ?p :title 'Tide' }",
    ),
    (
        "How many posters have a cost (the sum of printing and shipping cost) of at least 300?",
        "SELECT (2 AS ?n) {}",
    ),
    (
        "If the unit price is the revenue divided by the copies, what is the average unit price?",
        "SELECT (AVG(?r / ?k) AS ?x) { ?p :revenue ?r ; :copies ?k }",
    ),
    (
        "List the titles of posters sorted by margin, where margin is the difference between revenue and shipping cost",
        "SELECT ?t { ?p :title ?t ; :revenue ?r ; :shippingCost ?k } ORDER BY (?r - ?k)",
    ),
    (
        "What is the average product of printing cost and copies?",
        "SELECT (AVG(?r * ?k) AS ?x) { ?p :printingCost ?r ; :copies ?k }",
    ),
    (
        "What is the difference between the revenue and the printing cost of Moss?",
        "SELECT (300 AS ?x) {}",
    ),
    (
        "What is the sum of printing cost and shipping cost for each customer?",
        "SELECT ?c (SUM(?r + ?k) AS ?x) { ?p :orderedBy ?c ; :printingCost ?r ; :shippingCost ?k } GROUP BY ?c",
    ),
]
DUES = """@prefix : <http://example.org/shop#> .
:l1 a :Lease ; :leaseNumber "L-1" . :l2 a :Lease ; :leaseNumber "L-2" .
:r1 a :Room ; :roomCode "R-1" ; :underLease :l1 . :r2 a :Room ; :roomCode "R-2" ; :underLease :l2 .
:b1 a :Bill ; :billNumber "B-1" ; :forRoom :r1 ; :hasRent :x1 ; :hasHeating :y1 .
:b2 a :Bill ; :billNumber "B-2" ; :forRoom :r1 ; :hasRent :x2 ; :hasHeating :y2 .
:b3 a :Bill ; :billNumber "B-3" ; :forRoom :r2 ; :hasRent :x3 ; :hasHeating :y3 .
:x1 a :Rent ; :rentAmount 500 . :x2 a :Rent ; :rentAmount 510 . :x3 a :Rent ; :rentAmount 700 .
:y1 a :Heating ; :heatingAmount 40 . :y2 a :Heating ; :heatingAmount 60 . :y3 a :Heating ; :heatingAmount 90 .
:k1 a :Deposit ; :depositAmount 1500 . :k2 a :Deposit ; :depositAmount 2100 .
:l1 :hasDeposit :k1 . :l2 :hasDeposit :k2 .
"""
BILLS = "?b :forRoom/:underLease/:leaseNumber ?l ; :hasRent/:rentAmount ?r ; :hasHeating/:heatingAmount ?h"
OWED = [
    (
        "What is the total due of each lease by lease number where total due is the sum of rent and heating amounts?",
        f"SELECT ?l (SUM(?r + ?h) AS ?x) {{ {BILLS} }} GROUP BY ?l",
    ),
    (
        "What is the average due of each lease by lease number and number of bills if due is the sum of rent, heating?",
        f"SELECT ?l (AVG(?r + ?h) AS ?x) (COUNT(?b) AS ?n) {{ {BILLS} }} GROUP BY ?l",
    ),
    (
        "Which bills have a due of more than 560, if the due is rent plus heating?",
        "SELECT ?n { ?b :billNumber ?n FILTER(?n != 'B-1') }",
    ),
]


@pytest.fixture(scope="module")
def shop(world_of: Callable[[Path | None, Path], Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    graph = tmp_path_factory.mktemp("shop") / "shop.ttl"
    graph.write_text(SHOP, encoding="utf-8")
    return world_of(None, graph)


@pytest.fixture(scope="module")
def dues(world_of: Callable[[Path | None, Path], Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    graph = tmp_path_factory.mktemp("dues") / "dues.ttl"
    graph.write_text(DUES, encoding="utf-8")
    return world_of(None, graph)


@pytest.mark.parametrize(("question", "gold"), POSTERS)
def test_a_value_is_computed_of_values_of_one_thing(shop: Any, question: str, gold: str) -> None:
    shop.assert_answers(question, PREFIX + gold)


@pytest.mark.parametrize(("question", "gold"), OWED)
def test_the_operands_belong_to_things_of_one_thing(dues: Any, question: str, gold: str) -> None:
    dues.assert_answers(question, PREFIX + gold)


def test_the_result_has_the_name_that_the_question_gives_it(shop: Any) -> None:
    generation = shop.ask("What is the average net gain, where net gain is revenue minus printing cost?")
    assert "AS ?netGain)" in generation.query
    assert "“net gain” is revenue - printing cost, as the question says." in generation.notes


def test_values_of_different_things_are_not_computed_with(dues: Any) -> None:
    # a lease has one deposit and many rents: there is no such number of each
    with pytest.raises(NotUnderstoodError):
        dues.ask("What is the average coverage, where coverage is the deposit divided by the rent?")


@pytest.mark.parametrize(
    "text",
    [
        "What is the difference between Tide and Moss?",
        "What is the compression ratio of revenue to copies?",
        "Which poster is by Aster Press - Bolt & Sons?",
        "What is the well-to-do revenue?",
        "What is the sum of revenue?",
        "What is the total where total is the sum of customers and posters?",
    ],
)
def test_what_is_no_formula_of_numbers_stays_as_it_is(shop: Any, text: str) -> None:
    tokens = tokenize(text)
    assert with_formula(text, tokens, shop.translator.vocabulary) == (text, tokens)

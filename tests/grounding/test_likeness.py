"""How like two texts are, and in which way."""

from __future__ import annotations

import pytest

from nlkgq.grounding.candidates import Candidate, Found
from nlkgq.grounding.decision import CLOSE, SURE, decide
from nlkgq.grounding.likeness import How, likeness
from nlkgq.results.models import RdfTerm


@pytest.mark.parametrize(
    ("asked", "stored", "how"),
    [
        ("Ada Quent", "Ada Quent", "exact"),
        ("ADA  quent", "Ada Quent", "folded"),
        ("Muller", "Müller", "folded"),
        ("10", "10.0", "folded"),
        ("1,234.50", "1234.5", "number"),
        ("2010", "2010", "exact"),
        ("January 5, 2010", "2010-01-05", "date"),
        ("2010-01-05", "2010-01-05T00:00:00", "date"),
        ("Quent, Ada", "Ada Quent", "order"),
        ("Ada Qent", "Ada Quent", "typo"),
        ("Quetn Ada", "Ada Quent", "typo"),
        ("A. Quent", "Ada Quent", "initials"),
        ("Ada Q.", "Ada Quent", "initials"),
        ("Ada J. Quent", "Ada Quent", "order"),
        ("IBM", "International Business Machines", "initials"),
        ("I.B.M.", "International Business Machines", "initials"),
        ("BoI", "Bank of Ireland", "initials"),
        ("Intl Business Machines", "International Business Machines", "abbreviation"),
        ("Dept. of Physics", "Department of Physics", "abbreviation"),
        ("Univ. of Berlin", "University of Berlin", "abbreviation"),
        ("Jordan", "Michael Jordan", "part"),
        ("Berlin", "Hamburg", "near"),
    ],
)
def test_the_way_in_which_they_are_alike(asked: str, stored: str, how: How) -> None:
    found = likeness(asked, stored)
    assert found.how == how
    assert 0.0 <= found.score <= 1.0
    assert (found.score == 1.0) is (how == "exact")


@pytest.mark.parametrize(
    ("asked", "better", "worse"),
    [
        ("Ada Qent", "Ada Quent", "Ada Quest Quent"),
        ("A. Quent", "Ada Quent", "Ada Maria Quent"),
        ("Thai.", "Thailand", "Prathet Thai"),
        ("C. Plaza Museum", "Capital Plaza Museum", "Plaza Museum"),
        ("S. Adventure", "Sea Adventure", "Adventure"),
        ("Jordan", "Jordan", "Michael Jordan"),
        ("Anak.", "Anaktuvuk", "Aniak"),
    ],
)
def test_what_is_meant_comes_first(asked: str, better: str, worse: str) -> None:
    assert likeness(asked, better).score > likeness(asked, worse).score


@pytest.mark.parametrize(
    ("asked", "stored"),
    [
        ("PO-2010-0001", "PO-2010-0002"),  # another digit is another code
        ("PET", "PETRA"),
        ("Ann", "Anna"),
        ("S. Adventure", "Adventure"),
        ("Rex", "Max"),
        ("", "Ada"),
        ("Ada", ""),
        ("?!", "Ada"),
    ],
)
def test_what_is_not_sure_is_not_taken(asked: str, stored: str) -> None:
    assert likeness(asked, stored).score < SURE


def candidate(text: str, score: float, how: How) -> Candidate:
    return Candidate(term=RdfTerm("literal", text), text=text, score=score, how=how)


@pytest.mark.parametrize(
    ("candidates", "outcome", "taken"),
    [
        ([], "unknown", []),
        ([("a", 0.98, "folded"), ("b", 0.95, "typo")], "spelling", ["a"]),
        ([("a", 1.0, "exact"), ("A", 0.98, "folded")], "spelling", ["a"]),
        ([("a b", 0.96, "order")], "spelling", ["a b"]),
        ([("a", 0.92, "typo"), ("b", 0.8, "typo")], "close", ["a"]),
        ([("a", 0.92, "typo"), ("b", 0.91, "typo")], "several", ["a", "b"]),
        ([("a", 0.9, "initials"), ("b", 0.9, "initials")], "ambiguous", ["a", "b"]),
        ([("a", 0.8, "typo")], "ambiguous", []),
        ([("a b", 0.66, "part")], "close", ["a b"]),
        ([("a b", 0.66, "part"), ("c b", 0.64, "part")], "ambiguous", ["a b", "c b"]),
        ([("a b c d e", 0.6, "part")], "ambiguous", ["a b c d e"]),
        ([("a", 0.6, "near")], "unknown", []),
    ],
)
def test_decisions(candidates: list[tuple[str, float, How]], outcome: str, taken: list[str]) -> None:
    decision = decide("x", Found(candidates=tuple(candidate(*c) for c in candidates)))
    assert (decision.outcome, [c.text for c in decision.taken]) == (outcome, taken)


def test_what_was_not_looked_through_is_not_called_missing() -> None:
    assert decide("x", Found(complete=False)).outcome == "stored"
    assert decide("x", Found(elsewhere=("p",))).outcome == "elsewhere"
    assert decide("x", Found(candidates=(candidate("a x", 0.66, "part"),), complete=False)).taken == ()


def test_thresholds_are_in_order() -> None:
    assert 0 < CLOSE < SURE < 1

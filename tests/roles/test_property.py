"""Under a role, a query answers what it would over the graph cut down to the role."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks" / "privacy"))

import roles_wrapped
from roles import FEATURES, FORMS, Tally, cases, show

from nlkgq.rewrite import role_guards
from nlkgq.rewrite.role_guards import Guards


def tally_of(count: int, *, seed: int) -> Tally:
    tally = Tally()
    for case in cases(count, seed=seed):
        tally.add(case)
    return tally


def test_400_random_cases() -> None:
    tally = tally_of(400, seed=31)
    assert not tally.wrong, show(tally.wrong[0])
    assert tally.found >= 0.6 * tally.asked
    assert tally.met.keys() >= {*FORMS, *FEATURES}
    assert {code for code, _ in tally.refused} <= {"role-path", "role-term", "role-graph"}
    assert tally.cases - tally.asked <= 0.25 * tally.cases


def test_behind_random_wrappers() -> None:
    met = list(roles_wrapped.cases(60, seed=6))
    assert all(right for _, _, right, _ in met), next(text for text, _, right, _ in met if not right)
    assert sum(found for *_, found in met) >= 25


@pytest.mark.parametrize("part", ["_not_a_term", "_shown_class", "_row", "shadow"])
def test_no_condition_can_be_left_out(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Guards, part, lambda self, *given: [])
    assert any(not case.right for case in cases(1_500, seed=5))


def test_no_visible_class_can_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Guards, "classes", lambda self: None)
    assert any(not case.right for case in cases(1_500, seed=5))


def test_literals_need_no_conditions() -> None:
    assert not role_guards.is_node('"a:b"')
    assert not role_guards.is_node("5")
    assert role_guards.is_node("ex:a")
    assert role_guards.is_node("?a")

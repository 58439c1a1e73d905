"""The rewritten query says over the native graph what the clean one says over the clean view."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from rewriter_oracle import Tally, cases, show
from rewriter_queries import POSITIONS

from nlkgq.rewrite.rules import RULES, Rule


def test_500_random_cases() -> None:
    tally = Tally()
    for case in cases(500, seed=11):
        tally.add(case)
    assert not tally.wrong, show(tally.wrong[0])
    assert tally.empty <= 0.2 * tally.kept
    assert tally.refused.total() <= 0.12 * tally.cases
    assert {position for _, position in tally.met} == set(POSITIONS)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_no_rule_can_be_left_out(rule: Rule) -> None:
    rest = tuple(other for other in RULES if other is not rule)
    assert any(not case.right for case in cases(200, seed=7, rules=rest))

"""The rewritten query says over the native graph what the clean one says over the clean view."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from rewriter_coverage import Coverage
from rewriter_kinds import POSITIONS
from rewriter_oracle import Tally, cases, missed, show

from nlkgq.rewrite.rules import RULES, Rule


def test_500_random_cases() -> None:
    tally, coverage = Tally(), Coverage()
    for case in cases(500, seed=11, coverage=coverage):
        tally.add(case)
    assert not tally.wrong, show(tally.wrong[0])
    assert tally.empty <= 0.2 * tally.kept
    assert tally.refused.total() <= 0.12 * tally.cases
    assert {position for _, position in (*coverage.answered, *coverage.refused)} == set(POSITIONS)
    assert not any(coverage.answered[pair] for pair in coverage.by_design)
    kinds = {kind for kind, _ in coverage.sound}
    assert {kind for kind, _ in coverage.answered} == kinds


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_no_rule_can_be_left_out(rule: Rule) -> None:
    assert missed(rule, 200, seed=7) is not None

"""Figures as short texts."""

from __future__ import annotations

import math

from nlkgq.evaluation.intervals import Estimate


def interval(e: Estimate) -> str:
    """Such as ``0.812 [0.750, 0.871]``; an empty text where there is nothing."""
    return "" if e.n == 0 else f"{e.mean:.3f} [{e.low:.3f}, {e.high:.3f}]"


def share(value: float) -> str:
    """Three digits; an empty text for nan."""
    return "" if math.isnan(value) else f"{value:.3f}"


def seconds(value: float) -> str:
    """Three digits behind the point; an empty text for nan."""
    return "" if math.isnan(value) else f"{value:.3f}"


def money(value: float | None, currency: str) -> str:
    """Such as ``0.3125 USD``; an empty text for None."""
    return "" if value is None else f"{value:.4f} {currency}".rstrip()


def p_value(value: float) -> str:
    """Such as ``0.031``, ``< 0.001``."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"

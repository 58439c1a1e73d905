"""Charts as SVG that reads in black and white, each told in words, too."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from nlkgq.evaluation.intervals import Estimate

_WIDTH = 760
_LABEL = 250
_BAR = 22
_NEAR = 14.0
"""Points closer than this (in units of the drawing) share a label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A drawing; "" where there is nothing to draw. ``legend`` tells what its numbers stand for."""

    svg: str = ""
    legend: Sequence[str] = ()


def interval_chart(title: str, rows: Sequence[tuple[str, Estimate]]) -> Chart:
    """Shares in [0, 1] as points with their intervals, one row each."""
    rows = [(name, e) for name, e in rows if e.n]
    if not rows:
        return Chart()
    height = 34 + _BAR * len(rows) + 26
    told = "; ".join(f"{name} {e.mean:.2f} ({e.low:.2f} to {e.high:.2f}, n = {e.n})" for name, e in rows)
    parts = [_head(title, told, height)]
    bottom = 30 + _BAR * len(rows)
    for tick in range(6):
        x = _x(tick / 5)
        parts.append(f'<line x1="{x:.1f}" y1="24" x2="{x:.1f}" y2="{bottom}" stroke="#ccc"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{tick / 5:.1f}</text>')
    for number, (name, e) in enumerate(rows):
        y = 38 + _BAR * number
        parts.append(f'<text x="{_LABEL - 8}" y="{y + 4}" text-anchor="end">{escape(_short(name))}</text>')
        parts.append(
            f'<line x1="{_x(e.low):.1f}" y1="{y}" x2="{_x(e.high):.1f}" y2="{y}" stroke="#000" stroke-width="2"/>'
        )
        for end in (e.low, e.high):
            parts.append(f'<line x1="{_x(end):.1f}" y1="{y - 5}" x2="{_x(end):.1f}" y2="{y + 5}" stroke="#000"/>')
        parts.append(f'<circle cx="{_x(e.mean):.1f}" cy="{y}" r="5" fill="#fff" stroke="#000" stroke-width="2"/>')
    return Chart(svg="".join([*parts, "</svg>"]))


def scatter_chart(title: str, across: str, points: Sequence[tuple[str, float, float]]) -> Chart:
    """Match against a cost: (name, cost, match). Points are numbered; points that lie together share a label."""
    points = [p for p in points if not math.isnan(p[1]) and not math.isnan(p[2])]
    if len(points) < 2:
        return Chart()
    step, ticks = _ticks(max(p[1] for p in points))
    told = "; ".join(
        f"{number}: {name}, {cost:.3g}, {match:.2f}" for number, (name, cost, match) in enumerate(points, 1)
    )
    left, top, right, bottom = 60, 34, _WIDTH - 60, 270
    parts = [_head(title, told, 320)]
    for tick in range(ticks + 1):
        x = left + (right - left) * tick / ticks
        parts.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}" stroke="#ccc"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{step * tick:.4g}</text>')
    for tick in range(6):
        y = bottom - (bottom - top) * tick / 5
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="#ccc"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{tick / 5:.1f}</text>')
    parts.append(f'<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="#000"/>')
    parts.append(f'<text x="{(left + right) / 2}" y="{bottom + 38}" text-anchor="middle">{escape(across)}</text>')
    at = [(left + (right - left) * cost / (step * ticks), bottom - (bottom - top) * match) for _, cost, match in points]
    for x, y in at:
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#fff" stroke="#000" stroke-width="2"/>')
    for (x, y), numbers in _together(at):
        told_here = ", ".join(map(str, numbers))
        parts.append(f'<text x="{x + 9:.1f}" y="{y + 4:.1f}" font-weight="bold">{told_here}</text>')
    return Chart(svg="".join([*parts, "</svg>"]), legend=[name for name, _, _ in points])


def _together(at: Sequence[tuple[float, float]]) -> list[tuple[tuple[float, float], list[int]]]:
    """Places of labels, right of all their points, with the numbers (from 1) of the points that each is for."""
    groups: list[list[int]] = []
    for number, place in enumerate(at):
        near = next((g for g in groups if any(math.dist(at[n], place) < _NEAR for n in g)), None)
        if near is None:
            groups.append([number])
        else:
            near.append(number)
    return [((max(at[n][0] for n in g), at[g[0]][1]), [n + 1 for n in g]) for g in groups]


def _ticks(most: float) -> tuple[float, int]:
    """A round step and how many of them reach the largest value.

    >>> _ticks(0.797), _ticks(0)
    ((0.2, 4), (0.2, 5))
    """
    most = most if most > 0 else 1.0
    unit = 10 ** math.floor(math.log10(most))
    step = next(unit * f for f in (0.1, 0.2, 0.25, 0.5, 1.0, 2.0) if most / (unit * f) <= 5)
    return step, math.ceil(most / step - 1e-9)


def _head(title: str, told: str, height: int) -> str:
    return (
        f'<svg role="img" viewBox="0 0 {_WIDTH} {height}" aria-label="{escape(f"{title}: {told}")}" '
        'xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc>"
        f'<text x="0" y="14" font-weight="bold">{escape(title)}</text>'
    )


def _x(share: float) -> float:
    return _LABEL + (_WIDTH - _LABEL - 20) * min(1.0, max(0.0, share))


def _short(name: str) -> str:
    return name if len(name) <= 36 else name[:33] + "..."

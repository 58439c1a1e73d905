"""Charts as SVG that reads in black and white, each with a title and a description in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from nlkgq.evaluation.intervals import Estimate

_WIDTH = 760
_LABEL = 250
_BAR = 22


def interval_chart(title: str, rows: Sequence[tuple[str, Estimate]]) -> str:
    """Shares in [0, 1] as points with their intervals, one row each."""
    rows = [(name, e) for name, e in rows if e.n]
    if not rows:
        return ""
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
    return "".join([*parts, "</svg>"])


def scatter_chart(title: str, across: str, points: Sequence[tuple[str, float, float]]) -> str:
    """Match against a cost: (name, cost, match); points are numbered, the numbers told in words below."""
    points = [p for p in points if not math.isnan(p[1]) and not math.isnan(p[2])]
    if len(points) < 2:
        return ""
    most = max(p[1] for p in points) or 1.0
    told = "; ".join(f"{number}: {name}, {cost:g}, {match:.2f}" for number, (name, cost, match) in enumerate(points, 1))
    parts = [_head(title, told, 320)]
    left, top, right, bottom = 60, 30, _WIDTH - 30, 270
    parts.append(
        f'<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="#000"/>'
        f'<text x="{right}" y="{bottom + 34}" text-anchor="end">{escape(across)} (0 to {most:.3g})</text>'
        f'<text x="{left - 8}" y="{top + 4}" text-anchor="end">1</text>'
        f'<text x="{left - 8}" y="{bottom}" text-anchor="end">0</text>'
    )
    for number, (_, cost, match) in enumerate(points, 1):
        x, y = left + (right - left) * cost / most, bottom - (bottom - top) * match
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="#fff" stroke="#000"/>')
        parts.append(f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{number}</text>')
    return "".join([*parts, "</svg>"])


def _head(title: str, told: str, height: int) -> str:
    return (
        f'<svg role="img" viewBox="0 0 {_WIDTH} {height}" aria-label="{escape(title)}" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc>"
        f'<text x="0" y="14" font-weight="bold">{escape(title)}</text>'
    )


def _x(share: float) -> float:
    return _LABEL + (_WIDTH - _LABEL - 20) * min(1.0, max(0.0, share))


def _short(name: str) -> str:
    return name if len(name) <= 36 else name[:33] + "..."

"""A finding about a query: a value, not an exception."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong, or doubtful, about a query.

    Args:
        code: Stable name, such as ``unknown-property``.
        severity: ``error`` goes back to the model; ``warning`` and ``info`` are shown.
        message: One sentence for people; built from ontology terms and placeholders, never from values.
        start: Offset in the query text where it applies; None for the whole query.
        end: Offset behind it.
        terms: IRIs or names concerned.
        suggestion: What to do, in one sentence; None when nothing is known.
    """

    code: str
    severity: Severity
    message: str
    start: int | None = None
    end: int | None = None
    terms: tuple[str, ...] = ()
    suggestion: str | None = None

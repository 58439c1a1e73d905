"""A finding about a query: a value, not an exception."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nlkgq.sparql import Splice

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong, or doubtful, about a query.

    Args:
        code: Stable name, such as ``unknown-property``.
        severity: ``error`` goes back to the model, and is for what is surely wrong; ``warning`` is for what is
            unlikely, ``info`` for what is worth knowing.
        message: One sentence for people; built from ontology terms and placeholders, never from values.
        start: Offset in the query text where it applies; None for the whole query.
        end: Offset behind it.
        terms: IRIs or names concerned.
        suggestion: What to do, in one sentence; None when nothing is known.
        edit: Changes of the text it was found in that repair it, where that is safe; () where it is not.
        reveals: Whether the finding itself tells something about the graph's content, so that it may go to a model
            only where a setting allows that.
    """

    code: str
    severity: Severity
    message: str
    start: int | None = None
    end: int | None = None
    terms: tuple[str, ...] = ()
    suggestion: str | None = None
    edit: tuple[Splice, ...] = ()
    reveals: bool = False

"""The read-only gate: it only refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class GatedQuery:
    """A query that passed the gate."""

    text: str
    form: Literal["SELECT", "ASK", "CONSTRUCT", "DESCRIBE"]

"""An earlier query for the same question, with what was found wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from nlkgq.validation.finding import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One attempt.

    Args:
        query: As it was checked; "" when the reply held none.
        findings: What was wrong or doubtful.
        reply: The whole text a model sent; "" offline.
    """

    query: str
    findings: tuple[Finding, ...]
    reply: str = ""

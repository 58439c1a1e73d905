"""What is wrong, or doubtful, about a wrapper: a value, with its place and remedy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class WrapperFinding:
    """One thing that is wrong with a wrapper.

    Args:
        code: Stable name, such as ``no-form``.
        severity: An ``error`` keeps the wrapper from being used.
        message: One sentence.
        place: File and term.
        remedy: What to do, in one sentence; None when nothing is known.
    """

    code: str
    severity: Literal["error", "warning", "info"]
    message: str
    place: str
    remedy: str | None = None


class Findings(list[WrapperFinding]):
    """Findings as they come up."""

    def error(self, code: str, place: str, message: str, remedy: str | None = None) -> None:
        """Note an error."""
        self.append(WrapperFinding(code=code, severity="error", message=message, place=place, remedy=remedy))

    def warning(self, code: str, place: str, message: str, remedy: str | None = None) -> None:
        """Note a warning."""
        self.append(WrapperFinding(code=code, severity="warning", message=message, place=place, remedy=remedy))

    def info(self, code: str, place: str, message: str, remedy: str | None = None) -> None:
        """Note something worth knowing."""
        self.append(WrapperFinding(code=code, severity="info", message=message, place=place, remedy=remedy))

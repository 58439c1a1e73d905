"""Parameters that some models take and others reject.

Providers withdraw parameters from newer models (``temperature``) or rename them (``max_tokens``), and no list of
models stays true. So a parameter is sent until its provider says that the model does not take it, and left out from
then on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from nlkgq.errors import ModelError

_REJECTED = re.compile(
    r"not (?:be )?(?:support|allowed|permitted|set|used)|unsupported|deprecat|unrecognized|unknown|unexpected|no longer"
    r"|only the default|extra inputs|does not (?:take|accept)|invalid (?:parameter|argument)|is not available",
    re.IGNORECASE,
)


class TakenParameters:
    """What one model has been seen to reject.

    Args:
        optional: Parameter -> the name that takes its value instead; None to leave it out.
    """

    def __init__(self, optional: Mapping[str, str | None]) -> None:
        self._optional = optional
        self._rejected: set[str] = set()

    def learn(self, error: ModelError) -> bool:
        """Whether the error names a parameter, not known to be rejected, that can be left out or renamed."""
        if _REJECTED.search(error.message) is None:
            return False
        for name in self._optional:
            if name not in self._rejected and re.search(rf"\b{name}\b", error.message):
                self._rejected.add(name)
                return True
        return False

    def fit(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The body with rejected parameters left out or renamed."""
        fitted: dict[str, Any] = {}
        for name, value in body.items():
            new = self._optional[name] if name in self._rejected else name
            if new is not None:
                fitted[new] = value
        return fitted

"""What leaves with every request whatever the question: searched once, and cut out of each body before that is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from nlkgq.egress.watched import WatchedValues

_EDGE: Final = 300
"""Bytes that stay at each end of a part that was cut out: what lies across the seam is searched."""
_WORTH: Final = 2_000
"""Shorter parts are searched with the rest."""


class PublicText:
    """Parts of requests that are the same for every question.

    Args:
        parts: Name for people -> text, such as the instructions and the rendered ontology.
        others: The same, for parts that are not public: they are searched again with each body.
        watched: What must not stand in any of them; None where nothing is known.

    Raises:
        TooLarge: A part unfolds to more than is searched.
    """

    def __init__(self, parts: Mapping[str, str], others: Mapping[str, str], watched: WatchedValues | None) -> None:
        self._parts = tuple(parts.values())
        every = {**parts, **others} if watched is not None else {}
        found = {name: watched.find_in(text.encode()) for name, text in every.items()} if watched is not None else {}
        self.held = {name: values for name, values in found.items() if values}
        """Name of a part -> values of the graph in it that nothing exempts."""
        self._written = [
            (part, json.dumps(part, ensure_ascii=ascii_only)[1:-1].encode())
            for part in self._parts
            if len(part) > _WORTH
            for ascii_only in (False, True)
        ]

    def cut_from(self, body: bytes) -> tuple[bytes, str]:
        """What is left of a body to search, and the public text that is left in it.

        A part is cut out once, where it stands byte for byte as JSON writes it; otherwise it stays, and is searched.
        """
        known: list[str] = []
        cut: set[str] = set()
        for part, written in self._written:
            at = body.find(written) if part not in cut else -1
            if at < 0:
                continue
            cut.add(part)
            known += (part[:_EDGE], part[-_EDGE:])
            # a letter of several bytes may be cut through: that reads as any broken text
            body = body[: at + _EDGE] + b"\n" + body[at + len(written) - _EDGE :]
        return body, "\n".join([*known, *(part for part in self._parts if part not in cut)])

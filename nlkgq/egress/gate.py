"""The one door to a model: what passes it was searched for private text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nlkgq.egress.decoding import TooLarge
from nlkgq.egress.detector import exempt_words, found_in, needles
from nlkgq.errors import LeakBlocked

if TYPE_CHECKING:
    from nlkgq.values.model import ValueIndex

_LONGEST_PART = 12


class WireGate:
    """Refuses a body that holds a private text in any of its readings. Thread-safe; fails closed.

    Args:
        public: Text that is sent whatever the question, such as the instructions and the ontology: a word that
            stands there is private only where it stands more often. "" when nothing is public.
        index: Stored values for `values_in`; None when there are none.

    >>> gate = WireGate()
    >>> gate.check(b'{"content": "films by VALUE_K3QX"}', ["Orsolya Quent"])
    >>> gate.check(b'{"content": "films by orsolya_quent"}', ["Orsolya Quent"])
    Traceback (most recent call last):
    nlkgq.errors.LeakBlocked: a masked value stands in what would have been sent to a model; nothing was sent
    """

    def __init__(self, *, public: str = "", index: ValueIndex | None = None) -> None:
        self._public = public
        self._index = index

    def check(self, body: bytes, private: Sequence[str], *, public: str | None = None) -> None:
        """Pass, or refuse.

        Args:
            body: Exactly the bytes that would leave.
            private: Texts that must not: every span masked in this question and its history.
            public: In place of the gate's own, for this body.

        Raises:
            LeakBlocked: One of them stands in the body, or the body cannot be searched through.
        """
        try:
            found = found_in(body, private, public=self._public if public is None else public)
        except TooLarge:
            message = "what would have been sent to a model is too large to be searched; nothing was sent"
            raise LeakBlocked(message, hint="Send less, or nothing compressed.") from None
        if found:
            what = "a masked value stands" if found == 1 else f"{found} masked values stand"
            raise LeakBlocked(
                f"{what} in what would have been sent to a model; nothing was sent",
                hint="Look at `nlkgq prompt`: the ontology, the rider or an example may hold values.",
            )

    def exempt(self, private: Sequence[str]) -> tuple[str, ...]:
        """Those of the private texts that are not looked for: too short, or reviewed common words."""
        return tuple(text for text in private if not needles([text]))

    def values_in(self, text: str) -> tuple[str, ...]:
        """Stored values that stand whole in a text, for reports; () without an index. Reviewed words are left out."""
        if self._index is None:
            return ()
        words = exempt_words()
        found: dict[str, None] = {}
        for match in self._index.scan(text, fuzzy=False):
            surface = text[match.start : match.end]
            if match.kind in {"exact", "folded"} and surface.casefold() not in words and needles([surface]):
                found[surface] = None
        return tuple(found)

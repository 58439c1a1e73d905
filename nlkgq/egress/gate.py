"""The one door to a model: what passes it was searched for private text and for the values of the graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from nlkgq.egress.decoding import TooLarge
from nlkgq.egress.detector import found_in, needles
from nlkgq.egress.public import PublicText
from nlkgq.errors import LeakBlocked

if TYPE_CHECKING:
    from nlkgq.egress.watched import WatchedValues

_WHERE = "Look at `nlkgq prompt` and `nlkgq privacy report`: the ontology, the rider or an example may hold values."
_PART = "`nlkgq privacy report` shows which: take them out, or make them public by a rule of kg.toml."


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """Why nothing passes, and what to do about it."""

    message: str
    hint: str


class WireGate:
    """Refuses a body that holds a private text, or a value of the graph, in any of its readings. Thread-safe; fails
    closed.

    Args:
        public: Name for people -> text that is sent whatever the question, such as the instructions and the ontology: a
            word that stands there is private only where it stands more often. They are searched for values of the
            graph once.
        owners: The same, for what the owner of the graph wrote: it is sent with every question, but it is not public.
        watched: The values of the graph; None where they are not known, or not private.
        closed: Why nothing may pass, such as that values are not known; None where what is clean may.

    >>> gate = WireGate()
    >>> gate.check(b'{"content": "films by VALUE_K3QX"}', ["Orsolya Quent"])
    >>> gate.check(b'{"content": "films by orsolya_quent"}', ["Orsolya Quent"])
    Traceback (most recent call last):
    nlkgq.errors.LeakBlocked: a masked value stands in what would have been sent to a model; nothing was sent
    """

    def __init__(
        self,
        *,
        public: Mapping[str, str] | None = None,
        owners: Mapping[str, str] | None = None,
        watched: WatchedValues | None = None,
        closed: Closed | None = None,
    ) -> None:
        self._closed = closed
        self._parts = dict(public or {})
        self._owners = dict(owners or {})
        self._watched = watched

    def check(self, body: bytes, private: Sequence[str], *, echoed: Sequence[str] = ()) -> None:
        """Pass, or refuse.

        Args:
            body: Exactly the bytes that would leave.
            private: Texts that must not: every span masked in this question and its history.
            echoed: What the model itself has said in this conversation: its own words tell it nothing.

        Raises:
            LeakBlocked: A private text or a value of the graph stands in the body, or it cannot be searched through.
        """
        if self._closed is not None:
            raise LeakBlocked(self._closed.message, hint=self._closed.hint)
        try:
            self._search(body, private, echoed)
        except TooLarge:
            message = "what would have been sent to a model is too large to be searched; nothing was sent"
            raise LeakBlocked(message, hint="Send less, or nothing compressed.") from None

    def _search(self, body: bytes, private: Sequence[str], echoed: Sequence[str]) -> None:
        for part, values in self._public.held.items():
            count = f"{len(values)} value{'s' if len(values) > 1 else ''} of the graph"
            raise LeakBlocked(f"{part} holds {count}, and would be sent to a model; nothing was sent", hint=_PART)
        rest, known = self._public.cut_from(body)
        said = "\n".join(echoed).encode()
        found = found_in(rest, [text for text in private if not said or not found_in(said, [text])], public=known)
        if found:
            raise _refusal(found, "masked value", "masked values")
        stored = self._watched.find_in(rest, echoed=echoed) if self._watched is not None else ()
        if stored:
            raise _refusal(len(stored), "value of the graph", "values of the graph")

    @cached_property
    def _public(self) -> PublicText:
        return PublicText(self._parts, self._owners, self._watched)

    @property
    def closed(self) -> Closed | None:
        """Why nothing passes."""
        return self._closed

    @property
    def held(self) -> Mapping[str, tuple[str, ...]]:
        """Values of the graph in what every request holds, by the name of the part: why all are refused."""
        return self._public.held

    def exempt(self, private: Sequence[str]) -> tuple[str, ...]:
        """Those of the private texts that are not looked for: too short, or reviewed common words."""
        return tuple(text for text in private if not needles([text]))


def _refusal(found: int, one: str, several: str) -> LeakBlocked:
    says = f"a {one} stands" if found == 1 else f"{found} {several} stand"
    return LeakBlocked(f"{says} in what would have been sent to a model; nothing was sent", hint=_WHERE)

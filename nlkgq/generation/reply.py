"""A reply that was obtained elsewhere, as a generator: by a batch, another machine, or by hand."""

from __future__ import annotations

from nlkgq.generation.extract import extract_query
from nlkgq.generation.protocol import Generation
from nlkgq.masking.model import MaskedText
from nlkgq.validation.attempt import Attempt


class ReplyGenerator:
    """Gives the query in one reply, whatever the question; asked again, it has nothing better.

    Args:
        reply: The whole text of the reply.
        model: Name for the trace.
    """

    def __init__(self, reply: str, *, model: str = "reply") -> None:
        self._reply = reply
        self._model = model

    def generate(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> Generation:
        """The query in the reply; ``confidence`` is None.

        Raises:
            NoQueryError: The reply holds none.
        """
        return Generation(query=extract_query(self._reply), reply=self._reply, model=self._model)

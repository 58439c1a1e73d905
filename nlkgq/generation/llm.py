"""A language model as a generator: one request, one reply, the query out of it."""

from __future__ import annotations

import json

from nlkgq.generation.extract import extract_query
from nlkgq.generation.protocol import Generation
from nlkgq.llm.protocol import LLMClient, WireCheck
from nlkgq.masking.model import MaskedText
from nlkgq.prompting.build import PromptBuilder
from nlkgq.validation.attempt import Attempt


class LlmGenerator:
    """Writes queries with a language model.

    Args:
        client: The model; also an object of the user's own with ``complete``.
        builder: Masked question -> request.
        gate: Sees every request before the client does, whatever the client is.
    """

    def __init__(self, client: LLMClient, builder: PromptBuilder, gate: WireCheck) -> None:
        self._client = client
        self._builder = builder
        self._gate = gate

    def generate(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> Generation:
        """A query for the question; ``confidence`` is None, since a model's text supports no number.

        Raises:
            NoQueryError: The reply holds no query; ``text`` is the reply.
            ModelError: The call failed.
            LeakBlocked: The wire gate refuses the request.
        """
        request = self._builder.request(question, history)
        payload = json.dumps(request.payload(), ensure_ascii=False)
        self._gate.check(payload.encode("utf-8", "surrogatepass"), request.private, echoed=request.echoed)
        reply = self._client.complete(request)
        return Generation(
            query=extract_query(reply.text),
            reply=reply.text,
            request=request,
            model=reply.model,
            usage=reply.usage,
            seconds=reply.seconds,
        )

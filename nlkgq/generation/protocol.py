"""What turns a masked question into a query; one method."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Protocol

from nlkgq.llm.protocol import ModelRequest, Usage
from nlkgq.masking.model import MaskedText
from nlkgq.validation.attempt import Attempt

SURE: Final = 0.85
"""Confidence below which an answer carries a warning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How one stretch of the question was read: ``role`` such as class, property, value, comparison; ``term`` an IRI
    or a text; ``note`` why, for people."""

    text: str
    role: str
    term: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """A query over clean terms, as the generator wrote it.

    Args:
        query: SPARQL text; may hold placeholders.
        confidence: In [0, 1], None where nothing supports a number.
        readings: How the question was read; () for a model.
        runner_up: The second best query; None when there is none.
        notes: Sentences for people, such as joins added and why.
        reply: The whole text a model sent; "" offline.
        request: What the model received; None offline.
    """

    query: str
    confidence: float | None = None
    readings: tuple[Reading, ...] = ()
    runner_up: str | None = None
    notes: tuple[str, ...] = ()
    reply: str = ""
    request: ModelRequest | None = None
    model: str = "offline"
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0


class QueryGenerator(Protocol):
    """The offline translator, or a language model behind the wire gate."""

    def generate(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> Generation:
        """A query for the question; ``history`` holds the attempts so far, oldest first.

        Raises:
            NoAnswerError: It cannot, and says why.
            ModelError: The model call failed.
            LeakBlocked: The wire gate refused the request.
        """
        ...

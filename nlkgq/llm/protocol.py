"""What a model client takes and gives; one method."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from nlkgq.grammar.places import ValueSlot


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A piece of the system prompt; ``cache`` marks the end of what the provider may cache."""

    text: str
    cache: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """Exactly what a model would receive, provider-neutral. Everything in it is masked."""

    model: str
    system: tuple[Block, ...]
    messages: tuple[Message, ...]
    max_tokens: int = 4096
    temperature: float | None = 0.0
    private: tuple[str, ...] = field(default=(), repr=False)
    """Spans masked in this question and its history: never sent, known only to the wire gate."""
    echoed: tuple[str, ...] = field(default=(), repr=False)
    """What the model itself has said in this conversation: its own words tell it nothing. For the wire gate."""
    slots: tuple[ValueSlot, ...] = field(default=(), repr=False)
    """The question's placeholders as a grammar takes them: never sent."""

    def payload(self) -> dict[str, Any]:
        """The request as plain JSON values, in a fixed order."""
        return {
            "model": self.model,
            "system": [{"text": b.text, "cache": b.cache} for b in self.system],
            "messages": [{"role": m.role, "text": m.text} for m in self.messages],
            "max_tokens": self.max_tokens,
            "temperature": self.temperature,
        }

    @property
    def hash(self) -> str:
        """SHA-256 (hex, 64 characters) of the canonical JSON of the payload."""
        text = json.dumps(self.payload(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens as the provider counts them, each once; None where it does not say.

    ``input_tokens`` are those of the prompt that were neither read from the provider's cache nor written to it.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_tokens: int | None = None
    cache_write_tokens: int | None = None

    def by_kind(self) -> dict[str, int]:
        """Kind -> tokens, 0 where the provider does not say.

        >>> Usage(input_tokens=3).by_kind()
        {'input': 3, 'output': 0, 'cache_read': 0, 'cache_write': 0}
        """
        return {
            "input": self.input_tokens or 0,
            "output": self.output_tokens or 0,
            "cache_read": self.cache_read_tokens or 0,
            "cache_write": self.cache_write_tokens or 0,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """A model's reply; ``model`` is the name the provider gives, ``seconds`` wall time of the call."""

    text: str
    model: str
    usage: Usage = field(default_factory=Usage)
    stop_reason: str | None = None
    attempts: int = 1
    seconds: float = 0.0


class LLMClient(Protocol):
    """A model."""

    def complete(self, request: ModelRequest) -> ModelReply:
        """One reply.

        Raises:
            ModelError: The call failed; ``kind`` says how.
        """
        ...


class WireCheck(Protocol):
    """What the wire gate offers to a client."""

    def check(self, body: bytes, private: Sequence[str], *, echoed: Sequence[str] = ()) -> None:
        """Lets a body pass.

        Args:
            body: The bytes that would leave.
            private: Spans masked in this question and its history.
            echoed: What the model itself has said in this conversation.

        Raises:
            LeakBlocked: A value of the graph or a masked span is in it.
        """
        ...

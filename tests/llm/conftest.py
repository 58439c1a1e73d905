"""A loopback model server, and both protocols behind one face so that one test holds for both clients."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

import loopback as LOOPBACK
import pytest

from nlkgq.errors import LeakBlocked
from nlkgq.llm.anthropic import AnthropicClient
from nlkgq.llm.openai_compatible import OpenAICompatibleClient
from nlkgq.llm.protocol import Block, Message, ModelRequest
from nlkgq.llm.retry import RetryPolicy

QUICK = RetryPolicy(first_pause=0.01, longest_pause=0.02)


@pytest.fixture(scope="session")
def lb() -> ModuleType:
    """The module with the moves."""
    return LOOPBACK


@pytest.fixture
def server() -> Iterator[Any]:
    loopback = LOOPBACK.Loopback()
    yield loopback
    loopback.stop()


class PlainGate:
    """Refuses a body that holds a private span as it stands; remembers what it saw."""

    def __init__(self) -> None:
        self.seen: list[tuple[bytes, tuple[str, ...]]] = []

    def check(self, body: bytes, private: Sequence[str], *, echoed: Sequence[str] = ()) -> None:
        self.seen.append((body, tuple(private)))
        if any(span.encode() in body for span in private):
            raise LeakBlocked("a masked value would have left")


@pytest.fixture
def gate() -> PlainGate:
    return PlainGate()


class Protocol:
    """One protocol: its client, and its moves."""

    def __init__(self, name: str, server: Any, gate: PlainGate) -> None:
        self.name = name
        self.server = server
        self.gate = gate
        self._made: list[Any] = []

    def client(self, *, address: str | None = None, deadline: float = 5.0, policy: RetryPolicy = QUICK) -> Any:
        url = self.server.url if address is None else address
        made: Any
        if self.name == "anthropic":
            made = AnthropicClient(api_key="key", gate=self.gate, base_url=url, deadline=deadline, policy=policy)
        else:
            made = OpenAICompatibleClient(
                api_key="key", gate=self.gate, base_url=f"{url}/v1", deadline=deadline, policy=policy
            )
        made._client()  # the import of the SDK is not part of what a test times
        self._made.append(made)
        return made

    def events(self, text: str = "ASK {}", **options: Any) -> Iterator[bytes]:
        events: Callable[..., Iterator[bytes]] = getattr(LOOPBACK, f"{self.name}_events")
        return events(text, **options)

    def says(self, text: str = "ASK {}", **options: Any) -> Any:
        return LOOPBACK.stream(self.events(text, **options))

    def event(self) -> bytes:
        """One that says nothing: a ping."""
        return LOOPBACK.anthropic_event("ping") if self.name == "anthropic" else b": keep-alive\n\n"

    def text_event(self) -> bytes:
        if self.name == "anthropic":
            delta = {"type": "text_delta", "text": "SELECT "}
            return LOOPBACK.anthropic_event("content_block_delta", index=0, delta=delta)
        return LOOPBACK.openai_event(choices=[{"index": 0, "delta": {"content": "SELECT "}}])

    def error(self, message: str, kind: str = "invalid_request_error") -> dict[str, Any]:
        return {"type": "error", "error": {"type": kind, "message": message}}

    def close(self) -> None:
        for client in self._made:
            client.close()


@pytest.fixture(params=["anthropic", "openai"])
def protocol(request: pytest.FixtureRequest, server: Any, gate: PlainGate) -> Iterator[Protocol]:
    protocol = Protocol(request.param, server, gate)
    yield protocol
    assert server.unplanned == 0, "more calls than planned"
    protocol.close()


@pytest.fixture
def make_request() -> Callable[..., ModelRequest]:
    def make(text: str = "Which films?", **fields: Any) -> ModelRequest:
        values: dict[str, Any] = {
            "model": "tester",
            "system": (Block(text="Write SPARQL."), Block(text="ex:Film a owl:Class .", cache=True)),
            "messages": (Message(role="user", text=text),),
            "max_tokens": 100,
        }
        return ModelRequest(**{**values, **fields})

    return make

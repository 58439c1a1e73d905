"""Models of Anthropic, over the official SDK (Messages API, streamed)."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature
from types import MappingProxyType, ModuleType
from typing import Any, Final

from nlkgq.errors import ModelErrorKind
from nlkgq.llm.bounds import Attempt
from nlkgq.llm.faults import fault, from_error_object
from nlkgq.llm.protocol import ModelReply, ModelRequest, Usage, WireCheck
from nlkgq.llm.retry import RetryPolicy
from nlkgq.llm.sdk_client import SdkClient
from nlkgq.llm.stream import documents
from nlkgq.llm.wire import checked_key, timeout

ADDRESS: Final = "https://api.anthropic.com"
_STOPPED: Final[dict[str, tuple[ModelErrorKind, str]]] = {
    "max_tokens": ("cut-off", "the reply was cut off at max_tokens"),
    "model_context_window_exceeded": ("too-large", "the context window was full before the reply ended"),
    "refusal": ("refusal", "the model declines"),
}


class AnthropicClient(SdkClient):
    """A client for every model of the Messages API. Thread-safe; the SDK is imported at the first call.

    Args:
        api_key: Sent to ``base_url`` and nowhere else.
        gate: Sees every body before a connection is opened.
        base_url: Another server that speaks the protocol; None for Anthropic's. The environment is not asked.
        deadline: Seconds for a whole call, retries included.
        proxy: Address of a proxy; None for none. The environment is not asked.
        policy: When a failed attempt is repeated.
    """

    sdk_name = "anthropic"
    optional = MappingProxyType({"temperature": None})

    def __init__(
        self,
        *,
        api_key: str,
        gate: WireCheck,
        base_url: str | None = None,
        deadline: float = 120.0,
        proxy: str | None = None,
        policy: RetryPolicy | None = None,
    ) -> None:
        self._api_key = checked_key(api_key)
        super().__init__(gate=gate, base_url=base_url or ADDRESS, deadline=deadline, proxy=proxy, policy=policy)

    def whole_body(self, request: ModelRequest) -> dict[str, Any]:
        """The JSON body of a request, with every parameter."""
        system: list[dict[str, Any]] = []
        for block in request.system:
            system.append({"type": "text", "text": block.text})
            if block.cache:
                system[-1]["cache_control"] = {"type": "ephemeral"}
        body: dict[str, Any] = {
            "model": request.model,
            "max_tokens": request.max_tokens,
            "system": system,
            "messages": [{"role": m.role, "content": m.text} for m in request.messages],
            "stream": True,
        }
        if request.temperature is not None:
            body["temperature"] = request.temperature
        return body

    def _make(self, sdk: ModuleType, http: Any) -> Any:
        client = sdk.Anthropic(
            api_key=self._api_key,
            base_url=self._base_url,
            max_retries=0,
            http_client=http,
            **_without_telemetry(sdk.Anthropic),
        )
        client.auth_token = None  # some versions send the environment's beside the key
        return client

    def _send(self, sdk: ModuleType, client: Any, body: dict[str, Any], attempt: Attempt) -> ModelReply:
        # The SDK has no argument for what only some models take.
        extra = {name: body.pop(name) for name in ("temperature",) if name in body}
        streaming = client.messages.with_streaming_response
        with streaming.create(**body, extra_body=extra, timeout=timeout(sdk, attempt)) as response:
            return _read(documents(response.iter_bytes(), attempt.check), body["model"])


def reply_of(message: dict[str, Any], asked: str) -> ModelReply:
    """The reply in a whole message, as a batch returns it; ``asked`` is the model's name in the request.

    Raises:
        ModelError: The model declined, was cut off, or this is no message.
    """
    return _read(iter((message,)), asked)


def _without_telemetry(client: type) -> dict[str, Any]:
    """The option that keeps requests out of telemetry, which the environment can switch on; older SDKs have none."""
    return {"open_telemetry": False} if "open_telemetry" in signature(client).parameters else {}


def _read(events: Iterator[dict[str, Any]], asked: str) -> ModelReply:
    """The reply out of the events of a stream, or out of one whole message."""
    pieces: list[str] = []
    usage: dict[str, Any] = {}
    model, stop, ended = asked, None, False
    for event in events:
        kind = event.get("type")
        if kind == "error":
            raise from_error_object(event.get("error"))
        if kind == "message":  # a server that does not stream
            pieces += [str(b.get("text", "")) for b in event.get("content", ()) if b.get("type") == "text"]
        message = event if kind == "message" else event.get("message") if kind == "message_start" else None
        if isinstance(message, dict):
            model = str(message.get("model") or model)
            usage |= _numbers(message.get("usage"))
            stop = message.get("stop_reason") or stop
        if kind == "content_block_start":
            pieces.append(_text(event.get("content_block"), "text"))
        if kind == "content_block_delta":
            pieces.append(_text(event.get("delta"), "text_delta"))
        if kind == "message_delta":
            usage |= _numbers(event.get("usage"))
            stop = (event.get("delta") or {}).get("stop_reason") or stop
        if kind in ("message", "message_stop"):
            ended = True
            break
        if kind is None:
            raise fault("the reply does not follow the Messages API", "bad-reply")
    if not ended:
        raise fault("the stream ended before the reply did", "network")
    if stop in _STOPPED:
        problem, words = _STOPPED[stop]
        raise fault(words, problem, tokens=_usage(usage).by_kind())
    text = "".join(pieces)
    if not text.strip():
        raise fault("the reply is empty", "bad-reply", tokens=_usage(usage).by_kind())
    return ModelReply(text=text, model=model, usage=_usage(usage), stop_reason=stop)


def _text(block: object, kind: str) -> str:
    """The text of a block or delta of a kind; "" for thoughts and everything else."""
    return str(block.get("text") or "") if isinstance(block, dict) and block.get("type") == kind else ""


def _numbers(usage: object) -> dict[str, int]:
    return {k: v for k, v in usage.items() if isinstance(v, int)} if isinstance(usage, dict) else {}


def _usage(counts: dict[str, int]) -> Usage:
    return Usage(
        input_tokens=counts.get("input_tokens"),
        output_tokens=counts.get("output_tokens"),
        cache_read_tokens=counts.get("cache_read_input_tokens"),
        cache_write_tokens=counts.get("cache_creation_input_tokens"),
    )

"""Every server that speaks OpenAI's chat completions: vLLM, llama.cpp, Ollama, OpenRouter, OpenAI."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from types import MappingProxyType, ModuleType
from typing import Any

from nlkgq.errors import ConfigError, MissingExtraError
from nlkgq.llm.bounds import Attempt
from nlkgq.llm.faults import fault, from_error_object
from nlkgq.llm.protocol import ModelReply, ModelRequest, Usage, WireCheck
from nlkgq.llm.retry import RetryPolicy
from nlkgq.llm.sdk_client import SdkClient
from nlkgq.llm.server_grammar import SERVER_FIELDS, ServerGrammar
from nlkgq.llm.stream import DONE, documents
from nlkgq.llm.wire import checked_key, timeout

_NO_KEY = "none"  # the SDK wants one; servers of one's own ignore it


class OpenAICompatibleClient(SdkClient):
    """A client for one server. Thread-safe; the SDK is imported at the first call.

    Args:
        gate: Sees every body before a connection is opened.
        base_url: Up to and including the version, such as ``http://localhost:8000/v1``; None for ``OPENAI_BASE_URL``.
        api_key: None for servers that want none.
        deadline: Seconds for a whole call, retries included.
        proxy: Address of a proxy; None for none. The environment is not asked.
        policy: When a failed attempt is repeated.
        grammar: Holds the model to queries that make sense, where the server can; None for none.

    Raises:
        MissingExtraError: The ``openai`` library is not installed.
        ConfigError: No address is given.
    """

    sdk_name = "openai"
    optional = MappingProxyType({"temperature": None, "max_tokens": "max_completion_tokens", "stream_options": None})

    def __init__(
        self,
        *,
        gate: WireCheck,
        base_url: str | None = None,
        api_key: str | None = None,
        deadline: float = 120.0,
        proxy: str | None = None,
        policy: RetryPolicy | None = None,
        grammar: ServerGrammar | None = None,
    ) -> None:
        if find_spec("openai") is None:
            raise MissingExtraError("openai", extra="openai")
        address = base_url or os.environ.get("OPENAI_BASE_URL")
        if not address:
            raise ConfigError(
                "the address of the model's server is missing",
                place="model.base_url",
                hint="For example http://localhost:11434/v1 (Ollama) or https://api.openai.com/v1",
            )
        self._api_key = checked_key(api_key) if api_key else _NO_KEY
        self._grammar = grammar
        super().__init__(gate=gate, base_url=address, deadline=deadline, proxy=proxy, policy=policy)

    def complete(self, request: ModelRequest) -> ModelReply:
        """One reply.

        Raises:
            ModelError: The call failed; ``kind`` says how.
            LeakBlocked: The wire gate refuses the request.
            NoQueryError: The reply does not follow the schema that it was to follow.
        """
        if self._grammar is not None:
            # Terms cut into a trie look like anything. They are the ontology's, and what else the request holds has
            # passed the gate before it came here.
            told = json.dumps(self._grammar.parameters(request.slots), ensure_ascii=False)
            request = replace(request, echoed=(*request.echoed, told))
        return super().complete(request)

    def whole_body(self, request: ModelRequest) -> dict[str, Any]:
        """The JSON body of a request, with every parameter."""
        system = "\n\n".join(block.text for block in request.system)
        messages = [{"role": "system", "content": system}] if system else []
        messages += [{"role": m.role, "content": m.text} for m in request.messages]
        body: dict[str, Any] = {
            "model": request.model,
            "messages": messages,
            "max_tokens": request.max_tokens,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if request.temperature is not None:
            body["temperature"] = request.temperature
        if self._grammar is not None:
            body |= self._grammar.parameters(request.slots)
        return body

    def _make(self, sdk: ModuleType, http: Any) -> Any:
        return sdk.OpenAI(api_key=self._api_key, base_url=self._base_url, max_retries=0, http_client=http)

    def _send(self, sdk: ModuleType, client: Any, body: dict[str, Any], attempt: Attempt) -> ModelReply:
        streaming = client.chat.completions.with_streaming_response
        own = {name: body[name] for name in SERVER_FIELDS if name in body}
        given = {name: value for name, value in body.items() if name not in own}
        with streaming.create(**given, extra_body=own or None, timeout=timeout(sdk, attempt)) as response:
            reply = _read(documents(response.iter_bytes(), attempt.check), body["model"])
        return reply if self._grammar is None else replace(reply, text=self._grammar.text_of(reply.text))


def reply_of(completion: dict[str, Any], asked: str) -> ModelReply:
    """The reply in a whole completion, as a batch returns it; ``asked`` is the model's name in the request.

    Raises:
        ModelError: The model declined, was cut off, or this is no completion.
    """
    return _read(iter((completion,)), asked)


def _read(chunks: Iterator[dict[str, Any]], asked: str) -> ModelReply:
    """The reply out of the chunks of a stream, or out of one whole completion; unknown fields are passed over."""
    pieces: list[str] = []
    refused: list[str] = []
    model, stop, usage, seen, ended = asked, None, Usage(), False, False
    for chunk in chunks:
        if chunk is DONE:
            ended = True
            break
        if chunk.get("error"):
            raise from_error_object(chunk["error"])
        model = str(chunk.get("model") or model)
        if isinstance(chunk.get("usage"), dict):
            usage = _usage(chunk["usage"])
        for choice in chunk.get("choices") or ():
            seen = True
            part = choice.get("delta") or choice.get("message") or {}
            pieces.append(_text(part.get("content")))
            refused.append(_text(part.get("refusal")))
            stop = choice.get("finish_reason") or stop
            ended = ended or stop is not None or "message" in choice  # some servers leave out [DONE]
    if not seen:
        raise fault("the reply does not follow the chat completions protocol", "bad-reply")
    if not ended:
        raise fault("the stream ended before the reply did", "network")
    text = "".join(pieces)
    if stop == "length":
        raise fault("the reply was cut off at max_tokens", "cut-off", tokens=usage.by_kind())
    if stop == "content_filter" or (not text.strip() and "".join(refused).strip()):
        raise fault("the model declines", "refusal", tokens=usage.by_kind())
    if not text.strip():
        raise fault("the reply is empty", "bad-reply", tokens=usage.by_kind())
    return ModelReply(text=text, model=model, usage=usage, stop_reason=stop)


def _text(content: object) -> str:
    """Content as servers send it: a text, null, or a list of parts of which those of kind text count."""
    if isinstance(content, list):
        return "".join(str(p.get("text") or "") for p in content if isinstance(p, dict) and p.get("type") == "text")
    return content if isinstance(content, str) else ""


def _usage(counts: dict[str, Any]) -> Usage:
    details = counts.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else None
    prompt, read = _number(counts.get("prompt_tokens")), _number(cached)
    return Usage(
        input_tokens=None if prompt is None else max(0, prompt - (read or 0)),  # the prompt's hold the cached ones
        output_tokens=_number(counts.get("completion_tokens")),
        cache_read_tokens=read,
    )


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None

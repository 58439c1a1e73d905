"""A model file in this process, on the llama.cpp runtime, held to a grammar at each token.

The runtime (https://github.com/xorbitsai/xllamacpp) has both grammar engines built in: llguidance for the lark form,
llama.cpp's own for GBNF. It calls back with each piece of text but not between tokens, so what a grammar cannot say is
checked on the pieces, and a beginning that went wrong is taken back (see `steering`).
"""

from __future__ import annotations

import json
import re
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from nlkgq.errors import ConfigError, MissingExtraError, ModelError
from nlkgq.grammar.export import export_text
from nlkgq.grammar.notation import Grammar
from nlkgq.grammar.source import GrammarSource
from nlkgq.llm.faults import fault
from nlkgq.llm.prefix_check import PrefixCheck
from nlkgq.llm.protocol import ModelReply, ModelRequest, Usage
from nlkgq.llm.steering import End, WrittenQuery, write_query

_LEAST_ROOM: Final = 160
"""Tokens that a query must have room for."""
_LONGEST_QUERY: Final = 1_024
"""Tokens: a longer query is a model that goes on and on."""
_FENCE: Final = "```sparql\n"
_LLGUIDANCE: Final = "%llguidance {}\n"
_AGAIN: Final = 0.8
"""Least temperature of a second try: at 0 it would be the first one again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalSettings:
    """How a model file is run.

    Args:
        context: Tokens of question and answer together.
        threads: One by default: two that must wait for each other collapse when the machine is busy.
        thought: Most tokens that the model may think, freely, before it writes the query.
        grammar: ``lark`` (llguidance) or ``gbnf`` (llama.cpp's own).
        returns: How often the model may be sent back within one query.
        seed: Of the random choices, where the temperature leaves any.
        deadline: Seconds for a whole call.
    """

    context: int = 4_096
    threads: int = 1
    thought: int = 0
    grammar: str = "lark"
    returns: int = 12
    seed: int = 1
    deadline: float = 120.0


class LlamaCppClient:
    """A client for one model file; loaded at the first call, one call at a time.

    Args:
        path: The file, in GGUF.
        source: Grammars of the graph's questions.
        settings: How it is run.
        short: A system prompt for when the request's own does not fit the context: the terms are in the grammar, so an
            extract of the ontology suffices. None to refuse instead.

    Raises:
        MissingExtraError: The runtime is not installed.
        ConfigError: No such file, or not GGUF.
    """

    def __init__(
        self,
        path: Path,
        *,
        source: GrammarSource,
        settings: LocalSettings | None = None,
        short: Callable[[ModelRequest], str] | None = None,
    ) -> None:
        if find_spec("xllamacpp") is None:
            raise MissingExtraError("xllamacpp", extra="local")
        self._path = _checked(path)
        self._source = source
        self._settings = settings or LocalSettings()
        self._short = short
        self._lock = threading.Lock()
        self._loaded: Any = None

    def complete(self, request: ModelRequest) -> ModelReply:
        """One reply: what the model thought, if it may, and a query in a fenced block.

        Raises:
            ModelError: The prompt is larger than the context, the time is over, or the model came to no end.
            ConfigError: The runtime cannot load the file.
        """
        with self._lock:
            start = time.monotonic()
            call = _Call(self._server(), self._settings, request, start + self._settings.deadline)
            tokens = call.fit(self._short)
            thought = call.think()
            check = PrefixCheck(self._source.ontology, self._source.prefixes) if self._settings.returns else None
            written = write_query(
                call,
                self._source.matcher(request.slots),
                check,
                limit=call.room(),
                returns=self._settings.returns,
            )
            return ModelReply(
                text=f"{thought}{_FENCE}{written.text}\n```",
                model=request.model,
                usage=Usage(input_tokens=tokens, output_tokens=call.drawn),
                stop_reason=_reason(written),
                attempts=1 + written.returns,
                seconds=time.monotonic() - start,
            )

    def close(self) -> None:
        """Frees the model; a later call loads it again."""
        with self._lock:
            self._loaded = None

    def _server(self) -> Any:
        if self._loaded is None:
            import xllamacpp

            given = xllamacpp.CommonParams()
            given.model.path = str(self._path)
            given.n_ctx = self._settings.context
            given.n_parallel = 1
            given.cpuparams.n_threads = given.cpuparams_batch.n_threads = self._settings.threads
            given.warmup = given.ui = given.endpoint_slots = False
            given.verbosity = -1
            # The runtime also listens on a port of the loopback interface: nobody has this key.
            given.api_keys = [secrets.token_urlsafe(32)]
            try:
                self._loaded = xllamacpp.Server(given)
            except (RuntimeError, ValueError) as error:
                raise ConfigError(f"the runtime cannot load {self._path}: {error}", place="model.name") from None
        return self._loaded


def _checked(path: Path) -> Path:
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise ConfigError(
            f"the model file {path} cannot be read: {error.strerror or error}",
            place="model.name",
            hint="gguf:PATH names a file in GGUF.",
        ) from None
    if magic != b"GGUF":
        raise ConfigError(
            f"{path} is no model file in GGUF", place="model.name", hint="Convert it, or take one that is."
        )
    return path


def _reason(written: WrittenQuery) -> str:
    return "closed" if written.closed else "stop"


class _Call:
    """One request at the runtime; the engine that `write_query` steers."""

    def __init__(self, server: Any, settings: LocalSettings, request: ModelRequest, deadline: float) -> None:
        self._server = server
        self._settings = settings
        self._request = request
        self._deadline = deadline
        self._messages = _messages("\n\n".join(block.text for block in request.system), request)
        self._thought = ""
        self._prompt_tokens = 0
        self.drawn = 0
        """Tokens that the model has drawn."""

    def fit(self, short: Callable[[ModelRequest], str] | None) -> int:
        """The tokens of the prompt, the short one where the whole one leaves no room.

        Raises:
            ModelError: Neither leaves room.
        """
        whole = self._measure()
        if whole + self._settings.thought + _LEAST_ROOM > self._settings.context and short is not None:
            self._messages = _messages(short(self._request), self._request)
            whole = self._measure()
        if whole + self._settings.thought + _LEAST_ROOM > self._settings.context:
            raise ModelError(
                f"the prompt has {whole} tokens and the reply needs {self._settings.thought + _LEAST_ROOM}, but the"
                f" context has {self._settings.context}",
                kind="too-large",
                hint="Raise model.context, as far as the model goes, or ask for less at once.",
            )
        self._prompt_tokens = whole
        return whole

    def _measure(self) -> int:
        ends: list[dict[str, Any]] = []

        def take(chunk: dict[str, Any]) -> bool:
            ends.append(chunk)
            return False

        self._run({"max_tokens": 1}, self._messages, take)
        error = ends[-1].get("error") if ends else None
        if error is not None:
            if error.get("type") == "exceed_context_size_error":
                return int(error["n_prompt_tokens"])
            raise fault(f"the runtime answers: {error.get('message')}", "bad-request")
        timings = ends[-1].get("timings") or {}
        return int(timings.get("cache_n", 0)) + int(timings.get("prompt_n", 0))

    def think(self) -> str:
        """What the model thinks before it begins with the query; "" where it may not."""
        if not self._settings.thought:
            return ""
        pieces: list[str] = []

        def take(piece: str) -> bool:
            pieces.append(piece)
            return "```" in "".join(pieces)

        options = {"max_tokens": self._settings.thought, **self._sampling(0)}
        self._stream(options, self._messages, take)
        thought = re.split(r"```", "".join(pieces))[0].strip()
        self._thought = f"{thought}\n" if thought else ""
        return self._thought

    def room(self) -> int:
        """Tokens that the query may have."""
        used = self._prompt_tokens + self._settings.thought + len(_FENCE)
        return max(1, min(self._request.max_tokens, _LONGEST_QUERY, self._settings.context - used))

    def stream(self, written: str, grammar: Grammar, *, limit: int, attempt: int, take: Callable[[str], bool]) -> End:
        """Goes on with the query; see `ConstrainedEngine`."""
        text = export_text(grammar, self._settings.grammar)
        said = {"role": "assistant", "content": f"{self._thought}{_FENCE}{written}"}
        options = {
            "max_tokens": limit,
            "grammar": _LLGUIDANCE + text if self._settings.grammar == "lark" else text,
            **self._sampling(attempt),
        }
        return self._stream(options, [*self._messages, said], take)

    def _sampling(self, attempt: int) -> dict[str, Any]:
        wanted = self._request.temperature if self._request.temperature is not None else _AGAIN
        return {
            "temperature": max(wanted, _AGAIN) if attempt else wanted,
            "seed": (self._settings.seed + 7_919 * attempt) % 2**31,
        }

    def _stream(self, options: dict[str, Any], messages: Sequence[dict[str, str]], take: Callable[[str], bool]) -> End:
        found: list[End] = []
        late: list[bool] = []
        error: list[str] = []

        def chunk_in(chunk: dict[str, Any]) -> bool:
            if "error" in chunk:
                error.append(str(chunk["error"].get("message")))
                return True
            for choice in chunk.get("choices") or ():
                piece = (choice.get("delta") or {}).get("content") or ""
                if piece:
                    self.drawn += 1
                    if take(piece):
                        found.append("stopped")
                        return True
                if choice.get("finish_reason"):
                    found.append("length" if choice["finish_reason"] == "length" else "stop")
            if time.monotonic() > self._deadline:
                late.append(True)
                return True
            return False

        self._run(options, messages, chunk_in)
        if error:
            raise fault(f"the runtime answers: {error[0]}", "bad-request")
        if late and not found:
            if self.drawn:
                return "length"  # the query that was begun is closed, not thrown away
            raise fault(f"the model took more than {self._settings.deadline:g} s", "timeout")
        return found[0] if found else "stop"

    def _run(
        self, options: dict[str, Any], messages: Sequence[dict[str, str]], take: Callable[[dict[str, Any]], bool]
    ) -> None:
        body = {
            "messages": list(messages),
            "stream": True,
            "cache_prompt": True,
            "chat_template_kwargs": {"enable_thinking": False},  # free thought is ours to bound
            **options,
        }
        raised: list[BaseException] = []

        def guarded(chunk: str | bytes) -> bool:
            # an exception does not come through the runtime
            try:
                return take(json.loads(chunk))
            except (ModelError, ConfigError, ValueError, AssertionError, KeyboardInterrupt) as error:
                raised.append(error)
                return True

        self._server.handle_chat_completions(json.dumps(body), guarded)
        if raised:
            raise raised[0]


def _messages(system: str, request: ModelRequest) -> list[dict[str, str]]:
    found = [{"role": "system", "content": system}] if system else []
    return [*found, *({"role": m.role, "content": m.text} for m in request.messages)]

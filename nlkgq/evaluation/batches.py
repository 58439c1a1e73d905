"""Requests of a run as a batch file, and the batch's replies taken back: Message Batches, and OpenAI's batch format.

A round writes the requests whose replies have not come. Taking replies back finishes what can be finished; questions
whose query needs repair are open again, with one more turn, until the run's repair bound is reached.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from nlkgq.errors import ConfigError, ModelError, UsageError
from nlkgq.evaluation.readers.source import read_json_lines
from nlkgq.evaluation.replies import OWN_FAILURES, ModelFailure, ReplyStore
from nlkgq.evaluation.run_folder import RunFolder, write_whole
from nlkgq.llm.protocol import ModelReply, ModelRequest

if TYPE_CHECKING:
    from nlkgq.evaluation.runner import RunState

Form = Literal["messages", "openai"]
_FOLDER: Final = "requests"


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What a file of replies held.

    Args:
        taken: Replies that are new.
        known: Replies that were taken before, word for word the same.
        failed: Requests that the provider could not serve: they stay open.
        missing: Open requests of the last round without a line.
        form: Of the last round.
    """

    taken: int
    known: int
    failed: tuple[str, ...]
    missing: tuple[str, ...]
    form: Form = "messages"


def write_requests(folder: Path, state: RunState, form: Form) -> Path | None:
    """Writes the open requests of a run as the next round; where they are those of the last one, that stays.

    Args:
        folder: Of the run.
        state: What `run(batch=True)` returned.
        form: Of which provider.

    Returns:
        The file, one JSON object a line; None when nothing is open.

    Raises:
        ConfigError: It cannot be written.
    """
    if not state.open:
        return None
    lines: dict[str, str] = {}
    index: dict[str, dict[str, Any]] = {}
    for repeat, question, request in state.open:
        name = custom_id(request, repeat)
        if name in index:
            continue
        lines[name] = json.dumps(request_line(form, name, request), ensure_ascii=False)
        index[name] = {
            "request": request.hash,
            "repeat": repeat,
            "question": question,
            "model": request.model,
            "line": hashlib.sha256(lines[name].encode()).hexdigest(),
        }
    indexes = _indexes(folder)
    if indexes and _read_index(indexes[-1]) == (form, index):
        last = _requests_of(indexes[-1])
        if not last.exists():
            write_whole(last, "\n".join(lines.values()) + "\n")
        return last
    number = len(indexes) + 1
    file = folder / _FOLDER / f"round-{number}.jsonl"
    write_whole(file, "\n".join(lines.values()) + "\n")
    write_whole(
        folder / _FOLDER / f"round-{number}.index.json", json.dumps({"form": form, "requests": index}, indent=1)
    )
    return file


def request_line(form: Form, name: str, request: ModelRequest) -> dict[str, Any]:
    """A line of a request file."""
    return _BODIES[form](name, request)


def custom_id(request: ModelRequest, repeat: int) -> str:
    """The name of a request in a batch: 56 hex characters of its hash and the repetition; at most 64 characters."""
    return f"{request.hash[:56]}-{repeat}"


def take_replies(folder: Path, file: Path) -> Taken:
    """Keeps the replies of a batch with the run.

    Args:
        folder: Of the run.
        file: What the provider gave back, JSON lines in any order; the form is that of the line.

    Raises:
        ConfigError: A line answers no request of this run, answers one twice and differently, differs from what was
            taken before, is no reply; or the run's own request file was changed. Nothing is taken then.
        UsageError: Another process uses the run.
    """
    known, last, form = _known_requests(folder)
    replies: dict[str, ModelReply | ModelFailure] = {}
    failed: list[str] = []
    for number, line in read_json_lines(file, what="replies"):
        place = f"{file}:{number}"
        name = line.get("custom_id")
        if not isinstance(name, str) or name not in known:
            raise ConfigError(
                f"{place} answers no request of this run: {name!r}",
                place=place,
                hint="Is it the batch of another run, or of this one before its prompt changed?",
            )
        reply = read_reply(line, str(known[name]["model"]), place)
        if reply is None:
            failed.append(name)
        elif replies.setdefault(name, reply) != reply:
            raise ConfigError(f"{place} answers {name} a second time, differently", place=place)
    taken = seen = 0
    with RunFolder(folder, identity=None) as opened:
        store = ReplyStore(opened.replies)
        for name, reply in replies.items():
            before = store.get(known[name]["request"], known[name]["repeat"])
            if before is not None and _words(before) != _words(reply):
                raise ConfigError(
                    f"{file}: the reply to {name} differs from the one taken before",
                    place=str(file),
                    hint="Was it edited?",
                )
        for name, reply in replies.items():
            key, repeat = known[name]["request"], known[name]["repeat"]
            if store.get(key, repeat) is not None:
                seen += 1
                continue
            if isinstance(reply, ModelFailure):
                store.put_failure(key, repeat, reply, origin="batch")
            else:
                store.put(key, repeat, reply, origin="batch")
            taken += 1
        open_ = [n for n in known if store.get(known[n]["request"], known[n]["repeat"]) is None]
    failed = [name for name in dict.fromkeys(failed) if name in open_]
    missing = tuple(name for name in last if name in open_ and name not in failed)
    return Taken(taken=taken, known=seen, failed=tuple(failed), missing=missing, form=form)


def _words(reply: ModelReply | ModelFailure) -> str:
    return reply.text if isinstance(reply, ModelReply) else reply.message


def _indexes(folder: Path) -> list[Path]:
    found = (folder / _FOLDER).glob("round-*.index.json")
    return sorted(found, key=lambda p: int(p.name.removeprefix("round-").partition(".")[0]))


def _requests_of(index: Path) -> Path:
    return index.with_name(index.name.replace(".index.json", ".jsonl"))


def _read_index(file: Path) -> tuple[Form, dict[str, dict[str, Any]]]:
    try:
        written = json.loads(file.read_text(encoding="utf-8"))
        return written["form"], dict(written["requests"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{file} is damaged: {error}", place=str(file)) from None


def _known_requests(folder: Path) -> tuple[dict[str, dict[str, Any]], list[str], Form]:
    """All requests written so far by name, names and form of the last round; checks that the files are as written."""
    known: dict[str, dict[str, Any]] = {}
    last: list[str] = []
    form: Form = "messages"
    for index in _indexes(folder):
        form, entries = _read_index(index)
        file = _requests_of(index)
        if file.exists():
            lines = {hashlib.sha256(t.encode()).hexdigest() for t in file.read_text(encoding="utf-8").split("\n")}
            edited = [name for name, entry in entries.items() if entry["line"] not in lines]
            if edited:
                raise ConfigError(
                    f"{file} was changed after it was written: {edited[0]}",
                    place=str(file),
                    hint="Write the round anew.",
                )
        known |= entries
        last = list(entries)
    if not known:
        raise UsageError(f"{folder}: no requests were written", hint="`nlkgq bench requests` writes them.")
    return known, last, form


def read_reply(line: Mapping[str, Any], model: str, place: str) -> ModelReply | ModelFailure | None:
    """The reply in a line; None where the provider could not serve the request."""
    document, read = _document(line, place)
    if document is None:
        return None
    try:
        return read(document, model)
    except ModelError as error:
        if error.kind in OWN_FAILURES:
            return ModelFailure.of(error, model)
        return None
    except (AttributeError, TypeError, KeyError) as error:
        raise ConfigError(f"{place} is no reply: {error}", place=place) from None


def _document(
    line: Mapping[str, Any], place: str
) -> tuple[dict[str, Any] | None, Callable[[dict[str, Any], str], ModelReply]]:
    from nlkgq.llm import anthropic, openai_compatible

    result, response = line.get("result"), line.get("response")
    if isinstance(result, Mapping):
        message = result.get("message")
        succeeded = result.get("type") == "succeeded" and isinstance(message, dict)
        return ({**message, "type": "message"} if succeeded else None), anthropic.reply_of  # type: ignore[dict-item] # a dict where it succeeded
    if isinstance(response, Mapping) or line.get("error"):
        body = response.get("body") if isinstance(response, Mapping) else None
        served = isinstance(response, Mapping) and response.get("status_code") == 200 and isinstance(body, dict)
        return (body if served else None), openai_compatible.reply_of
    raise ConfigError(f"{place} is a reply of no known form", place=place)


def _messages_line(name: str, request: ModelRequest) -> dict[str, Any]:
    from nlkgq.egress.gate import WireGate
    from nlkgq.llm.anthropic import AnthropicClient

    body = AnthropicClient(api_key="batch", gate=WireGate()).body(request)
    return {"custom_id": name, "params": {k: v for k, v in body.items() if k != "stream"}}


def _openai_line(name: str, request: ModelRequest) -> dict[str, Any]:
    from nlkgq.egress.gate import WireGate
    from nlkgq.llm.openai_compatible import OpenAICompatibleClient

    client = OpenAICompatibleClient(gate=WireGate(), base_url="https://api.openai.com/v1")
    body = {k: v for k, v in client.body(request).items() if not k.startswith("stream")}
    return {"custom_id": name, "method": "POST", "url": "/v1/chat/completions", "body": body}


_BODIES: Final[Mapping[Form, Callable[[str, ModelRequest], dict[str, Any]]]] = {
    "messages": _messages_line,
    "openai": _openai_line,
}

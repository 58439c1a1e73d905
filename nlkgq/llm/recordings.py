"""Recorded replies: one JSON object a line.

Fields: ``kind`` ("recorded" by a real call, "handwritten" for a test), ``date`` (ISO 8601), ``request_hash``,
``prompt_hash`` (of the templates; null if unknown), ``model``, ``question`` (the messages, masked; "" where they are
others' texts), ``reply``, ``stop_reason`` and ``usage``.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from nlkgq.errors import ConfigError, ResourceNotFound
from nlkgq.llm.protocol import ModelRequest, Usage

Origin = Literal["recorded", "handwritten"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A reply and the request it answers; see the module for the fields."""

    kind: Origin
    date: str
    request_hash: str
    prompt_hash: str | None = None
    model: str
    question: str
    reply: str
    stop_reason: str | None = None
    usage: Usage = field(default_factory=Usage)

    def to_line(self) -> str:
        """The JSON line, without its end."""
        return json.dumps(asdict(self), ensure_ascii=False)


def conversation(request: ModelRequest) -> str:
    """The messages of a request, by which people and the search for the nearest recording know it."""
    return "\n".join(message.text for message in request.messages)


def read_recordings(path: Path) -> tuple[Recording, ...]:
    """The recordings of a file, in order; blank lines are passed over.

    Raises:
        ResourceNotFound: There is no such file.
        ConfigError: A line is no recording; ``place`` is file and line.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except FileNotFoundError:
        raise ResourceNotFound(f"no recordings in {path}", place=str(path), hint="Write them with --record.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}", place=str(path)) from None
    return tuple(_recording(line, f"{path}:{n}") for n, line in enumerate(lines, 1) if line.strip())


def _recording(line: str, place: str) -> Recording:
    try:
        value: dict[str, Any] = json.loads(line)
        value["usage"] = Usage(**value.get("usage") or {})
        recording = Recording(**value)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ConfigError(f"{place} is no recording: {error}", place=place) from None
    texts = [f.name for f in fields(Recording) if f.type == "str"]
    wrong = [name for name in texts if not isinstance(getattr(recording, name), str)]
    if recording.kind not in ("recorded", "handwritten"):
        wrong.append("kind")
    if wrong:
        raise ConfigError(f"{place}: {', '.join(wrong)} of the recording cannot be used", place=place)
    return recording

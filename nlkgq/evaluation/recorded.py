"""The replies of a run as recordings: others score them without the model, by ``replay:FILE``."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nlkgq.errors import ConfigError, UsageError
from nlkgq.evaluation.run_folder import read_manifest, write_whole
from nlkgq.llm.protocol import Usage
from nlkgq.llm.recordings import Recording
from nlkgq.outgoing import provider_name

if TYPE_CHECKING:
    from nlkgq.llm.replay import ReplayClient


def write_recordings(folder: Path, file: Path) -> int:
    """Writes the replies that a run got, in their order, with the hashes of their requests and without the questions.

    What a model failed on is left out: a replay finds nothing there.

    Args:
        folder: Of the run.
        file: For ``replay:``; it must not be there, since recordings are never edited.

    Returns:
        How many.

    Raises:
        ResourceNotFound, ConfigError: There is no run, or its replies are damaged.
        UsageError: The file is there already, the run has no replies, or asked its questions more than once.
    """
    model = provider_name(str(read_manifest(folder)["identity"].get("model.name")))
    if file.exists():
        raise UsageError(f"{file} is there already, and recordings are not edited", hint="Choose another file.")
    entries = [e for e in _replies(folder / "replies.jsonl") if "text" in e]
    if not entries:
        raise UsageError(f"{folder} holds no replies of a model")
    if any(e["repeat"] for e in entries):
        raise UsageError(f"{folder} asked more than once: a recording answers a request in one way")
    write_whole(file, "".join(_recording(e, model).to_line() + "\n" for e in entries))
    return len(entries)


def check_recordings(client: ReplayClient, file: Path, digest: str) -> None:
    """Refuses recordings that were edited, or of which a run left some unused: it has drifted from them.

    Args:
        client: After the run.
        file: Its recordings.
        digest: SHA-256 (hex) of the file as it was recorded.

    Raises:
        ConfigError: One of the two.
    """
    if hashlib.sha256(file.read_bytes()).hexdigest() != digest:
        raise ConfigError(f"{file} was edited after it was recorded", place=str(file), hint="Record it anew.")
    unused = client.unused()
    if unused:
        raise ConfigError(
            f"{file}: {len(unused)} of {len(client.recordings)} recordings answered nothing",
            place=str(file),
            hint="Questions, prompts or settings have changed since: record it anew.",
        )


def _replies(file: Path) -> list[dict[str, Any]]:
    """The whole lines of a run's replies, read alone: the run may be going on."""
    if not file.exists():
        return []
    data = file.read_bytes()
    try:
        return [json.loads(line) for line in data[: data.rfind(b"\n") + 1].split(b"\n")[:-1]]
    except ValueError as error:
        raise ConfigError(f"{file} is damaged: {error}", place=str(file)) from None


def _recording(entry: Mapping[str, Any], model: str) -> Recording:
    return Recording(
        kind="recorded",
        date=entry.get("date", ""),
        request_hash=entry["request"],
        model=model,
        question="",
        reply=entry["text"],
        stop_reason=entry["stop_reason"],
        usage=Usage(**entry["usage"]),
    )

"""The last question asked of a graph on the command line, with its query: for `nlkgq keep --last`.

It lies in the state folder, values and all, in a file that only its owner can read; the next question replaces it.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from nlkgq.errors import ConfigError, UsageError
from nlkgq.resources import state_dir, writing

if TYPE_CHECKING:
    from nlkgq.answer import Translation
    from nlkgq.api import KnowledgeGraph


def _path(kg: KnowledgeGraph) -> Path:
    return state_dir() / "last" / f"{kg.knowledge.key}.json"


def write_last(kg: KnowledgeGraph, translation: Translation) -> None:
    """Remember a translation. A state folder that cannot be written is no reason to keep an answer back."""
    value = {"question": translation.question, "query": translation.query}
    with contextlib.suppress(ConfigError), writing("NLKGQ_STATE_DIR"):
        path = _path(kg)
        path.parent.mkdir(exist_ok=True, mode=0o700)
        temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(value, file, ensure_ascii=False)
        os.replace(temporary, path)


def read_last(kg: KnowledgeGraph) -> dict[str, str]:
    """Question and query.

    Raises:
        UsageError: Nothing was asked yet.
    """
    try:
        value = json.loads(_path(kg).read_text(encoding="utf-8"))
        return {"question": str(value["question"]), "query": str(value["query"])}
    except (OSError, ValueError, KeyError, TypeError):
        raise UsageError(
            "no question was asked of this graph yet", hint="`nlkgq ask` and `nlkgq translate` count."
        ) from None

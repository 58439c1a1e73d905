"""Server-sent events, or one JSON document, out of the bytes of a reply (WHATWG HTML, section 9.2)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

from nlkgq.errors import ModelError
from nlkgq.llm.faults import fault

MAX_REPLY_BYTES = 8_000_000
"""Largest reply on the wire, thoughts and framing included."""
_END = "[DONE]"
DONE: Final[dict[str, Any]] = {"done": True}
"""Yielded where a stream says that it is complete."""


def documents(chunks: Iterable[bytes], check: Callable[[], None]) -> Iterator[dict[str, Any]]:
    """The JSON objects of a reply: one for each event, or a single one when the server does not stream.

    Args:
        chunks: The body, decompressed, in pieces of any size.
        check: Called at each piece; raises to stop.

    Yields:
        Objects in order; `DONE` last where the stream holds ``[DONE]``.

    Raises:
        ModelError: Not JSON, or longer than `MAX_REPLY_BYTES` (kind ``bad-reply``).
    """
    lines = _lines(chunks, check)
    first = next((line for line in lines if line.strip()), "")
    if not first.startswith(("data:", "event:", ":", "id:", "retry:")):
        yield _parse("\n".join([first, *lines]))
        return
    data: list[str] = []
    for line in _chain(first, lines):
        if line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line and data:
            text = "\n".join(data)
            if text.strip() == _END:
                yield DONE
                return
            yield _parse(text)
            data = []
    # A stream may end without its last blank line; a piece that was cut is no JSON, and whoever reads notices the cut.
    rest = "\n".join(data)
    if rest.strip() == _END:
        yield DONE
    elif rest:
        with suppress(ModelError):
            yield _parse(rest)


def _chain(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


def _lines(chunks: Iterable[bytes], check: Callable[[], None]) -> Iterator[str]:
    size = 0
    pending = bytearray()
    for chunk in chunks:
        check()
        size += len(chunk)
        if size > MAX_REPLY_BYTES:
            raise fault(f"the reply is longer than {MAX_REPLY_BYTES:,} bytes", "bad-reply")
        pending += chunk
        if b"\n" in chunk:  # only the new piece can end the line
            *complete, rest = bytes(pending).split(b"\n")
            pending = bytearray(rest)
            for line in complete:
                yield line.removesuffix(b"\r").decode("utf-8", "replace")
    if pending:
        yield pending.decode("utf-8", "replace")


def _parse(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise fault(f"the reply is not JSON: {_start(text)}", "bad-reply") from None
    if not isinstance(value, dict):
        raise fault(f"the reply is no JSON object: {_start(text)}", "bad-reply")
    return value


def _start(text: str) -> str:
    line = " ".join(text.split())
    return repr(line[:60]) if line else "it is empty"

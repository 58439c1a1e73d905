"""One file from an address: whole or not at all, gone on with where it broke off."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nlkgq.errors import ConfigError

if TYPE_CHECKING:
    import httpx

Progress = Callable[[str, float | None], None]
"""What is being done, and the share of it that is done; None while unknown."""

_LARGEST: Final = 20_000_000_000
_TRIES: Final = 4
_HOPS: Final = 5
_COPY: Final = "--data DIR takes a copy that you have."


class _Broken(Exception):
    """A failure after which another try may go on."""


def download(
    url: str, target: Path, *, timeout: float = 60.0, pause: float = 1.0, progress: Progress | None = None
) -> str:
    """Brings in a file; what came before a connection broke is kept beside it and gone on with, at once or another day.

    Redirects are followed, to other hosts too, but never from https to http.

    Args:
        url: Its address, http or https.
        target: Where it goes; it appears there when it is whole.
        timeout: Seconds without a byte.
        pause: Seconds before the second try; doubled before each further one.
        progress: Told while it comes in.

    Returns:
        The host that sent it.

    Raises:
        ConfigError: The address does not answer, says no, or leads astray; or the file cannot be written.
    """
    import httpx

    part = target.with_name(f".{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with httpx.Client(timeout=timeout, follow_redirects=False) as client:
            for number in range(_TRIES):
                try:
                    host = _once(client, url, part, target.name, progress)
                    break
                except (httpx.TransportError, _Broken) as error:
                    if number + 1 == _TRIES or isinstance(error, httpx.UnsupportedProtocol):
                        raise _failed(url, str(error) or type(error).__name__) from None
                    time.sleep(pause * 2**number)
        part.replace(target)
    except httpx.InvalidURL as error:
        raise _failed(url, str(error)) from None
    except OSError as error:
        raise ConfigError(
            f"{target} cannot be written: {error.strerror or error}",
            place=str(target),
            hint="What came is kept; the same command goes on from there.",
        ) from None
    _note(part).unlink(missing_ok=True)
    return host


def _once(client: httpx.Client, url: str, part: Path, name: str, progress: Progress | None) -> str:
    """One try; returns the host once the part is whole."""
    done, tag = _left_over(part, url)
    headers = {"Accept-Encoding": "identity"}  # the length is then that of the file, and a range means its bytes
    if done:
        headers |= {"Range": f"bytes={done}-", "If-Range": tag}
    with _answer(client, url, headers) as reply:
        if reply.status_code == 416:  # what is left over is as long as the file, or longer
            _forget(part)
            raise _Broken("the server has no such range")
        if reply.status_code == 429 or reply.status_code >= 500:
            raise _Broken(f"HTTP {reply.status_code}")
        if reply.status_code not in (200, 206):
            raise _failed(url, f"HTTP {reply.status_code} {reply.reason_phrase}".rstrip())
        size = done if reply.status_code == 206 else 0
        if size and not reply.headers.get("content-range", "").startswith(f"bytes {size}-"):
            _forget(part)
            raise _Broken("the server sent another range")
        length = int(reply.headers.get("content-length", 0)) or None
        _note(part).write_text(json.dumps({"url": url, "etag": reply.headers.get("etag", "")}), encoding="utf-8")
        with part.open("ab" if size else "wb") as file:
            total = size + length if length else None
            for chunk in reply.iter_raw():
                size += len(chunk)
                if size > _LARGEST:
                    _forget(part)
                    raise _failed(url, f"it is larger than {_LARGEST:,} bytes")
                file.write(chunk)
                if progress is not None:
                    progress(f"fetching {name}", min(1.0, size / total) if total else None)
        return str(reply.url.host)


@contextmanager
def _answer(client: httpx.Client, url: str, headers: dict[str, str]) -> Iterator[httpx.Response]:
    """The reply behind redirects, open for reading."""
    import httpx

    at = httpx.URL(url)
    for _ in range(_HOPS + 1):
        with client.stream("GET", at, headers=headers) as reply:
            if not reply.has_redirect_location:
                yield reply
                return
            following = at.join(reply.headers["location"])
        if at.scheme == "https" and following.scheme != "https":
            raise _failed(url, f"it leads from https to {following}")
        at = following
    raise _failed(url, f"more than {_HOPS} redirects")


def _left_over(part: Path, url: str) -> tuple[int, str]:
    """Bytes of an earlier try and the tag of the version they are of; 0 where they cannot be gone on with."""
    try:
        note = json.loads(_note(part).read_text(encoding="utf-8"))
        size = part.stat().st_size
    except (OSError, ValueError):
        return 0, ""
    tag = note.get("etag", "") if isinstance(note, dict) and note.get("url") == url else ""
    return (size, tag) if tag and not tag.startswith("W/") else (0, "")


def _note(part: Path) -> Path:
    return part.with_name(part.name + ".json")


def _forget(part: Path) -> None:
    part.unlink(missing_ok=True)
    _note(part).unlink(missing_ok=True)


def _failed(url: str, why: str) -> ConfigError:
    return ConfigError(f"{url} cannot be fetched: {why}", place=url, hint=_COPY)

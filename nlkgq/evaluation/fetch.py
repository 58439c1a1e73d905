"""Downloads of data sets: checksums are recorded at the first fetch and checked after."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from nlkgq.errors import ConfigError, UsageError
from nlkgq.evaluation.dataset import Dataset, Download
from nlkgq.evaluation.run_folder import write_whole

_LARGEST: Final = 20_000_000_000
_SUMS: Final = "checksums.json"

Progress = Callable[[str, float | None], None]


def fetch(
    dataset: Dataset, folder: Path, *, timeout: float = 60.0, progress: Progress | None = None
) -> list[tuple[str, str, bool]]:
    """Fetches the files of a data set.

    A file that is there is not fetched again; its checksum is checked.

    Args:
        dataset: With its downloads.
        folder: The data folder.
        timeout: Seconds without a byte.
        progress: Told while a file comes in.

    Returns:
        File, SHA-256 (hex) and whether it was fetched now, in order.

    Raises:
        UsageError: The set has no downloads.
        ConfigError: An address does not answer, or a checksum differs from the recorded one.
    """
    if not dataset.downloads:
        raise UsageError(f"{dataset.name} has nothing to fetch", hint=f"See {dataset.source}; --data DIR takes a copy.")
    sums = _recorded(folder)
    done = []
    for download in dataset.downloads:
        target = folder / download.file
        if not target.resolve().is_relative_to(folder.resolve()):
            raise ConfigError(f"{download.file} lies outside the data folder", place=str(dataset.file))
        new = not target.exists()
        if new:
            _fetch(download, target, timeout, progress)
        found = _sha256(target)
        recorded = sums.setdefault(download.file, {"sha256": found, "url": download.url})
        if recorded["sha256"] != found:
            raise ConfigError(
                f"{target}: SHA-256 {found[:16]}..., recorded was {recorded['sha256'][:16]}...",
                place=str(target),
                hint=f"The upstream file changed. Remove its entry in {folder / _SUMS} to accept it.",
            )
        write_whole(folder / _SUMS, json.dumps(sums, indent=2, sort_keys=True) + "\n")
        done.append((download.file, found, new))
    return done


def _fetch(download: Download, target: Path, timeout: float, progress: Progress | None) -> None:
    import httpx

    part = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with httpx.stream("GET", download.url, timeout=timeout, follow_redirects=True) as reply:
            reply.raise_for_status()
            total = int(reply.headers.get("content-length", 0)) or None
            size = 0
            with part.open("wb") as file:
                for chunk in reply.iter_bytes():
                    size += len(chunk)
                    if size > _LARGEST:
                        raise ConfigError(f"{download.url}: larger than {_LARGEST:,} bytes", place=download.url)
                    file.write(chunk)
                    if progress is not None:
                        progress(f"fetching {download.file}", size / total if total else None)
        part.replace(target)
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise ConfigError(
            f"{download.url} cannot be fetched: {error}", place=download.url, hint="--data DIR takes a copy."
        ) from None
    finally:
        part.unlink(missing_ok=True)


def _recorded(folder: Path) -> dict[str, dict[str, str]]:
    try:
        found: dict[str, dict[str, str]] = json.loads((folder / _SUMS).read_text(encoding="utf-8"))
        return found
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ConfigError(f"{folder / _SUMS} is damaged: {error}", place=str(folder)) from None


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

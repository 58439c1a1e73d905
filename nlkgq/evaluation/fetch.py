"""Downloads of data sets: checksums are recorded at the first fetch and checked after."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from nlkgq.errors import ConfigError, UsageError
from nlkgq.evaluation.archives import unpack
from nlkgq.evaluation.dataset import Dataset, Download
from nlkgq.evaluation.download import Progress, download
from nlkgq.evaluation.run_folder import write_whole

_SUMS: Final = "checksums.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """A file that is there, and is what it was.

    Args:
        file: Its path in the data folder.
        sha256: Hex.
        host: Which sent it now; None where it was there already.
        members: How many files it was unpacked into; 0 for no archive.
    """

    file: str
    sha256: str
    host: str | None
    members: int = 0


def fetch(
    dataset: Dataset, folder: Path, *, timeout: float = 60.0, pause: float = 1.0, progress: Progress | None = None
) -> list[Fetched]:
    """Fetches the files of a data set.

    A file that is there is not fetched again; its checksum is checked, and those of what an archive held.

    Args:
        dataset: With its downloads.
        folder: The data folder.
        timeout: Seconds without a byte.
        pause: Seconds before the second try of a download.
        progress: Told while a file comes in.

    Returns:
        The files, in order.

    Raises:
        UsageError: The set has no downloads.
        ConfigError: An address does not answer, a checksum differs, an archive is not to be trusted, or a file cannot
            be written. What was fetched before is kept.
    """
    if not dataset.downloads:
        raise UsageError(
            f"{dataset.name} has nothing to fetch",
            hint=f"{dataset.fetched} --data DIR takes a copy; the source is {dataset.source}".strip(),
        )
    for d in dataset.downloads:
        for place in (d.file, d.unpack):
            if place is not None and not _is_inside(folder, place):
                raise ConfigError(f"{place} lies outside the data folder", place=str(dataset.file))
    sums = _recorded(folder)
    return [_fetched(d, folder, sums, timeout, pause, progress) for d in dataset.downloads]


def _fetched(
    wanted: Download, folder: Path, sums: dict[str, Any], timeout: float, pause: float, progress: Progress | None
) -> Fetched:
    target = folder / wanted.file
    host = None if target.exists() else download(wanted.url, target, timeout=timeout, pause=pause, progress=progress)
    found = _sha256(target)
    if wanted.sha256 is not None and wanted.sha256.lower() != found:
        raise _differs(target, found, wanted.sha256.lower(), "Remove the file to fetch it again.")
    entry = sums.setdefault(wanted.file, {"sha256": found, "url": wanted.url})
    forget = f"If the change upstream is right, remove its entry in {folder / _SUMS}; else remove the file."
    if entry["sha256"] != found:
        raise _differs(target, found, entry["sha256"], forget)
    members: dict[str, str] = entry.get("members", {})
    if wanted.unpack is not None:
        base = folder / wanted.unpack
        if not all((base / name).is_file() for name in members) or not members:
            names = unpack(target, base)
            members = members or {name.as_posix(): _sha256(base / name) for name in names}
            entry["members"] = members
        for name, recorded in members.items():
            if _sha256(base / name) != recorded:
                hint = f"Remove {base} to unpack {target.name} again."
                raise _differs(base / name, _sha256(base / name), recorded, hint)
    write_whole(folder / _SUMS, json.dumps(sums, indent=2, sort_keys=True) + "\n")
    return Fetched(file=wanted.file, sha256=found, host=host, members=len(members))


def _is_inside(folder: Path, place: str) -> bool:
    path = (folder / place).resolve()
    return path.is_relative_to(folder.resolve()) and path != folder.resolve()


def _recorded(folder: Path) -> dict[str, Any]:
    file = folder / _SUMS
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise ConfigError(f"{file} is damaged: {error}", place=str(file), hint="Remove it to record anew.") from None
    if not isinstance(found, dict) or not all(isinstance(e, dict) and "sha256" in e for e in found.values()):
        raise ConfigError(f"{file} is damaged: no checksums", place=str(file), hint="Remove it to record anew.")
    return found


def _sha256(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}", place=str(path)) from None


def _differs(path: Path, found: str, recorded: str, hint: str) -> ConfigError:
    return ConfigError(f"{path}: SHA-256 {found[:16]}..., recorded was {recorded[:16]}...", place=str(path), hint=hint)

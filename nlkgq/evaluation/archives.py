"""Archives of strangers, unpacked: nothing leaves the folder, nothing but plain files, nothing endless."""

from __future__ import annotations

import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Final

from nlkgq.errors import ConfigError

_LARGEST: Final = 50_000_000_000
_MOST: Final = 200_000
_STEP: Final = 1 << 20


def unpack(archive: Path, folder: Path) -> tuple[Path, ...]:
    """Unpacks a zip or tar file (gzip, bzip2, xz) into a folder, which appears when all of it is there.

    Args:
        archive: The file; what it is, its content says.
        folder: Where its members go; what was there is replaced.

    Returns:
        The files, relative to ``folder``, in the order of their paths.

    Raises:
        ConfigError: It is no archive, is damaged, or holds what does not belong in the folder; nothing is unpacked.
    """
    aside = folder.with_name(f".{folder.name}.unpacking")
    shutil.rmtree(aside, ignore_errors=True)
    try:
        names = set()
        left = _LARGEST
        for name, stream in _members(archive):
            target = aside / _inside(name, archive)
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                left -= _copy(stream, file, left, archive)
            names.add(target.relative_to(aside))
            if len(names) > _MOST:
                raise _bad(archive, f"more than {_MOST:,} files")
        if not names:
            raise _bad(archive, "no files")
        shutil.rmtree(folder, ignore_errors=True)
        aside.replace(folder)
    except FileExistsError as error:
        raise _bad(archive, f"two members of the name {error.filename!r}") from None
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise _bad(archive, str(error)) from None
    except OSError as error:
        raise ConfigError(f"{folder} cannot be written: {error.strerror or error}", place=str(folder)) from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return tuple(sorted(names))


def _members(archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """Names and streams of the plain files; links and devices are refused."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as zipped:
            for entry in zipped.infolist():
                if entry.is_dir():
                    continue
                if (entry.external_attr >> 28) not in (0, 8):  # the kind of file in the upper bits of a Unix mode
                    raise _bad(archive, f"{entry.filename!r} is no plain file")
                with zipped.open(entry) as stream:
                    yield entry.filename, stream
        return
    with tarfile.open(archive) as tarred:
        for member in tarred:
            if member.isdir():
                continue
            stream_or_none = tarred.extractfile(member) if member.isreg() else None
            if stream_or_none is None:
                raise _bad(archive, f"{member.name!r} is no plain file")
            yield member.name, stream_or_none


def _inside(name: str, archive: Path) -> PurePosixPath:
    """A member's path, if it stays below the folder on every system."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name or not path.parts:
        raise _bad(archive, f"{name!r} lies outside the folder")
    return path


def _copy(stream: IO[bytes], file: IO[bytes], left: int, archive: Path) -> int:
    size = 0
    while chunk := stream.read(_STEP):
        size += len(chunk)
        if size > left:
            raise _bad(archive, f"more than {_LARGEST:,} bytes")
        file.write(chunk)
    return size


def _bad(archive: Path, why: str) -> ConfigError:
    return ConfigError(f"{archive} cannot be unpacked: {why}", place=str(archive), hint="Remove it to fetch it again.")

"""Bytes of a file as plain UTF-8: decompressed, without byte order mark, transcoded where needed."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import stat
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nlkgq.errors import LoadError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

GZIP_MAGIC: Final = b"\x1f\x8b"
_CHUNK: Final = 1 << 16
_BOMS: Final = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_XML_ENCODING = re.compile(rb"^\s*<\?xml\b[^>]*?\bencoding\s*=\s*[\"']([^\"']*)[\"']")


class TransformedStream(io.RawIOBase):
    """A readable stream of whatever ``pull`` returns, until it returns None; for `io.BufferedReader`."""

    def __init__(self, pull: Callable[[], bytes | None], close: Callable[[], None]) -> None:
        super().__init__()
        self._pull = pull
        self._close = close
        self._rest = b""

    def readable(self) -> bool:
        """True."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Fill ``buffer`` from the rest of the last piece or the next one; 0 at the end."""
        while not self._rest:
            piece = self._pull()
            if piece is None:
                return 0
            self._rest = piece
        view = memoryview(buffer).cast("B")
        size = min(len(view), len(self._rest))
        view[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size

    def close(self) -> None:
        """Close this stream and what it reads from."""
        if not self.closed:
            self._close()
        super().close()


def buffered(pull: Callable[[], bytes | None], close: Callable[[], None]) -> io.BufferedReader:
    """A buffered binary stream over pieces of bytes."""
    return io.BufferedReader(TransformedStream(pull, close), _CHUNK)


def unreadable(path: Path, error: OSError | ValueError) -> LoadError:
    """What to say of a file that cannot be opened or read."""
    place = str(path)
    match error:
        case FileNotFoundError():
            return LoadError(f"{place}: no such file", place=place, hint="Check the path and its spelling.")
        case IsADirectoryError():
            return LoadError(f"{place} is a folder, not a file", place=place, hint="Name the files in it.")
        case PermissionError():
            return LoadError(f"{place} cannot be read: permission denied", place=place, hint="Check its access rights.")
        case OSError():
            return LoadError(f"{place} cannot be read: {error.strerror or error}", place=place)
        case _:
            return LoadError(f"{place} cannot be opened: {error}", place=place)


def refuse_pipes(path: Path) -> None:
    """Refuses what can be read only once or never ends: files are read several times.

    Raises:
        LoadError: A pipe, a socket or a device.
        OSError: Nothing there, or no access.
    """
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise LoadError(
            f"{path} is a pipe or a device, not a file", place=str(path), hint="Write it into a file and name that."
        )


def open_bytes(path: Path) -> tuple[io.BufferedReader, io.BufferedReader]:
    """The decompressed bytes of a file, and the file itself: another stream if it was gzip, else the same.

    Raises:
        LoadError: Missing, a folder, unreadable; later, from the stream itself: cut or damaged gzip.
    """
    place = str(path)
    try:
        refuse_pipes(path)
        raw = path.open("rb")
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    if raw.peek(2)[:2] != GZIP_MAGIC:
        return raw, raw
    unzipped = gzip.GzipFile(fileobj=raw, mode="rb")

    def pull() -> bytes | None:
        try:
            return unzipped.read1(_CHUNK) or None
        except EOFError:
            raise LoadError(
                f"{place} is a gzip file that ends too early", place=place, hint="Fetch or copy the file again."
            ) from None
        except (OSError, zlib.error) as error:
            raise LoadError(
                f"{place} is a damaged gzip file: {error}", place=place, hint="Fetch or copy the file again."
            ) from error

    def close() -> None:
        unzipped.close()
        raw.close()

    return buffered(pull, close), raw


def sniff_encoding(head: bytes, place: str) -> tuple[str, int]:
    """Encoding and length of the byte order mark, from the first bytes (XML 1.0 appendix F).

    Returns:
        The name of a Python codec, and how many bytes to skip.

    Raises:
        LoadError: An XML declaration that names an encoding nobody knows.
    """
    for bom, name in _BOMS:
        if head.startswith(bom):
            return name, len(bom)
    if len(head) >= 4 and head[0] and not head[1] and head[2] and not head[3]:
        return "utf-16-le", 0
    if len(head) >= 4 and not head[0] and head[1] and not head[2] and head[3]:
        return "utf-16-be", 0
    declared = _XML_ENCODING.match(head)
    if declared is None:
        return "utf-8", 0
    name = declared[1].decode("ascii", "replace")
    try:
        codec = codecs.lookup(name).name
    except LookupError:
        raise LoadError(
            f"{place}, line 1: unknown encoding {name!r}", place=place, line=1, hint="Save the file as UTF-8."
        ) from None
    # A declared UTF-16 whose bytes are plainly not UTF-16 was transcoded without its declaration.
    return ("utf-8", 0) if codec.startswith(("utf-16", "utf-32", "ascii")) else (codec, 0)


def as_utf8(source: io.BufferedReader, *, encoding: str, bom: int, place: str) -> io.BufferedReader:
    """The same text as UTF-8 without a byte order mark; an XML declaration is made to say so.

    Raises:
        LoadError: From the stream, at bytes that the encoding does not have.
    """
    source.read(bom)
    declared = _XML_ENCODING.match(source.peek(1024)) if encoding == "utf-8" else None
    if encoding == "utf-8" and (declared is None or declared[1].lower() == b"utf-8"):
        return source
    decoder = codecs.getincrementaldecoder(encoding)()
    line, begun, ended = 1, False, False

    def pull() -> bytes | None:
        nonlocal line, begun, ended
        if ended:
            return None
        piece = source.read(_CHUNK)
        ended = not piece
        try:
            text = decoder.decode(piece, ended)
        except UnicodeDecodeError as error:
            message = f"{place}, line {line}: not {encoding} text ({error.reason})"
            raise LoadError(message, place=place, line=line, hint="Save the file as UTF-8.") from error
        line += text.count("\n")
        if not begun and text:
            begun = True
            text = re.sub(r"^(\s*<\?xml\b[^>]*?\bencoding\s*=\s*[\"'])[^\"']*", r"\1UTF-8", text)
        return text.encode()

    return buffered(pull, source.close)

"""What bytes may say: every plausible reading of a body, decoded, decompressed, unescaped."""

from __future__ import annotations

import base64
import binascii
import html
import quopri
import re
import zlib
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple
from urllib.parse import unquote_plus

MAX_DEPTH: Final = 3
MAX_BYTES: Final = 20_000_000
"""Bound of everything decoded from one body; a body that exceeds it is refused unread."""

_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{8,}={0,2}")
# A digit or a capital behind a small letter: words and identifiers of one case are passed over.
_PACKED = re.compile(rb"\d|[a-z+/][A-Z]")
_BASE32 = re.compile(rb"(?<![A-Za-z0-9])[A-Z2-7]{8,}={0,6}")
_HEX_LIKE = re.compile(rb"[0-9a-fA-F :,-]{8,}")
_HEX = re.compile(rb"(?:[0-9a-fA-F]{2}[ :,-]?){4,}")
_HEX_ESCAPES = re.compile(rb"(?:(?:\\x|0x|=|%)[0-9a-fA-F]{2}[ ,]?){3,}")
_ESCAPED = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([nrtbf\"'\\/]))"
)
_PLAIN_ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " "}
_CHUNK = re.compile(rb"\r\n[0-9a-fA-F]{1,6}\r\n|\A[0-9a-fA-F]{1,6}\r\n")
_UTF7 = re.compile(r"\+(?=[A-Za-z0-9/]*[A-Z])[A-Za-z0-9/]{3,}-?")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9A-Fa-f]+|[A-Za-z]+);?")
_QUOTED = re.compile(r"=(?:[0-9A-F]{2}|\r?\n)")
_CONTEXT = 100


class TooLarge(ValueError):
    """More was decoded from a body than will be searched."""


class Reading(NamedTuple):
    """One reading of a body; ``fragment``: decoded from stretches in base 64, base 32 or hexadecimal."""

    text: str
    fragment: bool


def readings(body: bytes) -> Iterator[Reading]:
    """Every reading of ``body`` as text, the plain one first, each once.

    Raises:
        TooLarge: The body unfolds to more than `MAX_BYTES`.
    """
    seen: set[bytes] = set()
    level, total = [(body, False)], 0
    for _ in range(MAX_DEPTH + 1):
        following: list[tuple[bytes, bool]] = []
        for piece, fragment in level:
            if piece in seen or not piece:
                continue
            seen.add(piece)
            total += len(piece)
            if total > MAX_BYTES:
                raise TooLarge
            text = piece.decode("utf-8", "replace")
            yield Reading(text, fragment)
            following += ((twin, fragment) for twin in _twins(piece, text))
            fragments = [part for part in _fragments(piece) if _is_text(part)]
            if fragments:
                following.append((b"\n".join(fragments), True))
        level = following


def _twins(piece: bytes, text: str) -> Iterator[bytes]:
    """Other readings of a whole piece; of escapes that are few, the stretches around them."""
    yield from _decompressed(piece)
    if "\\" in text:
        # At once to the bottom: what one round alone would show stands in the plain reading or in the last.
        inner = text
        for _ in range(MAX_DEPTH):
            inner = _ESCAPED.sub(_character, inner)
        yield inner.encode("utf-8", "replace")
    for sign, pattern, decode in (
        ("%", _PERCENT, unquote_plus),
        ("&", _ENTITY, html.unescape),
        ("=", _QUOTED, _from_quoted),
        ("+", _UTF7, _from_utf7),
    ):
        if sign in text:
            yield "\n".join(_around(text, pattern, decode)).encode("utf-8", "replace")
    if b"\0" in piece:
        for encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
            yield piece.decode(encoding, "replace").encode("utf-8", "replace")
    if _CHUNK.search(piece):
        yield _CHUNK.sub(b"", piece)
    if "\ufffd" in text:
        yield piece.decode("latin-1").encode()


def _around(text: str, pattern: re.Pattern[str], decode: Callable[[str], str]) -> Iterator[str]:
    """The stretches of a text around what ``pattern`` finds, decoded; neighbouring ones together."""
    start, end = -1, -1
    for match in pattern.finditer(text):
        if end >= 0 and match.start() - end > 2 * _CONTEXT:
            yield decode(text[max(0, start - _CONTEXT) : end + _CONTEXT])
            start = -1
        start, end = match.start() if start < 0 else start, match.end()
    if end >= 0:
        yield decode(text[max(0, start - _CONTEXT) : end + _CONTEXT])


def _from_quoted(text: str) -> str:
    return quopri.decodestring(text.encode("utf-8", "replace")).decode("utf-8", "replace")


def _from_utf7(text: str) -> str:
    return _UTF7.sub(lambda m: _utf7_run(m.group()), text)


def _utf7_run(run: str) -> str:
    bare = run.strip("+-")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4)).decode("utf-16-be")
    except (binascii.Error, UnicodeDecodeError):
        return run


def _decompressed(piece: bytes) -> Iterator[bytes]:
    for magic, window in ((b"\x1f\x8b", 31), (b"\x78\x01", 15), (b"\x78\x9c", 15), (b"\x78\xda", 15)):
        place = piece.find(magic)
        if place >= 0:
            try:
                yield zlib.decompressobj(window).decompress(piece[place:], MAX_BYTES)
            except zlib.error:
                continue


def _character(match: re.Match[str]) -> str:
    code = next((group for group in match.groups()[:4] if group), None)
    if code is None:
        return _PLAIN_ESCAPES.get(match[5], match[5])
    number = int(code, 16)
    return chr(number) if number < 0x110000 else ""


def _fragments(piece: bytes) -> Iterator[bytes]:
    """Stretches in base 64, base 32 and hexadecimal."""
    for found in set(_BASE64.findall(piece)):
        if _PACKED.search(found) is None:
            continue
        bare = found.rstrip(b"=").translate(_STANDARD)
        try:
            yield binascii.a2b_base64(bare + b"=" * (-len(bare) % 4))
        except binascii.Error:
            continue
    for found in set(_BASE32.findall(piece)):
        bare = found.rstrip(b"=")
        try:
            yield base64.b32decode(bare + b"=" * (-len(bare) % 8))
        except binascii.Error:
            continue
    hexadecimal = [match.group() for run in set(_HEX_LIKE.findall(piece)) for match in _HEX.finditer(run)]
    if any(sign in piece for sign in (b"\\x", b"0x", b"=", b"%")):
        hexadecimal += (match.group() for match in _HEX_ESCAPES.finditer(piece))
    for written in dict.fromkeys(hexadecimal):
        digits = re.sub(rb"\\x|0x|[^0-9a-fA-F]", b"", written)
        yield bytes.fromhex(digits.decode()) if len(digits) % 2 == 0 else b""


_STANDARD: Final = bytes.maketrans(b"-_", b"+/")


def _is_text(part: bytes) -> bool:
    """Whether a decoded fragment may be text: compressed, of two-byte characters, or mostly printable."""
    if len(part) < 3:
        return False
    if part[:2] in {b"\x1f\x8b", b"\x78\x9c"} or part.count(0) * 3 >= len(part):
        return True
    text = part.decode("utf-8", "replace")
    odd = sum(1 for c in text if c == "\ufffd" or (not c.isprintable() and c not in "\r\n\t"))
    return odd * 5 <= len(text)

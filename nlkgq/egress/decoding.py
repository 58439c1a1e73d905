"""What bytes may say: every plausible reading of a body, decoded, decompressed, unescaped."""

from __future__ import annotations

import base64
import binascii
import html
import quopri
import re
import zlib
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote_plus

MAX_DEPTH: Final = 3
MAX_BYTES: Final = 20_000_000
"""Bound of everything decoded from one body; a body that exceeds it is refused unread."""

_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{8,}={0,2}")
_ONE_WORD = re.compile(rb"[A-Z]?[a-z]+|[A-Z]+|\d+")
_BASE32 = re.compile(rb"(?<![A-Za-z0-9])[A-Z2-7]{8,}={0,6}")
_HEX = re.compile(rb"(?:[0-9a-fA-F]{2}[ :,-]?){4,}")
_HEX_ESCAPES = re.compile(rb"(?:(?:\\x|0x|=|%)[0-9a-fA-F]{2}[ ,]?){3,}")
_ESCAPED = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([nrtbf\"'\\/]))"
)
_PLAIN_ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " "}
_CHUNK = re.compile(rb"\r\n[0-9a-fA-F]{1,6}\r\n|\A[0-9a-fA-F]{1,6}\r\n")
_UTF7 = re.compile(rb"\+[A-Za-z0-9/]{3,}-?")


class TooLarge(ValueError):
    """More was decoded from a body than will be searched."""


def readings(body: bytes) -> Iterator[str]:
    """Every reading of ``body`` as text, the plain one first, each once.

    Raises:
        TooLarge: The body unfolds to more than `MAX_BYTES`.
    """
    seen: set[bytes] = set()
    level, total = [body], 0
    for _ in range(MAX_DEPTH + 1):
        following: list[bytes] = []
        for piece in level:
            if piece in seen or not piece:
                continue
            seen.add(piece)
            total += len(piece)
            if total > MAX_BYTES:
                raise TooLarge
            yield piece.decode("utf-8", "replace")
            following += _decoded(piece)
        level = following


def _decoded(piece: bytes) -> Iterator[bytes]:
    yield from _decompressed(piece)
    text = piece.decode("utf-8", "replace")
    if "%" in text:
        yield unquote_plus(text).encode("utf-8", "replace")
    if "&" in text:
        yield html.unescape(text).encode("utf-8", "replace")
    if "\\" in text:
        yield _ESCAPED.sub(_character, text).encode("utf-8", "replace")
    if b"\0" in piece:
        for encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
            yield piece.decode(encoding, "replace").encode("utf-8", "replace")
    if _CHUNK.search(piece):
        yield _CHUNK.sub(b"", piece)
    if b"=" in piece and re.search(rb"=[0-9A-F]{2}|=\r?\n", piece):
        yield quopri.decodestring(piece)
    if any(byte > 0x7F for byte in piece[:4096]) and not _is_utf8(piece):
        yield piece.decode("latin-1").encode()
    if _UTF7.search(piece):
        yield from _utf7(piece)
    fragments = [part for part in _fragments(piece) if _is_text(part)]
    if fragments:
        yield b"\n".join(fragments)


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


def _utf7(piece: bytes) -> Iterator[bytes]:
    found = []
    for match in _UTF7.finditer(piece):
        bare = match.group().strip(b"+-")
        try:
            found.append(base64.b64decode(bare + b"=" * (-len(bare) % 4)).decode("utf-16-be"))
        except (binascii.Error, UnicodeDecodeError):
            found.append("")
    if any(found):
        parts = iter(found)
        yield _UTF7.sub(lambda m: next(parts).encode("utf-8", "replace") or m.group(), piece)


def _fragments(piece: bytes) -> Iterator[bytes]:
    """Stretches in base 64, base 32 and hexadecimal."""
    for match in _BASE64.finditer(piece):
        bare = match.group().rstrip(b"=")
        if _ONE_WORD.fullmatch(bare) and len(bare) < 40:
            continue
        for candidate in {bare, bare.lstrip(b"-_/+")}:
            try:
                decoded = base64.b64decode(candidate.translate(_STANDARD) + b"=" * (-len(candidate) % 4))
            except binascii.Error:
                continue
            yield decoded
    for match in _BASE32.finditer(piece):
        bare = match.group().rstrip(b"=")
        try:
            yield base64.b32decode(bare + b"=" * (-len(bare) % 8))
        except binascii.Error:
            continue
    for pattern in (_HEX, _HEX_ESCAPES):
        for match in pattern.finditer(piece):
            digits = re.sub(rb"\\x|0x|[^0-9a-fA-F]", b"", match.group())
            yield bytes.fromhex(digits.decode()) if len(digits) % 2 == 0 else b""


_STANDARD: Final = bytes.maketrans(b"-_", b"+/")


def _is_utf8(piece: bytes) -> bool:
    try:
        piece.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_text(part: bytes) -> bool:
    """Whether a decoded fragment may be text: compressed, of two-byte characters, or mostly printable."""
    if len(part) < 3:
        return False
    if part[:2] in {b"\x1f\x8b", b"\x78\x9c"} or part.count(0) * 3 >= len(part):
        return True
    text = part.decode("utf-8", "replace")
    odd = sum(1 for c in text if c == "\ufffd" or (not c.isprintable() and c not in "\r\n\t"))
    return odd * 5 <= len(text)

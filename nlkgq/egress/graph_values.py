"""Every value of a graph as hashes, so that a text can be searched for all of them at once.

The hashes are of what this package's own normaliser makes of a value, 64 bits each (BLAKE2b): nothing is shared with
the value index but the texts that it was filled with. A value is found where its words stand in a row; written
together; or, when it holds a digit, with its words cut in any way. Of a value of more than eight words the first eight
are looked for. What is shorter than three characters, and numbers of one or two digits, say nothing and are left out.
Telling words of names (`nlkgq.egress.parts`) are found one by one where they are written with a capital.
"""

from __future__ import annotations

import os
import re
import threading
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Final, Self

from nlkgq.egress.letters import OTHER_SCRIPT, Letters, by_shape, by_sound, in_latin, spaced, weight
from nlkgq.egress.parts import has_capital

LONGEST: Final = 8
"""Most words of a value that are looked at."""
_SHORTEST: Final = 3
_TURNED: Final = 8
_REMEMBERED: Final = 100_000
_MAGIC: Final = b"nlkgq graph values 4\n"
_KEY: Final = 64
_DIGIT = re.compile(r"\d")
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+")
_HUMP = re.compile(r"(?<=[^\W\dA-Z_])(?=[A-Z])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A value of the graph in a text, from ``start`` to ``end``; ``words`` as they were compared."""

    start: int
    end: int
    words: tuple[str, ...]


class GraphValues:
    """The values of one graph. Thread-safe.

    Args:
        hashes: Sorted, each once.

    >>> values = GraphValues.of(["Orsolya Quent", "INC-2031-7", "in"])
    >>> [f.words for f in values.find("by orsolya_quent in INC 20317 or OrsolyaQuent")]
    [('orsolya', 'quent'), ('inc', '20317'), ('orsolyaquent',)]
    """

    def __init__(self, hashes: array[int]) -> None:
        self._hashes = hashes
        self._known: dict[str, bool] = {}  # the instructions and the ontology come again and again

    def __len__(self) -> int:
        """Number of hashes, one to three a value, and one a telling word."""
        return len(self._hashes)

    @classmethod
    def of(cls, texts: Iterable[str], *, parts: Iterable[str] = ()) -> Self:
        """The values with these texts.

        Args:
            texts: Any number, read once.
            parts: Telling words of names, as they are compared; read after the texts.
        """
        found = array("Q")
        for text in texts:
            found.extend(_hashes_of(text))
        found.extend(_hash("~" + word) for word in parts)
        # sorted and thinned out rather than put into a set, which takes three times the memory
        return cls(array("Q", (number for number, _ in groupby(sorted(found)))))

    @classmethod
    def read(cls, path: Path, *, key: str) -> Self | None:
        """What `write` has written for the same key; None where the file is missing, damaged or for another one."""
        found = array("Q")
        try:
            content = path.read_bytes()
        except OSError:
            return None
        head = _MAGIC + key.encode()[:_KEY].ljust(_KEY)
        body = content[len(head) : -8]
        if not content.startswith(head) or len(body) % 8 or content[-8:] != _checksum(body):
            return None
        found.frombytes(body)
        return cls(found)

    def write(self, path: Path, *, key: str) -> None:
        """Into a file that only its owner can read, whole or not at all.

        Raises:
            OSError: It cannot be written.
        """
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.new")
        body = self._hashes.tobytes()
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(_MAGIC + key.encode()[:_KEY].ljust(_KEY) + body + _checksum(body))
        os.replace(temporary, path)

    def find(self, text: str, *, allowed: Callable[[str], bool] | None = None) -> tuple[Found, ...]:
        """The values in a text, in order, the longest where they overlap.

        Args:
            text: Any text.
            allowed: Whether a word, as it is compared, may stand in it: values of such words alone are left out.
        """
        if not self._hashes:
            return ()
        found: list[Found] = []
        for words in _readings(text):
            found += self._in_words(words, allowed)
            found += self._parts_in(text, words, allowed)
            # short words backwards are other words
            turned = self._in_words(_backwards(words), allowed)
            found += (item for item in turned if len("".join(item.words)) >= _TURNED)
        return tuple(_longest(found))

    def _in_words(self, words: list[_Word], allowed: Callable[[str], bool] | None) -> Iterator[Found]:
        known = [allowed is not None and allowed(word.text) for word in words]
        at = 0
        while at < len(words):
            length = self._length_at(words, known, at)
            if length:
                part = words[at : at + length]
                start, end = min(part[0].start, part[-1].start), max(part[0].end, part[-1].end)
                yield Found(start=start, end=end, words=tuple(word.text for word in part))
            at += length or 1

    def _parts_in(self, text: str, words: list[_Word], allowed: Callable[[str], bool] | None) -> Iterator[Found]:
        for word in words:
            told = allowed is not None and allowed(word.text)
            if not told and has_capital(text[word.start : word.end]) and self._holds("~" + word.text):
                yield Found(start=word.start, end=word.end, words=(word.text,))

    def _length_at(self, words: list[_Word], known: list[bool], at: int) -> int:
        """How many words from one on are a value; 0 for none."""
        first = words[at].text
        several = _DIGIT.search(first) is not None or self._holds("^" + first)
        for length in range(min(LONGEST, len(words) - at) if several else 1, 0, -1):
            if all(known[at : at + length]):
                return 0  # a shorter part is known as well
            texts = [word.text for word in words[at : at + length]]
            joined = "".join(texts)
            if weight(joined) < _SHORTEST:
                return 0
            if self._holds(" ".join(texts)) or (_DIGIT.search(joined) and self._holds("#" + joined)):
                return length
        return 0

    def _holds(self, form: str) -> bool:
        held = self._known.get(form)
        if held is None:
            if len(self._known) >= _REMEMBERED:
                self._known = {}
            wanted = _hash(form)
            place = bisect_left(self._hashes, wanted)
            held = self._known[form] = place < len(self._hashes) and self._hashes[place] == wanted
        return held


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int


def _hashes_of(text: str) -> Iterator[int]:
    own = spaced(text, by_sound())
    for words in dict.fromkeys((own, in_latin(own))):
        parts = words.split()
        joined = "".join(parts)
        if weight(joined) < _SHORTEST:
            continue
        yield _hash(" ".join(parts[:LONGEST]))
        if len(parts) > 1:
            yield _hash("^" + parts[0])
        if 1 < len(parts) <= LONGEST:
            yield _hash(joined)
        if _DIGIT.search(joined) and len(parts) <= LONGEST:
            yield _hash("#" + joined)


def _hash(form: str) -> int:
    return int.from_bytes(blake2b(form.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def _checksum(body: bytes) -> bytes:
    return blake2b(body, digest_size=8).digest()


def _readings(text: str) -> Iterator[list[_Word]]:
    """The words of a text: as they are; mixed case taken apart; other scripts by shape; single letters together."""
    plain = _words(text, by_sound())
    yield plain
    if _HUMP.search(text):
        yield _words(text, by_sound(), humps=True)
    if OTHER_SCRIPT.search(text):
        yield _words(text, by_shape())
    if together := list(_single_letters(plain)):
        yield together


def _single_letters(words: list[_Word]) -> Iterator[_Word]:
    """Runs of four and more words of one character, each as one word."""
    for alone, group in groupby(words, key=lambda word: len(word.text) == 1):
        run = list(group)
        if alone and len(run) > _SHORTEST:
            yield _Word("".join(word.text for word in run), run[0].start, run[-1].end)


def _backwards(words: list[_Word]) -> list[_Word]:
    return [_Word(word.text[::-1], word.start, word.end) for word in reversed(words)]


def _words(text: str, letters: Letters, *, humps: bool = False) -> list[_Word]:
    cuts = sorted(match.start() for match in _HUMP.finditer(text)) if humps else []
    if text.isascii():
        return [
            _Word(text[start:end].lower(), start, end)
            for match in _ASCII_WORD.finditer(text)
            for start, end in _parts(match.start(), match.end(), cuts)
        ]
    found: list[_Word] = []
    current: list[str] = []
    start = end = 0
    stops = frozenset(cuts)
    for place, character in enumerate(text):
        pieces = letters[ord(character)]
        if current and (place in stops or " " in pieces):
            found.append(_Word("".join(current), start, end))
            current = []
        letters_only = pieces.replace(" ", "")
        if letters_only:
            start = start if current else place
            current.append(letters_only)
            end = place + 1
            if pieces.endswith(" "):
                found.append(_Word("".join(current), start, end))
                current = []
    if current:
        found.append(_Word("".join(current), start, end))
    return found


def _parts(start: int, end: int, cuts: list[int]) -> Iterator[tuple[int, int]]:
    """A stretch cut where a small letter stands before a capital."""
    for cut in cuts[bisect_left(cuts, start + 1) : bisect_left(cuts, end)]:
        yield start, cut
        start = cut
    yield start, end


def _longest(found: Iterable[Found]) -> list[Found]:
    """Each place once, the longest first; in order."""
    kept: list[Found] = []
    for item in sorted(found, key=lambda f: (f.start - f.end, f.start)):
        if all(item.end <= other.start or item.start >= other.end for other in kept):
            kept.append(item)
    return sorted(kept, key=lambda f: f.start)

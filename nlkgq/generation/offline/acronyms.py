"""``World Meteorological Organization`` where the graph holds ``WMO``: names that are stored by their initials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nlkgq.generation.offline.tokens import Token

_LEAST = 3
_LONGEST = 10
_SMALL = frozenset(("of", "on", "for", "in", "and", "the", "to", "at", "&", "und", "fur", "der", "des"))


def long_names(tokens: Sequence[Token]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """(start, end, the acronyms that may stand for it) for every longest run of capitalised words.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> list(long_names(tokenize("issued by the Royal Society of Arts")))
    [(3, 7, ('RSA', 'RSOA'))]
    """
    start = 0
    while start < len(tokens):
        end = start
        while end < len(tokens) and end - start < _LONGEST and _belongs(tokens, start, end):
            end += 1
        while end > start and not _is_capital(tokens[end - 1]):
            end -= 1
        words = [t for t in tokens[start:end] if t.kind == "word"]
        if sum(map(_is_capital, words)) >= _LEAST:
            yield start, end, _acronyms(words)
        start = max(end, start + 1)


def _belongs(tokens: Sequence[Token], start: int, place: int) -> bool:
    return _is_capital(tokens[place]) or (place > start and tokens[place].folded in _SMALL)


def _is_capital(token: Token) -> bool:
    return token.kind == "word" and token.text[:1].isupper() and len(token.text) > 1


def _acronyms(words: Sequence[Token]) -> tuple[str, ...]:
    """By the capitalised words, by all words, and both without a first word that is an acronym itself."""
    found: dict[str, None] = {}
    for told in (words, words[1:] if words[0].text.isupper() else words):
        for chosen in ([w for w in told if _is_capital(w)], told):
            letters = "".join(w.text[0] for w in chosen).upper()
            if len(letters) >= _LEAST:
                found[letters] = None
    return tuple(found)

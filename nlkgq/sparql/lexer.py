"""Text -> tokens that keep every character (SPARQL 1.1 section 19, terminals [139] to [173])."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from nlkgq.errors import SparqlSyntaxError
from nlkgq.sparql.messages import describe_character, syntax_error, unsupported_word
from nlkgq.sparql.table import Table, token_pattern
from nlkgq.sparql.tree import Token

MAX_NESTING = 512
"""Brackets of all kinds that may stand inside each other; it bounds the depth of every tree."""

END = "$END"
# A backslash behind a backslash begins no escape: the string "\\\\u0041" holds a backslash and "u0041".
_CODE_POINT = re.compile(r"\\\\|\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")


def unescape_code_points(text: str) -> str:
    r"""``text`` with ``\uXXXX`` and ``\UXXXXXXXX`` undone (section 19.2); escapes beyond Unicode stay.

    >>> unescape_code_points(r"caf\u00E9")
    'café'
    """
    if "\\" not in text:
        return text
    return _CODE_POINT.sub(lambda m: _character(m) or m.group(), text)


def _character(match: re.Match[str]) -> str | None:
    if match.lastindex is None:
        return match.group()
    code = int(match.group(1) or match.group(2), 16)
    return None if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF else chr(code)


def tokenize(text: str, table: Table) -> tuple[list[Token], str]:
    """Tokens of ``text``, the last of them `END` and empty, and the white space and comments behind them.

    Raises:
        SparqlSyntaxError: A character or word that SPARQL does not have, or brackets nested deeper than `MAX_NESTING`.
    """
    if "\\u" not in text and "\\U" not in text:
        return _scan(text, text, None, table)
    plain, offsets = _escaped(text)
    tokens, _ = _scan(plain, text, offsets, table)
    # Terminals were found in the plain text; texts and offsets are those of the original.
    starts = [offsets[token.start] for token in tokens]
    ends = [offsets[token.end] for token in tokens[:-1]]
    gaps = [text[end:start] for end, start in zip([0, *ends], starts, strict=True)]
    kept = [
        Token(token.terminal, text[start:end], start, end, gap)
        for token, start, end, gap in zip(tokens, starts, ends, gaps, strict=False)
    ]
    return [*kept, Token(END, "", len(text), len(text), gaps[-1])], gaps[-1]


def _escaped(text: str) -> tuple[str, Sequence[int]]:
    """``text`` with code point escapes undone, and the original offset of each of its characters and of its end."""
    parts: list[str] = []
    offsets: list[int] = []
    done = 0
    for match in _CODE_POINT.finditer(text):
        if match.lastindex is None:
            continue
        character = _character(match)
        if character is None:
            raise syntax_error(f"{match.group()} is not a Unicode character", text, match.start())
        parts += (text[done : match.start()], character)
        offsets.extend(range(done, match.start()))
        offsets.append(match.start())
        done = match.end()
    parts.append(text[done:])
    offsets.extend(range(done, len(text) + 1))
    return "".join(parts), offsets


def _scan(text: str, original: str, offsets: Sequence[int] | None, table: Table) -> tuple[list[Token], str]:
    ascii_only = text.isascii()
    any_token = match = token_pattern(ascii_only=ascii_only, prefixed=True).match
    words, exact_words, signs = table.words, table.exact_words, table.signs
    tokens: list[Token] = []
    append, make = tokens.append, tuple.__new__  # twice as fast as calling the class
    position = depth = 0
    # Up to here, no prefixed name can start: a word was found at the head of these name characters, with no colon
    # behind them. Without this mark, "a.a.a.a..." would be searched for a colon from each of its letters.
    plain = 0
    while (found := match(text, position)) is not None:
        terminal = found.lastgroup
        start = found.end(1)
        position = found.end()
        trivia, word = found[1], text[start:position]
        if terminal == "SIGN":
            terminal = signs[word]
            if word in "([{":
                depth += 1
                if depth > MAX_NESTING:
                    raise syntax_error(
                        f"brackets are nested deeper than {MAX_NESTING}", original, offsets[start] if offsets else start
                    )
            elif word in ")]}":
                depth -= 1
        elif terminal == "WORD":
            terminal = exact_words.get(word) or words.get(word.upper())
            if terminal is None:
                raise _unknown_word(word, original, offsets[start] if offsets else start, tokens)
            if match is any_token and text.startswith((".", "-"), position):
                plain = _run_end(table, text, start)
                match = token_pattern(ascii_only=ascii_only, prefixed=False).match
        assert terminal is not None
        append(make(Token, (terminal, word, start, position, trivia)))
        if position >= plain:
            match = any_token
    rest = table.trivia.match(text, position)
    assert rest is not None
    if rest.end() != len(text):
        raise _unknown_character(original, offsets[rest.end()] if offsets else rest.end(), tokens)
    append(Token(END, "", len(text), len(text), rest[0]))
    return tokens, rest[0]


def _run_end(table: Table, text: str, start: int) -> int:
    run = table.name_run.match(text, start)
    assert run is not None  # the pattern matches everywhere
    return run.end()


def _unknown_word(word: str, text: str, offset: int, before: Sequence[Token]) -> SparqlSyntaxError:
    unsupported = unsupported_word(word, text, offset, at_start=_only_prologue(before))
    if unsupported is not None:
        return unsupported
    hint = "A variable starts with ?, an IRI stands in < >, a prefixed name holds a colon, a string stands in quotes."
    return syntax_error(f"{word[:60]!r} is not a SPARQL keyword", text, offset, hint=hint)


def _unknown_character(text: str, offset: int, before: Sequence[Token]) -> SparqlSyntaxError:
    return describe_character(text, offset, before[-1] if before else None)


def _only_prologue(tokens: Sequence[Token]) -> bool:
    return not any(token.terminal in {"SELECT", "CONSTRUCT", "DESCRIBE", "ASK"} for token in tokens)


def is_lossless(tokens: Sequence[Token], text: str) -> bool:
    """Whether tokens and trivia together are exactly ``text`` (a check for tests)."""
    gapless = all(right.start - left.end == len(right.trivia) for left, right in pairwise(tokens))
    return gapless and "".join(token.trivia + token.text for token in tokens) == text

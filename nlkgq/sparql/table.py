"""Loads the parser's table, once and at first use."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """An LALR(1) automaton and the terminals it reads; `table_build` describes the file it comes from.

    Args:
        grammar: SHA-256 of the grammar file it was built from.
        patterns: Name and regular expression of the terminals that are written as such, in the order of trying.
        name_run: Characters that a prefix may hold, as many as there are.
        trivia: White space and comments.
        words: Keyword in upper case -> terminal.
        exact_words: Keyword whose case counts -> terminal.
        signs: Punctuation -> terminal.
        rules: Symbol, length, node kind or "", whether a single part needs no node, whether parts come as lists.
        states: Per state: symbol -> next state, or for a reduction -1 - rule.
        start: State to begin in.
        end: State in which the text is a query.
        chains: Reductions in a row that were gone through before; the parser fills it.
    """

    grammar: str
    patterns: tuple[tuple[str, str], ...]
    name_run: re.Pattern[str]
    trivia: re.Pattern[str]
    words: dict[str, str]
    exact_words: dict[str, str]
    signs: dict[str, str]
    rules: tuple[tuple[str, int, str, bool, bool], ...]
    states: tuple[dict[str, int], ...]
    start: int
    end: int
    chains: dict[tuple[int, int, str], int] = field(default_factory=dict, compare=False, repr=False)


# Possessive: a comment is never given back to be read as tokens.
_TRIVIA = r"[ \t\r\n]*+(?:#[^\r\n]*+[ \t\r\n]*+)*+"


@lru_cache(maxsize=1)
def table() -> Table:
    """The table of the grammar beside this file."""
    raw = json.loads(Path(__file__).with_name("sparql11.json").read_text(encoding="ascii"))
    symbols: list[str] = raw["symbols"]
    lookaheads = [[symbols[index] for index in seen] for seen in raw["lookaheads"]]
    states: list[dict[str, int]] = []
    for moves, reductions in raw["states"]:
        state = {symbols[index]: target for index, target in zip(moves[::2], moves[1::2], strict=True)}
        for rule, seen in zip(reductions[::2], reductions[1::2], strict=True):
            state.update(dict.fromkeys(lookaheads[seen], -1 - rule))
        states.append(state)
    return Table(
        grammar=raw["grammar"],
        patterns=tuple((name, pattern) for name, pattern in raw["patterns"]),
        name_run=re.compile(r"[^\x00-,/:-@\[-^`{-\x7f]*+"),
        trivia=re.compile(_TRIVIA),
        words=raw["words"],
        exact_words=raw["exact_words"],
        signs=raw["signs"],
        rules=tuple(
            (symbols[s], length, kind, bool(single), bool(flat)) for s, length, kind, single, flat in raw["rules"]
        ),
        states=tuple(states),
        start=raw["start"],
        end=raw["end"],
    )


@lru_cache(maxsize=4)
def token_pattern(*, ascii_only: bool, prefixed: bool) -> re.Pattern[str]:
    """Optional white space and comments (group 1), then one token (last group).

    Args:
        ascii_only: For text without other characters; compiling the classes of Unicode letters takes 50 ms.
        prefixed: Whether prefixed names can stand there.
    """
    loaded = table()
    alternatives = [f"(?P<{n}>{p})" for n, p in loaded.patterns if prefixed or not n.startswith("PNAME")]
    signs = "|".join(re.escape(sign) for sign in sorted(loaded.signs, key=len, reverse=True))
    alternatives += [r"(?P<WORD>[A-Za-z_][A-Za-z_0-9]*)", f"(?P<SIGN>{signs})"]
    pattern = f"({_TRIVIA})(?:{'|'.join(alternatives)})"
    # Other characters stand in classes only, alone or as ranges.
    return re.compile(re.sub("[^\x00-\x7f](?:-[^\x00-\x7f])?", "", pattern) if ascii_only else pattern)

"""Grammars as values, and the notation of the SPARQL grammar file read into them.

The file is written for lark; only what it uses is read: rules, ``|``, groups, ``?`` ``*`` ``+`` ``~n..m``, quoted
signs, names of terminals. Terminals themselves come from the parser's table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Ref:
    """A rule by its name (lower case, or with a leading ``_``)."""

    name: str


@dataclass(frozen=True, slots=True)
class Word:
    """A terminal by its name (upper case)."""

    name: str


@dataclass(frozen=True, slots=True)
class Seq:
    """Parts one after the other; () is the empty text."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Alt:
    """One of several; () can never be written."""

    choices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """``item`` at least ``least`` and at most ``most`` times; None for any number."""

    item: Expr
    least: int
    most: int | None


Expr: TypeAlias = Ref | Word | Seq | Alt | Repeat
EMPTY: Final = Seq(())
NEVER: Final = Alt(())
SIGNS: Final[Mapping[str, str]] = {
    "{": "LBRACE",
    "}": "RBRACE",
    "(": "LPAR",
    ")": "RPAR",
    "[": "LSQB",
    "]": "RSQB",
    ".": "DOT",
    ";": "SEMICOLON",
    ",": "COMMA",
    "|": "VBAR",
    "/": "SLASH",
    "^": "CIRCUMFLEX",
    "!": "BANG",
    "||": "OR",
    "&&": "AND",
    "^^": "TYPE_MARK",
}
"""Sign -> the name that its terminal has in the parser's table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """What one word of a canonical query may be.

    Args:
        name: Upper case.
        texts: The words themselves; () where ``pattern`` says it.
        pattern: A regular expression without groups that capture, anchors or look-around; "" for ``texts``.
        sample: A word of the pattern; "" for ``texts``.
        first: Whether it begins the query, so that no space stands before it.
    """

    name: str
    texts: tuple[str, ...] = ()
    pattern: str = ""
    sample: str = ""
    first: bool = False

    @property
    def word(self) -> str:
        """One of its words."""
        return self.texts[0] if self.texts else self.sample


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Rules over terminals. A sentence is a sequence of words, written with one space between them."""

    rules: Mapping[str, Expr]
    terminals: Mapping[str, Terminal]
    start: str

    def reachable(self) -> Grammar:
        """The grammar without rules and terminals that no sentence uses."""
        rules: dict[str, Expr] = {}
        words: dict[str, None] = {}
        pending = [self.start]
        while pending:
            name = pending.pop()
            if name in rules:
                continue
            rules[name] = self.rules[name]
            for leaf in leaves(self.rules[name]):
                if isinstance(leaf, Ref):
                    pending.append(leaf.name)
                else:
                    words[leaf.name] = None
        return Grammar(
            rules={name: rules[name] for name in self.rules if name in rules},
            terminals={name: self.terminals[name] for name in sorted(words)},
            start=self.start,
        )


def leaves(expr: Expr) -> Iterator[Ref | Word]:
    """The names in an expression, in order."""
    match expr:
        case Ref() | Word():
            yield expr
        case Seq(parts) | Alt(parts):
            for part in parts:
                yield from leaves(part)
        case Repeat(item):
            yield from leaves(item)


def seq(*parts: Expr) -> Expr:
    """A sequence, as flat as it can be; never where a part is never."""
    flat: list[Expr] = []
    for part in parts:
        if part == NEVER:
            return NEVER
        flat += part.parts if isinstance(part, Seq) else (part,)
    return flat[0] if len(flat) == 1 else Seq(tuple(flat))


def alt(*choices: Expr) -> Expr:
    """Alternatives, as flat as they can be, each once."""
    flat: dict[Expr, None] = {}
    for choice in choices:
        flat.update(dict.fromkeys(choice.choices if isinstance(choice, Alt) else (choice,)))
    return next(iter(flat)) if len(flat) == 1 else Alt(tuple(flat))


def repeat(item: Expr, least: int, most: int | None) -> Expr:
    """A repetition; nothing at all where the item can never be written and need not be."""
    if item == NEVER or most == 0:
        return EMPTY if least == 0 else NEVER
    return item if least == most == 1 else Repeat(item, least, most)


_TOKEN: Final = re.compile(r'\s*(?:(?P<name>_?[a-z][a-z0-9_]*)|(?P<word>[A-Z][A-Z0-9_]*)|"(?P<sign>[^"]+)"|(?P<op>\S))')
_RULE: Final = re.compile(r"^\??(_?[a-z][a-z0-9_]*)\s*:(.*(?:\n[ \t]+\S.*)*)", re.MULTILINE)
_COUNTS: Final = re.compile(r"\s*~\s*(\d+)\s*\.\.\s*(\d+)")


def read_rules(text: str) -> dict[str, Expr]:
    """The rules of a grammar text, terminals and directives left out.

    Raises:
        ValueError: A rule is not in the notation described above.

    >>> read_rules('list: "(" item* ")"')
    {'list': Seq(parts=(Word(name='LPAR'), Repeat(item=Ref(name='item'), least=0, most=None), Word(name='RPAR')))}
    """
    plain = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    return {match[1]: _Reader(match[2]).whole() for match in _RULE.finditer(plain)}


class _Reader:
    """One right-hand side; recursive descent."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def whole(self) -> Expr:
        expr = self._choices()
        if self._peek():
            raise ValueError(f"not understood at offset {self._at}: {self._text!r}")
        return expr

    def _peek(self) -> str:
        return self._text[self._at :].lstrip()[:1]

    def _choices(self) -> Expr:
        found = [self._sequence()]
        while self._peek() == "|":
            self._at = self._text.index("|", self._at) + 1
            found.append(self._sequence())
        return alt(*found)

    def _sequence(self) -> Expr:
        parts: list[Expr] = []
        while self._peek() not in ("", "|", ")"):
            parts.append(self._counted(self._item()))
        return seq(*parts)

    def _item(self) -> Expr:
        match = _TOKEN.match(self._text, self._at)
        assert match is not None
        self._at = match.end()
        if match["name"]:
            return Ref(match["name"])
        if match["word"]:
            return Word(match["word"])
        if match["sign"]:
            return Word(SIGNS[match["sign"]])
        if match["op"] != "(":
            raise ValueError(f"not understood at offset {self._at}: {self._text!r}")
        inner = self._choices()
        if self._peek() != ")":
            raise ValueError(f"a group is not closed: {self._text!r}")
        self._at = self._text.index(")", self._at) + 1
        return inner

    def _counted(self, item: Expr) -> Expr:
        counts = _COUNTS.match(self._text, self._at)
        if counts is not None:
            self._at = counts.end()
            return repeat(item, int(counts[1]), int(counts[2]))
        sign = self._text[self._at : self._at + 1]
        bounds = {"?": (0, 1), "*": (0, None), "+": (1, None)}.get(sign)
        if bounds is None:
            return item
        self._at += 1
        return repeat(item, *bounds)

"""Tokens and nodes: frozen, and together they hold every character of the query."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeAlias


class Token(NamedTuple):
    """One terminal of the grammar.

    Args:
        terminal: Name in the grammar file, such as ``VAR``, ``IRIREF``, ``PNAME_LN``, ``SELECT``, ``LBRACE``.
        text: As it stands in the query.
        start: Offset of its first character.
        end: Offset behind its last character.
        trivia: White space and comments between the token before it and this one.
    """

    terminal: str
    text: str
    start: int
    end: int
    trivia: str


class Node:
    """One production of the W3C grammar, with its parts in order.

    Nodes are immutable and compare by identity, so that they can be keys. ``kind`` is the production's name, such as
    ``TriplesBlock`` (https://www.w3.org/TR/sparql11-query/#rTriplesBlock). Productions with a single part that say
    nothing have no node: an IRI, a variable, a number is the token itself.
    """

    __slots__ = ("__weakref__", "children", "end", "kind", "start")
    kind: str
    children: tuple[Node | Token, ...]
    start: int
    """Offset of its first token."""
    end: int
    """Offset behind its last token; equal to ``start`` when it has none."""

    def __init__(self, kind: str, children: tuple[Node | Token, ...], start: int, end: int) -> None:
        _set_kind(self, kind)
        _set_children(self, children)
        _set_start(self, start)
        _set_end(self, end)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"nodes are immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"nodes are immutable: cannot delete {name!r}")

    def __repr__(self) -> str:
        return f"<{self.kind} {self.start}:{self.end}>"

    def nodes(self, *kinds: str) -> tuple[Node, ...]:
        """Children that are nodes, of the given kinds when any are given."""
        return tuple(c for c in self.children if isinstance(c, Node) and (not kinds or c.kind in kinds))

    def node(self, *kinds: str) -> Node | None:
        """The first child that is a node of one of these kinds, or None."""
        return next(iter(self.nodes(*kinds)), None)

    def tokens(self, *terminals: str) -> tuple[Token, ...]:
        """Children that are tokens, of the given terminals when any are given."""
        return tuple(c for c in self.children if isinstance(c, Token) and (not terminals or c.terminal in terminals))

    def token(self, *terminals: str) -> Token | None:
        """The first child that is a token of one of these terminals, or None."""
        return next(iter(self.tokens(*terminals)), None)

    def walk(self) -> Iterator[Node | Token]:
        """The node itself and everything below it, in the order of the text."""
        stack: list[Node | Token] = [self]
        while stack:
            item = stack.pop()
            yield item
            if type(item) is Node:
                stack.extend(reversed(item.children))

    def find_tokens(self, *terminals: str) -> Iterator[Token]:
        """Tokens of these terminals below the node, in the order of the text."""
        for item in self.walk():
            if type(item) is Token and item.terminal in terminals:
                yield item

    def find(self, *kinds: str) -> Iterator[Node]:
        """Nodes of these kinds, itself included, in the order of the text."""
        for item in self.walk():
            if type(item) is Node and item.kind in kinds:
                yield item


# The slots' own setters: __setattr__ is closed, and these are faster than object.__setattr__.
_slots: dict[str, Any] = dict(Node.__dict__)
_set_kind: Final[Any] = _slots["kind"].__set__
_set_children: Final[Any] = _slots["children"].__set__
_set_start: Final[Any] = _slots["start"].__set__
_set_end: Final[Any] = _slots["end"].__set__

Element: TypeAlias = Node | Token
IRI_TERMINALS: Final = frozenset({"IRIREF", "PNAME_LN", "PNAME_NS"})
NUMERIC_TERMINALS: Final = frozenset(
    f"{kind}{sign}" for kind in ("INTEGER", "DECIMAL", "DOUBLE") for sign in ("", "_POSITIVE", "_NEGATIVE")
)
STRING_TERMINALS: Final = frozenset(
    {"STRING_LITERAL1", "STRING_LITERAL2", "STRING_LITERAL_LONG1", "STRING_LITERAL_LONG2"}
)

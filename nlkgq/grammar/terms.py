"""Terminals while a grammar is being made; those without any word vanish from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nlkgq.grammar.notation import NEVER, Alt, Expr, Ref, Repeat, Seq, Terminal, Word, alt, repeat, seq


class Terms:
    """A growing set of terminals.

    Args:
        terminals: Those to begin with.
    """

    def __init__(self, terminals: Mapping[str, Terminal]) -> None:
        self.terminals = dict(terminals)
        self._names: dict[tuple[str, ...], str] = {}

    def add(self, name: str, texts: Sequence[str]) -> None:
        """A terminal of these words; none at all for no words."""
        if texts:
            self.terminals[name] = Terminal(name=name, texts=tuple(texts))

    def of(self, name: str, texts: Sequence[str]) -> Expr:
        """A terminal of these words, one made before where it has the same; never for no words."""
        if not texts:
            return NEVER
        key = tuple(texts)
        if key not in self._names:
            self._names[key] = name
            self.add(name, key)
        return Word(self._names[key])

    def add_placeholders(self, name: str, names: Sequence[str] | None) -> None:
        """A terminal of these placeholders in quotes; of all well-formed ones for None."""
        if names is None:
            self.terminals[name] = replace(self.terminals["ANY_PLACEHOLDER"], name=name)
        else:
            self.add(name, tuple(f'"{placeholder}"' for placeholder in names))

    def filled(self, expr: Expr) -> Expr:
        """The expression without what needs a terminal that has no words."""
        match expr:
            case Word(name):
                return expr if name in self.terminals else NEVER
            case Seq(parts):
                return seq(*(self.filled(part) for part in parts))
            case Alt(choices):
                return alt(*(found for choice in choices if (found := self.filled(choice)) != NEVER))
            case Repeat(item, least, most):
                return repeat(self.filled(item), least, most)
            case Ref():
                return expr

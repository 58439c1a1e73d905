"""What the written forms of a grammar share: texts with their leading space, and the order of rules."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.grammar.notation import Alt, Expr, Grammar, Ref, Repeat, Seq, Terminal, Word


def spaced(terminal: Terminal, text: str) -> str:
    """A word with the space that stands before it; the first word of a query has none."""
    return text if terminal.first else f" {text}"


def ordered_rules(grammar: Grammar) -> Iterator[tuple[str, Expr]]:
    """The start, then what it uses, breadth first: readable from the top."""
    seen = {grammar.start: None}
    for name in (queue := [grammar.start]):
        expr = grammar.rules[name]
        yield name, expr
        for used in _references(expr):
            if used not in seen:
                seen[used] = None
                queue.append(used)


def _references(expr: Expr) -> Iterator[str]:
    match expr:
        case Ref(name):
            yield name
        case Seq(parts) | Alt(parts):
            for part in parts:
                yield from _references(part)
        case Repeat(item):
            yield from _references(item)
        case Word():
            return

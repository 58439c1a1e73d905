"""A grammar in the dialect of lark that llguidance reads (https://github.com/guidance-ai/llguidance)."""

from __future__ import annotations

import json

from nlkgq.grammar.layout import ordered_rules, spaced
from nlkgq.grammar.notation import Alt, Expr, Grammar, Ref, Repeat, Seq, Terminal, Word


def to_lark(grammar: Grammar) -> str:
    """The text; all terms of one place are one terminal, so that the lexer holds them as one automaton."""
    lines = []
    for name, expr in ordered_rules(grammar):
        rule = "start" if name == grammar.start else _rule(name)
        lines.append(f"{rule}: {_choices(expr, grammar)}")
    lines += [f"{_word(t.name)}: {_terminal(t)}" for t in grammar.terminals.values()]
    return "\n".join(lines) + "\n"


def _rule(name: str) -> str:
    # lark keeps "start" for the beginning, and gives a leading underscore a meaning of its own
    return f"x{name}" if name.startswith("_") else f"r_{name}"


def _word(name: str) -> str:
    return f"T_{name}"


def _choices(expr: Expr, grammar: Grammar) -> str:
    choices = expr.choices if isinstance(expr, Alt) else (expr,)
    return " | ".join(_part(choice, grammar, inside=False) for choice in choices)


def _part(expr: Expr, grammar: Grammar, *, inside: bool) -> str:
    match expr:
        case Ref(name):
            return "start" if name == grammar.start else _rule(name)
        case Word(name):
            return _word(name)
        case Seq(()):
            return '""'
        case Seq(parts):
            text = " ".join(_part(part, grammar, inside=True) for part in parts)
            return f"({text})" if inside else text
        case Alt():
            return f"({_choices(expr, grammar)})"
        case Repeat(item, least, most):
            text = _part(item, grammar, inside=True)
            if (least, most) == (0, 1):
                return f"{text}?"
            return f"{text}{{{least},{'' if most is None else most}}}"


def _terminal(terminal: Terminal) -> str:
    if terminal.pattern:
        pattern = terminal.pattern.replace("/", "\\/").replace("\\\\/", "\\/")
        return f"/{'' if terminal.first else ' '}{pattern}/"
    return " | ".join(json.dumps(spaced(terminal, text), ensure_ascii=False) for text in terminal.texts)

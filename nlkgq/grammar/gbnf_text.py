"""A grammar as GBNF, which llama.cpp reads, and as EBNF for xgrammar, which is nearly the same.

Both work on characters without a lexer, so the words of a terminal become a trie: of ten thousand terms only those are
looked at whose beginning stands there already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from nlkgq.grammar.layout import ordered_rules, spaced
from nlkgq.grammar.notation import Alt, Expr, Grammar, Ref, Repeat, Seq, Terminal, Word

_PIECE: Final = re.compile(r"\\(.)|\[((?:[^\]\\]|\\.)*)\]|(.)", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(.)")
_CONTROL: Final = {"n": "\n", "r": "\r", "t": "\t"}
_LONGEST_RULE: Final = 4_000


def to_gbnf(grammar: Grammar) -> str:
    """The text for llama.cpp (https://github.com/ggml-org/llama.cpp/tree/master/grammars)."""
    lines = []
    for name, expr in ordered_rules(grammar):
        rule = "root" if name == grammar.start else _name(name)
        lines.append(f"{rule} ::= {_choices(expr, grammar)}")
    for terminal in grammar.terminals.values():
        lines += _terminal_rules(terminal)
    return "\n".join(lines) + "\n"


def to_ebnf(grammar: Grammar) -> str:
    """The text for xgrammar (https://xgrammar.mlc.ai): the same notation, empty texts written as empty strings."""
    return to_gbnf(grammar)


def _name(name: str) -> str:
    return f"{'x' if name.startswith('_') else 'r-'}{name.replace('_', '-')}"


def _word(name: str) -> str:
    return f"t-{name.lower().replace('_', '-')}"


def _choices(expr: Expr, grammar: Grammar) -> str:
    choices = expr.choices if isinstance(expr, Alt) else (expr,)
    return " | ".join(_part(choice, grammar, inside=False) for choice in choices)


def _part(expr: Expr, grammar: Grammar, *, inside: bool) -> str:
    match expr:
        case Ref(name):
            return "root" if name == grammar.start else _name(name)
        case Word(name):
            terminal = grammar.terminals[name]
            return _quoted(spaced(terminal, terminal.texts[0])) if len(terminal.texts) == 1 else _word(name)
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


def _terminal_rules(terminal: Terminal) -> list[str]:
    name = _word(terminal.name)
    if terminal.pattern:
        space = "" if terminal.first else '" " '
        return [f"{name} ::= {space}({_pattern(terminal.pattern)})"]
    if len(terminal.texts) == 1:
        return []
    rules: list[str] = []
    body = _trie(sorted(spaced(terminal, text) for text in terminal.texts), name, rules)
    return [f"{name} ::= {body}", *rules]


def _trie(texts: list[str], name: str, rules: list[str]) -> str:
    """Alternatives that share no first character; long ones in rules of their own, added to ``rules``."""
    by_first: dict[str, list[str]] = {}
    for text in texts:
        by_first.setdefault(text[:1], []).append(text)
    choices = []
    for first, members in by_first.items():
        if not first:
            choices.append('""')
            continue
        shared = _shared(members)
        rest = [text[len(shared) :] for text in members]
        choices.append(_quoted(shared) if rest == [""] else f"{_quoted(shared)} ({_trie(rest, name, rules)})")
    body = " | ".join(choices)
    if len(body) < _LONGEST_RULE:
        return body
    rule = f"{name}-{len(rules)}"
    rules.append(f"{rule} ::= {body}")
    return rule


def _shared(texts: Iterable[str]) -> str:
    ordered = sorted(texts)
    first, last = ordered[0], ordered[-1]
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:length]


def _quoted(text: str) -> str:
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[character]
    return character


def _pattern(pattern: str) -> str:
    """A regular expression of the kind that terminals have, in this notation."""
    found: list[str] = []
    repeated = False
    for match in _PIECE.finditer(pattern):
        escaped, members, plain = match.groups()
        if members is not None:
            found.append(f" [{_ESCAPE.sub(_class_escape, members)}]")
        elif escaped is not None:
            found.append(f" {_quoted(_CONTROL.get(escaped, escaped))}")
        elif plain == "{" or repeated:
            repeated = plain != "}"
            found.append(plain)
        else:
            found.append(plain if plain in "|?*+)" else " (" if plain == "(" else f" {_quoted(plain)}")
    return "".join(found).strip()


def _class_escape(match: re.Match[str]) -> str:
    character = match[1]
    if character in "nrt" or character in '\\"[]':
        return f"\\{character}"
    return f"\\x{ord(character):02X}"

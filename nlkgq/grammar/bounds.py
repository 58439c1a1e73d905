"""Recursion unrolled and repetition counted: a grammar whose sentences have a greatest length and depth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from nlkgq.grammar.notation import NEVER, Alt, Expr, Grammar, Ref, Repeat, Seq, Word, alt, leaves, repeat, seq
from nlkgq.grammar.profile import GrammarProfile

_GROUPS: Final = frozenset({"group_graph_pattern"})
_BRACKETS: Final = frozenset({"_expression", "total_expression", "_path", "_thing_path", "_triples_node_path"})
"""References that open a bracket: each takes one level of depth."""
_MANY: Final = frozenset({"_elements"})
_PATHS: Final = frozenset({"_path_sequence", "_thing_sequence", "_path", "_thing_path"})


class _Level(NamedTuple):
    """How deep a copy of a rule stands: groups around it, and brackets around it inside the innermost group."""

    groups: int
    brackets: int


def bounded(grammar: Grammar, profile: GrammarProfile) -> Grammar:
    """The grammar with one copy of a rule for each depth at which it may stand, and every repetition bounded."""
    return _Unrolling(grammar, profile).result()


class _Unrolling:
    def __init__(self, grammar: Grammar, profile: GrammarProfile) -> None:
        self._grammar = grammar
        self._profile = profile
        self._in_group = _reaching(grammar.rules, _GROUPS)
        self._in_bracket = _reaching(grammar.rules, _BRACKETS)
        self._rules: dict[str, Expr] = {}
        self._pending: list[tuple[str, str, _Level]] = []

    def result(self) -> Grammar:
        start = self._copy(self._grammar.start, _Level(0, 0))
        while self._pending:
            copy, name, level = self._pending.pop()
            self._rules[copy] = self._at(self._grammar.rules[name], name, level)
        rules = _without_never(self._rules)
        return Grammar(rules=rules, terminals=self._grammar.terminals, start=start).reachable()

    def _copy(self, name: str, level: _Level) -> str:
        """The name of the copy at this level; it is made later."""
        groups = level.groups if name in self._in_group else 0
        brackets = level.brackets if name in self._in_bracket else 0
        copy = name + (f"_{groups}" if groups else "") + (f"_b{brackets}" if brackets else "")
        if copy not in self._rules:
            self._rules[copy] = NEVER
            self._pending.append((copy, name, _Level(groups, brackets)))
        return copy

    def _at(self, expr: Expr, rule: str, level: _Level) -> Expr:
        match expr:
            case Word():
                return expr
            case Ref(name):
                return self._reference(name, level)
            case Seq(parts):
                return seq(*(self._at(part, rule, level) for part in parts))
            case Alt(choices):
                return alt(*(c for choice in choices if (c := self._at(choice, rule, level)) != NEVER))
            case Repeat(item, least, most):
                return repeat(self._at(item, rule, level), least, self._most(rule) if most is None else most)

    def _reference(self, name: str, level: _Level) -> Expr:
        if name in _GROUPS:
            level = _Level(level.groups + 1, 0)
        elif name in _BRACKETS:
            level = _Level(level.groups, level.brackets + 1)
        if level.groups > self._profile.group_depth or level.brackets > self._profile.expression_depth:
            return NEVER
        return Ref(self._copy(name, level))

    def _most(self, rule: str) -> int:
        if rule in _MANY:
            return self._profile.elements
        return self._profile.path_length - 1 if rule in _PATHS else self._profile.items


def _reaching(rules: Mapping[str, Expr], goals: frozenset[str]) -> frozenset[str]:
    """Rules in whose expansion one of the goals is referred to."""
    users: dict[str, set[str]] = {}
    for name, expr in rules.items():
        for leaf in leaves(expr):
            if isinstance(leaf, Ref):
                users.setdefault(leaf.name, set()).add(name)
    found: set[str] = set()
    pending = list(goals)
    while pending:
        for user in users.get(pending.pop(), ()):
            if user not in found:
                found.add(user)
                pending.append(user)
    return frozenset(found)


def _without_never(rules: dict[str, Expr]) -> dict[str, Expr]:
    """Rules that can produce something, without the choices that cannot."""
    users: dict[str, set[str]] = {}
    for name, expr in rules.items():
        for leaf in leaves(expr):
            users.setdefault(leaf.name, set()).add(name)
    found = dict(rules)
    dead = {name for name, expr in found.items() if expr == NEVER}
    while dead:
        for name in dead:
            del found[name]
        touched = {user for name in dead for user in users.get(name, ()) if user in found}
        for name in touched:
            found[name] = _pruned(found[name], dead)
        dead = {name for name in touched if found[name] == NEVER}
    return found


def _pruned(expr: Expr, dead: set[str]) -> Expr:
    match expr:
        case Ref(name):
            return NEVER if name in dead else expr
        case Word():
            return expr
        case Seq(parts):
            return seq(*(_pruned(part, dead) for part in parts))
        case Alt(choices):
            return alt(*(c for choice in choices if (c := _pruned(choice, dead)) != NEVER))
        case Repeat(item, least, most):
            return repeat(_pruned(item, dead), least, most)

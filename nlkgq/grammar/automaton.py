"""Rules as automata: what may follow inside a rule, state by state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias

from nlkgq.grammar.notation import Alt, Expr, Grammar, Ref, Repeat, Seq, Word, leaves

Symbol: TypeAlias = Ref | Word
_UNKNOWN: Final = 10**6
"""More words than any sentence has."""


@dataclass(slots=True)
class _Fragment:
    """States while a rule is built: moves without a symbol, moves with one."""

    silent: list[list[int]] = field(default_factory=list)
    moves: list[list[tuple[Symbol, int]]] = field(default_factory=list)

    def state(self) -> int:
        self.silent.append([])
        self.moves.append([])
        return len(self.silent) - 1


class Automata:
    """The automata of a grammar's rules, each made at first use. A state is known by its number, across rules.

    Args:
        grammar: Without recursion, every repetition bounded (as `bounded` makes it).
    """

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.rule: list[str] = []
        """State -> the rule that it belongs to."""
        self.moves: list[tuple[tuple[Symbol, int], ...]] = []
        """State -> symbol and next state."""
        self.ends: list[bool] = []
        """State -> whether the rule may end there."""
        self._starts: dict[str, int] = {}
        self._costs: dict[int, int] = {}

    def start(self, rule: str) -> int:
        """The first state of a rule."""
        if rule not in self._starts:
            self._starts[rule] = self._build(rule)
        return self._starts[rule]

    def nullable(self, rule: str) -> bool:
        """Whether a rule may be empty."""
        return self._least[rule] == 0

    def first(self, rule: str) -> frozenset[str]:
        """Terminals with which a rule may begin."""
        return self._firsts[rule]

    def cost(self, state: int) -> int:
        """The least number of words from a state to an end of its rule."""
        found = self._costs.get(state)
        if found is None:
            found = 0
            if not self.ends[state]:
                found = min(self.symbol_cost(symbol) + self.cost(after) for symbol, after in self.moves[state])
            self._costs[state] = found
        return found

    def symbol_cost(self, symbol: Symbol) -> int:
        """The least number of words that a symbol takes."""
        return 1 if isinstance(symbol, Word) else self._least[symbol.name]

    @cached_property
    def _least(self) -> dict[str, int]:
        """Rule -> the least number of words that it takes."""
        least = dict.fromkeys(self.grammar.rules, _UNKNOWN)
        while True:
            changed = False
            for rule in self._bottom_up:
                found = _least_words(self.grammar.rules[rule], least)
                changed = changed or found != least[rule]
                least[rule] = found
            if not changed:
                return least

    @cached_property
    def _firsts(self) -> dict[str, frozenset[str]]:
        firsts: dict[str, frozenset[str]] = dict.fromkeys(self.grammar.rules, frozenset())
        while True:
            changed = False
            for rule in self._bottom_up:
                found = _first_words(self.grammar.rules[rule], firsts, self._least)
                changed = changed or found != firsts[rule]
                firsts[rule] = found
            if not changed:
                return firsts

    @cached_property
    def _bottom_up(self) -> tuple[str, ...]:
        """Rules, those that others use first: one pass over them settles a grammar without recursion."""
        done: dict[str, None] = {}
        opened: set[str] = set()
        for root in self.grammar.rules:
            stack = [(root, False)]
            while stack:
                rule, expanded = stack.pop()
                if expanded:
                    done[rule] = None
                elif rule not in opened:
                    opened.add(rule)
                    stack.append((rule, True))
                    used = (leaf.name for leaf in leaves(self.grammar.rules[rule]) if isinstance(leaf, Ref))
                    stack += [(name, False) for name in used if name not in opened]
        return tuple(done)

    def _build(self, rule: str) -> int:
        fragment = _Fragment()
        start = fragment.state()
        end = _add(fragment, self.grammar.rules[rule], start)
        closures = [_closure(fragment.silent, state) for state in range(len(fragment.silent))]
        kept = [0, *sorted({after for moves in fragment.moves for _, after in moves})]
        numbers = {state: len(self.rule) + index for index, state in enumerate(kept)}
        for state in kept:
            moves = {(symbol, numbers[after]): None for s in closures[state] for symbol, after in fragment.moves[s]}
            self.rule.append(rule)
            self.moves.append(tuple(moves))
            self.ends.append(end in closures[state])
        return numbers[0]


def _add(fragment: _Fragment, expr: Expr, start: int) -> int:
    """Append an expression behind a state; its last state."""
    match expr:
        case Ref() | Word():
            end = fragment.state()
            fragment.moves[start].append((expr, end))
            return end
        case Seq(parts):
            for part in parts:
                start = _add(fragment, part, start)
            return start
        case Alt(choices):
            end = fragment.state()
            for choice in choices:
                fragment.silent[_add(fragment, choice, start)].append(end)
            return end
        case Repeat(item, least, most):
            for _ in range(least):
                start = _add(fragment, item, start)
            return _optional(fragment, item, start, None if most is None else most - least)


def _optional(fragment: _Fragment, item: Expr, start: int, most: int | None) -> int:
    end = fragment.state()
    fragment.silent[start].append(end)
    if most is None:
        loop = fragment.state()
        fragment.silent[start].append(loop)
        after = _add(fragment, item, loop)
        fragment.silent[after] += (loop, end)
        return end
    for _ in range(most):
        start = _add(fragment, item, start)
        fragment.silent[start].append(end)
    return end


def _closure(silent: list[list[int]], state: int) -> tuple[int, ...]:
    seen = {state: None}
    pending = [state]
    while pending:
        for after in silent[pending.pop()]:
            if after not in seen:
                seen[after] = None
                pending.append(after)
    return tuple(seen)


def _least_words(expr: Expr, least: Mapping[str, int]) -> int:
    match expr:
        case Word():
            return 1
        case Ref(name):
            return least[name]
        case Seq(parts):
            return min(_UNKNOWN, sum(_least_words(part, least) for part in parts))
        case Alt(choices):
            return min((_least_words(choice, least) for choice in choices), default=_UNKNOWN)
        case Repeat(item, fewest, _):
            return min(_UNKNOWN, fewest * _least_words(item, least))


def _first_words(expr: Expr, firsts: Mapping[str, frozenset[str]], least: Mapping[str, int]) -> frozenset[str]:
    match expr:
        case Word(name):
            return frozenset((name,))
        case Ref(name):
            return firsts[name]
        case Alt(choices):
            return frozenset().union(*(_first_words(choice, firsts, least) for choice in choices))
        case Repeat(item, _, _):
            return _first_words(item, firsts, least)
        case Seq(parts):
            found: frozenset[str] = frozenset()
            for part in parts:
                found |= _first_words(part, firsts, least)
                if _least_words(part, least) > 0:
                    break
            return found

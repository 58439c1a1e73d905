"""Whether words are a sentence of a grammar, or the beginning of one, and what may follow.

Earley's algorithm over the rules' automata (J. Earley, An efficient context-free parsing algorithm, 1970): ambiguity
does no harm, and what was read so far can be continued, finished, or turned into a grammar of what may follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from nlkgq.grammar.automaton import Automata
from nlkgq.grammar.notation import EMPTY, Expr, Grammar, Ref, Terminal, Word, alt, seq

_WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"\S*|\S+')


def split_words(text: str) -> list[str]:
    """The words of a canonical query: what spaces separate, strings in one piece.

    >>> split_words('FILTER ( ?n = "a b"@en )')
    ['FILTER', '(', '?n', '=', '"a b"@en', ')']
    """
    return _WORD.findall(text)


@dataclass(slots=True)
class _Set:
    """What was possible behind one word.

    Args:
        items: State and the number of words read when its rule began.
        waiting: Rule -> items that go on when a rule begun here ends.
        scanned: The items that the word itself led to.
    """

    items: dict[tuple[int, int], None]
    waiting: dict[str, list[tuple[int, int]]]
    scanned: tuple[tuple[int, int], ...]


class Matcher:
    """Reads sentences of one grammar.

    Args:
        grammar: As `specialise` makes it.
    """

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.automata = Automata(grammar)
        self._texts: dict[str, set[str]] = {}
        patterns: list[tuple[str, str]] = []
        for name, terminal in grammar.terminals.items():
            if terminal.pattern:
                patterns.append((name, terminal.pattern))
            for text in terminal.texts:
                self._texts.setdefault(text, set()).add(name)
        self._patterns = [(name, re.compile(pattern)) for name, pattern in patterns]

    def accepts(self, sentence: str | Sequence[str]) -> bool:
        """Whether a text, or its words, is a sentence."""
        prefix = self.read(sentence)
        return prefix is not None and prefix.complete

    def read(self, sentence: str | Sequence[str] = ()) -> Prefix | None:
        """The beginning of a sentence; None when no sentence begins like this."""
        prefix: Prefix | None = Prefix(self)
        for word in split_words(sentence) if isinstance(sentence, str) else sentence:
            prefix = prefix.then(word) if prefix is not None else None
        return prefix

    def failure(self, sentence: str | Sequence[str]) -> tuple[int, tuple[str, ...]] | None:
        """Where a text stops being the beginning of a sentence: number of the word, terminals that could stand there.

        None for a sentence; the number of words for one that is not finished.
        """
        words = split_words(sentence) if isinstance(sentence, str) else list(sentence)
        prefix = Prefix(self)
        for number, word in enumerate(words):
            after = prefix.then(word)
            if after is None:
                return number, tuple(sorted(prefix.terminals()))
            prefix = after
        return None if prefix.complete else (len(words), tuple(sorted(prefix.terminals())))

    def terminals_of(self, word: str) -> frozenset[str]:
        """The terminals that a word may be."""
        found = {name for name, pattern in self._patterns if pattern.fullmatch(word)}
        return frozenset(found | self._texts.get(word, set()))


class Prefix:
    """The beginning of a sentence; immutable.

    Args:
        matcher: Whose grammar counts.
    """

    def __init__(self, matcher: Matcher, words: tuple[str, ...] = (), sets: tuple[_Set, ...] = ()) -> None:
        self.words = words
        self._matcher = matcher
        self._automata = matcher.automata
        start = self._automata.start(matcher.grammar.start)
        self._sets = sets or (_Set({(start, 0): None}, {}, ((start, 0),)),)

    @property
    def text(self) -> str:
        """The words with a space between them."""
        return " ".join(self.words)

    def then(self, word: str) -> Prefix | None:
        """The prefix with one more word; None when it cannot stand there."""
        terminals = self._matcher.terminals_of(word)
        self._predict(terminals)
        moves, last = self._automata.moves, self._sets[-1]
        scanned = {
            (after, origin): None
            for state, origin in last.items
            for symbol, after in moves[state]
            if isinstance(symbol, Word) and symbol.name in terminals
        }
        if not scanned:
            return None
        following = _Set(dict(scanned), {}, tuple(scanned))
        sets = (*self._sets, following)
        self._finish(following, sets)
        return Prefix(self._matcher, (*self.words, word), sets)

    @property
    def complete(self) -> bool:
        """Whether the words are a sentence."""
        start = self._matcher.grammar.start
        if not self.words:
            return self._automata.nullable(start)
        return any(
            origin == 0 and self._automata.ends[state] and self._automata.rule[state] == start
            for state, origin in self._sets[-1].items
        )

    def terminals(self) -> frozenset[str]:
        """Terminals that can come next."""
        self._predict(None)
        moves = self._automata.moves
        return frozenset(s.name for state, _ in self._sets[-1].items for s, _ in moves[state] if isinstance(s, Word))

    def _predict(self, terminals: frozenset[str] | None) -> None:
        """Begin the rules that can begin here with one of the terminals; with any for None."""
        automata, last, number = self._automata, self._sets[-1], len(self.words)
        pending = list(last.items)
        while pending:
            state, origin = pending.pop()
            for symbol, after in automata.moves[state]:
                if not isinstance(symbol, Ref):
                    continue
                new = []
                if terminals is None or not terminals.isdisjoint(automata.first(symbol.name)):
                    waiting = last.waiting.setdefault(symbol.name, [])
                    if (after, origin) not in waiting:
                        waiting.append((after, origin))
                    new.append((automata.start(symbol.name), number))
                if automata.nullable(symbol.name):
                    new.append((after, origin))
                for item in new:
                    if item not in last.items:
                        last.items[item] = None
                        pending.append(item)

    def _finish(self, following: _Set, sets: tuple[_Set, ...]) -> None:
        """End the rules that the word has ended."""
        automata = self._automata
        pending = list(following.items)
        while pending:
            state, origin = pending.pop()
            after_nothing = [
                (after, origin)
                for symbol, after in automata.moves[state]
                if isinstance(symbol, Ref) and automata.nullable(symbol.name)
            ]
            ended = sets[origin].waiting.get(automata.rule[state], ()) if automata.ends[state] else ()
            for item in (*after_nothing, *ended):
                if item not in following.items:
                    following.items[item] = None
                    pending.append(item)

    # What may follow

    def ending(self, variable: str = "?x") -> tuple[str, ...]:
        """The fewest words that make a sentence of the prefix; () when it is one.

        Args:
            variable: What is written where a variable may stand.
        """
        prefix: Prefix | None = self
        while prefix is not None and not prefix.complete:
            name = prefix._nearest()
            prefix = prefix.then(variable if name == "VARIABLE" else self._matcher.grammar.terminals[name].word)
        assert prefix is not None  # the nearest terminal can stand there
        return prefix.words[len(self.words) :]

    def _nearest(self) -> str:
        """The next terminal on the shortest way to a sentence."""
        self._predict(None)
        automata, best = self._automata, (10**9, True, "")
        costs: dict[tuple[str, int], int] = {}
        for state, origin in self._sets[-1].items:
            above = self._above(automata.rule[state], origin, costs)
            for symbol, after in automata.moves[state]:
                if isinstance(symbol, Word):
                    best = min(best, (1 + automata.cost(after) + above, symbol.name != "VARIABLE", symbol.name))
        return best[2]

    def _above(self, rule: str, origin: int, costs: dict[tuple[str, int], int]) -> int:
        """The fewest words from the end of a rule begun at ``origin`` to the end of the sentence."""
        key = rule, origin
        if key not in costs:
            automata = self._automata
            costs[key] = 0 if key == (self._matcher.grammar.start, 0) else 10**9
            for after, begun in self._sets[origin].waiting.get(rule, ()):
                costs[key] = min(costs[key], automata.cost(after) + self._above(automata.rule[after], begun, costs))
        return costs[key]

    def rest(self, first: Iterable[str] | None = None) -> Grammar:
        """The grammar of what can follow: its sentences are those that complete the prefix, which they lack.

        Args:
            first: The only words that the next one may be; None for any.
        """
        mark = _free_mark(self._matcher.grammar)
        if first is None:
            return _Rest(self._matcher, self._sets, mark).grammar()
        choices: list[Expr] = []
        rules: dict[str, Expr] = {}
        terminals: dict[str, Terminal] = {}
        for number, word in enumerate(first):
            following = self.then(word)
            if following is not None:
                name = f"NEXT_{mark.upper()}_{number}"
                left = _Rest(self._matcher, following._sets, f"{mark}w{number}").grammar()
                rules |= left.rules
                terminals |= left.terminals
                terminals[name] = Terminal(name=name, texts=(word,), first=not self.words)
                choices.append(seq(Word(name), Ref(left.start)))
        start = f"{mark}_next"
        return Grammar(rules={**rules, start: alt(*choices)}, terminals=terminals, start=start)


def _free_mark(grammar: Grammar) -> str:
    """A beginning of names that no rule has: the grammar may itself be a rest."""
    number = 0
    while any(name.startswith(f"rest{number}") for name in grammar.rules):
        number += 1
    return f"rest{number}"


class _Rest:
    """Builds the grammar of what follows: for each rule begun and not ended, a rule for its remainder."""

    def __init__(self, matcher: Matcher, sets: tuple[_Set, ...], mark: str) -> None:
        self._matcher = matcher
        self._mark = mark
        self._automata = matcher.automata
        self._sets = sets
        self._rules: dict[str, Expr] = {}

    def grammar(self) -> Grammar:
        base = self._matcher.grammar
        remainders: dict[tuple[str, int], dict[Expr, None]] = {}
        pending = []
        for state, origin in self._sets[-1].scanned:
            key = self._automata.rule[state], origin
            if key not in remainders:
                pending.append(key)
            remainders.setdefault(key, {})[Ref(self._tail(state))] = None
        while pending:
            rule, origin = pending.pop()
            for after, begun in self._sets[origin].waiting.get(rule, ()):
                key = self._automata.rule[after], begun
                if key not in remainders:
                    pending.append(key)
                remainders.setdefault(key, {})[seq(Ref(self._name(rule, origin)), Ref(self._tail(after)))] = None
        for (rule, origin), choices in remainders.items():
            self._rules[self._name(rule, origin)] = alt(*choices)
        start = f"{self._mark}_begin"
        self._rules[start] = Ref(self._name(base.start, 0)) if len(self._sets) > 1 else Ref(base.start)
        return Grammar(rules={**base.rules, **self._rules}, terminals=base.terminals, start=start).reachable()

    def _name(self, rule: str, origin: int) -> str:
        return f"{self._mark}_{rule}_from_{origin}"

    def _tail(self, state: int) -> str:
        """A rule for what follows a state in its rule."""
        name = f"{self._mark}_tail_{state}"
        if name not in self._rules:
            self._rules[name] = EMPTY
            choices: list[Expr] = [seq(symbol, Ref(self._tail(after))) for symbol, after in self._automata.moves[state]]
            if self._automata.ends[state]:
                choices.append(EMPTY)
            self._rules[name] = alt(*choices)
        return name

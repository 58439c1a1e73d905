"""A query written by a model word by word, held to a grammar, with a way back.

The engine constrains each token; it cannot be asked between tokens, only stopped. So when a check that no grammar can
express fails on what was written, the engine is stopped and asked again from the last good point, with the grammar of
what may follow there. When it fails there again and again, the words that would fail are taken out of that grammar.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from nlkgq.errors import ModelError
from nlkgq.grammar.matcher import Matcher, Prefix
from nlkgq.grammar.notation import Grammar
from nlkgq.llm.prefix_check import PrefixCheck, variables

_WORD: Final = re.compile(r'\s*("(?:[^"\\]|\\.)*"\S*|[^"\s]\S*)\s')
_POINTS: Final = frozenset({".", ";", ",", "}", ")", "WHERE", "HAVING", "ORDER", "LIMIT", "OFFSET"})
"""Words behind which a beginning is checked: what they end is whole."""
_FREE_TRIES: Final = 2
_CANDIDATES: Final = 200
End: TypeAlias = Literal["stop", "length", "stopped"]


class ConstrainedEngine(Protocol):
    """A model that goes on with a text within a grammar."""

    def stream(self, written: str, grammar: Grammar, *, limit: int, attempt: int, take: Callable[[str], bool]) -> End:
        """Goes on with a text.

        Args:
            written: The query so far.
            grammar: What may follow.
            limit: Most tokens.
            attempt: Another number, another choice.
            take: Gets each piece; True stops.

        Returns:
            Why it ended: the model or the grammar did (stop), the limit (length), or ``take`` (stopped).
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenQuery:
    """A query that an engine wrote.

    Args:
        words: A sentence of the grammar.
        pieces: Tokens that were drawn, those taken back included.
        returns: How often the engine was sent back.
        closed: Whether the limit came first, so that the end was written for the model.
        problem: What is still wrong with it; None when nothing is known to be.
    """

    words: tuple[str, ...]
    pieces: int
    returns: int
    closed: bool
    problem: str | None

    @property
    def text(self) -> str:
        """The query."""
        return " ".join(self.words)


def write_query(
    engine: ConstrainedEngine, matcher: Matcher, check: PrefixCheck | None, *, limit: int, returns: int = 12
) -> WrittenQuery:
    """Let an engine write one query.

    Args:
        engine: The model.
        matcher: The grammar.
        check: Finds what the grammar cannot say; None for no way back.
        limit: Most tokens.
        returns: How often the engine may be sent back; when that is used up, only what makes the query no SPARQL
            counts, as often again.

    Raises:
        ModelError: The engine does not hold to the grammar.
    """
    return _Writing(engine, matcher, check, limit, returns).result()


class _Writing:
    def __init__(
        self, engine: ConstrainedEngine, matcher: Matcher, check: PrefixCheck | None, limit: int, returns: int
    ) -> None:
        self._engine = engine
        self._matcher = matcher
        self._check = check
        self._left = limit
        self._most_returns = returns
        start = matcher.read()
        assert start is not None
        self._prefix = start
        self._good = [start]
        """Points that passed, oldest first."""
        self._tries: Counter[int] = Counter()
        self._careful_until = 0
        self._first: tuple[str, ...] | None = None
        self._buffer = ""
        self._pieces = self._returns = self._strays = 0
        self._wrong: str | None = None

    def result(self) -> WrittenQuery:
        while True:
            self._buffer, self._wrong = "", None
            grammar = self._matcher.grammar
            if self._prefix.words or self._first is not None:
                grammar = self._prefix.rest(self._first)
            self._first = None
            end = self._engine.stream(
                self._prefix.text, grammar, limit=self._left, attempt=self._returns, take=self._take
            )
            if end == "stop" and self._wrong is None:
                self._take_words(" ")
                if self._wrong is None:
                    if not self._prefix.complete:
                        self._stray("the model ended in the middle of the query")
                    self._wrong = self._problem(self._prefix, finished=True)
                if self._wrong is None:
                    return self._written(self._prefix.words, closed=False, problem=None)
            if self._left <= 0 or end == "length":
                return self._close()
            self._go_back()

    def _take(self, piece: str) -> bool:
        self._pieces += 1
        self._left -= 1
        self._take_words(piece)
        return self._wrong is not None

    def _take_words(self, piece: str) -> None:
        self._buffer += piece
        while self._wrong is None and (match := _WORD.match(self._buffer)) is not None:
            self._buffer = self._buffer[match.end() - 1 :]
            self._add(match[1])

    def _add(self, word: str) -> None:
        following = self._prefix.then(word)
        if following is None:
            self._stray(f"the model wrote {word!r}, which cannot stand there")
            return
        careful = len(following.words) <= self._careful_until
        if careful or word in _POINTS:
            self._wrong = self._problem(following)
            if self._wrong is not None:
                if careful:
                    self._forbid_at(self._prefix)
                return
            self._good.append(following)
        self._prefix = following

    def _stray(self, message: str) -> None:
        self._strays += 1
        self._wrong = message
        if self._strays > 3:
            raise ModelError(
                f"the runtime does not hold to the grammar: {message}",
                kind="bad-reply",
                hint="Install the newest runtime: pip install -U 'nlkgq[local]'",
            )

    def _problem(self, prefix: Prefix, *, finished: bool = False) -> str | None:
        if self._check is None or self._returns >= 2 * self._most_returns:
            return None
        return self._check(prefix, finished=finished, static_only=self._returns >= self._most_returns)

    def _go_back(self) -> None:
        self._returns += 1
        if self._first is not None:
            return
        point = self._good[-1]
        self._tries[len(point.words)] += 1
        if self._tries[len(point.words)] > 2 * _FREE_TRIES and len(self._good) > 1:
            point = (self._good.pop(), self._good[-1])[1]
        if self._tries[len(point.words)] >= _FREE_TRIES:
            # from here, each word is checked until the place of the mistake is passed
            self._careful_until = max(self._careful_until, len(self._prefix.words) + 1)
        self._prefix = point

    def _forbid_at(self, point: Prefix) -> None:
        """Leave only words that pass; where none does, go further back."""
        allowed = tuple(
            word
            for word in self._candidates(point)
            if (following := point.then(word)) is not None and self._problem(following) is None
        )
        if allowed:
            self._first = allowed
        elif len(self._good) > 1:
            self._good.pop()
            self._prefix = self._good[-1]

    def _candidates(self, point: Prefix) -> list[str]:
        """Words that may come next: all listed ones, known variables and a new one, one of each other kind."""
        found: dict[str, None] = {}
        for name in sorted(point.terminals()):
            terminal = self._matcher.grammar.terminals[name]
            if name == "VARIABLE":
                known = variables(point.words)
                new = next(f"?v{n}" for n in range(1, len(known) + 2) if f"?v{n}" not in known)
                found.update(dict.fromkeys((*known, new)))
            else:
                found.update(dict.fromkeys(terminal.texts or (terminal.sample,)))
        words = list(found)
        step = max(1, len(words) // _CANDIDATES)
        return words[::step]

    def _close(self) -> WrittenQuery:
        """End the query for the model: at the last word from which a faultless end is known."""
        fallback: Prefix | None = None
        for length in range(len(self._prefix.words), -1, -1):
            point = self._matcher.read(self._prefix.words[:length])
            assert point is not None
            for variable in (*reversed(variables(point.words)), "?x"):
                whole = self._matcher.read((*point.words, *point.ending(variable)))
                if whole is None:
                    continue
                if self._check is None or self._check(whole, finished=True) is None:
                    return self._written(whole.words, closed=True, problem=None)
                if fallback is None and self._check(whole, finished=True, static_only=True) is None:
                    fallback = whole
        if fallback is None:
            raise ModelError("the model did not come to an end of its query", kind="cut-off", hint="Ask for less.")
        assert self._check is not None
        return self._written(fallback.words, closed=True, problem=self._check(fallback, finished=True))

    def _written(self, words: tuple[str, ...], *, closed: bool, problem: str | None) -> WrittenQuery:
        return WrittenQuery(words=words, pieces=self._pieces, returns=self._returns, closed=closed, problem=problem)

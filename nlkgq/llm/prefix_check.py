"""What a grammar cannot say about a query that is still being written.

The beginning is closed in the shortest way, parsed and validated; only what no continuation can mend counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from nlkgq.errors import GateError, SparqlSyntaxError
from nlkgq.grammar.matcher import Prefix
from nlkgq.iri import PrefixMap
from nlkgq.ontology.model import Ontology
from nlkgq.sparql import Node, Query, Token, parse_query, triple_patterns, variable_name
from nlkgq.validation.second_opinion import second_opinion
from nlkgq.validation.validate import validate

_FRESH = "?later"
_AFTER_GROUPING = frozenset({"HAVING", "ORDER", "LIMIT", "OFFSET", "}"})
_DOUBTFUL = frozenset({"excluded-class"})
"""Warnings that count all the same: a model that may choose again shall choose what fits."""
_BOUND_LATER = frozenset({"unbound-projection", "unbound-variable", "minus-without-effect"})
"""What a statement further on in the pattern can mend."""
_GROUPED = frozenset({"ungrouped-column"})
"""What GROUP BY can mend."""


class PrefixCheck:
    """Finds mistakes in beginnings of queries over one ontology.

    Args:
        ontology: Domains, ranges and classes.
        prefixes: How the grammar writes terms.
    """

    def __init__(self, ontology: Ontology, prefixes: PrefixMap) -> None:
        self._ontology = ontology
        self._prefixes = prefixes

    @cached_property
    def _declarations(self) -> str:
        return self._prefixes.declarations().replace("\n", " ")

    def __call__(self, prefix: Prefix, *, finished: bool = False, static_only: bool = False) -> str | None:
        """What is wrong with a beginning for good; None when nothing is.

        Args:
            prefix: What has been written.
            finished: Whether nothing follows.
            static_only: Only what makes it no SPARQL, not what makes no sense over the ontology.
        """
        written = len(prefix.text)
        text = " ".join((*prefix.words, *(() if finished else prefix.ending(_FRESH))))
        shift = len(self._declarations)
        try:
            tree = parse_query(self._declarations + text)
        except SparqlSyntaxError as error:
            offset = error.offset - shift
            if offset >= written:
                return None
            if "GROUP BY" in (error.hint or "") and not _grouping_is_over(prefix.words, offset, finished):
                return None if static_only else self._nonsense(text, written, prefix.words, finished)
            return error.message
        problem = _column_twice(tree, written + shift) or (_refused(tree) if finished else None)
        if problem is not None or static_only:
            return problem
        return self._nonsense(text, written, prefix.words, finished, tree_text=str(tree))

    def _nonsense(
        self, text: str, written: int, words: Sequence[str], finished: bool, tree_text: str | None = None
    ) -> str | None:
        shift = len(self._declarations)
        tree = parse_query(tree_text or self._declarations + text, static_rules=False)
        for finding in validate(tree, self._ontology):
            if finding.severity != "error" and finding.code not in _DOUBTFUL:
                continue
            start, end = (finding.start or 0) - shift, (finding.end or 0) - shift
            if end > written or start < 0:
                continue
            if not _is_decided(finding.code, words, start, finished):
                continue
            return f"{finding.code}: {finding.message}"
        return _said_twice(tree, written + shift)


def _refused(tree: Query) -> str | None:
    """What the embedded store's own parser says against a query."""
    try:
        second_opinion(tree)
    except GateError as error:
        return error.message
    return None


def _column_twice(tree: Query, written: int) -> str | None:
    """A variable that stands twice among the columns of a SELECT or of VALUES, which engines refuse."""
    for clause in tree.find("SelectClause", "DataVariables"):
        named = [e.tokens("VAR")[-1] for e in clause.nodes("SelectExpression")]
        seen: set[str] = set()
        for token in sorted((*named, *clause.tokens("VAR")), key=lambda token: token.start):
            if token.end <= written and variable_name(token) in seen:
                return f"{token.text} is a column twice"
            seen.add(variable_name(token))
    return None


def _said_twice(tree: Query, written: int) -> str | None:
    """A statement that stands twice in one group: no mistake, but small models go on like this for ever."""
    seen: set[tuple[object, ...]] = set()
    for pattern in triple_patterns(tree):
        ends = (pattern.subject, pattern.predicate, pattern.object)
        if not all(isinstance(end, Node | Token) and end.end <= written for end in ends):
            continue
        key = (pattern.group, *(tree.source(end) for end in ends if isinstance(end, Node | Token)))
        if key in seen:
            return f"said twice: {' '.join(map(str, key[1:]))}"
        seen.add(key)
    return None


def _after_pattern(words: Sequence[str], offset: int) -> int | None:
    """The number of the word behind the WHERE clause of the SELECT around an offset of its columns.

    None while the clause is open.
    """
    at = depth = 0
    seen = False
    for number, word in enumerate(words):
        begin, at = at, at + len(word) + 1
        if begin < offset:
            continue
        if word == "{":
            depth += 1
            seen = True
        elif word == "}":
            depth -= 1
            if seen and depth == 0:
                return number + 1
    return None


def _is_decided(code: str, words: Sequence[str], offset: int, finished: bool) -> bool:
    """Whether a finding stays whatever follows."""
    if code in _GROUPED:
        return _grouping_is_over(words, offset, finished)
    if code in _BOUND_LATER:
        return finished or _after_pattern(words, offset if code == "unbound-projection" else 0) is not None
    return True


def _grouping_is_over(words: Sequence[str], offset: int, finished: bool) -> bool:
    after = _after_pattern(words, offset)
    return finished or (after is not None and not _AFTER_GROUPING.isdisjoint(words[after:]))


def variables(words: Sequence[str]) -> tuple[str, ...]:
    """The variables among words, in order, each once."""
    return tuple(dict.fromkeys(word for word in words if re.fullmatch(r"\?\w+", word)))

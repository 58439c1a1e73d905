"""A linter for SPARQL over an ontology: text in, findings out; a broken query is a finding, never an exception."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from nlkgq.errors import SparqlSyntaxError
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile
from nlkgq.sparql import Query, parse_query
from nlkgq.sparql.static_rules import check as check_static_rules
from nlkgq.validation.documentation import documentation_of
from nlkgq.validation.finding import Finding
from nlkgq.validation.fix import fixed_until_stable
from nlkgq.validation.gate import GatePolicy
from nlkgq.validation.validate import CHECKS, Check, code_of, validate
from nlkgq.values.model import ValueIndex

SYNTAX: Final = "syntax"
"""Code of what is no query; it has no check and is always looked for."""
_QUESTION: Final = re.compile(r"^[ \t]*#[ \t]*question:[ \t]*(.+?)[ \t]*$", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Linter:
    """Everything that is known beside the queries.

    Args:
        ontology: The terms that count.
        profile: What the graph holds; None where it was not counted.
        index: The graph's values; None where they were not read.
        policy: What the gate allows.
        checks: Some of `CHECKS`.
    """

    ontology: Ontology
    profile: Profile | None = None
    index: ValueIndex | None = None
    policy: GatePolicy = field(default_factory=GatePolicy)
    checks: tuple[Check, ...] = CHECKS

    def lint(self, text: str, *, question: str | None = None) -> tuple[Finding, ...]:
        """What is wrong, or doubtful, about a query.

        Args:
            text: A query, or what should be one.
            question: What it should answer; a comment ``# question: ...`` in the text when None.

        Returns:
            Findings in the order of the text, at most one per code and place.

        >>> [(f.code, f.start) for f in Linter(ontology=Ontology()).lint("SELECT ?x { ?x a }")]
        [('syntax', 17)]
        """
        try:
            tree = parse_query(text, undeclared_prefixes=True, static_rules=False)
        except SparqlSyntaxError as error:
            return (_syntax(error, text),)
        if _depth(tree) > self.policy.rewritten().max_depth:
            return (_too_deep(self.policy),)
        findings = self._found(tree, question if question is not None else question_of(text))
        try:
            check_static_rules(tree)
        except SparqlSyntaxError as error:
            known = {f.start for f in findings if f.code == "ungrouped-column"}
            if error.offset not in known:
                findings = (*findings, _syntax(error, text))
        return tuple(sorted(findings, key=lambda f: (-1 if f.start is None else f.start, f.code)))

    def fixed(self, text: str, *, question: str | None = None) -> str:
        """The query with every safe edit of its findings; unchanged where there is none, or it is no query."""
        try:
            tree = parse_query(text, undeclared_prefixes=True, static_rules=False)
        except SparqlSyntaxError:
            return text
        if _depth(tree) > self.policy.rewritten().max_depth:
            return text
        asked = question if question is not None else question_of(text)
        return str(fixed_until_stable(tree, partial(self._found, question=asked)).tree)

    def _found(self, tree: Query, question: str | None) -> tuple[Finding, ...]:
        return validate(
            tree,
            self.ontology,
            self.profile,
            question=question,
            index=self.index,
            policy=self.policy,
            checks=self.checks,
        )


def chosen_checks(select: Iterable[str] = (), ignore: Iterable[str] = ()) -> tuple[Check, ...]:
    """Some of `CHECKS`, by their codes; all where nothing is selected.

    Raises:
        UsageError: No check has such a code.

    >>> [code_of(check) for check in chosen_checks(["unknown-class", "unknown-property"], ["unknown-class"])]
    ['unknown-property']
    """
    wanted, unwanted = set(select), set(ignore)
    for code in sorted(wanted | unwanted):
        documentation_of(code)
    return tuple(c for c in CHECKS if (not wanted or code_of(c) in wanted) and code_of(c) not in unwanted)


def question_of(text: str) -> str | None:
    """The question that a comment in a query file tells; None without one.

    >>> question_of("# question: Which films are there?\\nSELECT ?film { ?film a films:Film }")
    'Which films are there?'
    """
    found = _QUESTION.search(text)
    return found[1] if found is not None else None


def _depth(tree: Query) -> int:
    deepest = depth = 0
    for token in tree.tokens:
        depth += token.terminal in {"LPAR", "LSQB", "LBRACE"}
        depth -= token.terminal in {"RPAR", "RSQB", "RBRACE"}
        deepest = max(deepest, depth)
    return deepest


def _too_deep(policy: GatePolicy) -> Finding:
    return Finding(
        code="unsafe",
        severity="error",
        message=f"The gate refuses it: brackets stand inside each other more than {policy.max_depth} deep.",
        suggestion="Ask for less at once.",
    )


def _syntax(error: SparqlSyntaxError, text: str) -> Finding:
    start = min(error.offset, max(len(text) - 1, 0))
    word = re.compile(r"\w+|.").match(text, start)
    message = error.message.removeprefix(f"line {error.line}, column {error.column}: ")
    message = message[:1].upper() + message[1:]
    return Finding(
        code=SYNTAX,
        severity="error",
        message=f"{message}." if not message.endswith(".") else message,
        start=start,
        end=word.end() if word is not None else start,
        suggestion=error.hint,
    )

"""Repairs that are safe: the edits of findings, applied to the query they were found in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from nlkgq.errors import SparqlSyntaxError
from nlkgq.ontology.model import Ontology
from nlkgq.sparql import Query, Splice, parse_query
from nlkgq.sparql.edit import apply_splices
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.ungrouped_column import ungrouped_column

_ROUNDS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """A query after its safe repairs: the new tree, and the findings whose edits were applied."""

    tree: Query
    applied: tuple[Finding, ...]


def fixed(tree: Query, findings: Iterable[Finding]) -> Fixed:
    """The query with the edits of these findings; those that overlap an earlier one, or break the query, are left out.

    Args:
        tree: The query that the findings are about.
        findings: In any order; those without an edit are ignored.

    >>> query = parse_query("SELECT ?t { ?f <e:titel> ?t }")
    >>> wrong = Finding(code="x", severity="error", message="", edit=(Splice(15, 24, "<e:title>"),))
    >>> print(fixed(query, [wrong]).tree)
    SELECT ?t { ?f <e:title> ?t }
    """
    applied: list[Finding] = []
    splices: list[Splice] = []
    result = tree
    for finding in findings:
        if not finding.edit or any(_overlap(new, old) for new in finding.edit for old in splices):
            continue
        new = [s for s in finding.edit if s not in splices]
        try:
            edited = parse_query(
                apply_splices(tree, [*splices, *new]),
                undeclared_prefixes=tree.undeclared_prefixes,
                static_rules=False,
            )
        except (ValueError, SparqlSyntaxError):
            continue
        splices += new
        applied.append(finding)
        result = edited
    return Fixed(tree=result, applied=tuple(applied))


def fixed_until_stable(tree: Query, find: Callable[[Query], Iterable[Finding]]) -> Fixed:
    """The query with the edits of what is found in it, and of what is found then, a few times at most.

    Args:
        tree: The query.
        find: What is found in a query; only what it gives is applied.
    """
    applied: list[Finding] = []
    for _ in range(_ROUNDS):
        done = fixed(tree, find(tree))
        if not done.applied or str(done.tree) == str(tree):
            break
        tree = done.tree
        applied += done.applied
    return Fixed(tree=tree, applied=tuple(applied))


def parse_mended(text: str) -> tuple[Query, tuple[Finding, ...]]:
    """A query parsed, with GROUP BY completed where only that keeps it from being one; and what was mended.

    Raises:
        SparqlSyntaxError: It is no query, and this does not make it one.

    >>> str(parse_mended("SELECT ?a (COUNT(?b) AS ?n) { ?a ?p ?b }")[0])
    'SELECT ?a (COUNT(?b) AS ?n) { ?a ?p ?b } GROUP BY ?a'
    """
    try:
        return parse_query(text, undeclared_prefixes=True), ()
    except SparqlSyntaxError:
        tree = parse_query(text, undeclared_prefixes=True, static_rules=False)
        done = fixed(tree, ungrouped_column(QueryContext(tree=tree, ontology=Ontology())))
        if not done.applied:
            raise
        return parse_query(str(done.tree), undeclared_prefixes=True), done.applied


def as_repaired(finding: Finding) -> Finding:
    """The finding as a note on what was wrong and is repaired."""
    return replace(finding, severity="info", message=f"Repaired: {finding.message}", start=None, end=None, edit=())


def _overlap(new: Splice, old: Splice) -> bool:
    """Whether two changes touch the same text; two insertions at one place do, unless they are the same."""
    if new == old:
        return False
    if new.start == new.end or old.start == old.end:
        return new.start == old.start or old.start < new.start < old.end or new.start < old.start < new.end
    return new.start < old.end and old.start < new.end

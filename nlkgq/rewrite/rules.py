"""The rewriter: from clean terms to native ones, by rules that each take a tree and give a tree.

The order: a rule may leave clean terms behind for any rule below it, and nothing for a rule above it. `statements`
writes out what stands for several triples. `paths`, `open_terms` and `hierarchy` stay within clean terms. `forms` picks
the native forms; from there on a triple names a form. `local_variables` prepares EXISTS for `values` and `datatypes`,
which convert the ends of triples; `patterns` and `terms` write the forms out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from nlkgq.errors import RewriteError
from nlkgq.rewrite.context import FORM_SPACE, Context
from nlkgq.rewrite.datatypes import datatypes
from nlkgq.rewrite.forms import forms
from nlkgq.rewrite.hierarchy import hierarchy
from nlkgq.rewrite.local_variables import local_variables
from nlkgq.rewrite.mapping import mapping_of
from nlkgq.rewrite.open_terms import open_terms
from nlkgq.rewrite.paths import paths
from nlkgq.rewrite.patterns import patterns
from nlkgq.rewrite.statements import statements
from nlkgq.rewrite.terms import terms
from nlkgq.rewrite.values import values
from nlkgq.sparql import Query
from nlkgq.validation.finding import Finding
from nlkgq.wrapper.model import Wrapper

Rule: TypeAlias = Callable[[Query, Context], Query]
RULES: Final[tuple[Rule, ...]] = (
    statements,
    paths,
    open_terms,
    hierarchy,
    forms,
    local_variables,
    values,
    datatypes,
    patterns,
    terms,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """A query in native terms.

    Args:
        tree: The native query.
        mapping: Clean term of the query -> the texts of its native forms; see `mapping_of`.
        findings: What the reader should know, such as classes whose things are left out.
    """

    tree: Query
    mapping: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The findings, one sentence each."""
        return tuple(finding.message for finding in self.findings)


def rewrite(
    tree: Query,
    wrapper: Wrapper,
    *,
    expanded: Collection[str] = (),
    counts: Mapping[str, int] | None = None,
    keep_unknown: bool = False,
    services: Mapping[str, str] | None = None,
    rules: tuple[Rule, ...] = RULES,
) -> Rewritten:
    """The native query that gives the answers of a clean one.

    Over the clean view that the wrapper describes (see `nlkgq.wrapper.model`), the clean query has the same solutions,
    as often, as the native query has over the database.

    Args:
        tree: A query over clean terms, its prefixes declared.
        wrapper: What they become.
        expanded: Clean classes that stand for the classes below them too; those without a form of their own, and those
            of which ``counts`` says that they have no things of their own, always do.
        counts: Clean class -> its things, of the clean view; None where nothing was counted.
        keep_unknown: Leave properties and classes alone that the wrapper does not have, instead of refusing them. They
            are native terms then, and so are the variables of their triples.
        services: Endpoint name -> IRI; forms that name an endpoint stand in a SERVICE block. None: one place has all.
        rules: For tests.

    Raises:
        RewriteError: Something in the query has no sound native form.

    >>> from nlkgq.sparql import parse_query
    >>> from nlkgq.wrapper import PropertyForm
    >>> wrapper = Wrapper(properties={"urn:title": (PropertyForm(kind="iri", text="urn:P7"),)})
    >>> str(rewrite(parse_query("SELECT ?t { ?f <urn:title> ?t }"), wrapper).tree)
    'SELECT ?t { ?f <urn:P7> ?t }'
    """
    if FORM_SPACE in tree.text:
        raise RewriteError(f"the query names {FORM_SPACE}", term=FORM_SPACE)
    if counts is not None:
        expanded = {*expanded, *(iri for iri in wrapper.parents_of_some() if not counts.get(iri))}
    context = Context(tree, wrapper, expanded=expanded, counts=counts, keep_unknown=keep_unknown, services=services)
    for rule in rules:
        tree = rule(tree, context)
    return Rewritten(tree=tree, mapping=mapping_of(context), findings=tuple(context.findings))

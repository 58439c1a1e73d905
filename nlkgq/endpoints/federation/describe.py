"""DESCRIBE over several sources: each describes the resources with what it has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from nlkgq.errors import FederationError
from nlkgq.results.formats import term_text
from nlkgq.results.models import GraphResult, RdfTerm, ResultNote, SelectResult
from nlkgq.sparql import Query, Splice
from nlkgq.sparql.tree import IRI_TERMINALS
from nlkgq.validation.gate import gate

if TYPE_CHECKING:
    from nlkgq.endpoints.federated import FederatedEndpoint
    from nlkgq.endpoints.federation.requests import Budget
    from nlkgq.endpoints.protocol import Limits

MOST_RESOURCES = 1_000


def describe(federation: FederatedEndpoint, tree: Query, limits: Limits, budget: Budget) -> GraphResult:
    """What all sources say of the resources; they are found first, over all sources.

    Raises:
        EndpointError: A source failed.
        FederationError: The resources are blank nodes, more than `MOST_RESOURCES`, or must not be named to a source.
    """
    named = [iri for token in tree.body.tokens(*IRI_TERMINALS) if (iri := tree.iri_or_none(token)) is not None]
    found, notes = _found(federation, tree, limits)
    if any(term.kind == "bnode" for term in found):
        raise _refused("DESCRIBE of a blank node", "unsupported")
    if federation.sources.mixed and (found or federation.names_private(tree)):
        raise _refused("the resources are known from trusted endpoints and would be named to an untrusted one", "trust")
    resources = list(dict.fromkeys((*named, *(term.value for term in found if term.kind == "uri"))))
    if len(resources) > MOST_RESOURCES:
        raise _refused(f"DESCRIBE of more than {MOST_RESOURCES} resources", "unsupported")
    triples = (
        federation.requests(budget).describe(
            federation.sources.all, f"DESCRIBE {' '.join(term_text(RdfTerm('uri', iri)) for iri in resources)}"
        )
        if resources
        else ()
    )
    kept = triples[: limits.rows]
    if len(kept) < len(triples):
        notes = (
            *notes,
            ResultNote(code="truncated", message=f"only the first {limits.rows} triples are shown; there are more"),
        )
    return GraphResult(triples=tuple(kept), prefixes=dict(tree.prefixes), notes=notes)


def _found(federation: FederatedEndpoint, tree: Query, limits: Limits) -> tuple[list[RdfTerm], tuple[ResultNote, ...]]:
    """The resources that the variables stand for."""
    body = tree.body
    head = [token for token in body.tokens() if token.terminal not in ("DESCRIBE",)]
    variables = [token.text for token in head if token.terminal == "VAR"]
    star = any(token.terminal == "STAR" for token in head)
    if body.node("WhereClause") is None or not (variables or star):
        return [], ()
    columns = "*" if star else " ".join(dict.fromkeys(variables))
    select = tree.edit(Splice(body.start, head[-1].end, f"SELECT {columns}"))
    query = gate(str(select), federation.policy.rewritten())
    result = federation.run(query, limits=replace(limits, rows=MOST_RESOURCES + 1))
    assert isinstance(result, SelectResult)
    terms = dict.fromkeys(term for row in result.rows for term in row if term is not None)
    return list(terms), tuple(note for note in result.notes if note.code != "truncated")


def _refused(what: str, code: str) -> FederationError:
    return FederationError(f"over several endpoints this cannot be answered: {what}", code=code)

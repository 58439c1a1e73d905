"""Check: a query asks for nothing but what a role sees. Who wrote it, a model or a person, makes no difference.

What is refused is told in the same words whether a term is hidden or nowhere to be found. Where a term is only named -
a subject or object, VALUES, FILTER, BIND, a template - a hidden one is refused no more than one that nobody has: to be
refused would tell that it is there. Both are answered, with what the graph cut down to the role says of them: nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.errors import GateError
from nlkgq.iri import RDFS, XSD
from nlkgq.roles.model import TYPE, RoleView
from nlkgq.sparql import Node, Query, Token, triple_patterns
from nlkgq.sparql.tree import IRI_TERMINALS
from nlkgq.validation.finding import Finding

SUBCLASS = f"{RDFS}subClassOf"


def outside_role(tree: Query, view: RoleView) -> Iterator[Finding]:
    """Everything in a query that the role does not see, or that would look past it.

    Args:
        tree: The query, over the terms of the ontology, prefixes declared.
        view: The role.

    Returns:
        Findings of severity ``error``: ``role-term`` (a property, in a path or alone, or a class), ``role-function``,
        ``role-graph``, ``role-service``.
    """
    yield from _terms(tree, view)
    yield from _functions(tree)
    for node in tree.find("ServiceGraphPattern"):
        yield _finding("role-service", node, "SERVICE asks elsewhere", "Leave SERVICE out.")
    if view.graphs is not None:
        for node in tree.find("DatasetClause", "GraphGraphPattern"):
            for token in node.tokens(*IRI_TERMINALS):
                if tree.iri_or_none(token) not in view.graphs:
                    yield _finding("role-graph", token, f"{token.text} is no graph that can be asked here")


def role_error(finding: Finding) -> GateError:
    """The refusal that a finding stands for."""
    return GateError(finding.message, code=finding.code, hint=finding.suggestion)


def _terms(tree: Query, view: RoleView) -> Iterator[Finding]:
    found = (token for token, is_visible in _positions(tree, view).items() if not is_visible)
    for token in sorted(found, key=lambda t: t.start):
        yield no_term(token)


def no_term(token: Token) -> Finding:
    """The finding for a term that is hidden, or none at all."""
    return _finding(
        "role-term",
        token,
        f"{token.text} is no term that can be asked for here",
        "`nlkgq ontology show` lists the terms.",
    )


def _positions(tree: Query, view: RoleView) -> dict[Token, bool]:
    """Tokens that stand for a property or a class -> whether it is visible."""
    found: dict[Token, bool] = {}
    for pattern in triple_patterns(tree):
        if pattern.in_template:
            continue  # what is built may have names of its own
        predicate = pattern.predicate
        items = predicate.walk() if isinstance(predicate, Node) else (predicate,)
        for item in items:
            iri = tree.iri_or_none(item)
            if isinstance(item, Token) and iri is not None:
                climbs = iri == SUBCLASS and isinstance(predicate, Node) and _climbs(tree, item)
                found[item] = iri == TYPE or iri in view.properties or climbs
        if tree.iri_or_none(predicate) == TYPE and isinstance(pattern.object, Token):
            iri = tree.iri_or_none(pattern.object)
            if iri is not None:
                found[pattern.object] = view.sees_class(iri)
    return found


def leaves_open(tree: Query) -> bool:
    """Whether a variable, a negated set or DESCRIBE asks for any property at all."""
    predicates = [pattern.predicate for pattern in triple_patterns(tree) if not pattern.in_template]
    return tree.form == "DESCRIBE" or any(
        item.terminal in ("VAR", "BANG")
        for predicate in predicates
        for item in (predicate.walk() if isinstance(predicate, Node) else (predicate,))
        if isinstance(item, Token)
    )


def climbs(tree: Query) -> bool:
    """Whether a path follows rdfs:subClassOf."""
    return any(
        tree.iri_or_none(item) == SUBCLASS
        for pattern in triple_patterns(tree)
        if isinstance(pattern.predicate, Node)
        for item in pattern.predicate.walk()
    )


def _climbs(tree: Query, token: Token) -> bool:
    """Whether rdfs:subClassOf stands in ``a/rdfs:subClassOf*``: that is read off the role's ontology."""
    repeated = tree.parent(token)
    sequence = tree.parent(repeated) if repeated is not None and repeated.kind == "PathElt" else None
    if sequence is None or sequence.kind != "PathSequence":
        return False
    before = sequence.children[sequence.children.index(repeated) - 2]
    return tree.iri_or_none(before) == TYPE


def _functions(tree: Query) -> Iterator[Finding]:
    for call in tree.find("FunctionCall", "iriOrFunction"):
        token = call.token(*IRI_TERMINALS)
        iri = tree.iri_or_none(token)
        if token is not None and (iri is None or not iri.startswith(XSD)):
            yield _finding("role-function", token, f"{token.text} is no function that can be called here")


def _finding(code: str, place: Node | Token, message: str, suggestion: str | None = None) -> Finding:
    return Finding(
        code=code, severity="error", message=message, start=place.start, end=place.end, suggestion=suggestion
    )

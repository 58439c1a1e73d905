"""Everything that can be known about a query without running it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from nlkgq.analysis.types import TypedQuery
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile
from nlkgq.sparql import Query
from nlkgq.validation.excluded_class import excluded_class
from nlkgq.validation.finding import Finding
from nlkgq.validation.object_kind import object_kind
from nlkgq.validation.unbound_projection import unbound_projection
from nlkgq.validation.unknown_class import unknown_class
from nlkgq.validation.unknown_individual import unknown_individual
from nlkgq.validation.unknown_prefix import unknown_prefix
from nlkgq.validation.unknown_property import unknown_property

# Names first: a misspelt term makes the findings about its meaning moot.
CHECKS: Final[tuple[Callable[[TypedQuery], Iterator[Finding]], ...]] = (
    unknown_prefix,
    unknown_class,
    unknown_property,
    unknown_individual,
    unbound_projection,
    object_kind,
    excluded_class,
)


def validate(tree: Query, ontology: Ontology, profile: Profile | None = None) -> tuple[Finding, ...]:
    """What is wrong, or doubtful, about a query over an ontology.

    Args:
        tree: The query, parsed with ``undeclared_prefixes=True`` or not.
        ontology: The terms that count.
        profile: What the graph holds, where it was counted; it confirms or clears what is only doubtful without.

    Returns:
        Findings in the order of the text, at most one per code and place; () when nothing is found.

    >>> from nlkgq.ontology.model import Property
    >>> from nlkgq.sparql import parse_query
    >>> onto = Ontology(properties={"http://example.org/title": Property(iri="http://example.org/title")})
    >>> tree = parse_query("PREFIX ex: <http://example.org/> SELECT ?t { ?f ex:titel ?t }")
    >>> [(f.code, f.suggestion) for f in validate(tree, onto)]
    [('unknown-property', 'Did you mean ex:title?')]
    """
    query = TypedQuery(tree=tree, ontology=ontology, profile=profile)
    found = {(f.code, f.start): f for check in CHECKS for f in reversed(list(check(query)))}
    return tuple(sorted(found.values(), key=lambda f: (-1 if f.start is None else f.start, f.code)))

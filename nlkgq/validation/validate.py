"""Everything that can be known about a query without running it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from nlkgq.masking.model import MaskedText
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile
from nlkgq.sparql import Query
from nlkgq.validation.aggregate_of_key import aggregate_of_key
from nlkgq.validation.context import QueryContext
from nlkgq.validation.disconnected import disconnected
from nlkgq.validation.excluded_class import excluded_class
from nlkgq.validation.finding import Finding
from nlkgq.validation.gate import GatePolicy
from nlkgq.validation.impossible_filter import impossible_filter
from nlkgq.validation.incomparable import incomparable
from nlkgq.validation.invented_constant import invented_constant
from nlkgq.validation.iri_for_literal import iri_for_literal
from nlkgq.validation.limit_without_order import limit_without_order
from nlkgq.validation.literal_as_thing import literal_as_thing
from nlkgq.validation.literal_for_iri import literal_for_iri
from nlkgq.validation.minus_without_effect import minus_without_effect
from nlkgq.validation.misplaced_placeholder import misplaced_placeholder
from nlkgq.validation.never_together import never_together
from nlkgq.validation.order_before_aggregation import order_before_aggregation
from nlkgq.validation.reversed_direction import reversed_direction
from nlkgq.validation.shadowed import shadowed
from nlkgq.validation.single_use import single_use
from nlkgq.validation.unasked_column import unasked_column
from nlkgq.validation.unbound_projection import unbound_projection
from nlkgq.validation.unbound_variable import unbound_variable
from nlkgq.validation.ungrouped_column import ungrouped_column
from nlkgq.validation.unknown_class import unknown_class
from nlkgq.validation.unknown_individual import unknown_individual
from nlkgq.validation.unknown_placeholder import unknown_placeholder
from nlkgq.validation.unknown_prefix import unknown_prefix
from nlkgq.validation.unknown_property import unknown_property
from nlkgq.validation.unsafe import unsafe
from nlkgq.validation.untagged_text import untagged_text
from nlkgq.validation.unused_placeholder import unused_placeholder
from nlkgq.validation.unused_term import unused_term
from nlkgq.validation.wrong_argument import wrong_argument
from nlkgq.validation.wrong_datatype import wrong_datatype
from nlkgq.values.empty import EmptyValueIndex
from nlkgq.values.model import ValueIndex

Check: TypeAlias = Callable[[QueryContext], Iterator[Finding]]

# Names first: a misspelt term makes the findings about its meaning moot. Then what the terms mean together, values,
# variables, the form of the answer, and last what needs the question or the graph's settings. A check on what a role
# may see belongs to the last group.
CHECKS: Final[tuple[Check, ...]] = (
    unknown_prefix,
    unknown_class,
    unknown_property,
    unknown_individual,
    unused_term,
    literal_for_iri,
    iri_for_literal,
    literal_as_thing,
    reversed_direction,
    excluded_class,
    never_together,
    wrong_datatype,
    untagged_text,
    incomparable,
    wrong_argument,
    impossible_filter,
    unbound_projection,
    unbound_variable,
    single_use,
    shadowed,
    minus_without_effect,
    disconnected,
    ungrouped_column,
    aggregate_of_key,
    order_before_aggregation,
    limit_without_order,
    unknown_placeholder,
    misplaced_placeholder,
    unused_placeholder,
    invented_constant,
    unasked_column,
    unsafe,
)


def code_of(check: Check) -> str:
    """The code of a check's findings: its name with hyphens.

    >>> code_of(unknown_class)
    'unknown-class'
    """
    return check.__name__.replace("_", "-")


def validate(
    tree: Query,
    ontology: Ontology,
    profile: Profile | None = None,
    *,
    question: str | None = None,
    masked: MaskedText | None = None,
    index: ValueIndex | None = None,
    policy: GatePolicy | None = None,
    checks: Iterable[Check] = CHECKS,
) -> tuple[Finding, ...]:
    """What is wrong, or doubtful, about a query over an ontology.

    Args:
        tree: The query, parsed with ``undeclared_prefixes=True`` or not.
        ontology: The terms that count.
        profile: What the graph holds, where it was counted; it confirms or clears what is only doubtful without.
        question: What was asked, as typed; that of ``masked`` when None.
        masked: The masked question whose placeholders the query may hold.
        index: What the graph stores.
        policy: What the gate allows; the gate is not asked when None.
        checks: Some of `CHECKS`.

    Returns:
        Findings in the order of the text, at most one per code and place; () when nothing is found.

    >>> from nlkgq.ontology.model import Property
    >>> from nlkgq.sparql import parse_query
    >>> onto = Ontology(properties={"http://example.org/title": Property(iri="http://example.org/title")})
    >>> tree = parse_query("PREFIX ex: <http://example.org/> SELECT ?t { ?f ex:titel ?t }")
    >>> [(f.code, f.suggestion) for f in validate(tree, onto)]
    [('unknown-property', 'Did you mean ex:title?')]
    """
    query = QueryContext(
        tree=tree,
        ontology=ontology,
        profile=profile,
        question=question if question is not None or masked is None else masked.original or masked.text,
        masked=masked,
        index=None if isinstance(index, EmptyValueIndex) else index,
        policy=policy,
    )
    found = {(f.code, f.start): f for check in checks for f in reversed(list(check(query)))}
    return tuple(sorted(found.values(), key=lambda f: (-1 if f.start is None else f.start, f.code)))

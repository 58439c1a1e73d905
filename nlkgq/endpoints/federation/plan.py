"""What a query must see of its data: its triple patterns and how they stand to each other.

The mediator fetches a part of the data on which the query has the same answers as on all of it. For that it needs no
full algebra (SPARQL 1.1 section 18.2), only which patterns are joined, which are optional, negated or alternatives,
and which variables are certainly bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from nlkgq.results.models import RdfTerm


class Var(NamedTuple):
    """A variable, or a blank node of a pattern, which is a variable that no answer shows."""

    name: str


Term: TypeAlias = Var | RdfTerm


class Context(NamedTuple):
    """Where a pattern is matched: in the default graph or a named one, of all sources or of one of them."""

    graph: Term | None = None
    source: str | None = None


DEFAULT = Context()


class Pattern(NamedTuple):
    """One triple pattern without a path."""

    subject: Term
    predicate: Term
    object: Term
    context: Context = DEFAULT

    @property
    def variables(self) -> frozenset[str]:
        """Names of its variables, that of GRAPH included."""
        terms = (self.subject, self.predicate, self.object, self.context.graph)
        return frozenset(term.name for term in terms if isinstance(term, Var))

    @property
    def ends(self) -> frozenset[str]:
        """Names of the variables in subject and object: what they bind is a node of the graph."""
        return frozenset(term.name for term in (self.subject, self.object) if isinstance(term, Var))


class Step(NamedTuple):
    """One way along an edge: the property's IRI, and whether against its direction."""

    property: str
    inverse: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Closure:
    """A path under ``*``, ``+`` or ``?``.

    Args:
        subject: One end.
        object: The other end.
        steps: What one step may be; () where a step is a path of its own, whose patterns are ``inner``.
        inner: Patterns of such a path.
        zero: Whether the path may have no step at all; then it relates every node of the graph to itself.
        once: Whether it has at most one step.
        context: Where.
    """

    subject: Term
    object: Term
    steps: tuple[Step, ...]
    inner: tuple[Pattern, ...]
    zero: bool
    once: bool
    context: Context

    @property
    def variables(self) -> frozenset[str]:
        """Names of its variables."""
        terms = (self.subject, self.object, self.context.graph)
        return frozenset(term.name for term in terms if isinstance(term, Var))


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """Inline data: variable -> its values, None where a row leaves it open."""

    columns: Mapping[str, frozenset[RdfTerm] | None]


@dataclass(frozen=True, kw_only=True)
class Group:
    """A group graph pattern: its elements in order. Not slotted: what is computed once is kept."""

    items: tuple[Item, ...] = ()

    @cached_property
    def certain(self) -> frozenset[str]:
        """Variables that every solution binds."""
        return frozenset().union(*(certain(item) for item in self.items))


@dataclass(frozen=True, slots=True, kw_only=True)
class Union:
    """Alternatives."""

    branches: tuple[Group, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Select:
    """A sub-select, or the query itself.

    Args:
        group: What it matches; inline data behind it included.
        outer: Variables whose values may be restricted from outside without changing the solutions that have them.
        visible: Variables that it shows as the group binds them.
        always: Whether it has a solution even where the group has none (an aggregate without GROUP BY).
        exists: Groups of EXISTS in its head and modifiers.
    """

    group: Group
    outer: frozenset[str]
    visible: frozenset[str]
    always: bool = False
    exists: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """A group that is matched beside the solutions: it only adds to them, removes from them, or tests them.

    Args:
        group: OPTIONAL, MINUS or EXISTS.
        everywhere: Whether it sees the variables of the whole group (FILTER) or of the elements before it.
    """

    group: Group
    everywhere: bool = False


Required: TypeAlias = Pattern | Closure | Values | Union | Select | Group
Item: TypeAlias = Required | Aside


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A query as the mediator sees it.

    Args:
        root: Everything it matches.
        pinned: Whether a part of it belongs to one source.
        graph_variables: Whether GRAPH stands with a variable.
        monotone: Whether more data can only mean more solutions.
    """

    root: Select
    pinned: bool = False
    graph_variables: bool = False
    monotone: bool = False
    patterns: tuple[Pattern | Closure, ...] = field(default=())


def certain(item: Item) -> frozenset[str]:
    """Variables that the element binds in every solution."""
    match item:
        case Pattern() | Closure():
            return item.variables
        case Values():
            return frozenset(name for name, values in item.columns.items() if values is not None)
        case Union():
            sets = [branch.certain for branch in item.branches]
            return sets[0].intersection(*sets[1:]) if sets else frozenset()
        case Select():
            return item.group.certain & item.visible
        case Group():
            return item.certain
        case Aside():
            return frozenset()


def leaves(item: Item) -> Iterator[Pattern | Closure]:
    """Every pattern and closure of an element."""
    match item:
        case Pattern() | Closure():
            yield item
        case Union():
            for branch in item.branches:
                yield from leaves(branch)
        case Select():
            for group in (item.group, *item.exists):
                yield from leaves(group)
        case Group():
            for inner in item.items:
                yield from leaves(inner)
        case Aside():
            yield from leaves(item.group)
        case Values():
            return

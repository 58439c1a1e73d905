"""The query before it is text: nodes, edges, conditions and what is wanted of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from nlkgq.generation.offline.tokens import Operation
from nlkgq.results.models import RdfTerm

ValueForm = Literal["plain", "year", "number", "text", "slice"]
"""How a value is compared: as it is, by its year, as a number, as plain text, by a part of its text."""


@dataclass(slots=True, kw_only=True)
class Node:
    """A variable, or a constant when it has ``terms`` (more than one: any of them).

    ``denied`` are (negated group, class): what it must not be; ``formula`` are the nodes that its value is computed
    of, with the operation before each; that before the first says nothing; ``part`` is the part of a date that it is.
    """

    number: int
    name: str
    classes: tuple[str, ...] = ()
    typed: bool = False
    terms: tuple[RdfTerm, ...] = ()
    is_literal: bool = False
    group: int = 0
    denied: tuple[tuple[int, str], ...] = ()
    formula: tuple[tuple[Operation, int], ...] = ()
    part: str = ""


@dataclass(slots=True, kw_only=True)
class Edge:
    """A triple pattern between two nodes; ``group`` is 0, or the number of a negated group.

    ``repeated`` follows the property once or more (``+``); ``below`` is a property that is
    followed any number of times after it; ``others`` are properties that may join the two as well, with whether they
    do so the other way round.
    """

    subject: int
    property: str
    object: int
    group: int = 0
    repeated: bool = False
    below: str = ""
    others: tuple[tuple[str, bool], ...] = ()


@dataclass(slots=True, kw_only=True)
class Condition:
    """A comparison of a node: ``values`` are SPARQL terms as text; ``average`` compares with the mean.

    ``either`` is another comparison, (operator, value), that may hold instead.
    ``part`` is where the part of a text that is compared begins, from 1 on, and its length.
    """

    node: int
    operator: str
    values: tuple[str, ...] = ()
    form: ValueForm = "plain"
    average: bool = False
    other: int | None = None
    group: int = 0
    part: tuple[int, int] = (1, 0)
    either: tuple[str, str] | None = None


@dataclass(slots=True, kw_only=True)
class Column:
    """One column of the answer: a node, or an aggregate over it, rounded to ``digits`` decimal places."""

    node: int
    aggregate: str = ""
    distinct: bool = False
    digits: int | None = None


@dataclass(slots=True, kw_only=True)
class Extreme:
    """Only the rows where the node is the largest or smallest.

    Args:
        aggregate: The aggregate of the node, for each of what is asked for, that is compared instead of the node.
        per: Nodes for each of which there is an extreme of its own.
        place: 1 for the extreme, 2 for the one after it, and so on.
    """

    node: int
    direction: str
    aggregate: str = ""
    per: tuple[int, ...] = ()
    place: int = 1

    @property
    def counted(self) -> bool:
        """Whether an aggregate is compared."""
        return bool(self.aggregate)


@dataclass(slots=True, kw_only=True)
class QueryGraph:
    """Everything that the text of the query is written from.

    ``groups_counted``: not the groups but their number; ``apart``: nodes that only keep things of one name apart;
    ``exists`` and ``optional``: numbers of groups that are no negations; ``required``: values that only must be there;
    ``of_mean``: number of the group that tells whose mean something is compared with, 0 without one;
    ``over``: the aggregate of what is counted in each group; ``counted_by``: things beside those asked for, of each
    of which is counted; ``told``: nodes that what is denied of others speaks of; ``within``: groups that are parts
    of other groups.
    """

    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    having: list[tuple[Column, str, str]] = field(default_factory=list)
    order: list[tuple[Column, str]] = field(default_factory=list)
    extreme: Extreme | None = None
    limit: int | None = None
    distinct: bool = True
    ask: bool = False
    denied: bool = False
    of_mean: int = 0
    negations: int = 0
    groups_counted: bool = False
    over: str = ""
    counted_by: tuple[int, ...] = ()
    apart: list[int] = field(default_factory=list)
    exists: set[int] = field(default_factory=set)
    optional: set[int] = field(default_factory=set)
    within: dict[int, int] = field(default_factory=dict)
    required: set[int] = field(default_factory=set)
    names: dict[str, int] = field(default_factory=dict)
    told: set[int] = field(default_factory=set)

    def node(
        self,
        name: str,
        *,
        classes: tuple[str, ...] = (),
        terms: tuple[RdfTerm, ...] = (),
        is_literal: bool = False,
        group: int = 0,
    ) -> Node:
        """A new node with a name of its own."""
        count, unique = self.names.get(name, 0) + 1, name
        taken = {n.name for n in self.nodes}
        while unique in taken:
            # Also when a name ends in a digit itself.
            count += 1
            unique = f"{name}{count}"
        self.names[name] = count
        node = Node(
            number=len(self.nodes), name=unique, classes=classes, terms=terms, is_literal=is_literal, group=group
        )
        self.nodes.append(node)
        return node

    def edge(self, subject: int, prop: str, obj: int, *, group: int = 0, below: str = "") -> None:
        """A new edge, unless the graph has it already."""
        for edge in self.edges:
            if (edge.subject, edge.property, edge.object) == (subject, prop, obj):
                return
        self.edges.append(Edge(subject=subject, property=prop, object=obj, group=group, below=below))

    def home(self, node: Node) -> int:
        """The group that a node is a part of: the only one whose edges touch it, where it is in none itself."""
        touched = {e.group for e in self.edges if node.number in (e.subject, e.object)}
        return touched.pop() if not node.group and len(touched) == 1 else node.group

    def values_of(self, subject: int, prop: str) -> list[int]:
        """The objects of a subject's property in the positive part."""
        return [e.object for e in self.edges if e.subject == subject and e.property == prop]

    def idle(self) -> list[int]:
        """Literal nodes that are neither shown nor compared, ordered, grouped or counted: words that had no use."""
        used = (
            self.required
            | {c.node for c in self.columns}
            | {n for node in self.nodes for _, n in node.formula}
            | set(self.groups)
        )
        used |= (
            {n for c in self.conditions for n in (c.node, c.other) if n is not None}
            | {c.node for c, _ in self.order}
            | {c.node for c, *_ in self.having}
        )
        if self.extreme is not None:
            used.add(self.extreme.node)
        # the same length: two have it
        used |= {e.object for e in self.edges for f in self.edges if e.object == f.object and e.subject < f.subject}
        told = {e.object for e in self.edges} - used
        return [n.number for n in self.nodes if n.is_literal and not n.terms and n.number in told and not n.group]

    def forget(self, values: set[int]) -> None:
        """Drops those of some values that have no use: they only told which things were asked for."""
        idle = values & set(self.idle())
        self.edges = [e for e in self.edges if e.object not in idle]
        self.apart = [n for n in self.apart if n not in idle]

    def dangling(self, *, said: bool = True) -> list[int]:
        """Nodes that one edge leads to and nothing else tells of: things only said to be there.

        Args:
            said: Whether what is denied of others like them says something of them.
        """
        shown = {c.node for c in self.columns} | {n for c in self.conditions for n in (c.node, c.other)}
        shown |= self.told if said else set()
        degree: dict[int, int] = {}
        for e in self.edges:
            for n in (e.subject, e.object):
                degree[n] = degree.get(n, 0) + 1
        return [
            n.number
            for n in self.nodes
            if degree.get(n.number) == 1 and not (n.is_literal or n.terms or n.typed or n.number in shown)
        ]

    def split(self, number: int, keep: set[int]) -> None:
        """Gives each term of a node a branch of its own, so that all of them hold, not one.

        Whatever has many of each is one answer, not one for every pair of them.

        Args:
            number: A node with several terms.
            keep: Nodes that all branches share, such as what is asked for.
        """
        node = self.nodes[number]
        terms = node.terms
        self.distinct = True
        for column in self.columns:
            column.distinct = column.distinct or column.aggregate == "COUNT"
        branch, queue = {number}, [number]
        while queue:
            here = queue.pop()
            for e in self.edges:
                for there in (e.object,) if e.subject == here else (e.subject,) if e.object == here else ():
                    if there not in branch and there not in keep and not self.nodes[there].is_literal:
                        branch.add(there)
                        queue.append(there)
        edges = [e for e in self.edges if e.subject in branch and (e.object in branch or e.object in keep)]
        edges += [e for e in self.edges if e.subject in keep and e.object in branch]
        node.terms = terms[:1]
        for term in terms[1:]:
            copies = {}
            for old in sorted(branch):
                n = self.nodes[old]
                stem = n.name.rstrip("0123456789") or n.name
                copy = self.node(stem, classes=n.classes, terms=n.terms, is_literal=n.is_literal, group=n.group)
                copy.typed = n.typed
                copies[old] = copy.number
            self.nodes[copies[number]].terms = (term,)
            for e in edges:
                self.edge(
                    copies.get(e.subject, e.subject),
                    e.property,
                    copies.get(e.object, e.object),
                    group=e.group,
                    below=e.below,
                )

    def echoes(self) -> int:
        """How many things have a property with another thing that is told of, too, and not said to be another one."""
        apart = {n for c in self.conditions if c.other is not None for n in (c.node, c.other)} | set(self.dangling())
        # Of what has a name it is said which one it is.
        apart |= {e.subject for e in self.edges if self.nodes[e.object].terms}
        ends: dict[tuple[int, str, int], list[int]] = {}
        for e in self.edges:
            if not self.nodes[e.object].is_literal and not self.nodes[e.object].terms and e.object not in apart:
                ends.setdefault((e.subject, e.property, e.group), []).append(e.object)
        return sum(len(set(found)) - 1 for found in ends.values())

    def compared(self) -> list[Condition]:
        """The conditions that compare two values of the graph as more or less."""
        return [c for c in self.conditions if c.other is not None and c.operator != "!="]

    def is_connected(self) -> bool:
        """Whether every node in use hangs together with every other; a query over loose parts is a cross product."""
        told = {n for e in self.edges for n in (e.subject, e.object)}
        told |= {n.number for n in self.nodes if n.typed and len(n.terms) < 2}
        used = told | {c.node for c in self.columns}
        if not told:
            return False
        pairs = [(e.subject, e.object) for e in self.edges]
        pairs += [(n.number, other) for n in self.nodes for _, other in n.formula]
        pairs += [(c.node, c.other) for c in self.compared() if c.other is not None]
        beside: dict[int, list[int]] = {}
        for one, other in pairs:
            beside.setdefault(one, []).append(other)
            beside.setdefault(other, []).append(one)
        reached: set[int] = set()
        queue = [min(used)]
        while queue:
            here = queue.pop()
            if here not in reached:
                reached.add(here)
                queue += beside.get(here, ())
        return used <= reached

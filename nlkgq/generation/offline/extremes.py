"""Which extremes a question wants: of a value, a count or another aggregate, for each of several things, the N-th."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.answer_form import AnswerForm
from nlkgq.generation.offline.bearers import names_bearer
from nlkgq.generation.offline.building import Builder
from nlkgq.generation.offline.had_by import had_by
from nlkgq.generation.offline.linking import SUBJECT
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.persons import names_birth
from nlkgq.generation.offline.query_graph import Column, Extreme, QueryGraph
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.vocabulary import is_code
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier


class NothingAsked(ValueError):
    """The question asks for nothing that the pattern holds."""


class ExtremeFinder:
    """Adds the extremes that the mentions of a question ask for to a query graph that has its columns."""

    def __init__(self, builder: Builder, plan: Plan, form: AnswerForm) -> None:
        self.builder = builder
        self.plan = plan
        self.form = form
        self.graph: QueryGraph = builder.graph
        self.schema = builder.schema

    def _all(self) -> list[Mention]:
        return list(self.builder.mentions)

    def _reading(self, m: Mention) -> str:
        return self.builder.readings[m.number].kind

    def shown(self, node: int) -> int:
        """The node to show for a node: itself, or the value that names it."""
        n = self.graph.nodes[node]
        if n.is_literal:
            return node
        mask = self.mask(node)
        # A price is told by its amount, not by what the data calls it.
        naming = self.form.naming(mask) or self.schema.amounts.worth(mask)
        if naming is None:
            return node
        return self.builder.literal(node, naming)

    def told(self, node: int) -> list[int]:
        """The nodes to show for a node: as ``shown``, with the last name after a first name."""
        last = None if self.graph.nodes[node].is_literal else self.form.rest_of_name(self.mask(node))
        if last is None:
            return [self.shown(node)]
        first = self.form.naming(self.mask(node))
        read = ((m, self.builder.readings[m.number].iri) for m in self._all() if m.projected and not m.aggregates)
        said = [iri for m, iri in read if iri in (first, last) and self.builder.node(m.number, SUBJECT) == node]
        # "which pupils ..., and what are their first names": no others are told
        return [self.builder.literal(node, iri) for iri in said] or [self.shown(node), self.builder.literal(node, last)]

    def mask(self, node: int) -> int:
        """The classes that a node may be of."""
        for root, number in self.builder.nodes.items():
            if number == node:
                return self.builder.assembly.masks.get(root, ANYTHING)
        classes = self.graph.nodes[node].classes
        found = 0
        for iri in classes:
            found |= self.schema.mask(iri)
        return found or ANYTHING

    def _superlatives(self) -> None:
        for m in self._all():
            if m.often:
                edge = next((e for e in self.graph.edges if e.object == self.builder.denoted(m.number)), None)
                if edge is None:
                    raise NothingAsked
                self._extreme(m, edge.subject, m.often, aggregate="COUNT")
            if not m.superlative:
                continue
            reading = self.builder.readings[m.number]
            direction = m.superlative
            if direction in ("first", "last"):
                self._dated(m, "min" if direction == "first" else "max")
                continue
            if m.measured:
                direction = reading.how if reading.how in ("max", "min") else direction
            each = m.aggregates[:1] in (["SUM"], ["AVG"]) and any(not c.aggregate for c in self.graph.columns)
            if m.aggregates and (each or not m.projected):
                column = self._aggregate(self.builder.denoted(m.number), m.aggregates[0], m)
                self._extreme(m, column.node, direction, aggregate=column.aggregate)
                continue
            counted = direction in ("most", "least")
            numeric = reading.kind == "property" and not reading.object and self.schema.is_numeric(reading.iri)
            if counted and (m.operands or (numeric and not is_code(reading.iri))):
                direction, counted = ("max" if direction == "most" else "min"), False
            elif (
                not counted and reading.kind == "property" and reading.object and self.schema.amounts.of(reading.object)
            ):
                node = self.builder.literal(
                    self.builder.value_node(m.number), self.schema.amounts.of(reading.object) or ""
                )
                self._extreme(m, node, direction)
                continue
            elif not counted and (reading.kind != "property" or reading.object):
                counted = True
                direction = "most" if direction == "max" else "least"
            node = self.builder.denoted(m.number)
            if counted and names_bearer(m, reading):
                # "the most satires": plays, and not what these are
                node = self._bearer(node, reading)
            shown = next((c for c in self.graph.columns if c.node == node and not c.aggregate), None)
            alone = all(c is shown or c.aggregate for c in self.graph.columns) and (
                len(self.graph.columns) == 1 or any(g.group for g in self._all())
            )
            if not counted and shown is not None and alone and m.place == 1:
                if not (m.projected or m.measured) and any(o.projected and o.text != m.text for o in self._all()):
                    # "which policy has the smallest amount": not how small it is
                    raise NothingAsked
                shown.aggregate = "MAX" if direction == "max" else "MIN"
                continue
            if counted or reading.kind != "property" or not reading.object:
                self._extreme(m, node, direction, aggregate="COUNT" if counted else "")

    def _aggregate(self, node: int, aggregate: str, mention: Mention) -> Column:
        if aggregate in ("SUM", "AVG") and not self.graph.nodes[node].is_literal:
            amount = self.schema.amounts.of(self.mask(node))
            if amount is None:
                raise NothingAsked
            node = self.builder.literal(node, amount)
        if aggregate in ("SUM", "AVG") and any(_is_id(e.property) for e in self.graph.edges if e.object == node):
            # keys are numbers that nothing is the sum of
            raise NothingAsked
        if aggregate in ("SUM", "AVG") and any(self._is_text(e.property) for e in self.graph.edges if e.object == node):
            raise NothingAsked
        distinct = aggregate == "COUNT" and (self.form.form != "row" or mention.distinct or self._is_sort(node))
        return Column(node=node, aggregate=aggregate, distinct=distinct)

    def _is_text(self, iri: str) -> bool:
        """Whether a property holds words, which have no mean."""
        schema = self.schema
        number = schema.is_numeric(iri) or schema.is_temporal(iri) or schema.tells_when(iri)
        return schema.is_literal(iri) and schema.is_used(iri) and not number

    def _bearer(self, node: int, reading: Reading) -> int:
        """The one thing that has the value that a word for such things names: "the women" are people."""
        if reading.kind == "value" and not is_naming(reading.iri):
            return node
        owners = {e.subject for e in self.graph.edges if e.object == node and not e.group}
        if len(owners) != 1:
            raise NothingAsked
        return owners.pop()

    def _is_sort(self, node: int) -> bool:
        """Whether a value tells what sort things are of: two jars of one glaze have not two glazes."""
        told = [e.property for e in self.graph.edges if e.object == node]
        held = self.schema.own(told[0]) if len(told) == 1 and self.graph.nodes[node].is_literal else None
        if held is None or self.schema.is_numeric(told[0]) or self.schema.tells_when(told[0]):
            return False
        return held.objects < held.count and not is_naming(told[0])

    def _extreme(self, m: Mention, node: int, direction: str, *, aggregate: str = "") -> None:
        if self.graph.limit is not None or self.graph.extreme is not None:
            return
        if aggregate == "COUNT" and any(c.node == node and not c.aggregate for c in self.graph.columns):
            # of each value there is one
            raise NothingAsked
        upward = direction in ("max", "most")
        if self.plan.limit:
            if aggregate and self._counted_by(m):
                raise NothingAsked
            distinct = aggregate == "COUNT" and self.form.form != "row"
            column = Column(node=node, aggregate=aggregate, distinct=distinct)
            self.graph.order.append((column, "DESC" if upward else "ASC"))
            self.graph.limit = self.plan.limit
            return
        grouped = [g for g in self._all() if g.group]
        for group in grouped:
            self._group_column(group)
        if aggregate:
            self.graph.counted_by = self._counted_by(m)
        self.graph.extreme = Extreme(
            node=node,
            direction="max" if upward else "min",
            aggregate=aggregate,
            per=tuple(dict.fromkeys(self.builder.denoted(g.number) for g in grouped)),
            place=m.place,
        )

    def _counted_by(self, m: Mention) -> tuple[int, ...]:
        """The thing that what is counted belongs to, where no column tells of it; () where one does."""
        owner = had_by(self.builder.mentions, self.builder.readings, m.number)
        columns = {c.node for c in self.graph.columns}
        if owner is None or not columns:
            return ()
        node = self.builder.denoted(owner)
        # Groups of rows are told apart by what is shown of them.
        shown = m.counted is not None and self.form.form == "row"
        literal = {n.number for n in self.graph.nodes if n.is_literal and n.number in columns}
        told = [e for e in self.graph.edges if e.object in literal]
        counted = self.builder.denoted(m.number)
        if node == counted:
            raise NothingAsked
        between = [e for e in self.graph.edges if (e.subject, e.object) == (node, counted)]
        if any(self.schema.is_functional(e.property) for e in between):
            # Each has one: "yards that have horses with several gaits" have them together.
            return ()
        return () if node in columns | {e.subject for e in told if shown or self._tells_which(e.property)} else (node,)

    def told_apart(self, asked: Sequence[int], shown: Sequence[int]) -> tuple[int, ...]:
        """Of what was asked for, what no other column tells apart: two clusters of one contrast are still two."""
        edges = self.graph.edges
        things = [n for n in asked if n not in shown and not self.graph.nodes[n].is_literal]
        named = {e.subject for e in edges if e.object in shown and self._tells_which(e.property)}
        return tuple(n for n in things if n not in named)

    def _tells_which(self, prop: str) -> bool:
        return is_naming(prop) or self.schema.is_key(prop)

    def _dated(self, m: Mention, direction: str) -> None:
        """The last paper, the first film: the one with the extreme date."""
        columns = self.graph.columns
        reading = self.builder.readings[m.number]
        if reading.kind == "property" and is_naming(reading.iri):
            # "the first name": no name of one word is the first of all
            raise NothingAsked
        if reading.kind == "property" and not reading.object and not m.projected:
            self._extreme(m, self.builder.value_node(m.number), direction)
            return
        for column in columns:
            if self.graph.nodes[column.node].is_literal and not column.aggregate:
                edge = next((e for e in self.graph.edges if e.object == column.node), None)
                if edge is not None and self.schema.tells_when(edge.property):
                    column.aggregate = "MAX" if direction == "max" else "MIN"
                    return
        node = self.builder.denoted(m.number)
        mask = self.mask(node)
        dated = [
            p
            for p in sorted(self.schema.ontology.properties)
            if self.schema.is_used(p) and self.schema.subjects(p) & mask and self.schema.tells_when(p)
        ]
        # "the first member to join" is told by when somebody joined; to be born is to be no first one
        deeds = {r.iri for o in self._all() if o.gap[:1] == ("to",) for r in o.readings}
        done = [p for p in dated if p in deeds] or [p for p in dated if not names_birth(p)] or dated
        if done:
            self._extreme(m, self.builder.literal(node, done[0]), direction)

    def _group_column(self, m: Mention) -> None:
        """What answers are wanted for each of is a column, unless another column tells of it already."""
        node = self.builder.denoted(m.number)
        told = {node, *(e.object for e in self.graph.edges if e.subject == node)}
        if any(not c.aggregate and c.node in told for c in self.graph.columns):
            return
        self.graph.columns[:0] = [Column(node=n) for n in self.told(node)]


def _is_id(iri: str) -> bool:
    return bool(_IDS.intersection(split_identifier(local_name(iri)).lower().split()[-1:]))


_IDS = frozenset(("id", "ids", "identifier", "key", "code"))

"""What the question wants of the pattern: columns, aggregates with their groups, order, extremes, counts."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.answer_form import AnswerForm
from nlkgq.generation.offline.building import Builder
from nlkgq.generation.offline.linking import OBJECT, SUBJECT
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.query_graph import Column, Condition, Extreme, QueryGraph


class NothingAsked(ValueError):
    """The question asks for nothing that the pattern holds."""


class Wanted:
    """Adds to a query graph what the mentions ask of it."""

    def __init__(self, builder: Builder, plan: Plan, form: AnswerForm) -> None:
        self.builder = builder
        self.plan = plan
        self.form = form
        self.graph: QueryGraph = builder.graph
        self.schema = builder.schema

    def apply(self) -> QueryGraph:
        """The finished graph.

        Raises:
            NothingAsked: No mention is asked for.
        """
        graph = self.graph
        graph.distinct = self.form.form != "row" or any(m.distinct for m in self._all())
        if self.plan.form == "ASK":
            graph.ask = True
            things = {m.number for m in self._all() if self._reading(m) in ("class", "asked")}
            for node in self.builder.every:
                graph.split(node, {self.builder.node(m, SUBJECT) for m in things})
            graph.denied = self.plan.negations % 2 == 1
            return graph
        self._columns()
        for node in self.builder.every:
            columns = {c.node for c in graph.columns}
            owners = {e.subject for e in graph.edges if e.object in columns and graph.nodes[e.object].is_literal}
            graph.split(node, columns | owners)
        self._averages()
        self._superlatives()
        self._orders()
        self._counted()
        self._groups()
        return graph

    def _all(self) -> list[Mention]:
        return list(self.builder.mentions)

    def _reading(self, m: Mention) -> str:
        return self.builder.readings[m.number].kind

    def _columns(self) -> None:
        asked = [m for m in self._all() if m.projected and not m.order]
        self._total()
        if not asked and not self.graph.columns:
            asked = self._fallback()
        if not asked and not self.graph.columns:
            raise NothingAsked
        aggregated = any(m.aggregates for m in asked)
        seen: set[tuple[int, str]] = set()
        for mention in asked:
            node = self._asked(mention) if mention.projected else self._told_of(mention)
            if self.graph.nodes[node].terms and len(asked) > 1:
                continue
            aggregates = mention.aggregates or self._aggregates_of(node, mention)
            if aggregates:
                for aggregate in aggregates:
                    if (node, aggregate) not in seen:
                        seen.add((node, aggregate))
                        self.graph.columns.append(self._aggregate(node, aggregate, mention))
                continue
            shown = self.shown(node, grouping=aggregated)
            if (shown, "") not in seen:
                seen.add((shown, ""))
                self.graph.columns.append(Column(node=shown))

    def _aggregates_of(self, node: int, mention: Mention) -> list[str]:
        """Aggregates that stand with another word for the same value."""
        for other in self._all():
            if other is mention or not other.aggregates or other.projected or other.order:
                continue
            if self._reading(other) == "property" and self.builder.denoted(other.number) == node:
                return other.aggregates
        return []

    def _asked(self, mention: Mention) -> int:
        """The node asked for; "what does X act in" asks for the other end of the property than X."""
        node = self.builder.denoted(mention.number)
        reading = self.builder.readings[mention.number]
        if reading.kind == "property" and reading.object and not mention.aggregates and self._is_given(node):
            ends = (self.builder.node(mention.number, SUBJECT), self.builder.node(mention.number, OBJECT))
            others = [n for n in ends if n != node and not self._is_given(n)]
            if others:
                return others[0]
        return node

    def tells_what_is_given(self, *, unread: bool) -> bool:
        """Whether the answer would only be what the question names.

        Args:
            unread: Whether a word was not read, such as the verb between who is asked for and who is named.
        """
        if unread and any(
            m.projected and m.asked and self._is_given(self.builder.denoted(m.number)) for m in self._all()
        ):
            return True
        return bool(self.graph.columns) and all(self._repeats(c) for c in self.graph.columns)

    def _repeats(self, column: Column) -> bool:
        """A name asked of a thing that is given by just this name."""
        graph = self.graph
        if column.aggregate:
            return False
        shown = {(e.subject, e.property) for e in graph.edges if e.object == column.node}
        given = {(e.subject, e.property) for e in graph.edges if len(graph.nodes[e.object].terms) == 1 and not e.group}
        return bool(shown & given)

    def _is_given(self, node: int) -> bool:
        """Whether the question names the node itself."""
        if self.graph.nodes[node].terms:
            return True
        return any(
            self.builder.names_its_subject(m) and self.builder.node(m, SUBJECT) == node
            for m in range(len(self.builder.readings))
        )

    def _total(self) -> None:
        """The sum of several values as one column."""
        nodes = tuple(self.builder.denoted(m.number) for m in self._all() if m.addend)
        if len(nodes) > 1:
            self.graph.columns.append(Column(node=nodes[0], aggregate=self.plan.total or "SUM", addends=nodes))

    def _aggregate(self, node: int, aggregate: str, mention: Mention) -> Column:
        if aggregate in ("SUM", "AVG") and not self.graph.nodes[node].is_literal:
            amount = self._amount(self._mask(node))
            if amount is None:
                raise NothingAsked
            node = self.builder.literal(node, amount)
        distinct = aggregate == "COUNT" and (self.form.form != "row" or mention.distinct)
        return Column(node=node, aggregate=aggregate, distinct=distinct)

    def _fallback(self) -> list[Mention]:
        """A telegraphic question asks for its first class, else for its first property."""
        for kind in ("class", "property"):
            for m in self._all():
                if self._reading(m) == kind and not m.negated:
                    return [m]
        return []

    def _told_of(self, m: Mention) -> int:
        """``Satires made before 1990``: a property that a value fills is told of what is asked for."""
        if self.builder.fills.get(m.number):
            return self.builder.node(m.number, SUBJECT)
        return self._asked(m)

    def shown(self, node: int, *, grouping: bool = False) -> int:
        """The node to show for a node: itself, or the value that names it."""
        n = self.graph.nodes[node]
        if n.is_literal:
            return node
        mask = self._mask(node)
        naming = self.form.naming(mask)
        if naming is None:
            return node
        return self.builder.literal(node, naming)

    def _mask(self, node: int) -> int:
        for root, number in self.builder.nodes.items():
            if number == node:
                return self.builder.assembly.masks.get(root, ANYTHING)
        classes = self.graph.nodes[node].classes
        found = 0
        for iri in classes:
            found |= self.schema.mask(iri)
        return found or ANYTHING

    def _averages(self) -> None:
        for m in self._all():
            if not m.versus_average:
                continue
            if self._reading(m) != "property":
                raise NothingAsked
            node = self.builder.value_node(m.number)
            self.graph.conditions.append(Condition(node=node, operator=m.comparison or ">", average=True))

    def _superlatives(self) -> None:
        for m in self._all():
            if not m.superlative:
                continue
            reading = self.builder.readings[m.number]
            direction = m.superlative
            if direction in ("first", "last"):
                self._dated(m, "min" if direction == "first" else "max")
                continue
            if m.measured:
                direction = reading.how if reading.how in ("max", "min") else direction
            counted = direction in ("most", "least")
            if counted and reading.kind == "property" and not reading.object and self.schema.is_numeric(reading.iri):
                direction, counted = ("max" if direction == "most" else "min"), False
            elif not counted and reading.kind == "property" and reading.object and self._amount(reading.object):
                node = self.builder.literal(self.builder.value_node(m.number), self._amount(reading.object) or "")
                self._extreme(node, direction, counted=False)
                continue
            elif not counted and (reading.kind != "property" or reading.object):
                counted = True
                direction = "most" if direction == "max" else "least"
            node = self.builder.denoted(m.number)
            column = next((c for c in self.graph.columns if c.node == node and not c.aggregate), None)
            if not counted and column is not None and len(self.graph.columns) == 1:
                column.aggregate = "MAX" if direction == "max" else "MIN"
                continue
            if counted or reading.kind != "property" or not reading.object:
                self._extreme(node, direction, counted=counted)

    def _amount(self, mask: int) -> str | None:
        """The one number that things of these classes have, such as the amount of a price."""
        if mask == ANYTHING:
            return None
        schema = self.schema
        found = [
            p
            for p in sorted(schema.ontology.properties)
            if schema.is_used(p)
            and schema.is_numeric(p)
            and schema.subjects(p) & mask
            and schema.subjects(p) != ANYTHING
        ]
        return found[0] if len(found) == 1 else None

    def _extreme(self, node: int, direction: str, *, counted: bool) -> None:
        if self.graph.limit is not None or self.graph.extreme is not None:
            return
        upward = direction in ("max", "most")
        if self.plan.limit:
            column = (
                Column(node=node, aggregate="COUNT", distinct=self.form.form != "row") if counted else Column(node=node)
            )
            self.graph.order.append((column, "DESC" if upward else "ASC"))
            self.graph.limit = self.plan.limit
            return
        self.graph.extreme = Extreme(node=node, direction="max" if upward else "min", counted=counted)

    def _dated(self, m: Mention, direction: str) -> None:
        """The last paper, the first film: the one with the extreme date."""
        columns = self.graph.columns
        reading = self.builder.readings[m.number]
        if reading.kind == "property" and not reading.object and not m.projected:
            self._extreme(self.builder.value_node(m.number), direction, counted=False)
            return
        for column in columns:
            if self.graph.nodes[column.node].is_literal and not column.aggregate:
                edge = next((e for e in self.graph.edges if e.object == column.node), None)
                if edge is not None and self.schema.tells_when(edge.property):
                    column.aggregate = "MAX" if direction == "max" else "MIN"
                    return
        node = self.builder.denoted(m.number)
        mask = self._mask(node)
        dated = [
            p
            for p in sorted(self.schema.ontology.properties)
            if self.schema.is_used(p) and self.schema.subjects(p) & mask and self.schema.tells_when(p)
        ]
        if dated:
            self._extreme(self.builder.literal(node, dated[0]), direction, counted=False)

    def _orders(self) -> None:
        keys = [m for m in self._all() if m.order]
        for m in keys:
            node = self.builder.denoted(m.number)
            column = self._aggregate(node, m.aggregates[0], m) if m.aggregates else Column(node=self.shown(node))
            self.graph.order.append((column, m.order))
        if self.plan.by_count:
            node = self.graph.columns[0].node
            self.graph.order.append((Column(node=node, aggregate="COUNT"), self.plan.direction))
        elif not keys and self.plan.direction and self.graph.columns:
            self.graph.order.append((self.graph.columns[0], self.plan.direction))
        if self.plan.limit and self.graph.limit is None and self.graph.extreme is None and self.graph.order:
            self.graph.limit = self.plan.limit

    def _counted(self) -> None:
        for m in self._all():
            if m.counted is None:
                continue
            operator, number = m.counted
            node = self.builder.denoted(m.number)
            column = Column(node=node, aggregate="COUNT", distinct=self.form.form != "row")
            self.graph.having.append((column, str(operator), str(number)))

    def _groups(self) -> None:
        graph = self.graph
        ordered = [c for c, _ in graph.order if c.aggregate]
        aggregated = any(c.aggregate for c in graph.columns) or graph.having or ordered
        if not aggregated:
            return
        grouped = [m for m in self._all() if m.group]
        if any(m.by for m in grouped):
            # "of each policy by policy number": the second says how the first is told.
            grouped = [m for m in grouped if m.by]
        for m in grouped:
            self._group_column(m)
        keys = [c.node for c in graph.columns if not c.aggregate]
        if graph.having and any(c.aggregate for c in graph.columns):
            raise NothingAsked
        graph.groups = list(dict.fromkeys(keys))

    def _group_column(self, m: Mention) -> None:
        """What answers are wanted for each of is a column, unless another column tells of it already."""
        node = self.builder.denoted(m.number)
        told = {node, *(e.object for e in self.graph.edges if e.subject == node)}
        if any(not c.aggregate and c.node in told for c in self.graph.columns):
            return
        self.graph.columns.insert(0, Column(node=self.shown(node)))

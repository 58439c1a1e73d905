"""What the question wants of the pattern: columns, aggregates with their groups, order, extremes, counts."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.bearers import names_bearer
from nlkgq.generation.offline.extremes import NothingAsked
from nlkgq.generation.offline.function_words import BE, DO
from nlkgq.generation.offline.given_answers import GivenAnswers
from nlkgq.generation.offline.kinds_without import deny_of_all
from nlkgq.generation.offline.linking import OBJECT, SUBJECT
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.optional_columns import make_optional
from nlkgq.generation.offline.query_graph import Column, Condition, QueryGraph
from nlkgq.generation.offline.vocabulary import is_called_key

_FOR = frozenset(("for", "per", "fur", "pro", "je"))
_ANY = (("a",), ("an",), ("any",), ("some",), ("one",), ("known",), ("ein",), ("eine",), ("einen",))
_OWNING = (("have",), ("has",), ("had",), ("with",), ("having",), ("hat",), ("haben",), ("mit",))


class Wanted(GivenAnswers):
    """Adds to a query graph what the mentions ask of it."""

    def apply(self) -> QueryGraph:
        """The finished graph.

        Raises:
            NothingAsked: No mention is asked for.
        """
        graph = self.graph
        graph.distinct = self.form.form != "row" or any(m.distinct for m in self._all()) or self._asks_which()
        if self.plan.form == "ASK":
            graph.ask = True
            things = {m.number for m in self._all() if self._reading(m) in ("class", "asked")}
            for node in self.builder.every:
                graph.split(node, {self.builder.node(m, SUBJECT) for m in things})
            graph.denied = self.plan.negations % 2 == 1
            self._counted_at_all()
            return graph
        self._columns()
        which = self._asks_which()
        if self.form.form == "row" and len(graph.columns) == 1 and (which or self._asks_for_values()):
            deny_of_all(graph, self.schema, which=which)
        for node in self.builder.every:
            columns = {c.node for c in graph.columns}
            told = [e for e in graph.edges if e.object in columns and graph.nodes[e.object].is_literal]
            # "which flags have ships both from X and from Y": of different ships
            owners = set[int]() if self._asks_which() else {e.subject for e in told}
            graph.split(node, columns | owners)
        bound = {n for e in graph.edges if not e.group for n in (e.subject, e.object)}
        bound |= {n.number for n in graph.nodes if (n.typed and not n.group) or n.formula}
        if any(c.node not in bound for c in graph.columns if not graph.nodes[c.node].terms):
            # What must not be there cannot be told.
            raise NothingAsked
        self._averages()
        self._superlatives()
        self._orders()
        self.keep_order()
        self._counted()
        self._groups()
        self._required()
        for m in self._all():
            if m.optional and not make_optional(graph, self.builder.denoted(m.number)):
                raise NothingAsked
        return graph

    def keep_order(self) -> None:
        """``which flags do the ships fly, by length``: of each ship one, as they are told in the order of ships."""
        graph, shown = self.graph, {c.node for c in self.graph.columns}
        once = self.form.form != "row" or any(m.distinct for m in self._all())
        graph.distinct = graph.distinct and (once or all(c.node in shown or c.aggregate for c, _ in graph.order))

    def _asks_which(self) -> bool:
        """``which flags``: kinds are asked for, of which several things may have the same."""
        asked = [m for m in self._all() if m.projected or m.order]
        if len(asked) != 1 or asked[0].gap[-1:] not in (("which",), ("what",)) or asked[0].aggregates:
            return False
        reading = self.builder.readings[asked[0].number]
        literal = reading.kind == "property" and not reading.object and reading.noun
        called = is_naming(reading.iri) and any(w.startswith("name") for w in asked[0].text.lower().split())
        return literal and not called and not self.schema.is_key(reading.iri)

    def _asks_for_values(self) -> bool:
        """``the flags that never flew on``: values are asked for, and nothing is named that has them."""
        asked = [m for m in self._all() if m.projected or m.order]
        told = [self.builder.readings[m.number] for m in asked]
        values = all(r.kind == "property" and not r.object and r.noun and not is_naming(r.iri) for r in told)
        return (
            len(asked) == 1 and values and not any(m.aggregates for m in asked) and not self.schema.is_key(told[0].iri)
        )

    def _required(self) -> None:
        """``ships that have a flag``: a value that need only be there."""
        for m in self._all():
            reading, before = self.builder.readings[m.number], m.gap[-2:-1]
            if reading.kind != "property" or reading.object or self._runs_on(m):
                continue
            if m.gap[-1:] in _ANY and before in _OWNING:
                self.graph.required.add(self.builder.value_node(m.number))

    def run_on(self) -> int:
        """How many values have no use but that their noun stands right before another value's.

        ``a berth number over 3``, of ships that have berths and numbers: one noun, which is neither of the two.
        """
        idle = self.graph.idle()
        return sum(self._runs_on(m) and self.builder.denoted(m.number) in idle for m in self._all())

    def _runs_on(self, m: Mention) -> bool:
        after = next((o for o in self._all() if o.start == m.end and not o.gap), None)
        told = [self.builder.readings[o.number] for o in (m, after) if o is not None]
        return len(told) > 1 and all(r.kind == "property" and r.noun and not r.object for r in told)

    def _columns(self) -> None:
        asked = [m for m in self._all() if m.projected and not m.order]
        if not asked:
            asked = self._fallback()
        if not asked and not self.graph.columns:
            raise NothingAsked
        seen: set[tuple[int, str]] = set()
        for mention in asked:
            node = self._asked(mention) if mention.projected else self._told_of(mention)
            reading = self.builder.readings[mention.number]
            thing = reading.kind == "class" or bool(reading.object)
            if thing and not mention.aggregates and (node, "") in seen and _THEIRS.intersection(mention.gap):
                # "people with their managers": they are not told twice
                raise NothingAsked
            if self.graph.nodes[node].terms and len(asked) > 1:
                if mention.aggregates:
                    raise NothingAsked
                continue
            aggregates = mention.aggregates or self._aggregates_of(node, mention)
            if "COUNT" in aggregates and self.graph.nodes[node].terms:
                # "How many satires": not how many kinds are called so.
                raise NothingAsked
            if (mention.stored and self.is_of_one(node)) or (
                aggregates == ["SUM"] and self.is_beside_name(node, mention)
            ):
                aggregates = []
            over = [a for a in aggregates if a in ("AVG", "MAX", "MIN")]
            if over and self.graph.nodes[node].is_literal and "many" in mention.gap and self.is_amount(node):
                # "on average, how many years have they worked"
                aggregates = [a for a in aggregates if a != "COUNT"]
            if over and "COUNT" in aggregates and not self.graph.nodes[node].is_literal:
                # "the average number of papers per year"
                if len(over) > 1 or len(asked) > 1 or sum(m.group for m in self._all()) != 1:
                    raise NothingAsked
                self.graph.over, aggregates = over[0], ["COUNT"]
            if aggregates:
                for aggregate in aggregates:
                    if (node, aggregate) not in seen:
                        seen.add((node, aggregate))
                        self.graph.columns.append(self._aggregate(node, aggregate, mention))
                continue
            amount = self.schema.amounts.of(self.mask(node)) if mention.amount else None
            for shown in [self.builder.literal(node, amount)] if amount else self.told(node):
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
        if names_bearer(mention, reading):
            return self._bearer(node, reading)
        given = self.is_given(node) and not (reading.noun and self._is_called(node))
        if reading.kind == "property" and reading.object and not mention.aggregates and given:
            ends = (self.builder.node(mention.number, SUBJECT), self.builder.node(mention.number, OBJECT))
            others = [n for n in ends if n != node and not self.is_given(n)]
            if reading.noun and mention.gap[-1:] == ("which",) and self.builder.group_of:
                # "which actors never worked with X": the actors, and not what X acted in
                raise NothingAsked
            if others:
                return others[0]
        if reading.kind == "property" and reading.object and not reading.noun and not mention.aggregates:
            return self._free_end(mention.number, node)
        return node

    def _free_end(self, m: int, node: int) -> int:
        """``what was written by the authors of X``: of the ends of a verb the one that nothing else is."""
        assembly = self.builder.assembly
        taken = {assembly.find(port) for port in assembly.masks if port[0] != m}
        taken |= {
            assembly.find(p)
            for k in assembly.links
            for p in ((k.left, k.left_port), (k.right, k.right_port))
            if k.kind == "path" and p[0] == m
        }
        ends = {self.builder.node(m, port): assembly.find((m, port)) in taken for port in (SUBJECT, OBJECT)}
        free = [n for n, is_taken in ends.items() if not is_taken]
        return free[0] if len(free) == 1 and ends.get(node) else node

    def _is_called(self, node: int) -> bool:
        """``which writer has the name X``, ``is called X``: a word for the name tells which one is meant."""
        builder = self.builder
        told = [m for m, values in builder.fills.items() if values and is_naming(builder.readings[m].iri)]
        told += [m.number for m in self._all() if _CALLED.intersection(m.gap) and builder.names_its_subject(m.number)]
        return any(builder.node(m, SUBJECT) == node for m in told)

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

    def _averages(self) -> None:
        for m in self._all():
            if not m.versus_average:
                continue
            if self._reading(m) != "property":
                raise NothingAsked
            node = self.builder.value_node(m.number)
            if self.graph.nodes[node].formula:
                raise NothingAsked
            self.graph.conditions.append(Condition(node=node, operator=m.comparison or ">", average=True))

    def _orders(self) -> None:
        keys = [m for m in self._all() if m.order]
        for m in keys:
            node = self.builder.denoted(m.number)
            column = self._aggregate(node, m.aggregates[0], m) if m.aggregates else Column(node=self.shown(node))
            totals = [c for c in self.graph.columns if c.aggregate and c.node == node and self._each()]
            if not m.aggregates and len(totals) == 1:
                # "the total fee of each ship, sorted by fee"
                column = totals[0]
            if (column, m.order) not in self.graph.order:
                # "sorted by the year they joined", where one column tells it
                self.graph.order.append((column, m.order))
        if self.plan.by_count:
            node = self.graph.columns[0].node
            self.graph.order.append((Column(node=node, aggregate="COUNT"), self.plan.direction))
        elif not keys and self.plan.direction and self.graph.columns:
            # "from newest to oldest with the year"
            self.graph.order.append((self._ordered(), self.plan.direction))
        if self.plan.limit and self.graph.limit is None and self.graph.extreme is None and self.graph.order:
            self.graph.limit = self.plan.limit

    def _each(self) -> bool:
        """Whether something is wanted for each of something else."""
        return any(m.group for m in self._all()) or any(not c.aggregate for c in self.graph.columns)

    def _ordered(self) -> Column:
        """The column that an order without a word for what orders is by: a date, the one number, or the first."""
        columns, schema = self.graph.columns, self.schema
        dated = {e.object for e in self.graph.edges if schema.tells_when(e.property)}
        numbers = {
            e.object for e in self.graph.edges if schema.is_numeric(e.property) and not is_called_key(e.property)
        }
        told = [c for c in columns if c.node in dated]
        high = [c for c in columns if c.aggregate or c.node in numbers]
        return told[0] if told else high[0] if len(high) == 1 and not self.plan.alphabetical else columns[0]

    def _counted(self) -> None:
        for m in self._all():
            if m.counted is None:
                continue
            operator, number = m.counted
            node = self.builder.denoted(m.number)
            reading = self.builder.readings[m.number]
            if reading.kind == "property" and reading.object and not reading.noun:
                # "who sailed more than once": what they sailed
                node = self._free_end(m.number, node)
                doer = self.builder.denoted(m.number - 1)
                if doer not in {self.builder.node(m.number, port) for port in (SUBJECT, OBJECT)} - {node}:
                    raise NothingAsked
            column = Column(node=node, aggregate="COUNT", distinct=self.form.form != "row")
            self.graph.having.append((column, str(operator), str(number)))

    def _counted_at_all(self) -> None:
        """``are there more than 10 ships``, ``is there a film with 3 directors``: so many at all, or of one thing."""
        counted = [m for m in self._all() if m.counted is not None]
        if not counted:
            return
        self._counted()
        node = self.builder.denoted(counted[0].number)
        others = {self.builder.node(m.number, SUBJECT) for m in self._all() if self._reading(m) == "class"} - {node}
        if len(counted) > 1 or len(others) > 1 or self.graph.denied:
            raise NothingAsked
        self.graph.groups = sorted(others)

    def _tell_each(self, grouped: Sequence[Mention]) -> None:
        """``the price of each ship``: which ship, unless the columns name it."""
        graph = self.graph
        for m in grouped if graph.extreme is None else ():
            node = self.builder.denoted(m.number)
            shown = {c.node for c in graph.columns}
            named = any(e.object in shown and is_naming(e.property) for e in graph.edges if e.subject == node)
            if not named and node not in shown:
                graph.columns[:0] = [Column(node=n) for n in self.told(node) if n not in shown]

    def _groups(self) -> None:
        graph = self.graph
        ordered = [c for c, _ in graph.order if c.aggregate]
        aggregated = any(c.aggregate for c in graph.columns) or graph.having or ordered
        grouped = [m for m in self._all() if m.group]
        if not aggregated:
            # "the price for each ship", "in which town is each ship"; "of each" need not say which.
            said = _FOR | BE | DO
            asked = {self.builder.denoted(m.number) for m in self._all() if m.projected and not m.group}
            if any(self.builder.denoted(m.number) in asked and self._reading(m) == "property" for m in grouped):
                # "how many seats does each hall have", of one value called "hall seats"
                raise NothingAsked
            self._tell_each([m for m in grouped if self.plan.keyed or said.intersection(m.gap)])
            return
        if any(m.by for m in grouped):
            # "of each policy by policy number": the second says how the first is told.
            grouped = [m for m in grouped if m.by]
        grouped = [m for m in grouped if not self.has_one_value(m)]
        for m in reversed(grouped):
            self._group_column(m)
        keys = [c.node for c in graph.columns if not c.aggregate]
        told = [c for c in graph.columns if c.aggregate]
        counted = all(h.node == c.node for h, *_ in graph.having for c in told)
        if graph.having and keys and (counted or all(map(self._is_of_counted, told))):
            # "the number of ships of companies with more than 2 ships", "and their total tonnage"
            pass
        elif graph.having and told:
            if len(told) > 1 or told[0].aggregate != "COUNT" or graph.extreme is not None:
                raise NothingAsked
            # "how many countries have more than 10 suppliers": so many groups; of each continent, so many of each.
            keys, graph.groups_counted = [told[0].node, *keys], True
        graph.groups = list(dict.fromkeys((*keys, *self._namesakes(keys))))
        graph.counted_by += tuple(n for m in self._all() if m.counted is not None for n in self._counted_by(m))

    def _namesakes(self, keys: Sequence[int]) -> list[int]:
        """The things behind names that do not tell them apart, where names take their place or things are chosen."""
        chosen = bool(self.graph.having) and self.form.form != "row"
        if self.form.form != "name" and not chosen:
            return []
        # "for each name" is for each, whoever has it
        said = {self.builder.denoted(m.number) for m in self._all() if m.group and self._reading(m) == "property"}
        counted = {c.node for c in self.graph.columns if c.aggregate}
        named = [e for e in self.graph.edges if e.object in {*keys} - said and not self.schema.is_key(e.property)]
        named = [e for e in named if e.subject not in counted]
        if self.form.form != "name":
            return [e.subject for e in named if is_naming(e.property)]
        return [e.subject for e in named if self.form.naming(self.mask(e.subject)) == e.property]

    def _is_of_counted(self, column: Column) -> bool:
        """Whether an aggregate is of a value of what is counted, so that both are of the same rows."""
        counted = {c.node for c, *_ in self.graph.having}
        owners = {e.subject for e in self.graph.edges if e.object == column.node and not e.group}
        return column.aggregate != "COUNT" and len(counted) == 1 and owners == counted


_CALLED = frozenset(("called", "named"))
_THEIRS = frozenset(("their", "its", "his", "her", "and", ","))

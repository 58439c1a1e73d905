"""From an assembly to a query graph: ports become nodes, mentions edges and conditions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nlkgq.analysis.connections import Step
from nlkgq.analysis.schema_graph import ANYTHING, NUMERIC
from nlkgq.generation.offline.date_parts import date_part, is_date, spelt_alike
from nlkgq.generation.offline.demonstratives import THAT
from nlkgq.generation.offline.light_verbs import light_verbs
from nlkgq.generation.offline.linking import OBJECT, SUBJECT, Link
from nlkgq.generation.offline.mentions import NEGATED, Mention
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.query_graph import Column, Condition, QueryGraph, ValueForm
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.same_times import share_part
from nlkgq.generation.offline.scoping import Scoping
from nlkgq.generation.offline.shared_ends import add_companions
from nlkgq.generation.offline.spelling import sparql_term, variable_name
from nlkgq.generation.offline.tokens import Operation
from nlkgq.generation.offline.value_comparisons import versus_of
from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm


def _other_end(link: Link, mention: int) -> tuple[int, int]:
    return (link.right, link.right_port) if mention == link.left else (link.left, link.left_port)


class Builder(Scoping):
    """Builds the pattern of the query: nodes, edges, conditions and negated groups."""

    def build(self) -> QueryGraph:
        """The graph with its pattern; columns are added by the caller."""
        for link in self.assembly.links:
            if link.kind == "fill":
                prop, value = self._filled(link)
                self.fills.setdefault(prop, []).append(value)
        told = frozenset(m.number for m in self.mentions if self.contributes(m))
        self.light = light_verbs(self.assembly, self.fills, told, self.schema)
        self._negate()
        order = sorted(range(len(self.mentions)), key=lambda m: (self.group_of.get(m, 0) != 0, m))
        for m in order:
            self._place(m)
        for link in self.assembly.links:
            if link.kind == "path":
                self._connect(link)
        self._carry()
        for m in order:
            self._conditions(m)
        return self.graph

    def _filled(self, link: Link) -> tuple[int, int]:
        prop_first = self.readings[link.left].kind == "property"
        return (link.left, link.right) if prop_first else (link.right, link.left)

    def node(self, mention: int, port: int) -> int:
        """The number of the node that a port of a mention is."""
        root = self.assembly.find((mention, port))
        if root not in self.nodes:
            mask = self.assembly.masks.get(root, ANYTHING)
            self.nodes[root] = self.graph.node(self._name(mention, port, mask)).number
        return self.nodes[root]

    def denoted(self, mention: int) -> int:
        """The node that a mention stands for: a class member, or a property's value."""
        reading = self.readings[mention]
        if reading.kind != "property":
            return self.node(mention, SUBJECT)
        if reading.inverse and reading.object:
            return self.node(mention, SUBJECT)
        return self.value_node(mention)

    def value_node(self, mention: int) -> int:
        """The object node of a property mention."""
        reading = self.readings[mention]
        if self.mentions[mention].operands or self.mentions[mention].part:
            return self._result(mention)
        if reading.object:
            return self.node(mention, OBJECT)
        return self.literal(self.node(mention, SUBJECT), reading.iri, self.group_of.get(mention, 0))

    def _result(self, mention: int) -> int:
        """The node of the value that is computed of a mention and the operands that hang on it."""
        if mention not in self.results:
            first = self.mentions[mention]
            group = self.group_of.get(mention, 0)
            formula: list[tuple[Operation, int]] = []
            for operation, m in (("+", mention), *first.operands):
                formula.append((operation, self.literal(self.node(m, SUBJECT), self.readings[m].iri, group)))
            named = [operation for operation, _ in first.operands if operation.isalpha()]
            name = first.part.lower() or "".join(named)
            name = (first.operand.name if first.operand is not None else "") or name
            node = self.graph.node(variable_name(name) if name else "result", is_literal=True, group=group)
            node.formula, node.part = tuple(formula), first.part
            self.results[mention] = node.number
        return self.results[mention]

    def literal(self, subject: int, prop: str, group: int = 0) -> int:
        """The node of a subject's literal, made when there is none yet."""
        for found in self.graph.values_of(subject, prop):
            if not self.graph.nodes[found].terms:
                return found
        node = self.graph.node(variable_name(prop), is_literal=True, group=group)
        self.graph.edge(subject, prop, node.number, group=group)
        return node.number

    def _name(self, mention: int, port: int, mask: int) -> str:
        """A readable variable: the class mentioned for the node, else the class it must have, else the property."""
        root = self.assembly.find((mention, port))
        for m, reading in enumerate(self.readings):
            if reading.kind == "class" and self.assembly.find((m, SUBJECT)) == root:
                return variable_name(reading.iri)
        names = self.schema.names(mask) if mask != ANYTHING else []
        if names and (len(names) <= 3 or any(self.schema.mask(n) == mask for n in names)):
            whole = [n for n in names if self.schema.mask(n) == mask]
            return variable_name((whole or names)[0])
        reading = self.readings[mention]
        return variable_name(reading.iri) if reading.iri and port == OBJECT else "thing"

    def _place(self, m: int) -> None:
        reading, mention = self.readings[m], self.mentions[m]
        group = self.group_of.get(m, 0)
        if reading.kind == "class":
            node = self.graph.nodes[self.node(m, SUBJECT)]
            if node.typed and not node.group and group:
                # "films other than documentaries"
                node.denied = (*node.denied, (group, reading.iri))
                return
            node.typed = True
            if reading.iri not in node.classes:
                node.classes = (*node.classes, reading.iri)
            node.group = min(node.group, group) if node.group else group
        elif reading.kind == "entity":
            node = self.graph.nodes[self.node(m, SUBJECT)]
            node.terms = reading.terms
            if reading.every and len(reading.terms) > 1:
                self.every.append(node.number)
        elif reading.kind == "property":
            subject = self.node(m, SUBJECT)
            if reading.object and self._is_role(m):
                pass
            elif reading.object:
                self.graph.edge(subject, reading.iri, self.node(m, OBJECT), group=group)
            elif not self._only_for_value(m) and m not in self.light:
                self.graph.edge(subject, reading.iri, self._value_again(m, subject, group), group=group)
            if mention.companions:
                ends = subject, self.node(m, OBJECT)
                self.fits = add_companions(self.graph, mention, reading, ends, group) and self.fits
            self._double(m, mention, reading, group)

    def _value_again(self, m: int, subject: int, group: int) -> int:
        """The literal of a mention; after ``this`` that of another thing's which was named before."""
        iri = self.readings[m].iri
        if THAT.intersection(self.mentions[m].gap[-1:]) and not group:
            for earlier in range(m):
                before = self.readings[earlier]
                told = before.kind == "property" and before.iri == iri and not self.group_of.get(earlier, 0)
                if told and self.node(earlier, SUBJECT) != subject:
                    return self.literal(self.node(earlier, SUBJECT), iri)
        return self.literal(subject, iri, group)

    def _is_role(self, m: int) -> bool:
        """``which actors`` after ``starred``: the noun repeats the verb's property and owns nothing itself."""
        assembly, reading = self.assembly, self.readings[m]
        if not reading.noun or self.mentions[m].shared:
            return False
        owner, value = assembly.find((m, SUBJECT)), assembly.find((m, OBJECT))
        if any(p[0] != m and assembly.find(p) == owner for p in assembly.masks):
            return False
        if any(
            k.kind == "path" and (m, SUBJECT) in ((k.left, k.left_port), (k.right, k.right_port))
            for k in assembly.links
        ):
            return False
        return any(
            p[0] != m and assembly.find(p) == value and self.readings[p[0]].iri == reading.iri for p in assembly.masks
        )

    def names_its_subject(self, m: int) -> bool:
        """Whether a mention is the name of a thing, not only something that is so of it."""
        reading = self.readings[m]
        return reading.kind == "entity" or (reading.kind == "value" and is_naming(reading.iri))

    def _only_for_value(self, m: int) -> bool:
        """A property that only introduces an exact value needs no variable beside the value."""
        mention = self.mentions[m]
        values = self.fills.get(m, [])
        asked = mention.projected or mention.order or mention.superlative or mention.group or mention.versus_average
        return bool(values) and not asked and all(self.readings[v].kind == "value" for v in values)

    def _double(self, m: int, mention: Mention, reading: Reading, group: int) -> None:
        for port in (SUBJECT, OBJECT):
            copy = (m, port + 2)
            if copy not in self.assembly.masks:
                continue
            other = self.node(*copy)
            mine = self.node(m, port)
            if port == SUBJECT and mention.part:
                share_part(self.graph, mention, self.value_node(m), self.literal(other, reading.iri, group), group)
            elif port == SUBJECT:
                self.graph.edge(other, reading.iri, self.value_node(m), group=group)
            else:
                self.graph.edge(self.node(m, SUBJECT), reading.iri, other, group=group)
            self.doubled.append((mine, other))

    def _connect(self, link: Link) -> None:
        if link.connection is None:
            return
        group = self.group_between(link.left, link.right)
        here = self.node(link.left, link.left_port)
        end = self.node(link.right, link.right_port)
        steps = link.connection.steps
        # Of two ends that have only one neighbour over the last step, the neighbour is one node.
        carried = [self.mentions[m].carried for m in (link.left, link.right)]
        known = self._before(end, steps[-1], group, sure=carried[1]) if len(steps) > 1 else None
        for place, step in enumerate(steps):
            if place == len(steps) - 1:
                there = end
            elif known is not None and place == len(steps) - 2:
                there = known
            else:
                there = self._between(here, step, group, sure=carried[0] and place == 0)
            subject, obj = (here, there) if step.forward else (there, here)
            self.graph.edge(subject, step.property, obj, group=group)
            if self.mentions[link.right].kind_of:
                self.graph.edges[-1].repeated = True
            here = there
        operands = [m for m in (link.left, link.right) if self.mentions[m].carried]
        if len(operands) == 2 and len(steps) == 2:
            self.carriers.append(subject if steps[-1].forward else obj)
        elif len(operands) == 1 and len(steps) == 1:
            self.carriers.append(self.node(*_other_end(link, operands[0])))

    def _carry(self) -> None:
        """Makes the things that the operands of a computed value belong to one thing."""
        if not self.carriers:
            return
        kept = next((n for n in self.carriers if n not in self.ways), self.carriers[0])
        dropped = set(self.carriers) - {kept}
        edges, self.graph.edges = self.graph.edges, []
        for e in edges:
            subject, obj = (kept if n in dropped else n for n in (e.subject, e.object))
            self.graph.edge(subject, e.property, obj, group=e.group, below=e.below)
        for root, number in self.nodes.items():
            if number in dropped:
                self.nodes[root] = kept

    def _before(self, end: int, step: Step, group: int, *, sure: bool) -> int | None:
        """The node that an edge joins to the end of a connection already, where there can be no other."""
        if not sure and not self.schema.leads_to_one(step.property, forward=not step.forward):
            return None
        for edge in self.graph.edges:
            start, other = (edge.subject, edge.object) if step.forward else (edge.object, edge.subject)
            if edge.property == step.property and other == end and edge.group == group:
                return start
        return None

    def _between(self, here: int, step: Step, group: int, *, sure: bool) -> int:
        """A node on the way of a connection; connections that begin alike share it."""
        for edge in self.graph.edges:
            start, other = (edge.subject, edge.object) if step.forward else (edge.object, edge.subject)
            if (
                edge.property == step.property
                and start == here
                and (sure or other in self.ways)
                and edge.group == group
            ):
                return other
        node = self.graph.node(variable_name(step.target), group=group).number
        self.ways.add(node)
        return node

    def _conditions(self, m: int) -> None:
        reading, mention = self.readings[m], self.mentions[m]
        if self._states(m) and not self._says_again(m):
            # "films that won": what can only be true or false is meant to be true.
            node = self.value_node(m)
            group = self.group_of.get(m, 0)
            denied = mention.negated and (not group or group in self.graph.exists)
            word = "false" if denied else "true"
            truths = self.schema.truths.get(reading.iri)
            if truths is not None:
                word = sparql_term(truths[1 if denied else 0])
            condition = Condition(node=node, operator="=", values=(word,), group=group)
            self.graph.conditions += [condition] if condition not in self.graph.conditions else []
        versus = versus_of(mention, self.mentions)
        if versus is not None:
            other, operator = versus
            node = self.value_node(other.number)
            self.graph.conditions.append(Condition(node=node, operator=operator, other=self.value_node(m)))
        if reading.kind == "value":
            self._value(m, mention, reading)
        elif reading.kind in ("number", "text"):
            owner = next((p for p, values in self.fills.items() if m in values), None)
            if owner is not None:
                self._compare(owner, m)

    def _value(self, m: int, mention: Mention, reading: Reading) -> None:
        group = self.group_of.get(m, 0)
        subject = self.node(m, SUBJECT)
        owner = next((p for p, values in self.fills.items() if m in values), None)
        negated = mention.negated or (owner is not None and self.mentions[owner].negated)
        if mention.value is not None and self.schema.is_spelt_number(reading.iri):
            # The text of a number may be another one: "29" and "29.0"
            operator = mention.comparison or "="
            node, operator = self.literal(subject, reading.iri, group), NEGATED[operator] if negated else operator
            self.graph.conditions.append(
                Condition(node=node, operator=operator, values=(str(mention.value),), form="number", group=group)
            )
        elif mention.comparison in ("contains", "starts", "ends"):
            node = self.literal(subject, reading.iri, group)
            text = sparql_term(RdfTerm("literal", mention.text.strip("'\"")))
            self.graph.conditions.append(
                Condition(node=node, operator=mention.comparison, values=(text,), form="text", group=group)
            )
        elif negated and not group:
            node = self.literal(subject, reading.iri)
            values = tuple(sparql_term(t) for t in reading.terms)
            self.graph.conditions.append(Condition(node=node, operator="!=", values=values))
        elif mention.comparison in (">", ">=", "<", "<="):
            node = self.literal(subject, reading.iri, group)
            values = (sparql_term(reading.terms[0]),)
            self.graph.conditions.append(Condition(node=node, operator=mention.comparison, values=values, group=group))
        else:
            node = self.graph.node(variable_name(reading.iri), terms=reading.terms, is_literal=True, group=group).number
            self.graph.edge(subject, reading.iri, node, group=group)
            if reading.every and len(reading.terms) > 1:
                self.every.append(node)

    def _compare(self, owner: int, m: int) -> None:
        """A number or unknown text as a condition on the property that ``owner`` names."""
        mention, reading = self.mentions[m], self.readings[owner]
        group = self.group_of.get(owner, 0)
        node, prop = self.value_node(owner), reading.iri
        if self.mentions[owner].part:
            # The year is told of the date that is compared.
            node = self.literal(self.node(owner, SUBJECT), prop, group)
        if reading.object:
            # "cost more than 5": the amount of the price
            prop = self.schema.amounts.worth(reading.object) or prop
            node = self.literal(node, prop, group)
        operator = mention.comparison or self.mentions[owner].comparison or "="
        negated = (mention.negated or self.mentions[owner].negated) and not group
        if negated:
            operator = NEGATED.get(operator, operator)
        if self.readings[m].kind == "text":
            texts = tuple(sparql_term(t) for t in self.readings[m].terms)
            kind = operator if operator in ("contains", "starts", "ends", "!=") else "="
            self.graph.conditions.append(Condition(node=node, operator=kind, values=texts, form="text", group=group))
            return
        computed = bool(self.mentions[owner].operands)
        values, form = self._literal_values("" if computed else prop, mention)
        form = "plain" if computed else form
        part = date_part(values[0]) if form == "slice" else (1, 0)
        totals = [a for a in self.mentions[owner].aggregates if a in ("AVG", "SUM", "MIN", "MAX")]
        if totals and not self.mentions[owner].projected and not group and values:
            # "an average age above 30" is a condition on each group.
            column = Column(node=node, aggregate=totals[0])
            self.graph.having.append((column, operator, values[0]))
            return
        condition = Condition(node=node, operator=operator, values=values, form=form, group=group, part=part)
        if mention.either is not None:
            other, number = mention.either
            term = replace(self.readings[m], terms=(RdfTerm("literal", str(number)),))
            told = self._literal_values(prop, replace(mention, value=number, readings=[term]))[0]
            condition.either = (NEGATED.get(other, other) if negated else other, told[0])
        self.graph.conditions.append(condition)

    def _is_by_text(self, prop: str, written: Sequence[str]) -> bool:
        """Whether dates are compared by a part of their text: of months, days of a time, and dates that are texts."""
        schema = self.schema
        if not schema.tells_when(prop) or XSD + "gYear" in schema.datatypes(prop) or not all(map(is_date, written)):
            return False
        if not schema.is_temporal(prop):
            return not (schema.is_numeric(prop) or schema.is_spelt_number(prop))
        days = all(re.fullmatch(r"\d{4}-\d\d-\d\d", w) for w in written)
        years = all(re.fullmatch(r"\d{4}", w) for w in written)
        return not years and (not days or XSD + "dateTime" in schema.datatypes(prop))

    def _literal_values(self, prop: str, mention: Mention) -> tuple[tuple[str, ...], ValueForm]:
        terms = [t.value for t in mention.readings[0].terms] if mention.readings else []
        numbers = [mention.value] if mention.value is not None and len(terms) <= 1 else terms
        written = [str(n) for n in numbers] or terms
        types = self.schema.datatypes(prop)
        if self._is_by_text(prop, written):
            return tuple(sparql_term(RdfTerm("literal", w)) for w in spelt_alike(written)), "slice"
        if self.schema.is_temporal(prop):
            if all(re.fullmatch(r"\d{4}", w) for w in written):
                return tuple(written), "year" if XSD + "gYear" not in types else "number"
            datatype = XSD + ("dateTime" if XSD + "dateTime" in types and XSD + "date" not in types else "date")
            return tuple(f'"{w}"^^<{datatype}>' for w in written), "plain"
        if types & NUMERIC and not self.schema.is_spelt_number(prop):
            return tuple(written), "plain"
        return tuple(written), "number"

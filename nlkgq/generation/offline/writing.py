"""A query graph as SPARQL text: declared prefixes, readable names, indented."""

from __future__ import annotations

import re

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.counted_sides import computes_of_others, counted_side, only
from nlkgq.generation.offline.extreme_text import outermost, sizes
from nlkgq.generation.offline.nesting import of_groups
from nlkgq.generation.offline.query_graph import Column, Condition, Edge, Node, QueryGraph
from nlkgq.generation.offline.spelling import indented, path_of, sparql_term, time_between
from nlkgq.iri import PrefixMap

_NAMES = {"AVG": "average", "SUM": "total", "MAX": "highest", "MIN": "lowest"}


class Writer:
    """Writes one query.

    Args:
        graph: What to write.
        schema: Datatypes, subclasses and what properties imply.
        prefixes: For its names.
        implied: Whether to state types that a property of the thing implies.
    """

    def __init__(self, graph: QueryGraph, schema: SchemaGraph, prefixes: PrefixMap, *, implied: bool = True) -> None:
        self.implied = implied
        self.graph = graph
        self.schema = schema
        self.prefixes = prefixes
        self._used: set[str] = set()
        self._given: dict[int, str] = {}
        self.beside = ""
        """A sub-query for ``?second``, which the pattern compares with."""

    def text(self) -> str:
        """The query, ended by a newline."""
        return self.declared(self.body())

    def body(self) -> str:
        """The query without its prefixes."""
        return self._ask() if self.graph.ask else self._select()

    def declared(self, body: str, *others: Writer) -> str:
        """A query text with the prefixes that this writer and others have used in it."""
        used = self._used.union(*(w._used for w in others))
        lines = (f"PREFIX {prefix}: <{namespace}>\n" for prefix, namespace in self.prefixes if prefix in used)
        return f"{''.join(lines)}{body}\n"

    def part(self, column: Column, name: str) -> str:
        """The query as a sub-query in which one column has a name that is given."""
        self._given = {id(column): name}
        return f"  {{\n{indented([self._select()], 4)}\n  }}"

    def whole(self) -> str:
        """The query as a sub-query."""
        return f"  {{\n{indented([self._select()], 4)}\n  }}"

    def block(self) -> str:
        """The pattern as a group."""
        return f"  {{\n{indented(self._pattern(), 4)}\n  }}"

    def head(self) -> str:
        """SELECT with the columns."""
        distinct = "DISTINCT " if self._needs_distinct() else ""
        return f"SELECT {distinct}{' '.join(self._column(c) for c in self.graph.columns)}"

    def _name(self, iri: str) -> str:
        short = self.prefixes.shorten(iri)
        if not short.startswith("<"):
            self._used.add(short.partition(":")[0])
        return short

    def _ask(self) -> str:
        lines = [*self._pattern(), *self._extreme()]
        if self.graph.having:
            column, operator, number = self.graph.having[0]
            per = " ".join(self._var(n) for n in self.graph.groups)
            group = f" GROUP BY {per}" if per else ""
            told = f"SELECT ({self._call(column)} AS ?size) WHERE {{\n{indented(lines)}\n}}{group}"
            lines = [f"{{\n{indented([told])}\n}}", f"FILTER(?size {operator} {number})"]
        if self.graph.denied:
            lines = ["FILTER NOT EXISTS {\n" + indented(lines) + "\n}"]
        return "ASK {\n" + indented(lines) + "\n}"

    def _select(self) -> str:
        graph = self.graph
        if graph.extreme is not None and graph.extreme.counted:
            graph.groups = [c.node for c in graph.columns if not c.aggregate and computes_of_others(graph)]
        parts = [self._column(c) for c in graph.columns]
        distinct = "DISTINCT " if self._needs_distinct() else ""
        counted = graph.extreme is not None and graph.extreme.counted
        lines = self._extreme() if counted else [*self._pattern(), *self._extreme()]
        if graph.groups_counted or graph.over:
            keys = [self._var(g) for g in graph.groups]
            return of_groups(graph, keys, parts, self._call, lines, self._grouped(), self._ordered())
        head = f"SELECT {distinct}{' '.join(parts)}\nWHERE {{\n{indented(lines)}\n}}"
        return head + self._grouped() + self._ordered()

    def _needs_distinct(self) -> bool:
        graph = self.graph
        once = not graph.groups or (graph.counted_by and not computes_of_others(graph))
        return graph.distinct and bool(once) and not any(c.aggregate for c in graph.columns)

    def _column(self, column: Column) -> str:
        variable, given = self._var(column.node), self._given.get(id(column))
        if not column.aggregate:
            return variable if given is None else f"({self._told(column.node)} AS ?{given})"
        stem = self.graph.nodes[column.node].name
        capital = f"{stem[:1].upper()}{stem[1:]}"
        name = f"{stem}Count" if column.aggregate == "COUNT" else f"{_NAMES[column.aggregate]}{capital}"
        extreme = self.graph.extreme
        counted = extreme is not None and (column.node, column.aggregate) == (extreme.node, extreme.aggregate or "-")
        return f"({'?size' if counted else self._rounded(column)} AS ?{given or name})"

    def _rounded(self, column: Column) -> str:
        if column.digits is None:
            return self._call(column)
        scale = 10**column.digits
        return f"ROUND({self._call(column)} * {scale}) / {scale}" if column.digits else f"ROUND({self._call(column)})"

    def _call(self, column: Column) -> str:
        distinct = "DISTINCT " if column.distinct else ""
        return f"{column.aggregate}({distinct}{self._number(column)})"

    def _number(self, column: Column) -> str:
        """The variable, read as a number where numbers are stored as plain text and must be added up."""
        variable = self._var(column.node)
        if column.aggregate in ("SUM", "AVG", "MAX", "MIN"):
            edge = next((e for e in self.graph.edges if e.object == column.node), None)
            if edge is not None and self._is_text(edge.property):
                self._used.add("xsd")
                if column.aggregate in ("SUM", "AVG"):
                    return f"xsd:decimal({variable})"
                if "year" in edge.property.lower() and not self.schema.is_temporal(edge.property):
                    return f"xsd:integer({variable})"
            return self._told(column.node)
        return variable

    def _is_text(self, prop: str) -> bool:
        schema = self.schema
        return schema.is_spelt_number(prop) or (not schema.is_numeric(prop) and not schema.is_temporal(prop))

    def _grouped(self) -> str:
        graph = self.graph
        found = ""
        if graph.groups:
            of = graph.counted_by if graph.extreme is None else ()
            found += (
                "\nGROUP BY " + " ".join(map(self._var, (*graph.groups, *of))) + (" ?second" if self.beside else "")
            )
        if graph.having:
            found += "\nHAVING (" + " && ".join(f"{self._call(c)} {o} {v}" for c, o, v in graph.having) + ")"
        return found

    def _ordered(self) -> str:
        graph = self.graph
        found = ""
        if graph.order:
            keys = [
                f"{direction}({self._call(c) if c.aggregate else self._told(c.node)})" for c, direction in graph.order
            ]
            found += "\nORDER BY " + " ".join(keys)
        if graph.limit is not None:
            found += f"\nLIMIT {graph.limit}"
        return found

    def _told(self, number: int) -> str:
        """A variable as what is compared: a number where it is stored as text."""
        if not any(e.object == number and self.schema.is_spelt_number(e.property) for e in self.graph.edges):
            return self._term(self.graph.nodes[number])
        self._used.add("xsd")
        return f"xsd:decimal({self._var(number)})"

    def _var(self, number: int) -> str:
        return f"?{self.graph.nodes[number].name}"

    def _term(self, node: Node) -> str:
        return self._term_text(node, 0) if len(node.terms) == 1 else f"?{node.name}"

    def _literal(self, text: str) -> str:
        """A typed literal with its datatype shortened."""
        m = re.fullmatch(r'("(?:[^"\\]|\\.)*")\^\^<([^<>]+)>', text)
        return f"{m.group(1)}^^{self._name(m.group(2))}" if m else text

    def _pattern(self) -> list[str]:
        """The positive part, then the negated groups."""
        lines = [*([self.beside] if self.beside else []), *self._group(0)]
        for number in range(1, self.graph.negations + 1):
            if number not in self.graph.within:
                lines += self._tested(number)
        return lines

    def _tested(self, number: int) -> list[str]:
        """A negated group with those within it."""
        inner = self._group(number)
        if not inner or number == self.graph.of_mean:
            return []
        nested = [line for n, outer in self.graph.within.items() if outer == number for line in self._tested(n)]
        return [f"{self._test(number)} {{\n" + indented([*inner, *nested]) + "\n}"]

    def _test(self, number: int) -> str:
        """What makes rows of a group a test; stores try an EXISTS for every row but evaluate a MINUS once."""
        graph = self.graph
        if number in graph.exists | graph.optional:
            return "FILTER EXISTS" if number in graph.exists else "OPTIONAL"
        ends = {n for e in graph.edges if e.group == number for n in (e.subject, e.object)}
        compared = {n for c in graph.conditions if c.group == number for n in (c.node, c.other) if n is not None}
        nested = number in graph.within or number in graph.within.values()
        joined = (nested or sum(e.group == number for e in graph.edges) > 1) and compared <= ends
        around = graph.within.get(number, 0)
        outside = {n for e in graph.edges if e.group == around for n in (e.subject, e.object)}
        outside |= {n.number for n in graph.nodes if n.typed and n.group == around}
        shared = any(n in outside and not graph.nodes[n].terms for n in ends)
        return "MINUS" if joined and shared else "FILTER NOT EXISTS"

    def _group(self, number: int) -> list[str]:
        graph = self.graph
        types: list[str] = []
        values: list[str] = []
        for node in graph.nodes:
            if node.group == number:
                if node.typed and len(node.terms) == 1:
                    types += [f"{self._term(node)} a {self._name(iri)} ." for iri in self._narrowest(node.classes)]
                elif node.typed and not node.terms:
                    for iri in self._narrowest(node.classes):
                        if self.implied or not self._implies(node, iri):
                            types.append(self._typed(node, iri))
            if len(node.terms) > 1 and graph.home(node) == number:
                terms = " ".join(self._term_text(node, n) for n in range(len(node.terms)))
                values.append(f"VALUES ?{node.name} {{ {terms} }}")
            types += [self._typed(node, iri, f"{node.name}Other") for group, iri in node.denied if group == number]
        edges = [edge for edge in graph.edges if edge.group == number]
        tested = number > 0 or graph.denied
        if tested:
            edges = self._bound_first(edges, number)
        lines = []
        for edge in edges:
            subject, obj = graph.nodes[edge.subject], graph.nodes[edge.object]
            lines.append(f"{self._term(subject)} {self._path(edge)} {self._term(obj)} .")
        lines = [*values, *lines, *types] if tested else [*types, *values, *lines]
        lines += [self._computed(node) for node in graph.nodes if node.formula and node.group == number]
        for condition in graph.conditions:
            if condition.group == number:
                lines += self._condition(condition)
        return lines

    def _computed(self, node: Node) -> str:
        """The value of a node that is computed of others, numbers stored as text read as numbers."""
        if node.part:
            date = node.formula[0][1]
            edge = next((e for e in self.graph.edges if e.object == date), None)
            timed = edge is not None and self.schema.is_temporal(edge.property)
            start, length = (1, 4) if node.part == "YEAR" else (6, 2)
            call = f"{node.part}(?{self.graph.nodes[date].name})"
            text = f"SUBSTR(STR(?{self.graph.nodes[date].name}), {start}, {length})"
            return f"BIND({call if timed else text} AS ?{node.name})"
        if node.formula[-1][0] in ("days", "years"):
            first, last = (f"?{self.graph.nodes[n].name}" for _, n in node.formula)
            unit = node.formula[-1][0]
            self._used |= {"xsd"} if unit == "days" else set()
            return f"BIND({time_between(unit, first, last)} AS ?{node.name})"
        told = ""
        for operation, number in node.formula:
            value = self._number(Column(node=number, aggregate="SUM"))
            told = f"{told} {operation} {value}" if told else value
        return f"BIND({told} AS ?{node.name})"

    def _bound_first(self, edges: list[Edge], number: int) -> list[Edge]:
        """Edges from what is known onwards: stores run the patterns of an EXISTS in the order in which they stand."""
        nodes, found = self.graph.nodes, []
        known = {n.number for n in nodes if n.terms or (number and n.group == 0)}
        rest = list(edges)
        while rest:
            # An edge to a constant before one to a variable of the rows outside.
            following = min(
                rest, key=lambda e: (-len({e.subject, e.object} & known), not nodes[e.object].terms, edges.index(e))
            )
            rest.remove(following)
            found.append(following)
            known |= {following.subject, following.object}
        return found

    def _implies(self, node: Node, iri: str) -> bool:
        """Whether a property says already that the thing is of a class."""
        mask = self.schema.mask(iri)
        ends = [self.schema.subjects(e.property) for e in self.graph.edges if e.subject == node.number]
        ends += [self.schema.objects(e.property) for e in self.graph.edges if e.object == node.number]
        return any(end not in (0, ANYTHING) and not end & ~mask for end in ends)

    def _path(self, edge: Edge) -> str:
        term = self.schema.ontology.properties.get(edge.property)
        return path_of(edge, self._name, symmetric=term is not None and term.symmetric)

    def _narrowest(self, classes: tuple[str, ...]) -> list[str]:
        """The classes without those that another one implies."""
        above = self.schema.ontology.superclasses
        return [c for c in classes if not any(c != other and c in above(other) for other in classes)]

    def _term_text(self, node: Node, place: int) -> str:
        term = node.terms[place]
        return self._name(term.value) if term.kind == "uri" else self._literal(sparql_term(term))

    def _typed(self, node: Node, iri: str, name: str = "") -> str:
        """The type pattern; subclasses are listed where the data states only the most specific class."""
        held = self.schema.profile.classes if self.schema.profile else None
        if held is not None:
            below = [c for c in sorted(self.schema.ontology.subclasses(iri)) if c in held]
            if below and held.get(iri, 0) < sum(held[c] for c in below if c != iri) and below != [iri]:
                names = " ".join(self._name(c) for c in below)
                name = name or f"{node.name}Class"
                return f"?{node.name} a ?{name} .\nVALUES ?{name} {{ {names} }}"
        return f"?{node.name} a {self._name(iri)} ."

    def _condition(self, c: Condition) -> list[str]:
        left = self._var(c.node)
        if c.other is not None:
            return [f"FILTER({self._told(c.node)} {c.operator} {self._told(c.other)})"]
        if c.average:
            return self._average(c)
        values = [self._literal(v) for v in c.values]
        if c.operator in ("contains", "starts", "ends"):
            call = {"contains": "CONTAINS", "starts": "STRSTARTS", "ends": "STRENDS"}[c.operator]
            return [f"FILTER({call}(LCASE(STR({left})), LCASE({values[0]})))"]
        if c.form == "year":
            left = f"YEAR({left})"
        elif c.form == "number":
            self._used.add("xsd")
            left = f"xsd:decimal(STR({left}))"
        elif c.form == "text":
            left = f"STR({left})"
        elif c.form == "slice":
            left = f"SUBSTR(STR({left}), {c.part[0]}, {c.part[1]})"
        if c.operator == "between" and len(values) == 2:
            return [f"FILTER({left} >= {values[0]} && {left} <= {values[1]})"]
        if c.operator in ("=", "!=") and len(values) > 1:
            word = "IN" if c.operator == "=" else "NOT IN"
            return [f"FILTER({left} {word} ({', '.join(values)}))"]
        also = f" || {left} {c.either[0]} {self._literal(c.either[1])}" if c.either else ""
        return [f"FILTER({left} {c.operator} {values[0]}{also})"]

    def _average(self, c: Condition) -> list[str]:
        edge = next(e for e in self.graph.edges if e.object == c.node)
        subject = self.graph.nodes[edge.subject]
        inner = [self._typed(subject, iri) for iri in subject.classes if subject.typed]
        inner.append(f"?{subject.name} {self._name(edge.property)} {self._var(c.node)} .")
        inner += self._group(self.graph.of_mean) if self.graph.of_mean else []
        value = self._number(Column(node=c.node, aggregate="AVG"))
        lines = f"{{\n  SELECT (AVG({value}) AS ?mean) WHERE {{\n{indented(inner, 4)}\n  }}\n}}"
        return [lines, f"FILTER({value} {c.operator} ?mean)"]

    def _extreme(self) -> list[str]:
        extreme = self.graph.extreme
        if extreme is None:
            return []
        per = [self._var(n) for n in extreme.per]
        if not extreme.aggregate:
            value = self._told(extreme.node)
            return [outermost(extreme, per, value, self._pattern()), f"FILTER({value} = ?extreme)"]
        whole, side = self.graph, counted_side(self.graph)
        beside: list[str] = []
        keys = [self._var(c.node) for c in whole.columns if not c.aggregate and side is None]
        keys = list(dict.fromkeys((*keys, *per, *map(self._var, whole.counted_by)))) or [self._var(extreme.node)]
        distinct = extreme.aggregate == "COUNT" and whole.distinct
        size = self._call(Column(node=extreme.node, aggregate=extreme.aggregate, distinct=distinct))
        if side is not None:
            self.graph = only(whole, {n.number for n in whole.nodes if n.number not in side} | {*whole.counted_by})
            beside = self._pattern()
            self.graph = only(whole, side)
        inner = self._pattern()
        self.graph = whole
        each = sizes(keys, per, f"{size} AS ?each", inner)
        counts = sizes(keys, keys, f"{size} AS ?size", inner)
        return [*beside, counts, outermost(extreme, per, "?each", [each]), "FILTER(?size = ?extreme)"]

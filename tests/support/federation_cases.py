"""Random graphs split over sources, and random queries over them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pyoxigraph as ox

from nlkgq.endpoints.protocol import Limits
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, Result, ResultNote, Row, SelectResult
from nlkgq.results.terms import from_oxigraph
from nlkgq.validation.gate import GatedQuery

NS = "http://e.example/"
Triple = tuple[str, str, str]


def merged(parts: Sequence[Sequence[Triple]]) -> ox.Store:
    """All parts in one store."""
    return store_of([triple for part in parts for triple in part])


def store_of(triples: Sequence[Triple]) -> ox.Store:
    text = "\n".join(f"{s} {p} {o} ." for s, p, o in triples)
    store = ox.Store()
    store.load(text.encode(), ox.RdfFormat.N_QUADS)
    return store


def answer_of(store: ox.Store, text: str) -> Result:
    """What one store says, by the engine itself."""
    found = store.query(text)
    if isinstance(found, ox.QueryBoolean):
        return AskResult(boolean=bool(found))
    if isinstance(found, ox.QuerySolutions):
        rows = tuple(tuple(None if term is None else from_oxigraph(term) for term in row) for row in found)
        return SelectResult(variables=tuple(v.value for v in found.variables), rows=rows)
    return GraphResult(
        triples=tuple((from_oxigraph(t.subject), from_oxigraph(t.predicate), from_oxigraph(t.object)) for t in found)
    )


@dataclass
class StoreEndpoint:
    """An endpoint in this process, which may give its blank nodes other labels in every answer."""

    name: str
    store: ox.Store
    relabel: bool = False
    asked: list[str] = field(default_factory=list)
    cap: int | None = None
    rows: int = 0
    """Rows sent so far."""

    def run(self, query: GatedQuery, *, limits: Limits) -> Result:
        self.asked.append(query.text)
        result = answer_of(self.store, query.text)
        if self.relabel and isinstance(result, SelectResult):
            result = _relabelled(result)
        if isinstance(result, SelectResult):
            notes: tuple[ResultNote, ...] = ()
            rows = result.rows
            if self.cap is not None and len(rows) >= self.cap:
                rows, notes = rows[: self.cap], (ResultNote(code="endpoint-cap", message="at most so many rows"),)
            if len(rows) > limits.rows:
                rows, notes = rows[: limits.rows], (*notes, ResultNote(code="truncated", message="cut"))
            self.rows += len(rows)
            return SelectResult(variables=result.variables, rows=rows, notes=notes)
        return result

    def close(self) -> None:
        pass


def _relabelled(result: SelectResult) -> SelectResult:
    labels: dict[RdfTerm, RdfTerm] = {}

    def named(term: RdfTerm | None) -> RdfTerm | None:
        if term is None or term.kind != "bnode":
            return term
        return labels.setdefault(term, RdfTerm("bnode", f"b{len(labels)}"))

    rows: tuple[Row, ...] = tuple(tuple(map(named, row)) for row in result.rows)
    return SelectResult(variables=result.variables, rows=rows)


def random_parts(rng: random.Random, *, blank: bool = True, typed: bool = True) -> list[list[Triple]]:
    """A graph of about fifty triples in three parts: split by property, by subject or by chance, some triples twice."""
    nodes = [f"<{NS}n{i}>" for i in range(5)]
    blanks = [f"_:b{i}" for i in range(3)] if blank else []
    literals = ['"a"', '"b"', '"a"@en', *(['"1"^^<http://www.w3.org/2001/XMLSchema#integer>'] * 2)]
    if typed:
        literals += [
            '"02"^^<http://www.w3.org/2001/XMLSchema#integer>',
            '"1.5"^^<http://www.w3.org/2001/XMLSchema#decimal>',
        ]
    home = {b: rng.randrange(3) for b in blanks}
    how = rng.choice(["property", "subject", "chance"])
    parts: list[list[Triple]] = [[], [], []]
    for _ in range(rng.randrange(50, 110)):
        s = rng.choice(nodes + blanks[:2])
        kind = rng.random()
        if kind < 0.2:
            p, o = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>", f"<{NS}C{rng.randrange(3)}>"
        elif kind < 0.4:
            p, o = f"<{NS}v{rng.randrange(2)}>", rng.choice(literals)
        else:
            p, o = f"<{NS}p{rng.randrange(3)}>", rng.choice(nodes + blanks)
        owner = next((home[t] for t in (s, o) if t in home), None)
        if owner is None:
            owner = {
                "property": sum(map(ord, p + o * p.endswith("type>"))) % 3,
                "subject": sum(map(ord, s)) % 3,
                "chance": rng.randrange(3),
            }[how]
            if rng.random() < 0.1:
                parts[rng.randrange(3)].append((s, p, o))
        elif any(home.get(t, owner) != owner for t in (s, o)):
            continue
        parts[owner].append((s, p, o))
    return parts


class QueryMaker:
    """Makes queries that use most of SPARQL 1.1, over the terms of `random_parts`."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.names = itertools.count()

    def query(self) -> str:
        rng = self.rng
        kind = rng.random()
        group = self.group(2)
        if kind < 0.1:
            return f"ASK {group}"
        if kind < 0.18:
            return f"CONSTRUCT {{ ?a <{NS}made> ?b }} WHERE {group}"
        if kind < 0.3:
            having = rng.choice(["", " HAVING (COUNT(*) > 1)"])
            return f"SELECT ?a (COUNT(*) AS ?n) (COUNT(DISTINCT ?b) AS ?m) WHERE {group} GROUP BY ?a{having}"
        if kind < 0.36:
            return f"SELECT (COUNT(*) AS ?n) WHERE {group}"
        order = rng.choice(["", "", " ORDER BY ?a ?b ?c ?d"])
        head = rng.choice(["*", "?a ?b", "?a ?c", "DISTINCT ?b", "?a ?d (STR(?b) AS ?text)"])
        return f"SELECT {head} WHERE {group}{order}"

    def group(self, depth: int) -> str:
        rng = self.rng
        parts = [self.triples() for _ in range(rng.choice([1, 1, 1, 2]))]
        for _ in range(rng.choice([0, 1, 1, 2]) if depth else 0):
            parts.append(self.element(depth - 1))
        if rng.random() < 0.25:
            parts.append(self.filter())
        if rng.random() < 0.3:
            rng.shuffle(parts)
        return "{ " + " ".join(parts) + " }"

    def element(self, depth: int) -> str:
        rng = self.rng
        ways: list[Callable[[], str]] = [
            lambda: f"OPTIONAL {self.group(depth)}",
            lambda: f"OPTIONAL {self.group(depth)}",
            lambda: f"MINUS {self.group(depth)}",
            lambda: f"{self.group(depth)} UNION {self.group(depth)}",
            lambda: self.group(depth),
            lambda: f"FILTER EXISTS {self.group(depth)}",
            lambda: f"FILTER NOT EXISTS {self.group(depth)}",
            lambda: f"BIND(EXISTS {self.group(depth)} AS ?x{next(self.names)})",
            lambda: f"VALUES ?{self.variable()} {{ {self.node()} {self.node()} }}",
            lambda: f"VALUES (?a ?b) {{ ({self.node()} UNDEF) ({self.node()} {self.node()}) }}",
            lambda: f"{{ SELECT ?a ?b WHERE {self.group(depth)} }}",
            lambda: f"{{ SELECT * WHERE {self.group(depth)} }}",
            lambda: f"{{ SELECT ?a (COUNT(*) AS ?k{next(self.names)}) WHERE {self.group(depth)} GROUP BY ?a }}",
            lambda: f"{{ SELECT DISTINCT ?b WHERE {self.group(depth)} }}",
            lambda: f"BIND(STR(?a) AS ?x{next(self.names)})",
        ]
        return rng.choice(ways)()

    def filter(self) -> str:
        a, b = self.variable(), self.variable()
        return self.rng.choice(
            [f"FILTER(?{a} != ?{b})", f"FILTER(isIRI(?{a}))", f"FILTER(?{a} = {self.node()})", f"FILTER(!BOUND(?{a}))"]
        )

    def triples(self) -> str:
        rng = self.rng
        found = []
        for _ in range(rng.choice([1, 1, 2])):
            if rng.random() < 0.12:
                found.append(f"?{self.variable()} {self.verb()} [ {self.verb()} {self.object()} ] .")
            else:
                found.append(self.triple())
        return " ".join(found)

    def triple(self) -> str:
        subject, target = self.subject(), self.object()
        while subject == target and self.rng.random() < 0.9:
            target = self.object()
        return f"{subject} {self.verb()} {target} ."

    def subject(self) -> str:
        return f"?{self.variable()}" if self.rng.random() < 0.85 else self.node()

    def object(self) -> str:
        return f"?{self.variable()}" if self.rng.random() < 0.8 else self.rng.choice([self.node(), '"a"', "1"])

    def verb(self) -> str:
        rng, p = self.rng, [f"<{NS}p{i}>" for i in range(3)]
        if rng.random() < 0.12:
            return "a"
        if rng.random() < 0.1:
            return rng.choice([f"<{NS}v0>", f"<{NS}v1>"])
        if rng.random() < 0.08:
            return f"?{self.variable()}"
        if rng.random() < 0.7:
            return rng.choice(p)
        a, b = rng.choice(p), rng.choice(p)
        ways = [
            "{a}/{b}",
            "{a}|{b}",
            "^{a}",
            "{a}+",
            "{a}*",
            "{a}?",
            "({a}|{b})+",
            "^{a}/{b}*",
            "({a}/{b})*",
            "(^{a})+",
        ]
        ways += ["!{a}", "!({a}|^{b})", "!(^{a})", "{a}/{b}?", "({a}?|{b})+"]
        return rng.choice(ways).format(a=a, b=b)

    def node(self) -> str:
        return f"<{NS}n{self.rng.randrange(6)}>"

    def variable(self) -> str:
        return self.rng.choice("aabbccd")

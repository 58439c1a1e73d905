"""Small graphs around one query: its patterns instantiated, and everything nearly like them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from nlkgq.evaluation.suite.vocabulary import Classes, Vocabulary
from nlkgq.iri import RDF, XSD
from nlkgq.results.models import RdfTerm
from nlkgq.results.terms import literal
from nlkgq.sparql import ImpliedIri, Node, Query, Token, parse_query, triple_patterns
from nlkgq.sparql.tree import IRI_TERMINALS

Triple: TypeAlias = tuple[RdfTerm, RdfTerm, RdfTerm]
_TYPE: Final = RDF + "type"
_LOOSE: Final = ("OptionalGraphPattern", "MinusGraphPattern", "NotExistsFunc", "ExistsFunc", "GroupOrUnionGraphPattern")
_POSSIBLE: Final = 6
"""Classes of which a thing gets one, where its properties leave the choice."""
_ENTITY: Final = "https://nlkgq.example/suite/"
_DATE: Final = re.compile(r"(-?\d{4})-(\d\d)-(\d\d)(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edge:
    """A pattern with its path made flat: subject, property, object; terms or names of variables."""

    subject: RdfTerm | str
    property: str
    object: RdfTerm | str
    loose: bool


class GraphMaker:
    """Makes graphs for one gold query; the same seed gives the same graph.

    Args:
        gold: The query.
        vocabulary: Of its real graph.
        facts: What every graph holds, too, such as the names of the individuals that the query speaks of.
    """

    def __init__(self, gold: str, vocabulary: Vocabulary, facts: Sequence[Triple] = ()) -> None:
        self._facts = tuple(facts)
        query = parse_query(gold, undeclared_prefixes=True)
        self._vocabulary = vocabulary
        self._asks = query.form == "ASK"
        self._edges = list(_edges(query))
        self._constants = list(dict.fromkeys(_constants(query)))
        self._variables = list(
            dict.fromkeys(v for e in self._edges for v in (e.subject, e.object) if isinstance(v, str))
        )
        subjects = {e.subject for e in self._edges}
        self._values: dict[str, list[RdfTerm]] = {}
        for edge in self._edges:
            if isinstance(edge.object, str) and edge.object not in subjects and vocabulary.has_literals(edge.property):
                self._values.setdefault(edge.object, []).extend(self._literals(edge.property))
        self._individuals = [t for t in self._constants if t.kind == "uri"]
        self._groups = [f"?{t.text[1:]}" for c in query.find("GroupClause") for t in c.find_tokens("VAR")]
        having = [int(t.text) for c in query.find("HavingClause") for t in c.find_tokens("INTEGER") if len(t.text) < 3]
        like = (p for e in self._edges for p in (e.property, *vocabulary.like(e.property)[:2]))
        self._noisy = [*dict.fromkeys(like), *sorted(vocabulary.samples)[:12]]
        self._sizes = sorted({size for bound in having if bound <= 40 for size in (bound - 1, bound, bound + 1)})

    def make(self, seed: int) -> list[Triple]:
        """A graph of some dozens of triples; every triple once."""
        rng = random.Random(seed)  # noqa: S311 - test data, not secrets
        dense, small = rng.random() < 0.5, rng.random() < 0.5
        pools = {v: self._pool(v, rng, 2 if small else 4) for v in self._variables}
        found: dict[Triple, None] = {}
        # a yes is told from every other yes only where the gold says no, for want of one thing
        lacking = rng.randrange(len(self._edges)) if self._asks and self._edges and seed % 3 == 2 else None
        for number in range(rng.randint(3, 10)):
            perfect = number == 0 or (dense and rng.random() < 0.5)
            binding = {v: rng.choice(pool) for v, pool in pools.items()}
            for edge in (e for n, e in enumerate(self._edges) if n != lacking):
                found.update(dict.fromkeys(self._instance(edge, binding, rng, perfect)))
        for number, edge in enumerate(self._edges):  # all but one thing as the query wants it
            if number == lacking or (lacking is None and rng.random() < 0.5):
                found.update(dict.fromkeys(self._near_miss(edge, number, rng)))
        if self._groups and self._sizes:
            for group in range(rng.randint(1, 3)):
                found.update(dict.fromkeys(self._group(group, rng)))
        nodes = [s for s, _, _ in found]
        for _ in range(rng.randint(0, 8)):  # what the query does not speak of
            if nodes:
                found.update(dict.fromkeys(self._noise(rng.choice(nodes), nodes, rng)))
        return list(lawful([*self._facts, *found], self._vocabulary, rng))

    def individuals(self) -> list[str]:
        """IRIs of the individuals that the query speaks of."""
        ends = [t for e in self._edges for t in (e.subject, e.object) if e.property != _TYPE and isinstance(t, RdfTerm)]
        return list(dict.fromkeys(t.value for t in (*ends, *self._individuals) if t.kind == "uri"))

    def _instance(
        self, edge: _Edge, binding: Mapping[str, RdfTerm], rng: random.Random, perfect: bool
    ) -> Iterator[Triple]:
        subject = binding[edge.subject] if isinstance(edge.subject, str) else edge.subject
        thing = binding[edge.object] if isinstance(edge.object, str) else edge.object
        keep = (0.5 if edge.loose else 1.0) if perfect else (0.45 if edge.loose else 0.85)
        if rng.random() >= keep or subject.kind == "literal":
            return
        iri = edge.property
        if not perfect:
            if not isinstance(edge.object, str) and rng.random() < 0.35:
                thing = self._other(edge, thing, rng)
            elif iri != _TYPE and rng.random() < 0.1:
                iri = rng.choice(self._vocabulary.like(iri)[:2] or [iri])
            elif thing.kind != "literal" and iri != _TYPE and rng.random() < 0.1:
                subject, thing = thing, subject
        yield subject, RdfTerm("uri", iri), thing

    def _group(self, number: int, rng: random.Random) -> Iterator[Triple]:
        """As many instances of one group as HAVING asks for, or one more or less."""
        values = self._values
        shared = {
            v: rng.choice(values[v]) if values.get(v) else RdfTerm("uri", f"{_ENTITY}group{number}{v.strip('?$')}")
            for v in self._variables
        }
        for member in range(rng.choice(self._sizes)):
            own = {v: RdfTerm("uri", f"{_ENTITY}member{number}{v.strip('?$')}{member}") for v in self._variables}
            own |= {v: rng.choice(values[v]) for v in self._variables if values.get(v)}
            binding = own | {v: shared[v] for v in self._groups if v in shared}
            for edge in self._edges:
                yield from self._instance(edge, binding, rng, True)

    def _near_miss(self, missed: _Edge, number: int, rng: random.Random) -> Iterator[Triple]:
        """An instance of its own nodes that meets every pattern but one: left out, with another value, or turned."""
        values = self._values
        binding = {
            v: rng.choice(values[v]) if values.get(v) else RdfTerm("uri", f"{_ENTITY}miss{number}{v.strip('?$')}")
            for v in self._variables
        }
        for edge in self._edges:
            subject = binding[edge.subject] if isinstance(edge.subject, str) else edge.subject
            thing = binding[edge.object] if isinstance(edge.object, str) else edge.object
            if edge.loose and edge is not missed and rng.random() < 0.5:
                continue
            if edge is missed:
                way = rng.random()
                if way < 0.25 or subject.kind == "literal":
                    continue
                if way < 0.75:
                    thing = self._other(edge, thing, rng)
                elif thing.kind != "literal":
                    subject, thing = thing, subject
            if subject.kind != "literal":
                yield subject, RdfTerm("uri", edge.property), thing

    def _other(self, edge: _Edge, thing: RdfTerm, rng: random.Random) -> RdfTerm:
        if edge.property == _TYPE:
            others = [c for c in self._vocabulary.classes if c != thing.value][:3]
            return RdfTerm("uri", rng.choice(others)) if others else thing
        if thing.kind == "literal":
            return rng.choice([*_near(thing), *self._vocabulary.samples.get(edge.property, ())] or [thing])
        return rng.choice([*(RdfTerm("uri", f"{_ENTITY}other{n}") for n in range(2)), *self._individuals])

    def _noise(self, node: RdfTerm, nodes: Sequence[RdfTerm], rng: random.Random) -> Iterator[Triple]:
        iri = rng.choice(self._noisy or [_TYPE])
        if iri == _TYPE:
            if self._vocabulary.classes:
                yield node, RdfTerm("uri", _TYPE), RdfTerm("uri", rng.choice(self._vocabulary.classes[:4]))
        elif self._vocabulary.has_literals(iri):
            yield node, RdfTerm("uri", iri), rng.choice(self._literals(iri))
        else:
            yield node, RdfTerm("uri", iri), rng.choice(nodes)

    def _pool(self, variable: str, rng: random.Random, size: int) -> list[RdfTerm]:
        values = self._values.get(variable)
        if values:
            return rng.sample(values, min(size + 2, len(values)))
        made = [RdfTerm("uri", f"{_ENTITY}{variable.strip('?$')}{n}") for n in range(size)]
        # an individual of the query may be what a variable stands for, too
        return made + ([rng.choice(self._individuals)] if self._individuals and rng.random() < 0.3 else [])

    def _literals(self, property_iri: str) -> list[RdfTerm]:
        """Values that a property may have: seen ones, the query's constants in its datatype, and those beside them."""
        samples = [t for t in self._vocabulary.samples.get(property_iri, ()) if t.kind == "literal"]
        like = samples[0] if samples else RdfTerm("literal", "")
        found = list(samples[:4])
        for constant in self._constants:
            if constant.kind == "literal":
                found += [_as(t.value, like) for t in (constant, *_near(constant)) if _fits(t.value, like)]
        return list(dict.fromkeys(found))


def lawful(triples: Sequence[Triple], vocabulary: Vocabulary, rng: random.Random) -> dict[Triple, None]:
    """The graph made such as the real one is: queries that differ only where the data never go are not told apart.

    Properties that have one value have one, and values that nobody shares are not shared; things have the classes
    that all subjects and objects of their properties have, and at least one of those that some have; classes that
    nothing has together stay apart, for which later triples give way.
    """
    found: dict[Triple, None] = {}
    taken: set[tuple[RdfTerm, str]] = set()
    wanted: dict[RdfTerm, dict[str, None]] = {}
    possible: dict[RdfTerm, dict[str, None]] = {}
    for triple in triples:
        subject, predicate, thing = triple
        iri = predicate.value
        ends = [(subject, iri)] if iri in vocabulary.single else []
        ends += [(thing, f"^{iri}")] if iri in vocabulary.unique else []
        if triple in found or any(end in taken for end in ends):
            continue
        roles = [(subject, vocabulary.subjects.get(iri)), (thing, vocabulary.objects.get(iri))]
        if iri == _TYPE:
            roles = [(subject, Classes(all=(thing.value,)))]
        given = [(node, classes) for node, classes in roles if classes is not None and node.kind == "uri"]
        if any(vocabulary.are_apart(c, had) for n, classes in given for c in classes.all for had in wanted.get(n, ())):
            continue
        taken.update(ends)
        found[triple] = None
        for node, classes in given:
            wanted.setdefault(node, {}).update(dict.fromkeys(classes.all))
            possible.setdefault(node, {}).update(dict.fromkeys(classes.some[:_POSSIBLE]))
    for node in dict.fromkeys((*wanted, *possible)):
        classes_of = list(wanted.get(node, {}))
        if not classes_of and possible.get(node):
            classes_of = [rng.choice(list(possible[node]))]
        for iri in tuple(classes_of):
            together = vocabulary.together.get(iri)
            classes_of += together.all if together is not None else ()
        found.update(dict.fromkeys((node, RdfTerm("uri", _TYPE), RdfTerm("uri", c)) for c in classes_of))
    return found


def _edges(query: Query) -> Iterator[_Edge]:
    counter = iter(range(10_000))
    for pattern in triple_patterns(query):
        subject, thing = _end(query, pattern.subject), _end(query, pattern.object)
        loose = query.enclosing(pattern.triples, *_LOOSE) is not None
        predicate = pattern.predicate
        if isinstance(predicate, ImpliedIri):
            continue
        yield from _flat(query, subject, predicate, thing, loose, counter)


def _flat(
    query: Query, subject: RdfTerm | str, path: Token | Node, thing: RdfTerm | str, loose: bool, counter: Iterator[int]
) -> Iterator[_Edge]:
    """The edges of one way through a path; the ways of an alternative are all laid, loosely."""
    if isinstance(path, Token):
        iri = query.iri_or_none(path)
        if iri is not None:
            yield _Edge(subject=subject, property=iri, object=thing, loose=loose)
        return
    parts = [c for c in path.children if isinstance(c, Node) or c.terminal in (*IRI_TERMINALS, "A")]
    if path.kind == "PathSequence":
        ends = [subject, *(f"?path{next(counter)}" for _ in parts[1:]), thing]
        for part, start, end in zip(parts, ends, ends[1:], strict=False):
            yield from _flat(query, start, part, end, loose, counter)
    elif path.kind == "PathAlternative":
        for part in parts:
            yield from _flat(query, subject, part, thing, True, counter)
    elif path.kind == "PathEltOrInverse" and path.token("CARET") is not None:
        yield from _flat(query, thing, parts[-1], subject, loose, counter)
    elif path.kind == "PathElt" and path.token("STAR", "PLUS", "QUESTION", "OPTIONAL_PATH") is not None:
        middle = f"?path{next(counter)}"
        yield from _flat(query, subject, parts[0], thing, loose, counter)
        yield from _flat(query, subject, parts[0], middle, True, counter)
        yield from _flat(query, middle, parts[0], thing, True, counter)
    else:
        for part in parts[:1]:
            yield from _flat(query, subject, part, thing, loose, counter)


def _end(query: Query, item: object) -> RdfTerm | str:
    """A constant as a term; everything else by a name: variables by theirs, blank nodes by where they stand."""
    iri = query.iri_or_none(item)
    if iri is not None:
        return RdfTerm("uri", iri)
    value = query.literal(item)
    if value is not None:
        return literal(value.value, datatype=value.datatype, language=value.language)
    if isinstance(item, Token):
        return f"?{item.text[1:]}" if item.terminal.startswith("VAR") else f"?blank{item.text}"
    return f"?node{getattr(item, 'start', id(item))}"


def _constants(query: Query) -> Iterator[RdfTerm]:
    for item in query.walk():
        value = query.literal(item)
        if value is not None and query.enclosing(item, "RDFLiteral", "LimitOffsetClauses") is None:
            yield literal(value.value, datatype=value.datatype, language=value.language)
        elif isinstance(item, Token) and query.enclosing(item, "Filter", "InlineData", "ObjectListPath") is not None:
            iri = query.iri_or_none(item)
            if iri is not None and item.terminal != "A":
                yield RdfTerm("uri", iri)


def _near(term: RdfTerm) -> list[RdfTerm]:
    """Values beside a value: neighbours of numbers and dates, texts that contain it or differ in case."""
    text = term.value
    date = _DATE.fullmatch(text)
    if date is not None:
        year, month, day, rest = int(date[1]), date[2], int(date[3]), date[4]
        days = [f"{year:04d}-{month}-{max(1, day - 1):02d}{rest}", f"{year:04d}-{month}-{min(28, day + 1):02d}{rest}"]
        return [
            term._replace(value=v)
            for v in (*days, f"{year - 1:04d}-{month}-{day:02d}{rest}", f"{year + 1:04d}-01-01{rest}")
        ]
    try:
        number = float(text)
    except ValueError:
        texts = [f"{text} tail", f"head {text}", text.upper(), text.lower(), text[:-1] or "x", "quite another"]
        return [term._replace(value=v) for v in dict.fromkeys(texts) if v != text]
    if not -1e15 < number < 1e15:
        return []
    whole = text.lstrip("+-").isdigit()
    numbers = [number - 1, number + 1, number * 2 + 3, number - 10, number * 10]
    return [term._replace(value=str(int(v)) if whole else f"{v:g}") for v in numbers]


def _fits(text: str, like: RdfTerm) -> bool:
    """Whether a text may be a value of the datatype of ``like``."""
    kind = (like.datatype or "").removeprefix(XSD)
    if kind in ("integer", "int", "long", "nonNegativeInteger", "positiveInteger", "short", "gYear"):
        return re.fullmatch(r"[+-]?\d{1,15}", text) is not None
    if kind in ("decimal", "double", "float"):
        return re.fullmatch(r"[+-]?\d{1,15}(?:\.\d+)?", text) is not None
    if kind in ("date", "dateTime"):
        return _DATE.fullmatch(text) is not None and ("T" in text) == (kind == "dateTime")
    if kind == "boolean":
        return text in ("true", "false")
    return True


def _as(text: str, like: RdfTerm) -> RdfTerm:
    return RdfTerm("literal", text, like.datatype, like.language)

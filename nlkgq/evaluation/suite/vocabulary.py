"""What a suite knows of the real graph: its properties and classes, and a few values of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from nlkgq.evaluation.answer_store import StoredAnswer
from nlkgq.iri import RDF
from nlkgq.results.models import RdfTerm, SelectResult

_SAMPLES: Final = 6
_ENOUGH: Final = 20
_MOST_CLASSES: Final = 40
_TYPE: Final = RDF + "type"


@dataclass(frozen=True, slots=True, kw_only=True)
class Classes:
    """Classes that some things have: ``all`` of them, or only ``some``, the most frequent first."""

    all: tuple[str, ...] = ()
    some: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Terms of a graph.

    Args:
        samples: Property -> a few of its values; properties with literals and with nodes are told apart by them.
        classes: Those with instances.
        subjects: Property -> the classes of its subjects, as `Classes`.
        objects: Property -> those of its objects.
        together: Class -> those of its instances.
        single: Properties of which no subject has two values.
        unique: Properties of which no two subjects share a value.
    """

    samples: Mapping[str, Sequence[RdfTerm]]
    classes: Sequence[str]
    subjects: Mapping[str, Classes] = field(default_factory=dict)
    objects: Mapping[str, Classes] = field(default_factory=dict)
    together: Mapping[str, Classes] = field(default_factory=dict)
    single: frozenset[str] = frozenset()
    unique: frozenset[str] = frozenset()
    _alike: dict[str, list[str]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def has_literals(self, property_iri: str) -> bool:
        """Whether the values seen are literals; False for a property that was not seen."""
        return any(t.kind == "literal" for t in self.samples.get(property_iri, ()))

    def are_apart(self, one: str, other: str) -> bool:
        """Whether both classes have instances and none in common."""
        if one == other or one not in self.together or other not in self.together:
            return False
        beside = self.together[one]
        seen = (*beside.all, *beside.some)
        return len(seen) < _MOST_CLASSES and other not in seen

    def like(self, property_iri: str) -> list[str]:
        """Other properties with values of the same kind, sorted: with the same datatype first."""
        if property_iri not in self._alike:
            self._alike[property_iri] = self._find_alike(property_iri)
        return self._alike[property_iri]

    def _find_alike(self, property_iri: str) -> list[str]:
        literal = self.has_literals(property_iri)
        datatypes = {t.datatype for t in self.samples.get(property_iri, ())}

        def distance(other: str) -> tuple[bool, str]:
            return not datatypes & {t.datatype for t in self.samples[other]}, other

        found = [p for p in self.samples if p not in (property_iri, _TYPE) and self.has_literals(p) == literal]
        return sorted(found, key=distance)


def read_vocabulary(run: Callable[[str], StoredAnswer]) -> Vocabulary:
    """The vocabulary of a graph, by queries.

    Args:
        run: Executes a query on it.
    """
    properties = _column(run("SELECT DISTINCT ?p { ?s ?p ?o } ORDER BY ?p LIMIT 400"))
    samples: dict[str, Sequence[RdfTerm]] = {}
    for iri in properties:
        answer = run(f"SELECT DISTINCT ?o {{ ?s <{iri}> ?o }} LIMIT {_SAMPLES}").result
        rows = answer.rows if isinstance(answer, SelectResult) else ()
        samples[iri] = [row[0] for row in rows if row[0] is not None and row[0].kind != "bnode"]
    classes = _column(run("SELECT DISTINCT ?c { ?s a ?c } ORDER BY ?c LIMIT 400"))
    used = [p for p in properties if p != _TYPE]
    return Vocabulary(
        samples=samples,
        classes=classes,
        subjects={p: _classes(run, f"?x <{p}> ?o") for p in used},
        objects={p: _classes(run, f"?s <{p}> ?x FILTER(ISIRI(?x))") for p in used if any(_nodes(samples[p]))},
        together={c: _classes(run, f"?x a <{c}>") for c in classes},
        single=frozenset(p for p in used if _is_single(run, p, one="?s", many="?o")),
        unique=frozenset(p for p in used if _is_single(run, p, one="?o", many="?s")),
    )


def _nodes(terms: Sequence[RdfTerm]) -> Iterator[bool]:
    return (t.kind == "uri" for t in terms)


def _classes(run: Callable[[str], StoredAnswer], pattern: str) -> Classes:
    total = _number(run(f"SELECT (COUNT(DISTINCT ?x) AS ?n) {{ {pattern} }}"))
    text = f"SELECT ?c (COUNT(DISTINCT ?x) AS ?n) {{ {pattern} . ?x a ?c }} GROUP BY ?c ORDER BY DESC(?n) ?c "
    text += f"LIMIT {_MOST_CLASSES}"
    answer = run(text).result
    rows = answer.rows if isinstance(answer, SelectResult) else ()
    counted = [(c.value, int(n.value)) for c, n in rows if c is not None and n is not None and c.kind == "uri"]
    return Classes(all=tuple(c for c, n in counted if n == total), some=tuple(c for c, n in counted if 0 < n < total))


def _is_single(run: Callable[[str], StoredAnswer], property_iri: str, *, one: str, many: str) -> bool:
    """Whether twenty ends or more have one other end each: of fewer it may be chance."""
    pattern = f"?s <{property_iri}> ?o"
    answer = run(f"SELECT {one} {{ {pattern} }} GROUP BY {one} HAVING(COUNT(DISTINCT {many}) > 1) LIMIT 1").result
    if not isinstance(answer, SelectResult) or answer.rows:
        return False
    return _number(run(f"SELECT (COUNT(DISTINCT {one}) AS ?n) {{ {pattern} }}")) >= _ENOUGH


def facts_about(iris: Iterable[str], run: Callable[[str], StoredAnswer]) -> list[tuple[RdfTerm, RdfTerm, RdfTerm]]:
    """What the graph says of individuals in literals, and their classes: by that a query may name them as well."""
    found = []
    for iri in iris:
        answer = run(f"SELECT ?p ?o {{ <{iri}> ?p ?o FILTER(ISLITERAL(?o) || ?p = <{_TYPE}>) }} LIMIT 60").result
        rows = answer.rows if isinstance(answer, SelectResult) else ()
        found += [(RdfTerm("uri", iri), p, o) for p, o in rows if p is not None and o is not None]
    return found


def _number(answer: StoredAnswer) -> int:
    rows = answer.result.rows if isinstance(answer.result, SelectResult) else ()
    cell = rows[0][0] if rows else None
    return int(cell.value) if cell is not None else 0


def _column(answer: StoredAnswer) -> list[str]:
    if not isinstance(answer.result, SelectResult):
        return []
    return [row[0].value for row in answer.result.rows if row[0] is not None and row[0].kind == "uri"]

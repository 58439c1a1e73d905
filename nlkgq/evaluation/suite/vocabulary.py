"""What a suite knows of the real graph: its properties and classes, and a few values of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nlkgq.evaluation.answer_store import StoredAnswer
from nlkgq.iri import RDF
from nlkgq.results.models import RdfTerm, SelectResult

_SAMPLES: Final = 6
_TYPE: Final = RDF + "type"


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Terms of a graph.

    Args:
        samples: Property -> a few of its values; properties with literals and with nodes are told apart by them.
        classes: Those with instances.
    """

    samples: Mapping[str, Sequence[RdfTerm]]
    classes: Sequence[str]

    def has_literals(self, property_iri: str) -> bool:
        """Whether the values seen are literals; False for a property that was not seen."""
        return any(t.kind == "literal" for t in self.samples.get(property_iri, ()))

    def like(self, property_iri: str) -> list[str]:
        """Other properties with values of the same kind, sorted: with the same datatype first."""
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
    return Vocabulary(samples=samples, classes=_column(run("SELECT DISTINCT ?c { ?s a ?c } ORDER BY ?c LIMIT 400")))


def _column(answer: StoredAnswer) -> list[str]:
    if not isinstance(answer.result, SelectResult):
        return []
    return [row[0].value for row in answer.result.rows if row[0] is not None and row[0].kind == "uri"]

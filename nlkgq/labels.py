"""Names for the IRIs of an answer: asked from the endpoint that gave them, since opaque IRIs tell a reader nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from nlkgq.iri import RDFS, SKOS, is_valid_iri
from nlkgq.ontology.model import Ontology
from nlkgq.results.models import GraphResult, Result, SelectResult
from nlkgq.values.names import names_things

MOST_IRIS = 200
"""IRIs of one answer that get a name; a longer answer is for a machine."""


def iris_of(result: Result) -> tuple[str, ...]:
    """The distinct IRIs of a result, in order of appearance, at most `MOST_IRIS`."""
    rows: Iterable[tuple[object, ...]] = ()
    if isinstance(result, SelectResult):
        rows = result.rows
    elif isinstance(result, GraphResult):
        rows = result.triples
    found: dict[str, None] = {}
    for row in rows:
        for term in row:
            if getattr(term, "kind", "") == "uri":
                found[term.value] = None  # type: ignore[attr-defined]  # kind was just read from it
        if len(found) >= MOST_IRIS:
            break
    return tuple(found)[:MOST_IRIS]


def label_query(iris: Iterable[str], ontology: Ontology, *, only_own: bool = False) -> str | None:
    """A query for the names of ``iris``; None when there is nothing to ask.

    The properties are those of the ontology that name things and, unless ``only_own`` is set (behind a wrapper no
    others have a native form), rdfs:label and skos:prefLabel.
    """
    asked = [iri for iri in iris if ontology.term(iri) is None and is_valid_iri(iri)]
    own = [p.iri for p in ontology.properties.values() if p.kind != "object" and names_things(p.iri)]
    properties = dict.fromkeys(own if only_own else (RDFS + "label", SKOS + "prefLabel", *own))
    if not asked or not properties:
        return None
    ways = " UNION ".join(f"{{ ?iri <{iri}> ?name }}" for iri in properties)
    values = " ".join(f"<{iri}>" for iri in asked)
    return f"SELECT ?iri ?name WHERE {{ VALUES ?iri {{ {values} }} {ways} }}"


def read_labels(result: SelectResult, *, language: str) -> Mapping[str, str]:
    """IRI -> its name in ``language``, else untagged, else any; the shortest of equals."""
    best: dict[str, tuple[int, int, str]] = {}
    for iri, name in result.rows:
        if iri is None or name is None or name.kind != "literal":
            continue
        tag = (name.language or "").split("-")[0].lower()
        rank = (0 if tag == language else 1 if not tag else 2, len(name.value), name.value)
        best[iri.value] = min(best.get(iri.value, rank), rank)
    return {iri: name for iri, (_, _, name) in best.items()}


def labeller(ontology: Ontology, names: Mapping[str, str], *, language: str) -> Callable[[str], str | None]:
    """IRI -> a name for people: of the data, else of the ontology; None when neither knows one."""

    def label(iri: str) -> str | None:
        term = ontology.term(iri)
        return names.get(iri) or (term.label(language) if term is not None else None)

    return label

"""The clean view of films-opaque is the films graph."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox

from nlkgq.results.back import in_clean_terms, text_in_clean_terms
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, SelectResult
from nlkgq.rewrite.view import clean_view
from nlkgq.wrapper import make_back
from nlkgq.wrapper.load import load_wrapper

ONTOLOGIES = Path(__file__).resolve().parents[2] / "ontologies"
FILMS = [ONTOLOGIES / "films" / "ontology.ttl", ONTOLOGIES / "films-opaque" / "wrapper.ttl"]
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
TURNED = tuple(f"https://nlkgq.example/films#{name}" for name in ("directed", "wrote", "actedIn", "hasSequel"))


def _term(term: object) -> RdfTerm:
    if isinstance(term, ox.NamedNode):
        return RdfTerm("uri", term.value)
    assert isinstance(term, ox.Literal)
    return RdfTerm("literal", term.value, term.datatype.value)


def test_it_is_the_films_graph() -> None:
    store = ox.Store()
    for name in ("catalogue.ttl", "registry.ttl"):
        store.bulk_load(path=str(ONTOLOGIES / "films-opaque" / name), format=ox.RdfFormat.TURTLE)
    view = list(clean_view(load_wrapper(FILMS), lambda text: [tuple(map(_term, row)) for row in store.query(text)]))
    films = ox.parse(path=str(ONTOLOGIES / "films" / "graph.ttl"), format=ox.RdfFormat.TURTLE)
    expected = {tuple(map(_term, quad.triple)) for quad in films}
    kept = [triple for triple in view if triple[1].value not in TURNED]
    assert len(kept) == len(set(kept))
    assert set(kept) == {triple for triple in expected if triple[1].value != LABEL}


def test_results_and_messages_go_back() -> None:
    back = make_back(load_wrapper(FILMS))
    film, title = RdfTerm("uri", "https://archive.example/o/1014"), RdfTerm("uri", "https://archive.example/t/101")
    clean = RdfTerm("uri", "https://nlkgq.example/films/id/film-014")
    name = RdfTerm("literal", "https://archive.example/o/1014")
    result = in_clean_terms(SelectResult(variables=("a", "b", "c"), rows=((film, name, None),)), back)
    assert result.rows == ((clean, name, None),)
    graph = in_clean_terms(GraphResult(triples=((film, title, name),)), back)
    assert graph.triples == ((clean, RdfTerm("uri", "https://nlkgq.example/films#title"), name),)
    assert in_clean_terms(AskResult(boolean=True), back).boolean
    text = "no index for <https://archive.example/t/101>, see <https://elsewhere.example/>"
    assert text_in_clean_terms(text, back, lambda iri: iri.rpartition("#")[2]) == (
        "no index for title, see <https://elsewhere.example/>"
    )

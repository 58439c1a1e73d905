"""Native IRIs in results and messages go back to clean terms."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph
from nlkgq.errors import EndpointError
from nlkgq.results.back import in_clean_terms, text_in_clean_terms
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, ResultNote, SelectResult
from nlkgq.wrapper import make_back
from nlkgq.wrapper.load import load_wrapper

ONTOLOGIES = Path(__file__).resolve().parents[2] / "ontologies"
FILMS = [ONTOLOGIES / "films" / "ontology.ttl", ONTOLOGIES / "films-opaque" / "wrapper.ttl"]


def test_results_and_messages_go_back() -> None:
    back = make_back(load_wrapper(FILMS))
    film, title = RdfTerm("uri", "https://archive.example/o/1014"), RdfTerm("uri", "https://archive.example/t/101")
    clean = RdfTerm("uri", "https://nlkgq.example/films/id/film-014")
    name = RdfTerm("literal", "https://archive.example/o/1014")
    result = in_clean_terms(SelectResult(variables=("a", "b", "c"), rows=((film, name, None),)), back)
    assert result.rows == ((clean, name, None),)
    graph = in_clean_terms(GraphResult(triples=((film, title, name),)), back)
    assert graph.triples == ((clean, RdfTerm("uri", "https://nlkgq.example/films#title"), name),)
    note = ResultNote(code="partial", message="<https://archive.example/t/101> was left out")
    noted = in_clean_terms(AskResult(boolean=True, notes=(note,)), back, lambda iri: iri.rpartition("#")[2])
    assert noted.notes == (ResultNote(code="partial", message="title was left out"),)
    text = "no index for <https://archive.example/t/101>, see <https://elsewhere.example/>"
    assert text_in_clean_terms(text, back, lambda iri: iri.rpartition("#")[2]) == (
        "no index for title, see <https://elsewhere.example/>"
    )


def test_an_endpoint_that_fails_is_told_in_clean_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> object:
        raise EndpointError(
            "no plan for <https://archive.example/t/101>",
            kind="server",
            endpoint="archive",
            said="<https://archive.example/o/1014> <https://elsewhere.example/>",
        )

    with KnowledgeGraph.open("films-opaque") as kg:
        query = "PREFIX f: <https://nlkgq.example/films#> ASK { ?x f:title ?t }"
        assert kg.query(query) == AskResult(boolean=True)
        monkeypatch.setattr(type(kg.knowledge.endpoint), "run", failing)
        with pytest.raises(EndpointError) as caught:
            kg.query(query)
    assert caught.value.message == str(caught.value) == "no plan for films:title"
    assert caught.value.said == "id:film-014 <https://elsewhere.example/>"

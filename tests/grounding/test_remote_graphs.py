"""Values of a graph behind an address that was never scanned: in its own terms, behind a wrapper, by its text index."""

from __future__ import annotations

from pathlib import Path

import pytest
from servers import SparqlServer

from nlkgq import KnowledgeGraph, Translator
from nlkgq.errors import ConfigError
from nlkgq.llm.protocol import ModelReply, ModelRequest
from nlkgq.resources import resource_root

# None of these endpoints was ever indexed: what is grounded here is found by asking them.
UNREAD = {"privacy.unwatched": True}
ONTOLOGIES = resource_root() / "ontologies"
FILMS = "PREFIX films: <https://nlkgq.example/films#>\n"
QUESTION = "Which films did Mara Otiern direct?"
QUERY = FILMS + 'SELECT ?film {{ ?film films:directedBy ?p . ?p films:name "{}" }}'


class Model:
    """Writes the one query, with the placeholder that it is given, or with words of its own."""

    def __init__(self, own: str | None = None) -> None:
        self.own = own

    def complete(self, request: ModelRequest) -> ModelReply:
        text = request.messages[-1].text
        name = self.own or next(word for word in text.replace(":", " ").split() if word.startswith("VALUE_"))
        return ModelReply(text=f"```sparql\n{QUERY.format(name)}\n```", model="m")


def load(server: SparqlServer, *files: Path) -> None:
    for file in files:
        server.load(file.read_text(encoding="utf-8"), "http://example.org/films")


def test_a_graph_in_its_own_terms(oxigraph_server: SparqlServer) -> None:
    load(oxigraph_server, ONTOLOGIES / "films" / "graph.ttl")
    ontology = [ONTOLOGIES / "films" / "ontology.ttl"]
    with KnowledgeGraph.from_endpoint(oxigraph_server.url, ontology, settings=UNREAD) as kg:
        answer = Translator(kg, model=Model()).ask(QUESTION)
        own = Translator(kg, model=Model(own="Mara O'Tiern")).ask(QUESTION)
    assert len(answer.rows) == len(own.rows) == 7
    assert "mara o'tierne" in answer.query  # an unknown name is compared in lower case
    assert {f.code for f in answer.findings} >= {"value-close"}
    assert {f.code for f in own.findings} >= {"value-close"}


def test_nothing_is_asked_where_the_settings_say_so(oxigraph_server: SparqlServer) -> None:
    load(oxigraph_server, ONTOLOGIES / "films" / "graph.ttl")
    with KnowledgeGraph.from_endpoint(
        oxigraph_server.url, [ONTOLOGIES / "films" / "ontology.ttl"], settings={**UNREAD, "grounding.scan": False}
    ) as kg:
        answer = Translator(kg, model=Model()).ask(QUESTION)
    assert (answer.rows, answer.groundings) == ([], ())


def test_behind_a_wrapper(oxigraph_server: SparqlServer) -> None:
    opaque = ONTOLOGIES / "films-opaque"
    load(oxigraph_server, opaque / "catalogue.ttl", opaque / "registry.ttl")
    with KnowledgeGraph.open("films-opaque", settings={**UNREAD, "endpoints.all.url": oxigraph_server.url}) as kg:
        answer = Translator(kg, model=Model(own="Mara O'Tiern")).ask(QUESTION)
        # a clean individual of a value map is found by its clean name
        genre = Model(own="x")
        genre.complete = lambda request: ModelReply(  # type: ignore[method-assign]  # one reply of its own
            text=f'```sparql\n{FILMS}SELECT ?f {{ ?f films:title ?t FILTER(LCASE(STR(?t)) = "kite seson") }}\n```',
            model="m",
        )
        title = Translator(kg, model=genre).ask("Which films are called Kite Seson?")
    assert len(answer.rows) == 7
    assert "Mara O'Tierne" in answer.query
    assert len(title.rows) == 1
    assert "kite season" in title.query


def test_the_text_index_of_virtuoso(virtuoso_server: SparqlServer) -> None:
    assert virtuoso_server.run_sql is not None
    virtuoso_server.run_sql("DB.DBA.RDF_OBJ_FT_RULE_ADD (null, null, 'All');")
    load(virtuoso_server, ONTOLOGIES / "films" / "graph.ttl")
    virtuoso_server.run_sql("DB.DBA.VT_INC_INDEX_DB_DBA_RDF_OBJ ();")
    settings = {
        "endpoints.endpoint.text_search": "virtuoso",
        "endpoints.endpoint.default_graphs": ["http://example.org/films"],
        "grounding.scan": False,
        "grounding.timeout": 20.0,
    }
    ontology = [ONTOLOGIES / "films" / "ontology.ttl"]
    with KnowledgeGraph.from_endpoint(virtuoso_server.url, ontology, settings={**UNREAD, **settings}) as kg:
        answer = Translator(kg, model=Model(own="Mara Otierne")).ask(QUESTION)
    assert len(answer.rows) == 7
    assert "Mara O'Tierne" in answer.query


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ConfigError, match="one of virtuoso, qlever"):
        KnowledgeGraph.from_endpoint("http://127.0.0.1:9/", settings={"endpoints.endpoint.text_search": "grep"})

"""Questions of our own over real graphs, offline and without configuration; each against a query written by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph, NotUnderstoodError, Translator
from nlkgq.results.comparison import same_answer

LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
CASES = [
    (
        "ck25",
        "graph.ttl",
        "ontology.ttl",
        [
            (
                "What is the email address of Baldwin Dirksen?",
                f"SELECT ?e {{ ?p {LABEL} 'Baldwin Dirksen' ; pv:email ?e }}",
            ),
            ("How many employees are there?", "SELECT (COUNT(DISTINCT ?p) AS ?n) { ?p a pv:Employee }"),
            ("List all departments.", "SELECT ?d { ?d a pv:Department }"),
        ],
    ),
    (
        "acme",
        "graph.nt",
        "ontology.ttl",
        [
            ("How many claims are there?", "SELECT (COUNT(?c) AS ?n) { ?c a in:Claim }"),
            ("When was claim 12312701 opened?", "SELECT ?d { ?c in:claimNumber '12312701' ; in:claimOpenDate ?d }"),
            ("What is the total premium amount?", "SELECT (SUM(?a) AS ?n) { ?p in:premiumAmount ?a }"),
        ],
    ),
    (
        "spider4sparql/world_1",
        "graph.nt.gz",
        "ontology.owl",
        [
            ("How many countries are in Africa?", "SELECT (COUNT(?c) AS ?n) { ?c country:continent 'Africa' }"),
            ("What is the population of Portugal?", "SELECT ?p { ?c country:name 'Portugal' ; country:population ?p }"),
            (
                "Which languages are spoken in Chile?",
                "SELECT ?l { ?x countrylanguage:ref-countrycode ?c ; countrylanguage:language ?l . "
                "?c country:name 'Chile' }",
            ),
        ],
    ),
    (
        "metaqa",
        "graph.nt.gz",
        "ontology.ttl",
        [
            (
                "who directed Escanaba in da Moonlight",
                f"SELECT ?n {{ ?m {LABEL} 'Escanaba in da Moonlight' ; metaqa:directed_by/{LABEL} ?n }}",
            ),
            (
                "which movies did Tupac Shakur star in",
                f"SELECT ?n {{ ?m metaqa:starred_actors/{LABEL} 'Tupac Shakur' ; {LABEL} ?n }}",
            ),
            (
                "how many films did Geoffrey Rush star in",
                f"SELECT (COUNT(DISTINCT ?m) AS ?n) {{ ?m metaqa:starred_actors/{LABEL} 'Geoffrey Rush' }}",
            ),
        ],
    ),
]


@pytest.mark.parametrize(("folder", "graph", "ontology", "questions"), CASES, ids=[c[0] for c in CASES])
def test_questions_over_a_real_graph(
    data: Path, folder: str, graph: str, ontology: str, questions: list[tuple[str, str]]
) -> None:
    root = data / folder
    with KnowledgeGraph.from_files([root / graph], ontology=[root / ontology]) as kg:
        translator = Translator(kg)
        for question, query in questions:
            expected = kg.query(query)
            assert same_answer(expected, translator.ask(question).result), question
        with pytest.raises(NotUnderstoodError):
            translator.ask("Will it rain tomorrow?")


def test_a_graph_without_ontology_is_asked_through_a_drafted_one(data: Path) -> None:
    with KnowledgeGraph.from_files([data / "openneuro_nidm" / "ds001021.ttl"]) as kg:
        assert kg.ontology.drafted
        assert kg.render_ontology("full")
        assert kg.mask("How many acquisitions are there?").text


def test_the_prompt_of_an_opaque_vocabulary(data: Path) -> None:
    """The ontology of NIDM-Results holds an invalid prefix line on purpose; it is rendered all the same."""
    root = data / "nidm_results"
    graphs = sorted((root / "graphs").glob("*.ttl"))
    with KnowledgeGraph.from_files(graphs, ontology=[root / "ontology.ttl"]) as kg:
        request = Translator(kg, model="anthropic:any").request("Which peaks lie in the largest cluster?")
    text = "".join(block.text for block in request.system)
    assert "NIDM_0000062" in text
    assert "owl:Class" in text

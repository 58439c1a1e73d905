"""A small data set of the test's own, and a client that answers from a table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from nlkgq.errors import ModelError
from nlkgq.llm.protocol import ModelReply, ModelRequest, Usage

GRAPH = """
@prefix ex: <https://toy.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:a a ex:Lamp ; ex:title "Aster" ; ex:watts 40 ; ex:maker ex:m .
ex:b a ex:Lamp ; ex:title "Borage" ; ex:watts 60 ; ex:maker ex:m .
ex:c a ex:Lamp ; ex:title "Cress" ; ex:watts 60 ; ex:maker ex:n .
ex:m a ex:Maker ; ex:title "Mill & Sons" . ex:n a ex:Maker ; ex:title "Nettle" .
"""
ONTOLOGY = """
@prefix ex: <https://toy.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:Lamp a owl:Class ; rdfs:label "lamp" . ex:Maker a owl:Class ; rdfs:label "maker" .
ex:title a owl:DatatypeProperty ; rdfs:label "title" ; rdfs:range xsd:string .
ex:watts a owl:DatatypeProperty ; rdfs:label "watts" ; rdfs:domain ex:Lamp ; rdfs:range xsd:integer .
ex:maker a owl:ObjectProperty ; rdfs:label "maker of" ; rdfs:domain ex:Lamp ; rdfs:range ex:Maker .
"""
PREFIX = "PREFIX ex: <https://toy.example/> "
QUESTIONS: Mapping[str, tuple[str, str]] = {
    "lamps": ("Which lamps are there?", "SELECT ?l { ?l a ex:Lamp }"),
    "watts": ("How many watts has each lamp?", "SELECT ?l ?w { ?l ex:watts ?w }"),
    "count": ("How many makers are there?", "SELECT (COUNT(?m) AS ?n) { ?m a ex:Maker }"),
    "sorted": (
        "List the titles of lamps ordered by watts.",
        "SELECT ?t ?w { ?l ex:title ?t ; ex:watts ?w } ORDER BY ?w",
    ),
    "any": ("Is there a lamp of more than 50 watts?", "ASK { ?l ex:watts ?w FILTER(?w > 50) }"),
    "none": ("Which lamps have 99 watts?", "SELECT ?l { ?l ex:watts 99 }"),
}


def write_dataset(folder: Path, more: str = "") -> Path:
    """The data set's folder, with `dataset.toml`, graph, ontology and questions."""
    import json

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "graph.ttl").write_text(GRAPH)
    (folder / "ontology.ttl").write_text(ONTOLOGY)
    lines = [{"id": i, "question": q, "sparql": PREFIX + s} for i, (q, s) in QUESTIONS.items()]
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (folder / "dataset.toml").write_text(
        'name = "toy"\nbase = "here"\n[questions]\nfile = "questions.jsonl"\n'
        '[[graphs]]\nname = "toy"\nfiles = ["graph.ttl"]\nontology = ["ontology.ttl"]\n' + more
    )
    return folder


SETTINGS = {"model.name": "openai:table", "model.base_url": "http://127.0.0.1:1/v1", "privacy.mode": "off"}


class TableClient:
    """Answers a question with the query that the table has for it; written by hand, not recorded."""

    def __init__(self, table: Mapping[str, str] | None = None, *, seconds: float = 0.0) -> None:
        self.table = {q: f"```sparql\n{PREFIX}{s}\n```" for q, s in QUESTIONS.values()} | dict(table or {})
        self.seconds = seconds
        self.asked: list[str] = []
        self._lock = threading.Lock()
        self.before: Callable[[str], None] = lambda question: None

    def complete(self, request: ModelRequest) -> ModelReply:
        first = request.messages[0].text
        question = next((q for q in self.table if q in first), None)
        if question is None:
            raise ModelError("nothing in the table", kind="bad-reply")
        with self._lock:
            self.asked.append(question)
        self.before(question)
        time.sleep(self.seconds)
        text = self.table[question]
        if len(request.messages) > 1 and f"{question} again" in self.table:
            text = self.table[f"{question} again"]
        usage = Usage(input_tokens=100, output_tokens=10, cache_read_tokens=0, cache_write_tokens=0)
        return ModelReply(text=text, model="table-1", usage=usage, stop_reason="end_turn")

"""The question sets that the offline translator is measured on, with what was put aside unread."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SPIDER = "spider4sparql"
SETS = ("films", "ck25", "acme", SPIDER, "metaqa", "dblp_quad_replay", "neuro")


def is_reserved(name: str, identifier: object) -> bool:
    """Whether a question was put aside unread: the parity of the first byte of a hash of set and id."""
    return hashlib.sha256(f"{name}/{identifier}".encode()).digest()[0] % 2 == 1


def development_graphs(names: list[str]) -> list[str]:
    """Of the relational graphs, the six with the smallest hashes of their names; the others were put aside."""
    return sorted(names, key=lambda name: hashlib.sha256(name.encode()).hexdigest())[:6]


@dataclass
class Question:
    """A question of a set; ``gold`` is SPARQL."""

    identifier: str
    text: str
    gold: str
    reserved: bool
    values: list[str] | bool | None = None


@dataclass
class Graph:
    """A graph with its ontology files and questions."""

    name: str
    group: str
    files: list[Path]
    ontology: list[Path]
    questions: list[Question]


def _lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _questions(name: str, path: Path, *, prefix: str = "") -> list[Question]:
    found = []
    for row in _lines(path):
        text = str(row["question"])
        if name == "metaqa":
            text = text.replace("[", "").replace("]", "")
        values = row.get("gold_values")
        found.append(
            Question(
                identifier=str(row["id"]),
                text=text,
                gold=prefix + str(row["sparql"]),
                reserved=is_reserved(name, row["id"]),
                values=values if isinstance(values, list | bool) else None,
            )
        )
    return found


def graphs(data: Path, wanted: list[str]) -> Iterator[Graph]:
    """The graphs of the wanted sets."""
    here = Path(__file__).resolve().parent.parent
    if "films" in wanted:
        folder = here / "ontologies" / "films"
        questions = _questions("films", folder / "questions.jsonl")
        yield Graph("films", "films", [folder / "graph.ttl"], [folder / "ontology.ttl"], questions)
    for name, graph in (("ck25", "graph.ttl"), ("acme", "graph.nt"), ("metaqa", "graph.nt.gz")):
        if name in wanted:
            folder = data / name
            questions = _questions(name, folder / "questions.jsonl")
            if name != "metaqa":
                yield Graph(name, name, [folder / graph], [folder / "ontology.ttl"], questions)
                continue
            for hops in ("1hop", "2hop", "3hop"):
                part = [q for q in questions if q.identifier.startswith(hops)]
                yield Graph("metaqa", f"metaqa {hops}", [folder / graph], [folder / "ontology.ttl"], part)
    folders = sorted(p for p in (data / SPIDER).iterdir() if p.is_dir())
    development = development_graphs([p.name for p in folders])
    for folder in folders:
        if SPIDER in wanted or f"{SPIDER}/{folder.name}" in wanted:
            questions = _questions(folder.name, folder / "questions.jsonl")
            for q in questions:
                q.reserved = folder.name not in development
            yield Graph(folder.name, SPIDER, [folder / "graph.nt.gz"], [folder / "ontology.owl"], questions)
    if "dblp_quad_replay" in wanted:
        folder = data / "dblp_quad_replay"
        questions = _questions("dblp_quad_replay", folder / "questions.jsonl")
        yield Graph("dblp", "dblp_quad_replay", [folder / "graph.nt.gz"], [], questions)
    if "neuro" in wanted:
        yield from _neuro(data)


def _neuro(data: Path) -> Iterator[Graph]:
    questions = _questions("neuro", data / "neuro_questions.jsonl")
    nidm = [q for q in questions if q.identifier.startswith("nr")]
    other = [q for q in questions if not q.identifier.startswith("nr")]
    results = sorted(p for p in (data / "nidm_results" / "graphs").rglob("*") if p.is_file())
    yield Graph("nidm_results", "neuro", results, [data / "nidm_results" / "terms.ttl"], nidm)
    yield Graph("openneuro", "neuro", sorted((data / "openneuro_nidm").glob("*.ttl")), [], other)

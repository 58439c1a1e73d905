"""The right queries that validation is measured on: every shared set with a graph, with its ontology and profile."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from nlkgq.api import KnowledgeGraph
from nlkgq.iri import WELL_KNOWN, PrefixMap
from nlkgq.ontology.draft import draft_ontology
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile import profile_files
from nlkgq.ontology.profile_model import Profile
from nlkgq.resources import graph_folder
from nlkgq.rewrite.prefixes import prefixes
from nlkgq.sparql import Query, parse_query


@dataclass(frozen=True, kw_only=True)
class GoldQuery:
    """A right query: its place in its set, its question ("" without one), its text."""

    name: str
    question: str
    text: str

    @property
    def tree(self) -> Query:
        """Parsed, with the common prefixes declared, as the engine of its set allows to leave out."""
        return prefixes(parse_query(self.text, undeclared_prefixes=True), PrefixMap(WELL_KNOWN))[0]


@dataclass(frozen=True, kw_only=True)
class GoldSet:
    """Queries over one graph. ``given`` tells whether the ontology was given or drafted from the data."""

    name: str
    ontology: Ontology
    graphs: tuple[Path, ...]
    queries: tuple[GoldQuery, ...]
    given: bool = True
    known: Profile | None = None

    @cached_property
    def profile(self) -> Profile:
        """What its files hold."""
        return self.known or profile_files(self.graphs)


def records(file: Path) -> list[dict[str, str]]:
    """The lines of a file of JSON lines."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def _queries(found: list[dict[str, str]]) -> tuple[GoldQuery, ...]:
    return tuple(GoldQuery(name=str(r["id"]), question=r["question"], text=r["sparql"]) for r in found)


def gold_sets(data: Path) -> Iterator[GoldSet]:
    """Every set: shared ones, the bundled films, and films behind a wrapper."""
    for folder in [data / "ck25", data / "acme", data / "metaqa", *sorted((data / "spider4sparql").iterdir())]:
        ontology = load_ontology(next(iter([*folder.glob("ontology.ttl"), *folder.glob("*.owl")])))
        graph = next(folder.glob("graph.*"))
        queries = _queries(records(folder / "questions.jsonl"))
        yield GoldSet(name=folder.name, ontology=ontology, graphs=(graph,), queries=queries)
    yield from _neuroimaging(data)
    films = graph_folder("films")
    queries = _queries(records(films / "questions.jsonl"))
    ontology = load_ontology(films / "ontology.ttl")
    yield GoldSet(name="films", ontology=ontology, graphs=(films / "graph.ttl",), queries=queries)
    with KnowledgeGraph.open("films-opaque") as kg:
        view = tuple(kg.knowledge.data_files)
        yield GoldSet(name="films-opaque", ontology=kg.ontology, graphs=view, queries=queries)


def _neuroimaging(data: Path) -> Iterator[GoldSet]:
    asked = records(data / "neuro_questions.jsonl")
    files = tuple(sorted((data / "nidm_results" / "graphs").glob("*.ttl")))
    queries = [
        GoldQuery(name=f.name, question="", text=f.read_text(encoding="utf-8"))
        for f in sorted((data / "nidm_results" / "queries").glob("*.rq"))
    ]
    queries += _queries([r for r in asked if r["set"] == "nidm_results"])
    ontology = load_ontology(data / "nidm_results" / "ontology.ttl")
    yield GoldSet(name="nidm_results", ontology=ontology, graphs=files, queries=tuple(queries))
    files = tuple(sorted((data / "openneuro_nidm").glob("**/*.ttl")))
    profile = profile_files(files)
    queries = list(_queries([r for r in asked if r["set"] != "nidm_results"]))
    yield GoldSet(
        name="openneuro",
        ontology=draft_ontology(profile),
        graphs=files,
        queries=tuple(queries),
        given=False,
        known=profile,
    )

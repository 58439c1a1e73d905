"""Right queries get no error: the gold queries of the shared sets that come with an ontology."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile import profile_files
from nlkgq.ontology.profile_model import Profile
from nlkgq.sparql import parse_query
from nlkgq.validation.validate import validate

# Gold queries with an error-level finding, each with the reason.
EXPECTED = {
    "cluster.rq": "it uses spm:clusterSizeInResels, a name that the ontology has dropped",
    "museum_visit/414": "it orders by ?T1_age, which no pattern sets",
}


def gold(data: Path) -> Iterator[tuple[str, str, Ontology, Profile | None]]:
    """Name, query, ontology and, of the smaller graphs, profile."""
    for folder in [data / "ck25", data / "acme", data / "metaqa", *sorted((data / "spider4sparql").iterdir())]:
        ontology = load_ontology(next(iter([*folder.glob("ontology.ttl"), *folder.glob("*.owl")])))
        graph = next(folder.glob("graph.*"))
        profile = profile_files(graph) if graph.stat().st_size < 2_000_000 else None
        for record in records(folder / "questions.jsonl"):
            yield f"{folder.name}/{record['id']}", record["sparql"], ontology, profile
    nidm = load_ontology(data / "nidm_results" / "ontology.ttl")
    for file in sorted((data / "nidm_results" / "queries").glob("*.rq")):
        yield file.name, file.read_text(encoding="utf-8"), nidm, None
    for record in records(data / "neuro_questions.jsonl"):
        if record["set"] == "nidm_results":
            yield record["id"], record["sparql"], nidm, None


def records(file: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_errors_on_gold_queries(data: Path) -> None:
    checked = 0
    doubtful = 0
    errors: dict[str, list[str]] = {}
    for name, text, ontology, profile in gold(data):
        # Some gold queries leave rdf: undeclared, as their engine allows.
        tree = parse_query(text, undeclared_prefixes=True)
        for known in [None] if profile is None else [None, profile]:
            findings = [f for f in validate(tree, ontology, known) if f.terms != ("rdf:",)]
            checked += 1
            wrong = [f.message for f in findings if f.severity == "error"]
            if wrong:
                errors[name] = wrong
            doubtful += known is not None and any(f.severity == "warning" for f in findings)
    assert checked > 1100
    assert set(errors) == set(EXPECTED), errors
    assert doubtful <= 0.01 * checked

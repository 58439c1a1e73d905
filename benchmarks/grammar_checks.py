"""Gold queries, and an opinion on a generated query that is independent of the grammar."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from nlkgq.errors import SparqlSyntaxError
from nlkgq.grammar.places import ValueSlot
from nlkgq.grammar.source import GrammarSource
from nlkgq.iri import RDF, RDFS, XSD
from nlkgq.masking.kinds import NUMERIC, TEMPORAL
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.model import Ontology
from nlkgq.sparql import Node, Query, Token, parse_query, triple_patterns
from nlkgq.sparql.tree import IRI_TERMINALS
from nlkgq.validation.second_opinion import second_opinion
from nlkgq.validation.validate import validate

ALWAYS = {RDFS + "label", RDFS + "comment", RDFS + "subClassOf", RDF + "type"}


def gold_sets(data: Path, project: Path) -> Iterator[tuple[str, Ontology, list[tuple[str, str]]]]:
    """Name, ontology, and the gold queries with their names, of every set that comes with an ontology."""
    for folder in [data / "ck25", data / "acme", data / "metaqa", *sorted((data / "spider4sparql").iterdir())]:
        file = next(iter([*folder.glob("ontology.ttl"), *folder.glob("*.owl")]))
        yield folder.name, load_ontology(file), _questions(folder / "questions.jsonl")
    nidm = data / "nidm_results"
    native = [(f.name, f.read_text(encoding="utf-8")) for f in sorted((nidm / "queries").glob("*.rq"))]
    lines = (data / "neuro_questions.jsonl").read_text(encoding="utf-8").splitlines()
    more = [(r["id"], r["sparql"]) for r in map(json.loads, lines) if r["set"] == "nidm_results"]
    yield "nidm_results", load_ontology(nidm / "ontology.ttl"), native + more
    films = project / "ontologies/films"
    yield "films", load_ontology(films / "ontology.ttl"), _questions(films / "questions.jsonl")


def _questions(file: Path) -> list[tuple[str, str]]:
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [(str(r["id"]), r["sparql"]) for r in records]


def known_question(ontology: Ontology, seed: int) -> str:
    """A question in the ontology's own words, with placeholders; the same for the same seed."""
    chance = random.Random(seed)
    owl_class = chance.choice(list(ontology.classes.values())).label()
    one, other = (p.label() for p in chance.choices(list(ontology.properties.values()), k=2))
    return chance.choice(
        [
            f"Which {owl_class} has the {one} VALUE_K3QX?",
            f"How many {owl_class} are there for each {one}?",
            f"What are the {one} and the {other} of VALUE_M2TP?",
            f"Which {owl_class} has the most {one}, and a {other} above VALUE_W7RC?",
            f"Is there any {owl_class} without a {one}?",
        ]
    )


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What holds for a query: by the parser here, by pyoxigraph, by the ontology."""

    parses: bool = False
    agreed: bool = False
    known_terms: bool = False
    objects_fit: bool = False
    no_finding: bool = False

    def facts(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)


def judged(text: str, source: GrammarSource, slots: tuple[ValueSlot, ...]) -> Verdict:
    """The verdict on a query, prefixes declared as the query path declares them."""
    declared = "" if re.match(r"\s*PREFIX\b", text, re.IGNORECASE) else source.prefixes.declarations()
    try:
        query = parse_query(declared + text)
    except SparqlSyntaxError:
        return Verdict()
    try:
        second_opinion(query)
        agreed = True
    except Exception:  # noqa: BLE001  # pyoxigraph's errors have no common base; every one is a no
        agreed = False
    ontology = source.ontology
    codes = [f.code for f in validate(query, ontology) if f.severity == "error" or f.code == "excluded-class"]
    return Verdict(
        parses=True,
        agreed=agreed,
        known_terms=all(_is_known(iri, ontology) for iri in _iris(query)),
        objects_fit=all(_fits(query, pattern, ontology, slots) for pattern in triple_patterns(query)),
        no_finding=not codes,
    )


def _iris(query: Query) -> Iterator[str]:
    prologue = query.root.children[0]
    for token in query.tokens:
        if token.terminal in IRI_TERMINALS and token.start >= prologue.end:
            yield query.iri_or_none(token) or token.text


def _is_known(iri: str, ontology: Ontology) -> bool:
    return ontology.term(iri) is not None or iri in ALWAYS or iri.startswith(XSD)


def _fits(query: Query, pattern: Any, ontology: Ontology, slots: tuple[ValueSlot, ...]) -> bool:
    """Whether a constant object may be a value of the property, or of the last one of the path."""
    predicate = pattern.predicate
    last = predicate
    while isinstance(last, Node) and last.kind in {"PathSequence", "PathElt"}:
        last = last.children[-1 if last.kind == "PathSequence" else 0]
    prop = ontology.properties.get(query.iri_or_none(last) or "")
    target = pattern.object
    if prop is None or (isinstance(target, Token) and target.terminal == "VAR"):
        return True
    literal = query.literal(target) if isinstance(target, (Token, Node)) else None
    if literal is None:
        return prop.kind != "datatype"
    found = next((s for s in slots if s.name == literal.value), None)
    if found is not None:
        return (
            ("thing" in found.places)
            if prop.kind == "object"
            else found.places != frozenset({"thing", "any"}) or (prop.kind != "datatype")
        )
    if prop.kind == "object":
        return False
    ranges = set(prop.range_classes)
    for kinds in (NUMERIC, TEMPORAL):
        if ranges and ranges <= kinds:
            return literal.datatype in kinds
    return literal.datatype not in NUMERIC | TEMPORAL if ranges == {XSD + "string"} else True

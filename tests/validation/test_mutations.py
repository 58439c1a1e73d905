"""Wrong queries are found: gold queries with one property changed, over graphs that have been counted."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile import profile_files
from nlkgq.sparql import Query, Token, parse_query, triple_patterns
from nlkgq.validation.validate import validate


def mutants(tree: Query, ontology: Ontology, rng: random.Random) -> Iterator[tuple[str, Query]]:
    """Kind of mistake, and the query with it."""
    uses = [p.predicate for p in triple_patterns(tree) if isinstance(p.predicate, Token)]
    named = [token for token in uses if tree.iri_or_none(token) in ontology.properties]
    if not named:
        return
    token = rng.choice(named)
    iri = tree.iri(token)
    yield "misspelt", tree.replace({token: f"<{iri[:-2]}{iri[-1]}>"})
    others = sorted(set(ontology.properties) - {iri})
    # Properties of one class are often exchanged without any sign of it; those of two classes are not.
    strangers = [other for other in others if other.partition("#")[0] != iri.partition("#")[0]]
    yield "another property", tree.replace({token: f"<{rng.choice(strangers or others)}>"})
    prop = ontology.properties[iri]
    if prop.kind == "object" and prop.domain_classes != prop.range_classes:
        yield "reversed", tree.replace({token: f"^{token.text}"})


def test_share_of_mistakes_found(data: Path) -> None:
    rng = random.Random(5)
    made: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for name in ("ck25", "spider4sparql/world_1", "spider4sparql/flight_2", "spider4sparql/pets_1"):
        folder = data / name
        ontology = load_ontology(next(iter([*folder.glob("ontology.ttl"), *folder.glob("*.owl")])))
        profile = profile_files(next(folder.glob("graph.*")))
        for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
            tree = parse_query(json.loads(line)["sparql"])
            for kind, mutant in mutants(tree, ontology, rng):
                made[kind] += 1
                found[kind] += any(f.severity == "error" for f in validate(mutant, ontology, profile))
    shares = {kind: found[kind] / made[kind] for kind in made}
    assert shares["misspelt"] > 0.95, shares
    assert shares["another property"] > 0.7, shares
    assert shares["reversed"] > 0.6, shares
    assert min(made.values()) > 15, made

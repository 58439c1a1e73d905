"""Measures the module of a large ontology: how many of the gold query's terms are in it.

    NLKGQ_DATA=... python benchmarks/module.py [--terms 10000] [--budget 8000] [--sample 60] [--missing]

The ontologies of the shared sets are laid together and filled up to ``--terms`` with classes and properties whose
names are made of the words of the real ones and of everyday words, so that every question names some of them too. For
each question the module is cut to ``--budget`` tokens, by the question and by the properties that hold the values it
names.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from offline_sets import Graph, graphs

from nlkgq.analysis.module import ModuleCutter
from nlkgq.iri import WELL_KNOWN, XSD
from nlkgq.ontology.draft import draft_ontology, extend_ontology
from nlkgq.ontology.lexicon import Lexicon, words_of
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.model import Ontology, OwlClass, Property, Text
from nlkgq.ontology.profile import profile_files
from nlkgq.ontology.render import estimate_tokens, render
from nlkgq.ontology.words import load_words
from nlkgq.sparql import parse_query
from nlkgq.values.build import open_index

SETS = ["films", "ck25", "acme", "spider4sparql", "metaqa", "dblp_quad_replay"]
MADE = "https://made.example/o#"
_HOLDERS = 4


def own_ontology(graph: Graph) -> Ontology:
    """The ontology of one graph, completed from its data as `nlkgq` does it."""
    profile = profile_files(graph.files)
    return extend_ontology(load_ontology(graph.ontology), profile) if graph.ontology else draft_ontology(profile)


def common_words() -> set[str]:
    """Everyday words, among which the words of the real ontologies are as rare as in a large one."""
    return {w for w in load_words("en").groups if w.isalpha()}


def made_terms(count: int, words: list[str], chance: random.Random) -> Iterator[OwlClass | Property]:
    """Classes and properties of made-up names; a tenth are classes."""
    classes: list[str] = []
    for number in range(count):
        name = " ".join(chance.sample(words, chance.choice((2, 2, 3))))
        iri = f"{MADE}t{number}"
        labels = (Text(value=name, language="en"),)
        if number % 10 == 0:
            parents = (chance.choice(classes),) if classes and chance.random() < 0.5 else ()
            classes.append(iri)
            yield OwlClass(iri=iri, labels=labels, parents=parents)
        elif chance.random() < 0.5:
            ends = ((chance.choice(classes),),), ((chance.choice(classes),),)
            yield Property(iri=iri, labels=labels, kind="object", domain=ends[0], range=ends[1])
        else:
            domain = ((chance.choice(classes),),)
            yield Property(iri=iri, labels=labels, kind="datatype", domain=domain, range=((XSD + "string",),))


def together(ontologies: list[Ontology], terms: int) -> Ontology:
    """All ontologies as one, filled up with made terms."""
    classes: dict[str, OwlClass] = {}
    properties: dict[str, Property] = {}
    for ontology in ontologies:
        classes |= ontology.classes
        properties |= ontology.properties
    labels = [t.label() for o in ontologies for t in o]
    words = sorted({w for label in labels for w in words_of(label) if len(w) > 2} | common_words())
    for term in made_terms(terms - len(classes) - len(properties), words, random.Random(7)):
        if isinstance(term, OwlClass):
            classes[term.iri] = term
        else:
            properties[term.iri] = term
    return replace(
        ontologies[0], classes=classes, properties=properties, individuals={}, prefixes=ontologies[0].prefixes
    )


def gold_terms(query: str, ontology: Ontology) -> set[str]:
    """The terms of the ontology that a query names."""
    for prefix in ("rdf", "rdfs", "xsd"):
        if f"{prefix}:" in query and f"PREFIX {prefix}:" not in query:
            query = f"PREFIX {prefix}: <{WELL_KNOWN[prefix]}>\n{query}"
    tree = parse_query(query)
    named = {tree.iri_or_none(item) for item in tree.walk()}
    return {iri for iri in named if iri is not None and ontology.term(iri) is not None}


def main() -> int:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=SETS)
    parser.add_argument("--terms", type=int, default=10_000)
    parser.add_argument("--budget", type=int, default=8_000)
    parser.add_argument("--sample", type=int, default=60, help="most questions of one graph")
    parser.add_argument("--missing", action="store_true", help="print the terms that are missing")
    args = parser.parse_args()
    cache = Path(os.environ.get("NLKGQ_CACHE_DIR", tempfile.mkdtemp()))
    found = list(graphs(Path(os.environ["NLKGQ_DATA"]), args.sets))
    own = {g.name: own_ontology(g) for g in found}
    whole = together(list(own.values()), args.terms)
    cutter = ModuleCutter(whole, Lexicon(whole))
    every = kept = questions = complete = 0
    seconds: list[float] = []
    for graph in found:
        index = open_index(graph.files, cache / f"{graph.name}.values", ontology=own[graph.name])
        here = [0, 0]
        for q in random.Random(3).sample(graph.questions, min(args.sample, len(graph.questions))):
            wanted = gold_terms(q.gold, own[graph.name])
            begun = time.perf_counter()
            held = {
                iri: None
                for match in index.scan(q.text)
                if match.kind in ("exact", "folded")
                for value in match.values[:2]
                for holder in value.holders[:_HOLDERS]
                for iri in (holder.property, holder.subject_class)
            }
            module = cutter.cut(q.text, held, fits=lambda o: estimate_tokens(render(o, "full")) <= args.budget)
            seconds.append(time.perf_counter() - begun)
            missing = {iri for iri in wanted if module.term(iri) is None}
            if missing and args.missing:
                print(f"{graph.name} {q.identifier}: {q.text}\n   {sorted(missing)}")
            here[0] += len(wanted)
            here[1] += len(wanted) - len(missing)
            questions += 1
            complete += not missing
        every, kept = every + here[0], kept + here[1]
        print(f"{graph.name:24} {here[1]:5} of {here[0]:5} terms", flush=True)
    slow = sorted(seconds)
    print(f"\n{kept} of {every} gold terms ({kept / every:.3%}); all of them for {complete} of {questions} questions")
    print(
        f"a cut takes {slow[len(slow) // 2] * 1000:.0f} ms (median), {slow[int(len(slow) * 0.95)] * 1000:.0f} ms (p95)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

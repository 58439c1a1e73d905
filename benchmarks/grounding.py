"""Grounding: 2,000 misspelt literals of real graphs, and its speed over 1,000,000 values.

    python benchmarks/grounding.py [--literals N] [--values N] [--seed N] [--misses]

``NLKGQ_DATA`` names the folder with the graphs; the bundled films take part without it. Each literal is a value of a
property, written with one typing error, cut short, in another case or in another order, seeded. A literal counts only
where no other value of its property is equally near, which is judged here by comparing it with every one of them, with
no code of the grounding. "Right" means that the first candidate is the value it was made of; "wrong" that the query
got other terms in its place, and not this one.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox
from rapidfuzz.distance import OSA
from value_index import write_graph

from nlkgq.grounding import ground
from nlkgq.grounding.candidates import IndexSource
from nlkgq.iri import RDF, RDFS, XSD, local_name
from nlkgq.ontology.draft import draft_ontology, extend_ontology
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile import profile_files
from nlkgq.rdf_files import read_quads
from nlkgq.sparql import parse_query, quote
from nlkgq.values.build import build_index
from nlkgq.values.names import names_things, readable_name
from nlkgq.values.store import SqliteValueIndex

SEED = 20
LETTERS = "abcdefghijklmnopqrstuvwxyz"
FILMS = Path(__file__).resolve().parent.parent / "ontologies" / "films"


@dataclass(frozen=True)
class Case:
    """A literal to ground: ``text`` stands for ``truth``, a value of ``property``."""

    kind: str
    property: str
    text: str
    truth: str
    equally_near: bool


def graphs(data: Path | None) -> Iterator[tuple[str, list[Path], list[Path]]]:
    """Name, graph files, ontology files."""
    yield "films", [FILMS / "graph.ttl"], [FILMS / "ontology.ttl"]
    if data is None:
        return
    yield "ck25", [data / "ck25/graph.ttl"], [data / "ck25/ontology.ttl"]
    yield "acme", [data / "acme/graph.nt"], [data / "acme/ontology.ttl"]
    yield "metaqa", [data / "metaqa/graph.nt.gz"], [data / "metaqa/ontology.ttl"]
    yield "dblp", [data / "dblp_quad_replay/graph.nt.gz"], []
    for folder in sorted((data / "spider4sparql").iterdir()):
        if folder.is_dir():
            files = sorted(folder.glob("*.nt.gz"))
            yield folder.name, files, sorted(folder.glob("*.owl"))


def pools(files: list[Path], ontology: Ontology) -> dict[str, list[str]]:
    """Property -> its values as people write them: texts of literals, names of things."""
    texts: dict[str, set[str]] = defaultdict(set)
    names: dict[str, set[str]] = defaultdict(set)
    links: dict[str, set[str]] = defaultdict(set)
    for path in files:
        for quad in read_quads(path):
            target, predicate = quad.object, quad.predicate.value
            if isinstance(quad.subject, ox.NamedNode) and ontology.term(quad.subject.value) is not None:
                continue  # a name of a class or property is no value
            if isinstance(target, ox.Literal):
                if target.language or target.datatype.value == XSD + "string":
                    texts[predicate].add(target.value)
                    if names_things(predicate) and isinstance(quad.subject, ox.NamedNode):
                        names[quad.subject.value].add(target.value)
            elif isinstance(target, ox.NamedNode) and predicate != RDF + "type" and not predicate.startswith(RDFS):
                links[predicate].add(target.value)
    for predicate, things in links.items():
        found = ontology.properties.get(predicate)
        if found is not None and found.kind == "object":
            for iri in things:
                texts[predicate] |= names.get(iri) or {name for name in (readable_name(iri),) if name}
    return {p: sorted(found) for p, found in texts.items() if len(found) > 1 and p in ontology.properties}


def misspelt(text: str, chance: random.Random) -> str | None:
    """With one typing error in a letter."""
    places = [i for i, c in enumerate(text) if c.isascii() and c.isalpha()]
    if len(places) < 5:
        return None
    at = chance.choice(places)
    letter = chance.choice([c for c in LETTERS if c != text[at].lower()])
    kind = chance.choice(("drop", "double", "replace", "swap"))
    if kind == "drop":
        return text[:at] + text[at + 1 :]
    if kind == "double":
        return text[:at] + letter + text[at:]
    if kind == "replace":
        return text[:at] + letter + text[at + 1 :]
    if at + 1 in places and text[at].lower() != text[at + 1].lower():
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return text[:at] + letter + text[at + 1 :]


def cut_short(text: str, chance: random.Random) -> str | None:
    """With the first word as its initial, or a long word cut."""
    words = text.split()
    if len(words) > 1 and words[0].isalpha() and len(words[0]) > 2 and chance.random() < 0.5:
        return f"{words[0][0]}. {' '.join(words[1:])}"
    long = [i for i, word in enumerate(words) if word.isalpha() and len(word) >= 7]
    if not long:
        return None
    at = chance.choice(long)
    words[at] = words[at][: chance.randint(4, len(words[at]) - 3)] + "."
    return " ".join(words)


def acronym(text: str, chance: random.Random) -> str | None:
    """The first letters of three and more words."""
    words = text.split()
    if not 3 <= len(words) <= 6 or not all(word.isalpha() and word.isascii() for word in words):
        return None
    return "".join(word[0] for word in words).upper()


def other_case(text: str, chance: random.Random) -> str | None:
    """In upper, lower or title case."""
    made = [t for t in (text.upper(), text.lower(), text.title()) if t != text]
    return chance.choice(made) if made else None


def reordered(text: str, chance: random.Random) -> str | None:
    """With the last word first, with a comma or without."""
    words = text.split()
    if len(words) < 2 or not words[-1].isalpha() or words[-1].lower() == words[0].lower():
        return None
    return f"{words[-1]}{chance.choice((',', ''))} {' '.join(words[:-1])}"


KINDS: Mapping[str, Callable[[str, random.Random], str | None]] = {
    "one typo": misspelt,
    "abbreviation": cut_short,
    "acronym": acronym,
    "another case": other_case,
    "reordered": reordered,
}


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold().replace("_", " ")))


def _abbreviates(short: str, long: str) -> bool:
    """Whether each word begins the word at its place."""
    ours, theirs = short.split(), long.split()
    return len(ours) == len(theirs) and all(b.startswith(a) for a, b in zip(ours, theirs, strict=True))


def near_too(kind: str, text: str, truth: str, pool: list[str]) -> bool:
    """Whether another value of the property is as near to the text as what it was made of."""
    ours, right = _plain(text), _plain(truth)
    for other in pool:
        theirs = _plain(other)
        if theirs == right:
            continue
        if kind == "one typo" and OSA.distance(ours, theirs, score_cutoff=1) <= 1:
            return True
        if kind == "abbreviation" and _abbreviates(ours, theirs):
            return True
        if kind == "acronym" and "".join(w[0] for w in theirs.split()) == ours:
            return True
        if kind == "another case" and theirs == ours:
            return True
        if kind == "reordered" and sorted(theirs.split()) == sorted(ours.split()):
            return True
    return False


def cases(pool: Mapping[str, list[str]], count: int, chance: random.Random) -> list[Case]:
    """``count`` literals: kinds in turn, properties evenly."""
    properties = sorted(pool)
    made: list[Case] = []
    names = list(KINDS)
    tries = 0
    while properties and len(made) < count and tries < 60 * count:
        tries += 1
        kind = names[(len(made) + tries // 40) % len(names)]
        property_iri = chance.choice(properties)
        truth = chance.choice(pool[property_iri])
        if not 4 <= len(truth) <= 80 or len(truth.split()) > 12:
            continue
        text = KINDS[kind](truth, chance)
        if text is None or text == truth or text in pool[property_iri]:
            continue
        equally = near_too(kind, text, truth, pool[property_iri])
        made.append(Case(kind=kind, property=property_iri, text=text, truth=truth, equally_near=equally))
    return made


@dataclass
class Tally:
    """Counts of one kind."""

    asked: int = 0
    right: int = 0
    replaced: int = 0
    offered: int = 0
    wrong: int = 0
    equally_near: int = 0
    kept: int = 0


def run(
    made: list[Case], index: SqliteValueIndex, ontology: Ontology, tallies: dict[str, Tally], misses: list[str]
) -> None:
    """Grounds each in a query of its own."""
    for case in made:
        query = parse_query(f"SELECT ?x {{ ?x <{case.property}> {quote(case.text)} }}")
        (grounding,) = ground(query, index, ontology).groundings or (None,)
        choices = grounding.choices if grounding is not None else ()
        taken = grounding.taken if grounding is not None else ()
        names = [c.text for c in choices]
        tally = tallies[case.kind]
        wrong = bool(taken) and case.truth not in {c.text for c in taken}
        tally.wrong += wrong
        if case.equally_near:
            tally.equally_near += 1
            tally.kept += case.truth in names
            continue
        tally.asked += 1
        right = bool(names) and names[0] == case.truth
        tally.right += right
        tally.replaced += len({c.text for c in taken}) == 1 and not wrong
        tally.offered += len({c.text for c in taken}) > 1 and not wrong
        if not right or wrong:
            said = grounding.outcome if grounding is not None else "none"
            misses.append(
                f"{case.kind}: {case.text!r} for {case.truth!r} of {local_name(case.property)}: {said}"
                f"{' WRONG' if wrong else ''} {[(c.text, round(c.score, 3)) for c in choices[:3]]}"
            )


def accuracy(count: int, seed: int, *, show: bool) -> None:
    """The table of kinds over all graphs."""
    folder = os.environ.get("NLKGQ_DATA")
    found = list(graphs(Path(folder) if folder else None))
    chance = random.Random(seed)
    tallies: dict[str, Tally] = {kind: Tally() for kind in KINDS}
    misses: list[str] = []
    sizes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as temporary:
        for number, (name, files, ontologies) in enumerate(found):
            profile = profile_files(files)
            ontology = extend_ontology(load_ontology(ontologies), profile) if ontologies else draft_ontology(profile)
            wanted = (count * (number + 1)) // len(found) - (count * number) // len(found)
            made = cases(pools(files, ontology), wanted, chance)
            sizes[name] = len(made)
            target = Path(temporary, f"{number}.sqlite")
            build_index(files, target, ontology=ontology)
            with SqliteValueIndex(target) as index:
                run(made, index, ontology, tallies, misses)
    if show:
        print("\n".join(misses), file=sys.stderr)
    print(f"{sum(sizes.values())} literals of {len(sizes)} graphs\n")
    print("| kind | literals | right first | alone in the query | among several | wrong | equally near: kept |")
    print("|---|---|---|---|---|---|---|")
    total = Tally()
    for kind, tally in tallies.items():
        _row(kind, tally)
        for name in total.__dict__:
            setattr(total, name, getattr(total, name) + getattr(tally, name))
    _row("all", total)


def _row(kind: str, tally: Tally) -> None:
    asked, every = max(1, tally.asked), max(1, tally.asked + tally.equally_near)
    print(
        f"| {kind} | {tally.asked} | {100 * tally.right / asked:.1f} % | {100 * tally.replaced / asked:.1f} % |"
        f" {100 * tally.offered / asked:.1f} % | {tally.wrong} ({100 * tally.wrong / every:.2f} %) |"
        f" {tally.kept} of {tally.equally_near} |"
    )


def speed(count: int) -> None:
    """Milliseconds a literal over ``count`` values."""
    with tempfile.TemporaryDirectory() as folder:
        graph, target = Path(folder, "graph.nt"), Path(folder, "values.sqlite")
        sample = write_graph(graph, count)
        build_index([graph], target, ontology=Ontology())
        chance = random.Random(SEED)
        made = [(kind, text) for kind, make in KINDS.items() for value in sample if (text := make(value, chance))]
        made += [("as stored", value) for value in sample]
        made += [("in part", value.split()[-1]) for value in sample if " " in value]
        chance.shuffle(made)
        print(f"\n{count:,} values; one literal of a property, found and ranked\n")
        print("| kind | literals | p50, ms | p99, ms | p99 of our own CPU time, ms |\n|---|---|---|---|---|")
        times: dict[str, list[tuple[float, float]]] = defaultdict(list)
        with SqliteValueIndex(target) as index:
            source = IndexSource(index)
            for kind, text in made:
                started, used = time.perf_counter(), time.thread_time()
                source.find(text, frozenset({"http://example.org/name"}))
                times[kind].append(((time.perf_counter() - started) * 1000, (time.thread_time() - used) * 1000))
        for kind, measured in [*times.items(), ("all", [t for found in times.values() for t in found])]:
            wall, cpu = sorted(w for w, _ in measured), sorted(c for _, c in measured)
            at = len(measured) * 99 // 100
            print(f"| {kind} | {len(measured)} | {wall[len(wall) // 2]:.2f} | {wall[at]:.2f} | {cpu[at]:.2f} |")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--literals", type=int, default=2_000)
    parser.add_argument("--values", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--misses", action="store_true", help="list what was not right, on standard error")
    options = parser.parse_args()
    if options.literals:
        accuracy(options.literals, options.seed, show=options.misses)
    if options.values:
        speed(options.values)


if __name__ == "__main__":
    main()

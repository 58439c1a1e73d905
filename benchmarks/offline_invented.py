"""Measures what the offline translator loses when the words of a graph are invented ones.

    python benchmarks/offline_invented.py [--seeds N] [--show]

Every label, alternative label and IRI of the bundled films, and every word of its questions that is of the vocabulary,
is replaced by an invented word with the same ending, another one for each seed. What is lost was tied to the words.
Function words and the closed lists of phrases for operations ("number of", "in which year") stay English.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
from invented_words import Invention
from offline import Rig, matches
from offline_sets import Graph, Question, graphs

from nlkgq.errors import NotUnderstoodError
from nlkgq.masking.model import MaskedText
from nlkgq.ontology.loader import load_ontology
from nlkgq.rdf_files import read_quads


def invented(graph: Graph, seed: int, folder: Path) -> Graph:
    """The graph in invented words.

    Args:
        graph: Its files and questions.
        seed: Of the words.
        folder: Takes the files.
    """
    ontology = load_ontology(graph.ontology)
    made = Invention(ontology, seed)
    values = {q.object.value for path in graph.files for q in read_quads(path) if isinstance(q.object, ox.Literal)}
    files: dict[bool, Path] = {}
    for labels, paths in ((True, graph.ontology), (False, graph.files)):
        files[labels] = folder / f"{'ontology' if labels else 'graph'}-{seed}.nt"
        quads = made.quads((q for path in paths for q in read_quads(path)), labels=labels)
        ox.serialize((q.triple for q in quads), str(files[labels]), format=ox.RdfFormat.N_TRIPLES)
    questions = [
        Question(q.identifier, made.question(q.text, values), made.query(q.gold), q.reserved) for q in graph.questions
    ]
    return Graph(f"{graph.name}-{seed}", graph.group, [files[False]], [files[True]], questions)


def answered(graph: Graph, folder: Path) -> Iterator[tuple[Question, str, str]]:
    """(question, right, wrong or abstained, query or reason)"""
    rig = Rig(graph, folder, threshold=None)
    for q in graph.questions:
        gold = rig.run(q.gold)
        try:
            query = rig.translator.generate(MaskedText(text=q.text, mode="off", original=q.text)).query
        except NotUnderstoodError as error:
            yield q, "abstained", f"{error.message} {error.unread}"
            continue
        found = rig.run(query)
        yield q, "right" if found is not None and matches(q, gold, found) else "wrong", query
    rig.runner.close()


def main() -> int:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5, help="how many vocabularies [5]")
    parser.add_argument("--show", action="store_true", help="print what is lost (development half)")
    args = parser.parse_args()
    print(f"{'words':28} {'asked':>6} {'right':>6} {'wrong':>6} {'accuracy':>9}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        films = next(graphs(Path(), ["films"]))
        own = list(answered(films, folder))
        _row("as they are", own)
        found = []
        for seed in range(1, args.seeds + 1):
            for (q, was, _), (new, verdict, told) in zip(
                own, answered(invented(films, seed, folder), folder), strict=True
            ):
                found.append((new, verdict, told))
                if args.show and verdict != was and not q.reserved:
                    print(f"--- {q.identifier} {was} -> {verdict}: {new.text}\n{told}\nGOLD {new.gold}")
        _row(f"invented, {args.seeds} seeds", found)
        changed, stay = Invention(load_ontology(films.ontology), 1).counted()
        print(f"{changed} words of the vocabulary change, {stay} are of the closed lists and stay")
    return 0


def _row(title: str, found: list[tuple[Question, str, str]]) -> None:
    right = sum(verdict == "right" for _, verdict, _ in found)
    wrong = sum(verdict == "wrong" for _, verdict, _ in found)
    print(f"{title:28} {len(found):6} {right:6} {wrong:6} {right / len(found):9.3f}")


if __name__ == "__main__":
    sys.exit(main())

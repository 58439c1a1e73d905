"""Measures what each part of the offline translator is worth: the development questions without it.

    NLKGQ_DATA=... python benchmarks/offline_ablation.py [SET ...] [--out FILE]

``synonyms`` are the general lists; ``data statistics`` the profile of the graph (which classes and properties it
holds, how often); ``trial`` asks the graph whether a reading finds anything; ``validator`` sends a query with an error
back for the next one, as the pipeline does; ``embeddings`` (off by default) read words that no name has by meaning.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from offline import Rig, Tally, matches, wilson
from offline_sets import SETS, graphs

from nlkgq.errors import NlkgqError, NotUnderstoodError
from nlkgq.generation.offline import OfflineTranslator
from nlkgq.generation.protocol import Attempt
from nlkgq.masking.model import MaskedText
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.validation.linter import Linter

_CALLS = 3
Ask = Callable[[str], str | None]


def variants(rig: Rig) -> Iterator[tuple[str, Ask]]:
    """(name, question -> query or None) of the translator with each part left out or put in."""
    own = rig.translator
    lexicon, profile, index = own.vocabulary.lexicon, own.schema.profile, own.values.index
    linter = Linter(ontology=own.ontology, profile=profile, index=index)
    bare = Lexicon(own.ontology, synonyms=False)

    def made(**changed: object) -> OfflineTranslator:
        parts = {"lexicon": lexicon, "profile": profile, "probe": rig.probe, **changed}
        return OfflineTranslator(ontology=own.ontology, index=index, **parts)  # type: ignore[arg-type]  # of one dict

    yield "as it is", asking(own, linter)
    yield "without synonyms", asking(made(lexicon=bare), linter)
    yield "without data statistics", asking(made(profile=None), Linter(ontology=own.ontology, index=index))
    yield "without trial", asking(made(probe=None), linter)
    yield "without validator", asking(own, None)
    if importlib.util.find_spec("wordllama") is not None:
        from nlkgq.generation.offline.associations import WordVectors

        near = WordVectors(own.ontology)
        yield "with embeddings", asking(made(associations=near), linter)
        yield "with embeddings, without synonyms", asking(made(lexicon=bare, associations=near), linter)


def asking(translator: OfflineTranslator, linter: Linter | None) -> Ask:
    """A function from a question to its query, the next best one where the validator finds an error."""

    def ask(text: str) -> str | None:
        history: tuple[Attempt, ...] = ()
        for _ in range(_CALLS):
            try:
                query = translator.generate(MaskedText(text=text, mode="off", original=text), history).query
            except NotUnderstoodError:
                return None
            found = linter.lint(query, question=text) if linter is not None else ()
            if not any(f.severity == "error" for f in found):
                return query
            history = (*history, Attempt(query=query, findings=tuple(found)))
        return None

    return ask


def main() -> int:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=list(SETS), help="sets, or spider4sparql/<graph>")
    parser.add_argument("--out", type=Path, help="a file that takes the table in Markdown")
    args = parser.parse_args()
    cache = Path(os.environ.get("NLKGQ_CACHE_DIR", tempfile.mkdtemp()))
    tallies: dict[str, dict[str, Tally]] = {}
    rig: tuple[str, Rig] | None = None
    for graph in graphs(Path(os.environ["NLKGQ_DATA"]), args.sets):
        try:
            if rig is None or rig[0] != graph.name:
                if rig is not None:
                    rig[1].runner.close()
                rig = graph.name, Rig(graph, cache, threshold=None)
        except NlkgqError as error:
            print(f"{graph.name}: {error}", file=sys.stderr)
            continue
        asked = [(q, rig[1].run(q.gold)) for q in graph.questions if not q.reserved]
        for name, ask in variants(rig[1]):
            tally = tallies.setdefault(name, {}).setdefault(graph.group, Tally())
            for q, gold in asked:
                query = ask(q.text)
                answer = rig[1].run(query) if query is not None else None
                right = answer is not None and matches(q, gold, answer)
                tally.asked += 1
                tally.right += right
                tally.wrong += query is not None and not right
    text = table(tallies)
    print(text, end="")
    if args.out is not None:
        args.out.write_text(text, encoding="utf-8")
    return 0


def table(tallies: dict[str, dict[str, Tally]]) -> str:
    """Right answers by set, and of all: right, wrong, accuracy with its interval, wrong of those given."""
    groups = list(next(iter(tallies.values()), {}))
    head = ["", *groups, "all", "accuracy", "wrong", "wrong of given"]
    lines = [head, ["---"] * len(head)]
    for name, by_group in tallies.items():
        total = Tally()
        for tally in by_group.values():
            total.add(tally)
        low, high = wilson(total.right, total.asked)
        given = total.right + total.wrong
        lines.append(
            [
                name,
                *(f"{by_group[g].right} of {by_group[g].asked}" for g in groups),
                f"{total.right} of {total.asked}",
                f"{total.right / total.asked:.3f} [{low:.3f}, {high:.3f}]",
                str(total.wrong),
                f"{total.wrong / max(given, 1):.1%}",
            ]
        )
    return (
        "# The offline translator without its parts\n\nDevelopment halves; `python benchmarks/offline_ablation.py`.\n\n"
        + "".join(f"| {' | '.join(line)} |\n" for line in lines)
    )


if __name__ == "__main__":
    sys.exit(main())

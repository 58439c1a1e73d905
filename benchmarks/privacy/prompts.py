"""Requests of a set's questions as asked and masked, so that any model can be measured on both; and the measuring.

    python benchmarks/privacy/prompts.py write [SET ...] [--out FOLDER]
    python benchmarks/privacy/prompts.py score [SET ...] [--out FOLDER]

``write``: two files a set, ``NAME-masked.jsonl`` and ``NAME-as-asked.jsonl``: per line the id, the gold query and the
``request``, which alone is for a model. Both ways have the same instructions and the same ontology, without values;
they differ in the question and in what is said of its placeholders. The masked ones have passed the wire gate and are
searched for the graph's values once more (`wire`); one that holds any ends the run with exit code 1.
``score``: takes a model's replies out of ``NAME-masked.replies.jsonl`` and ``NAME-as-asked.replies.jsonl`` (lines with
``id`` and ``reply``), sends each down the rest of the path (unmasking, grounding, gate) and compares the rows with
those of the gold query. ``NLKGQ_DATA`` names the folder of the sets; the secret behind placeholder names is fixed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.extend(map(str, Path(__file__).parents[:2]))

from offline import Rig, matches
from offline_sets import Graph, graphs
from wire import search, stored_values

from nlkgq import KnowledgeGraph, LeakBlocked, NlkgqError, Translator
from nlkgq.masking.model import MaskedText

SETS = ("ck25", "metaqa")
WAYS = {"masked": "strict", "as-asked": "off"}
MODEL = "anthropic:MODEL"
SECRET = "NLKGQ_BENCHMARK_SECRET"


@contextmanager
def opened(graph: Graph, mode: str) -> Iterator[KnowledgeGraph]:
    """A graph of a set; placeholders have the same names in each run."""
    os.environ[SECRET] = "benchmark"
    settings = {"privacy.mode": mode, "privacy.secret_env": SECRET}
    with KnowledgeGraph.from_files(graph.files, ontology=graph.ontology, settings=settings) as kg:
        yield kg


def name_of(graph: Graph, way: str) -> str:
    """Of a file without its ending."""
    return f"{graph.group.replace(' ', '-')}-{way}"


def write(graph: Graph, out: Path) -> bool:
    """Writes both files of a set; whether the masked one is clean."""
    rows: dict[str, list[dict[str, Any]]] = {way: [] for way in WAYS}
    refused = 0
    with opened(graph, "strict") as kg:
        translator = Translator(kg, model=MODEL)
        for question in graph.questions:
            try:
                masked = translator.request(question.text)
            except LeakBlocked:
                refused += 1
                continue
            plain = MaskedText(text=question.text, mode="off", original=question.text)
            asked = translator.outgoing.builder.request(plain)
            for way, request in (("masked", masked), ("as-asked", asked)):
                rows[way].append({"id": question.identifier, "gold": question.gold, "request": request.payload()})
        watched = translator.outgoing.watched
        assert watched is not None, "every graph here stores values"
        sent = [b"POST /\n\n" + json.dumps(row["request"]).encode() for row in rows["masked"]]
        hits = search(sent, stored_values(kg), watched.vocabulary)
    for way, found in rows.items():
        target = out / f"{name_of(graph, way)}.jsonl"
        target.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found), encoding="utf-8")
    same = sum(a["request"]["system"] == m["request"]["system"] for a, m in zip(*rows.values(), strict=True))
    print(
        f"{graph.group}: {len(sent)} requests, {same} with the same system prompt both ways, {refused} refused",
        end="; ",
    )
    print(f"values in the masked ones: {len(hits)}", *sorted(hits)[:10], flush=True)
    return not hits and same == len(sent)


def score(graph: Graph, out: Path) -> None:
    """Prints how many replies of each way are right."""
    rig: Rig | None = None
    for way, mode in WAYS.items():
        replies = out / f"{name_of(graph, way)}.replies.jsonl"
        if not replies.is_file():
            continue
        lines = map(json.loads, replies.read_text(encoding="utf-8").splitlines())
        said = {line["id"]: line["reply"] for line in lines}
        rig = rig or Rig(graph, out, threshold=None)
        tally = Counter[str]()
        with opened(graph, mode) as kg:
            translator = Translator(kg, model=MODEL)
            for question in graph.questions:
                if question.identifier not in said:
                    tally["no reply"] += 1
                    continue
                try:
                    translation = translator.complete(question.text, said[question.identifier])
                except NlkgqError as error:
                    tally[type(error).__name__] += 1
                    continue
                answer = rig.run(translation.native_query)
                right = answer is not None and matches(question, rig.run(question.gold), answer)
                tally["right" if right else "wrong"] += 1
        print(f"{graph.group} {way}: {dict(tally)} of {tally.total()}", flush=True)


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("write", "score"))
    parser.add_argument("sets", nargs="*", default=list(SETS))
    parser.add_argument("--out", type=Path, default=Path("results/prompts"))
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    clean = True
    for graph in graphs(Path(os.environ["NLKGQ_DATA"]), chosen.sets):
        if chosen.what == "write":
            clean = write(graph, chosen.out) and clean
        else:
            score(graph, chosen.out)
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())

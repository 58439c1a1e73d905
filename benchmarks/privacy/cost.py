"""What masking costs.

    python benchmarks/privacy/cost.py offline [SET ...] [--limit N]
    python benchmarks/privacy/cost.py brackets

``offline``: the offline translator on questions as they are and on strictly masked ones, whose queries are unmasked
before they run; right is the same multiset of rows as the gold query's. The third way lets every common word pass in
lower case, also where the graph stores it as a whole value (the film "Fall"), as the rule ``exempt`` does for words
that an owner names. ``brackets``: MetaQA marks its entities; with
the brackets taken away, how many of them are hidden, are one placeholder, are found as the stored name, and how many
placeholders are no part of one. ``NLKGQ_DATA`` names the folder of the sets. Requests both ways, for any model, are in
`prompts`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from offline import Graph, Question, Rig, graphs, matches

from nlkgq.errors import NlkgqError, NotUnderstoodError
from nlkgq.generation.offline import OfflineTranslator
from nlkgq.masking.mask import Masker
from nlkgq.masking.model import MaskedText, MaskingMode
from nlkgq.masking.rules import ValueRules
from nlkgq.masking.wordlists import word_lists
from nlkgq.rewrite.unmask import quote_bare_placeholders, unmask
from nlkgq.sparql import parse_query

SETS = ("films", "ck25", "acme", "metaqa", "spider4sparql", "dblp_quad_replay")


def masker(rig: Rig, mode: MaskingMode, rules: ValueRules | None = None) -> Masker:
    """Over the graph of a rig, with a fixed key."""
    held = rig.translator
    return Masker(
        ontology=held.ontology,
        lexicon=held.vocabulary.lexicon,
        index=held.values.index,
        mode=mode,
        secret=b"benchmark",
        rules=rules,
    )


def verdict(question: Question, rig: Rig, translator: OfflineTranslator, masked: MaskedText) -> str:
    """right, wrong, abstained, or refused where a placeholder could not be restored."""
    try:
        query = translator.generate(masked).query
    except NotUnderstoodError:
        return "abstained"
    try:
        query = restored(query, masked, rig)
    except NlkgqError:
        return "refused"
    answer = rig.run(query)
    return "right" if answer is not None and matches(question, rig.run(question.gold), answer) else "wrong"


def restored(query: str, masked: MaskedText, rig: Rig) -> str:
    """The query with what its placeholders stand for.

    Raises:
        NlkgqError: One cannot be restored.
    """
    if not masked.placeholders:
        return query
    text = quote_bare_placeholders(query, [p.name for p in masked.placeholders])
    return str(unmask(parse_query(text), masked, ontology=rig.translator.ontology))


def run_offline(wanted: list[str], limit: int | None) -> None:
    """Prints what became of the questions of each set, both ways."""
    totals: dict[str, dict[str, Counter[str]]] = {}
    for graph, rig in rigs(wanted):
        ways = {
            "as asked": masker(rig, "off"),
            "masked": masker(rig, "strict"),
            "masked, common words exempt": masker(rig, "strict", ValueRules(exempt=frozenset(word_lists().common))),
        }
        counts = {way: Counter[str]() for way in ways}
        for question in graph.questions[:limit]:
            for way, found in ways.items():
                masked = found.mask(question.text)
                reader = rig.translator if masked.mode == "off" else masked_reader(rig, masked)
                counts[way][verdict(question, rig, reader, masked)] += 1
        for way, tally in counts.items():
            print(f"{graph.group} {graph.name} {way}: {dict(tally)} of {tally.total()}", flush=True)
            totals.setdefault(graph.group, {}).setdefault(way, Counter()).update(tally)
    for group, found in totals.items():
        told = ", ".join(f"{way} {tally['right']}" for way, tally in found.items())
        print(f"{group}, right of {next(iter(found.values())).total()}: {told}")


def masked_reader(rig: Rig, masked: MaskedText) -> OfflineTranslator:
    """The translator of a rig, reading masked text; what a query finds is asked with its values restored."""
    held = rig.translator

    def probe(query: str) -> bool:
        try:
            return rig.probe(restored(query, masked, rig))
        except NlkgqError:
            return True

    return OfflineTranslator(
        ontology=held.ontology,
        lexicon=held.vocabulary.lexicon,
        index=held.values.index,
        profile=held.schema.profile,
        probe=probe,
        masked=True,
    )


def rigs(wanted: list[str]) -> Iterator[tuple[Graph, Rig]]:
    """Each graph with its loaded rig."""
    with tempfile.TemporaryDirectory() as cache:
        made: dict[str, Rig] = {}
        for graph in graphs(Path(os.environ["NLKGQ_DATA"]), wanted):
            if graph.name not in made:
                made[graph.name] = Rig(graph, Path(cache), threshold=None)
            yield graph, made[graph.name]


def run_brackets() -> None:
    """Prints recall and precision of the masker on MetaQA's marked entities."""
    counts = Counter[str]()
    folder = Path(os.environ["NLKGQ_DATA"], "metaqa")
    _, rig = next(rigs(["metaqa"]))
    for mode in ("strict", "values"):
        found = masker(rig, mode)
        counts.clear()
        for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
            marked = json.loads(line)["question"]
            entities = re.findall(r"\[([^\]]*)\]", marked)
            masked = found.mask(re.sub(r"[\[\]]", "", marked))
            counts["entities"] += len(entities)
            counts["placeholders"] += len(masked.placeholders)
            originals = [p.original for p in masked.placeholders]
            counts["hidden"] += sum(entity not in masked.text for entity in entities)
            counts["whole"] += sum(entity in originals for entity in entities)
            counts["in them"] += sum(any(o in entity for entity in entities) for o in originals)
            counts["stored"] += sum(
                p.original in entities and any(c.text == p.original for c in p.candidates) for p in masked.placeholders
            )
        total = counts["entities"]
        hidden, whole = counts["hidden"] / total, counts["whole"] / total
        print(f"{mode}: {total} entities; hidden {hidden:.1%}, one placeholder {whole:.1%}")
        print(f"  found as stored {counts['stored'] / total:.1%}; {counts['placeholders']} placeholders,", end=" ")
        print(f"{counts['in them'] / counts['placeholders']:.1%} of them an entity or a part of one")


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("offline", "brackets"))
    parser.add_argument("sets", nargs="*", default=list(SETS))
    parser.add_argument("--limit", type=int, help="at most so many questions of a set")
    chosen = parser.parse_args()
    if chosen.what == "offline":
        run_offline(chosen.sets, chosen.limit)
    else:
        run_brackets()


if __name__ == "__main__":
    main()

"""CPU time of masking long questions: twice the characters should take twice the time, whatever they are.

python benchmarks/privacy/long_questions.py [--values 100000] [--mode strict|values] [--keep FOLDER]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from hostile_questions import questions
from masking import masker, ontology, write_graph
from private_values import values

from nlkgq.values.build import build_index
from nlkgq.values.store import SqliteValueIndex

LENGTHS = (2_500, 5_000, 10_000)
REPEATED = {
    "unspaced ideographs": "東京商事の社長",
    "emoji": "😀",
    "one word": "x",
    "one number": "7",
    "hyphens": "-",
    "hyphenated": "ab-",
    "abbreviations": "a.",
    "open brackets": "[",
    "open quotation marks": "«a",
    "apostrophes": "'a",
    "at signs": "a@b.",
    "underscores": "ab_",
    "lines": "ab\n",
    "dates": "2019-01-15 ",
    "number words": "twenty three ",
    "misspelt schema words": "salry employe ",
}


def texts(pairs: list[tuple[str, str]], length: int) -> dict[str, str]:
    """Name -> a text of ``length`` characters."""
    chance = random.Random(3)
    made = {name: (text * length)[:length] for name, text in REPEATED.items()}
    made["unknown words"] = " ".join("".join(chance.choices("abcdefghio", k=6)) for _ in range(length))[:length]
    made["hostile questions"] = " ".join(q.text for q in islice(questions(pairs, length), length // 20))[:length]
    return made


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", type=int, default=100_000)
    parser.add_argument("--mode", choices=("strict", "values"), default="strict")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="build the index there, and take what is there")
    chosen = parser.parse_args()
    pairs, known = values(chosen.values), ontology()
    with tempfile.TemporaryDirectory() as folder:
        graph, target = Path(folder, "graph.nt"), (chosen.keep or Path(folder)) / f"values-{chosen.values}.sqlite"
        if not target.exists():
            write_graph(graph, pairs)
            build_index([graph], target, ontology=known)
        with SqliteValueIndex(target) as index:
            found = masker(index, chosen.mode, known)
            asked = [texts(pairs, length) for length in LENGTHS]
            found.mask("the salary of an employee")
            print(f"{'seconds of CPU time for characters':36}", *(f"{length:>8,}" for length in LENGTHS))
            for name in asked[0]:
                taken = []
                for made in asked:
                    started = time.process_time()
                    found.mask(made[name])
                    taken.append(time.process_time() - started)
                print(f"{name:36}", *(f"{seconds:8.2f}" for seconds in taken))


if __name__ == "__main__":
    main()

"""How long the wire gate takes, and what watching for a million values costs.

    python benchmarks/privacy/gate_speed.py [--values 1000000] [--bytes 207000]

CPU seconds, best of five. The first figure is a request whose ontology the gate knows, as every request of a program
after its first; the second a body that it has never seen.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from nlkgq.egress.gate import WireGate
from nlkgq.egress.graph_values import GraphValues
from nlkgq.egress.watched import Vocabulary, WatchedValues
from nlkgq.value_watch import hashed

PRIVATE = (
    *("Zdeněk Quibblewörth", "INC-2031-77421", "+39 771 204 9981", "Orsolya Quent"),
    *("quill.brandt@corp.example", "Ванда Орлинская", "48213577"),
)
SYLLABLES = tuple("kalomiretasuvonezendorfelgimhuljaspolwex"[at : at + 2] for at in range(0, 38, 2))
LINES = ("ex:hasName", "rdfs:label", '"a label"@en', "owl:Class", "A comment on what it means.", ";", ".", "a")


def word(chance: random.Random) -> str:
    """An invented name."""
    return "".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))).capitalize()


def values(count: int) -> Iterator[str]:
    """Names of two words, and codes."""
    chance = random.Random(1)
    for number in range(count):
        yield f"{word(chance)} {word(chance)}" if number % 3 else f"INC-{number}-{chance.randint(1000, 99999)}"


def best(work: Callable[[], object], *, times: int = 5) -> float:
    """CPU seconds of the fastest of some runs."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", type=int, default=1_000_000)
    parser.add_argument("--bytes", type=int, default=207_000)
    options = parser.parse_args()
    chance = random.Random(1)
    ontology = "\n".join(" ".join(chance.choices(LINES, k=8)) for _ in range(options.bytes // 25))[: options.bytes]
    body = json.dumps({"system": ontology, "messages": [{"role": "user", "content": "who is VALUE_K3QX?"}]}).encode()
    start = time.process_time()
    made = hashed((text, False) for text in values(options.values))
    building = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.watched"
        made.write(path, key="k")
        opening = best(lambda: GraphValues.read(path, key="k"))
        size = path.stat().st_size
    watched = WatchedValues(values=made, vocabulary=Vocabulary(["name label class comment ex owl rdfs"]))
    gate = WireGate(public={"the ontology": ontology}, watched=watched)
    first = best(lambda: gate.check(body, PRIVATE), times=1)
    print(f"{options.values:,} values: {building:.1f} s to read, {peak:.0f} MB at most, {size / 1e6:.0f} MB kept")
    print(f"opened in {opening:.3f} s")
    later = best(lambda: gate.check(body, PRIVATE))
    print(f"body of {len(body):,} bytes: {first:.3f} s the first time, then {later:.4f} s")
    print(f"one that was never seen: {best(lambda: WireGate().check(body, PRIVATE)):.3f} s for masked spans")
    fresh = WireGate(watched=watched)
    print(f"one that was never seen: {best(lambda: fresh.check(body, PRIVATE)):.3f} s for all values, too")
    return 0


if __name__ == "__main__":
    sys.exit(main())

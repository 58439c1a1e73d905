"""Kills a run 200 times at random moments and checks that no finished record is lost and none is made twice.

    python benchmarks/kills.py [--kills 200]

The run asks six questions of a small graph over and over, by three workers, of a client that answers from a table.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from nlkgq.evaluation.run_folder import read_records

SUPPORT = Path(__file__).resolve().parent.parent / "tests" / "support"
CHILD = """
import sys
from pathlib import Path
from toy_dataset import SETTINGS, TableClient
from nlkgq.evaluation.dataset import load_dataset
from nlkgq.evaluation.runner import RunOptions, run

client = TableClient(seconds=0.01)
options = RunOptions(settings=SETTINGS, client=client, repeat=5000, workers=3)
run(load_dataset(sys.argv[1]), Path(sys.argv[2]), options, resume=True, progress=lambda *a: print(a[1], flush=True))
"""


def main() -> int:
    """Runs the kills."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    kills = parser.parse_args().kills
    sys.path.insert(0, str(SUPPORT))
    from toy_dataset import write_dataset

    with tempfile.TemporaryDirectory() as name:
        folder, out = write_dataset(Path(name) / "toy"), Path(name) / "run"
        environment = {**os.environ, "PYTHONPATH": str(SUPPORT), "NLKGQ_CACHE_DIR": f"{name}/cache"}
        environment["NLKGQ_STATE_DIR"] = f"{name}/state"
        rng = random.Random(5)
        finished: set[tuple[str, int]] = set()
        told, torn = 0, 0
        for _ in range(kills):
            command = [sys.executable, "-c", CHILD, str(folder), str(out)]
            child = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
            assert child.stdout is not None
            first = child.stdout.readline()
            time.sleep(rng.uniform(0, 0.3) if first else 0)
            child.send_signal(signal.SIGKILL)
            said = first + child.communicate()[0]
            told = max([told, *map(int, said.split())])
            records = out / "records.jsonl"
            torn += not records.read_bytes().endswith(b"\n")
            now = set(read_records(out))
            lines = records.read_bytes().count(b"\n")
            if not finished <= now or lines != len(now) or len(now) < told:
                print(f"lost {len(finished - now)}, repeated {lines - len(now)}, told {told}, found {len(now)}")
                return 1
            finished = now
        print(f"{kills} kills: {len(finished)} records, none lost, none repeated; {torn} torn ends mended")
    return 0


if __name__ == "__main__":
    sys.exit(main())

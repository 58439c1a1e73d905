"""Start-up and warm path on the bundled graph: seconds, memory, what is imported.

    python benchmarks/startup.py [--runs 5]

Cold figures are wall time and peak resident memory of whole processes (with their worker); warm figures are medians
over the 40 sample questions in one process, without the answer's printing.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from nlkgq import KnowledgeGraph, NoAnswerError, Translator
from nlkgq.resources import resource_root

QUESTION = "Which films were released in Germany after 2010?"


def cold(*arguments: str, runs: int, environment: dict[str, str]) -> tuple[float, float]:
    """Median seconds, and the largest resident memory of any child so far in MB."""
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "nlkgq", *arguments], capture_output=True, check=True, env=environment)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NLKGQ_CACHE_DIR": cache, "NLKGQ_STATE_DIR": cache}
        os.environ.update(environment)
        bare = statistics.median(_seconds([sys.executable, "-c", "pass"]) for _ in range(runs))
        print(f"python -c pass                 {bare:6.3f} s")
        seconds, memory = cold("--help", runs=runs, environment=environment)
        print(f"nlkgq --help                   {seconds:6.3f} s  {memory:5.0f} MB")
        seconds, memory = cold("ask", QUESTION, runs=1, environment=environment)
        print(f"nlkgq ask, very first          {seconds:6.3f} s  {memory:5.0f} MB")
        seconds, memory = cold("ask", QUESTION, runs=runs, environment=environment)
        print(f"nlkgq ask, cold                {seconds:6.3f} s  {memory:5.0f} MB")
        warm()


def warm() -> None:
    """Milliseconds a question, mask to answer, in one process."""
    lines = (resource_root() / "ontologies" / "films" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines]
    steps: dict[str, list[float]] = {}
    totals: list[float] = []
    with KnowledgeGraph.open("films") as kg:
        translator = Translator(kg)
        translator.ask(questions[0])
        for question in questions:
            start = time.perf_counter()
            try:
                answer = translator.ask(question)
            except NoAnswerError:
                continue
            totals.append(time.perf_counter() - start)
            for step, seconds in answer.trace.timings.items():
                steps.setdefault(step, []).append(seconds)
    print(f"warm, {len(totals)} answered questions:  median {statistics.median(totals) * 1000:.1f} ms")
    for step, values in steps.items():
        print(f"    {step:<10} median {statistics.median(values) * 1000:6.1f} ms")


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()

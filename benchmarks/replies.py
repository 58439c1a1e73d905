"""Scores the recorded replies of `replies/` without the model, and makes `baselines/replies.md`.

    NLKGQ_DATA=... python benchmarks/replies.py [--data-set NAME ...]
    NLKGQ_DATA=... python benchmarks/replies.py --record MODEL.gguf [--data-set NAME ...]

The file is made of all data sets; of some, the table is printed. `replies/recorded.toml` says with which settings they
were recorded, when, and the SHA-256 of each file. A replay refuses a file that was edited, a question that was not
recorded, and a recording that answers nothing. --record asks the model where no file is: remove what is to be recorded
again.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from nlkgq.evaluation.dataset import dataset_names, load_dataset
from nlkgq.evaluation.recorded import check_recordings, write_recordings
from nlkgq.evaluation.report.markdown import write_markdown
from nlkgq.evaluation.report.runs import ReportedRun, read_run
from nlkgq.evaluation.run_folder import write_whole
from nlkgq.evaluation.runner import RunOptions, run
from nlkgq.llm.recordings import read_recordings
from nlkgq.llm.replay import ReplayClient

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "replies"
PER_GRAPH = {"spider4sparql": 2, "neuro": 6, "neuro_clean": 6}
"""How many questions of each graph; a dozen of a data set that has one graph."""
SETTINGS = {
    "privacy.mode": "off",
    "model.representation": "schema-list",
    "model.instructions": "baseline",
    "model.context": 2048,
    "model.grammar_profile": "short",
    "model.max_tokens": 96,
    "model.temperature": 0.0,
    "model.repair": 1,
    "model.timeout": 300.0,
}
TEXT = """\
# Recorded replies of a small model

{model}, a model of 135 million parameters on one core: a dozen questions of each data set (two of
each graph of spider4sparql), held to the grammar of the ontology, one repair. It is here to show the machinery on
replies of a real model: recording, replay, repair, scoring, report. It is wrong nearly always, and tells nothing about
other models. Times are those of the replay. `python benchmarks/replies.py` makes this file from the replies alone.

"""


def main() -> int:
    """Records what is asked for, replays, and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data-set", action="append", choices=dataset_names(), default=[])
    parser.add_argument("--record", metavar="MODEL.gguf", type=Path)
    args = parser.parse_args()
    data = Path(os.environ["NLKGQ_DATA"])
    names = args.data_set or dataset_names()
    if not args.data_set and args.record is None:
        names = tuple(name for name in names if file_of(name).exists())
    if args.record is not None:
        for name in names:
            if not file_of(name).exists():
                record(name, args.record.resolve(), data)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        runs = [replay(name, Path(folder) / name, data) for name in names]
    table = write_markdown(runs, "Recorded replies of a small model").partition("\n\n")[2]
    model = str(recorded()["model"])
    text = TEXT.format(model=model.removesuffix(".gguf")) + table
    if args.data_set:
        print(text)
    else:
        write_whole(HERE / "baselines" / "replies.md", text)
    return 0


def file_of(name: str) -> Path:
    """The recordings of a data set."""
    return FOLDER / f"{name}.jsonl"


def recorded() -> dict[str, Any]:
    """What `recorded.toml` says; empty before the first recording."""
    file = FOLDER / "recorded.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def options_for(name: str, settings: dict[str, Any], client: ReplayClient | None = None) -> RunOptions:
    """How the questions of a data set are asked."""
    return RunOptions(settings=settings, per_graph=PER_GRAPH.get(name, 12), workers=1, client=client)


def record(name: str, model: Path, data: Path) -> None:
    """Asks the model and writes what it says."""
    folder = HERE / "results" / f"recorded-{name}"
    options = options_for(name, {**SETTINGS, "model.name": f"gguf:{model}"})
    state = run(load_dataset(name, data=data), folder, options, resume=True)
    print(f"{name}: {state.finished} of {state.wanted}", flush=True)
    write_recordings(folder, file_of(name))
    shutil.rmtree(folder)
    told = recorded()
    lines = ["# Written by `python benchmarks/replies.py --record`.", f'model = "{model.name}"', "", "[settings]"]
    lines += [f'"{key}" = {literal(value)}' for key, value in SETTINGS.items()]
    date = read_recordings(file_of(name))[0].date[:10]
    found = {**told.get("sets", {}), name: {"date": date, "sha256": digest(file_of(name))}}
    for key, value in sorted(found.items()):
        lines += ["", f"[sets.{key}]", f'date = "{value["date"]}"', f'sha256 = "{value["sha256"]}"']
    write_whole(FOLDER / "recorded.toml", "\n".join(lines) + "\n")


def replay(name: str, folder: Path, data: Path | None = None) -> ReportedRun:
    """Scores the recordings of a data set.

    Raises:
        RecordingNotFound, ConfigError: They do not fit the program as it is, or were edited.
    """
    told = recorded()
    client = ReplayClient(file_of(name))
    settings = {**told["settings"], "model.name": f"gguf:{told['model']}"}
    run(load_dataset(name, data=data), folder, options_for(name, settings, client))
    check_recordings(client, file_of(name), told["sets"][name]["sha256"])
    return read_run(folder, data=data)


def digest(file: Path) -> str:
    """SHA-256, hex."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def literal(value: object) -> str:
    """A value in TOML."""
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    sys.exit(main())

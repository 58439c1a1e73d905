"""Makes the figures of `baselines/` again: the offline translator on every data set.

    NLKGQ_DATA=... python benchmarks/baselines.py [--data-set NAME ...] [--fresh]

Runs go to `results/` and go on where they were; --fresh starts them anew, as needed after any change of the program.
Figures alone are written: no text of a data set; of some data sets, the table is printed and nothing written.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

from nlkgq.evaluation.dataset import dataset_names, load_dataset
from nlkgq.evaluation.report.markdown import write_markdown
from nlkgq.evaluation.report.page import write_page
from nlkgq.evaluation.report.runs import read_run
from nlkgq.evaluation.runner import RunOptions, run

HERE = Path(__file__).resolve().parent
TITLE = "The offline translator on every data set"


def main() -> int:
    """Runs and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data-set", action="append", choices=dataset_names(), default=[])
    parser.add_argument("--fresh", action="store_true")
    args = parser.parse_args()
    data = Path(os.environ["NLKGQ_DATA"])
    runs = []
    for name in args.data_set or dataset_names():
        folder = HERE / "results" / f"offline-{name}"
        if args.fresh:
            shutil.rmtree(folder, ignore_errors=True)
        dataset = load_dataset(name, data=data)
        options = RunOptions(settings={"model.name": "offline", "privacy.mode": "off"}, workers=os.cpu_count() or 2)
        state = run(dataset, folder, options, resume=True)
        print(f"{name}: {state.finished} of {state.wanted}", flush=True)
        runs.append(read_run(folder, data=data))
    if args.data_set:
        print(write_markdown(runs, TITLE))
        return 0
    target = HERE / "baselines"
    target.mkdir(exist_ok=True)
    published = HERE / "published.toml"
    page = write_page(runs, TITLE, with_texts=False, published=published)
    (target / "offline.html").write_text(page, encoding="utf-8")
    (target / "offline.md").write_text(write_markdown(runs, TITLE), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

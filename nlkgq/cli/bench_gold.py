"""Commands of `nlkgq bench` about gold: can it be scored fairly, do questions say it, is a match more than luck."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nlkgq.cli.bench_options import data_option, read_runs
from nlkgq.cli.progress import current


@click.command()
@click.argument("dataset")
@data_option
@click.option("--second", multiple=True, metavar="GRAPH=URL", help="Another engine that holds a graph; repeatable.")
@click.option("--counts", is_flag=True, help="Only how many.")
def audit(dataset: str, data: Path | None, second: tuple[str, ...], counts: bool) -> int:
    """Find gold that cannot be scored fairly, and what to do about it."""
    from nlkgq.evaluation.audit.audit import audit as find
    from nlkgq.evaluation.audit.audit import audit_table
    from nlkgq.evaluation.dataset import load_dataset

    loaded = load_dataset(dataset, data=data)
    findings = find(loaded, second=dict(s.split("=", 1) for s in second if "=" in s), progress=current())
    current().clear()
    if counts:
        click.echo(audit_table(loaded, findings), nl=False)
        return 0
    for f in findings:
        click.echo(f"{f.question}: {f.code}: {f.message}\n  {f.proposal}")
        if f.query is not None:
            click.echo("  " + f.query.strip().replace("\n", "\n  "))
    return 0


@click.command()
@click.argument("dataset")
@data_option
@click.option("--model", required=True, metavar="NAME", help="The model's name for its provider.")
@click.option("--form", type=click.Choice(["messages", "openai"]), default="messages", help="Of which batch API.")
@click.option("--out", metavar="FILE", required=True, type=click.Path(path_type=Path))
@click.option(
    "--replies", metavar="FILE", type=click.Path(path_type=Path), help="Take replies back, questions to --out."
)
def clarify(dataset: str, data: Path | None, model: str, form: Any, out: Path, replies: Path | None) -> None:
    """Write requests that ask a model to restate each question as its gold means it; with --replies, the questions."""
    from nlkgq.evaluation.audit.audit import audit as find
    from nlkgq.evaluation.audit.clarify import take_clarified, write_clarify_requests
    from nlkgq.evaluation.dataset import load_dataset

    loaded = load_dataset(dataset, data=data)
    findings = find(loaded, progress=current())
    current().clear()
    if replies is None:
        click.echo(f"{write_clarify_requests(loaded, findings, out, model=model, form=form)} requests", err=True)
        return
    found = take_clarified(loaded, findings, replies, out, model=model)
    click.echo(f"{found.changed} restated, {found.same} the same, {len(found.missing)} without a reply", err=True)


@click.command()
@click.argument("dataset")
@data_option
@click.option("--out", metavar="FILE", required=True, type=click.Path(path_type=Path), help="The suite, JSON lines.")
@click.option("--run", "folder", metavar="FOLDER", type=click.Path(path_type=Path), help="Judge this run by it.")
def suite(dataset: str, data: Path | None, out: Path, folder: Path | None) -> None:
    """Generate small graphs that tell each gold query from queries nearly like it; with --run, judge a run by them."""
    from nlkgq.evaluation.dataset import load_dataset
    from nlkgq.evaluation.suite.distil import make_suite, read_suite, write_suite
    from nlkgq.evaluation.suite.judge import judge_run

    loaded = load_dataset(dataset, data=data)
    if not out.exists():
        write_suite(make_suite(loaded, progress=current()), out)
        current().clear()
    entries = read_suite(out)
    graphs = sum(len(e.graphs) for e in entries)
    click.echo(f"{graphs} graphs for {sum(bool(e.graphs) for e in entries)} of {len(entries)} questions", err=True)
    if folder is not None:
        for line in judge_run(entries, read_runs((folder,), data)[0]):
            click.echo(line)

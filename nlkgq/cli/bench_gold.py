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
    from nlkgq.errors import UsageError
    from nlkgq.evaluation.audit.audit import audit as find
    from nlkgq.evaluation.audit.audit import audit_table
    from nlkgq.evaluation.dataset import load_dataset

    loaded = load_dataset(dataset, data=data)
    engines = {graph: url for graph, _, url in (s.partition("=") for s in second)}
    for graph, url in engines.items():
        if not url or graph not in loaded.graphs:
            raise UsageError(f"--second {graph}: not GRAPH=URL", hint=f"Graphs are {', '.join(loaded.graphs)}.")
    findings = find(loaded, second=engines, progress=current())
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
@click.option("--model", metavar="NAME", help="Who is asked, as its provider names it.")
@click.option("--form", type=click.Choice(["messages", "openai"]), default="messages", help="Of which batch API.")
@click.option("--out", metavar="PATH", required=True, type=click.Path(path_type=Path), help="See above.")
@click.option(
    "--replies", metavar="FILE", multiple=True, type=click.Path(path_type=Path), help="Take replies back; repeatable."
)
def clarify(
    dataset: str, data: Path | None, model: str | None, form: Any, out: Path, replies: tuple[Path, ...]
) -> None:
    """Have a model restate each question so that it says what its gold asks.

    With --model, writes the requests to the file --out, for a batch API or any other way. With --replies, makes the
    folder --out a data set of the restated questions, each beside its original, for `bench run`; with both, requests
    for what has no reply yet, too.
    """
    from nlkgq.errors import UsageError
    from nlkgq.evaluation.audit.audit import audit as find
    from nlkgq.evaluation.audit.clarify import read_names, take_clarified, write_clarify_requests
    from nlkgq.evaluation.dataset import load_dataset

    if model is None and not replies:
        raise UsageError("nobody is asked", hint="--model NAME writes requests, --replies FILE takes replies back.")
    loaded = load_dataset(dataset, data=data)
    only = None
    if replies:
        found = take_clarified(loaded, replies, out)
        click.echo(str(out / "dataset.toml"))
        click.echo(f"{found.changed} restated, {found.same} left as they were by the model", err=True)
        for why, questions in (
            ("without a reply", found.missing),
            ("with a reply that is no question", found.unusable),
        ):
            if questions:
                click.echo(f"{len(questions)} {why}, as they were: {', '.join(questions)}", err=True)
        only = (*found.missing, *found.unusable)
        if model is None or not only:
            return
        out = out / "requests.jsonl"
    findings = find(loaded, progress=current())
    names = read_names(loaded, progress=current())
    current().clear()
    count = write_clarify_requests(loaded, findings, names, out, model=model or "", form=form, only=only)
    click.echo(str(out))
    click.echo(f"{count} requests", err=True)


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

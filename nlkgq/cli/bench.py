"""`nlkgq bench`: measure systems on data sets."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from nlkgq.cli.progress import current

F = TypeVar("F", bound=Callable[..., Any])
_SETTINGS = {
    "model": "model.name",
    "base_url": "model.base_url",
    "instructions": "model.instructions",
    "representation": "model.representation",
    "temperature": "model.temperature",
    "repair": "model.repair",
    "privacy": "privacy.mode",
    "timeout": "endpoints.*.timeout",
}


def _data_option(command: F) -> F:
    return click.option(
        "--data",
        metavar="DIR",
        envvar="NLKGQ_DATA",
        type=click.Path(path_type=Path),
        help="Folder with graphs and question files; what `fetch` filled when absent.",
    )(command)


def _run_options(command: F) -> F:
    for option in reversed(
        (
            click.argument("dataset"),
            click.option("--out", metavar="FOLDER", required=True, type=click.Path(path_type=Path)),
            _data_option,
            click.option("--graph", "graphs", multiple=True, metavar="NAME", help="Only this graph; repeatable."),
            click.option(
                "--model", metavar="MODEL", help="offline, anthropic:NAME, openai:NAME, replay:FILE, peer:..."
            ),
            click.option("--base-url", metavar="URL"),
            click.option("--instructions", type=click.Choice(["baseline", "guardrails", "procedural"])),
            click.option("--representation", metavar="NAME", help="How the ontology is written for the model."),
            click.option("--temperature", type=float),
            click.option("--repair", type=int, metavar="N", help="Most further calls when a query is wrong."),
            click.option("--privacy", type=click.Choice(["strict", "values", "off"])),
            click.option("--timeout", type=float, metavar="SECONDS", help="For a query."),
            click.option("--repeat", type=click.IntRange(1), default=1, help="How often each question is asked."),
            click.option("--limit", type=click.IntRange(1), help="Only the first questions."),
            click.option("--per-graph", type=click.IntRange(1), help="Only the first questions of each graph."),
            click.option("--prices", metavar="FILE", type=click.Path(path_type=Path), help="Your price list, TOML."),
        )
    ):
        command = option(command)
    return command


@click.group()
def bench() -> None:
    """Measure systems on data sets: run, score, compare, report."""


@bench.command("list")
def list_() -> None:
    """The data sets that come with the project, and those that it knows how to fetch."""
    from nlkgq.evaluation.dataset import dataset_names, fetched_names, load_dataset

    for name in (*dataset_names(), *fetched_names()):
        dataset = load_dataset(name, read=False)
        how = f"; bench fetch {name}" if dataset.downloads else ""
        click.echo(f"{name:18} {dataset.size}; {dataset.licence}\n{'':18} {dataset.source}{how}")


@bench.command()
@click.argument("dataset")
@_data_option
def fetch(dataset: str, data: Path | None) -> None:
    """Download a data set and record, or check, its checksums."""
    from nlkgq.evaluation.dataset import fetched_folder, load_dataset
    from nlkgq.evaluation.fetch import fetch as fetch_files

    folder = data or fetched_folder()
    loaded = load_dataset(dataset, data=folder, read=False)
    found = fetch_files(loaded, folder, progress=current())
    current().clear()
    for f in found:
        how = f"fetched from {f.host}" if f.host else "unchanged"
        click.echo(f"{f.sha256}  {f.file}  {how}{f', {f.members} files' if f.members else ''}")
    click.echo(f"{loaded.licence}. {loaded.fetched}".rstrip(), err=True)


@bench.command()
@_run_options
@click.option("--resume", is_flag=True, help="Go on with the run in FOLDER.")
@click.option("--workers", type=click.IntRange(1), default=4, help="Questions at once [4].")
@click.option("--budget-tokens", type=click.IntRange(1), help="Begin no further question after so many tokens.")
@click.option("--budget", type=float, help="The same in money; needs --prices.")
def run(**given: Any) -> int:
    """Ask every question of DATASET and record what comes back.

    A run that was stopped, by whatever, goes on with --resume: nothing finished is lost or asked again.
    """
    from nlkgq.evaluation.runner import run as start

    dataset, options = _dataset_and_options(given)
    state = start(dataset, given["out"], options, resume=given["resume"], progress=_tell)
    current().clear()
    click.echo(f"{state.finished} of {state.wanted} questions finished, {state.added} now", err=True)
    if state.stopped:
        click.echo(state.stopped, err=True)
    if state.away is not None:
        click.echo(f"the model could not be reached; --resume asks again what is open: {state.away}", err=True)
    return 0 if state.finished == state.wanted else 1


@bench.command()
@_run_options
@click.option("--form", type=click.Choice(["messages", "openai"]), default="messages", help="Of which batch API.")
def requests(**given: Any) -> int:
    """Write the requests of a run that wait for a reply, for a batch API or any other way."""
    from nlkgq.evaluation.batches import write_requests
    from nlkgq.evaluation.runner import run as start

    dataset, options = _dataset_and_options(given)
    state = start(dataset, given["out"], options, resume=True, batch=True, progress=_tell)
    current().clear()
    file = write_requests(given["out"], state, given["form"])
    if file is None:
        click.echo(f"nothing is open: {state.finished} of {state.wanted} questions finished", err=True)
    else:
        click.echo(str(file))
        click.echo(f"{len(state.open)} open, {state.finished} of {state.wanted} finished", err=True)
    return 0


@bench.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("file", type=click.Path(path_type=Path))
@_data_option
@click.option("--form", type=click.Choice(["messages", "openai"]), default="messages")
def replies(folder: Path, file: Path, data: Path | None, form: Any) -> int:
    """Take the replies of a batch back into the run in FOLDER, and write the next round where queries need repair."""
    from nlkgq.evaluation.batches import take_replies, write_requests
    from nlkgq.evaluation.runner import reopen
    from nlkgq.evaluation.runner import run as start

    dataset, options = reopen(folder, data=data)
    taken = take_replies(folder, file)
    state = start(dataset, folder, options, resume=True, batch=True, progress=_tell)
    current().clear()
    click.echo(
        f"{taken.taken} replies taken, {taken.known} known, {len(taken.failed)} failed, {len(taken.missing)} missing; "
        f"{state.finished} of {state.wanted} questions finished",
        err=True,
    )
    following = write_requests(folder, state, form)
    if following is not None:
        click.echo(str(following))
    return 0


@bench.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("file", type=click.Path(path_type=Path))
def recordings(folder: Path, file: Path) -> None:
    """Write the replies that the run in FOLDER got to FILE, for --model replay:FILE; no text of the questions."""
    from nlkgq.evaluation.recorded import write_recordings

    click.echo(f"{write_recordings(folder, file)} recordings", err=True)


@bench.command()
@click.argument("file", type=click.Path(path_type=Path))
@_data_option
def sweep(file: Path, data: Path | None) -> None:
    """Run every combination that a TOML file asks for, and print one table (Markdown)."""
    from nlkgq.evaluation.report.markdown import write_markdown
    from nlkgq.evaluation.sweep import read_sweep, run_sweep

    folders = run_sweep(read_sweep(file), data=data, progress=_tell)
    current().clear()
    click.echo(write_markdown(_read(tuple(folders), data), file.stem), nl=False)


@bench.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@_data_option
def score(folders: tuple[Path, ...], data: Path | None) -> None:
    """Score runs and print their table (Markdown)."""
    from nlkgq.evaluation.report.markdown import write_markdown

    click.echo(write_markdown(_read(folders, data), "Scores"), nl=False)


@bench.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@_data_option
@click.option("--out", metavar="FILE", required=True, type=click.Path(path_type=Path), help="The page, .html.")
@click.option("--title", default="Benchmark report")
@click.option("--no-texts", is_flag=True, help="Figures alone: no questions, queries or rows, for publishing.")
@click.option("--published", metavar="FILE", type=click.Path(path_type=Path), help="Figures of others, TOML.")
def report(
    folders: tuple[Path, ...], data: Path | None, out: Path, title: str, no_texts: bool, published: Path | None
) -> None:
    """Write one self-contained HTML page, and a Markdown table beside it."""
    from nlkgq.evaluation.report.markdown import write_markdown
    from nlkgq.evaluation.report.page import write_page
    from nlkgq.evaluation.run_folder import write_whole

    runs = _read(folders, data)
    write_whole(out, write_page(runs, title, with_texts=not no_texts, published=published))
    write_whole(out.with_suffix(".md"), write_markdown(runs, title))
    click.echo(str(out))


@bench.command()
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@_data_option
def compare(first: Path, second: Path, data: Path | None) -> None:
    """Two runs, question by question, with paired tests."""
    from nlkgq.errors import UsageError
    from nlkgq.evaluation.report.tables import DIFFERENCE_HEAD, difference_row
    from nlkgq.evaluation.summary import compare_runs

    a, b = _read((first, second), data)
    found = compare_runs(a.name, a.scores, b.name, b.scores)
    if not found.questions:
        raise UsageError(f"{first} and {second} have no question in common that counts")
    for name, value in zip(DIFFERENCE_HEAD, difference_row(found), strict=True):
        click.echo(f"{name:22} {value}")
    for title, questions in (("gained", found.gained), ("lost", found.lost)):
        for question in questions:
            click.echo(f"{title}: {question}")


@bench.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--prefix", required=True, help="Prefix of the data set's questions, as its YAML names it.")
@_data_option
def answers(folder: Path, file: Path, prefix: str, data: Path | None) -> None:
    """Write the queries of a run as an answers file of the TEXT2SPARQL client."""
    from nlkgq.evaluation.challenge import write_answers

    run_, *_ = _read((folder,), data)
    click.echo(f"{write_answers(run_.dataset, run_.records, file, prefix=prefix)} answers", err=True)


@bench.command()
@click.argument("dataset")
@_data_option
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


@bench.command()
@click.argument("dataset")
@_data_option
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


@bench.command()
@click.argument("dataset")
@_data_option
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
        for line in judge_run(entries, _read((folder,), data)[0]):
            click.echo(line)


def _read(folders: tuple[Path, ...], data: Path | None) -> list[Any]:
    from nlkgq.evaluation.report.runs import named_apart, read_run

    runs = [read_run(f, data=data, workers=os.cpu_count() or 2, progress=current()) for f in folders]
    current().clear()
    return named_apart(runs, folders)


def _dataset_and_options(given: dict[str, Any]) -> tuple[Any, Any]:
    from nlkgq.evaluation.dataset import load_dataset
    from nlkgq.evaluation.prices import Prices
    from nlkgq.evaluation.runner import RunOptions

    settings = {key: given[name] for name, key in _SETTINGS.items() if given.get(name) is not None}
    dataset = load_dataset(given["dataset"], data=given["data"], graphs=given["graphs"])
    return dataset, RunOptions(
        settings=settings,
        repeat=given["repeat"],
        limit=given["limit"],
        per_graph=given["per_graph"],
        workers=given.get("workers") or 4,
        budget_tokens=given.get("budget_tokens"),
        budget_money=given.get("budget"),
        prices=Prices.read(given["prices"]) if given["prices"] is not None else None,
    )


def _tell(graph: str, finished: int, wanted: int, seconds: float | None) -> None:
    left = f", {seconds:.0f} s left" if seconds is not None else ""
    current()(f"{graph}: {finished}/{wanted}{left}", finished / wanted if wanted else None)

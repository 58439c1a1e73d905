"""`nlkgq bench`: measure systems on data sets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from nlkgq.cli.bench_gold import audit, clarify, suite
from nlkgq.cli.bench_options import (
    data_option,
    dataset_and_options,
    prices_option,
    read_runs,
    run_options,
    tell,
    tell_state,
)
from nlkgq.cli.progress import current


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
@data_option
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
@run_options
@click.option("--resume", is_flag=True, help="Go on with the run in FOLDER.")
@click.option("--workers", type=click.IntRange(1), default=4, help="Questions at once [4].")
@click.option("--budget-tokens", type=click.IntRange(1), help="Begin no further question after so many tokens.")
@click.option("--budget", type=click.FloatRange(0, min_open=True), help="The same in money; needs --prices.")
def run(**given: Any) -> int:
    """Ask every question of DATASET and record what comes back.

    A run that was stopped, by whatever, goes on with --resume: nothing finished is lost or asked again.
    """
    from nlkgq.evaluation.runner import run as start

    dataset, options = dataset_and_options(given)
    state = start(dataset, given["out"], options, resume=given["resume"], progress=tell)
    current().clear()
    tell_state(state)
    return 0 if state.finished == state.wanted else 1


@bench.command()
@run_options
@click.option("--form", type=click.Choice(["messages", "openai"]), default="messages", help="Of which batch API.")
def requests(**given: Any) -> int:
    """Write the requests of a run that wait for a reply, for a batch API or any other way."""
    from nlkgq.evaluation.batches import write_requests
    from nlkgq.evaluation.runner import run as start

    dataset, options = dataset_and_options(given)
    state = start(dataset, given["out"], options, resume=True, batch=True, progress=tell)
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
@data_option
@prices_option
@click.option(
    "--form", type=click.Choice(["messages", "openai"]), help="Of the next round; that of the last when absent."
)
def replies(folder: Path, file: Path, data: Path | None, prices: Path | None, form: Any) -> int:
    """Take the replies of a batch back into the run in FOLDER, and write the next round where queries need repair."""
    from nlkgq.evaluation.batches import take_replies, write_requests
    from nlkgq.evaluation.prices import Prices
    from nlkgq.evaluation.runner import reopen
    from nlkgq.evaluation.runner import run as start

    dataset, options = reopen(folder, data=data)
    if prices is not None:
        options = replace(options, prices=Prices.read(prices))
    taken = take_replies(folder, file)
    state = start(dataset, folder, options, resume=True, batch=True, progress=tell)
    current().clear()
    click.echo(
        f"{taken.taken} replies taken, {taken.known} known, {len(taken.failed)} failed, {len(taken.missing)} missing",
        err=True,
    )
    tell_state(state)
    following = write_requests(folder, state, form or taken.form)
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
@data_option
def sweep(file: Path, data: Path | None) -> None:
    """Run every combination that a TOML file asks for, and print one table (Markdown)."""
    from nlkgq.evaluation.report.markdown import write_markdown
    from nlkgq.evaluation.sweep import read_sweep, run_sweep

    states = run_sweep(read_sweep(file), data=data, progress=tell)
    current().clear()
    for folder, state in states.items():
        if state.finished < state.wanted:
            click.echo(f"{folder.name}:", err=True)
            tell_state(state)
    click.echo(write_markdown(read_runs(tuple(states), data), file.stem), nl=False)


@bench.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@data_option
@prices_option
def score(folders: tuple[Path, ...], data: Path | None, prices: Path | None) -> None:
    """Score runs and print their table (Markdown)."""
    from nlkgq.evaluation.report.markdown import write_markdown

    click.echo(write_markdown(read_runs(folders, data, prices), "Scores"), nl=False)


@bench.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@data_option
@prices_option
@click.option("--out", metavar="FILE", required=True, type=click.Path(path_type=Path), help="The page, .html.")
@click.option("--title", default="Benchmark report")
@click.option("--no-texts", is_flag=True, help="Figures alone: no questions, queries or rows, for publishing.")
@click.option("--published", metavar="FILE", type=click.Path(path_type=Path), help="Figures of others, TOML.")
def report(
    folders: tuple[Path, ...],
    data: Path | None,
    prices: Path | None,
    out: Path,
    title: str,
    no_texts: bool,
    published: Path | None,
) -> None:
    """Write one self-contained HTML page, and a Markdown table beside it."""
    from nlkgq.evaluation.report.markdown import write_markdown
    from nlkgq.evaluation.report.page import write_page
    from nlkgq.evaluation.run_folder import write_whole

    runs = read_runs(folders, data, prices)
    write_whole(out, write_page(runs, title, with_texts=not no_texts, published=published))
    write_whole(out.with_suffix(".md"), write_markdown(runs, title))
    click.echo(str(out))


@bench.command()
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@data_option
def compare(first: Path, second: Path, data: Path | None) -> None:
    """Two runs, question by question, with paired tests."""
    from nlkgq.errors import UsageError
    from nlkgq.evaluation.report.tables import DIFFERENCE_HEAD, difference_row
    from nlkgq.evaluation.summary import compare_runs

    a, b = read_runs((first, second), data)
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
@data_option
def answers(folder: Path, file: Path, prefix: str, data: Path | None) -> None:
    """Write the queries of a run as an answers file of the TEXT2SPARQL client."""
    from nlkgq.evaluation.challenge import write_answers

    run_, *_ = read_runs((folder,), data)
    click.echo(f"{write_answers(run_.dataset, run_.records, file, prefix=prefix)} answers", err=True)


for command in (audit, clarify, suite):
    bench.add_command(command)

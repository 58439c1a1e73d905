"""Options that the commands of `nlkgq bench` share, and what they tell alike."""

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


def data_option(command: F) -> F:
    """``--data``."""
    return click.option(
        "--data",
        metavar="DIR",
        envvar="NLKGQ_DATA",
        type=click.Path(path_type=Path),
        help="Folder with graphs and question files; what `fetch` filled when absent.",
    )(command)


def prices_option(command: F) -> F:
    """``--prices``."""
    return click.option(
        "--prices",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Your price list, TOML; the one that the run was last given when absent.",
    )(command)


def run_options(command: F) -> F:
    """Everything that says what a run is."""
    for option in reversed(
        (
            click.argument("dataset"),
            click.option("--out", metavar="FOLDER", required=True, type=click.Path(path_type=Path)),
            data_option,
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
            prices_option,
        )
    ):
        command = option(command)
    return command


def tell_state(state: Any) -> None:
    """Says where a run stands, on standard error."""
    spent = f"; {state.tokens:,} tokens" if state.tokens else ""
    cost = f", {state.cost:.4f} {state.currency}" if state.tokens and state.cost is not None else ""
    click.echo(f"{state.finished} of {state.wanted} questions finished, {state.added} now{spent}{cost}", err=True)
    if state.stopped:
        click.echo(f"{state.stopped}; --resume with a larger one goes on", err=True)
    if state.away is not None:
        click.echo(f"the model could not be reached; --resume asks again what is open: {state.away}", err=True)
    for model in state.unpriced:
        click.echo(f"the price list has no model like {model!r}: no cost is told", err=True)


def read_runs(folders: tuple[Path, ...], data: Path | None, prices: Path | None = None) -> list[Any]:
    """Runs with their scores, made now where they are missing."""
    from nlkgq.evaluation.prices import Prices
    from nlkgq.evaluation.report.runs import named_apart, read_run

    listed = Prices.read(prices) if prices is not None else None
    workers = os.cpu_count() or 2
    runs = [read_run(f, data=data, prices=listed, workers=workers, progress=current()) for f in folders]
    current().clear()
    return named_apart(runs, folders)


def dataset_and_options(given: dict[str, Any]) -> tuple[Any, Any]:
    """The data set and `RunOptions` that the options of `run_options` ask for."""
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


def tell(graph: str, finished: int, wanted: int, seconds: float | None) -> None:
    """Progress of a run."""
    left = f", {seconds:.0f} s left" if seconds is not None else ""
    current()(f"{graph}: {finished}/{wanted}{left}", finished / wanted if wanted else None)

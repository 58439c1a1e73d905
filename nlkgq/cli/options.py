"""Options that several commands share, and the graph they describe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nlkgq.errors import UsageError

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph

F = TypeVar("F", bound=Callable[..., Any])
_ABOUT_TERMS = tuple(
    f"nlkgq {c}" for c in (*(f"ontology {v}" for v in ("show", "check", "render", "synonyms")), "wrapper draft")
)
GRAPH_OPTIONS = ("kg", "graph", "endpoint", "ontology", "on", "role", "privacy", "timeout", "row_cap", "partial")


def graph_options(command: F) -> F:
    """--kg, --graph, --endpoint, --ontology and what bounds a query."""
    for option in reversed(
        (
            click.option("--kg", metavar="NAME|FOLDER", help="A bundled graph or a folder with kg.toml [films]."),
            click.option("--graph", multiple=True, metavar="FILE", help="RDF file of one's own; repeatable."),
            click.option("--endpoint", metavar="URL", help="A SPARQL endpoint."),
            click.option("--ontology", multiple=True, metavar="FILE", help="Ontology file; repeatable."),
            click.option("--on", metavar="NAME", help="Which endpoint of kg.toml takes the question."),
            click.option("--role", metavar="NAME", help="Who asks: a role of the graph's roles.toml."),
            click.option(
                "--privacy", type=click.Choice(["strict", "values", "off"]), help="What a model sees of a question."
            ),
            click.option("--timeout", type=float, metavar="SECONDS", help="For the query in all."),
            click.option("--row-cap", type=int, metavar="ROWS", help="Most rows of an answer."),
            click.option("--partial", is_flag=True, default=None, help="Leave out an endpoint that fails, and say so."),
        )
    ):
        command = option(command)
    return command


def model_options(command: F) -> F:
    """--model and how it is asked."""
    for option in reversed(
        (
            click.option(
                "--model",
                metavar="MODEL",
                help="offline, anthropic:NAME, openai:NAME, gguf:FILE or replay:FILE [offline].",
            ),
            click.option("--base-url", metavar="URL", help="Server of an openai: or anthropic: model."),
            click.option("--instructions", type=click.Choice(["baseline", "guardrails", "procedural"])),
            click.option("--representation", metavar="NAME", help="How the ontology is written for the model [full]."),
            click.option("--repair", type=int, metavar="N", help="Most further calls when a query is wrong [2]."),
            click.option("--record", metavar="FILE", help="Append the model's replies, for replay:FILE."),
        )
    ):
        command = option(command)
    return command


def open_graph(options: dict[str, Any]) -> KnowledgeGraph:
    """The graph that the options describe; `films` when they name none and no kg.toml lies here.

    Raises:
        UsageError: Options that exclude each other.
    """
    from nlkgq.api import KnowledgeGraph
    from nlkgq.cli.progress import current

    progress = current()
    graph, endpoint, kg = list(options["graph"]), options["endpoint"], options["kg"]
    if sum(map(bool, (graph, endpoint, kg))) > 1:
        raise UsageError("--kg, --graph and --endpoint exclude each other", hint="Give one of them.")
    settings = _overrides(options)
    ontology = list(options["ontology"])
    if graph:
        return KnowledgeGraph.from_files(graph=graph, ontology=ontology, settings=settings, progress=progress)
    if endpoint:
        return KnowledgeGraph.from_endpoint(endpoint, ontology=ontology, settings=settings, progress=progress)
    here = Path("kg.toml").is_file()
    if ontology and not kg:
        if click.get_current_context().command_path in _ABOUT_TERMS:
            return KnowledgeGraph.from_ontology(ontology, settings=settings, progress=progress)
        if not here:
            raise UsageError(
                "--ontology without a graph: the answers would come from the bundled films",
                hint="Add --graph FILE, --endpoint URL or --kg NAME.",
            )
    if ontology:
        settings["ontology"] = ontology
    return KnowledgeGraph.open(kg or ("." if here else "films"), settings=settings, progress=progress)


def preload_model(options: dict[str, Any]) -> None:
    """Starts the import of a model's SDK beside other work: it takes over a second."""
    from nlkgq.llm.preload import preload

    model = options["model"] or os.environ.get("NLKGQ_MODEL") or "offline"
    preload(model)


def _overrides(options: dict[str, Any]) -> dict[str, Any]:
    names = {
        "on": "endpoint",
        "role": "access.role",
        "privacy": "privacy.mode",
        "timeout": "endpoints.*.timeout",
        "row_cap": "endpoints.*.row_cap",
        "partial": "federation.partial",
        "model": "model.name",
        "base_url": "model.base_url",
        "instructions": "model.instructions",
        "representation": "model.representation",
        "repair": "model.repair",
    }
    return {key: options[name] for name, key in names.items() if options.get(name) is not None}


def question_text(question: str) -> str:
    """The argument, or standard input for ``-``.

    Raises:
        UsageError: The input is not text.
    """
    if question != "-":
        return question
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise UsageError("standard input is not UTF-8 text") from None

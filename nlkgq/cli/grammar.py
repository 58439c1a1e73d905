"""`nlkgq grammar export`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nlkgq.cli.options import graph_options, open_graph
from nlkgq.cli.output import say


@click.group()
def grammar() -> None:
    """Write the grammar of the queries that make sense over a graph."""


@grammar.command()
@graph_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["lark", "gbnf", "ebnf", "json-schema"]),
    default="lark",
    show_default=True,
    help="For llguidance, llama.cpp, xgrammar, or an API that takes a schema.",
)
@click.option(
    "--profile",
    type=click.Choice(["questions", "short", "aggregates", "masked"]),
    default="questions",
    show_default=True,
    help="All that answers questions; the same, short; numbers only; placeholders only.",
)
@click.option("-o", "--output", metavar="FILE", help="Instead of standard output.")
def export(form: str, profile: str, output: str | None, **options: Any) -> int:
    """Write it for an engine that constrains a model.

    Queries come without PREFIX lines, in one layout; `nlkgq query` adds what is missing.
    """
    from nlkgq.grammar.export import export_grammar

    with open_graph(options) as kg:
        text = export_grammar(kg.ontology, form, profile=profile, prefixes=kg.prefixes)
    if output is None:
        say(text.rstrip("\n"))
    else:
        Path(output).write_text(text, encoding="utf-8")
    return 0

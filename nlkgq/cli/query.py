"""`nlkgq query`."""

from __future__ import annotations

from typing import Any

import click

from nlkgq.cli.options import graph_options, open_graph, question_text
from nlkgq.cli.output import answer_options, print_result, read_query


@click.command()
@click.argument("file")
@graph_options
@answer_options
def query(file: str, **options: Any) -> int:
    """Run the SPARQL query in FILE (`-` reads standard input) through gate, rewriter and endpoint."""
    text = question_text(file) if file == "-" else read_query(file)
    with open_graph(options) as kg:
        result = kg.query(text)
        return print_result(result, options["format"], prefixes=kg.prefixes, label=kg.labels(result))

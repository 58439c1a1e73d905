"""`nlkgq prompt`."""

from __future__ import annotations

import json
from typing import Any

import click

from nlkgq.cli.options import graph_options, model_options, open_graph, question_text
from nlkgq.cli.output import say


@click.command()
@click.argument("question")
@graph_options
@model_options
@click.option("--json", "as_json", is_flag=True, help="As the JSON values of the request.")
def prompt(question: str, as_json: bool, **options: Any) -> int:
    """Show exactly what would leave this machine for QUESTION (`-` reads standard input). Nothing is sent."""
    from nlkgq.translator import Translator

    with open_graph(options) as kg:
        request = Translator(kg).request(question_text(question))
    if as_json:
        say(json.dumps(request.payload(), ensure_ascii=False, indent=2))
        return 0
    for block in request.system:
        say(block.text.rstrip() + "\n")
    for message in request.messages:
        say(f"--- {message.role}\n{message.text.rstrip()}")
    say(f"request {request.hash}", err=True)
    return 0

"""`nlkgq prompt`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from nlkgq.cli.explain_mask import explain_mask_option, print_mask
from nlkgq.cli.options import graph_options, model_options, open_graph, question_text
from nlkgq.cli.output import say

if TYPE_CHECKING:
    from nlkgq.llm.protocol import ModelRequest


@click.command()
@click.argument("question")
@graph_options
@model_options
@explain_mask_option
@click.option("--json", "as_json", is_flag=True, help="As the JSON values of the request.")
def prompt(question: str, as_json: bool, explain_mask: bool, **options: Any) -> int:
    """Show exactly what would leave this machine for QUESTION (`-` reads standard input). Nothing is sent.

    Exit code 6 where the wire gate would refuse to send it.
    """
    from nlkgq.outgoing import withheld_lines
    from nlkgq.translator import Translator
    from nlkgq.unread_values import unread_warning

    with open_graph(options) as kg:
        outgoing = Translator(kg).outgoing
        masked = kg.mask(question_text(question))
        if explain_mask:
            print_mask(masked, kg.prefixes)
        request = outgoing.builder.request(masked)
        for line in withheld_lines(kg.knowledge, outgoing.material):
            say(f"not sent: {line}", err=True)
        if outgoing.gate.closed is None and (unread := unread_warning(kg.knowledge)):
            say(f"warning: {unread}", err=True)
        _show(request, as_json=as_json)
        outgoing.check(request)
    return 0


def _show(request: ModelRequest, *, as_json: bool) -> None:
    if as_json:
        say(json.dumps(request.payload(), ensure_ascii=False, indent=2))
        return
    for block in request.system:
        say(block.text.rstrip() + "\n")
    for message in request.messages:
        say(f"--- {message.role}\n{message.text.rstrip()}")
    say(f"request {request.hash}", err=True)

"""`nlkgq ask`."""

from __future__ import annotations

from typing import Any

import click

from nlkgq.cli.choosing import terminal_choice
from nlkgq.cli.options import graph_options, model_options, open_graph, preload_model, question_text
from nlkgq.cli.output import answer_options, check_writable, print_answer, print_translation, write_trace


@click.command()
@click.argument("question")
@graph_options
@model_options
@answer_options
@click.option("--explain", is_flag=True, help="Say in plain words what the query does and how the question was read.")
@click.option("--interactive", is_flag=True, help="Ask which stored value is meant where several may be.")
@click.option("--trace", metavar="FILE", help="Write everything as JSON; - for standard output.")
def ask(question: str, explain: bool, interactive: bool, trace: str | None, **options: Any) -> int:
    """Answer QUESTION (`-` reads it from standard input).

    The answer goes to standard output, the query behind it to standard error.
    """
    from nlkgq.translator import Translator

    check_writable(trace)
    check_writable(options["record"])
    choose = terminal_choice(question) if interactive else None
    question = question_text(question)
    preload_model(options)
    with open_graph(options) as kg:
        kg.start()
        translator = Translator(kg, record=options["record"], choose=choose)
        # what is doubtful is said before the query runs
        answer = translator.ask(
            question, told=None if options["quiet"] else lambda found: print_translation(found, explain=explain)
        )
        if trace:
            write_trace(answer, trace)
        return print_answer(answer, options["format"])

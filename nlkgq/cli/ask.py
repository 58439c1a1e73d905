"""`nlkgq ask`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from nlkgq.cli.choosing import terminal_choice
from nlkgq.cli.explain_mask import explain_mask_option, print_mask
from nlkgq.cli.last import write_last
from nlkgq.cli.options import graph_options, model_options, open_graph, preload_model, question_text
from nlkgq.cli.output import answer_options, check_writable, print_answer, print_translation, say, write_trace

if TYPE_CHECKING:
    from nlkgq.answer import Translation
    from nlkgq.api import KnowledgeGraph


@click.command()
@click.argument("question")
@graph_options
@model_options
@answer_options
@click.option("--explain", is_flag=True, help="Say in plain words what the query does and how the question was read.")
@explain_mask_option
@click.option("--interactive", is_flag=True, help="Ask which stored value is meant where several may be.")
@click.option("--trace", metavar="FILE", help="Write everything as JSON; - for standard output.")
def ask(question: str, explain: bool, explain_mask: bool, interactive: bool, trace: str | None, **options: Any) -> int:
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
        if explain_mask:
            print_mask(kg.mask(question), kg.prefixes)
        if kg.settings.model.name.startswith(("anthropic:", "openai:")) and not options["quiet"]:
            _warn(kg)
        translator = Translator(kg, record=options["record"], choose=choose)

        def told(translation: Translation) -> None:
            # what is doubtful is said before the query runs
            write_last(kg, translation)
            if not options["quiet"]:
                print_translation(translation, explain=explain)

        answer = translator.ask(question, told=told)
        if trace:
            write_trace(answer, trace)
        return print_answer(answer, options["format"])


def _warn(kg: KnowledgeGraph) -> None:
    from nlkgq.unread_values import stays_here, unread_warning

    # elsewhere, it is refused
    if stays_here(kg.settings.model.name, kg.settings.model) and (unread := unread_warning(kg.knowledge)):
        say(f"warning: {unread}", err=True)

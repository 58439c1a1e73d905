"""`nlkgq translate`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from nlkgq.cli.explain_mask import explain_mask_option, print_mask
from nlkgq.cli.last import write_last
from nlkgq.cli.options import graph_options, model_options, open_graph, preload_model, question_text
from nlkgq.cli.output import check_writable, print_talk, say, write_trace


@click.command()
@click.argument("question")
@graph_options
@model_options
@click.option(
    "--native", is_flag=True, help="Show what the endpoint would get; behind a wrapper, what each term became."
)
@click.option("--explain", is_flag=True, help="Say in plain words what the query does and how the question was read.")
@explain_mask_option
@click.option("--trace", metavar="FILE", help="Write everything as JSON; - for standard output.")
def translate(question: str, native: bool, explain: bool, explain_mask: bool, trace: str | None, **options: Any) -> int:
    """Turn QUESTION (`-` reads it from standard input) into SPARQL; it is not run."""
    from nlkgq.translator import Translator

    check_writable(trace)
    check_writable(options["record"])
    preload_model(options)
    with open_graph(options) as kg:
        question = question_text(question)
        if explain_mask:
            print_mask(kg.mask(question), kg.prefixes)
        translation = Translator(kg, record=options["record"]).translate(question)
        write_last(kg, translation)
        print_talk(translation, explain=explain)
        if trace:
            write_trace(translation, trace)
        if native and translation.mapping:
            for line in _in_clean_terms(translation.query, translation.mapping, kg.prefixes.shorten):
                say(f"# {line}".rstrip())
        say((translation.native_query if native else translation.query).rstrip())
    return 0


def _in_clean_terms(query: str, mapping: Mapping[str, tuple[str, ...]], shorten: Callable[[str], str]) -> Iterator[str]:
    """What a native query is in clean terms, and what each of them became: as comments, so that the text still runs."""
    yield from query.rstrip().splitlines()
    yield ""
    for term, forms in mapping.items():
        yield f"{shorten(term)} is {' or '.join(forms)}"
    yield ""

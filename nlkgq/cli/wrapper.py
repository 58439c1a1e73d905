"""`nlkgq wrapper draft|check|diff|mappings`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nlkgq.cli.options import graph_options, open_graph
from nlkgq.cli.output import check_writable, counted, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nlkgq.wrapper.finding import WrapperFinding

_SOURCES = {"neighbours": "the terms around it", "values": "the form of its values"}
_files = click.argument("files", nargs=-1, required=True, metavar="WRAPPER...")


@click.group()
def wrapper() -> None:
    """Clean terms over an opaque vocabulary: draft, check and compare wrapper ontologies."""


@wrapper.command()
@graph_options
@click.option("--namespace", metavar="IRI", help="Of the clean terms [that of --keep, or https://example.org/clean#].")
@click.option("--prefix", default="", help="For that namespace.")
@click.option("--keep", multiple=True, metavar="FILE", help="A wrapper whose names stay; repeatable.")
@click.option("--output", "-o", metavar="FILE", help="Where the draft goes; what stands there stays [standard output].")
@click.option("--seconds", type=float, default=60.0, show_default=True, help="Most seconds for counting an endpoint.")
@click.option(
    "--model",
    metavar="MODEL",
    help="Ask anthropic:NAME, openai:NAME or replay:FILE about terms that nothing names; it sees no value of the data.",
)
@click.option("--base-url", metavar="URL", help="Server of that model.")
def draft(
    namespace: str | None,
    prefix: str,
    keep: tuple[str, ...],
    output: str | None,
    seconds: float,
    model: str | None,
    **options: Any,
) -> int:
    """Propose clean terms for the ontology of a graph, or for the data where there is none.

    Only terms that are new are written: behind what stands in the output file, or beside the files of --keep. Terms
    that nothing gives a name to are listed.
    """
    from nlkgq.wrapper_of_graph import draft_for_graph

    check_writable(output)
    kept = [*keep, *([output] if output is not None and Path(output).exists() else [])]
    with open_graph(options) as kg:
        made = draft_for_graph(kg, namespace=namespace, prefix=prefix, keep=kept, model=model, seconds=seconds)
    if output is None:
        say(made.text, nl=False)
    elif made.text:
        with Path(output).open("a", encoding="utf-8") as file:
            file.write(made.text)
    for term in made.unnamed:
        say(f"no name: {term.kind} {term.iri}  {term.definition or ''}".rstrip(), err=True)
    for iri, source in made.guessed.items():
        say(f"named after {_SOURCES[source]}: {iri} as {made.names[iri]}", err=True)
    say(f"{counted(len(made.names), 'term')} named, {len(made.unnamed)} without a name", err=True)
    return 0


@wrapper.command()
@_files
@graph_options
@click.option("--count", is_flag=True, help="Also look what each native form finds in the data, and what is vouched.")
@click.option("--seconds", type=float, default=60.0, show_default=True, help="Most seconds for counting an endpoint.")
def check(files: tuple[str, ...], count: bool, seconds: float, **options: Any) -> int:
    """Find what is wrong or missing in the wrapper that the files WRAPPER make up."""
    from nlkgq.ontology.loader import load_ontology
    from nlkgq.ontology.profile_merge import merge_profiles
    from nlkgq.wrapper.check import check_wrapper
    from nlkgq.wrapper.form_counts import count_forms
    from nlkgq.wrapper.load import read_wrapper

    read, findings = read_wrapper(files)
    profile = None
    counts: tuple[WrapperFinding, ...] = ()
    if count:
        with open_graph(options) as kg:
            # what the endpoints hold in their own terms: behind a wrapper, the graph itself is in clean ones
            profile = merge_profiles([*kg.profile_endpoints(seconds=seconds).values()])
            names = [part.settings.name for part in kg.knowledge.parts]
            counts = count_forms(read, kg.knowledge.select, endpoints=names, seconds=seconds)
    return _show((*findings, *check_wrapper(read, load_ontology(files), profile), *counts))


@wrapper.command()
@_files
@click.option("--native", required=True, multiple=True, metavar="FILE", help="The newer native ontology; repeatable.")
@click.option("--old", multiple=True, metavar="FILE", help="The one that the wrapper was made for; repeatable.")
def diff(files: tuple[str, ...], native: tuple[str, ...], old: tuple[str, ...]) -> int:
    """Compare a wrapper with a newer native ontology: what is gone, new or renamed."""
    from nlkgq.ontology.loader import load_ontology
    from nlkgq.wrapper.diff import diff_wrapper
    from nlkgq.wrapper.load import read_wrapper

    read, _ = read_wrapper(files)
    former = load_ontology(old) if old else None
    _show(diff_wrapper(read, load_ontology(native), load_ontology(files), former))
    return 0


@wrapper.command()
@_files
@click.option("--output", "-o", required=True, metavar="FILE", help="The SSSOM TSV to write.")
def mappings(files: tuple[str, ...], output: str) -> int:
    """Write the term-to-term part of a wrapper as SSSOM TSV."""
    from nlkgq.wrapper.load import load_wrapper
    from nlkgq.wrapper.sssom import term_mappings, write_sssom

    check_writable(output)
    read = load_wrapper(files)
    found = term_mappings(read)
    write_sssom(found, output, prefixes=read.prefixes)
    say(counted(len(found), "mapping"), err=True)
    return 0


def _show(findings: Sequence[WrapperFinding]) -> int:
    for finding in findings:
        say(f"{finding.severity}: {finding.place}: {finding.message}")
        if finding.remedy:
            say(f"  {finding.remedy}")
    errors = sum(f.severity == "error" for f in findings)
    told = sum(f.code != "count" for f in findings)
    say(f"{counted(told, 'finding')}, {counted(errors, 'error')}", err=True)
    return 1 if errors else 0

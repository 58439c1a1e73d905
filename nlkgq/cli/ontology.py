"""`nlkgq ontology show|check|render|synonyms|profile`."""

from __future__ import annotations

from typing import Any

import click

from nlkgq.cli.options import graph_options, open_graph
from nlkgq.cli.output import counted, say, write_new


@click.group()
def ontology() -> None:
    """Show, check, render or profile an ontology."""


@ontology.command()
@graph_options
@click.argument("terms", nargs=-1)
def show(terms: tuple[str, ...], **options: Any) -> int:
    """List classes and properties, or only TERMS (prefixed names, IRIs or labels)."""
    with open_graph(options) as kg:
        lines = kg.describe_terms(terms)
    for line in lines:
        say(line)
    return 0 if lines else 1


@ontology.command()
@graph_options
@click.option("--reason", is_flag=True, help="Also classify it with a reasoner (needs Java).")
def check(reason: bool, **options: Any) -> int:
    """Find what is wrong or missing in an ontology."""
    with open_graph(options) as kg:
        findings = kg.check_ontology(reason=reason)
    for finding in findings:
        say(f"{finding.severity}: {finding.place}: {finding.message}")
        if finding.remedy:
            say(f"  {finding.remedy}")
    errors = sum(f.severity == "error" for f in findings)
    say(f"{counted(len(findings), 'finding')}, {counted(errors, 'error')}", err=True)
    return 1 if errors else 0


@ontology.command()
@graph_options
@click.option("--representation", default="full", show_default=True, help="Which way of writing it.")
@click.option("--budget", type=int, metavar="TOKENS", help="Refuse a longer text.")
def render(representation: str, budget: int | None, **options: Any) -> int:
    """Write the ontology as a model would see it."""
    with open_graph(options) as kg:
        say(kg.render_ontology(representation, budget=budget).rstrip())
    return 0


@ontology.command()
@graph_options
@click.option("--output", "-o", metavar="FILE", help="A file to write; not one that is there.")
def synonyms(output: str | None, **options: Any) -> int:
    """Draft a synonyms.toml from labels, comments and stored names.

    Name the file in kg.toml, `synonyms = "synonyms.toml"`. It holds values of the graph and stays on this machine.
    """
    from nlkgq.owner_files import draft_synonyms_of

    with open_graph(options) as kg:
        text = draft_synonyms_of(kg.ontology, kg.knowledge.indexes)
    if output is None:
        say(text, nl=False)
        return 0
    write_new(output, text)
    say(f"wrote {output}", err=True)
    return 0


@ontology.command()
@graph_options
@click.option("--seconds", type=float, default=60.0, show_default=True, help="Most seconds for an endpoint.")
def profile(seconds: float, **options: Any) -> int:
    """Count classes and properties in use. Holds no value of the graph."""
    from nlkgq.ontology.show import profile_lines

    with open_graph(options) as kg:
        found = kg.profile(seconds=seconds)
        for line in profile_lines(found, kg.prefixes):
            say(line)
    return 0

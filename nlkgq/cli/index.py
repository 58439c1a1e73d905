"""`nlkgq index`."""

from __future__ import annotations

from typing import Any

import click

from nlkgq.cli.options import graph_options, open_graph
from nlkgq.cli.output import counted


@click.command()
@graph_options
@click.option("--fresh", is_flag=True, help="Read an endpoint again from the start, and not only what has changed.")
@click.option("--seconds", type=float, default=600.0, show_default=True, help="Most seconds for scanning an endpoint.")
def index(seconds: float, fresh: bool, **options: Any) -> int:
    """Build the value index and the profile of a graph.

    Files are indexed by themselves at first use, and again where they have changed; an endpoint is scanned only by this
    command. What it reads stays in files that only you can read; run again, it reads the properties that have more or
    fewer triples than before. Without an index of an endpoint, models elsewhere are not asked.
    """
    with open_graph(options) as kg:
        report = kg.index(seconds=seconds, fresh=fresh)
    click.echo(
        f"{counted(report.values, 'value')} of {counted(report.triples, 'triple')}, "
        f"{report.classes} {'class' if report.classes == 1 else 'classes'}, "
        f"{report.properties} {'property' if report.properties == 1 else 'properties'}"
        + ("" if report.complete else " (cut short by the time limit; run it again to go on)")
    )
    return 0

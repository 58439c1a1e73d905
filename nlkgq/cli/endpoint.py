"""`nlkgq endpoint profile`."""

from __future__ import annotations

from typing import Any

import click

from nlkgq.cli.options import graph_options, open_graph
from nlkgq.cli.output import say


@click.group()
def endpoint() -> None:
    """Count what each endpoint holds."""


@endpoint.command()
@graph_options
@click.option("--seconds", type=float, default=60.0, show_default=True, help="Most seconds for each endpoint.")
@click.option("--fresh", is_flag=True, help="Count again what was counted before.")
def profile(seconds: float, fresh: bool, **options: Any) -> int:
    """Count the classes and properties of each endpoint, in its own terms; the counts are kept.

    Several endpoints are chosen among by these counts: what an endpoint does not hold is not asked from it, and the
    smaller part of a join is fetched first. Holds no value of the graph.
    """
    from nlkgq.ontology.show import profile_lines

    with open_graph(options) as kg:
        for name, found in kg.profile_endpoints(seconds=seconds, fresh=fresh).items():
            say(f"endpoint {name}: ", nl=False)
            for line in profile_lines(found, kg.prefixes):
                say(line)
    return 0

"""`nlkgq init`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--graph", multiple=True, metavar="FILE", help="RDF file; repeatable.")
@click.option("--endpoint", metavar="URL", help="A SPARQL endpoint.")
@click.option("--ontology", multiple=True, metavar="FILE", help="Ontology file; repeatable.")
@click.option("--force", is_flag=True, help="Overwrite a kg.toml that is there.")
def init(folder: Path, graph: tuple[str, ...], endpoint: str | None, ontology: tuple[str, ...], force: bool) -> int:
    """Write FOLDER/kg.toml with every key explained; draft an ontology where there is none."""
    from nlkgq.init_folder import init_folder

    written = init_folder(folder, graph=graph, endpoint=endpoint, ontology=ontology, force=force)
    for path in written:
        click.echo(f"wrote {path}")
    click.echo(f'Now:  nlkgq ask --kg {shlex.quote(str(folder))} "..."', err=True)
    return 0

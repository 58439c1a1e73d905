"""Reads the triples of a graph file into the staging of an index."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from nlkgq.values.staging import Staging

_EVERY: Final = 50_000


def read_file(path: Path, staging: Staging, progress: Callable[[float | None], None] | None) -> None:
    """Gives all triples of a file to a staging.

    Args:
        path: In any syntax that `nlkgq.rdf_files` reads.
        staging: Takes them.
        progress: Called now and then.

    Raises:
        LoadError: It cannot be read.
    """
    import pyoxigraph

    from nlkgq.rdf_files import read_quads

    literal, blank = pyoxigraph.Literal, pyoxigraph.BlankNode
    for count, quad in enumerate(read_quads(path, rename_blank_nodes=True), staging.triples + 1):
        subject, target = quad.subject, quad.object
        if isinstance(subject, pyoxigraph.Triple) or isinstance(target, pyoxigraph.Triple):
            continue
        name = "_:" + subject.value if isinstance(subject, blank) else subject.value
        if isinstance(target, literal):
            staging.add_literal(name, quad.predicate.value, target.value, target.datatype.value, target.language)
        else:
            object_name = "_:" + target.value if isinstance(target, blank) else target.value
            staging.add_link(name, quad.predicate.value, object_name)
        if progress is not None and count % _EVERY == 0:
            progress(None)

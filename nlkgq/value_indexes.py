"""The value indexes of one graph: opened, and as one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nlkgq.resources import writing

if TYPE_CHECKING:
    from nlkgq.ontology.model import Ontology
    from nlkgq.results.models import RdfTerm
    from nlkgq.values.model import ValueIndex
    from nlkgq.values.store import SqliteValueIndex


def open_files(
    files: Sequence[Path], path: Path, *, ontology: Ontology, progress: Callable[[float | None], None] | None
) -> SqliteValueIndex:
    """The index of what lies in files, built where it is not there yet.

    Raises:
        LoadError: A file cannot be read.
        ConfigError: The index cannot be written.
    """
    from nlkgq.values.build import index_key, open_index

    with writing():
        return open_index(files, path, ontology=ontology, key=index_key(files, ontology), progress=progress)


def as_one(indexes: Sequence[SqliteValueIndex], names: Mapping[str, str], *, must_hold: str | None) -> ValueIndex:
    """Several indexes as one, with the owner's names of values; one that knows nothing where there is none.

    Args:
        indexes: Of the parts of the graph.
        names: Other name -> stored text.
        must_hold: The file with the names where each of them must be that of a stored value; None to let others pass.

    Raises:
        ConfigError: A name of a value that is not stored.
    """
    from nlkgq.values.combined import CombinedValueIndex
    from nlkgq.values.empty import EmptyValueIndex

    index = CombinedValueIndex(indexes) if len(indexes) > 1 else indexes[0] if indexes else EmptyValueIndex()
    if not indexes or not names:
        return index
    from nlkgq.values.synonyms import SynonymValueIndex

    named = SynonymValueIndex(index, names)
    if must_hold is not None:
        named.check(must_hold)
    return named


def holds(indexes: Sequence[SqliteValueIndex], term: RdfTerm) -> bool:
    """Whether a term is a value of one of these."""
    if term.kind == "uri":
        return any(index.individual(term.value) is not None for index in indexes)
    return any(value.term == term for index in indexes for value in index.lookup(term.value))

"""What the wire gate watches for: the values of a graph, read from its value indexes, and the words it may pass."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from nlkgq.egress.graph_values import GraphValues
from nlkgq.egress.watched import Vocabulary
from nlkgq.iri import PrefixMap, local_name
from nlkgq.ontology.model import Ontology
from nlkgq.resources import writing

if TYPE_CHECKING:
    from nlkgq.masking.rules import RuleSet, ValueRules
    from nlkgq.values.store import SqliteValueIndex

_BATCH = 2_000


def graph_values(
    indexes: Sequence[SqliteValueIndex],
    folder: Path,
    *,
    rules: ValueRules,
    names: Mapping[str, str],
    progress: Callable[[float | None], None] | None = None,
) -> GraphValues | None:
    """The values that must not leave, from the cache or read out of the indexes and kept there.

    Args:
        indexes: Of every part of the graph.
        folder: For the cache.
        rules: Values that they make public are not watched.
        names: Other names of values -> stored text; both are values.
        progress: Told the share that is read, in [0, 1].

    Returns:
        None where there is no index.
    """
    if not indexes:
        return None
    parts = (
        *(str(index.path) for index in indexes),
        *_written(rules.public),
        *_written(rules.sensitive),
        *sorted(names),
    )
    # a graph that has changed takes the place of what it was
    path = folder / f"{_digest(parts)[:40]}.watched"
    key = _digest(f"{index.key} {index.path.stat().st_mtime_ns} {index.values}" for index in indexes)
    found = GraphValues.read(path, key=key)
    if found is None:
        found = GraphValues.of([*names, *_texts(indexes, rules, progress)])
        with writing():
            found.write(path, key=key)
    return found


def vocabulary(ontology: Ontology, prefixes: PrefixMap, more: Iterable[str] = ()) -> Vocabulary:
    """The words that may stand in requests over an ontology: those of its classes and properties, and of ``more``."""
    names = [*more, ontology.iri or "", *(text for prefix in prefixes for text in prefix)]
    for term in (*ontology.classes.values(), *ontology.properties.values()):
        names += (term.iri, *(text.value for text in (*term.labels, *term.alt_labels)))
    return Vocabulary(names)


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _written(rules: RuleSet) -> Iterator[str]:
    for names in (rules.classes, rules.properties, rules.datatypes, {pattern.pattern for pattern in rules.patterns}):
        yield " ".join(sorted(names))


def _texts(
    indexes: Sequence[SqliteValueIndex], rules: ValueRules, progress: Callable[[float | None], None] | None
) -> Iterator[str]:
    every = sum(index.values for index in indexes) or 1
    done = 0
    for index in indexes:
        last = 0
        while rows := index.rows(
            "SELECT id, text, datatype FROM term WHERE id > ? ORDER BY id LIMIT ?", (last, _BATCH)
        ):
            last = rows[-1][0]
            public = _public([number for number, *_ in rows], index, rules)
            yield from (
                text if datatype else unquote(local_name(text))
                for number, text, datatype in rows
                if number not in public
            )
            done += len(rows)
            if progress is not None:
                progress(min(1.0, done / every))


def _public(numbers: Sequence[int], index: SqliteValueIndex, rules: ValueRules) -> frozenset[int]:
    if not rules.public:
        return frozenset()
    pairs = ((number, index.stored([number])) for number in numbers)
    return frozenset(number for number, stored in pairs if stored and rules.is_public(stored[0]))

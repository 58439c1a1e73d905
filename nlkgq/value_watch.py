"""What the wire gate watches for: the values of a graph, read from its value indexes, and the words it may pass."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from nlkgq.egress.graph_values import GraphValues
from nlkgq.egress.parts import telling_parts
from nlkgq.egress.watched import Vocabulary, words_of
from nlkgq.iri import PrefixMap, local_name
from nlkgq.ontology.model import Ontology
from nlkgq.resources import cache_dir, writing
from nlkgq.stated_values import stated_values

if TYPE_CHECKING:
    from nlkgq.config import Settings
    from nlkgq.masking.rules import RuleSet, ValueRules
    from nlkgq.values.store import SqliteValueIndex

_BATCH = 2_000


def graph_values(
    indexes: Sequence[SqliteValueIndex],
    settings: Settings,
    *,
    ontology: Ontology,
    rules: ValueRules,
    names: Mapping[str, str],
    progress: Callable[[float | None], None] | None = None,
) -> GraphValues | None:
    """The values that must not leave: from the cache, or read out of indexes and ontology files and kept there.

    Args:
        indexes: Of every part of the graph.
        settings: They name the files of the ontology.
        ontology: Its classes and properties are no values.
        rules: Values that they make public are not watched.
        names: Other names of values -> stored text; both are values.
        progress: Told the share that is read, in [0, 1].

    Returns:
        None where no value is known.
    """
    from nlkgq.rdf_files import content_key

    files = ontology_files(settings)
    parts = (
        *map(str, files),
        *(str(index.path) for index in indexes),
        *_written(rules.public),
        *_written(rules.sensitive),
        *sorted(names),
    )
    # a graph that has changed takes the place of what it was
    path = cache_dir() / "watched" / f"{_digest(parts)[:40]}.watched"
    key = _digest((content_key(files, salt=_terms(ontology)), *map(_state, indexes)))
    found = GraphValues.read(path, key=key)
    if found is None:
        stated = stated_values(files, ontology, rules=rules, indexes=indexes)
        private = ((text, False) for text in (*names, *stated))
        found = hashed(chain(private, _texts(indexes, rules, progress)))
        with writing():
            found.write(path, key=key)
    return found if len(found) or indexes else None


def own_values(
    settings: Settings, *, ontology: Ontology, rules: ValueRules, indexes: Sequence[SqliteValueIndex]
) -> GraphValues | None:
    """The values that only the ontology's files name, from the cache or read out of them and kept there.

    Args:
        settings: They name the files.
        ontology: Its classes and properties are no values.
        rules: Values that they make public are left out.
        indexes: Of the graph: what is there is none of the ontology's own.

    Returns:
        None where there are none, or the privacy mode is ``off``.
    """
    from nlkgq.rdf_files import content_key

    files = ontology_files(settings)
    if not files or settings.privacy.mode == "off":
        return None
    parts = (*map(str, files), *_written(rules.public), *_written(rules.sensitive))
    path = cache_dir() / "watched" / f"{_digest(parts)[:40]}.own"
    key = _digest((content_key(files, salt=_terms(ontology)), *map(_state, indexes)))
    found = GraphValues.read(path, key=key)
    if found is None:
        stated = stated_values(files, ontology, rules=rules, indexes=indexes)
        found = hashed((text, False) for text in stated)
        with writing():
            found.write(path, key=key)
    return found if len(found) else None


def ontology_files(settings: Settings) -> tuple[Path, ...]:
    """The files that an ontology is read from, copies of what it imports included."""
    named = (*settings.ontology, *settings.wrapper, *map(Path, settings.catalog.values()))
    return tuple(path for path in dict.fromkeys(named) if path.is_file())


def vocabulary(ontology: Ontology, prefixes: PrefixMap, more: Iterable[str] = ()) -> Vocabulary:
    """The words that may stand in requests over an ontology: those of its classes and properties, and of ``more``."""
    names = [*more, ontology.iri or "", *(text for prefix in prefixes for text in prefix)]
    for term in (*ontology.classes.values(), *ontology.properties.values()):
        names += (term.iri, *(text.value for text in (*term.labels, *term.alt_labels)))
    return Vocabulary(names)


def hashed(values: Iterable[tuple[str, bool]]) -> GraphValues:
    """The private ones of these values, and the telling words of those that are names and stand in no public one."""
    is_common = everyday_words()
    telling: set[str] = set()
    told: set[str] = set()

    def private() -> Iterator[str]:
        for text, is_public in values:
            if is_public:
                told.update(words_of(text))
            else:
                telling.update(telling_parts(text, is_common))
                yield text

    def parts() -> Iterator[str]:
        yield from sorted(telling - told)

    return GraphValues.of(private(), parts=parts())


@cache
def everyday_words() -> Vocabulary:
    """Words of everyday language, inflected, in the languages that there are lists of."""
    from nlkgq.masking.wordlists import word_lists

    lists = word_lists()
    return Vocabulary([*lists.function, *lists.generic, *lists.common])


def _terms(ontology: Ontology) -> str:
    return _digest(sorted((*ontology.classes, *ontology.properties)))


def _state(index: SqliteValueIndex) -> str:
    return f"{index.key} {index.path.stat().st_mtime_ns} {index.values}"


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _written(rules: RuleSet) -> Iterator[str]:
    for names in (rules.classes, rules.properties, rules.datatypes, {pattern.pattern for pattern in rules.patterns}):
        yield " ".join(sorted(names))


def _texts(
    indexes: Sequence[SqliteValueIndex], rules: ValueRules, progress: Callable[[float | None], None] | None
) -> Iterator[tuple[str, bool]]:
    """Each value with whether it is public."""
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
                (text if datatype else unquote(local_name(text)), number in public) for number, text, datatype in rows
            )
            done += len(rows)
            if progress is not None:
                progress(min(1.0, done / every))


def _public(numbers: Sequence[int], index: SqliteValueIndex, rules: ValueRules) -> frozenset[int]:
    if not rules.public:
        return frozenset()
    pairs = ((number, index.stored([number])) for number in numbers)
    return frozenset(number for number, stored in pairs if stored and rules.is_public(stored[0]))

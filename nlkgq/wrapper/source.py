"""The triples of wrapper files, by subject and property, with the prefixes for texts in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pyoxigraph

from nlkgq.iri import RDF, WELL_KNOWN, PrefixMap
from nlkgq.rdf_files import read_quads
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.namespace import WRAPPER
from nlkgq.wrapper.values import literal

NIL: Final = f"{RDF}nil"


class Source:
    """What some files say, without any reasoning.

    Args:
        paths: RDF or OWL files in any syntax; blank nodes of several files never meet.

    Raises:
        LoadError: A file that cannot be read.
    """

    def __init__(self, paths: Iterable[str | Path]) -> None:
        self._triples: dict[RdfTerm, dict[str, list[RdfTerm]]] = {}
        self.files: list[str] = []
        self._file_of: dict[RdfTerm, str] = {}
        self._prefixes_of_file: list[PrefixMap] = []
        self._file_of_text: dict[tuple[RdfTerm, str], int] = {}
        prefixes: dict[str, str] = {}
        for path in paths:
            reader = read_quads(path, rename_blank_nodes=True)
            name = Path(path).name
            self.files.append(name)
            for quad in reader:
                subject = _term(quad.subject)
                self._file_of.setdefault(subject, name)
                found = self._triples.setdefault(subject, {}).setdefault(quad.predicate.value, [])
                value = _term(quad.object)
                if value not in found:
                    found.append(value)
                    if value.kind == "literal" and quad.predicate.value.startswith(WRAPPER):
                        self._file_of_text.setdefault((subject, value.value), len(self.files) - 1)
            prefixes = {**reader.prefixes, **prefixes}
            self._prefixes_of_file.append(PrefixMap(dict(reader.prefixes)))
        self.prefixes = PrefixMap(prefixes)

    def subjects(self) -> Iterator[RdfTerm]:
        """Every subject, in the order of the files."""
        return iter(self._triples)

    def annotations(self, namespace: str) -> Iterator[tuple[RdfTerm, str]]:
        """(subject, property) for every property of a namespace that is used."""
        for subject, known in self._triples.items():
            for name in known:
                if name.startswith(namespace):
                    yield subject, name

    def values(self, subject: RdfTerm, *properties: str) -> tuple[RdfTerm, ...]:
        """Objects of ``subject`` for any of these properties, in the order of the file."""
        known = self._triples.get(subject)
        if known is None:
            return ()
        found: list[RdfTerm] = []
        for name in properties:
            if name in known:
                found += known[name]
        return tuple(found)

    def value(self, subject: RdfTerm, name: str) -> RdfTerm | None:
        """The first object, or None."""
        known = self._triples.get(subject)
        return known[name][0] if known is not None and name in known else None

    def items(self, head: RdfTerm) -> tuple[RdfTerm, ...]:
        """The members of an RDF list; a broken or cyclic one ends where it breaks."""
        found: list[RdfTerm] = []
        seen: set[RdfTerm] = set()
        cell: RdfTerm | None = head
        while cell is not None and cell.value != NIL and cell not in seen:
            seen.add(cell)
            first = self.value(cell, f"{RDF}first")
            if first is not None:
                found.append(first)
            cell = self.value(cell, f"{RDF}rest")
        return tuple(found)

    def prefixes_of(self, subject: RdfTerm, text: str) -> PrefixMap:
        """The prefixes for a text: those of the file that says it of ``subject``; what it lacks, from the others."""
        file = self._file_of_text.get((subject, text))
        return self.prefixes if file is None else self._prefixes_of_file[file].merged(self.prefixes)

    def place(self, subject: RdfTerm) -> str:
        """Where a term stands, for messages: file and short name; of a blank node, the way to it from a term."""
        name = self.prefixes.shorten(subject.value) if subject.kind == "uri" else self._way_to(subject)
        file = self._file_of.get(subject)
        return f"{file}: {name}" if file else name

    def _way_to(self, node: RdfTerm) -> str:
        way: list[str] = []
        seen: set[RdfTerm] = set()
        while node.kind == "bnode" and node not in seen:
            seen.add(node)
            named = ((s, name) for s, known in self._triples.items() for name, found in known.items() if node in found)
            above = next(named, None)
            if above is None:
                break
            node = above[0]
            if above[1] != f"{RDF}rest":
                way.insert(0, self.prefixes.merged(WELL_KNOWN).shorten(above[1]))
        return ", ".join([self.prefixes.shorten(node.value) if node.kind == "uri" else "a blank node", *way])


def _term(term: object) -> RdfTerm:
    if isinstance(term, pyoxigraph.NamedNode):
        return RdfTerm("uri", term.value)
    if isinstance(term, pyoxigraph.Literal):
        if term.language:
            return RdfTerm("literal", term.value, None, term.language)
        return literal(term.value, term.datatype.value)
    return RdfTerm("bnode", str(getattr(term, "value", term)))

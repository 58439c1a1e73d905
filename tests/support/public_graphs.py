"""Graphs on the internet in clean terms, tried on small graphs of the same shape."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pyoxigraph as ox

from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.profile import profile_files
from nlkgq.rewrite.rules import rewrite
from nlkgq.sparql import parse_query
from nlkgq.wrapper import Wrapper, make_back
from nlkgq.wrapper.check import check_wrapper
from nlkgq.wrapper.load import read_wrapper

Row: TypeAlias = tuple[tuple[str, str | None], ...]
NOTHING = {None, "false", '"0"^^<http://www.w3.org/2001/XMLSchema#integer>'}


@dataclass(frozen=True, kw_only=True)
class PublicGraph:
    """A bundled folder with its wrapper and a store of the same shape as the graph on the internet."""

    folder: Path
    wrapper: Wrapper
    graphs: tuple[Path, ...]
    store: ox.Store

    def rewritten(self, clean: str) -> str:
        """A clean query in native terms."""
        return str(rewrite(parse_query(clean), self.wrapper).tree)

    def rows(self, native: str, back: Callable[[str], str] = str) -> list[Row]:
        """The answer, IRIs in clean terms where ``back`` knows them."""
        result = self.store.query(native)
        if isinstance(result, ox.QueryBoolean):
            return [(("", str(bool(result)).lower()),)]
        assert isinstance(result, ox.QuerySolutions)
        return [tuple((v.value, _term(row[v], back)) for v in result.variables) for row in result]

    def assert_same(self, question: dict[str, Any]) -> None:
        """The clean query finds what the hand-written native one finds, in its order where that counts."""
        found = self.rows(self.rewritten(question["sparql"]))
        expected = self.rows(question["native"], make_back(self.wrapper))
        assert (found == expected) if question["ordered"] else (Counter(found) == Counter(expected))
        if question.get("variables"):
            assert all([name for name, _ in row] == question["variables"] for row in found)

    def finds_something(self, question: dict[str, Any]) -> bool:
        """Whether the native query finds more than nothing, zero or no."""
        return any(value not in NOTHING for row in self.rows(question["native"]) for _, value in row)

    def assert_each_term_finds_something_once(self) -> None:
        """No form finds a pair or a thing twice, whatever its wrapper vouches for, and none finds nothing."""
        patterns = [f"?s a <{term}>" for term in self.wrapper.classes]
        patterns += [f"?s <{term}> ?o" for term in self.wrapper.properties]
        for pattern in patterns:
            rows = self.rows(self.rewritten(f"SELECT * {{ {pattern} }}"))
            assert rows, pattern
            assert len(set(rows)) == len(rows), pattern

    def assert_whole(self) -> None:
        """Questions, wrapper and terms are fit to be shipped; every native term occurs in the samples."""
        asked = read_questions(self.folder)
        assert len({question["id"] for question in asked}) == len(asked) >= 20
        assert sum(map(self.finds_something, asked)) >= 0.9 * len(asked)
        for question in asked:
            assert "nlkgq.example" not in question["native"]
        ontology = load_ontology([self.folder / "wrapper.ttl"])
        found = check_wrapper(self.wrapper, ontology, profile_files(self.graphs))
        assert [finding for finding in found if finding.severity != "info"] == []
        terms = [*ontology.classes.values(), *ontology.properties.values()]
        own = [term for term in terms if term.iri.startswith(self.wrapper.namespace)]
        assert {term.iri for term in own} == {*self.wrapper.classes, *self.wrapper.properties}
        for term in own:
            assert {text.language for text in term.labels} >= {"en", "de"}, term.iri
            assert term.comments, term.iri


def _term(term: object, back: Callable[[str], str]) -> str | None:
    if isinstance(term, ox.NamedNode):
        return f"<{back(term.value)}>"
    return None if term is None else str(term)


def read_questions(folder: Path) -> list[dict[str, Any]]:
    """The questions of a folder."""
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def open_public(folder: Path, graphs: Sequence[Path]) -> PublicGraph:
    """The folder's wrapper over these graphs."""
    wrapper, findings = read_wrapper([folder / "wrapper.ttl"])
    assert findings == ()
    store = ox.Store()
    for file in graphs:
        store.bulk_load(path=str(file), format=ox.RdfFormat.TURTLE)
    return PublicGraph(folder=folder, wrapper=wrapper, graphs=tuple(graphs), store=store)


def assert_made_again(folder: Path, made: Path) -> None:
    """The folder's script writes the committed sample again, byte for byte."""
    subprocess.run([sys.executable, "-B", str(folder / "generate.py"), str(made)], check=True)
    assert (made / "sample.ttl").read_bytes() == (folder / "sample.ttl").read_bytes()

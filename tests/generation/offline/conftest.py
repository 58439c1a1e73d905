"""A small harbour of our own: ontology, graph, value index and translator over an in-memory store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

from nlkgq.generation.offline import OfflineTranslator
from nlkgq.generation.protocol import Generation
from nlkgq.masking.model import MaskedText
from nlkgq.ontology.draft import draft_ontology
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.profile import profile_files
from nlkgq.results.comparison import same_answer
from nlkgq.results.models import AskResult, Result, SelectResult
from nlkgq.results.terms import from_oxigraph
from nlkgq.values.build import open_index

HERE = Path(__file__).parent


class World:
    """A graph with its translator; without an ontology, one is drafted from the data."""

    def __init__(self, ontology: Path | None, graph: Path, folder: Path, *, threshold: float | None = None) -> None:
        self.store = ox.Store()
        self.store.load(graph.read_bytes(), format=ox.RdfFormat.TURTLE)
        profile = profile_files([graph])
        self.ontology = load_ontology([ontology]) if ontology else draft_ontology(profile)
        self.profile = profile
        self.lexicon = Lexicon(self.ontology)
        self.index = open_index([graph], folder / "values", ontology=self.ontology)
        settings = {} if threshold is None else {"threshold": threshold}
        self.translator = self.reader(**settings)

    def reader(self, **settings: Any) -> OfflineTranslator:
        """A translator over the world with other settings."""
        parts = {"ontology": self.ontology, "lexicon": self.lexicon, "index": self.index, "profile": self.profile}
        return OfflineTranslator(**{**parts, "probe": self.probe, **settings})

    def probe(self, query: str) -> bool:
        found = self.run(query)
        return found.boolean if isinstance(found, AskResult) else bool(found.rows)  # type: ignore[union-attr]  # SELECT

    def run(self, query: str) -> Result:
        found = self.store.query(query)
        if isinstance(found, ox.QueryBoolean):
            return AskResult(boolean=bool(found))
        assert isinstance(found, ox.QuerySolutions)
        names = tuple(v.value for v in found.variables)
        return SelectResult(
            variables=names, rows=tuple(tuple(None if t is None else from_oxigraph(t) for t in row) for row in found)
        )

    def ask(self, question: str) -> Generation:
        return self.translator.generate(MaskedText(text=question, mode="off", original=question))

    def assert_answers(self, question: str, gold: str) -> None:
        """The rows for a question are those of a query, in any order."""
        query = self.ask(question).query
        assert same_answer(self.run(gold), self.run(query)), query

    def assert_pair(self, pair: Mapping[str, Any], prefixes: str) -> None:
        """The rows for the question of a pair are those of its gold, in order and empty where the pair says so."""
        query = self.ask(pair["question"]).query
        gold = self.run(prefixes + pair["gold"])
        assert isinstance(gold, AskResult) or bool(gold.rows) != pair.get("empty", False)  # type: ignore[union-attr]  # SELECT
        assert same_answer(gold, self.run(query), ordered=pair.get("ordered", False)), query

    def answer(self, question: str) -> Result:
        return self.run(self.ask(question).query)


@pytest.fixture(scope="session")
def world_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path | None, Path], World]:
    """Builds worlds from an ontology, where there is one, and a graph file."""
    return lambda ontology, graph: World(ontology, graph, tmp_path_factory.mktemp("world"))


@pytest.fixture(scope="session")
def world_of_text(
    world_of: Callable[[Path | None, Path], World], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., World]:
    """Builds worlds from the text of a graph and, where there is one, of its ontology, both in Turtle."""

    def build(graph: str, ontology: str = "") -> World:
        folder = tmp_path_factory.mktemp("text")
        (folder / "graph.ttl").write_text(graph, encoding="utf-8")
        if ontology:
            (folder / "ontology.ttl").write_text(ontology, encoding="utf-8")
        return world_of(folder / "ontology.ttl" if ontology else None, folder / "graph.ttl")

    return build


@pytest.fixture(scope="session")
def harbour(world_of: Callable[[Path, Path], World]) -> World:
    """The harbour."""
    return world_of(HERE / "harbour_ontology.ttl", HERE / "harbour_graph.ttl")


@pytest.fixture(scope="session")
def world_of_tables(
    world_of: Callable[[Path | None, Path], World], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, Mapping[str, Sequence[str]], Mapping[str, Sequence[Sequence[object]]]], World]:
    """Builds worlds from a name, the columns of tables and their rows, as a direct mapping: a class a table.

    The first column is the key. A column ``ref-x`` refers to the row of another table, told as ``table key``. Of None
    nothing is stored.
    """

    def build(name: str, columns: Mapping[str, Sequence[str]], rows: Mapping[str, Sequence[Sequence[object]]]) -> World:
        lines = [f"@base <http://example.org/{name}/> ."]
        for table, of_table in rows.items():
            for row in of_table:
                told = [f"<{table}/{row[0]}> a <{table}>"]
                for column, value in zip(columns[table], row, strict=True):
                    if value is None:
                        continue
                    if column.startswith("ref-"):
                        other, number = str(value).split()
                        told += [f"<{table}#{column}> <{other}/{number}>", f"<{table}#{column[4:]}> {number}"]
                    else:
                        told.append(f"<{table}#{column}> {value if isinstance(value, int | float) else repr(value)}")
                lines.append(" ; ".join(told) + " .")
        path = tmp_path_factory.mktemp(name) / "graph.ttl"
        path.write_text("\n".join(lines), encoding="utf-8")
        return world_of(None, path)

    return build


@pytest.fixture(scope="session")
def songs(world_of: Callable[[Path, Path], World]) -> World:
    """Songs with who wrote, performed and arranged them, their lengths, publishers, cycles and prizes."""
    return world_of(HERE / "songs_ontology.ttl", HERE / "songs_graph.ttl")

"""Data sets: a `dataset.toml` that says where questions and graphs come from, and what is wrong with their gold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from nlkgq.errors import ConfigError, LoadError, ResourceNotFound, UsageError
from nlkgq.evaluation.dataset_toml import read_dataset_toml
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.readers.formats import READERS, read_questions
from nlkgq.evaluation.restated import restated
from nlkgq.resources import graph_folder, resource_root

_FETCHED: Final = "fetched"


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSource:
    """A graph of a data set: a folder with `kg.toml` (``kg``), or files or an endpoint (``url``) with their ontology;
    with a folder and files, the files take the place of the folder's endpoints.

    ``settings`` are dotted keys for `KnowledgeGraph`, such as ``endpoints.*.row_cap``.
    """

    name: str
    kg: str | None = None
    files: tuple[Path, ...] = ()
    url: str | None = None
    ontology: tuple[Path, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """How terms are compared; see `nlkgq.results.comparison`."""

    decimals: int = 4
    ignore_language: bool = False
    as_text: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file to fetch.

    Args:
        url: Its address; one that holds a commit or a record does not change under the checksum.
        file: Where it goes in the data folder.
        unpack: The folder in the data folder that takes the members of an archive; None for no archive.
        sha256: Its checksum (hex), where the set's author knows it; else the first fetch records it.
    """

    url: str
    file: str
    unpack: str | None = None
    sha256: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """Questions over one graph or several.

    Args:
        name: Short.
        file: Its `dataset.toml`.
        title, source, licence, size, note: For people; ``source`` is an address.
        graphs: By name.
        questions: In order; overrides are applied, and told in ``corrected`` and ``excluded``.
        scoring: How answers are compared.
        downloads: For `bench fetch`.
        fetched: What they give, and what must be made or had otherwise; "" where they give all.
        of: Name of the data set whose questions these are in other words; "" for none.
    """

    name: str
    file: Path
    title: str
    source: str
    licence: str
    size: str
    note: str
    graphs: Mapping[str, GraphSource]
    questions: tuple[BenchQuestion, ...]
    scoring: Scoring
    downloads: tuple[Download, ...] = ()
    fetched: str = ""
    of: str = ""


def dataset_names() -> tuple[str, ...]:
    """The data sets that come with the project, sorted; () in an installation without them."""
    return tuple(sorted(p.parent.name for p in _datasets_folder().glob("*/dataset.toml")))


def fetched_names() -> tuple[str, ...]:
    """The data sets of others that the project only describes: they are there once `bench fetch` brought them."""
    return tuple(sorted(p.parent.name for p in (_datasets_folder() / _FETCHED).glob("*/dataset.toml")))


def dataset_file(name_or_path: str) -> Path:
    """The `dataset.toml` of a path (file or folder) or of a data set that comes with the project.

    Raises:
        ResourceNotFound: There is none.
    """
    path = Path(name_or_path).expanduser()
    ours = [folder / name_or_path / "dataset.toml" for folder in (_datasets_folder(), _datasets_folder() / _FETCHED)]
    for candidate in (path, path / "dataset.toml", *ours):
        if candidate.is_file():
            return candidate.resolve()
    names = ", ".join((*dataset_names(), *fetched_names())) or "none here; give the path of a dataset.toml"
    raise ResourceNotFound(f"no data set {name_or_path!r}; there are: {names}", place=name_or_path)


def load_dataset(
    name_or_path: str, *, data: Path | None = None, graphs: tuple[str, ...] = (), read: bool = True
) -> Dataset:
    """The data set with its questions.

    Args:
        name_or_path: A name, or the path of a `dataset.toml`.
        data: Folder of the graphs and question files; what `bench fetch` filled when None.
        graphs: Only these graphs; all when empty.
        read: Whether questions are read; without them a set can be described whose files are not there.

    Raises:
        ResourceNotFound: The set or one of its files is missing.
        ConfigError: `dataset.toml` is wrong.
        LoadError: A question file cannot be read.
    """
    path = dataset_file(name_or_path)
    tree = read_dataset_toml(path)
    if "of" in tree:
        return _restated(tree, path, data, graphs, read)
    base = path.parent if tree.get("base") == "here" else (data or fetched_folder())
    sources = {}
    questions: list[BenchQuestion] = []
    for entry in tree.get("graphs", []):
        source = _graph(entry, base, tree, path, complete=read)
        if graphs and source.name not in graphs:
            continue
        sources[source.name] = source
        if read:
            questions += _questions(entry, source, base, tree, path)
    unknown = sorted(set(graphs) - set(sources))
    if unknown:
        raise UsageError(f"{path}: no graph {', '.join(unknown)}")
    if not sources:
        raise ConfigError(f"{path}: no [[graphs]]", place=str(path))
    if read and not questions:
        raise LoadError(f"{path}: no question in its files", place=str(path), hint="Look at [questions] options.")
    _check_unique(questions, path)
    return Dataset(
        name=str(tree.get("name", path.parent.name)),
        file=path,
        title=str(tree.get("title", "")),
        source=str(tree.get("source", "")),
        licence=str(tree.get("licence", "")),
        size=str(tree.get("size", "")),
        note=str(tree.get("note", "")),
        graphs=sources,
        questions=_overridden(questions, tree, path, partial=bool(graphs)) if read else (),
        scoring=Scoring(**tree.get("scoring", {})),
        downloads=tuple(Download(**d) for d in tree.get("fetch", [])),
        fetched=str(tree.get("fetched", "")),
    )


def _restated(tree: Mapping[str, Any], path: Path, data: Path | None, graphs: tuple[str, ...], read: bool) -> Dataset:
    """The questions of another data set in other words; all else is that of the other one."""
    original = dataset_file(tree["of"])
    if "of" in read_dataset_toml(original):
        raise ConfigError(f"{path}: {tree['of']} is restated itself", place=str(path))
    found = load_dataset(str(original), data=data, graphs=graphs, read=read)
    return replace(
        found,
        name=str(tree.get("name", path.parent.name)),
        file=path,
        title=str(tree.get("title", found.title)),
        note=str(tree.get("note", found.note)),
        of=found.name,
        questions=restated(found.questions, path.parent / tree["restated"], partial=bool(graphs)),
    )


def fetched_folder() -> Path:
    """Where `bench fetch` puts files."""
    from nlkgq.resources import cache_dir

    return cache_dir() / "datasets"


def _datasets_folder() -> Path:
    return resource_root() / "benchmarks" / "datasets"


def _graph(entry: Mapping[str, Any], base: Path, tree: Mapping[str, Any], path: Path, *, complete: bool) -> GraphSource:
    name = str(entry.get("name") or entry.get("kg"))
    kg = entry.get("kg")
    if kg is not None and (base / kg / "kg.toml").is_file():
        kg = str(base / kg)
    return GraphSource(
        name=name,
        kg=kg,
        files=_files(entry.get("files", ()), base, path, complete),
        url=entry.get("url"),
        ontology=_files(entry.get("ontology", ()), base, path, complete),
        settings={**tree.get("settings", {}), **entry.get("settings", {})},
    )


def _files(patterns: Any, base: Path, path: Path, complete: bool) -> tuple[Path, ...]:
    found: list[Path] = []
    for pattern in [patterns] if isinstance(patterns, str) else patterns:
        matches = sorted(base.glob(pattern)) if "*" in pattern else [base / pattern]
        if not matches and complete:
            raise ResourceNotFound(f"{path}: no file matches {base / pattern}", place=str(base))
        found += matches
    return tuple(found)


def _questions(
    entry: Mapping[str, Any], source: GraphSource, base: Path, tree: Mapping[str, Any], path: Path
) -> list[BenchQuestion]:
    given = {**tree.get("questions", {})}
    if isinstance(entry.get("questions"), str):
        given["file"] = entry["questions"]
    reader = given.get("reader", "json-lines")
    if reader not in READERS:
        raise ConfigError(f"{path}: no reader {reader!r}; there are {', '.join(READERS)}", place=str(path))
    if "file" in given:
        file = base / given["file"]
        if not file.exists() and (path.parent / given["file"]).exists():
            raise ResourceNotFound(
                f"{path}: no file of questions {file}", place=str(path), hint='With base = "here" it is beside it.'
            )
    elif source.kg is not None:
        from nlkgq.config import load_settings

        file = load_settings(graph_folder(source.kg)).questions or Path("questions")
    else:
        raise ConfigError(f"{path}: graph {source.name}: no question file", place=str(path))
    try:
        found = list(read_questions(reader, file, source.name, given.get("options", {})))
    except TypeError as error:
        told = re.sub(r"^.*\(\) ", "", str(error))
        raise ConfigError(f"{path}: [questions] options: the reader {reader} {told}", place=str(path)) from None
    wanted = entry.get("ids")
    declared = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in given.get("prefixes", {}).items())
    return [replace(q, prefixes=declared + q.prefixes) for q in found if wanted is None or q.id.startswith(wanted)]


def _overridden(
    questions: list[BenchQuestion], tree: Mapping[str, Any], path: Path, *, partial: bool
) -> tuple[BenchQuestion, ...]:
    overrides: dict[str, Mapping[str, Any]] = {}
    for entry in tree.get("overrides", []):
        overrides[str(entry["id"])] = entry
    missing = sorted(set(overrides) - {q.id for q in questions})
    if missing and not partial:
        raise ConfigError(f"{path}: overrides of questions that are not there: {', '.join(missing)}", place=str(path))
    return tuple(_with_override(q, overrides[q.id]) if q.id in overrides else q for q in questions)


def _with_override(question: BenchQuestion, entry: Mapping[str, Any]) -> BenchQuestion:
    reason = str(entry["reason"])
    if entry.get("exclude"):
        return replace(question, excluded=reason)
    changed = replace(question, corrected=reason, ordered=bool(entry.get("ordered", question.ordered)))
    if "sparql" in entry:
        changed = replace(changed, gold=str(entry["sparql"]), answer=None)
    return changed


def _check_unique(questions: list[BenchQuestion], path: Path) -> None:
    seen: set[str] = set()
    for q in questions:
        if q.id in seen:
            raise LoadError(f"{path}: two questions with the id {q.id!r}", place=str(path))
        seen.add(q.id)

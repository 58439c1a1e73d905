"""A folder for a graph of one's own: a kg.toml with every key explained, and a drafted ontology where there is none."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from nlkgq.api import KnowledgeGraph
from nlkgq.config import load_settings
from nlkgq.config_keys import KEYS, Key
from nlkgq.errors import ConfigError, UsageError


def init_folder(
    folder: Path,
    *,
    graph: Sequence[str] = (),
    endpoint: str | None = None,
    ontology: Sequence[str] = (),
    force: bool = False,
) -> tuple[Path, ...]:
    """Writes kg.toml, rider.md and, where no ontology is given and the graph lies in files, ontology.ttl.

    Args:
        folder: Made when it is not there.
        graph: RDF files.
        endpoint: Address of a SPARQL endpoint; either this or ``graph``.
        ontology: Ontology files.
        force: Overwrite what is there.

    Returns:
        The files written.

    Raises:
        UsageError: Neither or both of ``graph`` and ``endpoint``.
        ConfigError: A file is there already, or one that is named is not.
        LoadError: A file cannot be read.
    """
    if bool(graph) == bool(endpoint):
        raise UsageError("give --graph FILE or --endpoint URL", hint="One of the two.")
    target = folder / "kg.toml"
    if target.exists() and not force:
        raise ConfigError(f"{target} is there already", place=str(target), hint="--force overwrites it.")
    for name in (*graph, *ontology):
        if not Path(name).is_file():
            what = "is no file" if Path(name).exists() else "no such file"
            raise ConfigError(f"{name}: {what}", place=name)
    if endpoint:
        load_settings(overrides={"endpoints.main.url": endpoint})  # refused before anything is written
    written = [target]
    values: dict[str, Any] = {"name": folder.resolve().name}
    ontology_files = [_relative(name, folder) for name in ontology]
    if graph and not ontology:
        with KnowledgeGraph.from_files(graph=list(graph)) as kg:
            draft = kg.render_ontology("full")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "ontology.ttl").write_text(draft, encoding="utf-8")
        written.append(folder / "ontology.ttl")
        ontology_files = ["ontology.ttl"]
    folder.mkdir(parents=True, exist_ok=True)
    values["ontology"] = ontology_files
    values["rider"] = "rider.md"
    values["endpoints.main.url" if endpoint else "endpoints.main.files"] = endpoint or [
        _relative(name, folder) for name in graph
    ]
    rider = folder / "rider.md"
    if not rider.exists():
        rider.write_text(_RIDER, encoding="utf-8")
        written.append(rider)
    target.write_text("\n".join(_lines(values)) + "\n", encoding="utf-8")
    load_settings(folder)  # what was written must read back
    return tuple(written)


_RIDER = (
    "<!-- A few sentences for whoever writes queries over this graph: its conventions, units, traps.\n"
    "     No values of the graph: this text goes to the model as it is. -->\n"
)


def _lines(values: dict[str, Any]) -> Iterator[str]:
    """kg.toml: what was given is set, every other key stands as a comment with its default."""
    yield "# Settings of this graph. Precedence: flag, environment variable, this file, default."
    sections: dict[str, list[Key]] = {}
    for key in KEYS:
        sections.setdefault(key.name.rpartition(".")[0].replace("*", "main"), []).append(key)
    for section, keys in sections.items():
        if section:
            yield ""
            yield f"[{section}]"
        for key in keys:
            name = key.name.replace("*", "main")
            short = name.rpartition(".")[2]
            yield f"# {key.help}" + (f" ({key.variable})" if key.variable else "")
            if name in values:
                yield f"{short} = {_toml(values[name])}"
            else:
                yield f"# {short} = {_toml(key.default)}"


def _toml(value: Any) -> str:
    if value is None:
        return '""'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    if isinstance(value, dict):
        return "{}"
    # a JSON string is a TOML basic string, except that TOML knows no \/ and no surrogate pairs
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def _relative(name: str, folder: Path) -> str:
    """Relative to the folder where the file lies inside it or beside it; absolute elsewhere."""
    path, base = Path(name).resolve(), folder.resolve()
    relative = os.path.relpath(path, base)
    return Path(relative).as_posix() if relative.count("..") <= 2 else path.as_posix()

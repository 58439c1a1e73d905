"""A `dataset.toml` as plain values, every key and kind of value checked: what is misspelt is never passed over."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from nlkgq.config_keys import key_for, nearest_key
from nlkgq.errors import ConfigError, SparqlSyntaxError, UnknownKeyError
from nlkgq.sparql import parse_query

_KEYS: Final[Mapping[str, Mapping[str, str]]] = {
    "": {
        **dict.fromkeys(("name", "title", "source", "licence", "size", "note", "base", "fetched"), "text"),
        **dict.fromkeys(("settings", "scoring", "questions"), "table"),
        **dict.fromkeys(("graphs", "overrides", "fetch"), "tables"),
    },
    "restated": dict.fromkeys(("name", "title", "note", "of", "restated"), "text"),
    "graphs": {
        **dict.fromkeys(("name", "kg", "url", "questions", "ids"), "text"),
        **dict.fromkeys(("files", "ontology"), "texts"),
        "settings": "table",
    },
    "questions": {**dict.fromkeys(("reader", "file"), "text"), **dict.fromkeys(("options", "prefixes"), "table")},
    "scoring": {"decimals": "count", "ignore_language": "boolean", "as_text": "boolean"},
    "overrides": {"id": "id", "reason": "text", "sparql": "text", "exclude": "boolean", "ordered": "boolean"},
    "fetch": dict.fromkeys(("url", "file", "unpack", "sha256"), "text"),
}
_NEEDED: Final = {"restated": ("of", "restated"), "fetch": ("url", "file"), "overrides": ("id", "reason")}
_TOLD: Final = {
    "text": "a text",
    "texts": "a text or a list of texts",
    "table": "a table",
    "tables": "a list of tables",
    "boolean": "true or false",
    "count": "a whole number from 0",
    "id": "a text or a whole number",
}


def read_dataset_toml(path: Path) -> dict[str, Any]:
    """The values of the file; settings with dotted names, whether written so or as tables in tables.

    Raises:
        ConfigError: It cannot be read, or a value is of another kind, is missing or contradicts another.
        UnknownKeyError: A key that is none.
    """
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ConfigError(f"{path}: not readable as TOML: {error}", place=str(path)) from None
    if "of" in tree:
        _check(tree, "restated", path)
        return tree
    _check(tree, "", path)
    if tree.get("base", "here") != "here":
        raise ConfigError(
            f'{path}: `base` is "here" (files lie beside it) or left out (in --data DIR)', place=str(path)
        )
    for section in ("questions", "scoring"):
        _check(tree.get(section, {}), section, path)
    for section in ("graphs", "overrides", "fetch"):
        for entry in tree.get(section, []):
            _check(entry, section, path)
    for name, iri in tree.get("questions", {}).get("prefixes", {}).items():
        if not isinstance(iri, str):
            raise ConfigError(f"{path}: questions.prefixes.{name} must be a text", place=str(path))
    for owner in (tree, *tree.get("graphs", [])):
        if "settings" in owner:
            owner["settings"] = _settings(owner["settings"], path)
    _check_graphs(tree.get("graphs", []), path)
    _check_overrides(tree.get("overrides", []), path)
    return tree


def _check(values: Mapping[str, Any], section: str, path: Path) -> None:
    known = _KEYS[section]
    shown = "" if section in ("", "restated") else f"{section}."
    for key, value in values.items():
        if key not in known:
            near = next(iter(get_close_matches(key, known, n=1)), None)
            hint = f"Did you mean {near!r}?" if near else f"There are {', '.join(known)}."
            raise UnknownKeyError(f"{shown}{key}", place=str(path), nearest=near, hint=hint)
        if not _is(value, known[key]):
            raise ConfigError(f"{path}: {shown}{key} must be {_TOLD[known[key]]}", place=str(path))
    for key in _NEEDED.get(section, ()):
        if values.get(key) in (None, ""):
            raise ConfigError(f"{path}: {section or 'the file'} needs {key!r}", place=str(path))


def _is(value: object, kind: str) -> bool:
    if kind == "texts":
        return isinstance(value, str) or (isinstance(value, list) and all(isinstance(v, str) for v in value))
    if kind == "tables":
        return isinstance(value, list) and all(isinstance(v, dict) for v in value)
    if kind == "count":
        return type(value) is int and value >= 0
    if kind == "id":
        return isinstance(value, str) or type(value) is int
    return isinstance(value, {"text": str, "table": dict, "boolean": bool}[kind])


def _settings(values: Mapping[str, Any], path: Path, above: str = "") -> dict[str, Any]:
    """Dotted name -> value.

    Raises:
        UnknownKeyError: No such setting.
    """
    found: dict[str, Any] = {}
    for key, value in values.items():
        name = f"{above}{key}"
        if key_for(name) is not None:
            found[name] = value
        elif isinstance(value, dict):
            found |= _settings(value, path, f"{name}.")
        else:
            raise UnknownKeyError(f"settings.{name}", place=str(path), nearest=nearest_key(name))
    return found


def _check_graphs(graphs: list[dict[str, Any]], path: Path) -> None:
    names: set[str] = set()
    for graph in graphs:
        name = graph.get("name") or graph.get("kg")
        if not name or not (graph.get("kg") or graph.get("files") or graph.get("url")):
            raise ConfigError(f"{path}: a graph needs a `name`, and `kg`, `files` or `url`", place=str(path))
        if graph.get("url") and (graph.get("files") or graph.get("kg")):
            raise ConfigError(f"{path}: graph {name}: `url`, or `kg` and `files`, but not both", place=str(path))
        if name in names:
            raise ConfigError(f"{path}: two graphs with the name {name!r}", place=str(path))
        names.add(name)


def _check_overrides(overrides: list[dict[str, Any]], path: Path) -> None:
    seen: set[str] = set()
    for entry in overrides:
        name = str(entry["id"])
        if name in seen:
            raise ConfigError(f"{path}: two overrides of {name!r}", place=str(path))
        seen.add(name)
        if not entry.keys() & {"sparql", "exclude", "ordered"}:
            raise ConfigError(f"{path}: the override of {name!r} changes nothing", place=str(path))
        try:
            parse_query(entry.get("sparql", "ASK {}"), undeclared_prefixes=True)
        except SparqlSyntaxError as error:
            raise ConfigError(f"{path}: the override of {name!r} is no query: {error}", place=str(path)) from None

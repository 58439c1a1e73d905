"""Reads `roles.toml`: the room's I/O, with `nlkgq.roles.annotations`."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from nlkgq.errors import ConfigError, UnknownKeyError
from nlkgq.roles.model import RoleRules

_LISTS: Final = (
    "classes",
    "properties",
    "hide_classes",
    "hide_properties",
    "endpoints",
    "graphs",
    "extends",
)
_KEYS: Final = ("description", "all", "rider", "rows", *_LISTS)
_MAY_BE_NONE: Final = ("classes", "properties", "endpoints", "graphs")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleFile:
    """Every role of a graph, by name, and the prefixes that its texts may use beside those of the ontology."""

    roles: Mapping[str, RoleRules]
    prefixes: Mapping[str, str] = field(default_factory=dict)
    place: str = "roles.toml"


def read_roles(path: Path) -> RoleFile:
    """The roles that a file declares; their terms are looked up later, in `resolve`.

    Raises:
        UnknownKeyError: A key that no role has.
        ConfigError: Not TOML, a value of the wrong type, no role.
    """
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: not readable as TOML: {error}", place=str(path)) from None
    for key in tree:
        if key not in ("roles", "prefixes"):
            raise UnknownKeyError(key, place=str(path), nearest=_nearest(key, ("roles", "prefixes")))
    prefixes = tree.get("prefixes", {})
    if not _is_table_of_texts(prefixes):
        raise _wrong(path, "prefixes", "a table of texts")
    roles = tree.get("roles", {})
    if not isinstance(roles, dict) or not roles:
        raise ConfigError(f"{path}: no role", place=str(path), hint="Write [roles.NAME], or remove the file.")
    return RoleFile(
        roles={name: _role(path, name, table) for name, table in roles.items()}, prefixes=prefixes, place=str(path)
    )


def _role(path: Path, name: str, table: object) -> RoleRules:
    place = f"roles.{name}"
    if not isinstance(table, dict):
        raise _wrong(path, place, "a table")
    for key in table:
        if key not in _KEYS:
            raise UnknownKeyError(f"{place}.{key}", place=str(path), nearest=_nearest(key, _KEYS))
    lists: dict[str, Any] = {}
    for key in _LISTS:
        value = table.get(key)
        if value is None:
            lists[key] = None if key in _MAY_BE_NONE else ()
            continue
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(v, str) and v.strip() for v in value):
            raise _wrong(path, f"{place}.{key}", "a list of texts")
        lists[key] = tuple(value)
    rows = table.get("rows", {})
    if not _is_table_of_texts(rows):
        raise _wrong(path, f"{place}.rows", 'a table: "ex:Class" = "a graph pattern with ?this"')
    if not isinstance(table.get("all", False), bool):
        raise _wrong(path, f"{place}.all", "true or false")
    for key in ("description", "rider"):
        if not isinstance(table.get(key, ""), str):
            raise _wrong(path, f"{place}.{key}", "a text")
    return RoleRules(
        name=name,
        place=f"{path}: {place}",
        description=table.get("description", ""),
        everything=table.get("all", False),
        rows=tuple(rows.items()),
        rider=path.parent / table["rider"] if table.get("rider") else None,
        **lists,
    )


def _is_table_of_texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(v, str) for v in value.values())


def _wrong(path: Path, key: str, expected: str) -> ConfigError:
    return ConfigError(f"{path}: {key} must be {expected}", place=str(path), hint=f"Correct {key}.")


def _nearest(key: str, known: tuple[str, ...]) -> str | None:
    return next(iter(difflib.get_close_matches(key, known, n=1)), None)

"""Question files as plain values, with errors that name file and place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from nlkgq.errors import LoadError, MissingExtraError, ResourceNotFound

_LIMIT = 500_000_000
"""Largest question file, in bytes."""


def read_text(path: Path, *, what: str = "questions") -> str:
    """The text of a file.

    Args:
        path: The file.
        what: What it holds; for errors.

    Raises:
        ResourceNotFound: There is no such file.
        LoadError: It is too large, or not UTF-8.
    """
    try:
        if path.stat().st_size > _LIMIT:
            raise LoadError(f"{path}: larger than {_LIMIT:,} bytes", place=str(path))
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        hint = "`nlkgq bench fetch NAME`, or --data DIR." if what == "questions" else None
        raise ResourceNotFound(f"no file of {what} {path}", place=str(path), hint=hint) from None
    except (OSError, UnicodeDecodeError) as error:
        raise LoadError(f"{path}: not readable as text: {error}", place=str(path)) from None


def read_json_file(path: Path) -> Any:
    """The values of a JSON file.

    Raises:
        LoadError: It is not JSON.
    """
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise LoadError(f"{path}: not JSON: {error}", place=str(path)) from None


def read_json_lines(path: Path, *, what: str = "questions") -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Line number (from 1) and object of each line; blank lines are passed over.

    Raises:
        LoadError: A line is not a JSON object.
    """
    for number, line in enumerate(read_text(path, what=what).split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise LoadError(f"{path}:{number}: not JSON: {error}", place=str(path), line=number) from None
        if not isinstance(value, Mapping):
            raise LoadError(f"{path}:{number}: not an object", place=str(path), line=number)
        yield number, value


def read_yaml_file(path: Path) -> Any:
    """The values of a YAML file (extra ``bench``).

    Raises:
        MissingExtraError: PyYAML is not installed.
        LoadError: It is not YAML.
    """
    try:
        import yaml
    except ImportError:
        raise MissingExtraError("PyYAML", extra="bench") from None
    try:
        return yaml.safe_load(read_text(path))
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise LoadError(f"{path}: not YAML: {error}", place=str(path)) from None


def items(values: Any, path: Path, *, key: str = "questions") -> Iterable[Mapping[str, Any]]:
    """The list of question objects in a document: the document itself, or what it holds under ``key``.

    Raises:
        LoadError: There is no such list.
    """
    if isinstance(values, Mapping):
        values = values.get(key)
    if not isinstance(values, list) or not all(isinstance(v, Mapping) for v in values):
        raise LoadError(f"{path}: no list of {key}", place=str(path))
    return values


def text_of(value: Any, *names: str) -> str | None:
    """A text that a format writes plainly, or in an object under one of ``names``; None where it is absent."""
    if isinstance(value, Mapping):
        value = next((value[name] for name in names if isinstance(value.get(name), str)), None)
    return value.strip() if isinstance(value, str) and value.strip() else None


def texts_of(value: Any) -> tuple[str, ...]:
    """The texts of a list, or of one text alone; () for anything else."""
    if isinstance(value, str):
        value = [value]
    return tuple(str(v) for v in value if isinstance(v, str | int | float)) if isinstance(value, list) else ()


def missing(path: Path, identifier: object, what: str) -> LoadError:
    """The error for a question without a part it needs."""
    return LoadError(f"{path}: question {identifier}: no {what}", place=str(path))

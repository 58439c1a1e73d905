"""Finds `prompts/` and `ontologies/` in a wheel, an editable install and a checkout."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from nlkgq.errors import ConfigError, ResourceNotFound


@cache
def resource_root() -> Path:
    """The folder that holds `prompts/` and `ontologies/`.

    Returns:
        `nlkgq/_resources` in a wheel; the top of the checkout otherwise.

    Raises:
        ResourceNotFound: Neither is there: the installation is incomplete.
    """
    package = Path(__file__).resolve().parent
    for root in (package / "_resources", package.parent):
        if (root / "prompts").is_dir() and (root / "ontologies").is_dir():
            return root
    raise ResourceNotFound(
        "the bundled prompts and ontologies are missing", place=str(package), hint="Reinstall nlkgq."
    )


def prompt_names() -> tuple[str, ...]:
    """The names of the prompt templates, sorted, such as ``system.j2``."""
    return tuple(sorted(p.name for p in (resource_root() / "prompts").glob("*.j2")))


def read_prompt(name: str) -> str:
    """The text of a prompt template.

    Raises:
        ResourceNotFound: No such template; the message lists those there are.
    """
    if name not in prompt_names():
        raise ResourceNotFound(f"no prompt {name!r}; there are {', '.join(prompt_names())}", place="prompts/")
    return (resource_root() / "prompts" / name).read_text(encoding="utf-8")


def bundled_graphs() -> tuple[str, ...]:
    """The names of the bundled graphs, sorted."""
    return tuple(sorted(p.parent.name for p in (resource_root() / "ontologies").glob("*/kg.toml")))


def graph_folder(name_or_folder: str | os.PathLike[str]) -> Path:
    """The folder of a graph: a path that holds a `kg.toml` (or is one), or a bundled name.

    Raises:
        ResourceNotFound: Neither; the message lists the bundled names.
    """
    path = Path(name_or_folder).expanduser()
    if path.name == "kg.toml" and path.is_file():
        return path.parent.resolve()
    if (path / "kg.toml").is_file():
        return path.resolve()
    if str(name_or_folder) in bundled_graphs():
        return resource_root() / "ontologies" / str(name_or_folder)
    what = "a folder without kg.toml" if path.is_dir() else "neither a folder nor a bundled graph"
    raise ResourceNotFound(
        f"{str(name_or_folder)!r} is {what}",
        place=str(name_or_folder),
        hint=f"Bundled graphs: {', '.join(bundled_graphs())}. `nlkgq init FOLDER` makes a kg.toml; "
        "--graph FILE needs none.",
    )


def cache_dir() -> Path:
    """The folder for loaded stores, indexes and profiles; ``NLKGQ_CACHE_DIR`` moves it. Only the user can read it."""
    return _private_folder("NLKGQ_CACHE_DIR", "user_cache_dir")


def state_dir() -> Path:
    """The folder for what a cache cleaner must not take (placeholder secrets); ``NLKGQ_STATE_DIR`` moves it."""
    return _private_folder("NLKGQ_STATE_DIR", "user_state_dir")


@contextmanager
def writing(variable: str = "NLKGQ_CACHE_DIR") -> Iterator[None]:
    """A block that writes into the folder of ``variable``.

    Raises:
        ConfigError: It cannot: the folder is read-only, another user's, or full.
    """
    try:
        yield
    except OSError as error:
        raise ConfigError(
            f"{error.filename or variable} cannot be written: {error.strerror or error}",
            place=variable,
            hint=f"Set {variable} to a folder that can be written.",
        ) from None


def _private_folder(variable: str, function: str) -> Path:
    override = os.environ.get(variable)
    if override:
        folder = Path(override)
    else:
        import platformdirs

        folder = Path(getattr(platformdirs, function)("nlkgq"))
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ConfigError(
            f"{folder} cannot be made: {error.strerror}", place=variable, hint=f"Set {variable} to a folder of yours."
        ) from None
    return folder

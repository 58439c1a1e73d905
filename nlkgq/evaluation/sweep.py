"""Many runs from one TOML: every combination of the values that vary."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from nlkgq.config_keys import key_for, nearest_key
from nlkgq.errors import ConfigError, UnknownKeyError

SHORT: Final[Mapping[str, str]] = {
    "model": "model.name",
    "representation": "model.representation",
    "instructions": "model.instructions",
    "temperature": "model.temperature",
    "repair": "model.repair",
    "masking": "privacy.mode",
    "role": "access.role",
}
"""Short names that a sweep may use for settings."""
_KEYS: Final = frozenset({"dataset", "out", "repeat", "limit", "workers", "fixed", "vary"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """What a sweep file says.

    Args:
        dataset: Name or path.
        out: Folder of the runs.
        runs: Name of each run -> its settings, in order: the last of the varying values changes first.
        repeat, limit, workers: As for one run.
    """

    dataset: str
    out: Path
    runs: Mapping[str, Mapping[str, Any]]
    repeat: int = 1
    limit: int | None = None
    workers: int = 4
    varied: tuple[str, ...] = field(default=())


def read_sweep(file: Path) -> Sweep:
    """The sweep in a file.

    ``dataset``, ``out`` (relative to the file), ``repeat``, ``limit``, ``workers``; ``[fixed]`` settings; ``[vary]``
    settings with a list of values each. Settings are those of kg.toml, or one of the short names in `SHORT`.

    Raises:
        ConfigError: It cannot be read, or says nothing to run.
        UnknownKeyError: A key that is no setting.
    """
    try:
        tree = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{file}: not readable as TOML: {error}", place=str(file)) from None
    for name in tree:
        if name not in _KEYS:
            raise UnknownKeyError(name, place=str(file), nearest=nearest_key(name))
    vary, fixed = tree.get("vary", {}), tree.get("fixed", {})
    if not isinstance(tree.get("dataset"), str) or not vary:
        raise ConfigError(f"{file}: a sweep needs `dataset` and [vary]", place=str(file))
    names = {name: _setting(name, file) for name in (*fixed, *vary)}
    for name, values in vary.items():
        if not isinstance(values, list) or not values:
            raise ConfigError(f"{file}: vary.{name} must be a list of values", place=str(file))
    base = {names[name]: value for name, value in fixed.items()}
    runs = {}
    for values in itertools.product(*vary.values()):
        chosen = dict(zip(vary, values, strict=True))
        settings = {names[name]: value for name, value in chosen.items()}
        runs[run_name(chosen)] = {**base, **settings}
    return Sweep(
        dataset=tree["dataset"],
        out=file.parent / tree.get("out", f"{file.stem}-runs"),
        runs=runs,
        repeat=tree.get("repeat", 1),
        limit=tree.get("limit"),
        workers=tree.get("workers", 4),
        varied=tuple(vary),
    )


def run_name(chosen: Mapping[str, Any]) -> str:
    """A folder's name for a combination of values.

    >>> run_name({"model": "openai:some/model", "repair": 2})
    'openai-some-model_repair-2'
    """
    parts = [str(v) if k in ("model", "model.name") else f"{k.rpartition('.')[2]}-{v}" for k, v in chosen.items()]
    return "_".join(re.sub(r"[^A-Za-z0-9.]+", "-", part).strip("-") for part in parts)


def run_sweep(
    sweep: Sweep, *, data: Path | None = None, progress: Callable[[str, int, int, float | None], None] | None = None
) -> list[Path]:
    """Runs what is not finished yet and returns the folders, in order.

    Raises:
        ConfigError, UsageError, ModelError: As for one run; what was finished is kept.
    """
    from nlkgq.evaluation.dataset import load_dataset
    from nlkgq.evaluation.runner import RunOptions, run

    dataset = load_dataset(sweep.dataset, data=data)
    folders = []
    for name, settings in sweep.runs.items():
        options = RunOptions(settings=settings, repeat=sweep.repeat, limit=sweep.limit, workers=sweep.workers)
        run(dataset, sweep.out / name, options, resume=True, progress=progress)
        folders.append(sweep.out / name)
    return folders


def _setting(name: str, file: Path) -> str:
    full = SHORT.get(name, name)
    if key_for(full) is None:
        raise UnknownKeyError(name, place=str(file), nearest=nearest_key(full))
    return full

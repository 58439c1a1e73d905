"""Many runs from one TOML: every combination of the values that vary."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nlkgq.config_keys import key_for, nearest_key
from nlkgq.errors import ConfigError, UnknownKeyError
from nlkgq.evaluation.prices import Prices

if TYPE_CHECKING:
    from nlkgq.evaluation.runner import RunState

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
_COUNTS: Final = ("repeat", "limit", "per_graph", "workers", "budget_tokens")
_KEYS: Final = frozenset({"dataset", "out", "budget", "prices", "fixed", "vary", *_COUNTS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """What a sweep file says.

    Args:
        dataset: Name or path.
        out: Folder of the runs.
        runs: Name of each run -> its settings, in order: the last of the varying values changes first.
        repeat, limit, per_graph, workers, budget_tokens, budget_money, prices: As for one run, and of each run.
    """

    dataset: str
    out: Path
    runs: Mapping[str, Mapping[str, Any]]
    repeat: int = 1
    limit: int | None = None
    per_graph: int | None = None
    workers: int = 4
    budget_tokens: int | None = None
    budget_money: float | None = None
    prices: Prices | None = None
    varied: tuple[str, ...] = field(default=())


def read_sweep(file: Path) -> Sweep:
    """The sweep in a file.

    ``dataset``, ``out`` (relative to the file), ``repeat``, ``limit``, ``per_graph``, ``workers``;
    ``budget_tokens`` or ``budget`` for each run, and ``prices`` (a file, relative to this one); ``[fixed]`` settings;
    ``[vary]`` settings with a list of values each. Settings are those of kg.toml, or one of the short names in `SHORT`.

    Raises:
        ConfigError: It cannot be read, or says nothing to run.
        UnknownKeyError: A key that is no setting.
    """
    try:
        tree = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{file}: not readable as TOML: {error}", place=str(file)) from None
    for name in tree:
        if name not in _KEYS:
            raise UnknownKeyError(name, place=str(file), nearest=nearest_key(name))
    vary, fixed = tree.get("vary", {}), tree.get("fixed", {})
    if not isinstance(tree.get("dataset"), str) or not vary:
        raise ConfigError(f"{file}: a sweep needs `dataset` and [vary]", place=str(file))
    for name in _COUNTS:
        if type(tree.get(name, 1)) is not int or tree.get(name, 1) < 1:
            raise ConfigError(f"{file}: {name} must be a whole number from 1", place=str(file))
    if type(tree.get("budget", 1)) not in (int, float):
        raise ConfigError(f"{file}: budget must be a number", place=str(file))
    for name in ("fixed", "vary"):
        if not isinstance(tree.get(name, {}), dict):
            raise ConfigError(f"{file}: [{name}] must be a table", place=str(file))
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
        per_graph=tree.get("per_graph"),
        workers=tree.get("workers", 4),
        budget_tokens=tree.get("budget_tokens"),
        budget_money=tree.get("budget"),
        prices=Prices.read(file.parent / tree["prices"]) if "prices" in tree else None,
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
) -> dict[Path, RunState]:
    """Runs what is not finished yet; folder of each run -> where it stands, in order.

    Raises:
        ConfigError, UsageError, ModelError: As for one run; what was finished is kept.
    """
    from nlkgq.evaluation.dataset import load_dataset
    from nlkgq.evaluation.runner import RunOptions, run

    dataset = load_dataset(sweep.dataset, data=data)
    states = {}
    for name, settings in sweep.runs.items():
        options = RunOptions(
            settings=settings,
            repeat=sweep.repeat,
            limit=sweep.limit,
            per_graph=sweep.per_graph,
            workers=sweep.workers,
            budget_tokens=sweep.budget_tokens,
            budget_money=sweep.budget_money,
            prices=sweep.prices,
        )
        states[sweep.out / name] = run(dataset, sweep.out / name, options, resume=True, progress=progress)
    return states


def _setting(name: str, file: Path) -> str:
    full = SHORT.get(name, name)
    if key_for(full) is None:
        raise UnknownKeyError(name, place=str(file), nearest=nearest_key(full))
    return full

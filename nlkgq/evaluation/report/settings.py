"""Runs that differ in one setting alone: representations of the ontology, masked and unmasked, and the like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from nlkgq.evaluation.report.runs import ReportedRun
from nlkgq.evaluation.summary import Comparison, compare_runs

_TITLES: Final[Mapping[str, str]] = {
    "model.representation": "Ontology representation",
    "privacy.mode": "Masking",
    "model.instructions": "Instructions",
    "model.repair": "Rounds of repair",
    "model.temperature": "Temperature",
    "model.name": "System",
}
_OFFLINE: Final = ("model.name", "privacy.mode", "timeout", "row_cap")
"""Settings that reach the offline translator."""
_OF_THE_SYSTEM: Final = ("model.base_url", "model.api_key_env", "model.proxy", "model.timeout")
"""Settings that say where a model is, not what it is told."""
_EQUAL: Final = "Runs that differ in nothing else; differences are paired by question"
_SYSTEMS: Final = "The first run of each system, under equal masking and limits; differences are paired by question"
_ORDER: Final = ("off", "values", "strict")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A run with its value of a setting; ``comparison`` is with the first of its set, None for that one."""

    value: str
    run: ReportedRun
    comparison: Comparison | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingGroup:
    """All runs between which one setting makes the difference, set by set.

    Args:
        title: Of the setting, for people.
        caption: What the runs of one set have in common.
        members: Sets one after the other, each with at least two runs over one data set.
    """

    title: str
    caption: str
    members: tuple[Member, ...]


def setting_groups(runs: Sequence[ReportedRun]) -> list[SettingGroup]:
    """The settings that tell some of the runs apart while everything else is equal."""
    found = []
    for key, title in _TITLES.items():
        sets: dict[tuple[Any, ...], list[ReportedRun]] = {}
        for run in runs:
            sets.setdefault((run.dataset.name, *_others(run, key)), []).append(run)
        members = [m for group in sets.values() for m in _members(group, key)]
        if members:
            caption = _SYSTEMS if key == "model.name" else _EQUAL
            found.append(SettingGroup(title=title, caption=caption, members=tuple(members)))
    return found


def _others(run: ReportedRun, key: str) -> tuple[tuple[str, str], ...]:
    """Every setting that may make a difference, save ``key``."""
    given = run.settings
    offline = given.get("model.name") == "offline"
    kept = {k: v for k, v in given.items() if k.startswith(("model.", "privacy.", "gate.")) or k in _OFFLINE}
    if offline:
        kept = {k: v for k, v in kept.items() if k in _OFFLINE}
    if key == "model.name":
        kept = {k: v for k, v in kept.items() if k in ("privacy.mode", "timeout", "row_cap")}
    return tuple(sorted((k, str(v)) for k, v in kept.items() if k != key and k not in _OF_THE_SYSTEM))


def _members(runs: Sequence[ReportedRun], key: str) -> list[Member]:
    by_value: dict[str, ReportedRun] = {}
    for run in runs:
        by_value.setdefault(str(run.settings.get(key, "")), run)
    if len(by_value) < 2:
        return []
    values = sorted(by_value, key=lambda v: _ORDER.index(v) if v in _ORDER else 0)
    first = by_value[values[0]]
    members = [Member(value=values[0], run=first, comparison=None)]
    for value in values[1:]:
        run = by_value[value]
        told = compare_runs(first.name, first.scores, run.name, run.scores)
        members.append(Member(value=value, run=run, comparison=told))
    return members

"""The settings of single steps: grounding, repair, prompt, the offline translator, the gate, several endpoints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSettings:
    """What the gate allows; see the table of keys for each field."""

    service: tuple[str, ...]
    graphs: tuple[str, ...]
    max_length: int
    max_depth: int
    max_patterns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FederationSettings:
    """How several endpoints answer one query; see the table of keys for each field."""

    mode: str
    partial: bool
    bind_size: int
    fetch_rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundingSettings:
    """How values are looked for at an endpoint that was not scanned; see the table of keys for each field."""

    scan: bool = True
    timeout: float = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairSettings:
    """What a model is told about its queries; see the table of keys for each field."""

    reveal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSettings:
    """What a prompt holds beside ontology and question; see the table of keys for each field."""

    examples: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineSettings:
    """How the offline translator reads; see the table of keys for each field."""

    embeddings: bool = False
    names: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StepSettings:
    """The sections ``[grounding]``, ``[repair]``, ``[prompt]`` and ``[offline]``."""

    grounding: GroundingSettings
    repair: RepairSettings
    prompt: PromptSettings
    offline: OfflineSettings


def step_settings(get: Callable[[str], Any]) -> StepSettings:
    """The settings of the sections, each value from ``get`` by its dotted name."""
    return StepSettings(
        grounding=GroundingSettings(scan=get("grounding.scan"), timeout=get("grounding.timeout")),
        repair=RepairSettings(reveal=get("repair.reveal")),
        prompt=PromptSettings(examples=get("prompt.examples")),
        offline=OfflineSettings(embeddings=get("offline.embeddings"), names=get("offline.names")),
    )

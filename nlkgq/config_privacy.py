"""The settings of ``[privacy]``: what a model sees of a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSettings:
    """What makes values public, or sensitive, as written; `nlkgq.masking.rules` looks the names up."""

    classes: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    datatypes: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacySettings:
    """What a model sees of a question; see the table of keys for each field."""

    mode: str = "strict"
    secret_env: str | None = None
    exempt: tuple[str, ...] = ()
    unwatched: bool = False
    recognisers: tuple[str, ...] = ()
    public: RuleSettings = field(default_factory=RuleSettings)
    sensitive: RuleSettings = field(default_factory=RuleSettings)


def privacy_settings(get: Callable[[str], Any]) -> PrivacySettings:
    """The settings of the section, each value from ``get`` by its dotted name."""
    return PrivacySettings(
        mode=get("privacy.mode"),
        secret_env=get("privacy.secret_env"),
        exempt=get("privacy.exempt"),
        unwatched=get("privacy.unwatched"),
        recognisers=get("privacy.recognisers"),
        public=_rule_settings("privacy.public", get),
        sensitive=_rule_settings("privacy.sensitive", get),
    )


def _rule_settings(section: str, get: Callable[[str], Any]) -> RuleSettings:
    return RuleSettings(**{part.name: get(f"{section}.{part.name}") for part in fields(RuleSettings)})

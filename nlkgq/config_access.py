"""The settings of ``[access]``: which role asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROLES_FILE = "roles.toml"
IN_ONTOLOGY = "ontology"
"""The value of `access.roles` that finds the roles in annotations of the ontology."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessSettings:
    """Which role asks.

    Args:
        roles: A file, or the word ``ontology``; None for `roles.toml` beside kg.toml, where there is one.
        role: The role that is taken; None where nobody has chosen.
        default_role: The one that is taken where nobody has chosen.
    """

    roles: str | None = None
    role: str | None = None
    default_role: str | None = None

    def file(self, folder: Path | None) -> Path | None:
        """The file with the roles; None where there is none, or the ontology holds them.

        Args:
            folder: The one of kg.toml; paths are relative to it.
        """
        if self.roles == IN_ONTOLOGY:
            return None
        if self.roles is not None:
            path = Path(self.roles).expanduser()
            return path if folder is None or path.is_absolute() else folder / path
        beside = folder / ROLES_FILE if folder is not None else None
        return beside if beside is not None and beside.exists() else None


def access_settings(get: Callable[[str], Any]) -> AccessSettings:
    """The settings of the section, each value from ``get`` by its dotted name."""
    return AccessSettings(roles=get("access.roles"), role=get("access.role"), default_role=get("access.default_role"))

"""`nlkgq config`."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import click

from nlkgq.cli.options import graph_options, model_options, open_graph
from nlkgq.cli.output import say


@click.command()
@graph_options
@model_options
def config(**options: Any) -> int:
    """Show every setting and where it comes from. Secrets are named, never shown."""
    with open_graph(options) as kg:
        settings = kg.settings
    rows: list[tuple[str, str, str]] = []

    def collect(prefix: str, value: Any) -> None:
        if is_dataclass(value):
            for field in fields(value):
                if field.name not in ("origins", "folder", "name") or not prefix.startswith("endpoints."):
                    collect(f"{prefix}.{field.name}" if prefix else field.name, getattr(value, field.name))
        else:
            shown = _without_query(value) if isinstance(value, str) else _shown(value)
            rows.append((prefix, shown, settings.origins.get(prefix, "default")))

    for field in fields(settings):
        if field.name == "endpoints":
            for endpoint in settings.endpoints:
                collect(f"endpoints.{endpoint.name}", endpoint)
        elif field.name not in ("origins", "folder"):
            collect(field.name, getattr(settings, field.name))
    width = max(len(name) for name, _, _ in rows)
    for name, value, origin in rows:
        say(f"{name:<{width}}  {value}  ({origin})")
    return 0


def _without_query(text: str) -> str:
    """An address without the values of its parameters, of which one may be a key; any other text as it is."""
    address, mark, query = text.partition("?")
    if "://" not in address or not mark:
        return text
    return f"{address}?" + "&".join(f"{part.partition('=')[0]}=..." for part in query.split("&"))


def _shown(value: Any) -> str:
    if value is None or value in ((), {}):
        return "-"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{k} from ${v}" for k, v in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)

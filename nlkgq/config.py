"""kg.toml, environment and flags -> frozen settings.

Precedence: flag, environment, file, default. Unknown keys are errors that name the nearest known key. Secrets are
never in the file, only the names of environment variables.
"""

from __future__ import annotations

import math
import os
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from nlkgq.config_access import AccessSettings, access_settings
from nlkgq.config_keys import KEYS, Key, key_for, nearest_key
from nlkgq.config_privacy import PrivacySettings, privacy_settings
from nlkgq.config_steps import FederationSettings, GateSettings, StepSettings, step_settings
from nlkgq.errors import ConfigError, UnknownKeyError

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_LARGEST = {"number": 1e9, "integer": 10**15}  # more seconds than a timer takes, more bytes than a machine has


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointSettings:
    """One endpoint: either ``url`` or ``files``.

    ``headers`` maps a header to an environment variable's name; ``auth`` is python:MODULE:NAME or, given from Python,
    what signs requests; see `nlkgq.endpoints.signing`.
    """

    name: str
    url: str | None
    files: tuple[Path, ...]
    timeout: float
    row_cap: int
    byte_cap: int
    headers: Mapping[str, str]
    auth: object
    default_graphs: tuple[str, ...]
    named_graphs: tuple[str, ...]
    vocabularies: tuple[str, ...]
    trusted: bool
    method: str
    text_search: str | None
    text_index: str | None

    def header_values(self) -> dict[str, str]:
        """The headers with their values from the environment.

        Raises:
            ConfigError: A variable is not set.
        """
        values: dict[str, str] = {}
        for header, variable in self.headers.items():
            value = os.environ.get(variable)
            if value is None:
                raise ConfigError(
                    f"endpoint {self.name}: the environment variable {variable} for header {header} is not set",
                    place=f"endpoints.{self.name}.headers",
                    hint=f"export {variable}=...",
                )
            values[header] = value
        return values


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """Which model, and how it is asked; see the table of keys for each field."""

    name: str
    base_url: str | None
    api_key_env: str | None
    instructions: str
    representation: str
    token_budget: int
    module: bool
    max_tokens: int
    temperature: float
    timeout: float
    repair: int
    grammar: str
    grammar_field: str
    grammar_profile: str
    context: int
    threads: int
    thought: int
    returns: int
    proxy: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that is known about a graph before any file of it is read.

    ``origins`` maps each dotted key to where its value came from: flag, environment variable, file or ``default``.
    """

    name: str
    title: str | None
    description: str | None
    language: str
    ontology: tuple[Path, ...]
    wrapper: tuple[Path, ...]
    catalog: Mapping[str, str]
    rider: Path | None
    synonyms: Path | None
    questions: Path | None
    privacy: PrivacySettings
    access: AccessSettings
    model: ModelSettings
    gate: GateSettings
    federation: FederationSettings
    steps: StepSettings
    endpoints: tuple[EndpointSettings, ...]
    endpoint: str | None
    folder: Path | None
    origins: Mapping[str, str] = field(default_factory=dict)

    @property
    def federated(self) -> bool:
        """Whether several endpoints take the questions together."""
        return self.endpoint is None and len(self.endpoints) > 1 and self.federation.mode != "off"

    @property
    def asked_endpoints(self) -> tuple[EndpointSettings, ...]:
        """The endpoints that take the questions, one or several.

        Raises:
            ConfigError: There is none, or none with the name in ``endpoint``.
        """
        return self.endpoints if self.federated else (self.main_endpoint,)

    @property
    def main_endpoint(self) -> EndpointSettings:
        """The endpoint that takes the questions, where only one does; the first of several.

        Raises:
            ConfigError: There is none, or none with the name in ``endpoint``.
        """
        if not self.endpoints:
            raise ConfigError(
                f"{self.name}: no endpoint", place="endpoints", hint="Add [endpoints.NAME] with `url` or `files`."
            )
        if self.endpoint is None:
            return self.endpoints[0]
        for found in self.endpoints:
            if found.name == self.endpoint:
                return found
        names = ", ".join(e.name for e in self.endpoints)
        raise ConfigError(f"no endpoint {self.endpoint!r}; there are {names}", place="endpoint")


def load_settings(
    folder: Path | None = None,
    *,
    overrides: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Settings of the graph in ``folder``, or of one described by ``overrides`` alone.

    Args:
        folder: A folder with kg.toml; None for none.
        overrides: Dotted key -> value, from flags or Python; None values are ignored, ``endpoints.*.timeout`` means
            every endpoint. Paths are relative to the working directory.
        environment: Environment variables; the process's own when None.

    Raises:
        UnknownKeyError: A key that no setting has.
        ConfigError: A value of the wrong type, or a file that is not TOML.
    """
    environment = os.environ if environment is None else environment
    flags = {k: v for k, v in (overrides or {}).items() if v is not None}
    given = _read_file(folder / "kg.toml") if folder is not None else {}
    place = str(folder / "kg.toml") if folder is not None else "kg.toml"
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for name, value in given.items():
        key = key_for(name)
        if key is None:
            raise UnknownKeyError(name, place=place, nearest=nearest_key(name))
        values[name] = _typed(key, name, value, place=place, base=folder)
        origins[name] = place
    for key in KEYS:
        if key.variable and key.variable in environment:
            text = environment[key.variable]
            values[key.name] = _typed(key, key.name, _from_text(key, text), place=key.variable, base=None)
            origins[key.name] = key.variable
    for name, value in flags.items():
        key = key_for(name)
        if key is None:
            raise UnknownKeyError(name, place="flag", nearest=nearest_key(name))
        values[name] = _typed(key, name.removeprefix("endpoints.*."), value, place="flag", base=None)
        origins[name] = "flag"
    if any(origins[n] == "flag" for n in values if n.startswith("endpoints.") and n.endswith((".url", ".files"))):
        # a graph given by flags replaces the endpoints of the file: two graphs are never mixed silently
        for name in [n for n in values if n.startswith("endpoints.") and origins[n] != "flag"]:
            del values[name], origins[name]
    names = tuple(dict.fromkeys(n.split(".")[1] for n in values if n.startswith("endpoints.") and ".*." not in n))
    for every in [n for n in values if n.startswith("endpoints.*.")]:
        value, origin = values.pop(every), origins.pop(every)
        for name in names:
            values[every.replace("*", name)], origins[every.replace("*", name)] = value, origin
    rider = values.get("rider")
    if rider is not None and not rider.is_file():
        raise ConfigError(f"{rider}: no such file", place=origins["rider"], hint="It is what `rider` names.")
    return _settings(values, origins, folder, names)


def _read_file(path: Path) -> dict[str, Any]:
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise ConfigError(f"{path}: no such file", place=str(path), hint="`nlkgq init FOLDER` makes one.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ConfigError(f"{path}: not readable as TOML: {error}", place=str(path)) from None
    flat: dict[str, Any] = {}

    def flatten(prefix: str, value: Any) -> None:
        key = key_for(prefix)
        if isinstance(value, dict) and (key is None or key.type not in ("table", "env-table")):
            if not value and prefix:
                flat[prefix] = value
            for name, inner in value.items():
                flatten(f"{prefix}.{name}" if prefix else name, inner)
        else:
            flat[prefix] = value

    endpoints = tree.get("endpoints")
    for name in endpoints if isinstance(endpoints, dict) else ():
        if not re.fullmatch(r"[\w-]+", name):
            raise ConfigError(f"{path}: an endpoint's name has letters, digits, - and _, not {name!r}", place=str(path))
    flatten("", tree)
    for section in {"endpoints", *(key.name.rpartition(".")[0] for key in KEYS)}:
        if flat.get(section) == {}:
            del flat[section]
    return flat


def _from_text(key: Key, text: str) -> Any:
    """An environment variable's text as the key's type; what does not convert is left for `_typed` to refuse."""
    try:
        if key.type == "integer":
            return int(text)
        if key.type == "number":
            return float(text)
    except ValueError:
        return text
    if key.type == "boolean":
        return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(text.lower(), text)
    if key.type in ("paths", "texts"):
        return [part for part in text.split(os.pathsep if key.type == "paths" else ",") if part]
    return text


def _typed(key: Key, name: str, value: Any, *, place: str, base: Path | None) -> Any:
    """The value checked and converted; relative paths are made absolute against ``base``."""

    def wrong(expected: str) -> ConfigError:
        return ConfigError(f"{place}: {name} must be {expected}, not {value!r}", place=place)

    match key.type:
        case "text":
            if not isinstance(value, str):
                raise wrong("a text")
        case "path":
            if not isinstance(value, str | os.PathLike):
                raise wrong("a path")
            value = _absolute(value, base)
        case "texts" | "paths":
            value = [value] if isinstance(value, str | os.PathLike) else value
            if not isinstance(value, list | tuple) or not all(isinstance(v, str | os.PathLike) for v in value):
                raise wrong("a list of texts")
            value = tuple(_absolute(v, base) if key.type == "paths" else str(v) for v in value)
        case "integer" | "number":
            whole = key.type == "integer"
            if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
                raise wrong("a whole number" if whole else "a number")
            if math.isnan(value) or (key.minimum is not None and value < key.minimum):
                raise wrong(f"at least {key.minimum:g}" if key.minimum is not None else "a number")
            if value > _LARGEST[key.type]:
                raise wrong(f"at most {_LARGEST[key.type]:g}")
        case "auth":
            if isinstance(value, str) and not value.startswith("python:"):
                # it may be a secret: it is not repeated
                raise ConfigError(f"{place}: {name} must be python:MODULE:NAME", place=place)
        case "boolean":
            if not isinstance(value, bool):
                raise wrong("true or false")
        case "table" | "env-table":
            if not isinstance(value, Mapping) or not all(isinstance(v, str) for v in value.values()):
                raise wrong("a table of texts")
            if key.type == "env-table":
                value = _variables(value)
            else:
                value = {k: str(_absolute(v, base)) for k, v in value.items()}
    if key.choices and value not in key.choices:
        raise wrong("one of " + ", ".join(key.choices))
    return value


def _variables(value: Mapping[str, str]) -> dict[str, str]:
    for text in value.values():
        if not text.startswith("env:") or not text[4:]:
            # the value itself may be a secret: it is not repeated
            raise ConfigError(
                "a header's value must be env:NAME, the name of an environment variable",
                place="headers",
                hint='Authorization = "env:MY_TOKEN", then export MY_TOKEN=...',
            )
    return {header: text[4:] for header, text in value.items()}


def _absolute(value: str | os.PathLike[str], base: Path | None) -> Path:
    path = Path(value).expanduser()
    return path if path.is_absolute() else (base or Path.cwd()) / path


def _settings(
    values: Mapping[str, Any], origins: Mapping[str, str], folder: Path | None, names: Sequence[str]
) -> Settings:
    def get(name: str) -> Any:
        if name in values:
            return values[name]
        key = key_for(name)
        assert key is not None, name
        return key.default

    model = {k.name[6:]: get(k.name) for k in KEYS if k.name.startswith("model.")}
    gate = {k.name[5:]: get(k.name) for k in KEYS if k.name.startswith("gate.")}
    federation = {k.name[11:]: get(k.name) for k in KEYS if k.name.startswith("federation.")}
    return Settings(
        name=get("name") or (folder.name if folder is not None else "graph"),
        title=get("title"),
        description=get("description"),
        language=get("language"),
        ontology=get("ontology"),
        wrapper=get("wrapper"),
        catalog=get("catalog"),
        rider=get("rider"),
        synonyms=get("synonyms"),
        questions=get("questions"),
        privacy=privacy_settings(get),
        access=access_settings(get),
        model=ModelSettings(**model),
        gate=GateSettings(**gate),
        federation=FederationSettings(**federation),
        steps=step_settings(get),
        endpoints=tuple(_endpoint(name, get) for name in names),
        endpoint=get("endpoint"),
        folder=folder,
        origins={k.name: origins.get(k.name, "default") for k in KEYS if "*" not in k.name} | dict(origins),
    )


def _endpoint(name: str, get: Callable[[str], Any]) -> EndpointSettings:
    fields = {k.name.removeprefix("endpoints.*."): k for k in KEYS if k.name.startswith("endpoints.*.")}
    values = {f: get(f"endpoints.{name}.{f}") for f in fields}
    url, files = values["url"], values["files"]
    if bool(url) == bool(files):
        raise ConfigError(
            f"endpoint {name}: give either `url` or `files`",
            place=f"endpoints.{name}",
            hint="One of the two, not both.",
        )
    if url:
        _check_address(url, f"endpoints.{name}.url")
    if values["trusted"] is None:
        values["trusted"] = not url or urlsplit(url).hostname in _LOOPBACK
    return EndpointSettings(name=name, **values)


def _check_address(url: str, place: str) -> None:
    """Refuses what is no http(s) address, or holds a secret; the address may hold one, so it is not repeated."""
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets without an address of IPv6 in them, a port that is none
        sound = False
    if not sound:
        raise ConfigError(
            f"{place}: not an http(s) address", place=place, hint="For example https://dbpedia.org/sparql"
        )
    if parts.username or parts.password:
        raise ConfigError(
            f"{place}: credentials do not belong in the address",
            place=place,
            hint='Use headers: Authorization = "env:MY_TOKEN".',
        )

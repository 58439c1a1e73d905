"""kg.toml, environment and flags: precedence, types, nearest keys, secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlkgq.config import load_settings
from nlkgq.config_keys import KEYS
from nlkgq.errors import ConfigError, UnknownKeyError

FILE = """
name = "mine"
ontology = ["onto.ttl"]
[model]
name = "openai:local"
[endpoints.store]
files = ["a.ttl", "b.nt.gz"]
timeout = 5
[endpoints.remote]
url = "https://example.org/sparql"
headers = { Authorization = "env:MY_TOKEN" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kg.toml").write_text(FILE, encoding="utf-8")
    return tmp_path


def test_paths_are_relative_to_the_file(folder: Path) -> None:
    settings = load_settings(folder, environment={})
    assert settings.ontology == (folder / "onto.ttl",)
    assert settings.main_endpoint.files == (folder / "a.ttl", folder / "b.nt.gz")


def test_precedence_is_flag_environment_file_default(folder: Path) -> None:
    environment = {"NLKGQ_MODEL": "replay:x.jsonl", "NLKGQ_MODEL_REPAIR": "0"}
    assert load_settings(folder, environment={}).model.name == "openai:local"
    settings = load_settings(folder, environment=environment)
    assert settings.model.name == "replay:x.jsonl"
    assert settings.model.repair == 0
    assert settings.model.max_tokens == 8192
    settings = load_settings(folder, environment=environment, overrides={"model.name": "offline"})
    assert settings.model.name == "offline"
    assert settings.origins["model.name"] == "flag"
    assert settings.origins["model.repair"] == "NLKGQ_MODEL_REPAIR"
    assert settings.origins["model.max_tokens"] == "default"
    assert settings.origins["name"].endswith("kg.toml")


def test_trust_is_files_and_loopback_by_default(folder: Path) -> None:
    store, remote = load_settings(folder, environment={}).endpoints
    assert store.trusted
    assert not remote.trusted
    local = load_settings(overrides={"endpoints.x.url": "http://127.0.0.1:7878/query"}, environment={})
    assert local.main_endpoint.trusted


def test_a_graph_given_by_flags_replaces_the_endpoints_of_the_file(folder: Path) -> None:
    settings = load_settings(folder, environment={}, overrides={"endpoints.g.files": ["c.ttl"]})
    assert [e.name for e in settings.endpoints] == ["g"]


def test_a_bound_for_every_endpoint_keeps_them(folder: Path) -> None:
    settings = load_settings(folder, environment={}, overrides={"endpoints.*.timeout": 2.0})
    assert [(e.name, e.timeout) for e in settings.endpoints] == [("store", 2.0), ("remote", 2.0)]


@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        ("ontologi = []", "ontology"),
        ('[privacy]\nmod = "off"', "privacy.mode"),
        ('[endpoints.a]\nurll = "http://x.org"', "endpoints.a.url"),
        ("[model]\ntimout = 3", "model.timeout"),
        ('model = "offline"', "model.name"),
    ],
)
def test_an_unknown_key_names_the_nearest(tmp_path: Path, line: str, nearest: str) -> None:
    (tmp_path / "kg.toml").write_text(line, encoding="utf-8")
    with pytest.raises(UnknownKeyError) as caught:
        load_settings(tmp_path, environment={})
    assert caught.value.nearest == nearest
    assert "kg.toml" in caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        "name = 3",
        "ontology = [3]",
        '[endpoints.a]\nurl = "ftp://example.org/"',
        '[endpoints.a]\nurl = "https://example.org/"\nfiles = ["a.ttl"]',
        "[endpoints.a]\ntimeout = 3",
        '[endpoints.a]\nfiles = ["a.ttl"]\ntimeout = -1',
        '[endpoints.a]\nfiles = ["a.ttl"]\ntimeout = inf',
        '[endpoints.a]\nfiles = ["a.ttl"]\ntimeout = nan',
        '[endpoints.a]\nfiles = ["a.ttl"]\nrow_cap = 1000000000000000000000',
        '[endpoints.a]\nurl = "http://[::1"',
        '[endpoints.a]\nurl = "http://127.0.0.1:99999/"',
        '[endpoints.a]\nurl = "example.org/sparql"',
        '[endpoints.a]\nfiles = ["a.ttl"]\nrow_cap = 1.5',
        '[endpoints.a]\nfiles = ["a.ttl"]\ntrusted = "yes"',
        '[privacy]\nmode = "sometimes"',
        "not toml",
    ],
)
def test_a_wrong_value_is_one_error_with_its_place(tmp_path: Path, text: str) -> None:
    (tmp_path / "kg.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_settings(tmp_path, environment={})
    assert caught.value.place


@pytest.mark.parametrize("secret", ['headers = { Authorization = "Bearer s3cr3t" }', 'url = "https://u:s3cr3t@x.org/"'])
def test_a_secret_in_the_file_is_refused_and_not_repeated(tmp_path: Path, secret: str) -> None:
    text = secret if secret.startswith("url") else 'url = "https://x.org/"\n' + secret
    (tmp_path / "kg.toml").write_text("[endpoints.a]\n" + text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_settings(tmp_path, environment={})
    assert "s3cr3t" not in f"{caught.value} {caught.value.hint}"


def test_header_values_come_from_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remote = load_settings(folder, environment={}).endpoints[1]
    with pytest.raises(ConfigError, match="MY_TOKEN"):
        remote.header_values()
    monkeypatch.setenv("MY_TOKEN", "Bearer x")
    assert remote.header_values() == {"Authorization": "Bearer x"}


def test_every_default_is_of_its_own_type() -> None:
    settings = load_settings(overrides={"endpoints.a.files": ["a.ttl"]}, environment={})
    assert settings.privacy.mode == "strict"
    assert settings.model.name == "offline"
    assert all(k.help.endswith((".", "or", '"', "]")) for k in KEYS)


def test_an_endpoint_that_is_not_there_is_named(folder: Path) -> None:
    settings = load_settings(folder, environment={}, overrides={"endpoint": "nowhere"})
    with pytest.raises(ConfigError, match="store, remote"):
        _ = settings.main_endpoint

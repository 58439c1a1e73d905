"""The command line under strace: it connects to the configured hosts and to nothing else, its children included."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import loopback
import pytest

QUESTION = "Which films did Mara O'Tierne direct?"
REPLY = "```sparql\nSELECT DISTINCT ?f { ?f a films:Film }\n```"
_CALL = re.compile(r"\b(?:connect|sendto|sendmsg|sendmmsg)\(")
_PLACE = re.compile(
    r"sin6?_port=htons\((?P<port>\d+)\).*?"
    r"(?:inet_addr\(\"(?P<four>[^\"]+)\"\)|inet_pton\(AF_INET6, \"(?P<six>[^\"]+)\")"
)


@pytest.fixture(scope="module")
def strace() -> str:
    found = shutil.which("strace")
    if found is not None:
        # a container may forbid it
        done = subprocess.run([found, "-o", os.devnull, "true"], capture_output=True, check=False)
        found = found if done.returncode == 0 else None
    return found or ""


@pytest.fixture
def connections(strace: str, require: Callable[..., None], tmp_path: Path) -> Callable[..., tuple[int, set[str]]]:
    """`connections(words, environment)` -> exit code, and the hosts and ports that were called."""
    require("strace", bool(strace), "strace is not installed, or not allowed to trace")

    def call(*words: str, **environment: str) -> tuple[int, set[str]]:
        log = tmp_path / "strace.txt"
        command = [strace, "-f", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", str(log)]
        done = subprocess.run(
            [*command, sys.executable, "-m", "nlkgq", *words],
            env={**os.environ, **environment},
            cwd=tmp_path,
            capture_output=True,
            timeout=120,
            check=False,
        )
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        called = (place for line in lines if _CALL.search(line) for place in _PLACE.finditer(line))
        return done.returncode, {f"{place['four'] or place['six']}:{place['port']}" for place in called}

    return call


@pytest.fixture
def server() -> Iterator[Any]:
    found = loopback.Loopback()
    yield found
    found.stop()


@pytest.fixture
def proxies() -> Iterator[dict[str, str]]:
    """An environment that names a proxy for everything."""
    elsewhere = loopback.Loopback()
    names = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")
    yield {**dict.fromkeys(names, elsewhere.url), "NO_PROXY": "", "no_proxy": ""}
    assert elsewhere.requests == []
    elsewhere.stop()


def test_offline_nothing_is_called(connections: Callable[..., Any], proxies: dict[str, str]) -> None:
    assert connections("ask", "How many films are there?", **proxies) == (0, set())


def test_what_only_shows_calls_nothing(connections: Callable[..., Any]) -> None:
    words = ("privacy", "report", QUESTION)
    code, called = connections(*words, "--model", "anthropic:tester", ANTHROPIC_API_KEY="key")
    assert (code, called) == (0, set())


@pytest.mark.parametrize("protocol", ["anthropic", "openai"])
def test_with_a_model_only_its_server_is_called(
    connections: Callable[..., Any], server: Any, proxies: dict[str, str], protocol: str
) -> None:
    server.plan(loopback.stream(getattr(loopback, f"{protocol}_events")(REPLY)))
    options = ("--model", f"{protocol}:tester", "--base-url", server.url + ("/v1" if protocol == "openai" else ""))
    keys = {f"{protocol.upper()}_API_KEY": "key"}
    code, called = connections("ask", *options, QUESTION, **keys, **proxies)
    assert code == 0
    assert called == {server.url.removeprefix("http://")}
    assert len(server.requests) == 1


def test_a_redirect_is_not_followed(connections: Callable[..., Any], server: Any) -> None:
    elsewhere = loopback.Loopback()
    server.plan(loopback.status(307, None, location=f"{elsewhere.url}/v1/messages"))
    options = ("--model", "anthropic:tester", "--base-url", server.url)
    code, called = connections("ask", *options, QUESTION, ANTHROPIC_API_KEY="key")
    assert code == 5
    assert called == {server.url.removeprefix("http://")}
    elsewhere.stop()


def test_the_trace_sees_a_connection(strace: str, require: Callable[..., None], server: Any, tmp_path: Path) -> None:
    """Otherwise the tests above would see nothing whatever happens."""
    require("strace", bool(strace), "strace is not installed, or not allowed to trace")
    log = tmp_path / "log"
    code = f"import socket; socket.create_connection({('127.0.0.1', int(server.url.rpartition(':')[2]))!r}).close()"
    subprocess.run([strace, "-f", "-e", "trace=connect", "-o", str(log), sys.executable, "-c", code], check=True)
    assert [place["four"] for place in _PLACE.finditer(log.read_text(encoding="utf-8"))] == ["127.0.0.1"]

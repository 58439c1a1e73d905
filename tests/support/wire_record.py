"""Records what every test sends to a model, and searches it for the values of the graph in use.

Written apart from the wire gate: its own words, its own look-up. The values are read from the index files, so
that hashes which were lost would show: and each test that sends anything must see a value of its graph refused.
"""

from __future__ import annotations

import json
import re
import sqlite3
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

LONGEST = 8
RECORDED: list[tuple[Any, str, bytes]] = []
"""The gate that let a request pass, what stands before its body (method, address, headers), its body; of one test."""
_INDEXES: dict[int, tuple[Any, tuple[Path, ...]]] = {}
"""Of hashes, by identity: themselves, so that they live, and the index files that they were made from."""


def words(text: str) -> list[str]:
    """Lower-case words without marks."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return re.findall(r"[^\W_]+", plain)


@lru_cache(maxsize=20)
def stored(paths: tuple[Path, ...]) -> frozenset[tuple[str, ...]]:
    """The values in index files, as words; what is shorter than four characters says nothing."""
    found: set[tuple[str, ...]] = set()
    for path in paths:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        for (text,) in connection.execute("SELECT text FROM term WHERE datatype != 0"):
            parts = tuple(words(text)[:LONGEST])
            if len("".join(parts)) >= 4:
                found.add(parts)
        connection.close()
    return frozenset(found)


@lru_cache(maxsize=500)
def held(text: str, paths: tuple[Path, ...]) -> frozenset[tuple[str, ...]]:
    """The values of a graph that stand in a text."""
    known, parts = stored(paths), words(text)
    runs = (tuple(parts[a : a + n]) for a in range(len(parts)) for n in range(1, LONGEST + 1) if a + n <= len(parts))
    return frozenset(run for run in runs if run in known)


def strings(value: Any) -> Iterator[str]:
    """Every text in JSON values, names included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def found_in(before: str, body: bytes, paths: tuple[Path, ...], allowed: Callable[[str], bool]) -> set[str]:
    """Values in a request that nothing exempts; what the model has said itself tells it nothing."""
    asked = json.loads(body) if body else {}
    said = {
        run
        for message in asked.get("messages", ())
        if message["role"] == "assistant"
        for text in strings(message)
        for run in held(text, paths)
    }
    found = {run for text in (before, *strings(asked)) for run in held(text, paths)} - said
    return {" ".join(run) for run in found if not all(map(allowed, run))}


def check(recorded: Sequence[tuple[Any, str, bytes]]) -> list[str]:
    """What is wrong with what was sent; [] when nothing is."""
    from nlkgq.errors import LeakBlocked

    wrong: list[str] = []
    for gate, before, body in recorded:
        watched = getattr(gate, "_watched", None)
        known = _INDEXES.get(id(watched.values)) if watched is not None else None
        if watched is None or known is None:
            continue  # a gate of the test's own making: no graph is in use
        _, paths = known
        if not paths:
            continue  # values of an ontology alone
        wrong += (f"sent to a model: {value!r}" for value in found_in(before, body, paths, watched.vocabulary))
        canary = next((run for run in sorted(stored(paths)) if not any(map(watched.vocabulary, run))), None)
        if canary is None:
            wrong.append("the graph in use holds no value: nothing can be found")
            continue
        planted = json.dumps({"content": f"who is {' '.join(canary)}?"}).encode()
        if not found_in("", planted, paths, watched.vocabulary):
            wrong.append(f"a planted value is not found by this check: {canary}")
        try:
            gate.check(planted, ())
            wrong.append(f"a planted value passes the wire gate: {canary}")
        except LeakBlocked:
            continue
    return wrong


@pytest.fixture(scope="session", autouse=True)
def _recorder() -> Iterator[None]:
    """Notes every request of a model's client, and from which index files hashes were made."""
    import nlkgq.llm.sdk_client as clients
    import nlkgq.value_watch as watch

    patch = pytest.MonkeyPatch()
    make_client, make_values = clients.http_client, watch.graph_values

    def recording_client(sdk: Any, *, gate: Any, proxy: str | None) -> Any:
        client = make_client(sdk, gate=gate, proxy=proxy)

        def note(request: Any) -> None:
            before = f"{request.method} {request.url} {dict(request.headers)}"
            RECORDED.append((gate, before, request.read()))

        hooks = client.event_hooks
        client.event_hooks = {**hooks, "request": [*hooks["request"], note]}
        return client

    def noted_values(indexes: Any, *arguments: Any, **options: Any) -> Any:
        found = make_values(indexes, *arguments, **options)
        if found is not None:
            _INDEXES[id(found)] = (found, tuple(index.path for index in indexes))
        return found

    patch.setattr(clients, "http_client", recording_client)
    patch.setattr(watch, "graph_values", noted_values)
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def _nothing_leaks(_recorder: None) -> Iterator[None]:
    """Fails a test that sent a value of its graph to a model, or whose gate would have let one pass."""
    RECORDED.clear()
    yield
    wrong = check(RECORDED)
    assert wrong == []

"""Real flows over a graph and questions full of canaries: no byte that leaves holds one.

No log, recording or leftover file does either. Traces and answers are for the user and hold what was asked; nobody else
can read them.
"""

from __future__ import annotations

import logging
import os
import re
import stat
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nlkgq import KnowledgeGraph, NlkgqError, Translator
from nlkgq.cli.main import run

CANARIES = (
    "Orsolya Quent",
    "Velvet Harbour",
    "INC-2031-77421",
    "Zdenek Quibbleworth",
    "48213577",
    "quent@velvet.example",
)
PIECES = ("orsolya", "quent", "velvet", "harbour", "77421", "quibbleworth", "zdenek", "48213577")
GRAPH = """
@prefix ex: <http://e.org/v#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:i1 a ex:Person ; ex:name "Orsolya Quent" ; ex:mail "quent@velvet.example" ; ex:boss ex:i2 .
ex:i2 a ex:Person ; ex:name "Zdenek Quibbleworth" ; ex:phone "48213577" .
ex:c1 a ex:Case ; ex:number "INC-2031-77421" ; ex:town "Velvet Harbour" ; ex:clerk ex:i1 .
"""
QUESTION = (
    "Which cases in Velvet Harbour did Orsolya Quent (quent@velvet.example, 48213577) get from Zdenek Quibbleworth?"
)


def moves(name: str, protocol: Any, lb: Any) -> list[Any]:
    """What the model's server does in a flow."""
    good = protocol.says("```sparql\nSELECT ?c { ?c a ex:Case }\n```")
    wrong = protocol.says("```sparql\nSELECT ?c { ?c ex:madeBy ?p . ?p ex:nme 'Orsolya Quent' }\n```")
    return {
        "answered at once": [good],
        "repaired": [wrong, good],
        "never right": [wrong, protocol.says("```sparql\nSELECT ?x { ?x ex:y }\n```"), wrong],
        "no query": [protocol.says("I cannot."), protocol.says("NO QUERY: nothing.")],
        "overloaded": [lb.status(529, protocol.error("wait")), good],
        "refused key": [lb.status(401, protocol.error("no"))],
        "redirect": [lb.status(302, None, location="http://127.0.0.1:9/")],
        "cut": [lb.stream(list(protocol.events("SELECT"))[:3], cut=True)] * 3,
    }[name]


FLOWS = ("answered at once", "repaired", "never right", "no query", "overloaded", "refused key", "redirect", "cut")


def telling(text: str) -> list[str]:
    folded = text.casefold()
    return [piece for piece in PIECES if re.search(rf"(?<![a-z0-9]){piece}", folded)]


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    (tmp_path / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    return tmp_path / "graph.ttl"


@pytest.fixture
def leftovers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files of its own."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    yield folder
    for path in folder.rglob("*"):
        assert not path.is_file() or not telling(path.read_bytes().decode("latin-1")), path


@pytest.mark.parametrize("flow", FLOWS)
def test_no_byte_log_or_recording_holds_a_value(
    flow: str,
    protocol: Any,
    server: Any,
    lb: Any,
    graph: Path,
    leftovers: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv(f"{protocol.name.upper()}_API_KEY", "key")
    settings = {"model.name": f"{protocol.name}:tester", "model.base_url": server.url + "/v1"}
    server.plan(*moves(flow, protocol, lb))
    recording = tmp_path / "replies.jsonl"
    progress: list[str] = []
    failure = ""
    with (
        caplog.at_level(logging.DEBUG),
        KnowledgeGraph.from_files(
            [graph], settings=settings, progress=lambda what, share: progress.append(f"{what} {share}")
        ) as kg,
    ):
        try:
            Translator(kg, record=recording).ask(QUESTION)
        except NlkgqError as error:
            failure = "".join(traceback.format_exception_only(error)) + f"{error!r} {error.hint}"
    server.moves.clear()
    assert server.raw
    assert caplog.text
    sent = b"\n".join(server.raw).decode("latin-1")
    # what the model says itself may be quoted back to it
    own = "orsolya quent" if flow in ("repaired", "never right") else "(nothing)"
    assert telling(sent.casefold().replace(own, "")) == []
    assert sent.casefold().count("orsolya quent") <= 4 * len(server.raw)
    assert telling(caplog.text.casefold().replace(own, "")) == []
    assert telling("\n".join(progress)) == []
    assert telling(failure.casefold().replace(own, "")) == []
    assert telling(recording.read_text("utf-8").casefold().replace(own, "")) == []
    assert stat.S_IMODE(recording.stat().st_mode) == 0o600


def test_files_that_hold_values_are_the_documented_ones_and_private(
    protocol: Any, server: Any, graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Value index, store, trace, kept questions hold values; nothing else does, and nobody else can read them."""
    for name in ("CACHE", "STATE"):
        monkeypatch.setenv(f"NLKGQ_{name}_DIR", str(tmp_path / name.lower()))
        (tmp_path / name.lower()).mkdir(mode=0o755)  # a folder that was there before, for all to read
    monkeypatch.setenv(f"{protocol.name.upper()}_API_KEY", "key")
    server.plan(protocol.says("```sparql\nSELECT ?c { ?c a ex:Case }\n```"))
    options = ["--model", f"{protocol.name}:tester", "--base-url", server.url + "/v1", "--graph", str(graph)]
    previous = os.umask(0)
    try:
        code = run(["ask", *options, "--quiet", "--trace", str(tmp_path / "trace.json"), QUESTION])
    finally:
        os.umask(previous)
    assert code == 0
    assert telling((tmp_path / "trace.json").read_text("utf-8")) != []
    assert stat.S_IMODE((tmp_path / "trace.json").stat().st_mode) == 0o600
    for top in ("cache", "state"):
        for path in (tmp_path / top).rglob("*"):
            inside = path.relative_to(tmp_path / top).parts[0]
            if path.is_file() and inside not in ("values", "stores", "last", "examples"):
                assert telling(path.read_bytes().decode("latin-1")) == [], path
            others = stat.S_IMODE(path.stat().st_mode) & 0o077
            parents = [p for p in path.parents if p.is_relative_to(tmp_path / top)]
            assert not others or any(not stat.S_IMODE(p.stat().st_mode) & 0o077 for p in parents), path


def test_a_refusal_names_no_value(
    protocol: Any, server: Any, graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    (tmp_path / "kg.toml").write_text('rider = "r.md"\n[endpoints.m]\nfiles = ["graph.ttl"]\n', encoding="utf-8")
    (tmp_path / "r.md").write_text("Ask Zdenek Quibbleworth.", encoding="utf-8")
    monkeypatch.setenv(f"{protocol.name.upper()}_API_KEY", "key")
    options = ["--model", f"{protocol.name}:tester", "--base-url", server.url + "/v1", "--kg", str(tmp_path)]
    assert run(["ask", *options, "How many cases are there?"]) == 6
    assert server.raw == []
    shown = capsys.readouterr()
    assert telling(shown.out + shown.err) == []


def test_names_for_opaque_terms_are_asked_without_the_values_in_their_definitions(
    protocol: Any, server: Any, graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    (tmp_path / "opaque.ttl").write_text(
        "@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        '<http://e.org/v#Q1> a owl:Class ; rdfs:comment "Whatever is kept in an office for at least ten years, and '
        'more, after its end and that of others, for example INC-2031-77421 by Orsolya Quent." .\n',
        encoding="utf-8",
    )
    monkeypatch.setenv(f"{protocol.name.upper()}_API_KEY", "key")
    server.plan(protocol.says("1\toffice file"))
    options = ["--model", f"{protocol.name}:tester", "--base-url", server.url + "/v1", "--graph", str(graph)]
    assert run(["wrapper", "draft", *options, "--ontology", str(tmp_path / "opaque.ttl")]) == 0
    assert "OfficeFile" in capsys.readouterr().out
    sent = b"\n".join(server.raw).decode("latin-1")
    assert telling(sent) == []
    assert "and that of others, for example (...) by (...)." in sent


def test_what_a_crash_would_print_holds_no_value(graph: Path) -> None:
    """Texts of objects on the way to a model, as tracebacks and debuggers show them."""
    with KnowledgeGraph.from_files([graph]) as kg:
        masked = kg.mask(QUESTION)
        way = Translator(kg, model="anthropic:tester").outgoing
        request = way.builder.request(masked)
        assert len(masked.placeholders) >= 4
        assert request.private
        for thing in (masked, *masked.placeholders, *masked.passed, request, way, way.watched, way.gate, way.builder):
            assert telling(repr(thing)) == [], type(thing)

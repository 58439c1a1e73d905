"""What really leaves: every request recorded by a server in place of the model, and searched for the graph's values.

    NLKGQ_DATA=... python benchmarks/privacy/wire.py [--questions 100] [--sets films,ck25,acme,metaqa]

First the README's commands run, with that server as their model; then the questions of the sets, each with a wrong
reply first, so that a repair message goes out, too. The bytes are searched with the words of `leaks`, apart from the
wire gate, for every value that the graph stores, whole; words on the wire gate's reviewed list and of the ontology's
terms may stand there, and the HTTP headers that the first request of all has. For each graph one value is planted and
must be refused, and must be found by this search. Exit code 1 where a value is found, or a planted one is not.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from leaks import pieces

from nlkgq import KnowledgeGraph, LeakBlocked, NlkgqError, Translator

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 8
WRONG = "```sparql\nSELECT ?x { ?x <http://example.org/no-such-property> ?y }\n```"
RIGHT = "```sparql\nSELECT ?x { ?x a ?class } LIMIT 1\n```"


class Recorder(ThreadingHTTPServer):
    """A model of the Messages API that says one thing, and keeps all bytes it is sent."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.sent: list[bytes] = []
        self.says = [RIGHT]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    """Answers each request; the second of a conversation gets the second reply."""

    protocol_version = "HTTP/1.1"
    server: Recorder

    def do_POST(self) -> None:
        """One request."""
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.sent.append(f"{self.requestline}\n{self.headers}\n".encode() + body)
        turn = len(json.loads(body)["messages"]) // 2
        text = self.server.says[min(turn, len(self.server.says) - 1)]
        reply = {"type": "message", "model": "recorder", "content": [{"type": "text", "text": text}], "usage": {}}
        data = json.dumps({**reply, "stop_reason": "end_turn"}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@dataclass
class Found:
    """What one run sent: ``hits`` are values that stood in it; ``canary``: a planted one was refused and found."""

    name: str
    requests: int = 0
    bytes: int = 0
    values: int = 0
    refused: int = 0
    canary: bool = False
    hits: set[str] = field(default_factory=set)


def runs(words: list[str]) -> Iterator[tuple[str, ...]]:
    """Every run of at most `LONGEST` words."""
    for start in range(len(words)):
        for length in range(1, min(LONGEST, len(words) - start) + 1):
            yield tuple(words[start : start + length])


def stored_values(kg: KnowledgeGraph) -> set[tuple[str, ...]]:
    """What a graph stores, read from its files once more; without the texts of its ontology."""
    import pyoxigraph

    from nlkgq.rdf_files import read_quads

    terms = {*kg.ontology.classes, *kg.ontology.properties, kg.ontology.iri}
    found = set()
    for path in kg.knowledge.data_files:
        for quad in read_quads(path):
            if isinstance(quad.object, pyoxigraph.Literal) and getattr(quad.subject, "value", None) not in terms:
                words = tuple(pieces(quad.object.value)[:LONGEST])
                if len("".join(words)) >= 4:
                    found.add(words)
    return found


HEADERS: set[str] = set()
"""Lines of the first request's head: the same for every graph."""


def texts(sent: bytes) -> Iterator[str]:
    """The head of a request, and every text in its JSON."""
    head, _, body = sent.partition(b"\n\n")
    lines = head.decode("latin-1").splitlines()
    if not HEADERS and len(lines) > 1:  # a planted one has none
        HEADERS.update(lines)
    yield "\n".join(line for line in lines if line not in HEADERS and not line.startswith("Content-Length: "))
    pending: list[Any] = [json.loads(body)]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            pending += [*value.keys(), *value.values()]
        elif isinstance(value, list):
            pending += value


def search(sent: list[bytes], values: set[tuple[str, ...]], allowed: Callable[[str], bool]) -> set[str]:
    """The values in requests."""
    every = {text for request in sent for text in texts(request)}
    found = {run for text in every for run in runs(pieces(text)) if run in values}
    return {" ".join(run) for run in found if not all(map(allowed, run))}


def planted(translator: Translator, values: set[tuple[str, ...]], allowed: Callable[[str], bool]) -> bool:
    """Whether a value of the graph is refused at the wire, and found by this search."""
    canary = min((run for run in values if len(run) > 1 and not any(map(allowed, run))), default=None)
    if canary is None:
        return False
    body = json.dumps({"messages": [{"content": f"who is {' '.join(canary)}?"}]}).encode()
    try:
        translator.outgoing.gate.check(body, ())
    except LeakBlocked:
        return bool(search([b"POST /\n\n" + body], values, allowed))
    return False


def judged(name: str, kg: KnowledgeGraph, sent: list[bytes]) -> Found:
    """What was sent for a graph."""
    translator = Translator(kg, model="anthropic:recorder")
    watched = translator.outgoing.watched
    if watched is None:
        raise SystemExit(f"{name}: no value of the graph is known")
    values = stored_values(kg)
    return Found(
        name=name,
        requests=len(sent),
        bytes=sum(map(len, sent)),
        values=len(values),
        canary=planted(translator, values, watched.vocabulary),
        hits=search(sent, values, watched.vocabulary),
    )


def graphs(sets: list[str]) -> Iterator[tuple[str, KnowledgeGraph, list[str]]]:
    """The graphs of the sets with their questions."""
    for name in sets:
        if name == "films":
            folder = ROOT / "ontologies" / "films"
            kg = KnowledgeGraph.open("films")
        else:
            folder = Path(os.environ["NLKGQ_DATA"]) / name
            graph = next(path for path in sorted(folder.iterdir()) if path.name.startswith("graph."))
            kg = KnowledgeGraph.from_files([graph], ontology=[folder / "ontology.ttl"])
        lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
        yield name, kg, [json.loads(line)["question"] for line in lines if line.strip()]


def ask(name: str, kg: KnowledgeGraph, questions: list[str], server: Recorder) -> Found:
    """Asks the questions of a set, each with a wrong reply first."""
    from nlkgq.factory import make_client

    server.sent.clear()
    server.says = [WRONG, RIGHT]
    translator = Translator(kg, model="anthropic:recorder")
    settings = kg.settings
    model = type(settings.model)(
        **{f: getattr(settings.model, f) for f in settings.model.__dataclass_fields__} | {"base_url": server.url}
    )
    settings = type(settings)(**{f: getattr(settings, f) for f in settings.__dataclass_fields__} | {"model": model})
    client = make_client("anthropic:recorder", settings, translator.outgoing.gate)
    asking = Translator(kg, model="anthropic:recorder", client=client)
    refused = 0
    for question in questions:
        try:
            asking.translate(question)
        except LeakBlocked:
            refused += 1
        except NlkgqError:
            continue  # what came of it is measured elsewhere
    found = judged(name, kg, list(server.sent))
    found.refused = refused
    return found


def readme(server: Recorder) -> list[Found]:
    """Runs the README's commands with the recorder as their model; one entry a graph."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    commands = [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ nlkgq")]
    server.sent.clear()
    server.says = [RIGHT]
    by_graph: dict[str, list[bytes]] = {"films": [], "films-opaque": [], "library.ttl": []}
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "library.ttl"
        library.write_bytes((ROOT / "tests" / "readme" / "library.ttl").read_bytes())
        environment = {**os.environ, "NLKGQ_MODEL": "anthropic:recorder", "NLKGQ_MODEL_BASE_URL": server.url}
        for command in commands:
            before = len(server.sent)
            words = [sys.executable, "-m", *shlex.split(command)]
            subprocess.run(words, cwd=folder, env=environment, capture_output=True, timeout=300, check=False)
            graph = next((name for name in ("library.ttl", "films-opaque") if name in command), "films")
            by_graph[graph] += server.sent[before:]
        found = []
        for name, sent in by_graph.items():
            kg = KnowledgeGraph.from_files([library]) if name == "library.ttl" else KnowledgeGraph.open(name)
            with kg:
                found.append(judged(f"README, {name}", kg, sent))
    return found


def main() -> int:
    """Runs everything and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=100, help="Most questions of a set.")
    parser.add_argument("--sets", default="films,ck25,acme,metaqa")
    options = parser.parse_args()
    os.environ.setdefault("ANTHROPIC_API_KEY", "key")
    server = Recorder()
    found = readme(server)
    for name, kg, questions in graphs(options.sets.split(",")):
        with kg:
            found.append(ask(name, kg, questions[: options.questions], server))
    print("| run | requests | bytes | values searched for | refused | planted one refused and found | hits |")
    print("|---|---|---|---|---|---|---|")
    for run in found:
        cells = (run.name, run.requests, f"{run.bytes:,}", f"{run.values:,}", run.refused, run.canary, len(run.hits))
        print("| " + " | ".join(map(str, cells)) + " |")
        for hit in sorted(run.hits)[:20]:
            print(f"  found: {hit}", file=sys.stderr)
    silent = [run.name for run in found if not run.requests]
    if silent:
        print(f"nothing was sent: {', '.join(silent)}", file=sys.stderr)
    return 1 if silent or any(run.hits or not run.canary for run in found) else 0


if __name__ == "__main__":
    sys.exit(main())

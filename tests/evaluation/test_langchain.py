"""LangChain's SPARQL chain beside us: its prompts, our client; what it writes is taken and never run.

LangChain is found in the folder named by LANGCHAIN_FOLDER (`pip install --target FOLDER langchain-community`); it runs
in a process of its own, which may not know it otherwise.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from toy_dataset import PREFIX, write_dataset

FOLDER = Path(os.environ.get("LANGCHAIN_FOLDER", "langchain-is-nowhere"))
QUERY = PREFIX + "SELECT ?l WHERE { ?l a ex:Lamp }"
SCRIPT = """
import sys
from nlkgq import KnowledgeGraph, NlkgqError
from nlkgq.evaluation.peers.open import open_peer
from nlkgq.masking.model import MaskedText
folder, address, question = sys.argv[1:]
settings = {"model.base_url": address, "privacy.mode": "off"}
with KnowledgeGraph.from_files([folder + "/graph.ttl"], [folder + "/ontology.ttl"], settings=settings) as kg:
    try:
        peer = open_peer("peer:langchain:openai:small", kg)
        print(peer.generate(MaskedText(text=question, mode="off")).query)
    except NlkgqError as error:
        print(type(error).__name__, error)
"""


class _Model(BaseHTTPRequestHandler):
    prompts: list[str]

    def do_POST(self) -> None:
        sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = sent["messages"][-1]["content"]
        self.prompts.append(prompt)
        kind = "UPDATE" if "Add a lamp" in prompt else "SELECT"
        text = kind if "intent" in prompt else f"```sparql\n{QUERY}\n```"
        message = {"role": "assistant", "content": text}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        body = json.dumps({"id": "1", "object": "chat.completion", "created": 1, "model": "small", "choices": [choice]})
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def model() -> Iterator[tuple[str, list[str]]]:
    handler = type("Handler", (_Model,), {"prompts": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", handler.prompts
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def ask(
    require: Callable[[str, bool, str], None], tmp_path: Path, model: tuple[str, list[str]]
) -> Callable[[str], str]:
    found = (FOLDER / "langchain_community").is_dir()
    require("langchain", found, "LANGCHAIN_FOLDER names no folder with langchain-community")
    folder = write_dataset(tmp_path / "toy")
    root = Path(__file__).resolve().parents[2]

    def asked(question: str) -> str:
        paths = os.pathsep.join((str(root), str(FOLDER.resolve())))
        command = [sys.executable, "-c", SCRIPT, str(folder), model[0], question]
        done = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return asked


def test_the_chain_reads_the_schema_and_its_query_is_taken(
    ask: Callable[[str], str], model: tuple[str, list[str]]
) -> None:
    assert ask("Which lamps are there?") == QUERY
    intent, generation = model[1]
    assert "Which lamps are there?" in intent
    assert "https://toy.example/Lamp" in generation
    assert "https://toy.example/watts" in generation


def test_a_chain_that_wants_to_write_writes_nothing(ask: Callable[[str], str]) -> None:
    assert ask("Add a lamp called Dill.").startswith("NoQueryError")

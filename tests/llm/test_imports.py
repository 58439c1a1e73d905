"""Importing the package loads no SDK; `preload` does, beside other work."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("anthropic", "openai", "httpx", "httpx2", "pydantic")


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize(
    "modules",
    [
        "nlkgq",
        "nlkgq.llm, nlkgq.llm.protocol, nlkgq.llm.preload, nlkgq.llm.replay, nlkgq.llm.record",
        "nlkgq.llm.anthropic, nlkgq.llm.openai_compatible, nlkgq.generation.llm, nlkgq.repair",
    ],
)
def test_no_sdk_is_imported(modules):
    code = f"import sys, {modules}; print([m for m in {HEAVY!r} if m in sys.modules])"
    assert run(code) == "[]"


@pytest.mark.parametrize("sdk", ["anthropic", "openai"])
def test_preload(sdk):
    code = (
        f"from nlkgq.llm.preload import preload; import sys; preload('{sdk}:m').join(); print('{sdk}' in sys.modules)"
    )
    assert run(code) == "True"


def test_nothing_to_preload():
    code = "from nlkgq.llm.preload import preload; print([preload(m) for m in ('offline', 'replay:x', 'gguf:y', '')])"
    assert run(code) == "[None, None, None, None]"


def test_interrupted_call_ends_the_program_at_once():
    code = """
import signal, socket, threading, os, time
from nlkgq.llm.anthropic import AnthropicClient
from nlkgq.llm.protocol import Block, Message, ModelRequest

class Gate:
    def check(self, body, private, *, echoed=()):
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()

silent = socket.create_server(("127.0.0.1", 0))
client = AnthropicClient(api_key="k", gate=Gate(), base_url=f"http://127.0.0.1:{silent.getsockname()[1]}", deadline=60)
request = ModelRequest(model="m", system=(Block(text="s"),), messages=(Message(role="user", text="q"),))
start = time.monotonic()
try:
    client.complete(request)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False)
    assert done.stdout.strip() == "interrupted", done.stderr
    assert done.returncode == 0

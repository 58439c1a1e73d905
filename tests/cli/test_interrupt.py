"""Ctrl-C ends a command at once and leaves no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"


def processes_with(text: str) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if text.encode() in line:
                found.append(int(entry.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="reads the process list of Linux")
@pytest.mark.parametrize("whole_group", [True, False], ids=["terminal", "one-process"])
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, whole_group: bool) -> None:
    query = tmp_path / "q.rq"
    query.write_text(PRODUCT, encoding="utf-8")
    cache = tmp_path / "cache-of-this-test"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NLKGQ_CACHE_DIR": str(cache)}
    command = [sys.executable, "-m", "nlkgq", "query", "--timeout", "60", str(query)]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    deadline = time.monotonic() + 30
    while not processes_with(str(cache)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_with(str(cache)), "the worker has started"
    time.sleep(0.3)
    if whole_group:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert (out, err.decode().strip()) == (b"", "interrupted")
    deadline = time.monotonic() + 10
    while processes_with(str(cache)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_with(str(cache)) == []

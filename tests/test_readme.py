"""The README is run: every console block by the command line, every Python block by the interpreter.

In a ``console`` block a line that starts with ``$ `` is a command; the lines behind it stand, in this order, in what it
prints; a line of ``...`` stands for any lines. A ``pycon`` block is a doctest. Blocks share one working folder.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = [
    (README[: m.start()].count("\n") + 1, m["tag"], m["body"])
    for m in re.finditer(r"^```(?P<tag>\w+)\n(?P<body>.*?)^```$", README, re.DOTALL | re.MULTILINE)
]
SETUP = "python -m pip install"


def commands(body: str) -> list[tuple[str, list[str]]]:
    """A console block as commands with the lines they should print."""
    found: list[tuple[str, list[str]]] = []
    for line in body.replace("\\\n", " ").splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line.rstrip())
    return found


def shows(expected: list[str], printed: str) -> bool:
    lines = [line.rstrip() for line in printed.splitlines()]
    at, gap = 0, True
    for wanted in (e for e in expected if e):
        if wanted.strip() == "...":
            gap = True
            continue
        while at < len(lines) and lines[at] != wanted:
            if not gap and lines[at]:
                return False
            at += 1
        if at == len(lines):
            return False
        at, gap = at + 1, False
    return True


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a reader would work, with the files of one's own that the README speaks of."""
    folder = tmp_path_factory.mktemp("reader")
    (folder / "library.ttl").write_text((ROOT / "tests" / "readme" / "library.ttl").read_text(encoding="utf-8"))
    return folder


def run(command: str, folder: Path) -> str:
    words = shlex.split(command)
    assert words[0] == "nlkgq", f"the README shows a command that no test runs: {command}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "120"}
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stderr + done.stdout


@pytest.mark.parametrize(("line", "body"), [(n, b) for n, tag, b in BLOCKS if tag == "console"])
def test_console_block(line: int, body: str, folder: Path) -> None:
    for command, expected in commands(body):
        if SETUP in command:
            continue  # see test_setup_commands
        printed = run(command, folder)
        assert shows(expected, printed), f"README line {line}: {command}\n--- printed\n{printed}"


def test_python_blocks(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One reader types them all, from the first to the last."""
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for line, tag, body in BLOCKS:
        if tag != "pycon":
            continue
        test = doctest.DocTestParser().get_doctest(body, names, f"README line {line}", "README.md", line)
        results = doctest.DocTestRunner(optionflags=options).run(test, clear_globs=False)
        names.update(test.globs)
        assert results.attempted > 0
        assert results.failed == 0, f"README line {line}"


def test_setup_commands() -> None:
    """The two set-up commands are what `.ci/run` and a newcomer run; the question in the first is answered."""
    setup = [c for _, tag, body in BLOCKS if tag == "console" for c, _ in commands(body) if SETUP in c]
    assert len(setup) == 2
    assert setup[0].startswith('python -m pip install . && nlkgq ask "')
    assert setup[1] == 'python -m pip install ".[test]" && python -m pytest -n 2'
    assert 'install --quiet ".[test]" && python -m pytest -n 2' in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_every_block_is_run_or_is_not_code() -> None:
    assert {tag for _, tag, _ in BLOCKS} <= {"console", "pycon", "toml", "text"}

"""The command line, run in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from nlkgq.cli.main import run


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


@pytest.fixture
def nlkgq(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """`nlkgq(*words)` -> exit code, standard output, standard error."""

    def call(*words: object) -> Done:
        capsys.readouterr()
        code = run([str(w) for w in words])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return call

"""`nlkgq grammar export`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nlkgq.cli.main import run


@pytest.mark.parametrize(
    ("form", "beginning"), [("lark", "start:"), ("gbnf", "root ::="), ("ebnf", "root ::="), ("json-schema", "{")]
)
def test_every_format(form: str, beginning: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "grammar"
    assert run(["grammar", "export", "--kg", "films", "--format", form, "--profile", "short", "-o", str(target)]) == 0
    assert capsys.readouterr().out == ""
    text = target.read_text(encoding="utf-8")
    assert text.startswith(beginning)
    assert "directedBy" in text or "irectedBy" in text  # a trie cuts names


def test_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["grammar", "export", "--kg", "films", "--format", "json-schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema["title"] == "A SPARQL query"


def test_what_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["grammar", "export", "--kg", "films", "--format", "yacc"]) == 2
    assert "'yacc' is not one of" in capsys.readouterr().err
    assert run(["grammar", "export", "--kg", "nowhere"]) == 3

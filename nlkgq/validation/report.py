"""Findings about query files as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from nlkgq.sparql.messages import position
from nlkgq.validation.finding import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class LintedFile:
    """A query file with what was found in it; ``name`` is ``-`` for standard input."""

    name: str
    text: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Where a finding applies: lines and columns from 1, columns counting characters, the end behind it."""

    line: int
    column: int
    end_line: int
    end_column: int


def region(text: str, finding: Finding) -> Region | None:
    """Where a finding applies; None for the whole query."""
    if finding.start is None:
        return None
    line, column = position(text, finding.start)
    end_line, end_column = position(text, max(finding.end or finding.start, finding.start))
    return Region(line=line, column=column, end_line=end_line, end_column=end_column)


def text_report(files: Iterable[LintedFile]) -> Iterator[str]:
    """Lines for people: place, severity, message and code; the line of the query with a mark; what to do.

    >>> wrong = Finding(code="unknown-class", severity="error", message="No class e:B.", start=9, end=12)
    >>> print(*text_report([LintedFile(name="a.rq", text="ASK { ?a e:B }", findings=(wrong,))]), sep="\\n")
    a.rq:1:10: error: No class e:B. [unknown-class]
        ASK { ?a e:B }
                 ^^^
    """
    for file in files:
        lines = file.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for finding in file.findings:
            place = region(file.text, finding)
            where = f"{file.name}:{place.line}:{place.column}" if place is not None else file.name
            yield f"{where}: {finding.severity}: {finding.message} [{finding.code}]"
            if place is not None and place.line <= len(lines):
                line = lines[place.line - 1]
                end = place.end_column if place.end_line == place.line else len(line) + 1
                pad = "".join(c if c == "\t" else " " for c in line[: place.column - 1])
                yield f"    {line}"
                yield f"    {pad}{'^' * max(1, end - place.column)}"
            if finding.suggestion:
                yield f"  {finding.suggestion}"


def json_report(files: Iterable[LintedFile]) -> str:
    """A list of files, each with its findings."""
    return json.dumps(
        [{"file": f.name, "findings": [_as_json(f.text, found) for found in f.findings]} for f in files],
        indent=2,
        ensure_ascii=False,
    )


def _as_json(text: str, finding: Finding) -> dict[str, Any]:
    place = region(text, finding)
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "suggestion": finding.suggestion,
        "terms": list(finding.terms),
        "line": place.line if place is not None else None,
        "column": place.column if place is not None else None,
        "end_line": place.end_line if place is not None else None,
        "end_column": place.end_column if place is not None else None,
        "start": finding.start,
        "end": finding.end,
        "edit": [{"start": s.start, "end": s.end, "text": s.text} for s in finding.edit],
    }

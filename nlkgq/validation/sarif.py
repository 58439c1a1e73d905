"""Findings about query files as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import quote

from nlkgq.sparql import Splice
from nlkgq.sparql.messages import position
from nlkgq.validation.documentation import documentation
from nlkgq.validation.finding import Finding
from nlkgq.validation.linter import SYNTAX
from nlkgq.validation.report import LintedFile, region
from nlkgq.validation.validate import CHECKS

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}


def sarif_report(files: Iterable[LintedFile], version: str) -> str:
    """One run with every check as a rule, every finding as a result, and safe edits as fixes.

    Args:
        files: What was looked at.
        version: Of this package.
    """
    files = list(files)
    rules = [_rule(SYNTAX, "Not a SPARQL 1.1 query.", "The grammar or a static rule of SPARQL 1.1 forbids it.")]
    rules += [_rule(d.code, d.summary, d.why) for d in map(documentation, CHECKS)]
    known = {rule["id"] for rule in rules}
    others = sorted({f.code for file in files for f in file.findings} - known)
    rules += [_rule(code, code, code) for code in others]
    numbers = {rule["id"]: number for number, rule in enumerate(rules)}
    run = {
        "tool": {"driver": {"name": "nlkgq validate", "version": version, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": _uri(file.name)}} for file in files],
        "results": [_result(file, finding, numbers) for file in files for finding in file.findings],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _rule(code: str, summary: str, why: str) -> dict[str, Any]:
    return {"id": code, "shortDescription": {"text": summary}, "fullDescription": {"text": why}}


def _result(file: LintedFile, finding: Finding, numbers: dict[str, int]) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": {"uri": _uri(file.name)}}
    place = region(file.text, finding)
    if place is not None:
        location["region"] = _region(place.line, place.column, place.end_line, place.end_column)
    message = f"{finding.message} {finding.suggestion}" if finding.suggestion else finding.message
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": numbers[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": message},
        "locations": [{"physicalLocation": location}],
    }
    if finding.edit:
        replacements = [_replacement(file.text, splice) for splice in finding.edit]
        change = {"artifactLocation": {"uri": _uri(file.name)}, "replacements": replacements}
        result["fixes"] = [{"description": {"text": finding.suggestion or "Repair."}, "artifactChanges": [change]}]
    return result


def _replacement(text: str, splice: Splice) -> dict[str, Any]:
    deleted = _region(*position(text, splice.start), *position(text, splice.end))
    return {"deletedRegion": deleted, "insertedContent": {"text": splice.text}}


def _region(line: int, column: int, end_line: int, end_column: int) -> dict[str, int]:
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _uri(name: str) -> str:
    return "stdin" if name == "-" else quote(name.replace("\\", "/"), safe="/:")

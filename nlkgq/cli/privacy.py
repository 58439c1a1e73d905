"""`nlkgq privacy report`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nlkgq.cli.options import graph_options, model_options, open_graph, question_text
from nlkgq.cli.output import say
from nlkgq.errors import UsageError

if TYPE_CHECKING:
    from nlkgq.privacy_report.build import Asked


@click.group()
def privacy() -> None:
    """Show what a model would learn of a graph and its questions."""


@privacy.command()
@click.argument("questions", nargs=-1)
@graph_options
@model_options
@click.option("--questions", "file", metavar="FILE", help="JSON lines with `question` and `sparql`, or plain lines.")
@click.option("--format", "form", type=click.Choice(["text", "json", "html"]), default="text", show_default=True)
@click.option("--redact", is_flag=True, help="Hide the values; without it the report is confidential.")
def report(questions: tuple[str, ...], file: str | None, form: str, redact: bool, **options: Any) -> int:
    """Report on QUESTIONS: what is masked, what passes and why, what would be sent. Nothing is sent."""
    from nlkgq.privacy_report.build import Asked, privacy_report

    asked = [Asked(question=question_text(question)) for question in questions]
    asked += _read(Path(file)) if file else []
    with open_graph(options) as kg:
        found = privacy_report(kg, asked, redact=redact)
    if form == "html":
        from nlkgq.privacy_report.page import to_html

        say(to_html(found), nl=False)
    elif form == "json":
        from nlkgq.privacy_report.text import to_json

        say(json.dumps(to_json(found), ensure_ascii=False, indent=2))
    else:
        from nlkgq.privacy_report.text import to_lines

        for line in to_lines(found):
            say(line)
    return 6 if found.held or found.refused else 0


def _read(path: Path) -> list[Asked]:
    """The questions of a file.

    Raises:
        UsageError: It cannot be read, or a line holds no question.
    """
    from nlkgq.privacy_report.build import Asked

    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}", hint="Give a file with questions.") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8 text", hint="Save the questions as UTF-8.") from None
    found: list[Asked] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if not line.lstrip().startswith("{"):
            found.append(Asked(question=line.strip()))
            continue
        try:
            value = json.loads(line)
        except ValueError as error:
            raise UsageError(f"{path}:{number}: no JSON: {error}", hint="One JSON object a line.") from None
        if not isinstance(value.get("question"), str):
            raise UsageError(f"{path}:{number}: no `question`", hint='{"question": "...", "sparql": "..."}')
        gold = value.get("sparql")
        found.append(Asked(question=value["question"], gold=gold if isinstance(gold, str) else None))
    return found

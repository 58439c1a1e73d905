"""Asks on the terminal which stored value is meant; talk goes to standard error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from nlkgq.errors import UsageError

if TYPE_CHECKING:
    from nlkgq.grounding import Candidate, Choose, Question


def terminal_choice(label: str) -> Choose:
    """A callback for `nlkgq.Translator` that asks a person.

    Args:
        label: The argument that held the question: standard input cannot be asked twice.

    Raises:
        UsageError: The question came from standard input.
    """
    if label == "-":
        raise UsageError(
            "--interactive asks on standard input, where the question came from",
            hint="Give the question as an argument.",
        )

    def choose(question: Question) -> Sequence[Candidate] | None:
        from nlkgq.cli.progress import current
        from nlkgq.iri import local_name
        from nlkgq.results.cells import visible

        current().clear()
        of = f" of {local_name(question.property)}" if question.property else ""
        click.echo(f"{visible(question.text)!r}{of} is not stored as written. It may be:", err=True)
        for number, candidate in enumerate(question.choices, 1):
            term = f"  <{visible(candidate.term.value)}>" if candidate.term.kind == "uri" else ""
            click.echo(f"  {number}. {visible(candidate.text)}{term}", err=True)
        click.echo("  0. none of them", err=True)
        asked = "Which? Several with commas; enter for what is taken without asking"
        answer = click.prompt(asked, default="", show_default=False, err=True)
        return _chosen(str(answer), question.choices)

    return choose


def _chosen(answer: str, choices: Sequence[Candidate]) -> Sequence[Candidate] | None:
    """The choices with these numbers; None where the answer is empty or no such number."""
    numbers = [part.strip() for part in answer.split(",") if part.strip()]
    if not numbers or not all(n.isdecimal() and int(n) <= len(choices) for n in numbers):
        return None
    return [choices[int(n) - 1] for n in numbers if int(n) > 0]

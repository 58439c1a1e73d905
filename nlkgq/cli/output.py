"""Answers on standard output, talk on standard error."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nlkgq.errors import ConfigError, UsageError

if TYPE_CHECKING:
    from nlkgq.answer import Answer, Translation
    from nlkgq.iri import PrefixMap
    from nlkgq.results.models import Result

F = TypeVar("F", bound=Callable[..., Any])
_CHOICES = 5  # stored values that an ambiguous one may mean, shown at once
_LAYOUT = re.compile(r"(\r?\n|\t)")
FORMATS = ("table", "json", "csv", "tsv", "ntriples", "turtle")


def answer_options(command: F) -> F:
    """--format and --quiet."""
    for option in reversed(
        (
            click.option("--format", type=click.Choice(FORMATS), default="table", show_default=True),
            click.option("--quiet", "-q", is_flag=True, help="Only the answer."),
        )
    ):
        command = option(command)
    return command


def say(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Writes text that holds words of a graph or a file.

    A pipe or a file gets it as it is. On a terminal, characters that would steer the terminal or turn the text are
    shown escaped; line ends and tabs stay.
    """
    if (sys.stderr if err else sys.stdout).isatty():
        from nlkgq.results.cells import visible

        text = "".join(part if part in ("\n", "\r\n", "\t") else visible(part) for part in _LAYOUT.split(text))
    click.echo(text, err=err, nl=nl)


def print_result(
    result: Result, form: str, *, prefixes: PrefixMap, label: Callable[[str], str | None] = lambda iri: None
) -> int:
    """Writes a result to standard output and returns the exit code: 1 when it is empty."""
    from nlkgq.cli.progress import current
    from nlkgq.results.formats import write
    from nlkgq.results.models import GraphResult, SelectResult

    current().clear()
    empty = (isinstance(result, SelectResult) and not result.rows) or (
        isinstance(result, GraphResult) and not result.triples
    )
    if form == "table":
        from rich.console import Console

        from nlkgq.results.table import render, render_text

        if sys.stdout.isatty():
            Console().print(render(result, prefixes=prefixes, label=label))
        else:
            # a pipe or a file has no width: nothing is folded or cut
            click.echo(render_text(result, prefixes=prefixes, label=label, width=400, max_cell=400), nl=False)
    else:
        text = write(result, form)  # type: ignore[arg-type]  # click has checked the choice
        if sys.stdout.isatty():
            say(text, nl=False)
        else:
            sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass"))
        for note in result.notes:
            say(f"note: {note.message}", err=True)
    return 1 if empty else 0


def print_answer(answer: Answer, form: str) -> int:
    """Writes the results of an answer; see `print_result`."""
    return print_result(answer.result, form, prefixes=answer.prefixes, label=answer.label)


def print_translation(translation: Translation, *, explain: bool) -> None:
    """The query behind an answer, and what there is to say about it, to standard error."""
    from nlkgq.cli.progress import current

    current().clear()
    click.echo(_styled(translation.query.strip()) + "\n", err=True)
    print_talk(translation, explain=explain)


def print_talk(translation: Translation, *, explain: bool) -> None:
    """Findings, and with ``explain`` the readings and the query in plain words, to standard error."""
    from nlkgq.results.cells import visible

    lines: list[str] = []
    if explain:
        for reading in translation.readings:
            term = f" {_shortened(reading.term, translation.query)}" if reading.term else ""
            note = f" ({reading.note})" if reading.note else ""
            lines.append(f"read {reading.text!r} as {reading.role}{term}{note}")
        lines += translation.explanation.sentences
        lines += translation.trace.notes
        if translation.runner_up:
            lines.append("The runner-up was:")
            lines += ["    " + line for line in translation.runner_up.strip().splitlines()]
        if translation.confidence is not None:
            lines.append(f"Confidence {translation.confidence:.2f}.")
    for finding in translation.findings:
        if finding.severity != "info" or explain:
            hint = f" {finding.suggestion}" if finding.suggestion else ""
            lines.append(f"{finding.severity}: {finding.message}{hint}")
    for grounding in translation.groundings:
        if grounding.outcome in {"several", "ambiguous"}:
            lines.append(f"{grounding.text!r} may be:")
            lines += [f"  {number}. {choice.text}" for number, choice in enumerate(grounding.choices[:_CHOICES], 1)]
    for line in lines:
        click.echo(visible(line), err=True)
    if lines:
        click.echo(err=True)


def _shortened(iri: str, query: str) -> str:
    """An IRI by a prefix that the query above declares.

    >>> _shortened("http://e.org/books#title", "PREFIX b: <http://e.org/books#>\\nSELECT ...")
    'b:title'
    """
    for prefix, namespace in re.findall(r"PREFIX\s+([\w-]*):\s*<([^>]*)>", query):
        name = iri.removeprefix(namespace)
        if name != iri and re.fullmatch(r"\w+", name):
            return f"{prefix}:{name}"
    return iri


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "finding"), counted(0, "error")
    ('1 finding', '0 errors')
    """
    return f"{number} {noun}" + ("" if number == 1 else "s")


def check_writable(target: str | None) -> None:
    """Finds out before any work whether a file can be written at its end; nothing for None and ``-``.

    Raises:
        ConfigError: It cannot.
    """
    import os
    from pathlib import Path

    if target is None or target == "-":
        return
    path = Path(target)
    folder = path.parent
    reason = None
    if path.is_dir():
        reason = "it is a folder"
    elif not folder.is_dir():
        reason = f"there is no folder {folder}"
    elif not os.access(path if path.exists() else folder, os.W_OK):
        reason = "permission denied"
    if reason is not None:
        raise ConfigError(f"{target} cannot be written: {reason}", place=target)


def write_trace(translation: Translation, target: str) -> None:
    """Everything as JSON to a file only the user can read, or to standard output for ``-``.

    Raises:
        ConfigError: The file cannot be written.
    """
    if target == "-":
        click.echo(translation.to_json())
        return
    import os

    try:
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(translation.to_json() + "\n")
    except OSError as error:
        raise ConfigError(f"{target} cannot be written: {error.strerror}", place=target) from None


def write_new(target: str, text: str) -> None:
    """Writes a file that only the user can read, where none is yet.

    Raises:
        ConfigError: It is there already, or cannot be written.
    """
    import os

    try:
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise ConfigError(
            f"{target} cannot be written: {error.strerror}", place=target, hint="Choose another file."
        ) from None


def read_query(path: str) -> str:
    """The text of a query file.

    Raises:
        UsageError: It is not there or not UTF-8 text.
    """
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}", hint="Give a file that holds a query, or - for standard input."
        ) from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8 text", hint="Save the query as UTF-8.") from None


def _styled(query: str) -> str:
    """The query, dimmed on a terminal."""
    return click.style(query, dim=True) if sys.stderr.isatty() else query

"""`nlkgq`: finds the command, turns errors into messages and exit codes.

Exit codes: 0 answered, 1 no answer, 2 usage, 3 configuration, 4 refused, 5 endpoint or model, 6 leak blocked,
130 interrupted.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from typing import Any, NoReturn, TextIO

import click

from nlkgq.errors import NlkgqError, NotUnderstoodError

_COMMANDS = {
    "ask": "Answer a question.",
    "translate": "Turn a question into SPARQL, without running it.",
    "query": "Run a SPARQL query of one's own.",
    "validate": "Find what is wrong in SPARQL queries, without running them.",
    "prompt": "Show exactly what a model would receive.",
    "privacy": "Report what a model would learn of a graph and its questions.",
    "keep": "Keep a question with the query that is right for it.",
    "ontology": "Show, check, render or profile an ontology.",
    "wrapper": "Draft, check or compare a wrapper ontology.",
    "grammar": "Write the grammar of the queries over a graph, for engines that constrain models.",
    "endpoint": "Count what each endpoint holds.",
    "index": "Build the value index and the profile of a graph.",
    "init": "Write a commented kg.toml.",
    "bench": "Measure systems on data sets.",
    "config": "Show the settings and where each comes from.",
}


class _Lazy(click.Group):
    """A group that imports a command only when it is called: `--help` stays fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"nlkgq.cli.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        # the summaries stand here so that no command has to be imported
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib

            near = difflib.get_close_matches(args[0], _COMMANDS, n=1)
            if not near:
                raise
            raise click.UsageError(f"{error.message} Did you mean {near[0]!r}?", ctx=ctx) from None


@click.group(
    cls=_Lazy,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog='Try:  nlkgq ask "Which films were released in Germany after 2010?"',
)
@click.version_option(package_name="nlkgq")
def cli() -> None:
    """Questions in plain language, answered by SPARQL over a knowledge graph.

    Without any key or network: the bundled graph `films`, the embedded store and the offline translator.
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """Runs the command line and exits with its code."""
    # a stream that the caller has closed is one that nobody reads
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Runs the command line.

    Args:
        arguments: Words after `nlkgq`; those of the process when None.

    Returns:
        The exit code.
    """
    try:
        result = cli.main(args=arguments, prog_name="nlkgq", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.Abort:
        return _interrupted()
    except KeyboardInterrupt:
        return _interrupted()
    except click.ClickException as error:
        error.show()
        return 2
    except NlkgqError as error:
        _show(error)
        return error.exit_code
    except (BrokenPipeError, SystemExit):
        # the reader of a pipe has gone, which click answers by an exit: nothing is left to say to it
        _silence()
        return 0
    except OSError as error:
        # a full disk, a folder or file that is another user's
        _show(NlkgqError(f"{error.filename or 'the output'} cannot be read or written: {error.strerror or error}"))
        _silence()
        return 3


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # it lives as long as the process


def _silence() -> None:
    """Has what is still buffered for standard output go nowhere, where it is a stream of the system."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _interrupted() -> int:
    click.echo("interrupted", err=True)
    return 130


def _show(error: NlkgqError) -> None:
    from nlkgq.results.cells import visible

    click.echo(f"nlkgq: {visible(error.message)}", err=True)
    if isinstance(error, NotUnderstoodError):
        if error.unread:
            click.echo(f"  Not understood: {visible(', '.join(error.unread))}", err=True)
        for number, choice in enumerate(error.choices, 1):
            lines = [visible(line) for line in choice.strip().splitlines()]
            click.echo(f"  {number}. " + "\n     ".join(lines), err=True)
    said = getattr(error, "said", None)
    if said and os.environ.get("NLKGQ_DEBUG"):
        click.echo(f"  It says: {visible(said)}", err=True)
    if error.hint:
        click.echo(f"  {visible(error.hint)}", err=True)

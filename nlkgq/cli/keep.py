"""`nlkgq keep`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nlkgq.cli.options import graph_options, open_graph
from nlkgq.cli.output import read_query, say
from nlkgq.errors import UsageError

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph

_MOST = 10_000_000


@click.command()
@click.argument("trace", required=False, metavar="[TRACE|-]")
@graph_options
@click.option("--last", is_flag=True, help="The last question that was asked of this graph on the command line.")
@click.option("--question", metavar="TEXT", help="The question, where no trace holds it.")
@click.option("--query", metavar="FILE|-", help="The corrected query; without it the query of the trace is accepted.")
@click.option("--list", "listed", is_flag=True, help="Show what is kept.")
@click.option("--remove", metavar="ID", help="Take an example out again.")
def keep(
    trace: str | None,
    last: bool,
    question: str | None,
    query: str | None,
    listed: bool,
    remove: str | None,
    **options: Any,
) -> int:
    """Keep a question with the query that is right for it.

    TRACE is a file that `nlkgq ask --trace` wrote, or - for standard input. Kept examples lie in the graph's
    examples.jsonl, which only you can read, as they were asked; a prompt shows the nearest ones, masked, where
    prompt.examples in kg.toml says how many.
    """
    sources = [trace is not None, last, question is not None and trace is None and not last, listed, remove is not None]
    if sum(sources) != 1:
        raise UsageError(
            "what to keep is not clear",
            hint="Give one of: a trace file, --last, --question with --query, --list, --remove ID.",
        )
    if trace == "-" and query == "-":
        raise UsageError("trace and query cannot both be read from standard input", hint="Give one of them as a file.")
    with open_graph(options) as kg:
        if listed:
            return _list(kg)
        if remove is not None:
            removed = kg.examples.remove(remove)
            say(f"removed {removed.id}  {removed.question}")
            return 0
        asked, written = _pair(kg, trace, last=last, question=question, query=query)
        kept = kg.keep(asked, written)
        said = {"new": "kept", "replaced": "kept in place of an older query", "known": "known already"}[kept.outcome]
        say(f"{said}: {kept.example.id}  {kept.example.question}")
        say(f"in {kg.examples.path}", err=True)
    return 0


def _pair(
    kg: KnowledgeGraph, trace: str | None, *, last: bool, question: str | None, query: str | None
) -> tuple[str, str]:
    """Question and query, from wherever they are."""
    found: dict[str, str] = {}
    if last:
        from nlkgq.cli.last import read_last

        found = read_last(kg)
    elif trace is not None:
        found = _read_trace(trace)
    asked = question or found.get("question")
    written = (_standard_input() if query == "-" else read_query(query)) if query else found.get("query")
    if not asked or not written:
        raise UsageError("a question and a query are needed", hint="Give --question TEXT and --query FILE.")
    return asked, written


def _read_trace(path: str) -> dict[str, str]:
    text = _standard_input() if path == "-" else _file(path)
    try:
        value = json.loads(text)
        return {"question": str(value["question"]), "query": str(value["query"])}
    except (ValueError, KeyError, TypeError):
        raise UsageError(
            f"{'standard input' if path == '-' else path} is no trace", hint="`nlkgq ask --trace FILE` writes one."
        ) from None


def _file(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8 text") from None


def _standard_input() -> str:
    data = sys.stdin.buffer.read(_MOST + 1)
    if len(data) > _MOST:
        raise UsageError(f"standard input has more than {_MOST:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError("standard input is not UTF-8 text") from None


def _list(kg: KnowledgeGraph) -> int:
    examples = kg.examples.read()
    for example in examples:
        say(f"{example.id}  {example.kept}  {example.question}")
        for line in example.query.strip().splitlines():
            say(f"    {line}")
    if not examples:
        say("nothing is kept", err=True)
    return 0 if examples else 1

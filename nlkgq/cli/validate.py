"""`nlkgq validate`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nlkgq.cli.options import graph_options, open_graph, question_text
from nlkgq.cli.output import read_query, say
from nlkgq.errors import ConfigError, UsageError

if TYPE_CHECKING:
    from nlkgq.validation.linter import Linter
    from nlkgq.validation.report import LintedFile

_SUFFIXES = {".rq", ".sparql"}


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE|FOLDER|-]...")
@graph_options
@click.option("--format", type=click.Choice(["text", "json", "sarif"]), default="text", show_default=True)
@click.option("--fix", is_flag=True, help="Apply the safe edits: to the files, or to standard output for -.")
@click.option("--select", multiple=True, metavar="CODES", help="Only these checks; commas between, repeatable.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Without these checks.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--profile/--no-profile", default=True, help="Use what the graph holds, where it was counted [yes].")
@click.option("--question", metavar="TEXT", help="What the query should answer; else a comment '# question: ...'.")
@click.option("--explain", metavar="CODE", help="Say what a check is for, with examples.")
@click.option("--list", "listed", is_flag=True, help="List the codes of all checks.")
def validate(files: tuple[str, ...], explain: str | None, listed: bool, **options: Any) -> int:
    """Find what is wrong in SPARQL queries over an ontology, without running them.

    Folders are searched for *.rq and *.sparql. Exit code 1 when there is an error; 0 when there is none.
    """
    if explain is not None or listed:
        return _document(explain)
    if not files:
        raise UsageError("no query is given", hint="Give files or folders, or - for standard input.")
    linter = _linter(options)
    linted = [_linted(linter, name, options) for name in _expanded(files)]
    _write(linted, options)
    counted = [f.severity for file in linted for f in file.findings]
    bad = counted.count("error") + (counted.count("warning") if options["strict"] else 0)
    found = (("query", "queries", len(linted)), ("finding", "findings", len(counted)))
    errors = ("error", "errors", counted.count("error"))
    say(", ".join(f"{n} {one if n == 1 else several}" for one, several, n in (*found, errors)), err=True)
    return 1 if bad else 0


def _document(code: str | None) -> int:
    from nlkgq.validation.documentation import documentation, documentation_of
    from nlkgq.validation.validate import CHECKS

    if code is not None:
        say(str(documentation_of(code)))
        return 0
    for told in map(documentation, CHECKS):
        say(f"{told.code:26} {told.summary}")
    return 0


def _linter(options: dict[str, Any]) -> Linter:
    from nlkgq.validation.linter import chosen_checks

    checks = chosen_checks(_codes(options["select"]), _codes(options["ignore"]))
    here = Path("kg.toml").is_file()
    if options["ontology"] and not (options["kg"] or options["graph"] or options["endpoint"] or here):
        from nlkgq.api import KnowledgeGraph

        with KnowledgeGraph.from_ontology(options["ontology"]) as terms:
            return terms.linter(profile=False, checks=checks)
    with open_graph(options) as kg:
        return kg.linter(profile=options["profile"], checks=checks)


def _codes(given: Iterable[str]) -> list[str]:
    return [code.strip() for part in given for code in part.split(",") if code.strip()]


def _expanded(names: tuple[str, ...]) -> Iterator[str]:
    """Files as they are, folders as the query files in them, in the order of their names."""
    for name in names:
        path = Path(name)
        if name == "-" or not path.is_dir():
            yield name
            continue
        found = sorted(p for p in path.rglob("*") if p.suffix.lower() in _SUFFIXES and p.is_file())
        if not found:
            raise UsageError(f"{name} holds no *.rq or *.sparql file")
        yield from map(str, found)


def _linted(linter: Linter, name: str, options: dict[str, Any]) -> LintedFile:
    from nlkgq.validation.report import LintedFile

    text = question_text("-") if name == "-" else _text(name)
    if options["fix"]:
        fixed = linter.fixed(text, question=options["question"])
        if name == "-":
            say(fixed)
        elif fixed != text:
            _replace(Path(name), fixed)
        text = fixed
    return LintedFile(name=name, text=text, findings=linter.lint(text, question=options["question"]))


def _text(name: str) -> str:
    """The text of a query file with its line ends as they are, so that a fix keeps them."""
    read_query(name)  # says what is wrong with the file
    return Path(name).read_bytes().decode("utf-8-sig")


def _replace(path: Path, text: str) -> None:
    try:
        mark = "\ufeff" if path.read_bytes().startswith(b"\xef\xbb\xbf") else ""
        with path.open("w", encoding="utf-8", newline="") as file:
            file.write(mark + text)
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}", place=str(path)) from None


def _write(linted: list[LintedFile], options: dict[str, Any]) -> None:
    from importlib.metadata import version

    from nlkgq.validation.report import json_report, text_report

    fixed_to_output = options["fix"] and any(file.name == "-" for file in linted)
    if options["format"] == "text":
        for line in text_report(linted):
            say(line, err=fixed_to_output)
        return
    if options["format"] == "json":
        report = json_report(linted)
    else:
        from nlkgq.validation.sarif import sarif_report

        report = sarif_report(linted, version("nlkgq"))
    sys.stdout.flush()
    say(report, err=fixed_to_output)

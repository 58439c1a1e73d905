"""`--explain-mask`: what was masked and what passed, word by word, on standard error."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nlkgq.cli.output import say

if TYPE_CHECKING:
    from nlkgq.iri import PrefixMap
    from nlkgq.masking.model import MaskedText

F = TypeVar("F", bound=Callable[..., Any])


def explain_mask_option(command: F) -> F:
    """--explain-mask."""
    return click.option(
        "--explain-mask", is_flag=True, help="Say which words were masked and as what, and which passed and why."
    )(command)


def print_mask(masked: MaskedText, prefixes: PrefixMap) -> None:
    """The stretches of a question to standard error. They hold its values: for the user's own eyes."""
    from nlkgq.privacy_report.text import table
    from nlkgq.privacy_report.tokens import token_rows

    for line in table(token_rows(masked, prefixes)):
        say(f"mask: {line}", err=True)

"""A masked question word by word: what was masked and as what, what passed and which list allowed it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from nlkgq.iri import PrefixMap
from nlkgq.masking.model import MaskedText, Placeholder
from nlkgq.prompting.kinds import describe

_PLACEHOLDER = re.compile(r"VALUE_[A-Z0-9]{4}")
HIDDEN = "*****"
"""What stands for the words of a value in a redacted report, whatever their length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRow:
    """One stretch of a question.

    Args:
        text: As it was asked; `HIDDEN` where it was masked and the report is redacted.
        sent: What stands for it in the request.
        masked: Whether it was masked.
        why: Of a masked stretch its kind, in words; of one that passed the list that allowed it.
    """

    text: str = field(repr=False)
    sent: str
    masked: bool
    why: str


def token_rows(masked: MaskedText, prefixes: PrefixMap, *, redact: bool = False) -> tuple[TokenRow, ...]:
    """The stretches of a question in order.

    Args:
        masked: The question.
        prefixes: Names the terms in the kinds.
        redact: Whether the words of masked stretches are hidden.
    """
    if masked.mode == "off" and not masked.placeholders:
        return (TokenRow(text=masked.text, sent=masked.text, masked=False, why="privacy mode off"),)
    return tuple(_rows(masked, prefixes, redact))


def _rows(masked: MaskedText, prefixes: PrefixMap, redact: bool) -> Iterator[TokenRow]:
    passed = iter(sorted(masked.passed, key=lambda p: p.start))
    waiting = next(passed, None)
    at = 0
    names = {p.name: p for p in masked.placeholders}
    for match in (*_PLACEHOLDER.finditer(masked.text), None):
        end = match.start() if match is not None else len(masked.text)
        place = at
        while waiting is not None:
            found = masked.text.find(waiting.text, place, end)
            if found < 0:
                break
            yield TokenRow(text=waiting.text, sent=waiting.text, masked=False, why=waiting.reason)
            place = found + len(waiting.text)
            waiting = next(passed, None)
        if match is not None:
            placeholder = names.get(match.group())
            if placeholder is not None:
                yield _masked(placeholder, prefixes, redact)
            at = match.end()


def _masked(placeholder: Placeholder, prefixes: PrefixMap, redact: bool) -> TokenRow:
    return TokenRow(
        text=HIDDEN if redact else placeholder.original,
        sent=placeholder.name,
        masked=True,
        why=describe(placeholder, prefixes).partition(": ")[2],
    )

"""What each check is for, read from its own docstring: summary, reason, a failing and a passing example."""

from __future__ import annotations

import inspect
import re
import textwrap
from dataclasses import dataclass

from nlkgq.errors import UsageError
from nlkgq.validation.validate import CHECKS, Check, code_of

_PART = re.compile(r"^(Why|Failing|Passing)::?", re.MULTILINE)
_NEXT = re.compile(r"^::$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckDocumentation:
    """A check in words.

    Args:
        code: Of its findings.
        summary: What is found, in one sentence.
        why: Why it is wrong, and when.
        failing: Queries in which it is found, over the terms of the bundled graph ``films``.
        passing: Queries in which it is not.
    """

    code: str
    summary: str
    why: str
    failing: tuple[str, ...]
    passing: tuple[str, ...]

    def __str__(self) -> str:
        failing = "\n\n".join(f"  {line}" for line in (_indented(q) for q in self.failing))
        passing = "\n\n".join(f"  {line}" for line in (_indented(q) for q in self.passing))
        why = textwrap.fill(self.why, 100)
        summary = textwrap.fill(self.summary, 100)
        return f"{self.code}\n\n{summary}\n\n{why}\n\nFails:\n\n{failing}\n\nPasses:\n\n{passing}"


def documentation(check: Check) -> CheckDocumentation:
    """The documentation of a check.

    >>> from nlkgq.validation.unknown_class import unknown_class
    >>> documentation(unknown_class).summary
    'A class behind `a` that the ontology does not have.'
    """
    text = inspect.getdoc(check) or ""
    head, *parts = _PART.split(text)
    named = dict(zip(parts[::2], parts[1::2], strict=True))
    return CheckDocumentation(
        code=code_of(check),
        summary=_flowing(head),
        why=_flowing(named.get("Why", "")),
        failing=_queries(named.get("Failing", "")),
        passing=_queries(named.get("Passing", "")),
    )


def documentation_of(code: str) -> CheckDocumentation:
    """The documentation of the check with a code.

    Raises:
        UsageError: No check has it; the hint names the nearest.
    """
    found = {code_of(check): check for check in CHECKS}
    if code not in found:
        from difflib import get_close_matches

        near = get_close_matches(code, found, n=1)
        hint = f"Did you mean {near[0]}?" if near else "`nlkgq validate --list` names them."
        raise UsageError(f"no check has the code {code!r}", hint=hint)
    return documentation(found[code])


def _flowing(text: str) -> str:
    return " ".join(text.replace("``", "`").split())


def _queries(text: str) -> tuple[str, ...]:
    """The literal blocks of a part, the second and later ones each behind ``::``."""
    return tuple(inspect.cleandoc(block) for block in _NEXT.split(text) if block.strip())


def _indented(query: str) -> str:
    return query.replace("\n", "\n  ")

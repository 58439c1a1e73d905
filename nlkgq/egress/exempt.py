"""The reviewed words that are not taken for values: one data file, ``exempt.txt``, in two sections."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def exempt_words() -> frozenset[str]:
    """Words that are never taken for a value, not even where one was masked in the question."""
    return _sections()["everywhere"]


@cache
def prompt_words() -> frozenset[str]:
    """Words that every prompt may hold although the graph stores them, as long as none was masked in the question."""
    return exempt_words() | _sections()["prompt"]


@cache
def _sections() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    section = ""
    text = files("nlkgq.egress").joinpath("exempt.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif not line.startswith("#"):
            found.setdefault(section, set()).update(line.split())
    return {name: frozenset(words) for name, words in found.items()}

"""``How many ships are old? Return the number per flag.``: what the last sentence wants for each of something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.output_request import COMPUTED, OutputRequest
from nlkgq.generation.offline.tokens import Token

_PER = (
    *(("per",), ("for", "each"), ("for", "every"), ("in", "each"), ("in", "every"), ("of", "each"), ("by",)),
    *(("pro",), ("je",), ("fur", "jede"), ("fur", "jeden"), ("fur", "jedes")),
)
_THE_SAME = COMPUTED | {"it", "them", "figure", "figures", "result", "results", "answer", "value"}
_ONCE = frozenset(("per", "each", "every", "jede", "jeden", "jedes", "pro"))


def told_per(asked: Sequence[Token], output: OutputRequest | None) -> tuple[tuple[Token, ...], OutputRequest | None]:
    """The question with ``per flag`` of a last sentence that asks for nothing new but this.

    Args:
        asked: The question.
        output: What it says of its columns.

    >>> from nlkgq.generation.offline.output_request import split_output
    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> asked, wish = told_per(*split_output(tokenize("How many ships are old? Return the number per flag.")))
    >>> [t.text for t in asked], wish.phrases, wish.beside
    (['How', 'many', 'ships', 'are', 'old', 'per', 'flag', '?'], (), True)
    """
    if output is None or len(output.phrases) != 1 or not _ONCE.isdisjoint(t.folded for t in asked):
        return tuple(asked), output
    phrase = output.phrases[0]
    words = tuple(t.folded for t in phrase)
    for start in range(len(words)):
        if any(words[start : start + len(p)] == p and start + len(p) < len(words) for p in _PER):
            break
    else:
        return tuple(asked), output
    if not _THE_SAME.issuperset(words[:start]):
        return tuple(asked), output
    end = len(asked)
    while end and asked[end - 1].kind == "mark":
        end -= 1
    return (*asked[:end], *phrase[start:], *asked[end:]), replace(output, phrases=(), beside=True, final=False)

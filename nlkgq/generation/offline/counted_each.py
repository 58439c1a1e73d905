"""``Which glazes do the pots have, and how many pots have each?``: the same question, with a number for each answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.output_request import OutputRequest
from nlkgq.generation.offline.tokens import Token

_EACH = frozenset(("each", "it", "them", "jede", "jeden", "jedes"))
_THERE = (("are", "there"), ("gibt", "es"))
_OCCUR = frozenset(("occur", "exist", "appear"))
_LONGEST = 7


def counted_each(
    asked: Sequence[Token], output: OutputRequest | None
) -> tuple[tuple[Token, ...], OutputRequest | None]:
    """The question without ``, and how many ships use each``, and the number among its columns.

    Args:
        asked: The question.
        output: What it says of its columns.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> asked, wish = counted_each(tokenize("Which flags do the ships fly, and how many ships fly each?"), None)
    >>> [t.text for t in asked][-3:], [[t.text for t in p] for p in wish.phrases]
    (['ships', 'fly', '?'], [['flags'], ['number', 'of', 'ships']])
    """
    words = [t.folded for t in asked]
    end = len(asked)
    while end and asked[end - 1].kind == "mark":
        end -= 1
    start = next((n for n in range(1, end) if words[n : n + 3] == ["and", "how", "many"]), None)
    if start is None or words[end - 1] not in _EACH or not 5 <= end - start <= _LONGEST:
        return tuple(asked), output
    there = next((n for n in range(1, start) if tuple(words[n : n + 2]) in _THERE or words[n] in _OCCUR), None)
    if there is not None and there > 1 and words[0] in ("which", "what"):
        # "which flags are there, and how many ships fly each": how many ships fly each flag
        return (*asked[start + 1 : end], *asked[1:there], *asked[end:]), output
    things, verb, first = asked[start + 3 : end - 2], words[end - 2], words[:start]
    helper = next((n for n in range(1, start) if words[n] in DO | HAVE | BE), None)
    said = all(t.folded in first or _ends(first, t.folded) for t in things)
    if helper is None or words[0] not in ("which", "what") or not said or verb not in first:
        return tuple(asked), output
    kept = (*asked[: start - 1 if words[start - 1] == "," else start], *asked[end:])
    if output is not None and output.phrases:
        return kept, output
    count = tuple(replace(things[0], text=word, folded=word, glued=False) for word in ("number", "of"))
    request = output or OutputRequest(phrases=())
    return kept, replace(request, phrases=(tuple(asked[1:helper]), (*count, *things)))


def _ends(words: Sequence[str], word: str) -> bool:
    """Whether the one word is the other without or with the ending of a plural."""
    return any(w.removesuffix("s") == word.removesuffix("s") for w in words)

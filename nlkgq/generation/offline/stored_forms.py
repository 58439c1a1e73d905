"""Forms under which a stored value may stand in a question: ``cats`` of "cat", ``failed`` of "fail"."""

from __future__ import annotations

from typing import Final

_SHORTEST: Final = 3
_DOUBLED: Final = frozenset("bdglmnprt")


def singulars(word: str) -> list[str]:
    """What a word may be the plural of, likeliest first.

    >>> singulars("stories"), singulars("cats"), singulars("as")
    (['story', 'stori', 'storie'], ['cat'], [])
    """
    endings = (("ies", "y"), ("es", ""), ("s", ""))
    return [word[: -len(e)] + instead for e, instead in endings if word.endswith(e) and len(word) > len(e) + 2]


def verbs(word: str) -> list[str]:
    """The verbs that a word may be a form of, which tells what happened: ``failed`` of "fail".

    >>> verbs("failed"), verbs("cancelled"), verbs("closing"), verbs("red")
    (['fail', 'faile'], ['cancell', 'cancelle', 'cancel'], ['clos', 'close'], [])
    """
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST:
            doubled = [stem[:-1]] if stem[-1] == stem[-2] and stem[-1] in _DOUBLED else []
            return [stem, f"{stem}e", *doubled]
    return []

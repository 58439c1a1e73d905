"""Whether ``which``, ``who`` or ``where`` after a noun begins a clause about it, and asks nothing."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Chunk
from nlkgq.generation.offline.tokens import Token

_ASKING = frozenset(("which", "who", "what"))
_AUXILIARIES = frozenset(("has", "have", "had", "did", "does", "do"))
_ARTICLES = frozenset(("the", "a", "an", "no"))
_PREPOSITIONS = frozenset(("in", "on", "at", "for", "to", "from", "of", "with", "by"))


def is_relative(chunk: Chunk, last: Mention | None, tokens: Sequence[Token], *, asked: bool = False) -> bool:
    """``the ships which``, ``the year in which``, ``ships are there in which the``; "were in which genres" asks.

    Args:
        chunk: The pronoun.
        last: The mention before it.
        tokens: The question.
        asked: Whether something is asked for before, as by "the makers of ships in which".
    """
    if last is None:
        return False
    nouns = (
        tokens[0].folded in _ASKING and tokens[1].folded not in BE | _AUXILIARIES and chunk.text in ("which", "what")
    )
    if nouns and last.start > 1 and _AUXILIARIES.issuperset(last.gap) and not last.possessive:
        # "which foxes like which foxes", "which potter has glazed which jar": its place is that of a verb
        return False
    noun = any(r.kind in ("class", "value", "entity") or r.noun for r in last.readings[:1])
    between = {t.folded for t in tokens[last.end : chunk.start]}
    if "there" in between and {t.folded for t in tokens[chunk.end : chunk.end + 1]} <= _ARTICLES:
        between = between - BE - {"there"}
    return noun and (not between or ((asked or last.projected) and between <= _PREPOSITIONS))

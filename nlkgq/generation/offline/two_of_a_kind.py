"""Two things of one kind that are told apart only by their articles: ``a red and a white hive`` are two hives."""

from __future__ import annotations

from nlkgq.generation.offline.assembly import Assembly

_ARTICLES = frozenset(("a", "an", "ein", "eine", "einen"))
_AND = frozenset(("and", "und"))
_AS_WELL = (("as", "well", "as"), ("sowie", "auch"), ("sowie",))
_GIVEN = ("value", "entity")


def two_of_a_kind(assembly: Assembly) -> bool:
    """Whether two values before one noun, each with an article, would be told of one thing: they are told of two."""
    mentions, readings = assembly.mentions, assembly.readings
    for first, second, noun in zip(mentions, mentions[1:], mentions[2:], strict=False):
        given = all(readings[m.number].kind in _GIVEN for m in (first, second))
        if not given or noun.projected:
            continue
        listed = bool(_AND.intersection(second.gap)) and second.gap[-1] in _ARTICLES
        beside = not noun.gap or noun.gap[:1] == ("-",)
        if beside and (listed or second.gap in _AS_WELL):
            return True
    return False

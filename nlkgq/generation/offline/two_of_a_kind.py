"""What is said of two things and read as of one, and what is said of one and read as of two."""

from __future__ import annotations

from nlkgq.generation.offline.assembly import Assembly

_ARTICLES = frozenset(("a", "an", "ein", "eine", "einen"))
_AND = frozenset(("and", "und"))
_AS_WELL = (("as", "well", "as"), ("sowie", "auch"), ("sowie",))
_GIVEN = ("value", "entity")


def two_of_a_kind(assembly: Assembly) -> bool:
    """``a red and a white hive`` are two hives: whether two values before one noun would be told of one thing."""
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


def one_word_for_two(assembly: Assembly) -> bool:
    """``the director is the director``: whether a word is read as itself and as a term that it is much less like."""
    said = [
        (mention.text.lower(), reading.score)
        for mention, reading in zip(assembly.mentions, assembly.readings, strict=True)
        if reading.kind == "property"
    ]
    best = {text: max(score for other, score in said if other == text) for text, _ in said}
    return any(score < _LESS_LIKE * best[text] for text, score in said)


_LESS_LIKE = 0.8

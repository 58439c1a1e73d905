"""What is said of two things and read as of one, and what is said of one and read as of two."""

from __future__ import annotations

from itertools import pairwise

from nlkgq.generation.offline.assembly import Assembly
from nlkgq.generation.offline.linking import OBJECT, SUBJECT
from nlkgq.generation.offline.listed_roles import are_alike, is_listed
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.said_again import THEIR

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


def are_merged(assembly: Assembly) -> bool:
    """``red ships but no white ships``: whether two nouns that are set apart would be one thing all the same.

    So would they where one has what the other has not, which is only said once: ``with a mast and without a mast``.
    """
    mentions, readings = assembly.mentions, assembly.readings
    if _are_of_two(assembly) or any(
        _is_denied_again(assembly, first, second) for first in mentions for second in mentions[first.number + 1 :]
    ):
        return True
    things = [m for m in mentions if readings[m.number].kind == "class"]
    return any(
        second.start in first.apart
        and readings[first.number].iri == readings[second.number].iri
        and assembly.find((first.number, 0)) == assembly.find((second.number, 0))
        for first in things
        for second in things
    )


def _is_denied_again(assembly: Assembly, first: Mention, second: Mention) -> bool:
    """Whether a value is said of a thing in one word and denied of it in the same word."""
    reading = assembly.readings[first.number]
    same = first.text.lower() == second.text.lower() and first.negated != second.negated
    same = same and (reading.kind, reading.iri) == (_PROPERTY, assembly.readings[second.number].iri)
    return same and not reading.object and assembly.find((first.number, 0)) == assembly.find((second.number, 0))


_PROPERTY = "property"


def _is_role(mention: Mention) -> bool:
    return any(r.kind == _PROPERTY and r.object for r in mention.readings[:1])


def _are_of_two(assembly: Assembly) -> bool:
    """``the seller and the buyer``: whether two listed roles are one person's, of two things of which one is named.

    So they are where ``the name of the seller and the name of the buyer`` is one name.
    """
    for first, second in pairwise([m for m in assembly.mentions if _is_role(m)]):
        if not are_alike(first, second):
            continue
        one, other = ([assembly.find((m.number, port)) for port in (OBJECT, SUBJECT)] for m in (first, second))
        if is_listed(second) and one[0] == other[0] and one[1] != other[1]:
            return True
        if told_of_one(assembly):
            return True
    return False


def joined_to_its_like(assembly: Assembly) -> bool:
    """``a red ship and a blue ship``: whether the one is taken for something that the other has, which nothing says."""
    mentions, readings = assembly.mentions, assembly.readings
    for k in assembly.links:
        first, second = mentions[min(k.left, k.right)], mentions[max(k.left, k.right)]
        same = first.text.lower() == second.text.lower() and readings[first.number].kind == "class"
        listed = any(_AND.intersection(m.gap) for m in mentions[first.number + 1 : second.number + 1])
        if k.kind == "path" and same and listed and second.number <= first.number + _NEAR:
            return readings[first.number].iri == readings[second.number].iri
    return False


_NEAR = 2


def one_word_for_two(assembly: Assembly) -> bool:
    """``the director is the director``: whether a word is read as itself and as a term that it is much less like."""
    said = [
        (mention.text.lower(), reading.score)
        for mention, reading in zip(assembly.mentions, assembly.readings, strict=True)
        if reading.kind == "property"
    ]
    best = {text: max(score for other, score in said if other == text) for text, _ in said}
    return any(score < _LESS_LIKE * best[text] for text, score in said)


def mixed(assembly: Assembly) -> int:
    """How many nouns said again are read as something else than before: as ``ships``, then as what somebody ``ships``.

    What is set apart in words is told apart by these, not by what it is.
    """
    first: dict[str, tuple[str, str]] = {}
    found = 0
    for mention, reading in zip(assembly.mentions, assembly.readings, strict=True):
        if reading.kind == "class" or (reading.kind == "property" and reading.noun and reading.object):
            term = first.setdefault(mention.text.lower(), (reading.kind, reading.iri))
            found += term != (reading.kind, reading.iri)
    return found


def told_of_one(assembly: Assembly) -> bool:
    """``the name of each guest with the name of their host``: whether a value that is told of two things is one."""
    filled = {n for k in assembly.links if k.kind == "fill" for n in (k.left, k.right)}
    told: set[tuple[str, str, tuple[int, int]]] = set()
    for mention, reading in zip(assembly.mentions, assembly.readings, strict=True):
        value = reading.kind == "property" and not reading.object and reading.noun
        if not value or mention.number in filled or _is_used(mention) or THEIR.intersection(mention.gap):
            continue
        if _ARTICLES.intersection(mention.gap[-1:]):
            # "the title of every guest that has a title"
            continue
        noun = mention.text.lower().partition(" of ")[0].removesuffix("s")
        key = (noun, reading.iri, assembly.find((mention.number, 0)))
        if key in told:
            return True
        told.add(key)
    return False


def _is_used(mention: Mention) -> bool:
    """Whether a value does something in the question beside being told."""
    sets = mention.order or mention.superlative or mention.comparison or mention.group or mention.often
    computes = mention.aggregates or mention.counted or mention.versus_average or mention.operand
    return bool(sets or computes or mention.asked or mention.measured or mention.part or mention.shared)


_LESS_LIKE = 0.8


def told_apart(assembly: Assembly) -> list[Reading]:
    """The readings of terms, without those that only say again of a named thing what it is: "does Ada Birk work"."""
    named = {
        (assembly.find((n, 0)), r.subject) for n, r in enumerate(assembly.readings) if r.kind in ("value", "entity")
    }
    return [
        r
        for n, r in enumerate(assembly.readings)
        if r.kind == "property" or (r.kind == "class" and (assembly.find((n, 0)), r.subject) not in named)
    ]

"""What people say in words of their own: the full name of a person, a value that is unknown, ``3 ships or more``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import BE, HAVE, PARTICIPLES
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.person_names import both_parts
from nlkgq.generation.offline.tokens import Token, in_place_of, number_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.absent_values import without_values
from nlkgq.generation.offline.wording.everyday_words import in_everyday_words
from nlkgq.generation.offline.wording.named_words import is_kind
from nlkgq.generation.offline.wording.rates import with_rates
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier

_WHOLE = frozenset(("full", "complete", "whole"))
_NAMES = frozenset(("name", "names"))
_IN_PARTS = _NAMES | {"first", "last", "and", "plus", "both", ",", "/", "&"}
_ABSENT = frozenset(("unknown", "missing", "unspecified", "absent", "blank", "empty", "null", "undefined"))
_UNKNOWN = frozenset(("unknown", "missing", "unspecified", "undefined"))
_TOLD = frozenset(("known", "given", "specified", "recorded", "stated", "set", "available", "present", "stored"))
_LONGEST = 4
_BOTH = {"his": "their", "her": "their", "he": "they", "she": "they"}
_LYING = frozenset(("based", "located", "situated", "found", "headquartered"))
_GOT = frozenset(("got", "gets", "get", "getting"))
_BEARING = frozenset(("carry", "carries", "carrying", "bear", "bears", "bearing", "hold", "holds", "holding"))
_A = frozenset(("a", "an", "no", "any", "some", "neither", "more", "at"))
_CALLED = frozenset(("called", "named"))
_SUCH = frozenset(("the", "these", "those", "all", "each", "every"))
_USING = frozenset(("use", "uses", "used"))
_DETERMINED = _A | _SUCH
_CALLED_SO = 0.9
_SHORTEST = 3
_FARTHEST = 10
_BOUND = {"more": "least", "fewer": "most", "less": "most"}
_SMALL = BE | frozenset(("have", "has", "had", "or", "and", "to", "than", "of", "in", "for", "with", "percent", "the"))


def put_plainly(tokens: Sequence[Token], vocabulary: Vocabulary, is_stored: Callable[[str], bool]) -> tuple[Token, ...]:
    """The tokens with full names as their two parts, unknown values as values that are not there, bounds before nouns.

    Args:
        tokens: The question.
        vocabulary: Which properties there are.
        is_stored: Whether the graph holds a value of that text: then it may be meant.
    """
    tokens = in_everyday_words(tokens, vocabulary, is_stored)
    tokens = without_values(with_rates(tokens, vocabulary), vocabulary, is_stored)
    found: list[Token] = []
    in_parts = _names_in_parts(vocabulary)
    place = 0
    while place < len(tokens):
        token = tokens[place]
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        if in_parts and token.folded in _WHOLE and after is not None and after.folded in _NAMES:
            found += [in_place_of(token, "first"), after, in_place_of(token, "and"), in_place_of(token, "last"), after]
            place = _past_parts(tokens, place + 2)
            continue
        if token.folded in _GOT and after is not None and _is_done(after.folded):
            # "how many sailings got cancelled"
            found.append(in_place_of(token, "were"))
            place += 1
            continue
        if (pronoun := _BOTH.get(token.folded)) and _or_other(tokens, place):
            # "each pupil with his or her teacher"
            found.append(in_place_of(token, pronoun))
            place += 3
            continue
        if token.folded in _LYING and after is not None and after.folded == "there":
            # "for each town, how many firms are based there"
            place += 2
            continue
        end = _or_more(tokens, place)
        if end and not is_stored(" ".join(t.text for t in tokens[place:end])):
            # "3 students or more"
            found += [in_place_of(token, w) for w in ("at", _BOUND[tokens[end - 1].folded])]
            found += tokens[place : end - 2]
            place = end
            continue
        turned = _turned(tokens, place, vocabulary)
        if turned is not None:
            found += turned[0]
            place = turned[1]
            continue
        end, noun = _absent(tokens, place, is_stored)
        if end:
            found += [in_place_of(token, "without"), *tokens[noun:end]]
            place = _past_absence(tokens, end)
            continue
        found.append(token)
        place += 1
    return tuple(found)


def _has_extreme(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    found = (adjective(t.folded, vocabulary.languages) for t in tokens if t.kind == "word")
    return any(a is not None and a.degree == "superlative" for a in found)


def _turned(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> tuple[list[Token], int] | None:
    """The words for a turn of phrase that begins at a token, and where it ends; None where none does."""
    token, before = tokens[place], tokens[place - 1] if place else None
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if token.folded == "overall" and (after is None or after.kind == "mark") and _has_extreme(tokens, vocabulary):
        # "the oldest ship overall"
        return [], place + 1
    asked = all(t.text != "?" for t in tokens[:place])
    if token.folded == "named" and before and asked and is_kind(after, vocabulary):
        if not is_kind(before, vocabulary):
            # "two named ships"
            noun = replace(tokens[place + 1], glued=False)
            return [noun, *(in_place_of(token, w) for w in ("with", "a", "name"))], place + 2
    elif after is not None and after.folded in _DETERMINED and _says_have(token, before, after, vocabulary):
        # "maps that carry no name", "how many ships use each port"
        return [in_place_of(token, "have")], place + 1
    elif end := _compound(tokens, place, vocabulary):
        # "drawn by hand", where something is called "hand drawn"
        return [in_place_of(token, tokens[end - 1].folded), token], end
    elif end := _asked_name(tokens, place):
        # "what are the groups called"
        plural = "names" if tokens[place + 1].folded in ("are", "were") else "name"
        words = [token, tokens[place + 1], *(in_place_of(token, w) for w in ("the", plural, "of"))]
        return [*words, *tokens[place + 2 : end]], end + 1
    return None


def _says_have(token: Token, before: Token | None, after: Token, vocabulary: Vocabulary) -> bool:
    """Whether a verb only says that something has something: no property is called so, or only by a noun."""
    if token.folded in _USING:
        told = [r for r in vocabulary.readings((token.folded,)) if r.kind == "property"][:1]
        return bool(told) and told[0].noun and is_kind(before, vocabulary)
    return token.folded in _BEARING and after.folded in _A and not _is_known(token, vocabulary)


def _is_known(token: Token, vocabulary: Vocabulary) -> bool:
    """Whether something is called so, or said so in other words."""
    return any(r.how != "comment" for r in vocabulary.readings((token.folded,)))


def _compound(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> int:
    """The end of ``drawn by the hand`` where a property is called ``hand drawn``; 0 for others."""
    words = [t.folded for t in tokens[place : place + 4]]
    if len(words) < _SHORTEST or words[1] not in ("by", "von") or not _is_done(words[0]):
        return 0
    noun = 3 if words[2] in ("the", "a", "an") else 2
    name = (words[noun], words[0]) if noun < len(words) else ()
    called = name and any(r.kind == "property" and vocabulary.is_called(r.iri, name) for r in vocabulary.readings(name))
    return place + noun + 1 if called else 0


def _asked_name(tokens: Sequence[Token], place: int) -> int:
    """Where ``called`` stands in ``what are the groups called``; 0 where something else is asked."""
    words = [t.folded if t.kind != "mark" else "" for t in tokens[place : place + _FARTHEST]]
    if words[:1] != ["what"] or len(words) < _LONGEST or words[1] not in BE or words[2] not in _SUCH:
        return 0
    end = next((n for n, w in enumerate(words) if not w or w in _CALLED), 0)
    if end < _LONGEST or words[end] not in _CALLED or any(w in _SMALL - {"of"} for w in words[:end][2:] if w != "the"):
        return 0
    after = tokens[place + end + 1] if place + end + 1 < len(tokens) else None
    return place + end if after is None or after.kind == "mark" or after.folded == "and" else 0


def _or_other(tokens: Sequence[Token], place: int) -> bool:
    after = [t.folded for t in tokens[place + 1 : place + 3]]
    return len(after) > 1 and after[0] in ("or", "/", "and") and _BOTH.get(after[1]) == _BOTH[tokens[place].folded]


def _is_done(word: str) -> bool:
    return word in PARTICIPLES or (word.endswith("ed") and len(word) > 4)


def _or_more(tokens: Sequence[Token], place: int) -> int:
    """The end of a number, one or two nouns and ``or more``; 0 where something else stands."""
    if number_of(tokens[place]) is None:
        return 0
    for end in (place + 3, place + 4, place + 5):
        words = [t.folded for t in tokens[place:end]]
        nouns = words[1:-2]
        plain = all(t.text.islower() for t in tokens[place + 1 : end]) and _SMALL.isdisjoint(nouns)
        plain = plain and all(number_of(t) is None for t in tokens[place + 1 : end])
        spelt = tokens[place].kind == "word" and end < len(tokens) and tokens[end].kind == "word"
        # "or less than 100 seats" is another condition
        plain = plain and not any(t.folded == "than" or number_of(t) is not None for t in tokens[end : end + 1])
        if len(words) == end - place and words[-2] == "or" and words[-1] in _BOUND and (nouns or spelt) and plain:
            # "2 ships or more", "two or more ships"
            return end
    return 0


def _names_in_parts(vocabulary: Vocabulary) -> bool:
    """Whether people have a first and a last name, and nothing has a full one."""
    used = [p for p in vocabulary.schema.ontology.properties if vocabulary.schema.is_used(p)]
    words = [split_identifier(local_name(p)).lower().split() for p in used]
    whole = any((_WHOLE.intersection(w[:1]) and _NAMES.intersection(w[1:])) or w == ["fullname"] for w in words)
    return not whole and both_parts(sorted(used)) is not None


def _past_parts(tokens: Sequence[Token], start: int) -> int:
    """Past ``(first and last)``, which says again what a full name is."""
    end = start + 1
    while end < len(tokens) and tokens[end].folded in _IN_PARTS:
        end += 1
    told = start < len(tokens) and tokens[start].text == "(" and start + 1 < end < len(tokens)
    return end + 1 if told and tokens[end].text == ")" else start


def _absent(tokens: Sequence[Token], place: int, is_stored: Callable[[str], bool]) -> tuple[int, int]:
    """The end and the start of the noun in ``whose composer is unknown``, ``with an unknown age``; zeros without."""
    words = [t.folded for t in tokens[place : place + _LONGEST + 4]]
    if words[:1] == ["whose"]:
        verb = next((n for n, w in enumerate(words) if w in BE), 0)
        said = words[verb + 1 : verb + 3]
        unknown = said[:1] != [] and said[0] in _ABSENT and not is_stored(said[0])
        if 1 < verb <= _LONGEST and (unknown or (said[:1] == ["not"] and said[1:] and said[1] in _TOLD)):
            return place + verb, place + 1
    if words[:1] == ["with"] or (words[:1] and words[0] in HAVE and words[1:2] in (["a"], ["an"])):
        start = 2 if words[1:2] in (["a"], ["an"], ["the"]) else 1
        if words[start : start + 1] and words[start] in _UNKNOWN and not is_stored(words[start]):
            return min(place + start + 2, len(tokens)), place + start + 1
    return 0, 0


def _past_absence(tokens: Sequence[Token], place: int) -> int:
    """Past ``is unknown`` and ``is not known``."""
    while place < len(tokens) and tokens[place].folded in BE | _ABSENT | _TOLD | {"not"}:
        place += 1
    return place

"""``how many cars does the school own``: of all that the graph holds, where the owner is nothing in it."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.replaced import replaced

_OWNERS = frozenset(
    (
        *("school", "company", "firm", "organization", "organisation", "institution", "business", "shop", "store"),
        *("club", "association", "agency", "society", "museum", "library", "hospital", "clinic", "university"),
        *("college", "restaurant", "hotel", "theatre", "theater", "gallery", "zoo", "office", "academy", "archive"),
        *("database", "dataset", "system", "collection", "catalogue", "catalog", "register", "graph", "data"),
    )
)
"""What a whole database may be of."""
_DETERMINED = frozenset(("the", "our", "this"))
_NEAR = frozenset(("at", "for", "in", "within", "by", "of", "to", "with", "from", "on"))
_HAVING = frozenset(
    (
        *("have", "own", "employ", "offer", "run", "hold", "keep", "operate", "possess", "manage", "sell", "teach"),
        *("know", "provide", "contain", "list", "record", "store", "cover", "include"),
    )
)
_SAYS_SO = frozenset(
    (
        *("work", "works", "working", "worked", "employed", "enrolled", "registered", "kept", "held", "owned", "run"),
        *("offered", "available", "listed", "recorded", "stored", "taught", "sold", "there", "belong", "belonging"),
    )
)
_KNOWN = 0.6
_NOTHING: tuple[int, tuple[str, ...]] = (0, ())


def of_the_whole(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens without such an owner: ``how many cars are there``.

    Args:
        tokens: The question.
        vocabulary: What the graph knows by name.
    """
    words = [t.folded if t.kind == "word" else "" for t in tokens]

    def told(place: int) -> tuple[int, tuple[str, ...]]:
        length, said = _whole(words, place, vocabulary)
        return (length, said) if length and not tokens[place + length - 1].possessive else _NOTHING

    return replaced(tokens, told)


def _whole(words: Sequence[str], place: int, vocabulary: Vocabulary) -> tuple[int, tuple[str, ...]]:
    """How many words from a place on only say that all is meant, and what stands for them."""
    if words[place] in DO and _is_owner(words, place + 1, vocabulary) and words[place + 3 : place + 4]:
        verb = words[place + 3]
        known = verb not in HAVE | {"own"} and vocabulary.readings((verb,))
        return (4, ("are", "there")) if place and verb in _HAVING and not known else _NOTHING
    start = place
    if words[start] in BE and words[start + 1 : start + 2] and words[start + 1] in _SAYS_SO:
        start += 1
    if words[start] in _SAYS_SO and not vocabulary.readings((words[start],)):
        start += 1
    elif start > place:
        return _NOTHING
    if start < len(words) and words[start] in _NEAR and _is_owner(words, start + 1, vocabulary):
        return start + 3 - place, ("are", "there") if words[place] in BE | {"work", "works"} else ()
    return _NOTHING


def _is_owner(words: Sequence[str], place: int, vocabulary: Vocabulary) -> bool:
    """``the school``, where nothing is called so and no name follows."""
    noun = words[place + 1] if place + 1 < len(words) else ""
    if words[place : place + 1] == [] or words[place] not in _DETERMINED or noun not in _OWNERS:
        return False
    after = words[place + 2] if place + 2 < len(words) else ""
    named = after and after not in vocabulary.lexicon.function_words | _HAVING | {"and", "or", "that"}
    return not named and not any(r.score > _KNOWN for r in vocabulary.readings((noun,)))

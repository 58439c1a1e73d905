"""Whether a word that nothing reads is used as a verb, which may only say that things belong together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nlkgq.generation.offline.assembly import Assembly
from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.naming import identifier_words
from nlkgq.generation.offline.phrases import looks_like_verb
from nlkgq.generation.offline.tokens import Token, number_of
from nlkgq.generation.offline.verb_forms import verb_forms

_NOUN_BEFORE = frozenset(
    (
        *(
            "the",
            "a",
            "an",
            "each",
            "every",
            "any",
            "some",
            "no",
            "all",
            "both",
            "this",
            "these",
            "those",
            "its",
            "their",
        ),
        *(
            "his",
            "her",
            "our",
            "your",
            "my",
            "many",
            "much",
            "more",
            "most",
            "fewer",
            "less",
            "of",
            "on",
            "in",
            "at",
            "for",
        ),
        *("with", "by", "from", "per", "under", "into", "about", "without", "how", "and", "or", "same", "other"),
    )
)
"""Before a noun, not before a verb that is not a participle."""
_VERB_BEFORE = frozenset(
    ("who", "that", "which", "to", "they", "he", "she", "we", "i", "you", "it", "there", "not", "ever", "never")
)
ADJECTIVE_BEFORE = (_NOUN_BEFORE - {"and", "or"}) | {
    *("top", "best", "worst", "highest", "lowest", "newly", "highly", "well", "least", "recently", "only"),
}
"""Before a participle that tells which of the things: "the top rated boats", "all retired drivers"."""
_IT = frozenset(("it", "them", "him", "her"))
_LIGHT = frozenset(
    (
        *(
            "get",
            "gets",
            "got",
            "come",
            "comes",
            "came",
            "go",
            "goes",
            "went",
            "gone",
            "take",
            "takes",
            "took",
            "taken",
        ),
        *(
            "give",
            "gives",
            "gave",
            "given",
            "bring",
            "brings",
            "brought",
            "keep",
            "keeps",
            "kept",
            "hold",
            "holds",
            "held",
        ),
        *("put", "puts", "make", "makes", "made", "done", "found", "seen", "shown", "belong", "belongs", "belonging"),
        *("contain", "contains", "contained", "include", "includes", "included", "involve", "involves", "involved"),
        *("appear", "appears", "appeared", "exist", "exists", "consist", "consists", "concern", "concerns", "making"),
    )
)
"""Verbs that say hardly more than that there is something to it."""
_CAN = frozenset(("can", "could", "may", "might", "will", "would", "should", "shall", "must"))


def is_used_as_verb(place: int, tokens: Sequence[Token]) -> bool:
    """Whether the word at a place is an everyday verb and stands where a verb may."""
    token = tokens[place]
    kinds = verb_forms().get(token.folded, frozenset(("participle",) if looks_like_verb(token.text) else ()))
    if not kinds or token.kind != "word" or not token.text.islower():
        return False
    before = tokens[place - 1].folded if place else ""
    if kinds & {"past", "participle"} and "base" not in kinds:
        return before not in ADJECTIVE_BEFORE and place > 0 and number_of(tokens[place - 1]) is None
    if before in _VERB_BEFORE | _CAN:
        return True
    if before in _NOUN_BEFORE or not place or tokens[place - 1].kind != "word":
        return False
    if "base" in kinds and not DO.isdisjoint(t.folded for t in tokens[:place]):
        return True
    return before not in BE | HAVE | DO


def is_soft(place: int, tokens: Sequence[Token], last: int) -> bool:
    """Whether an unread word is a verb that may only say that the things beside it belong together.

    Args:
        place: Of the word.
        tokens: The question.
        last: Where the last thing begins that is read.
    """
    if place < last:
        return looks_like_verb(tokens[place].text) or is_used_as_verb(place, tokens)
    if not is_used_as_verb(place, tokens):
        return False
    if tokens[place - 1].folded in ("that", "who", "which") and any(t.folded in _IT for t in tokens[place + 1 :]):
        # "the club that organised it"
        return True
    # "which grade does X attend"; in "names of the boats sold" the verb tells which of them
    kinds = verb_forms().get(tokens[place].folded, frozenset())
    return "base" in kinds and not DO.isdisjoint(t.folded for t in tokens[:place])


def tells_more(place: int, tokens: Sequence[Token], *, tabular: bool) -> bool:
    """Whether an unread verb probably says more than that things belong together.

    One before a noun tells which of them: "all retired drivers". Where relations have names, a verb that is not light
    is another relation: "which studio employs the most people".

    Args:
        place: Of the verb.
        tokens: The question.
        tabular: Whether the graph has tables for classes and columns for properties: references have no names.
    """
    word = tokens[place].folded
    return not is_used_as_verb(place, tokens) or is_against(word) or not (tabular or word in _LIGHT)


def is_against(word: str) -> bool:
    """Whether a folded word is a verb of what is not so, or no longer: "refused", "left"."""
    return "against" in verb_forms().get(word, ())


def tells_otherwise(soft: Iterable[int], tokens: Sequence[Token], assembly: Assembly) -> bool:
    """``painted in X``, where X is what `built_in` holds: whether what stands beside it is called by another verb."""
    verbs = {tokens[n].folded for n in soft}
    for mention, reading in zip(assembly.mentions, assembly.readings, strict=True):
        if reading.kind in ("value", "property") and any(mention.start - 4 < n < mention.start for n in soft):
            named = identifier_words(reading.iri)
            if not (named & verbs) and any("participle" in verb_forms().get(w, ()) for w in named):
                return True
    return False

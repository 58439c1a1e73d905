"""What people say of the rows of tables in more words than they need, put as the rest of the translator reads it."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.amounts_in_all import with_amounts
from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.kept_only import with_restrictions
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.whole_holdings import of_the_whole

_AT = frozenset(("in", "from", "of", "with", "at", "on", "for", "by", "to"))
_CALLED = 0.9
_RATES = {"hour": "hourly", "day": "daily", "week": "weekly", "month": "monthly", "year": "yearly"}
_BEING = frozenset(("found", "seen", "present", "represented", "encountered", "spotted", "observed"))
_LYING_THERE = frozenset(("standing", "living", "working", "staying", "based", "located", "kept", "held", "stored"))


def put_of_rows(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens in plainer words.

    >>> from nlkgq.analysis.schema_graph import SchemaGraph
    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> from nlkgq.ontology.lexicon import Lexicon
    >>> from nlkgq.ontology.model import Ontology
    >>> nothing = Ontology(classes={}, properties={})
    >>> said = tokenize("who owns a boat in Hythe but none in Dover")
    >>> " ".join(t.text for t in put_of_rows(said, Vocabulary(Lexicon(nothing), SchemaGraph(nothing))))
    'who owns a boat in Hythe but not in Dover'
    """
    found: list[Token] = []
    tokens, place = with_restrictions(tokens, vocabulary), 0
    while place < len(tokens):
        token, after = tokens[place], [t.folded for t in tokens[place + 1 : place + 3]]
        before = tokens[place - 1].folded if place else ""
        if token.folded == "none" and before in ("but", "and") and _AT.intersection(after[:1]):
            found.append(in_place_of(token, "not"))
        elif token.folded == "single" and _is_extreme(before, vocabulary):
            # "the largest single harvest"
            pass
        elif token.folded in _LYING_THERE and after[:1] == ["there"] and place and _ends(tokens, place + 2):
            place += 1
        elif token.folded == "per" and _rated(after, tokens, place, vocabulary):
            # "the cheapest teachers per hour", of hourly rates
            place += 1
        elif token.folded == "numbers" and _are_keys(after, vocabulary):
            # "the numbers of hives", of what is called "hive number"
            found += [tokens[place + 2], token]
            place += 2
        elif before in BE and token.folded in _BEING and _is_told_where(after, token, vocabulary):
            # "breeds that are found in calm hives"
            pass
        else:
            found.append(token)
        place += 1
    return with_amounts(of_the_whole(_in_both(found), vocabulary), vocabulary)


def _is_told_where(after: Sequence[str], token: Token, vocabulary: Vocabulary) -> bool:
    return bool(_AT.intersection(after[:1])) and not vocabulary.readings((token.folded,))


def _rated(after: Sequence[str], tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> bool:
    """Whether an adjective before measures a rate that is called after the unit behind ``per``."""
    adverb = _RATES.get(after[0] if after else "", "")
    if not adverb or not _ends(tokens, place + 2):
        return False
    found = [adjective(t.folded, vocabulary.languages) for t in tokens[:place] if t.kind == "word"]
    rates = {r.iri for r in vocabulary.readings((adverb,)) if r.kind == "property" and not r.object}
    return any(r.iri in rates for a in found if a is not None for _, r in vocabulary.measured(a))


def _are_keys(after: Sequence[str], vocabulary: Vocabulary) -> bool:
    if after[:1] != ["of"] or len(after) < 2 or not after[1].endswith("s"):
        return False
    called = vocabulary.readings((after[1], "number"))[:1]
    return any(r.kind == "property" and not r.object and r.score > _CALLED for r in called)


def _in_both(tokens: list[Token]) -> list[Token]:
    """``in calm hives as well as in red hives``: in both."""
    words = [t.folded for t in tokens]
    for place in range(2, len(words) - 4):
        if words[place : place + 3] != ["as", "well", "as"] or words[place + 3] not in _AT:
            continue
        same = next((n for n in range(place - 1, 0, -1) if words[n] == words[place + 3]), None)
        if same is not None and "both" not in words[:place]:
            both, joint = in_place_of(tokens[same], "both"), in_place_of(tokens[place], "and")
            return [*tokens[: same + 1], both, *tokens[same + 1 : place], joint, *tokens[place + 4 :]]
    return tokens


def _is_extreme(word: str, vocabulary: Vocabulary) -> bool:
    found = adjective(word, vocabulary.languages)
    return found is not None and found.degree == "superlative"


def _ends(tokens: Sequence[Token], place: int) -> bool:
    return place >= len(tokens) or tokens[place].kind == "mark"

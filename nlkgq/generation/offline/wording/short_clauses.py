"""Clauses that say less than their words: ``more berths than the average``, ``and the ports where they lie``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.function_words import BE, HAVE
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.quantities import measured_in
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.verb_forms import verb_forms
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.both_ends import with_both_ends

_MORE = {"more": "above", "fewer": "below", "less": "below"}
_NOUN = 3
"""Most words of what there is more of."""
_KNOWN = 0.5
_LISTING = frozenset(("and", ",", "or", "but"))


_HAVING = HAVE | frozenset(("having", "with", "own", "owns", "owning", "keep", "keeps", "keeping", "use", "uses"))
_PLACED = frozenset(("in", "at", "on", "by", "for"))
_WHO = frozenset(("who", "that", "which"))
_SMALL = frozenset(("a", "an", "the", "some"))
_JOINTS = (("as", "well", "as"), ("and", "also"), ("and",))
_FARTHEST = 5


def with_short_clauses(
    tokens: Sequence[Token], vocabulary: Vocabulary, is_stored: Callable[[str], bool]
) -> tuple[Token, ...]:
    """The tokens with such clauses put shortly.

    Args:
        tokens: The question.
        vocabulary: What numbers and kinds there are.
        is_stored: Whether the graph holds a value of that text.
    """
    found = with_both_ends(_one_again(tuple(tokens), vocabulary), vocabulary)
    found = _where_they(_larger_in(_above_average(found, vocabulary), vocabulary), vocabulary)
    for place in range(2, len(found) - 1):
        if found[place].folded in ("as", "and") and (both := _both(found, place, is_stored)):
            return both
    return found


def _both(tokens: tuple[Token, ...], place: int, is_stored: Callable[[str], bool]) -> tuple[Token, ...]:
    """``who have red ships as well as blue ships``, ``with red as well as blue ships``: both red and blue; else ()."""
    words = [t.folded for t in tokens]
    joint = next((j for j in _JOINTS if tuple(words[place : place + len(j)]) == j), ())
    owner = next((n for n in range(place - 2, max(place - _FARTHEST, 0), -1) if words[n] in _HAVING | _PLACED), 0)
    clause = words[owner] in _HAVING or not _WHO.isdisjoint(words[:owner])
    if not joint or not owner or not clause or "both" in words[owner:place]:
        return ()
    first = [t for t in tokens[owner + 1 : place] if t.folded not in _SMALL]
    start = place + len(joint)
    start += tokens[start : start + 1] != () and words[start] in _SMALL
    ends = [n for n in range(start + 1, min(start + 4, len(tokens))) if first and words[n] == first[-1].folded]
    if ends:
        # "red ships and blue ships"
        first = first[:-1]
    elif joint != _JOINTS[0]:
        return ()
    for end in ends or range(start + 2, start, -1):
        one, other = (" ".join(t.text for t in part) for part in (first, tokens[start:end]))
        if one and other and is_stored(one) and is_stored(other):
            told = (in_place_of(tokens[owner], "both"), *first, in_place_of(tokens[place], "and"))
            return (*tokens[: owner + 1], *told, *tokens[start:])
    return ()


def _above_average(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``with more berths than the average``: with berths above the average, where that is a number of theirs."""
    words = [t.folded for t in tokens]
    for place, word in enumerate(words):
        than = next((n for n in range(place + 2, place + 2 + _NOUN) if words[n : n + 1] == ["than"]), 0)
        mean = than + 1 + (words[than + 1 : than + 2] == ["the"])
        if word not in _MORE or not than or words[mean : mean + 1] != ["average"]:
            continue
        if any(t.kind == "word" and t.folded not in _LISTING for t in tokens[mean + 1 : mean + 2]):
            # "than the average ship"
            continue
        if _is_number(words[place + 1 : than], vocabulary):
            told = [in_place_of(tokens[than], w) for w in (_MORE[word], "the")]
            return (*tokens[:place], *tokens[place + 1 : than], *told, *tokens[mean:])
    return tokens


def _one_again(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``sailed a race but never won one``: but never won a race."""
    for place in range(4, len(tokens)):
        after = tokens[place + 1 : place + 2]
        last = all(t.kind == "mark" or t.folded in _LISTING for t in after)
        verb = tokens[place - 1]
        acts = verb.folded in verb_forms() or verb.folded.endswith("ed")
        # "never the leader of one"
        role = vocabulary.readings((tokens[place - 2].folded,))[:1] if verb.folded == "of" else ()
        acts = acts or any(r.kind == "property" and r.noun and r.object for r in role)
        if tokens[place].folded != "one" or not last or verb.kind != "word" or not acts:
            continue
        for start in range(place - 3, -1, -1):
            noun = tokens[start + 1]
            kind = vocabulary.readings((noun.folded,))[:1] if tokens[start].folded in ("a", "an") else ()
            if any(r.kind == "class" for r in kind):
                again = [in_place_of(tokens[place], w) for w in ("a", noun.folded)]
                return (*tokens[:place], *again, *tokens[place + 1 :])
    return tokens


def _larger_in(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``ships that are larger in draught than X``: that have a larger draught."""
    words = [t.folded for t in tokens]
    for place in range(1, len(tokens) - 4):
        found = adjective(words[place], vocabulary.languages)
        than = next((n for n in range(place + 3, place + 3 + _NOUN) if words[n : n + 1] == ["than"]), 0)
        if found is None or found.degree != "comparative" or words[place + 1] != "in" or not than:
            continue
        noun = words[place + 2 : than]
        if _is_number(noun, vocabulary):
            verb = place - (words[place - 1] in BE)
            has = ("have", "a") if verb < place else ("with", "a")
            told = [in_place_of(tokens[verb], w) for w in (*has, words[place])]
            return (*tokens[:verb], *told, *tokens[place + 2 :])
    return tokens


def _is_number(words: Sequence[str], vocabulary: Vocabulary) -> bool:
    read = (vocabulary.readings(tuple(words)) or measured_in(words, vocabulary))[:1]
    return any(r.kind == "property" and vocabulary.schema.is_numeric(r.iri) and r.score > _KNOWN for r in read)


def _where_they(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``ships and the names of the ports where they lie``: of their ports."""
    for place in range(2, len(tokens) - 2):
        if tokens[place].folded != "where" or tokens[place + 1].folded != "they":
            continue
        end = place + 3 + (tokens[place + 2].folded in BE and place + 3 < len(tokens))
        verb = tokens[end - 1]
        over = all(t.kind == "mark" or t.folded in _LISTING for t in tokens[end : end + 1])
        kind = vocabulary.readings((tokens[place - 1].folded,))[:1]
        said = verb.kind == "word" and (verb.folded in verb_forms() or verb.folded in BE)
        if over and said and any(r.kind == "class" for r in kind):
            return (*tokens[:place], *tokens[end:])
    return tokens

"""What people say of things in more words than they need: ``a boat in Hythe but none in Dover``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.amounts_in_all import with_amounts
from nlkgq.generation.offline.wording.kept_only import with_restrictions
from nlkgq.generation.offline.wording.verbal_measures import with_measures
from nlkgq.generation.offline.wording.whole_holdings import of_the_whole

_AT = frozenset(("in", "from", "of", "with", "at", "on", "for", "by", "to"))
_CALLED = 0.9
_BEING = frozenset(("found", "seen", "present", "represented", "encountered", "spotted", "observed"))
_LYING_THERE = frozenset(("standing", "living", "working", "staying", "based", "located", "kept", "held", "stored"))


def put_of_rows(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens in plainer words: ``a boat in Hythe but none in Dover`` is one in Hythe but not in Dover.

    Args:
        tokens: The question.
        vocabulary: What things and properties are called.
    """
    found: list[Token] = []
    tokens, place = with_restrictions(tokens, vocabulary), 0
    while place < len(tokens):
        token, after = tokens[place], [t.folded for t in tokens[place + 1 : place + 3]]
        before = tokens[place - 1].folded if place else ""
        length, said = _said_shorter(tokens, place, vocabulary)
        if length:
            found += [in_place_of(token, w, mark=w == ";") for w in said]
            if said[:1] == (";",) and len(found) > len(said) and found[-len(said) - 1].text == ",":
                del found[-len(said) - 1]
            place += length - 1
        elif token.folded == "none" and before in ("but", "and") and _AT.intersection(after[:1]):
            found.append(in_place_of(token, "not"))
        elif token.folded == "single" and _is_extreme(before, vocabulary):
            # "the largest single harvest"
            pass
        elif token.folded in _LYING_THERE and after[:1] == ["there"] and place and _ends(tokens, place + 2):
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
    return with_amounts(with_measures(of_the_whole(_in_both(found), vocabulary), vocabulary), vocabulary)


_WITHOUT = (
    *(("including", "the", "ones", "who", *own) for own in (("own", "none"), ("have", "none"), ("have", "no", "one"))),
    *(("including", "those", "who", *own) for own in (("own", "none"), ("have", "none"), ("do", "not", "have", "any"))),
    *(("including", "those", "that", "have", "none"), ("including", "those", "with", "none")),
    *(
        ("including", "those", "without", "any"),
        ("including", "those", "with", "zero"),
        ("even", "if", "there", "is", "none"),
    ),
    *(
        ("including", "those", "without", "one"),
        ("even", "if", "they", "have", "none"),
        ("even", "if", "it", "has", "none"),
    ),
)
_SHORTER: dict[tuple[str, ...], tuple[str, ...]] = {
    **dict.fromkeys(_WITHOUT, (";", "keep", "those", "without", "one")),
}
_OFTEN = ("by", "how", "often")
_ONE = ("at", "least", "one")
_MEANS = frozenset(("average", "mean", "total", "sum", "maximum", "minimum", "highest", "lowest"))
_DEGREES = {"most": "highest", "least": "lowest", "fewest": "lowest"}


def _said_shorter(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> tuple[int, tuple[str, ...]]:
    """How many tokens are a turn of phrase, and the words that say the same."""
    words = [t.folded for t in tokens[place : place + 9]]
    for phrase, said in _SHORTER.items():
        if tuple(words[: len(phrase)]) == phrase:
            return len(phrase), said
    if tuple(words[:3]) == _OFTEN:
        # "ordered by how often they were made"
        end = next((n for n in range(place, len(tokens)) if tokens[n].kind == "mark" or n > place + 7), len(tokens))
        return end - place, ("by", "frequency")
    if tuple(words[:3]) == _ONE and _MEANS.intersection(t.folded for t in tokens[:place]):
        # "the average size of yards with at least one boat"
        return 3, ("a",)
    if words[:1] == ["include"] and place and tokens[place - 1].kind == "mark" and words[1:2] in (["their"], ["its"]):
        return 1, ("show",)
    degree = _DEGREES.get(words[0], "")
    if degree and words[2:4] == ["on", "average"]:
        amounts = [r for r in vocabulary.readings((words[1],)) if r.kind == "property" and not r.object]
        if any(vocabulary.schema.is_numeric(r.iri) for r in amounts[:1]):
            # "gives the most honey on average"
            return 4, (degree, "average", words[1])
    return 0, ()


def _is_told_where(after: Sequence[str], token: Token, vocabulary: Vocabulary) -> bool:
    return bool(_AT.intersection(after[:1])) and not vocabulary.readings((token.folded,))


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

"""Words that stand for others: ``everyone who``, ``coauthors``, ``from 3 to 8`` for between them, ``that has one``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from nlkgq.generation.offline.function_words import DO, NOBODY
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.word_forms import taken_apart

_EVERYONE = frozenset(("everyone", "everybody", "anyone", "anybody", "those", "people", "persons", "all"))
_EVERYTHING = frozenset(("everything", "anything"))
_ORDERS = frozenset(("list", "show", "give", "find", "name", "tell", "display", "get", "return", "me", "us", "please"))
_CLAUSES = frozenset(("who", "that", "which", "but", "and"))
_BARE = frozenset(("but", "is", "are", "was", "were", "has", "have", "had", "by", "of", "to", "for", "with", "from"))
_TOGETHER = "co"
_PARTNERS = {"collaborator": "author", "collaborators": "authors", "collaborated": "authored", "collaborate": "author"}
_TIMES = frozenset(("year", "month", "week", "day", "hour", "decade"))
_SMALL = frozenset(("in", "of", "for", "during", "within", "over", "at", "on", "than", "such", "is"))
_PLACED = frozenset(("lie", "lies", "lay", "lying", "stand", "stands", "sit", "sits", "situated", "liegen", "liegt"))
_ANYWHERE = frozenset(("anywhere", "somewhere", "entirely"))
_WITHIN = frozenset(("within", "inside", "beneath", "beside", "near", "under", "above", "below", "innerhalb"))
_FROM = frozenset(("from", "von"))
_TO = frozenset(("to", "until", "till", "through", "bis"))
_THAT = frozenset(("that", "which", "who"))
_HAS = frozenset(("has", "have", "had"))
_SHORTEST = 6
_SURE = 0.8


def spelled_out(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with such words replaced by the ones that the rest of the translator reads."""
    found: list[Token] = []
    tokens = taken_apart(_undone(_ranges(tokens), vocabulary), vocabulary)
    for place, token in enumerate(tokens):
        following = tokens[place + 1].folded if place + 1 < len(tokens) else ""
        ordered = bool(found) and all(t.folded in _ORDERS for t in found)
        if token.kind != "word":
            found.append(token)
        elif _is_either(tokens, place) or (place and _is_either(tokens, place - 1)):
            # "his or her"
            continue
        elif any(_has_one(tokens, n) for n in range(max(place - 2, 0), place + 1)):
            # What is given of something it has.
            continue
        elif ordered and token.folded in _EVERYONE and following in ("who", "that"):
            # The pronoun after it asks.
            continue
        elif ordered and token.folded in _EVERYTHING and following not in ("of", "the", "about", "on"):
            found.append(_written(token, "what"))
        elif following in NOBODY and place and tokens[place - 1].folded in _CLAUSES and token.folded not in _BARE:
            # "but like nobody"
            found += [_written(token, "do"), _written(token, "not"), token]
        elif token.folded in NOBODY and place > 1 and [t.folded for t in found[-3:-1]] == ["do", "not"]:
            found.append(_written(token, "anybody"))
        elif token.folded == "that" and found and found[-1].folded == "what":
            continue
        elif place and token.folded == "that" and tokens[place - 1].folded in _EVERYONE and ordered:
            found.append(_written(token, "who"))
        elif place and token.folded in _PLACED and _names_a_place(tokens[place + 1 : place + 3], vocabulary):
            # "lie within": the preposition says it
            continue
        elif place and token.folded in ("a", "an") and following in _TIMES and _counts(tokens[:place]):
            # "how many papers a year"
            found.append(_written(token, "per"))
        else:
            found += _parted(token, vocabulary)
    return tuple(found)


def _ranges(tokens: Sequence[Token]) -> list[Token]:
    """``from 3 to 8`` as ``between 3 and 8``."""
    found = list(tokens)
    for place, four in enumerate(zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)):
        first, lowest, second, highest = four
        if first.folded in _FROM and second.folded in _TO and lowest.kind == highest.kind == "number":
            found[place], found[place + 2] = _written(first, "between"), _written(second, "and")
    return found


def _undone(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """``that nobody visited``, ``did no one visit`` as "that were not visited", "were not visit".

    Where a table joins things of one kind (``follows``), nobody is one of them, and stays.
    """
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        token, place = tokens[place], place + 1
        following = [t.folded for t in tokens[place : place + 2]]
        if token.folded == "no" and following[:1] == ["one"] and following[1:] != ["of"]:
            token, place = replace(_written(token, "nobody"), end=tokens[place].end), place + 1
        before = found[-1].folded if found else ""
        # "that nobody has visited"
        helped = before in _THAT and any(t.folded in _HAS for t in tokens[place : place + 1])
        verb = tokens[place + helped].folded if place + helped < len(tokens) else ""
        told = vocabulary.readings((verb,)) if token.folded in NOBODY and before in _THAT | DO | _HAS and verb else ()
        if told and not any(r.iri in vocabulary.schema.relations for r in told):
            found = found if before in _THAT else found[:-1]
            found += [_written(token, "were"), _written(token, "not")]
            place += helped
        else:
            found.append(token)
    return found


def _has_one(tokens: Sequence[Token], place: int) -> bool:
    """Whether ``that has one`` starts at a token, in "for every ship that has one, give the flag"."""
    words = [t.folded for t in tokens[place : place + 4]]
    first = tokens[0].folded in ("for", "of", "from")
    return first and len(words) > 3 and words[0] in _THAT and words[1] in _HAS and words[2:] == ["one", ","]


def _names_a_place(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether ``within`` or ``anywhere within`` follows, where that is what a relation is called."""
    word = next((t.folded for t in tokens if t.folded not in _ANYWHERE), "")
    return word in _WITHIN and any(
        r.kind == "property" and r.object and vocabulary.is_called(r.iri, (word,)) for r in vocabulary.readings((word,))
    )


def _counts(tokens: Sequence[Token]) -> bool:
    """Whether words right before a time ask how many there are of something."""
    words = [t.folded for t in tokens]
    return any(pair in (("how", "many"), ("number", "of")) for pair in pairwise(words)) and words[-1] not in _SMALL


def _is_either(tokens: Sequence[Token], place: int) -> bool:
    """Whether a token is the ``or`` of ``his or her``, ``he or she``."""
    words = tuple(t.folded for t in tokens[max(place - 1, 0) : place + 2])
    return words in (("his", "or", "her"), ("her", "or", "his"), ("he", "or", "she"), ("she", "or", "he"))


def _written(token: Token, word: str) -> Token:
    return replace(token, text=word, folded=word)


def _parted(token: Token, vocabulary: Vocabulary) -> list[Token]:
    """``coauthors`` as "co authors" where only the second half is a word of the vocabulary."""
    word = token.folded
    if len(word) < _SHORTEST or vocabulary.readings((word,)) or not token.text.islower():
        return [token]
    rest, cut = _PARTNERS.get(word, ""), 1
    if not rest and word.startswith(_TOGETHER):
        rest, cut = word[len(_TOGETHER) :], len(_TOGETHER)
    does = [r for r in vocabulary.readings((rest,)) if r.kind == "property" and r.object] if rest else []
    if not does or does[0].score < _SURE:
        return [token]
    first = replace(token, text=_TOGETHER, folded=_TOGETHER, end=token.start + cut, possessive=False)
    return [first, replace(token, text=rest, folded=rest, start=token.start + cut, glued=True)]

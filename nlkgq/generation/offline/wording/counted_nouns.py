"""How many there are, told by a noun or an order: ``ship count by flag``, ``headcount of sailors``, ``count ships``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.row_orders import starts
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.request_words import ORDER, kind_end, put

_COUNT = frozenset(("count", "counts", "headcount", "tally", "tallies"))
_HEADS = frozenset(("headcount", "tally"))
_WHOLE = frozenset(("overall", "full", "complete", "entire", "grand", "exact"))
_AMOUNT = frozenset(("number", "count", "total", "headcount", "tally"))
_TOTAL = frozenset(("total",))
_OURS = frozenset(("our", "your", "my"))
_ALL = _OURS | {"the", "all", "every", "these", "those"}
_LONGEST = 3
_CALLED_SO = 0.9
_ORDERS = frozenset(("to", "and", "please", "we", "i", "you", "or", "then", "not", "do"))


def with_counted_nouns(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with ``ship count`` as ``number of ships``, where nothing is called a count of them.

    Args:
        tokens: The question.
        vocabulary: Which things and values there are.
    """
    found: list[Token] = []
    tokens = _once(tokens)
    for place, token in enumerate(tokens):
        following = tokens[place + 1].folded if place + 1 < len(tokens) else ""
        begins = place == 0 or tokens[place - 1].kind == "mark"
        if begins and token.folded == "count" and _kinds(tokens, place + 1, vocabulary):
            # "count the ships"
            found += put(token, ORDER, "the", "number", "of")
            continue
        if token.folded in _OURS and kind_end(tokens, place + 1, vocabulary):
            found.append(in_place_of(token, "the"))
            continue
        if (
            token.folded in _WHOLE
            and following in _AMOUNT
            and [t.folded for t in tokens[place + 2 : place + 3]] == ["of"]
        ):
            # "the overall count of ships"
            continue
        if _is_head(tokens, place, vocabulary):
            while found and found[-1].folded in ("a", "an"):
                found.pop()
            found.append(in_place_of(token, "number"))
            continue
        start = _counted(found, token, vocabulary) if token.folded in _COUNT | _TOTAL else len(found)
        if start == len(found) or (token.folded in _TOTAL and following == "of"):
            found.append(token)
            continue
        noun = found[start:]
        number = [in_place_of(noun[0], "number"), in_place_of(noun[0], "of")]
        if start and found[start - 1].folded in ("a", "an"):
            start -= 1
        found[start:] = [*number, *noun[:-1], _several(noun[-1])]
    return tuple(found)


def _once(tokens: Sequence[Token]) -> Sequence[Token]:
    """``how many flags do the ships fly, counting each one once``: how many different ones."""
    words = [t.folded for t in tokens]
    opened = starts(tokens, 0, _IN_ALL)
    if opened and words[opened : opened + 1] == [","] and words[opened + 1 : opened + 3] == ["how", "many"]:
        # "In total, how many ships are there?"
        return _once(tokens[opened + 1 :])
    end = len(tokens)
    while end and tokens[end - 1].kind == "mark":
        end -= 1
    many = next((n + 2 for n in range(len(words) - 1) if words[n : n + 2] in (["how", "many"], ["number", "of"])), 0)
    for phrase in _EACH_ONCE:
        start = end - len(phrase)
        if many and many < start and tuple(words[start:end]) == phrase:
            start -= tokens[start - 1].text == ","
            return (*tokens[:many], in_place_of(tokens[many], "different"), *tokens[many:start], *tokens[end:])
    return tokens


_IN_ALL = (("in", "total"), ("overall",), ("altogether",), ("all", "in", "all"), ("in", "all"), ("all", "told"))
_EACH_ONCE = (
    *(("counting", "each", "one", "once"), ("counting", "each", "once"), ("counting", "each", "only", "once")),
    *(("counting", "each", "one", "only", "once"), ("each", "counted", "once"), ("each", "counted", "only", "once")),
    *(("counting", "none", "twice"), ("without", "counting", "any", "twice"), ("counting", "no", "one", "twice")),
)


def _is_head(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> bool:
    """Whether ``headcount of`` stands at a place, or ``total of`` before a kind of things."""
    word, following = tokens[place].folded, tokens[place + 1].folded if place + 1 < len(tokens) else ""
    if following not in ("of", "for", "on"):
        return False
    if word in _HEADS:
        return following == "of" and not vocabulary.readings((word,))
    before = tokens[place - 1].folded if place else ""
    extreme = adjective(before, vocabulary.languages)
    return word in _TOTAL and following == "of" and extreme is None and _kinds(tokens, place + 2, vocabulary)


def _kinds(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> bool:
    """Whether ``all our ships`` stands at a place."""
    while place < len(tokens) and tokens[place].folded in _ALL:
        place += 1
    return kind_end(tokens, place, vocabulary) > 0


def _counted(before: Sequence[Token], token: Token, vocabulary: Vocabulary) -> int:
    """Where the noun right before ``count`` begins; the end where none does, or where a value is called so."""
    end = len(before)
    for start in range(max(end - _LONGEST, 0), end):
        noun = before[start:end]
        small = vocabulary.lexicon.function_words
        if any(t.kind != "word" or t.possessive or t.folded in _ORDERS for t in noun) or noun[-1].folded in small:
            continue
        if noun[-1].folded.endswith("s") and not noun[-1].folded.endswith("ss"):
            # "these ships count, too"
            continue
        words = tuple(t.folded for t in noun)
        named = vocabulary.readings((*words, token.folded))
        if any(r.kind == "property" and r.how != "comment" and r.score > _CALLED_SO for r in named):
            return end
        told = vocabulary.readings(words)[:1]
        counted = told and (told[0].kind == "class" or (told[0].noun and token.folded not in _TOTAL))
        if counted and told[0].score > _CALLED_SO:
            return start
    return end


def _several(token: Token) -> Token:
    """A noun in the plural, as ``number of`` has it."""
    word = token.text
    ending = "ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else "es" if word.endswith(_HISSING) else "s"
    stem = word[:-1] if ending == "ies" else word
    return replace(token, text=f"{stem}{ending}", folded=f"{token.folded[: len(stem)]}{ending}")


_HISSING = ("s", "x", "ch", "sh")

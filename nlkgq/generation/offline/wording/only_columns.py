"""What alone is to be shown, said last: ``ships of Norway, just the names``, ``the crew, names only``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.request_words import sentence_start

_ONLY = frozenset(("only", "just", "alone", "simply"))
_SMALL = frozenset(("the", "their", "its", "please", "thanks", "his", "her"))
_JOINED = frozenset(("and", "&"))
_OPENINGS = frozenset(",;:–—(")
_ENDS = frozenset("?.!)")
_SHORTEST = 3
_NAMED = 0.6


def with_only_columns(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with what alone is to be shown as a sentence that orders it."""
    end = len(tokens)
    while end and tokens[end - 1].text in _ENDS:
        end -= 1
    start = next((n for n in range(end - 1, 0, -1) if tokens[n].kind == "mark"), 0)
    if start < _SHORTEST - 1 or tokens[start].text not in _OPENINGS or any(t.text in "?." for t in tokens[:start]):
        return tuple(tokens)
    said = tokens[start + 1 : end]
    nouns = [t for t in said if t.folded not in _ONLY | _SMALL]
    columns: list[list[Token]] = [[]]
    for token in nouns:
        if token.folded in _JOINED:
            columns.append([])
        else:
            columns[-1].append(token)
    only = bool(_ONLY.intersection((said[0].folded, said[-1].folded))) if said else False
    only = only or (said[-1:] != () and said[-1].folded in _SMALL and len(said) > 1 and said[-2].folded in _ONLY)
    if not only or not all(_is_value(column, vocabulary) for column in columns):
        return tuple(tokens)
    stop = in_place_of(tokens[start], ".", mark=True)
    return (*tokens[:start], stop, sentence_start(tokens[start], "return"), *nouns, stop)


def _is_value(words: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether words name a value that things have."""
    named = vocabulary.readings(tuple(t.folded for t in words)) if words else ()
    return any(r.kind == "property" and r.noun and not r.object and r.score > _NAMED for r in named[:1])

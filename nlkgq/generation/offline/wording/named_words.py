"""Whether a word is what things are called."""

from __future__ import annotations

from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary

_SURE = 0.9


def is_kind(token: Token | None, vocabulary: Vocabulary, *, least: float = _SURE) -> bool:
    """Whether a kind of things is called so.

    Args:
        token: A word; other tokens, and None, are no kind.
        vocabulary: What things are called.
        least: How well the word must fit, in [0, 1].
    """
    found = vocabulary.readings((token.folded,))[:1] if token is not None and token.kind == "word" else ()
    return any(r.kind == "class" and r.score > least for r in found)


def is_thing(token: Token, vocabulary: Vocabulary, *, least: float = 0.0) -> bool:
    """Whether a word stands for things: a kind of them, or those that a property leads to (``composers``).

    Args:
        token: A word; other tokens stand for none.
        vocabulary: What things and properties are called.
        least: How well the word must fit, in [0, 1].
    """
    found = vocabulary.readings((token.folded,))[:1] if token.kind == "word" else ()
    return any(r.score > least and (r.kind == "class" or (r.kind == "property" and r.object and r.noun)) for r in found)

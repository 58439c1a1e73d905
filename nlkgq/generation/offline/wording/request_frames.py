"""The frame around a question, carried out or dropped: wishes, what is spoken of first, talk about columns, counts."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.breakdowns import broken_down
from nlkgq.generation.offline.wording.column_talk import with_plain_columns
from nlkgq.generation.offline.wording.counted_nouns import with_counted_nouns
from nlkgq.generation.offline.wording.polite_words import plain
from nlkgq.generation.offline.wording.topic_frames import with_topic


def unframed(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The question in the words of the rest of the translator.

    Args:
        tokens: The question, in English.
        vocabulary: What there are kinds of, and which words name values.
    """
    tokens = plain(tokens)
    if not tokens:
        return tuple(tokens)
    tokens = with_counted_nouns(tokens, vocabulary)
    tokens = broken_down(tokens, vocabulary)
    tokens = with_plain_columns(tokens, vocabulary)
    return with_topic(tokens, vocabulary)

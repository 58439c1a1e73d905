"""``jobs that are still open``, where the comment of their end date says that it is missing while a job is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.absences import STILL
from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.name_forms import NAMED
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.named_words import is_thing

_DENIED = frozenset(("not", "no", "never", "n't"))
_SURE = 0.6


def without_values(
    tokens: Sequence[Token], vocabulary: Vocabulary, is_stored: Callable[[str], bool]
) -> tuple[Token, ...]:
    """The tokens with ``are still open`` as "without end date", where just this says what is open.

    Args:
        tokens: The question.
        vocabulary: The ontology with its comments, and what else the words may mean.
        is_stored: Whether the graph holds a value of that text: then it may be meant.
    """
    states = vocabulary.absences
    if not states:
        return tuple(tokens)
    for place, token in enumerate(tokens):
        name = states.get(token.folded, ()) if token.kind == "word" else ()
        if not name or _is_called(token.folded, vocabulary) or is_stored(token.folded):
            continue
        start = place
        while start and tokens[start - 1].folded in STILL:
            start -= 1
        before = tokens[start - 1].folded if start else ""
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        said = [in_place_of(token, w) for w in ("without", *name)]
        ends = after is None or after.kind == "mark"
        if tokens[0].folded in BE and ends and start > 1 and before not in BE | _DENIED:
            # "is X still alive?"
            return (*tokens[:start], *said, *tokens[place + 1 :])
        if before in BE and start > 1 and (after is None or after.kind == "mark" or after.folded in ("and", "or")):
            # "jobs are open", "jobs that are open"
            return (*tokens[: start - 1], *said, *tokens[place + 1 :])
        if after is not None and is_thing(after, vocabulary, least=_SURE) and before not in _DENIED:
            return (*tokens[:start], after, *said, *tokens[place + 2 :])
    return tuple(tokens)


def _is_called(word: str, vocabulary: Vocabulary) -> bool:
    return any(r.how in NAMED and r.noun for r in vocabulary.readings((word,))[:1])

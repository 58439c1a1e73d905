"""What is no question to a graph: one for a reason, a way or the meaning of a word, or about somebody not told of."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.operators import adjective, find_operators
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier

_REASONS = frozenset(("why", "warum", "wieso", "weshalb"))
_DOING = frozenset(("do", "does", "did", "can", "could", "should", "would", "to", "must"))
_BEING = frozenset(("is", "are", "ist", "sind", "means", "bedeutet"))
_ONE = frozenset(("a", "an", "ein", "eine"))
_PRONOUNS = frozenset(("he", "she", "it", "they", "him", "them"))


def refuse(tokens: Sequence[Token], vocabulary: Vocabulary) -> None:
    """Lets pass what may be a question to a graph.

    Args:
        tokens: The question.
        vocabulary: Its words; what it says of one tells what the word means.

    Raises:
        NotUnderstoodError: It is none; the message says what it asks for.
    """
    words = [t.folded for t in tokens if t.kind != "mark"]
    if _is_statement(tokens, words, vocabulary):
        raise NotUnderstoodError("this states something and asks for nothing", hint="Ask who, what, when or how many.")
    if _breaks_off(tokens, words):
        raise NotUnderstoodError("the question breaks off", hint="Ask who, what, when or how many.")
    if words[:1] and (words[0] in _REASONS or (words[0] == "how" and words[1:2] and words[1] in _DOING)):
        raise NotUnderstoodError(
            "this asks for a reason or a way, and the graph only holds facts", hint="Ask who, what, when or how many."
        )
    if words[:1] == ["which"] and words[1:2] and words[1] in _WHOSE:
        raise NotUnderstoodError("this names nothing that is asked for", hint="Ask which of what.")
    if len(words) > 3 and words[0] in ("what", "was") and words[1] in _BEING and words[2] in _ONE:
        named = [
            r for r in vocabulary.readings(tuple(words[3:])) if r.score > _SURE and r.kind in ("class", "property")
        ]
        term = vocabulary.schema.ontology.term(named[0].iri) if named else None
        if term is not None:
            told = " ".join(c.value for c in term.comments[:1])
            raise NotUnderstoodError(
                f"this asks what “{' '.join(words[3:])}” means, not what the graph holds",
                hint=told or "`nlkgq ontology show` tells the terms.",
            )


def _is_statement(tokens: Sequence[Token], words: Sequence[str], vocabulary: Vocabulary) -> bool:
    """``Ebb Tide is a ship.``: a verb after its subject, and no word or mark that asks, orders or begins a clause."""
    # "the oldest ship, and the year it was built"
    told = any(w in _STATING and before not in _PRONOUNS for before, w in pairwise(words[:-1]))
    # "lessons no pupil is enrolled in"
    told = told and words[0] not in _STATING and words[-1] not in _LEFT_OVER
    if not told or not _ASKING.isdisjoint(words) or any(t.text == "?" for t in tokens):
        return False
    operators = find_operators(tokens, vocabulary.languages)
    return not any(o.name in ("show", "count", "exists") and not o.start for o in operators)


_SURE = 0.9
_WHOSE = frozenset(("their", "its", "his", "her", "own"))
_STATING = frozenset(("is", "are", "was", "were", "ist", "sind", "war", "waren"))
_LEFT_OVER = frozenset(("in", "of", "by", "on", "at", "with", "for", "from", "to"))
_ASKING = frozenset(
    (
        *("who", "whom", "whose", "which", "what", "where", "when", "how", "why", "that", "whether", "if"),
        *("wer", "wen", "wem", "wessen", "wo", "wann", "wie", "ob", "deren", "dessen", "die", "der", "das"),
    )
)


def _breaks_off(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """``Sort by``, ``Take the ships:``, ``ships and``: whether a sentence ends before it has asked for anything."""
    ended = next((t for t in reversed(tokens) if t.kind != "mark"), None)
    # "titles with the word 'The'"
    last = ended.folded if ended is not None and ended.kind == "word" else ""
    taken = ended is not None and words[0] in _TAKING and not any(t.text == "-" for t in tokens[1:2])
    return last in _GOING_ON or (last == "by" and words[0] in _SORTING) or taken


_GOING_ON = frozenset(("and", "or", "than", "the", "an", "every", "per", "whose", "und", "oder", "als"))
_SORTING = frozenset(("sort", "order", "rank", "arrange", "group", "sorted", "ordered", "grouped", "split"))
_TAKING = frozenset(("take", "consider", "pick"))


def is_symbol(token: Token) -> bool:
    """Whether a mark stands for something, as an emoji does."""
    return token.kind == "mark" and any(unicodedata.category(c) in ("So", "Sc") for c in token.text)


def unclear(plan: Plan, tokens: Sequence[Token], languages: Sequence[str]) -> str:
    """What a question leaves open that only its speaker knows, as a word for a message; "" when nothing.

    A pronoun needs somebody named before it, what is longest or sorted needs to be something, and what is long is
    longer than something.
    """
    things = ("class", "value", "entity")
    told = [
        m
        for m in plan.mentions
        if not m.asked
        and any(r.kind in things or (r.kind == "property" and (r.object or _names(m, r))) for r in m.readings)
    ]
    for n, token in enumerate(tokens):
        if token.kind != "word" or token.folded not in _PRONOUNS:
            continue
        last = all(t.kind == "mark" for t in tokens[n + 1 :])
        if not any(m.start < n for m in told) or (last and tokens[n - 1].folded in ("is", "was")):
            return token.text
        if n > 1 and tokens[n - 1].folded in ("when", "while") and tokens[0].folded in _ASKS:
            # "who was the oldest when they died": what is asked for is so at a time
            return f"{tokens[n - 1].text} {token.text}"
    if _asks_from_and_to([t.folded for t in tokens if t.kind == "word"]):
        return "from when to when"
    vague = next((m for m in plan.mentions if _is_vague(m, tokens, languages)), None)
    if vague is not None:
        return vague.text
    bare = [m for m in plan.mentions if m.measured or m.order]
    return bare[0].text if bare and len(bare) == len(plan.mentions) and not any(m.value for m in bare) else ""


def _names(mention: Mention, reading: Reading) -> bool:
    """``the hive names``: whose names they are is named."""
    words = mention.text.lower().split()
    return len(words) > 1 and words[-1] in ("name", "names") and reading.noun


def _is_vague(mention: Mention, tokens: Sequence[Token], languages: Sequence[str]) -> bool:
    """``long films``, ``is it old``: an adjective that measures, with nothing to measure by."""
    told = mention.readings[0] if mention.readings else None
    if told is None or told.kind != "property" or told.how in _NAMED or mention.asked or mention.shared:
        return False
    compared = mention.comparison or mention.superlative or mention.versus or mention.value is not None
    before = tokens[max(0, mention.start - 2) : mention.start]
    # "5 metres long", "how long"
    if compared or any(t.kind == "number" or t.folded in _MEASURED for t in before):
        return False
    if mention.text.lower() in split_identifier(local_name(told.iri)).lower().split():
        # "the gross of each film", which is called so
        return False
    measure = adjective(mention.text.lower(), languages)
    return measure is not None and measure.degree == "positive"


def _asks_from_and_to(words: Sequence[str]) -> bool:
    """``from when to when``, ``from which year until which year``: two dates, and nothing says which of them."""
    starts = [n for n, w in enumerate(words[:-1]) if w in _FROM and words[n + 1] in _WHEN]
    return any(w in _TO and words[n + 1] in _WHEN for n, w in enumerate(words[:-1]) if starts and n > starts[0])


_ASKS = frozenset(("who", "which", "what", "how"))
_FROM = frozenset(("from", "since", "von", "seit"))
_TO = frozenset(("to", "until", "till", "bis"))
_NAMED = ("label", "alternative", "identifier")
_MEASURED = frozenset(("how", "as", "equally", "so", "same", "wie", "gleich", "ebenso", "too"))
_WHEN = frozenset(("when", "which", "what", "wann"))

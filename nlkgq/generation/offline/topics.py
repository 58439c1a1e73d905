"""``papers about overlay multicast``: words after a preposition of topic are looked for within titles."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.function_words import PARTICIPLES, VERBS
from nlkgq.generation.offline.phrases import looks_like_verb
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import RDFS, local_name
from nlkgq.masking.placeholders import is_placeholder
from nlkgq.ontology.model import split_identifier
from nlkgq.results.models import RdfTerm

TOPIC = "topic"
LABEL = RDFS + "label"
_PREPOSITIONS = frozenset(("about", "on", "regarding", "concerning", "uber"))
_OF_TOPIC = _PREPOSITIONS - {"on"}
_TITLES = frozenset(("title", "headline", "caption", "subject", "abstract"))
_DAYS = frozenset(
    (
        *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "weekend"),
        *("weekday", "holiday"),
        *("january", "february", "march", "april", "may", "june", "july", "august", "september", "october"),
        *("november", "december", "weekday", "holiday", "time", "average"),
    )
)
_LONGEST = 6
_GAIN = 0.45
_SCORE = 0.6
_HIDDEN = 0.75
"""What a placeholder counts more within a topic of several words: by itself it would be read as a value."""
_STORED = 0.7
"""What a stored value counts more as a topic, right after a word that introduces one."""


def titles(schema: SchemaGraph) -> tuple[str, ...]:
    """The properties that hold titles, by their names, the most used first, then labels, which may hold them."""
    found = []
    for iri in sorted(schema.ontology.properties):
        words = split_identifier(local_name(iri)).lower().split()
        if words[-1:] and words[-1] in _TITLES and schema.is_literal(iri) and schema.is_used(iri):
            found.append(iri)
    used = schema.profile.properties if schema.profile else {}
    best = sorted(found, key=lambda iri: -(used[iri].count if iri in used else 0))[:2]
    return (*best, LABEL) if best and LABEL in used and LABEL not in best else tuple(best)


def _tells_when(token: Token) -> bool:
    """``on Sundays``, ``on May 3``."""
    return token.folded.removesuffix("s") in _DAYS


def _is_kind(token: Token, vocabulary: Vocabulary) -> bool:
    """``work on plays made in 2003``: things of the graph are no topic."""
    told = vocabulary.readings((token.folded,))[:1]
    return any(r.kind == "class" and r.score > _CALLED for r in told)


def topic_arcs(
    start: int, tokens: Sequence[Token], vocabulary: Vocabulary, values: Collection[int] = ()
) -> list[tuple[int, float, Chunk]]:
    """(end, gain, chunk) for the phrase that starts at a token after a preposition of topic; [] for anything else.

    Of "tides published in 2003" the first word alone may be the topic. ``values`` are the starts of stored values:
    one right after ``about`` is a topic all the same.
    """
    before = tokens[start - 1].folded if start else ""
    if before == "the" and start > 1 and tokens[start - 2].folded in _OF_TOPIC:
        # "papers about the web"
        before = tokens[start - 2].folded
    if before not in _PREPOSITIONS or tokens[start].kind != "word":
        return []
    if tokens[start - 1].folded == "on" and (_tells_when(tokens[start]) or _is_kind(tokens[start], vocabulary)):
        return []
    schema, small_words = vocabulary.schema, vocabulary.lexicon.function_words
    held = titles(schema)
    end = start
    while end < min(len(tokens), start + _LONGEST):
        token = tokens[end]
        if token.kind == "word" and token.folded not in small_words:
            end += 1
        elif token.text == "-" and token.glued and end + 1 < len(tokens) and tokens[end + 1].glued:
            end += 2
        else:
            break
    if not held or end == start:
        return []
    verb = next((n for n in range(start + 1, end) if _acts(n, tokens, small_words)), end)
    sure = _STORED if start in values and before in _OF_TOPIC else 0.0
    return [
        (stop, _gain(start, stop, tokens) + sure, _looked_for(start, stop, tokens, held, schema))
        for stop in dict.fromkeys((end, verb))
    ]


def _gain(start: int, end: int, tokens: Sequence[Token]) -> float:
    return _GAIN * (end - start) + _HIDDEN * _hidden(start, end, tokens)


def _hidden(start: int, end: int, tokens: Sequence[Token]) -> int:
    """How many placeholders are part of several words."""
    return sum(is_placeholder(t.text) for t in tokens[start:end]) if end > start + 1 else 0


def topic_values(
    values: Sequence[tuple[int, int, list[Reading]]], tokens: Sequence[Token], vocabulary: Vocabulary
) -> frozenset[int]:
    """The starts of stored values right after ``about``, where no property is called so."""
    said = {start: tokens[start - 1].folded for start, _, _ in values if start}
    named = {word for word in _OF_TOPIC & set(said.values()) if _is_named(word, vocabulary)}
    return frozenset(start for start, word in said.items() if word in _OF_TOPIC and word not in named)


def _is_named(word: str, vocabulary: Vocabulary) -> bool:
    return any(r.kind == "property" and r.score > _NAMED for r in vocabulary.readings((word,)))


def _acts(place: int, tokens: Sequence[Token], small_words: frozenset[str]) -> bool:
    """Whether a word looks like a verb behind which the sentence goes on otherwise: ``published in``, ``appeared?``."""
    token = tokens[place]
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    verb = looks_like_verb(token.text) or token.folded in VERBS | PARTICIPLES
    return verb and token.text.islower() and (after is None or after.kind == "mark" or after.folded in small_words)


def _looked_for(start: int, end: int, tokens: Sequence[Token], held: Sequence[str], schema: SchemaGraph) -> Chunk:
    """The words as a text that titles may hold."""
    written = "".join(("" if t.glued or n == start else " ") + t.text for n, t in enumerate(tokens) if start <= n < end)
    surely = 1.0 if _hidden(start, end, tokens) > 1 else _SCORE  # two values that nothing parts are one phrase
    chunk = Chunk(start=start, end=end, text=written, direction=TOPIC)
    chunk.readings = [
        Reading(
            kind="value",
            iri=iri,
            subject=schema.subjects(iri),
            terms=(RdfTerm("literal", written),),
            score=surely - 0.02 * rank,
            how=written,
        )
        for rank, iri in enumerate(held)
    ]
    return chunk


def about_arcs(start: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> list[tuple[int, float, Chunk]]:
    """(end, gain, chunk) for the preposition of "what is X about" where it names a property, such as a subject."""
    words = [n for n, t in enumerate(tokens) if t.kind == "word"]
    if tokens[start].folded not in _ABOUT or start == 0:
        return []
    said = [tokens[n].folded for n in words]
    stranded = words[-1] == start and said[0] == "what" and said[1:2] != [] and said[1] in _BE
    turned = said[-2:] == [tokens[start].folded, "what"] and words[-2] == start
    if not (stranded or turned):
        return []
    readings = [r for r in vocabulary.readings((tokens[start].folded,)) if r.kind == "property" and r.score > _NAMED]
    chunk = Chunk(start=start, end=start + 1, text=tokens[start].text, readings=readings)
    return [(start + 1, _GAIN, chunk)] if readings else []


_ABOUT = frozenset(("about",))
_BE = frozenset(("is", "was", "are", "were"))
_NAMED = 0.7
_CALLED = 0.9

"""Cuts a question into chunks: the best ways to cover its words with operators, terms, values and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.mentions import AGGREGATES, COMPARISONS
from nlkgq.generation.offline.operators import OperatorSpan, adjective, find_operators
from nlkgq.generation.offline.readings import Chunk, Chunking, Reading
from nlkgq.generation.offline.stored_counts import stored_count_arcs
from nlkgq.generation.offline.tokens import Token, number_of, scale_of
from nlkgq.generation.offline.topics import TOPIC, about_arcs, topic_arcs
from nlkgq.generation.offline.vocabulary import KEY_WORDS, Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier
from nlkgq.results.models import RdfTerm

_LONGEST_PHRASE = 5
_UNREAD = -1.0
_BEAM = 8
# Operators whose absence changes nothing but the score.
_SILENT = frozenset(("filler", "occur", "what", "show", "ask", "every"))
_SOFT = -0.45
# How much a word read as an operator counts beside one read as a term (up to 1.0).
_OPERATOR = 0.62
# Function words that may stand inside the name of a term.
_INNER = frozenset(
    (
        *("of", "the", "in", "to", "by", "for", "at", "on", "a", "an", "as", "is", "has", "from", "with", "per"),
        *("im", "der", "des", "von", "zu"),
    )
)
_LISTING = frozenset((",", "and", "und", "the"))
_LISTED = 0.6
_IDENTIFIERS = frozenset(("id", "ids", "identifier", "identifiers", "number", "code"))
_AND = frozenset(("and", "then", "und", "to"))
_POLITE = frozenset(("please", "bitte", "kindly", "just", "like", "want", "need", "try"))
_QUANTIFIERS = frozenset(("other", "another", "any", "some", "all", "more", "different"))
_DO = frozenset(("do", "does", "did", "don't", "doesn't", "didn't"))
_WEAK = frozenset(
    ("filler", "occur", "unit", "what", "show", "ask", "every", "also", "top", "first", "last", "by", "co")
)

Arc = tuple[int, float, Chunk]


def cut(
    tokens: Sequence[Token],
    vocabulary: Vocabulary,
    values: Sequence[tuple[int, int, list[Reading]]],
    *,
    most: int = 4,
) -> list[Chunking]:
    """The best ways to cut the tokens, best first, at most ``most``."""
    arcs = _arcs(tokens, vocabulary, values)
    function_words = _small_words(tokens, vocabulary)
    meant = _restrictive(tokens, vocabulary)
    best: list[list[tuple[float, tuple[Chunk, ...], tuple[int, ...]]]] = [[] for _ in range(len(tokens) + 1)]
    best[0] = [(0.0, (), ())]
    for start, token in enumerate(tokens):
        small = token.kind == "word" and token.folded in function_words and start not in meant
        skippable = token.kind == "mark" or small
        for score, chunks, unread in best[start]:
            cost = 0.0 if skippable else _SOFT if looks_like_verb(token.text) else _UNREAD
            missed = unread if skippable else (*unread, start)
            best[start + 1].append((score + cost, chunks, missed))
            for end, gain, chunk in arcs[start]:
                best[end].append((score + gain, (*chunks, chunk), unread))
        for end in range(start + 1, min(len(tokens), start + 40) + 1):
            if len(best[end]) > _BEAM:
                best[end] = sorted(best[end], key=lambda s: -s[0])[:_BEAM]
    found: list[Chunking] = []
    shapes: set[tuple[tuple[int, int, str], ...]] = set()
    for score, chunks, unread in sorted(best[-1], key=lambda s: -s[0]):
        if len(found) == most or (found and score < found[0].score - 1.1):
            break
        shape = tuple((c.start, c.end, c.operator) for c in chunks if c.operator not in _SILENT)
        if shape not in shapes:
            shapes.add(shape)
            last = max((c.start for c in chunks if c.readings), default=0)
            soft = sum(1 for n in unread if looks_like_verb(tokens[n].text) and n < last)
            words = [tokens[n].text for n in unread]
            found.append(Chunking(chunks=list(chunks), unread=words, score=score, soft=soft, places=unread))
    return found


def _small_words(tokens: Sequence[Token], vocabulary: Vocabulary) -> frozenset[str]:
    """Function words of the question's language: ``die`` is an article in German only."""
    counted = [(sum(t.folded in w.function_words for t in tokens), w.function_words) for w in vocabulary.lexicon.words]
    most = max((n for n, _ in counted), default=0)
    return frozenset[str]().union(*(words for n, words in counted if n == most))


def _restrictive(tokens: Sequence[Token], vocabulary: Vocabulary) -> set[int]:
    """The small words that compare, deny or ask: to go past one would answer another question."""
    names = (*COMPARISONS, "not", "without", "when", "where", "only", "every")
    return {s.start for s in find_operators(tokens, vocabulary.languages) if s.name in names and s.end == s.start + 1}


def _arcs(
    tokens: Sequence[Token], vocabulary: Vocabulary, values: Sequence[tuple[int, int, list[Reading]]]
) -> list[list[Arc]]:
    arcs: list[list[Arc]] = [[] for _ in tokens]
    small_words = _small_words(tokens, vocabulary)
    spans = find_operators(tokens, vocabulary.languages)
    for span in spans:
        if _has_place(span, tokens, small_words) and not _numbers(span, tokens, vocabulary):
            end, gain, chunk = _operator_arc(span, tokens)
            arcs[span.start].append((end, gain + (_LISTED if _is_listed(span, tokens, spans) else 0.0), chunk))
    for start in range(len(tokens)):
        arcs[start] += _phrase_arcs(start, tokens, vocabulary, small_words)
        arcs[start] += stored_count_arcs(start, tokens, vocabulary)
        arcs[start] += _number_arcs(start, tokens)
        arcs[start] += _adjective_arcs(start, tokens, vocabulary)
        arcs[start] += _asked_arcs(start, tokens, vocabulary)
        arcs[start] += about_arcs(start, tokens, vocabulary)
        arcs[start] += topic_arcs(start, tokens, vocabulary.schema, small_words)
    for start, end, readings in values:
        chunk = _chunk(start, end, tokens)
        chunk.readings = list(readings)
        words = sum(1 for t in tokens[start:end] if t.kind != "mark")
        gain = (
            readings[0].score * (words + 0.25 * (words - 1) + 0.05)
            if tokens[start].kind != "quote"
            else 2.0 + readings[0].score
        )
        arcs[start].append((end, gain, chunk))
    return [_merged(found) for found in arcs]


def _is_listed(span: OperatorSpan, tokens: Sequence[Token], spans: Sequence[OperatorSpan]) -> bool:
    """``average`` of "average, minimum and maximum": one aggregate of several, whatever else may be called so."""
    if span.name not in AGGREGATES or span.name == "count":
        return False
    return any(
        other.name in AGGREGATES
        and other.name != span.name
        and 0 < max(other.start - span.end, span.start - other.end) <= 2
        and {t.folded for t in tokens[min(span.end, other.end) : max(span.start, other.start)]} <= _LISTING
        for other in spans
    )


def _has_place(span: OperatorSpan, tokens: Sequence[Token], small_words: frozenset[str]) -> bool:
    """Units stand after numbers, orders begin a sentence, and kinds are asked after where a yes or no is wanted."""
    before = tokens[span.start - 1] if span.start else None
    if span.name == "unit":
        return before is not None and (number_of(before) is not None or scale_of(before) is not None)
    if span.name == "show":
        # "available in print", "who reports to X"
        earlier = tokens[: span.start]
        return (before is not None and (before.kind == "mark" or before.folded in _AND)) or all(
            t.kind == "mark" or t.folded in small_words or t.folded in _POLITE for t in earlier
        )
    if span.name == "average" and tokens[span.start].folded == "mean":
        # "what does X mean"
        return any(t.kind != "mark" for t in tokens[span.end :])
    return span.name != "kind_of" or (span.start > 1 and tokens[0].folded in ("is", "are", "was", "were"))


def _numbers(span: OperatorSpan, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """``the phone number of X``: a number that names something is no count."""
    if span.name != "count" or not span.start or tokens[span.start].folded != "number":
        return False
    before = tokens[span.start - 1]
    if before.kind != "word" or before.folded in vocabulary.lexicon.function_words:
        return False
    found = vocabulary.readings((before.folded, "number"))
    return bool(found) and found[0].kind == "property" and found[0].score > 0.7


def _merged(arcs: list[Arc]) -> list[Arc]:
    """Term and value readings of the same tokens become one chunk; the better kind leads."""
    found: list[Arc] = []
    by_end: dict[int, list[Arc]] = {}
    for arc in arcs:
        if arc[2].operator or arc[2].degree or arc[2].direction == TOPIC:
            found.append(arc)
        else:
            by_end.setdefault(arc[0], []).append(arc)
    for end, same in by_end.items():
        same.sort(key=lambda a: -a[1])
        chunk = same[0][2]
        for other in same[1:]:
            chunk.readings = chunk.readings + other[2].readings
            chunk.number = chunk.number if chunk.number is not None else other[2].number
        found.append((end, same[0][1], chunk))
    return found


def _chunk(start: int, end: int, tokens: Sequence[Token]) -> Chunk:
    return Chunk(start=start, end=end, text=" ".join(t.text for t in tokens[start:end]))


def _operator_arc(span: OperatorSpan, tokens: Sequence[Token]) -> Arc:
    chunk = _chunk(span.start, span.end, tokens)
    chunk.operator = span.name
    length = span.end - span.start
    gain = 0.3 + 0.3 * (length - 1) if span.name in _WEAK else _OPERATOR * length
    if span.name in AGGREGATES or (span.name in ("most", "least") and length > 1):
        gain += 0.15 + 0.2 * (length - 1)
    if span.name == "show" and span.start == 0:
        gain += 0.8
    return span.end, gain, chunk


def _phrase_arcs(
    start: int, tokens: Sequence[Token], vocabulary: Vocabulary, function_words: frozenset[str]
) -> list[Arc]:
    found: list[Arc] = []
    if tokens[start].kind != "word" or tokens[start].folded in function_words:
        return found
    bare = _is_bare_verb(start, tokens, function_words)
    for end in range(start + 1, min(start + _LONGEST_PHRASE, len(tokens)) + 1):
        last = tokens[end - 1]
        if last.kind == "mark" and last.text in "-/" and last.glued:
            continue
        if last.kind not in ("word", "number") or (last.kind == "number" and end == start + 1):
            break
        if last.folded in function_words and last.folded not in _INNER:
            break
        words = [t.folded for t in tokens[start:end] if t.kind != "mark"]
        if "by" in words[:-1]:
            break
        if words[-1] in ("the", "a", "an"):
            continue
        readings = vocabulary.readings(words) or _identified(words, vocabulary)
        if not readings or readings[0].score < 0.4 or not _says_so(words, vocabulary):
            continue
        if len(words) > 1 and not readings[0].noun and not _spelt(words[-1], words, vocabulary):
            continue
        if bare and (end == start + 1 or tokens[start + 1].folded in _INNER):
            readings = _as_verb(readings)
        if readings[0].kind == "class":
            # A part of a property's name says less than the name of a class.
            least = 0.75 * readings[0].score
            readings = tuple(
                r
                for r in readings
                if not (r.how == "partial" and r.noun and (r.score < least or _is_key_of(r, readings[0])))
            )
        chunk = _chunk(start, end, tokens)
        chunk.readings = list(readings)
        content = sum(1 for w in words if w not in function_words)
        bonus = 0.2 * (content - 1) + 0.04 * (len(words) - content)
        found.append((end, readings[0].score * content + (bonus if readings[0].score > 0.7 else 0.0), chunk))
        if tokens[end - 1].possessive:
            break
    return found


def _is_key_of(reading: Reading, thing: Reading) -> bool:
    """Whether a property is the key of the things of a class, whose own name the words are."""
    last = split_identifier(local_name(reading.iri)).lower().split()[-1:]
    return (
        reading.kind == "property" and not reading.object and reading.subject == thing.subject and last[0] in KEY_WORDS
    )


def _identified(words: list[str], vocabulary: Vocabulary) -> tuple[Reading, ...]:
    """``ORCID identifier``, ``VAT number``: a property that holds identifiers is called one."""
    if len(words) < 2 or words[-1] not in _IDENTIFIERS:
        return ()
    found = vocabulary.readings(words[:-1])
    return tuple(r for r in found if r.kind == "property" and r.score > 0.9 and r.noun)


def _is_bare_verb(start: int, tokens: Sequence[Token], function_words: frozenset[str]) -> bool:
    """``publish`` in "which papers did X publish": the verb that stands apart from its ``did``."""
    word = tokens[start].text
    if not word.islower() or word.endswith("s") or start == 0:
        return False
    after = tokens[start + 1] if start + 1 < len(tokens) else None
    if after is not None and after.kind == "word" and after.folded not in function_words | _QUANTIFIERS:
        # "the high school student": nouns in a row
        return False
    before = tokens[start - 1]
    if before.kind == "word" and before.folded in function_words:
        return before.folded in ("to", "not", "also", "they", "he", "she") and _has_auxiliary(start, tokens)
    return _has_auxiliary(start, tokens)


def _has_auxiliary(start: int, tokens: Sequence[Token]) -> bool:
    return any(t.folded in _DO for t in tokens[: start - 1])


def _as_verb(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    told = [
        replace(r, score=round(r.score * 0.6, 4)) if r.kind == "class" else replace(r, noun=False) for r in readings
    ]
    return tuple(sorted(told, key=lambda r: -r.score))


def _says_so(words: list[str], vocabulary: Vocabulary) -> bool:
    """Whether the term's own name has the prepositions that the phrase has."""
    function_words = vocabulary.lexicon.function_words
    small = [w for w in words if w in function_words and w not in ("the", "a", "an")]
    if not small:
        return True
    found = vocabulary.lexicon.lookup(words, limit=1)
    return bool(found) and set(small) <= set(words_of(split_identifier(found[0].form)))


def _spelt(word: str, words: list[str], vocabulary: Vocabulary) -> bool:
    """Whether a term's name has a verb as typed: ``films directed`` is no ``film director``."""
    found = vocabulary.lexicon.lookup(words, limit=1)
    return bool(found) and word in words_of(split_identifier(found[0].form))


def looks_like_verb(word: str) -> bool:
    """Whether a word that nothing reads looks like a verb: it may only say that two things hang together."""
    return len(word) > 4 and word.endswith(("ed", "ing")) and word.islower()


def _number_arcs(start: int, tokens: Sequence[Token]) -> list[Arc]:
    token = tokens[start]
    value = number_of(token)
    if value is None and not (token.kind == "number" and "-" in token.folded):
        return []
    if start and scale_of(token) is not None and number_of(tokens[start - 1]) is not None:
        # the million of "110 million"
        return []
    end = start + 1
    while value is not None and end < len(tokens):
        factor = scale_of(tokens[end])
        if factor is None:
            break
        value, end = value * factor, end + 1
    chunk = _chunk(start, end, tokens)
    chunk.number = value
    chunk.readings = [Reading(kind="number", terms=(RdfTerm("literal", token.folded),), score=0.8)]
    # "110 million" is one number, whatever is stored as 110.
    return [(end, 0.8 * (end - start) + (0.5 if end > start + 1 else 0.0), chunk)]


def _asked_arcs(start: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Arc]:
    """``how long``, ``wie alt``."""
    if start + 1 >= len(tokens):
        return []
    phrase = f"{tokens[start].folded}_{tokens[start + 1].folded}"
    if not any(phrase in w.question_words for w in vocabulary.lexicon.words):
        return []
    chunk = _chunk(start, start + 2, tokens)
    chunk.operator, chunk.direction = "asked", phrase
    return [(start + 2, 1.4, chunk)]


def _adjective_arcs(start: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Arc]:
    """``longest``, ``most expensive``, ``older``: a property with a direction."""
    token = tokens[start]
    if token.kind != "word":
        return []
    degree, place, sign = "", start, 1
    if token.folded in ("most", "least", "more", "less", "am") and start + 1 < len(tokens):
        degree = "superlative" if token.folded in ("most", "least", "am") else "comparative"
        sign = -1 if token.folded in ("least", "less") else 1
        place = start + 1
    word = tokens[place].folded
    found = adjective(word, vocabulary.languages)
    if found is None:
        return []
    measured = vocabulary.measured(found)
    chunk = _chunk(start, place + 1, tokens)
    chunk.degree = degree or found.degree
    if chunk.degree == "positive":
        return []
    direction = found.senses[0][0]
    chunk.direction = direction if sign > 0 else ("min" if direction == "max" else "max")
    chunk.readings = [_with_direction(r, d, sign) for d, r in measured]
    return [(place + 1, 1.05 * (place + 1 - start), chunk)]


def _with_direction(reading: Reading, direction: str, sign: int) -> Reading:
    upward = (direction == "max") == (sign > 0)
    return replace(reading, how="max" if upward else "min")

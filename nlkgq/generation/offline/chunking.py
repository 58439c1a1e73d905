"""Cuts a question into chunks: the best ways to cover its words with operators, terms, values and numbers."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.adjective_arcs import adjective_arcs
from nlkgq.generation.offline.askable import is_symbol
from nlkgq.generation.offline.date_parts import part_arcs
from nlkgq.generation.offline.frequency import times_arcs
from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.mentions import AGGREGATES, COMPARISONS
from nlkgq.generation.offline.operators import OperatorSpan, find_operators
from nlkgq.generation.offline.ordered_things import was_ordered
from nlkgq.generation.offline.phrases import Arc, chunk_of, looks_like_verb, phrase_arcs
from nlkgq.generation.offline.readings import Chunk, Chunking, Reading
from nlkgq.generation.offline.relations import anyone_arcs
from nlkgq.generation.offline.stored_counts import adds_up, stored_count_arcs
from nlkgq.generation.offline.tokens import Token, number_of, scale_of
from nlkgq.generation.offline.topics import TOPIC, about_arcs, topic_arcs, topic_values
from nlkgq.generation.offline.verbs import is_soft, tells_more
from nlkgq.generation.offline.vocabulary import KEY_WORDS, Vocabulary
from nlkgq.results.models import RdfTerm

_UNREAD = -1.0
_BEAM = 8
# Operators whose absence changes nothing but the score.
_BOUNDING = frozenset(("least", "most", "than", "exactly", "just"))
_SILENT = frozenset(("filler", "tied", "occur", "what", "show", "ask", "every"))
_SOFT = -0.45
# How much a word read as an operator counts beside one read as a term (up to 1.0).
_OPERATOR = 0.62
_AMOUNTS = frozenset(("number", "numbers", "count", "total", "sum", "average", "frequency"))
_LISTING = frozenset((",", "and", "und", "the"))
_LISTED = 0.6
_TERMS = ("class", "property")
_APART = 0.15
_AND = frozenset(("and", "then", "und", "to"))
_POLITE = frozenset(("please", "bitte", "kindly", "just", "like", "want", "need", "try"))
_WEAK = frozenset(
    ("filler", "occur", "unit", "what", "show", "ask", "every", "also", "top", "first", "last", "by", "co")
)

# Prepositions of place (``under which licence``) that compare only before a number, a text or an average.
_PLACES = frozenset(("over", "under", "above", "below", "beyond", "uber", "unter"))
_MEANS = frozenset(("average", "mean", "durchschnitt", "mittel", "median"))


def cut(
    tokens: Sequence[Token],
    vocabulary: Vocabulary,
    values: Sequence[tuple[int, int, list[Reading]]],
    *,
    most: int = 4,
) -> list[Chunking]:
    """The best ways to cut the tokens, best first, at most ``most``."""
    function_words = _small_words(tokens, vocabulary)
    spans = find_operators(tokens, _spoken(tokens, vocabulary))
    arcs = _arcs(tokens, vocabulary, values, spans, function_words)
    meant = _restrictive(tokens, spans, function_words)
    best: list[list[tuple[float, tuple[Chunk, ...], tuple[int, ...]]]] = [[] for _ in range(len(tokens) + 1)]
    best[0] = [(0.0, (), ())]
    for start, token in enumerate(tokens):
        small = token.kind == "word" and token.folded in function_words and start not in meant
        skippable = (token.kind == "mark" and not is_symbol(token)) or small
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
            soft = frozenset(n for n in unread if is_soft(n, tokens, last))
            telling = frozenset(n for n in soft if tells_more(n, tokens, tabular=vocabulary.tabular))
            words = [tokens[n].text for n in unread]
            cutting = Chunking(
                chunks=list(chunks), unread=words, score=score, soft=soft, telling=telling, places=unread
            )
            found.append(cutting)
    return found


def _spoken(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[str, ...]:
    """The language whose function words the question has most of: "was ist" is no English past. All when none leads."""
    counted = {w.language: sum(t.folded in w.function_words for t in tokens) for w in vocabulary.lexicon.words}
    most = max(counted.values(), default=0)
    return tuple(language for language, n in counted.items() if n == most)


def _small_words(tokens: Sequence[Token], vocabulary: Vocabulary) -> frozenset[str]:
    """Function words of the question's language: ``die`` is an article in German only."""
    counted = [(sum(t.folded in w.function_words for t in tokens), w.function_words) for w in vocabulary.lexicon.words]
    most = max((n for n, _ in counted), default=0)
    return frozenset[str]().union(*(words for n, words in counted if n == most))


def _restrictive(tokens: Sequence[Token], spans: Sequence[OperatorSpan], small: frozenset[str]) -> set[int]:
    """The small words that compare, deny or ask: to go past one would answer another question."""
    names = (*COMPARISONS, "not", "without", "when", "where", "only", "every", "both", "most", "least", "or")
    told = (s for s in spans if s.name in names or tokens[s.start].folded == "per" or _asks_who(s, tokens))
    return {s.start for s in told if s.end == s.start + 1 and _has_place(s, tokens, small)}


def _asks_who(span: OperatorSpan, tokens: Sequence[Token]) -> bool:
    """Whether it is a ``who`` that asks, at the start or as the ``whom`` of "with whom"."""
    return span.name == "who" and (not span.start or (span.start == 1 and tokens[1].folded == "whom"))


def _arcs(
    tokens: Sequence[Token],
    vocabulary: Vocabulary,
    values: Sequence[tuple[int, int, list[Reading]]],
    spans: Sequence[OperatorSpan],
    small_words: frozenset[str],
) -> list[list[Arc]]:
    arcs: list[list[Arc]] = [[] for _ in tokens]
    for span in spans:
        held = _numbers(span, tokens, vocabulary) or _is_held(span, tokens, vocabulary)
        held = held or was_ordered(span, tokens, values, vocabulary)
        if _has_place(span, tokens, small_words) and not held:
            end, gain, chunk = _operator_arc(span, tokens)
            operator = _is_listed(span, tokens, spans) or adds_up(span, tokens, vocabulary)
            arcs[span.start].append((end, gain + (_LISTED if operator else 0.0), chunk))
    starts = topic_values(values, tokens, vocabulary)
    for start in range(len(tokens)):
        arcs[start] += _choice_arcs(start, tokens, values)
        arcs[start] += phrase_arcs(start, tokens, vocabulary, small_words)
        arcs[start] += stored_count_arcs(start, tokens, vocabulary)
        arcs[start] += _number_arcs(start, tokens)
        arcs[start] += adjective_arcs(start, tokens, vocabulary)
        arcs[start] += _asked_arcs(start, tokens, vocabulary)
        arcs[start] += times_arcs(start, tokens)
        arcs[start] += anyone_arcs(start, tokens, vocabulary.schema)
        arcs[start] += part_arcs(start, tokens, vocabulary)
        arcs[start] += about_arcs(start, tokens, vocabulary)
        arcs[start] += topic_arcs(start, tokens, vocabulary, starts)
    for start, end, readings in values:
        chunk = chunk_of(start, end, tokens)
        chunk.readings = list(readings)
        words = sum(1 for t in tokens[start:end] if t.kind != "mark")
        gain = (
            readings[0].score * (words + 0.25 * (words - 1) + 0.05)
            if tokens[start].kind != "quote"
            else 2.0 + readings[0].score
        )
        arcs[start].append((end, gain, chunk))
    _prefer_whole_names(arcs)
    for span in spans:
        whole = span.name == "occur" or (span.name == "order" and tokens[span.start].folded == "sorted")
        if whole and span.end > span.start + 1:
            # "take place" is one verb, neither taking nor a place; "sorted by" tells of no sorts
            for n in range(span.start, span.end):
                arcs[n] = [a for a in arcs[n] if n == span.start and a[0] >= span.end]
    return [_merged(found) for found in arcs]


def _prefer_whole_names(arcs: list[list[Arc]]) -> None:
    """The parts of what is the whole name of a term are hardly meant apart."""
    whole = [
        (start, end)
        for start, found in enumerate(arcs)
        for end, _, chunk in found
        if end > start + 1 and not chunk.operator and any(_is_whole(r, chunk.text) for r in chunk.readings[:1])
    ]
    for first, last in whole:
        for start in range(first + 1, last):
            # the "per" of "price per night"
            arcs[start] = [a for a in arcs[start] if a[2].operator != "each" or a[2].text.lower() != "per"]
        for start in range(first, last):
            arcs[start] = [
                (end, gain - _APART, chunk)
                if end <= last and (start, end) != (first, last) and any(r.kind in _TERMS for r in chunk.readings[:1])
                else (end, gain, chunk)
                for end, gain, chunk in arcs[start]
                if start == first or end > last or not KEY_WORDS.intersection(chunk.text.lower().split())
            ]


def _is_whole(reading: Reading, text: str) -> bool:
    called = reading.how in ("label", "alternative", "identifier", "inflected")
    # "phone number", of what is called "phone"
    meant = reading.how == "synonym" and reading.noun and not reading.object
    return reading.kind in _TERMS and (called or (meant and text.lower().split()[-1] in KEY_WORDS))


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
    if span.name in ("most", "least") and before is not None and before.folded == "at":
        # "at least 3 pots" has no least
        return False
    if (
        span.end == span.start + 2
        and tokens[span.start].folded in ("and", "or")
        and tokens[span.end - 1].folded in _PLACES
    ):
        # "aged 50 and under", but "and under which licence"
        onward = any(number_of(t) is not None for t in tokens[span.end : span.end + 1])
        return before is not None and not onward and (number_of(before) is not None or scale_of(before) is not None)
    if [t.folded for t in tokens[span.start : span.end]] == ["up", "to"]:
        # "walk up to the hut"
        return any(t.kind in ("number", "quote") or number_of(t) is not None for t in tokens[span.end : span.end + 2])
    if span.end == span.start + 1 and tokens[span.start].folded in _PLACES:
        after = tokens[span.end : span.end + 3]
        return any(t.kind in ("number", "quote") or number_of(t) is not None or t.folded in _MEANS for t in after)
    if span.name in ("at_least", "at_most") and tokens[span.start].folded in _AND | {"or", "oder"}:
        # "longer than 100 or shorter than 70" is another condition
        after = tokens[span.end : span.end + 1]
        return not any(t.folded == "than" or number_of(t) is not None for t in after)
    if span.name == "contains" and span.end == span.start + 1:
        # "how many pots does each kiln contain?": no text follows
        return any(t.kind != "mark" for t in tokens[span.end :])
    if span.name == "filler" and tokens[span.start].folded == "one" and before is not None:
        # "at least one friend" is a number of friends
        return before.folded not in _BOUNDING
    if span.name == "sum" and tokens[span.start].folded == "in" and tokens[span.end - 1].folded == "all":
        # "in all clusters"
        return all(t.kind == "mark" or t.folded in BE | DO | HAVE | {"and"} for t in tokens[span.end : span.end + 1])
    if span.name == "unit":
        return before is not None and (number_of(before) is not None or scale_of(before) is not None)
    if span.name == "show":
        # "available in print", "who reports to X"
        earlier = tokens[: span.start]
        return (before is not None and (before.kind == "mark" or before.folded in _AND)) or all(
            t.kind == "mark" or t.folded in small_words or t.folded in _POLITE for t in earlier
        )
    if span.name == "order" and span.end == span.start + 1 and tokens[span.start].folded in ("rank", "order"):
        # "the name and rank of X"
        return span.start == 0 and any(t.folded == "by" for t in tokens)
    if span.name == "average" and tokens[span.start].folded == "mean":
        # "what does X mean"
        return not span.start or any(t.kind != "mark" for t in tokens[span.end :])
    return span.name != "kind_of" or (span.start > 1 and tokens[0].folded in ("is", "are", "was", "were"))


def _numbers(span: OperatorSpan, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """``the phone number of X``: a number that names something is no count."""
    if not span.start or tokens[span.start].folded not in _AMOUNTS:
        return False
    before = tokens[span.start - 1]
    counted = before.possessive and {t.folded for t in tokens[span.end - 1 : span.end + 1]} & {"of"}
    if before.kind != "word" or before.folded in vocabulary.lexicon.function_words or counted:
        # "each ship's number of sails"
        return False
    found = vocabulary.readings((before.folded, tokens[span.start].folded))
    return bool(found) and found[0].kind == "property" and found[0].score > 0.7


def _is_held(span: OperatorSpan, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """``the kinds of tree``: where things have a kind, this is asked for."""
    if span.name == "show" and span.start and span.end == span.start + 1 and span.end < len(tokens):
        # "the name and list price"
        named = vocabulary.readings((tokens[span.start].folded, tokens[span.end].folded))
        return any(r.kind == "property" and r.score > _SURELY for r in named)
    if span.name == "filler" and span.start and tokens[span.start - 1].folded == "who":
        # "who conducted X" is answered by the conductor
        return bool(vocabulary.readings([t.folded for t in tokens[span.start : span.end]]))
    if span.name != "filler" or tokens[span.start].folded not in _KINDS:
        return False
    kinds = [r for r in vocabulary.readings((tokens[span.start].folded,)) if r.kind == "property" and r.score > _KIND]
    after = (t.folded for t in tokens[span.end : span.end + 3])
    classes = [r for word in after for r in vocabulary.readings((word,)) if r.kind == "class" and r.score > _SURELY]
    return any(k.subject & c.subject for k in kinds for c in classes)


_KINDS = frozenset(("kind", "kinds", "sort", "sorts", "type", "types"))
_KIND = 0.6
_SURELY = 0.9


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


def _operator_arc(span: OperatorSpan, tokens: Sequence[Token]) -> Arc:
    chunk = chunk_of(span.start, span.end, tokens)
    chunk.operator = span.name
    length = span.end - span.start
    gain = 0.3 + 0.3 * (length - 1) if span.name in _WEAK else _OPERATOR * length
    if span.name in AGGREGATES or (span.name in ("most", "least") and length > 1):
        gain += 0.15 + (0.2 if span.name in AGGREGATES else 0.4) * (length - 1)
    if span.name in ("at_least", "at_most") and chunk.text.lower().startswith(("or ", "and ")):
        # "or older" is no comparison of its own
        gain += 0.6
    if span.name == "order" and span.start == 0:
        gain += 0.6
    if span.name == "show" and span.start == 0:
        gain += 0.8
    return span.end, gain, chunk


def _choice_arcs(start: int, tokens: Sequence[Token], values: Sequence[tuple[int, int, list[Reading]]]) -> list[Arc]:
    """``who wrote more plays, A or B``: of two things, more is the most."""
    name = {"more": "most", "fewer": "least"}.get(tokens[start].folded)
    if name is None or any(t.folded == "than" for t in tokens):
        return []
    begun, ended = {s for s, _, _ in values}, {e for _, e, _ in values}
    either = any(t.folded in ("or", "oder") and n in ended and n + 1 in begun for n, t in enumerate(tokens))
    return [_operator_arc(OperatorSpan(start, start + 1, name), tokens)] if either and start + 1 < len(tokens) else []


def _number_arcs(start: int, tokens: Sequence[Token]) -> list[Arc]:
    token = tokens[start]
    value = number_of(token)
    if value is None and not (token.kind == "number" and "-" in token.folded):
        return []
    if token.folded == "single" and start and tokens[start - 1].folded == "a" and not _is_compared(start, tokens):
        # "without a single ship"
        chunk = chunk_of(start, start + 1, tokens)
        chunk.operator = "filler"
        return [(start + 1, 0.3, chunk)]
    if start and scale_of(token) is not None and number_of(tokens[start - 1]) is not None:
        # the million of "110 million"
        return []
    end = start + 1
    while value is not None and end < len(tokens):
        factor = scale_of(tokens[end])
        if factor is None:
            break
        value, end = value * factor, end + 1
    chunk = chunk_of(start, end, tokens)
    shared = _shared_scale(start, end, tokens)
    if value is not None and shared is not None:
        value *= shared
    chunk.number = value
    # also of "100,000"
    scaled = end > start + 1 or shared is not None or (value is not None and "," in token.folded)
    written = str(value) if scaled else token.folded
    chunk.readings = [Reading(kind="number", terms=(RdfTerm("literal", written),), score=0.8)]
    # "110 million" is one number, whatever is stored as 110.
    return [(end, 0.8 * (end - start) + (0.5 if end > start + 1 else 0.0), chunk)]


def _shared_scale(start: int, end: int, tokens: Sequence[Token]) -> int | None:
    """The million of "between 40 and 45 million": of both numbers, though only the second has it."""
    if end != start + 1 or end + 2 >= len(tokens) or tokens[end].folded not in ("and", "to", "und", "bis", "-"):
        return None
    first, second = number_of(tokens[start]), number_of(tokens[end + 1])
    small = first is not None and second is not None and first < second < 1000
    return scale_of(tokens[end + 2]) if small and scale_of(tokens[start]) is None else None


def _is_compared(start: int, tokens: Sequence[Token]) -> bool:
    """``more than a single one``: the number is meant as one."""
    return any(
        t.folded in ("than", "exactly", "only", "just", "least", "most") for t in tokens[max(0, start - 3) : start]
    )


def _asked_arcs(start: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Arc]:
    """``how long``, ``wie alt``."""
    if start + 1 >= len(tokens):
        return []
    phrase = f"{tokens[start].folded}_{tokens[start + 1].folded}"
    if not any(phrase in w.question_words for w in vocabulary.lexicon.words):
        return []
    chunk = chunk_of(start, start + 2, tokens)
    chunk.operator, chunk.direction = "asked", phrase
    return [(start + 2, 1.4, chunk)]

"""Phrases of a question that may name a term, a verb apart from its ``did`` among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import MEASURING, PARTICIPLES, STATING, VERBS
from nlkgq.generation.offline.name_forms import NAMED
from nlkgq.generation.offline.operators import adjective, operator_units
from nlkgq.generation.offline.parts_of_names import is_dated_verb, is_only_place
from nlkgq.generation.offline.quantities import measured_in
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.stated_units import without_unit_of
from nlkgq.generation.offline.tokens import Token, number_of
from nlkgq.generation.offline.vocabulary import KEY_WORDS, Vocabulary, is_code
from nlkgq.generation.offline.whole_names import LONGEST_PHRASE, whole_name
from nlkgq.generation.offline.work_verbs import not_the_doers, not_the_workers
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier

_RELATIVE = frozenset(("that", "which", "who"))
_WHOLE_NAME = 0.93
_LOOKED_AT = 12
_NEAR = 0.08
_IDENTIFIERS = frozenset(("id", "ids", "identifier", "identifiers", "number", "code"))
_DATES = frozenset(("date", "dates", "day", "days"))
_QUANTIFIERS = frozenset(
    ("together", "jointly", "often", "other", "another", "any", "some", "all", "more", "different")
)
_DO = frozenset(("do", "does", "did", "don't", "doesn't", "didn't"))
# Prepositions that tell names apart which are otherwise alike.
_TELLING = frozenset(("before", "after", "during", "until", "since", "without", "under", "over", "vor", "nach", "ohne"))
# Function words that may stand inside the name of a term.
_INNER = frozenset(
    (
        *("of", "the", "in", "to", "by", "for", "at", "on", "a", "an", "as", "is", "has", "from", "with", "per"),
        *("im", "der", "des", "von", "zu"),
        *_TELLING,
    )
)

Arc = tuple[int, float, Chunk]
"""End token, gain, chunk."""


def chunk_of(start: int, end: int, tokens: Sequence[Token]) -> Chunk:
    """A chunk without readings for some tokens."""
    return Chunk(start=start, end=end, text=" ".join(t.text for t in tokens[start:end]))


_TO_COMPUTE = frozenset(("count", "sum", "average"))
_DETERMINERS = frozenset(("the", "all", "every", "each", "those", "these", "some", "any"))


def phrase_arcs(
    start: int, tokens: Sequence[Token], vocabulary: Vocabulary, function_words: frozenset[str]
) -> list[Arc]:
    """(end, gain, chunk) for the phrases from a token on that name terms of the ontology."""
    found: list[Arc] = []
    small = tokens[start].folded in function_words and not _is_class_here(start, tokens, vocabulary)
    if tokens[start].kind != "word" or small or _states(start, tokens):
        return found
    if not start and tokens[0].folded == "name" and {t.folded for t in tokens[1:2]} & _DETERMINERS:
        # "name the ships" is an order, not the name of a ship
        return found
    ordered = (not start or tokens[start - 1].text == ",") and tokens[start].folded in _TO_COMPUTE
    if ordered and {t.folded for t in tokens[start + 1 : start + 2]} & _DETERMINERS:
        # "for every flag, count the ships"
        return found
    whole = whole_name(start, tokens, vocabulary.long_names, vocabulary.lexicon)
    if whole is not None:
        end, iri = whole
        chunk = chunk_of(start, end, tokens)
        chunk.readings = [r for r in vocabulary.readings(words_of(chunk.text)) if r.iri == iri]
        if chunk.readings:
            found.append((end, float(end - start), chunk))
    bare = _is_bare_verb(start, tokens, function_words) or is_dated_verb(start, tokens)
    for end in range(start + 1, min(start + LONGEST_PHRASE, len(tokens)) + 1):
        last = tokens[end - 1]
        if last.kind == "mark" and last.text in "-/_" and last.glued:
            continue
        if last.kind not in ("word", "number") or (last.kind == "number" and end == start + 1):
            break
        # the "up" of "follow-up" is no preposition
        compound = end > start + 1 and tokens[end - 2].text == "-" and tokens[end - 2].glued
        if last.folded in function_words and last.folded not in _INNER and not compound and end > start + 1:
            break
        words = _written(tokens[start:end])
        if "by" in words[:-1]:
            break
        if words[-1] in ("the", "a", "an"):
            continue
        readings = vocabulary.readings(words) or _identified(words, vocabulary) or measured_in(words, vocabulary)
        if not _TELLING.isdisjoint(words):
            readings = _with_prepositions(readings, words, vocabulary)
        elif not _says_so(words, vocabulary):
            continue
        if not readings or readings[0].score < 0.4:
            continue
        if "of" in words[1:] and start and _ends_name(tokens[start - 1], words[0], vocabulary):
            continue
        if _is_said_of_several(words, tokens[start - 1 : start], readings[0]):
            continue
        if end == start + 1 and start and number_of(tokens[start - 1]) is not None:
            readings = without_unit_of(words[0], readings, vocabulary)
            if not readings:
                continue
        if len(words) > 1 and words[-1] in _ORDERED and not _ends_so(words, vocabulary):
            # "climbed first" is not when it was "first climbed"
            continue
        if (
            len(words) == 1
            and words[0] in _ORDERED
            and readings[0].how == "partial"
            and _is_extreme(tokens[max(start - 1, 0) : start], vocabulary)
        ):
            # "the dearest first"
            continue
        if words == ["number"] and readings[0].how == "partial":
            # The number of what, is the question.
            continue
        if len(words) > 1 and not readings[0].noun and not _spelt(words[-1], words, vocabulary):
            continue
        readings = _in_context(
            _said_whole(readings, (start, end), tokens, vocabulary), (start, end), tokens, vocabulary
        )
        if not readings:
            continue
        if (bare or tokens[start].verb) and (end == start + 1 or tokens[start + 1].folded in _INNER):
            readings = _as_verb(readings)
        if readings[0].kind == "class":
            # A part of a property's name says less than the name of a class.
            least = 0.75 * readings[0].score
            readings = tuple(
                r
                for r in readings
                if not (r.how == "partial" and r.noun and (r.score < least or _is_key_of(r, readings[0])))
            )
        chunk = chunk_of(start, end, tokens)
        chunk.readings = list(readings)
        content = sum(1 for w in words if w not in function_words)
        bonus = (0.35 if readings[0].score > _WHOLE_NAME else 0.2) * (content - 1) + 0.04 * (len(words) - content)
        found.append((end, readings[0].score * content + (bonus if readings[0].score > 0.7 else 0.0), chunk))
        if tokens[end - 1].possessive:
            break
    return found


def _in_context(
    readings: Sequence[Reading], span: tuple[int, int], tokens: Sequence[Token], vocabulary: Vocabulary
) -> tuple[Reading, ...]:
    """``name`` of "the name of the winner": of several names the one whose other words the question has elsewhere."""
    if sum(r.how == "partial" and r.kind == "property" for r in readings) < 2:
        return tuple(readings)
    stems = vocabulary.lexicon.stems
    said = {s for n, t in enumerate(tokens) if not span[0] <= n < span[1] and t.kind == "word" for s in stems(t.folded)}
    own = {s for t in tokens[span[0] : span[1]] for s in stems(t.folded)}
    told = []
    for r in readings:
        words = words_of(split_identifier(local_name(r.iri))) if r.how == "partial" and r.kind == "property" else []
        missing = [w for w in words if own.isdisjoint(stems(w))]
        near = any(not said.isdisjoint(stems(w)) for w in missing)
        told.append(replace(r, score=round(r.score + _NEAR, 4)) if near else r)
    return tuple(sorted(told, key=lambda r: -r.score))


def _said_whole(
    readings: Sequence[Reading], span: tuple[int, int], tokens: Sequence[Token], vocabulary: Vocabulary
) -> tuple[Reading, ...]:
    """``made of silk`` says nothing of what is ``made_in_house``: an everyday verb is only a part of such a name.

    Nor does ``taken`` alone say "took part in", or ``run`` alone the "running number".
    """
    # "taken in" is the verb alone
    alone = all(t.folded in vocabulary.lexicon.function_words for t in tokens[span[0] + 1 : span[1]])
    if not alone:
        return tuple(readings)
    readings = not_the_doers(readings, span[0], tokens, vocabulary)
    if tokens[span[0]].folded not in VERBS | PARTICIPLES:
        return tuple(r for r in readings if not is_only_place(r, tokens, span[0], vocabulary))
    stems = vocabulary.lexicon.stems
    said = {s for t in tokens if t.kind == "word" for s in stems(t.folded)}
    found = []
    for r in not_the_workers(readings, span[0], tokens, vocabulary):
        if r.how == "comment":
            # it only says that things hang together
            continue
        if r.how == "partial" and r.kind == "property" and _is_idiom(r.iri, tokens[span[0]].folded, said, vocabulary):
            continue
        half = r.how == "partial" and vocabulary.schema.is_boolean(r.iri)
        words = words_of(split_identifier(local_name(r.iri))) if half else []
        content = [w for w in words if w not in vocabulary.lexicon.function_words]
        if all(not said.isdisjoint(stems(w)) for w in content):
            found.append(r)
    return tuple(found)


def _is_idiom(iri: str, verb: str, said: set[str], vocabulary: Vocabulary) -> bool:
    """Whether a verb stands in the names of a term only before a noun that the question does not have."""
    term, stems, small = (
        vocabulary.schema.ontology.term(iri),
        vocabulary.lexicon.stems,
        vocabulary.lexicon.function_words,
    )
    names = [words_of(t.value) for t in (*term.labels, *term.alt_labels)] if term is not None else []
    held = [name for name in names if any(not set(stems(w)).isdisjoint(stems(verb)) for w in name)]
    return bool(held) and all(
        (len(n) > 2 and n[0] not in small and n[1] not in small and n[-1] in small and said.isdisjoint(stems(n[1])))
        or (n[0].endswith("ing") and len(n) > 1 and is_code(iri) and not verb.endswith("ing"))
        for n in held
    )


def _is_key_of(reading: Reading, thing: Reading) -> bool:
    """Whether a property is the key of the things of a class, whose own name the words are."""
    last = split_identifier(local_name(reading.iri)).lower().split()[-1:]
    return (
        reading.kind == "property" and not reading.object and reading.subject == thing.subject and last[0] in KEY_WORDS
    )


def _written(tokens: Sequence[Token]) -> list[str]:
    """The words of a phrase; a single letter before a hyphen belongs to its word, as in ``e-mail``."""
    found: list[str] = []
    for n, token in enumerate(tokens):
        if token.kind == "mark":
            continue
        if n > 1 and tokens[n - 1].text == "-" and token.glued and len(tokens[n - 2].text) == 1 and found:
            found[-1] += token.folded
        else:
            found.append(token.folded)
    return found


def _identified(words: list[str], vocabulary: Vocabulary) -> tuple[Reading, ...]:
    """``ORCID identifier``, ``VAT number``: a property that holds identifiers is called one."""
    if len(words) == 2 and words[-1] in _DATES:
        # "report dates", of what is `reported_on`
        told = vocabulary.readings(words[:-1])
        return tuple(replace(r, noun=True) for r in told if r.score > 0.9 and vocabulary.schema.tells_when(r.iri))
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
    if number_of(before) is not None:
        # "does X have more than one author"
        return False
    if before.kind == "word" and before.folded in function_words:
        return before.folded in ("to", "not", "also", "ever", "never", "they", "he", "she") and _has_auxiliary(
            start, tokens
        )
    return _has_auxiliary(start, tokens)


def _has_auxiliary(start: int, tokens: Sequence[Token]) -> bool:
    return any(t.folded in _DO for t in tokens[: start - 1])


def _as_verb(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    told = [
        replace(r, score=round(r.score * 0.6, 4)) if r.kind == "class" else replace(r, noun=False) for r in readings
    ]
    return tuple(sorted(told, key=lambda r: -r.score))


def _states(start: int, tokens: Sequence[Token]) -> bool:
    """``which datasets record``, ``a dataset that records``: what is written down there, no record."""
    if not start or tokens[start].folded not in STATING:
        return False
    before, asked = tokens[start - 1].folded, tokens[start - 2].folded if start > 1 else ""
    # "Which record is the longest?" asks for one.
    return (before in _RELATIVE and start > 1) or (before.endswith("s") and asked in ("which", "what"))


def _is_said_of_several(words: Sequence[str], before: Sequence[Token], reading: Reading) -> bool:
    """``which datasets record``, ``boats checked``, ``checked a boat``: what several of them do, or what is done to
    them, is no compound of singular nouns, such as ``dataset record``.
    """
    asked = any(t.folded in ("which", "what", "the") for t in before)
    several = len(words) == 2 and words[0].endswith("s") and not words[1].endswith(("s", "ing"))
    done = several and words[1].endswith("ed")
    acted = len(words) > 2 and words[1] in ("a", "an") and words[0].endswith("ed")
    return (
        (done or acted or (asked and several))
        and (reading.kind == "class" or (several and words[1] in MEASURING))
        and words[0] not in split_identifier(local_name(reading.iri)).lower().split()
    )


def _ends_name(before: Token, word: str, vocabulary: Vocabulary) -> bool:
    """``premium amount of policies``: where there is a premium amount, no ``policy amount`` is spoken of."""
    name = (before.folded, word)
    told = vocabulary.readings(name)[:2] if before.kind == "word" and not before.possessive else ()
    return any(r.kind == "property" and r.noun and vocabulary.is_called(r.iri, name) for r in told)


def _with_prepositions(
    readings: Sequence[Reading], words: Sequence[str], vocabulary: Vocabulary
) -> tuple[Reading, ...]:
    """``width before sawing``: only what is called so with just this preposition."""
    told = _TELLING.intersection(words)
    if words[-1] in told:
        return ()
    found = vocabulary.lexicon.lookup(words, limit=_LOOKED_AT)
    called = {m.iri for m in found if m.how in NAMED and told <= set(words_of(split_identifier(m.form)))}
    return tuple(r for r in readings if r.iri in called)


def _says_so(words: list[str], vocabulary: Vocabulary) -> bool:
    """Whether the term's own name has the prepositions that the phrase has."""
    function_words = vocabulary.lexicon.function_words
    small = [w for w in words if w in function_words and w not in ("the", "a", "an")]
    if not small or len(words) == 1:
        # "die" of "when did X die" is small in German only.
        return True
    found = vocabulary.lexicon.lookup(words, limit=1)
    if not found:
        return False
    form = words_of(split_identifier(found[0].form))
    if form == ["".join(words)]:
        # "head of state" for `headofstate`
        return True
    if words[-2:-1] == ["in"] and set(small) == {"in"} and found[0].how != "partial" and _is_unit(words[-1]):
        # "weight in kilograms" for `weight_kg`
        return True
    if set(small) == {"of"} and found[0].how != "partial" and found[0].score > 0.85:
        # "date of birth", "age of the winner", "group of singers": a compound taken apart
        place = words.index("of")
        if not 0 < place < len(words) - 1:
            return False
        if found[0].kind == "class" and words[place + 1] == "the":
            # "map of the contrast": a map of one that is told apart, whatever maps of this kind are called.
            return False
        if words[0] == "number" and words[-1].endswith("s"):
            # So many claims, not their numbers.
            return False
        stems = [
            vocabulary.lexicon.stems(w)[-1] for w in (*words[place + 1 :], *words[:place]) if w not in function_words
        ]
        if stems == [vocabulary.lexicon.stems(w)[-1] for w in form]:
            return True
    return set(small) <= set(form)


def _is_unit(word: str) -> bool:
    """Whether things are measured in it; in years and months they also happen."""
    scale = word.removesuffix("s") in ("thousand", "million", "billion")
    return scale or (word in operator_units() and word.removesuffix("s") not in ("year", "month", "week", "day"))


def _spelt(word: str, words: list[str], vocabulary: Vocabulary) -> bool:
    """Whether a term's name has a verb as typed: ``films directed`` is no ``film director``."""
    found = vocabulary.lexicon.lookup(words, limit=1)
    return bool(found) and word in words_of(split_identifier(found[0].form))


def _is_class_here(start: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """``each show``: a small word behind a determiner, where things are called so."""
    if not start or tokens[start - 1].folded not in _DETERMINING:
        return False
    found = vocabulary.readings((tokens[start].folded,))[:1]
    return any(r.kind == "class" and r.how in NAMED and r.score > _WHOLE_NAME for r in found)


_DETERMINING = frozenset(("each", "every", "a", "an", "per", "which", "any", "the", "this"))


def _is_extreme(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    found = (adjective(t.folded, vocabulary.languages) for t in tokens)
    return any(a is not None and a.degree == "superlative" for a in found)


def _ends_so(words: list[str], vocabulary: Vocabulary) -> bool:
    found = vocabulary.lexicon.lookup(words, limit=1)
    return bool(found) and words_of(split_identifier(found[0].form))[-1:] == words[-1:]


_ORDERED = frozenset(("first", "last"))


def looks_like_verb(word: str) -> bool:
    """Whether a word that nothing reads looks like a verb: it may only say that two things hang together."""
    return len(word) > 4 and word.endswith(("ed", "ing")) and word.islower()

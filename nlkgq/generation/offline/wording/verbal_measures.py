"""Measures told by a verb or a unit: ``earn more per hour``, ``how much does the heaviest weigh``, ``most times``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE, DO
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier

_RATES = {"hour": "hourly", "day": "daily", "week": "weekly", "month": "monthly", "year": "yearly"}
_MORE = {"more": "higher", "less": "lower", "most": "highest", "least": "lowest"}
_TIMES = {"most": "most", "fewest": "least", "least": "least"}


def with_measures(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with such measures by their names.

    Args:
        tokens: The question.
        vocabulary: What properties are called.
    """
    return _their_mean(_most_times(_weighs(_rated(tuple(tokens), vocabulary), vocabulary)), vocabulary)


def _rated(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``earn more per hour``, of what is called "hourly rate": have a higher hourly rate."""
    for place in range(1, len(tokens) - 1):
        adverb = _RATES.get(tokens[place + 1].folded, "")
        if tokens[place].folded not in ("per", "an", "a", "each") or not adverb:
            continue
        rates = [r for r in vocabulary.readings((adverb,)) if r.kind == "property" and not r.object]
        if not rates:
            continue
        degree = _MORE.get(tokens[place - 1].folded)
        if degree is not None and place > 1:
            name = split_identifier(local_name(rates[0].iri)).lower().split()
            article = "the" if degree.endswith("est") else "a"
            start = place - (2 if tokens[place - 2].folded != "the" else 3)
            said = [in_place_of(tokens[place], w) for w in ("have", article, degree, *name)]
            return (*tokens[:start], *said, *tokens[place + 2 :])
        found = [adjective(t.folded, vocabulary.languages) for t in tokens[:place] if t.kind == "word"]
        measured = {r.iri for a in found if a is not None for _, r in vocabulary.measured(a)}
        last = all(t.kind == "mark" for t in tokens[place + 2 :])
        if last and measured & {r.iri for r in rates}:
            # "the cheapest teachers per hour"
            return (*tokens[:place], *tokens[place + 2 :])
    return tokens


def _weighs(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``how much does the heaviest boat weigh``: the weight of the heaviest boat."""
    words = [t.folded for t in tokens]
    end = next((n for n in range(len(tokens), 0, -1) if tokens[n - 1].kind != "mark"), 0)
    if words[:2] != ["how", "much"] or len(words) < 5 or words[2] not in DO or end < 6:
        return tokens
    found = [adjective(w, vocabulary.languages) for w in words[3 : end - 1]]
    if not any(a is not None and a.degree == "superlative" for a in found):
        return tokens
    schema = vocabulary.schema
    told = [r for r in vocabulary.readings((words[end - 1],)) if r.kind == "property" and schema.is_numeric(r.iri)]
    if not told or told[0].object:
        return tokens
    name = split_identifier(local_name(told[0].iri)).lower().split()
    said = [in_place_of(tokens[0], w) for w in ("what", "is", "the", *name, "of")]
    return (*said, *tokens[3 : end - 1], *tokens[end:])


def _their_mean(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``and how old they are on average``, ``how much do these earn on average``: their average age, and salary."""
    for place in range(2, len(tokens) - 4):
        end = place + 6 if tokens[place + 1].folded == "much" and tokens[place + 2].folded in DO else place + 5
        words = [t.folded for t in tokens[place : end + 1]]
        told_after = words[0] == "how" and tokens[place - 1].folded == "and" and words[-2:] == ["on", "average"]
        if not told_after or _THEY.isdisjoint(words[2:-2]):
            continue
        schema, rest = vocabulary.schema, [w for w in words[2:-2] if w not in _THEY | BE | DO]
        if words[1] == "much" and len(rest) == 1:
            told = list(vocabulary.readings((rest[0],)))
        else:
            found = adjective(words[1], vocabulary.languages) if not rest else None
            told = [r for _, r in vocabulary.measured(found)] if found is not None else []
        told = [r for r in told if r.kind == "property" and not r.object and schema.is_numeric(r.iri)]
        # a year of birth is no age
        if told and not schema.tells_when(told[0].iri):
            name = split_identifier(local_name(told[0].iri)).lower().split()
            said = [in_place_of(tokens[place], w) for w in ("their", "average", *name)]
            return (*tokens[:place], *said, *tokens[end + 1 :])
    return tokens


_THEY = frozenset(("they", "these", "those", "it", "he", "she"))


def _most_times(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``was harvested the most times``: most often."""
    for place in range(2, len(tokens)):
        most = _TIMES.get(tokens[place - 1].folded)
        if most is None or tokens[place].folded != "times":
            continue
        start = place - 2 if tokens[place - 2].folded == "the" else place - 1
        said = [in_place_of(tokens[place], w) for w in (most, "often")]
        return (*tokens[:start], *said, *tokens[place + 1 :])
    return tokens

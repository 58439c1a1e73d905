"""Words that are only parts of a name, and verbs that may be: ``in the yard``, ``how many fairs start in July``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import PARTICIPLES, VERBS, ends_as_verb
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier


def is_only_place(reading: Reading, tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> bool:
    """``in the yard`` says nothing of what was ``built in the yard``, and can only be so or not."""
    if reading.how != "partial" or not vocabulary.schema.is_boolean(reading.iri):
        return False
    stems = vocabulary.lexicon.stems
    term = vocabulary.schema.ontology.term(reading.iri)
    words = words_of(term.label() if term is not None else split_identifier(local_name(reading.iri)))
    own = set(stems(tokens[place].folded))
    at = next((n for n, w in enumerate(words) if not own.isdisjoint(stems(w))), 0)
    said = {s for t in tokens if t.kind == "word" for s in stems(t.folded)}
    verbs = [w for w in words[:at] if ends_as_verb(w) or w in PARTICIPLES]
    return bool(verbs) and not _AT.isdisjoint(words[:at]) and all(said.isdisjoint(stems(w)) for w in verbs)


_AT = frozenset(("in", "at", "on", "by", "from", "to", "for", "with"))


def is_dated_verb(start: int, tokens: Sequence[Token]) -> bool:
    """``how many tours start in July``: the verb of several things, before what tells when."""
    verb = tokens[start].folded in VERBS | _BEGINNING and start > 1 and tokens[start - 1].folded.endswith("s")
    asked = any(t.folded in ("which", "what", "many") for t in tokens[max(start - 4, 0) : start - 1])
    after = tokens[start + 1 : start + 3]
    return verb and asked and len(after) > 1 and after[0].folded in _DATING and after[1].kind == "number"


_BEGINNING = frozenset(("start", "begin", "end", "finish", "close", "open", "depart", "arrive", "expire"))
_DATING = frozenset(("in", "on", "before", "after", "since", "until", "at"))

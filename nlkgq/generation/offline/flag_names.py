"""Names of what is so or not that say so in a word of their own: ``sold`` for `Sold_YN`, ``VIP`` for `vip_flag`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.naming import identifier_words, name_words
from nlkgq.ontology.lexicon import Lexicon, TermMatch

_FLAGS: Final = frozenset(("yn", "tf", "yesno", "flag", "flg", "indicator", "ind", "bool", "boolean", "y", "n"))
_SCORE: Final = 0.93


def without_flags(
    matches: Iterable[TermMatch], words: Sequence[str], lexicon: Lexicon, schema: SchemaGraph
) -> Iterator[TermMatch]:
    """The matches of a phrase, those of whole names where only the word for a flag is missing as good as whole.

    Args:
        matches: What a phrase may mean.
        words: The phrase, folded.
        lexicon: Stems of words.
        schema: What is stored as true and false.
    """
    said = [lexicon.stems(w)[-1] for w in lexicon.content(words)]
    for match in matches:
        named = name_words(match.iri) if match.how == "partial" and schema.is_boolean(match.iri) else ()
        own = [w for w in named if w not in _FLAGS and w not in lexicon.function_words]
        if len(own) < len(named) and own:
            owners = {w for iri in schema.names(schema.subjects(match.iri)) for w in identifier_words(iri)}
            owned = {lexicon.stems(w)[-1] for w in owners}
            stems = [lexicon.stems(w)[-1] for w in own]
            if sorted(said) in (sorted(stems), sorted(s for s in stems if s not in owned)):
                match = replace(match, how="identifier", score=max(match.score, _SCORE))
        yield match

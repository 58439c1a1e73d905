"""Check: the query uses every value of the question."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nlkgq.masking.model import Placeholder
from nlkgq.ontology.words import fold
from nlkgq.sparql.terms import string_value
from nlkgq.sparql.tree import STRING_TERMINALS
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding


def unused_placeholder(query: QueryContext) -> Iterator[Finding]:
    """A placeholder of the question that the query does not use.

    Why: whoever asks names a value for a reason; a query without it answers another question. Needs the masked
    question.

    Failing::

        # VALUE_K3QX is a value of films:title
        SELECT ?film { ?film a films:Film }

    Passing::

        # VALUE_K3QX is a value of films:title
        SELECT ?film { ?film films:title "VALUE_K3QX" }
    """
    if query.masked is None:
        return
    # strings as what they say, whatever escapes they are written with
    said = (string_value(t) if t.terminal in STRING_TERMINALS else t.text for t in query.tree.tokens)
    text = fold(" ".join(said))
    iris = {iri for token in query.tree.tokens if (iri := query.tree.iri_or_none(token)) is not None}
    for placeholder in query.masked.placeholders:
        if fold(placeholder.name) in text or _is_written_out(placeholder, text, iris):
            continue
        yield Finding(
            code="unused-placeholder",
            severity="warning",
            message=f"The query does not use {placeholder.name}, which the question names.",
            terms=(placeholder.name,),
            suggestion=f"Let the query depend on {placeholder.name}.",
        )


def _is_written_out(placeholder: Placeholder, text: str, iris: set[str]) -> bool:
    """Whether the value itself stands there: a generator on this machine may write stored terms."""
    for candidate in placeholder.candidates:
        if candidate.term.value in iris or not iris.isdisjoint(candidate.subjects):
            return True
    spelt = (placeholder.original, *placeholder.readings, *(c.term.value for c in placeholder.candidates))
    return any(re.search(rf"(?<!\w){re.escape(fold(words))}(?!\w)", text) for words in spelt if words)

"""Check: the query uses every value of the question."""

from __future__ import annotations

from collections.abc import Iterator

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
    text = " ".join(token.text for token in query.tree.tokens).casefold()
    for placeholder in query.masked.placeholders:
        if placeholder.name.casefold() not in text:
            yield Finding(
                code="unused-placeholder",
                severity="warning",
                message=f"The query does not use {placeholder.name}, which the question names.",
                terms=(placeholder.name,),
                suggestion=f"Let the query depend on {placeholder.name}.",
            )

"""Check: placeholders are those of the question."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.masking.placeholders import is_placeholder
from nlkgq.sparql import quote
from nlkgq.sparql.edit import Splice
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.misplaced_placeholder import written_name
from nlkgq.validation.placed import constants


def unknown_placeholder(query: QueryContext) -> Iterator[Finding]:
    """A placeholder that the question does not have.

    Why: it stands for nothing and cannot be put back. Most often it is miscopied. Needs the masked question; where
    that has only one placeholder, the edit writes it.

    Failing::

        # VALUE_K3QX is a value of films:title
        SELECT ?film { ?film films:title "VALUE_K3QZ" }

    Passing::

        # VALUE_K3QX is a value of films:title
        SELECT ?film { ?film films:title "VALUE_K3QX" }
    """
    if query.masked is None:
        return
    names = [p.name for p in query.masked.placeholders]
    folded = {name.casefold() for name in names}
    for constant in constants(query):
        name, item = written_name(query, constant), constant.item
        if not is_placeholder(name) or name.casefold() in folded:
            continue
        literal = query.tree.literal(item) is not None
        yield Finding(
            code="unknown-placeholder",
            severity="error",
            message=f"The question has no placeholder {name.strip()}.",
            start=item.start,
            end=item.end,
            terms=(name,),
            suggestion=f"Those of the question: {', '.join(names)}." if names else "The question has none.",
            edit=(Splice(item.start, item.end, quote(names[0])),) if len(names) == 1 and literal else (),
        )

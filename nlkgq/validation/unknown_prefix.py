"""Check: every prefix in use is declared."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.iri import WELL_KNOWN
from nlkgq.sparql.edit import prefix_splice
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.nearest import nearest_name


def unknown_prefix(query: QueryContext) -> Iterator[Finding]:
    """A prefix that is used and not declared.

    Why: no engine knows what the name means, and most refuse the query. Where the ontology or common use knows the
    prefix, its declaration is added.

    Failing::

        SELECT ?film { ?film a fims:Film }

    Passing::

        SELECT ?film { ?film a films:Film }
    """
    tree = query.tree
    known = query.ontology.prefixes.merged(WELL_KNOWN)
    seen: set[str] = set()
    for token in tree.tokens:
        if token.start < tree.body.start or not token.terminal.startswith("PNAME"):
            continue
        prefix = token.text.partition(":")[0]
        if prefix in seen or tree.iri_or_none(token) is not None:
            continue
        seen.add(prefix)
        namespace = known.get(prefix)
        near = prefix if namespace is not None else nearest_name(prefix, [name for name, _ in known])
        yield Finding(
            code="unknown-prefix",
            severity="error",
            message=f"The prefix {prefix}: is not declared.",
            start=token.start,
            end=token.end,
            terms=(f"{prefix}:",),
            suggestion=f"Declare PREFIX {near}: <{known.get(near)}>." if near is not None else None,
            edit=(prefix_splice(tree, prefix, namespace),) if namespace is not None else (),
        )

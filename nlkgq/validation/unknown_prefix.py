"""Check: every prefix in use is declared."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.types import TypedQuery
from nlkgq.iri import WELL_KNOWN
from nlkgq.validation.finding import Finding
from nlkgq.validation.nearest import nearest_name


def unknown_prefix(query: TypedQuery) -> Iterator[Finding]:
    """Prefixed names whose prefix is not declared, once a prefix.

    Failing: ``SELECT ?f { ?f a exx:Film }``; passing: the same with ``PREFIX exx: <...>``.
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
        near = prefix if prefix in known else nearest_name(prefix, [name for name, _ in known])
        yield Finding(
            code="unknown-prefix",
            severity="error",
            message=f"The prefix {prefix}: is not declared.",
            start=token.start,
            end=token.end,
            terms=(f"{prefix}:",),
            suggestion=f"Declare PREFIX {near}: <{known.get(near)}>." if near is not None else None,
        )

"""Check: no variable is used only once."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nlkgq.sparql import Token, variable_name
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding

_DIGITS = re.compile(r"\d+")


def single_use(query: QueryContext) -> Iterator[Finding]:
    """A variable that stands at one place of the query only, and is no column.

    Why: as an object it says no more than that there is something. That may be meant, so it is only worth knowing;
    where another variable has nearly the same name, one of them is most likely misspelt, and that is a warning.

    Failing::

        SELECT ?title { ?film films:title ?title . ?fillm films:runtime ?runtime }

    Passing::

        SELECT ?title ?runtime { ?film films:title ?title ; films:runtime ?runtime }
    """
    tree = query.tree
    clause = tree.body.node("SelectClause")
    holder = clause if clause is not None else tree.body
    if holder.token("STAR") is not None or tree.form == "CONSTRUCT":
        return
    uses: dict[str, list[Token]] = {}
    for token in tree.tokens:
        if token.terminal == "VAR":
            uses.setdefault(variable_name(token), []).append(token)
    columns = set(tree.variables) | ({variable_name(t) for t in tree.body.tokens("VAR")})
    for name, tokens in uses.items():
        if len(tokens) > 1 or name in columns:
            continue
        subjects = sum(p.subject == tokens[0] for p in query.patterns)
        near = _misspelt(name, uses) if subjects < 2 else None
        if near is None and subjects:
            continue  # what has the other properties of the pattern
        yield Finding(
            code="single-use",
            severity="warning" if near is not None else "info",
            message=f"{tokens[0].text} is used only here.",
            start=tokens[0].start,
            end=tokens[0].end,
            terms=(tokens[0].text,),
            suggestion=f"Did you mean ?{near}?" if near is not None else "Write [] if any will do.",
        )


def _misspelt(name: str, known: dict[str, list[Token]]) -> str | None:
    """Another variable whose name differs by one letter; numbers tell variables apart on purpose."""
    from rapidfuzz.distance import OSA

    for other, tokens in known.items():
        if other != name and len(name) > 3 and _DIGITS.sub("", other) != _DIGITS.sub("", name):
            plural = {name, other} == {min(name, other, key=len), min(name, other, key=len) + "s"}
            if not plural and len(tokens) > 1 and OSA.distance(name, other, score_cutoff=1) <= 1:
                return other
    return None

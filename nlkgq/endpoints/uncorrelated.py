"""EXISTS written as a join and NOT EXISTS as MINUS, where that means the same and the embedded engine is quicker so.

The engine orders the patterns of a group by what they cost and joins them by hashing, but not those of an EXISTS: these
it runs as they stand, for every row anew. A pattern there that shares no variable with the rows around is read in full
each time.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from nlkgq.sparql import Node, Query, Splice, Token, TriplePattern, parse_query, triple_patterns, variable_name

_EXISTS = ("ExistsFunc", "NotExistsFunc")
_SEPARATE = (*_EXISTS, "MinusGraphPattern")
_PLAIN = frozenset(("TriplesBlock", "Filter", "InlineData", "GroupOrUnionGraphPattern"))


def uncorrelated(text: str) -> str:
    """A query with the same solutions, as often, in the same order where it asks for one.

    Section 18.6 of SPARQL 1.1 runs the pattern of an EXISTS with the values of the row put in; MINUS and a join compare
    instead. Both agree where every variable that the pattern shares with the rest has a value on both sides, always.

    >>> uncorrelated("SELECT ?a { ?a a <C> FILTER NOT EXISTS { ?a <p> ?b . ?b <q> ?c } }")
    'SELECT ?a { ?a a <C> . MINUS { ?a <p> ?b . ?b <q> ?c } }'
    """
    if "EXISTS" not in text.upper():
        return text
    query = parse_query(text)
    patterns = triple_patterns(query)
    splices: list[Splice] = []
    for function in query.find(*_EXISTS):
        constraint = query.parent(function)
        group = query.parent(constraint) if constraint is not None else None
        if constraint is None or constraint.kind != "Filter" or group is None or group.kind != "GroupGraphPattern":
            continue
        inner = function.nodes("GroupGraphPattern")[0]
        shared = _shared(query, group, inner)
        own = [p for p in patterns if _within(p.triples, inner)]
        if not shared or not _is_plain(query, inner, shared) or not any(_is_apart(query, p, shared) for p in own):
            continue
        source = query.source(inner)
        if function.kind == "ExistsFunc":
            names = " ".join(f"?{name}" for name in sorted(shared))
            source = f"{{ SELECT DISTINCT {names} WHERE {source} }}"
        else:
            source = f"MINUS {source}"
        splices.append(Splice(constraint.start, constraint.end, _joint(query, group, constraint)))
        splices.append(Splice(group.end - 1, group.end - 1, f"{source} "))
    return str(query.edit(*splices)) if splices else text


def _joint(query: Query, group: Node, constraint: Node) -> str:
    """What parts the triples before a filter from those after it."""
    before = [part for part in group.nodes() if part.end <= constraint.start]
    open_ended = bool(before) and before[-1].kind == "TriplesBlock" and query.tokens_of(before[-1])[-1].text != "."
    return "." if open_ended else ""


def _shared(query: Query, group: Node, inner: Node) -> set[str] | None:
    """Variables of an EXISTS that the query uses elsewhere; None where one of them may be without a value."""
    inside = {variable_name(t) for t in query.tokens_of(inner) if t.terminal == "VAR"}
    tokens = [t for t in query.tokens if t.terminal == "VAR" and not inner.start <= t.start < inner.end]
    shared = {variable_name(t) for t in tokens if not _is_separate(query, t, inner)} & inside
    return shared if shared <= _bound(query, group) and shared <= _bound(query, inner) else None


def _is_separate(query: Query, token: Token, inner: Node) -> bool:
    """Whether a variable stands in another EXISTS or MINUS, which give no values to the rows."""
    return any(
        above.kind in _SEPARATE and not above.start <= inner.start < above.end for above in query.ancestors(token)
    )


def _bound(query: Query, group: Node) -> set[str]:
    """Variables that have a value in every solution of a group, by its own triples or those of a sub-select."""
    found: set[str] = set()
    for part in group.nodes():
        if part.kind == "TriplesBlock":
            found.update(variable_name(t) for t in query.tokens_of(part) if t.terminal == "VAR")
        elif part.kind == "GroupOrUnionGraphPattern":
            branches = [_bound(query, branch) for branch in part.nodes("GroupGraphPattern")]
            found |= set.intersection(*branches)
        elif part.kind == "SubSelect":
            clause, where = part.nodes("SelectClause")[0], part.nodes("WhereClause")[0].nodes("GroupGraphPattern")[0]
            inner = _bound(query, where)
            found |= inner & {variable_name(t) for t in clause.tokens("VAR")} if clause.tokens("VAR") else set()
    return found


def _is_plain(query: Query, group: Node, shared: Collection[str]) -> bool:
    """Whether a group is of triples, unions and filters whose shared variables its own triples bind."""
    bound = _bound(query, group)
    for part in group.nodes():
        if part.kind not in _PLAIN:
            return False
        if part.kind == "TriplesBlock" and any(path.tokens("STAR", "QMARK") for path in part.find("PathElt")):
            # A path of no steps ends at whatever is put in, be it in the graph or not.
            return False
        if part.kind == "Filter":
            names = {variable_name(t) for t in query.tokens_of(part) if t.terminal == "VAR"}
            if any(part.find(*_EXISTS)) or not names.intersection(shared) <= bound:
                return False
        if not all(_is_plain(query, branch, shared) for branch in part.nodes("GroupGraphPattern")):
            return False
    return True


def _within(node: Node, outer: Node) -> bool:
    return outer.start <= node.start and node.end <= outer.end


def _is_apart(query: Query, pattern: TriplePattern, shared: Collection[str]) -> bool:
    """Whether nothing of a pattern is given by the row around."""
    ends: Sequence[object] = (pattern.subject, pattern.object)
    return not any(isinstance(e, Token) and e.terminal == "VAR" and variable_name(e) in shared for e in ends)

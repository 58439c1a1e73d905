"""Gold that excludes what it asks for, and gold that asks for one thing twice."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.sparql import Element, Node, Query, Token, triple_patterns


def excludes_itself(query: Query) -> bool:
    """Whether a FILTER NOT EXISTS excludes what its own group asks for: then nothing is ever found.

    >>> from nlkgq.sparql import parse_query
    >>> excludes_itself(parse_query("ASK { ?a <x:p> 1 FILTER NOT EXISTS { ?a <x:p> 1 } }"))
    True
    >>> excludes_itself(parse_query("ASK { ?a <x:p> 1 FILTER NOT EXISTS { ?a <x:p> ?b . ?b <x:q> 2 } }"))
    False
    """
    for node in query.find("NotExistsFunc"):
        inner = next((c for c in node.children if isinstance(c, Node)), None)
        outer = query.enclosing(node, "GroupGraphPattern")
        if inner is None or outer is None or not _is_plain(inner):
            continue
        asked = set(_parts(query, inner))
        if asked and asked <= set(_parts(query, outer)):
            return True
    return False


def has_repeated_branch(query: Query) -> bool:
    """Whether two branches of a UNION are the same.

    >>> from nlkgq.sparql import parse_query
    >>> has_repeated_branch(parse_query("SELECT ?a { { ?a <x:p> 1 } UNION { ?a  <x:p> 1 } }"))
    True
    """
    for union in query.find("GroupOrUnionGraphPattern"):
        branches = [_text(query, c) for c in union.children if isinstance(c, Node)]
        if len(set(branches)) < len(branches):
            return True
    return False


def _is_plain(group: Node) -> bool:
    """Whether a group holds triples and filters alone."""
    return all(not isinstance(c, Node) or c.kind in ("TriplesBlock", "Filter") for c in group.children)


def _parts(query: Query, group: Node) -> Iterator[str]:
    """The triples and filters that stand in a group itself, as texts."""
    for pattern in triple_patterns(query):
        if query.enclosing(pattern.triples, "GroupGraphPattern") is group:
            ends = (pattern.subject, pattern.predicate, pattern.object)
            yield " ".join(_text(query, end) if isinstance(end, Node | Token) else str(end) for end in ends)
    yield from (_text(query, c) for c in group.children if isinstance(c, Node) and c.kind == "Filter")


def _text(query: Query, item: Element) -> str:
    return " ".join(query.iri_or_none(t) or t.text if t.terminal != "A" else "a" for t in query.tokens_of(item))

"""Other ways to write the same query: none of them may be refused by a suite."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.errors import SparqlSyntaxError
from nlkgq.evaluation.suite.mutations import Change
from nlkgq.iri import RDF
from nlkgq.sparql import Query, Splice, Token, parse_query, triple_patterns


def rewritings(gold: str) -> list[str]:
    """Texts with the gold's meaning, each once; () where none can be written."""
    query = parse_query(gold, undeclared_prefixes=True)
    found: dict[str, None] = {}
    for change in _changes(query):
        try:
            text = str(query.edit(*change))
        except (SparqlSyntaxError, ValueError):
            continue
        if text != gold:
            found[text] = None
    return list(found)


def _changes(query: Query) -> Iterator[Change]:
    # inner variables renamed
    shown = set(query.variables)
    tokens = [t for t in query.tokens if t.terminal.startswith("VAR") and t.text[1:] not in shown]
    if query.form in ("SELECT", "ASK") and tokens and query.body.find("SelectClause") is not None:
        yield tuple(Splice(t.start, t.end, f"?renamed{t.text[1:]}") for t in tokens)
    # `a` written out
    keywords = [
        p.predicate for p in triple_patterns(query) if isinstance(p.predicate, Token) and p.predicate.terminal == "A"
    ]
    if keywords:
        yield tuple(Splice(t.start, t.end, f"<{RDF}type>") for t in dict.fromkeys(keywords))
    # prefixed names written out
    names = [t for t in query.tokens if t.terminal == "PNAME_LN" and query.iri_or_none(t) is not None]
    names = [t for t in names if query.enclosing(t, "PrefixDecl") is None]
    if names:
        yield tuple(Splice(t.start, t.end, f"<{query.iri(t)}>") for t in names)
    # conditions that say nothing new
    for node in query.find("Filter"):
        inner = node.children[-1]
        yield (Splice(inner.start, inner.end, f"({query.source(inner)} && true)"),)
    # comparisons turned round
    turned = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "=", "!=": "!="}
    for node in query.find("RelationalExpression"):
        if len(node.children) == 3:
            left, sign, right = node.children
            if isinstance(sign, Token) and sign.text in turned:
                text = f"{query.source(right)} {turned[sign.text]} {query.source(left)}"
                yield (Splice(node.start, node.end, text),)
    # branches of a UNION in the other order
    for node in query.find("GroupOrUnionGraphPattern"):
        branches = node.nodes("GroupGraphPattern")
        if len(branches) > 1:
            yield (Splice(node.start, node.end, " UNION ".join(query.source(b) for b in reversed(branches))),)
    # statements in the other order
    for block in query.find("TriplesBlock"):
        statements = block.nodes("TriplesSameSubjectPath")
        if len(statements) > 1:
            yield (Splice(block.start, block.end, " . ".join(query.source(s) for s in reversed(statements)) + " ."),)
    # an OPTIONAL that binds nothing
    where = query.body.node("WhereClause")
    group = next(where.find("GroupGraphPattern"), None) if where is not None else None
    if group is not None and group.node("SubSelect") is None:
        yield (Splice(group.end - 1, group.end - 1, " OPTIONAL { } "),)

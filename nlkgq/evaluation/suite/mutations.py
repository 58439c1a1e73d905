"""Queries near a gold query with another meaning: one change each.

Two families share no operator. The graphs of a suite are chosen by the first (`DISTILLING`), and judged by the second
(`JUDGING`): a suite that only knew its own mutants would prove nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from nlkgq.errors import SparqlSyntaxError
from nlkgq.evaluation.suite.vocabulary import Vocabulary
from nlkgq.iri import RDF
from nlkgq.sparql import Node, Query, Splice, Token, parse_query, triple_patterns, visible_variables
from nlkgq.sparql.tree import NUMERIC_TERMINALS, STRING_TERMINALS

_OTHERS: Final = 2
"""How many other terms stand in for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A changed query and the operator that changed it."""

    operator: str
    text: str


Change = tuple[Splice, ...]
Operator = Callable[[Query, Vocabulary], Iterator[Change]]


def mutants(gold: str, vocabulary: Vocabulary, operators: Mapping[str, Operator]) -> list[Mutant]:
    """Every single change that gives a query, each text once, in a fixed order.

    Args:
        gold: A query that parses.
        vocabulary: Of its graph.
        operators: `DISTILLING` or `JUDGING`.
    """
    query = parse_query(gold, undeclared_prefixes=True)
    found: dict[str, Mutant] = {}
    for name, operator in operators.items():
        for change in operator(query, vocabulary):
            try:
                text = str(query.edit(*change))
            except (SparqlSyntaxError, ValueError):
                continue  # the change does not fit here
            if text != str(query):
                found.setdefault(text, Mutant(operator=name, text=text))
    return list(found.values())


def _put(item: Node | Token, text: str) -> Change:
    return (Splice(item.start, item.end, text),)


# Distilling


def other_property(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """A property in place of another with values of the same kind."""
    for token in _predicates(query):
        iri = query.iri_or_none(token)
        if iri is not None and iri != RDF + "type":
            yield from (_put(token, f"<{p}>") for p in vocabulary.like(iri)[:_OTHERS])


def reversed_edge(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """An edge read from its end to its beginning."""
    for token in _predicates(query):
        iri = query.iri_or_none(token)
        if iri is not None and iri != RDF + "type" and not vocabulary.has_literals(iri):
            yield _put(token, f"(^<{iri}>)")


def any_edge(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """Any property in place of one."""
    for token in _predicates(query):
        iri = query.iri_or_none(token)
        if iri is not None:
            yield _put(token, f"(<{iri}>|!<{iri}>)")


def dropped_pattern(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """One property and its values left out, or a whole subject."""
    for block in query.find("PropertyListPathNotEmpty"):
        parts = block.children
        starts = [i for i, p in enumerate(parts) if isinstance(p, Node) and p.kind == "ObjectListPath"]
        for number, place in enumerate(starts):
            if number:
                yield (Splice(parts[place - 1].start, parts[place].end, ""),)
            elif len(starts) > 1:
                yield (Splice(parts[0].start, parts[starts[1] - 1].start, ""),)
    for block in query.find("TriplesSameSubjectPath"):
        yield _put(block, "{}")


def dropped_filter(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """A FILTER left out."""
    for node in query.find("Filter"):
        yield _put(node, "")


def comparison_edge(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """A bound counted in or out; equal read as unequal."""
    yield from _operators(query, {">": ">=", ">=": ">", "<": "<=", "<=": "<", "=": "!=", "!=": "="})


def other_literal(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """A constant changed a little."""
    for token in _tokens(query, NUMERIC_TERMINALS):
        if query.enclosing(token, "LimitOffsetClauses") is None:
            yield _put(token, _shifted(token.text, 1))
    for token in _tokens(query, STRING_TERMINALS):
        if query.enclosing(token, "GroupConcat") is None:
            yield _put(token, '"another text"')


def distinct(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """DISTINCT added or left out, in SELECT and in aggregates."""
    for clause in query.find("SelectClause"):
        word = clause.token("DISTINCT")
        yield (
            _put(word, "")
            if word is not None
            else (Splice(clause.children[0].end, clause.children[0].end, " DISTINCT"),)
        )
    for node in query.find("Aggregate"):
        word = node.token("DISTINCT")
        opening = node.token("LPAR")
        if word is not None:
            yield _put(word, "")
        elif opening is not None and node.token("STAR") is None:
            yield (Splice(opening.end, opening.end, "DISTINCT "),)


def order(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """The other end of an order, where rows are cut."""
    for condition in query.find("OrderCondition"):
        word = condition.token("ASC", "DESC")
        if word is not None:
            yield _put(word, "ASC" if word.text.upper() == "DESC" else "DESC")
        else:
            yield _put(condition, f"DESC({query.source(condition)})")


def limit(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """One row more, or no end."""
    for clause in query.find("LimitClause"):
        number = clause.token("INTEGER")
        if number is not None:
            yield _put(number, str(int(number.text) + 1))
        yield _put(clause, "")


def demanded_option(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """OPTIONAL read as needed."""
    for node in query.find("OptionalGraphPattern"):
        word = node.token("OPTIONAL")
        if word is not None:
            yield _put(word, "")


# Judging


def other_class(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """A class in place of another."""
    for pattern in triple_patterns(query):
        iri = query.iri_or_none(pattern.object)
        if (
            query.iri_or_none(pattern.predicate) == RDF + "type"
            and iri is not None
            and isinstance(pattern.object, Token)
        ):
            others = [c for c in vocabulary.classes if c != iri]
            yield from (_put(pattern.object, f"<{c}>") for c in others[:_OTHERS])


def other_aggregate(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """MIN for MAX, SUM for AVG, and the reverse."""
    others = {"MIN": "MAX", "MAX": "MIN", "SUM": "AVG", "AVG": "SUM"}
    for node in query.find("Aggregate"):
        word = node.children[0]
        if isinstance(word, Token) and word.text.upper() in others:
            yield _put(word, others[word.text.upper()])


def negated_filter(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """A condition turned round."""
    for node in query.find("Filter"):
        inner = node.children[-1]
        yield _put(inner, f"(!({query.source(inner)}))")


def turned_comparison(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """More read as less."""
    yield from _operators(query, {">": "<", ">=": "<=", "<": ">", "<=": ">="})


def and_or(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """And read as or, and the reverse."""
    for node in query.find("ConditionalAndExpression", "ConditionalOrExpression"):
        for token in node.tokens("AND", "OR"):
            yield _put(token, "||" if token.text == "&&" else "&&")


def dropped_branch(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """One branch of a UNION left out."""
    for node in query.find("GroupOrUnionGraphPattern"):
        branches = node.nodes("GroupGraphPattern")
        if len(branches) > 1:
            for branch in branches:
                rest = " UNION ".join(query.source(b) for b in branches if b is not branch)
                yield _put(node, rest)


def dropped_minus(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """MINUS, or OPTIONAL, left out with what is in it."""
    for node in query.find("MinusGraphPattern", "OptionalGraphPattern"):
        yield _put(node, "")


def dropped_having(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """HAVING left out."""
    for node in query.find("HavingClause"):
        yield _put(node, "")


def further_condition(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """A property that the answer must have, too."""
    subjects = dict.fromkeys(
        p.subject.text
        for p in triple_patterns(query)
        if isinstance(p.subject, Token) and p.subject.terminal.startswith("VAR")
    )
    used = {query.iri_or_none(p.predicate) for p in triple_patterns(query)}
    others = [p for p in vocabulary.samples if p not in used and p != RDF + "type"][:1]
    group = next(query.find("GroupGraphPattern"), None)
    if group is not None:
        for subject in list(subjects)[:2]:
            for iri in others:
                yield (Splice(group.end - 1, group.end - 1, f" {{ {subject} <{iri}> ?nlkgqAny }} "),)


def other_variable(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """A wrong join: a variable where another stands."""
    patterns = triple_patterns(query)
    places = [
        t for p in patterns for t in (p.subject, p.object) if isinstance(t, Token) and t.terminal.startswith("VAR")
    ]
    names = list(dict.fromkeys(t.text for t in places))
    for token in places:
        for name in [n for n in names if n != token.text][:1]:
            yield _put(token, name)


def forgotten_constant(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """Anything where a value or an individual is asked for."""
    for pattern in triple_patterns(query):
        thing = pattern.object
        constant = query.literal(thing) is not None or query.iri_or_none(thing) is not None
        if constant and isinstance(thing, Token | Node) and query.iri_or_none(pattern.predicate) != RDF + "type":
            yield _put(thing, "?nlkgqAny")


def other_column(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """Another variable returned."""
    clause = query.body.node("SelectClause")
    where = query.body.node("WhereClause")
    if clause is None or where is None or query.body.node("GroupClause") is not None:
        return
    for token in clause.tokens("VAR", "VAR1", "VAR2"):
        for name in [v for v in sorted(visible_variables(query, clause)) if v not in query.variables][:2]:
            yield _put(token, f"?{name}")


def far_number(query: Query, vocabulary: Vocabulary) -> Iterator[Change]:
    """A number ten times too large."""
    for token in _tokens(query, NUMERIC_TERMINALS):
        if query.enclosing(token, "LimitOffsetClauses", "MultiplicativeExpression") is None:
            yield _put(token, token.text + "0" if token.text.lstrip("+-").isdigit() else _shifted(token.text, 100))


DISTILLING: Final[Mapping[str, Operator]] = {
    f.__name__: f
    for f in (
        other_property, reversed_edge, any_edge, dropped_pattern, dropped_filter, comparison_edge, other_literal,
        distinct, order, limit, demanded_option,
    )
}  # fmt: skip
JUDGING: Final[Mapping[str, Operator]] = {
    f.__name__: f
    for f in (
        other_class, other_aggregate, negated_filter, turned_comparison, and_or, dropped_branch, dropped_minus,
        dropped_having, further_condition, other_variable, forgotten_constant, other_column, far_number,
    )
}  # fmt: skip


def _predicates(query: Query) -> list[Token]:
    """Tokens that name properties, those inside paths included."""
    found: dict[Token, None] = {}
    for pattern in triple_patterns(query):
        predicate = pattern.predicate
        if isinstance(predicate, Token):
            found[predicate] = None
        elif isinstance(predicate, Node):
            found.update(dict.fromkeys(predicate.find_tokens("IRIREF", "PNAME_LN", "PNAME_NS")))
    return [t for t in found if t.terminal in ("IRIREF", "PNAME_LN", "PNAME_NS")]


def _tokens(query: Query, terminals: frozenset[str]) -> list[Token]:
    return [t for t in query.tokens if t.terminal in terminals]


def _operators(query: Query, changes: Mapping[str, str]) -> Iterator[Change]:
    for node in query.find("RelationalExpression"):
        for token in node.tokens():
            if token.text in changes:
                yield _put(token, changes[token.text])


def _shifted(text: str, by: int) -> str:
    try:
        return str(int(text) + by) if text.lstrip("+-").isdigit() else f"{float(text) + by:g}"
    except ValueError:
        return text

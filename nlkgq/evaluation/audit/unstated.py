"""What a gold query asks and its question does not say: a value, a column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from nlkgq.evaluation.audit.wording import WORD, Wording
from nlkgq.ontology.model import split_identifier
from nlkgq.ontology.words import fold
from nlkgq.sparql import Node, Query, Token, triple_patterns

_NOT_ASKED: Final = ("LimitOffsetClauses", "GroupClause", "OrderClause", "MultiplicativeExpression", "ArgList")
"""Where a constant is no condition: rounding multiplies by 100, and divides again."""
_NO_NAME: Final = re.compile(
    r"(?:(?:first|second|third|fourth)?(?:answer|result|value|item|output|col|column|var|aggregation|agg|all|res|uri))?s?\d*"
    r"|[a-z]{1,2}\d*"
)
"""Words of variables that tell nothing: ?result, ?firstanswer, ?t1."""
_AGGREGATES: Final = {
    "COUNT": "count counts number numbers many often total frequency amount much size",
    "SUM": "sum total altogether combined overall amount much many",
    "AVG": "average mean avg typical typically",
    "MIN": "minimum least lowest smallest min fewest earliest first shortest youngest",
    "MAX": "maximum most highest largest max biggest greatest latest last longest oldest",
}


def unstated_values(query: Query, wording: Wording) -> Iterator[str]:
    """Constants of conditions that the question does not say, each once."""
    yield from (text for text in dict.fromkeys(_constants(query)) if not wording.says_value(text))


def unstated_columns(query: Query, wording: Wording) -> Iterator[str]:
    """Columns, beside another, that the question does not ask for. One whose name tells nothing is left out."""
    if query.form != "SELECT" or len(query.variables) < 2:
        return
    for variable in query.variables:
        names = _names(query, variable)
        if names and not any(map(wording.says_name, names)):
            yield variable


def _constants(query: Query) -> list[str]:
    """Literals of triples and filters."""
    found = []
    for item in query.walk():
        if query.enclosing(item, *_NOT_ASKED) is not None:
            continue
        value = query.literal(item)
        parent = query.parent(item)
        if value is not None and not (parent is not None and query.literal(parent) is not None):
            found.append(value.value)
    return [t for t in found if t.lower() not in ("true", "false", "i", "", "0", "1")]


def _names(query: Query, variable: str) -> list[list[str]]:
    """Names that would ask for a column: its own, of the property that binds it, of what it counts or sums up."""
    found = [variable]
    for pattern in triple_patterns(query):
        if isinstance(pattern.object, Token) and pattern.object.text.lstrip("?$") == variable:
            iri = query.iri_or_none(pattern.predicate)
            found += [re.split(r"[/#]", iri)[-1]] if iri else []
    names = [words for words in (_telling(found[0]), *map(_property_words, found[1:])) if words]
    expression = _expression_of(query, variable)
    if expression is None:
        return names
    functions = {n.tokens()[0].text.upper() for n in expression.find("Aggregate")}
    names += [[word] for function in functions for word in _AGGREGATES.get(function, "").split()]
    inner = {t.text[1:] for t in expression.tokens() if t.terminal.startswith("VAR")} - {variable}
    if "COUNT" not in functions:  # that things are counted is always said
        names += [name for one in sorted(inner) for name in _names(query, one)]
    return names


def _property_words(name: str) -> list[str]:
    words = WORD.findall(fold(split_identifier(name)))
    return [w for w in words if w not in ("has", "is", "ref", "value")] or words


def _telling(name: str) -> list[str]:
    words = WORD.findall(fold(split_identifier(name)))
    return [w for w in words if w in ("id", "no", "of", "in", "by") or _NO_NAME.fullmatch(w) is None]


def _expression_of(query: Query, variable: str) -> Node | None:
    """The part of a SELECT clause, or the BIND, that makes a variable's value."""
    for word in (t for t in query.tokens if t.terminal == "AS"):
        parent = query.parent(word)
        if parent is None:
            continue
        parts = parent.children
        place = next((n for n, part in enumerate(parts) if part is word), None)
        if place is not None and 0 < place < len(parts) - 1:
            name = query.source(parts[place + 1]).lstrip("?$")
            before = parts[place - 1]
            if name == variable and isinstance(before, Node):
                return before
    return None

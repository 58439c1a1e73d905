"""Parts of a query in plain words: terms, paths, expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from nlkgq.analysis.types import TypedQuery
from nlkgq.iri import WELL_KNOWN, PrefixMap, local_name
from nlkgq.ontology.model import split_identifier
from nlkgq.sparql import Element, ImpliedIri, ListCell, Node, PatternTerm, Token, variable_name

_DEEPEST = 30
"""Expressions nested deeper are quoted, not told."""

_COMPARISONS: Final = {
    "EQUAL": "is",
    "NOT_EQUAL": "is not",
    "LESS": "is less than",
    "GREATER": "is more than",
    "LESS_EQUAL": "is at most",
    "GREATER_EQUAL": "is at least",
}
_AGGREGATES: Final = {
    "COUNT": "the number of",
    "SUM": "the sum of",
    "AVG": "the average of",
    "MIN": "the smallest",
    "MAX": "the largest",
    "SAMPLE": "any one",
    "GROUP_CONCAT": "the joined texts of",
}
_FUNCTIONS: Final = {
    "STR": "{0}",
    "LANG": "the language of {0}",
    "DATATYPE": "the datatype of {0}",
    "YEAR": "the year of {0}",
    "MONTH": "the month of {0}",
    "DAY": "the day of {0}",
    "STRLEN": "the length of {0}",
    "UCASE": "{0} in capitals",
    "LCASE": "{0} in lower case",
    "ABS": "the size of {0}",
    "ROUND": "{0} rounded",
    "CEIL": "{0} rounded up",
    "FLOOR": "{0} rounded down",
    "NOW": "the present time",
    "BOUND": "{0} has a value",
    "CONTAINS": "{0} contains {1}",
    "STRSTARTS": "{0} starts with {1}",
    "STRENDS": "{0} ends with {1}",
    "LANGMATCHES": "{0} is {1}",
    "SAMETERM": "{0} is exactly {1}",
    "IF": "{1} if {0}, else {2}",
    "REGEX": "{0} matches {1}",
    "ISIRI": "{0} is a thing",
    "ISURI": "{0} is a thing",
    "ISLITERAL": "{0} is a literal",
    "ISBLANK": "{0} is a blank node",
    "ISNUMERIC": "{0} is a number",
}
_OPERATORS: Final = {"PLUS": "plus", "HYPHEN": "minus", "STAR": "times", "SLASH": "divided by"}
_BACKWARDS: Final = ", backwards"
_REPEATS: Final = {"STAR": "{0} any number of times", "PLUS": "{0} one or more times", "QMARK": "{0} if there is one"}


class Wording:
    """Says parts of one query in words; ontology labels where there are any.

    Args:
        query: The query with its ontology.
        language: Of the labels.
    """

    def __init__(self, query: TypedQuery, language: str = "en") -> None:
        self._query = query
        self._tree = query.tree
        self._language = language
        self._variables: dict[str, str] = {}
        self._prefixes: PrefixMap = query.tree.prefixes.merged(query.ontology.prefixes).merged(WELL_KNOWN)

    def label(self, iri: str) -> str:
        """The ontology's label of a term, else its local name split into words."""
        term = self._query.ontology.term(iri)
        return term.label(self._language) if term is not None else split_identifier(local_name(iri)) or iri

    def short(self, iri: str) -> str:
        """An IRI as prefixed name."""
        return self._prefixes.shorten(iri)

    def iri(self, iri: str) -> str:
        """A term as label and name: ``directed by (ex:directedBy)``."""
        return f"{self.label(iri)} ({self.short(iri)})"

    def variable(self, name: str) -> str:
        """A variable with the class it is known to have: ``the film ?f``."""
        told = self._variables.get(name)
        if told is None:
            certain = [union[0] for union in self._query.classes_of(name) if len(union) == 1]
            told = self._variables[name] = f"the {self.label(certain[0])} ?{name}" if certain else f"?{name}"
        return told

    def term(self, term: PatternTerm) -> str:
        """A subject or object in words."""
        if isinstance(term, ImpliedIri):
            return self.iri(term.iri)
        if isinstance(term, ListCell):
            return "the rest of the list"
        if isinstance(term, Token):
            if term.terminal == "VAR":
                return self.variable(variable_name(term))
            iri = self._tree.iri_or_none(term)
            return self.iri(iri) if iri is not None else self._tree.source(term)
        if term.kind.startswith("Collection"):
            return "a list"
        if term.kind.startswith("BlankNode") or term.kind == "ANON":
            return "something"
        return self._tree.source(term)

    def path(self, path: Element, depth: int = 0) -> str:
        """A property or property path in words."""
        if isinstance(path, Token):
            if path.terminal == "VAR":
                return f"any property {path.text}"
            iri = self._tree.iri_or_none(path)
            return self.iri(iri) if iri is not None else path.text
        if depth > _DEEPEST:
            return self._tree.source(path)
        parts = [self.path(c, depth + 1) for c in path.children if not _is_sign(c)]
        match path.kind:
            case "PathSequence":
                return ", then ".join(parts)
            case "PathAlternative":
                return " or ".join(_either_way(parts))
            case "PathElt":
                return _REPEATS[path.tokens("STAR", "PLUS", "QMARK")[0].terminal].format(parts[0])
            case "PathEltOrInverse" | "PathOneInPropertySet":
                return parts[0] + _BACKWARDS
            case "PathPrimary" if path.token("BANG") is not None:
                return f"any property but {parts[0]}"
            case "PathNegatedPropertySet":
                return " or ".join(parts)
        return f"({', '.join(parts)})"

    def expression(self, item: Element, depth: int = 0) -> str:
        """An expression in words; what has no words is quoted as it stands."""
        if isinstance(item, Token):
            iri = self._tree.iri_or_none(item)
            return self.iri(iri) if iri is not None else item.text
        if depth > _DEEPEST:
            return self._tree.source(item)
        told = _KINDS.get(item.kind)
        words = told(self, item, depth + 1) if told is not None else None
        return words if words is not None else self._tree.source(item)

    def _joined(self, node: Node, words: Mapping[str, str], depth: int) -> str:
        parts = [
            words.get(c.terminal, c.text) if isinstance(c, Token) and c.terminal in words else self.expression(c, depth)
            for c in node.children
        ]
        return " ".join(parts)

    def _either(self, node: Node, depth: int) -> str:
        return self._joined(node, {"OR": "or"}, depth)

    def _both(self, node: Node, depth: int) -> str:
        return self._joined(node, {"AND": "and"}, depth)

    def _relation(self, node: Node, depth: int) -> str:
        if node.token("IN") is None:
            return self._joined(node, _COMPARISONS, depth)
        members = [self.expression(c, depth) for c in node.nodes("ExpressionList")[0].children if not _is_sign(c)]
        verb = "is none of" if node.token("NOT") is not None else "is one of"
        return f"{self.expression(node.children[0], depth)} {verb} {', '.join(members)}"

    def _arithmetic(self, node: Node, depth: int) -> str:
        return self._joined(node, _OPERATORS, depth)

    def _unary(self, node: Node, depth: int) -> str:
        inner = self.expression(node.children[1], depth)
        return f"not: {inner}" if node.token("BANG") is not None else f"{node.tokens()[0].text}{inner}"

    def _bracketted(self, node: Node, depth: int) -> str:
        inner = node.children[1]
        plain = isinstance(inner, Token) or inner.kind in {"BuiltInCall", "Aggregate", "RelationalExpression"}
        words = self.expression(inner, depth)
        return words if plain else f"({words})"

    def _call(self, node: Node, depth: int) -> str | None:
        name = node.tokens()[0].text.upper()
        pattern = _FUNCTIONS.get(name)
        arguments = [self.expression(c, depth) for c in node.children[1:] if not _is_sign(c)]
        if pattern is None or any(f"{{{index}}}" in pattern for index in range(len(arguments), 3)):
            return None
        return pattern.format(*arguments)

    def _aggregate(self, node: Node, depth: int) -> str:
        words = _AGGREGATES[node.tokens()[0].terminal]
        distinct = " different" if node.token("DISTINCT") is not None else ""
        if node.token("STAR") is not None:
            return f"{words}{distinct} rows"
        inner = next(c for c in node.children[2:] if not isinstance(c, Token) or c.terminal != "DISTINCT")
        return f"{words}{distinct} {self.expression(inner, depth)}"


_KINDS: Final[Mapping[str, Callable[[Wording, Node, int], str | None]]] = {
    "ConditionalOrExpression": Wording._either,
    "ConditionalAndExpression": Wording._both,
    "RelationalExpression": Wording._relation,
    "AdditiveExpression": Wording._arithmetic,
    "MultiplicativeExpression": Wording._arithmetic,
    "SignedTerm": Wording._arithmetic,
    "UnaryExpression": Wording._unary,
    "BrackettedExpression": Wording._bracketted,
    "BuiltInCall": Wording._call,
    "RegexExpression": Wording._call,
    "Aggregate": Wording._aggregate,
}

_SIGNS: Final = frozenset(
    {"LPAR", "RPAR", "COMMA", "SLASH", "VBAR", "CIRCUMFLEX", "BANG", "STAR", "PLUS", "QMARK", "SEMICOLON"}
)


def _either_way(ways: Sequence[str]) -> Iterator[str]:
    """Alternatives, of which a property and the same one backwards are one."""
    for way in ways:
        if way + _BACKWARDS in ways:
            yield f"{way}, either way"
        elif way.removesuffix(_BACKWARDS) == way or way.removesuffix(_BACKWARDS) not in ways:
            yield way


def _is_sign(item: Element) -> bool:
    return isinstance(item, Token) and item.terminal in _SIGNS

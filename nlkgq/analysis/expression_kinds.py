"""Kinds of value of variables and expressions, from the whole query (SPARQL 1.1 sections 17.3 and 17.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nlkgq.analysis.edges import TYPE, Edge, Slot
from nlkgq.analysis.types import range_unions
from nlkgq.analysis.value_kinds import BOOLEAN, NUMBER, TEXT, THING, Kinds, datatype_kind, kinds_of, literal_kinds
from nlkgq.iri import XSD
from nlkgq.sparql import Element, Node, Token, triple_patterns, variable_name
from nlkgq.sparql.scope import Names, pattern_scopes, values_variables

if TYPE_CHECKING:
    from nlkgq.analysis.types import TypedQuery

_DEEPEST: Final = 40
_PLAIN: Final[Kinds] = frozenset({"text"})
_IRI: Final[Kinds] = frozenset({"iri"})
_RESULTS: Final[Mapping[str, Kinds]] = {
    **dict.fromkeys(("STR", "LANG", "ENCODE_FOR_URI", "TZ", "UUID", "STRUUID", "GROUP_CONCAT"), _PLAIN),
    **dict.fromkeys(("MD5", "SHA1", "SHA256", "SHA384", "SHA512"), _PLAIN),
    **dict.fromkeys(("UCASE", "LCASE", "SUBSTR", "REPLACE", "CONCAT", "STRBEFORE", "STRAFTER", "STRLANG"), TEXT),
    **dict.fromkeys(("ABS", "CEIL", "FLOOR", "ROUND", "RAND", "STRLEN", "YEAR", "MONTH", "DAY"), NUMBER),
    **dict.fromkeys(("HOURS", "MINUTES", "SECONDS", "COUNT", "SUM", "AVG"), NUMBER),
    **dict.fromkeys(("CONTAINS", "STRSTARTS", "STRENDS", "REGEX", "LANGMATCHES", "BOUND", "SAMETERM"), BOOLEAN),
    **dict.fromkeys(("ISIRI", "ISURI", "ISBLANK", "ISLITERAL", "ISNUMERIC", "EXISTS", "NOT"), BOOLEAN),
    **dict.fromkeys(("IRI", "URI", "DATATYPE"), _IRI),
    "BNODE": frozenset({"blank"}),
    "NOW": frozenset({"dateTime"}),
    "TIMEZONE": frozenset({"duration"}),
}
_SAME: Final = frozenset({"MIN", "MAX", "SAMPLE"})


class ValueKinds:
    """What the variables and expressions of one query can be.

    >>> from nlkgq.analysis.types import TypedQuery
    >>> from nlkgq.ontology.model import Ontology, Property
    >>> from nlkgq.sparql import parse_query
    >>> year = Property(iri="e:year", kind="datatype", range=((XSD + "gYear",),))
    >>> tree = parse_query("SELECT ?y { ?f <e:year> ?y FILTER(YEAR(?y) > 1) }")
    >>> kinds = ValueKinds(TypedQuery(tree=tree, ontology=Ontology(properties={year.iri: year})))
    >>> call = next(tree.find("BuiltInCall"))
    >>> sorted(kinds.of(call)), sorted(kinds.of(call.children[2]))
    (['number'], ['gYear'])
    """

    def __init__(self, query: TypedQuery) -> None:
        self._query = query
        self._tree = query.tree
        self._kept: dict[tuple[str, int, frozenset[Node]], Kinds | None] = {}
        self._open: set[str] = set()

    @cached_property
    def _scopes(self) -> Mapping[Node, Names]:
        return pattern_scopes(self._tree)

    @cached_property
    def _edges(self) -> Mapping[Slot, list[tuple[Edge, Kinds | None]]]:
        found: dict[Slot, list[tuple[Edge, Kinds | None]]] = {}
        # what alternatives, * and ? hold may bind the same variables: their ends are in no edge, so nothing is known
        for edge in self._query.graph.edges:
            found.setdefault(edge.subject, []).append((edge, THING))
            found.setdefault(edge.object, []).append((edge, None if edge.foreign else self.objects(edge.property)))
        return found

    @cached_property
    def _assigned(self) -> Mapping[str, list[tuple[Node, Element | None]]]:
        """Variable name -> the BIND, AS and VALUES that set it, with the expression; None for VALUES and others."""
        found: dict[str, list[tuple[Node, Element | None]]] = {}
        for node in self._tree.find("Bind", "SelectExpression", "GroupExpression", "InlineData", "ValuesClause"):
            if node.kind in {"InlineData", "ValuesClause"}:
                for token in values_variables(node):
                    found.setdefault(variable_name(token), []).append((node, None))
            elif node.token("AS") is not None:
                expression = node.children[node.children.index(node.tokens("AS")[0]) - 1]
                found.setdefault(variable_name(node.tokens("VAR")[-1]), []).append((node, expression))
        return found

    @cached_property
    def _elsewhere(self) -> frozenset[str]:
        """Variables that also stand where nothing is known of them: graphs, predicates, ends of open paths."""
        tokens = [
            *(
                t
                for node in self._tree.find("GraphGraphPattern", "ServiceGraphPattern", *_VERBS)
                for t in node.tokens()
            ),
            *(
                end
                for pattern in triple_patterns(self._tree)
                if not isinstance(pattern.predicate, Token) or pattern.predicate.terminal == "VAR"
                for end in (pattern.subject, pattern.object)
            ),
        ]
        return frozenset(variable_name(t) for t in tokens if isinstance(t, Token) and t.terminal == "VAR")

    def objects(self, iri: str) -> Kinds | None:
        """The kinds of value that a property leads to: as counted, else as its range says."""
        query = self._query
        if iri == TYPE:
            return THING
        prop, use = query.ontology.properties.get(iri), None
        if query.profile is not None:
            use = query.profile.properties.get(iri)
        stated: Kinds | None = None
        if prop is not None and prop.kind == "object":
            stated = THING
        elif prop is not None and prop.kind == "datatype":
            stated = kinds_of(name for union in range_unions(prop, query.ontology) for name in union)
        if use is None or not (use.datatypes or use.object_classes):
            return stated
        counted = (kinds_of(use.datatypes, exact=True) or frozenset()) | (THING if use.object_classes else frozenset())
        if query.profile is not None and query.profile.complete:
            return counted or None
        return counted | stated if stated is not None else None

    def variable(self, name: str, item: Element) -> Kinds | None:
        """What a variable can be at a place of the query; None when that is not known."""
        around = frozenset(self._tree.ancestors(item))
        scope = self._scope(name, around)
        key = (name, scope, frozenset(around & self._query.graph.blocks.parents.keys()))
        if key not in self._kept:
            if name in self._open:  # it is set from itself, by way of another name
                return None
            self._open.add(name)
            self._kept[key] = self._variable(name, scope, around)
            self._open.discard(name)
        return self._kept[key]

    def scope(self, name: str, item: Element) -> int:
        """The sub-select that keeps a variable to itself at a place; see `Slot.scope`."""
        return self._scope(name, frozenset(self._tree.ancestors(item)))

    def _scope(self, name: str, around: frozenset[Node]) -> int:
        hidden = [n for n in around if n.kind == "SubSelect" and name not in self._scopes[n]]
        return max((n.start for n in hidden), default=-1)

    def _variable(self, name: str, scope: int, around: frozenset[Node]) -> Kinds | None:
        parents = self._query.graph.blocks.parents
        certain: Kinds | None = None
        possible: Kinds | None = frozenset()
        for edge, kinds in self._edges.get(Slot(kind="variable", name=name, scope=scope), ()):
            block: Node | None = edge.block
            if kinds is not None and (block in around or parents.get(edge.block) is None):
                certain = kinds if certain is None else certain & kinds
            possible = possible | kinds if possible is not None and kinds is not None else None
        for node, expression in self._assigned.get(name, ()):
            kinds = self.of(expression) if expression is not None else self._listed(node, name)
            if node.kind == "Bind" and self._tree.parent(node) in around and kinds is not None:
                certain = kinds if certain is None else certain & kinds
            possible = possible | kinds if possible is not None and kinds is not None else None
        if certain is not None:
            return certain
        return possible if possible and name not in self._elsewhere else None

    def _listed(self, node: Node, name: str) -> Kinds | None:
        """The kinds of what VALUES lists for its only variable."""
        block = node.node("InlineDataOneVar")
        if block is None:
            return None
        found: Kinds = frozenset()
        for child in block.children[1:]:
            literal = self._tree.literal(child)
            kinds = literal_kinds(literal) if literal is not None else None
            if self._tree.iri_or_none(child) is not None:
                kinds = _IRI
            if isinstance(child, Token) and child.terminal in {"LBRACE", "RBRACE", "UNDEF"}:
                continue
            if kinds is None:
                return None
            found |= kinds
        return found or None

    def of(self, item: Element, depth: int = 0) -> Kinds | None:
        """What an expression can be; None when that is not known."""
        if depth > _DEEPEST:
            return None
        literal = self._tree.literal(item)
        if literal is not None:
            return literal_kinds(literal)
        if isinstance(item, Token):
            if item.terminal == "VAR":
                return self.variable(variable_name(item), item)
            return _IRI if self._tree.iri_or_none(item) is not None else None
        match item.kind:
            case "BrackettedExpression":
                return self.of(item.children[1], depth + 1)
            case "ConditionalOrExpression" | "ConditionalAndExpression" | "RelationalExpression":
                return BOOLEAN
            case "RegexExpression" | "ExistsFunc" | "NotExistsFunc":
                return BOOLEAN
            case "SubstringExpression" | "StrReplaceExpression":
                return TEXT
            case "UnaryExpression":
                return BOOLEAN if item.token("BANG") is not None else NUMBER
            case "AdditiveExpression" | "MultiplicativeExpression":
                return self._arithmetic(item, depth)
            case "BuiltInCall" | "Aggregate":
                return self._call(item, depth)
            case "FunctionCall" | "iriOrFunction":
                return self._cast(item)
        return None

    def _arithmetic(self, item: Node, depth: int) -> Kinds | None:
        """Numbers give numbers; dates and durations are an extension of many engines, with results of their own."""
        operands = [self.of(c, depth + 1) for c in item.children if not _is_operator(c)]
        return NUMBER if all(kinds is None or "number" in kinds for kinds in operands) else None

    def _call(self, item: Node, depth: int) -> Kinds | None:
        name = item.tokens()[0].text.upper()
        if name in _SAME:
            return self.of(arguments(item)[0], depth + 1)
        if name in {"IF", "COALESCE"}:
            parts = [self.of(a, depth + 1) for a in arguments(item)[1 if name == "IF" else 0 :]]
            known = [kinds for kinds in parts if kinds is not None]
            return frozenset[str]().union(*known) if known and len(known) == len(parts) else None
        if name == "STRDT":
            return self._named(arguments(item)[-1])
        return _RESULTS.get(name)

    def _cast(self, item: Node) -> Kinds | None:
        return self._named(item.children[0])

    def _named(self, item: Element) -> Kinds | None:
        iri = self._tree.iri_or_none(item)
        kind = datatype_kind(iri) if iri is not None and iri.startswith(XSD) else None
        return frozenset({kind}) if kind is not None else None


_VERBS = ("PropertyListPathNotEmpty", "PropertyListNotEmpty")
_SIGNS: Final = frozenset({"LPAR", "RPAR", "COMMA", "SEMICOLON", "DISTINCT", "STAR", "SEPARATOR", "EQUAL"})


def arguments(call: Node) -> list[Element]:
    """The arguments of a function or aggregate.

    >>> from nlkgq.sparql import parse_query
    >>> tree = parse_query("ASK { FILTER(CONTAINS(?a, 'x') && COALESCE(?a, 1) = 1) }")
    >>> [len(arguments(call)) for call in tree.find("BuiltInCall")]
    [2, 2]
    """
    found: list[Element] = []
    for child in call.children[1:]:
        if isinstance(child, Node) and child.kind in {"ExpressionList", "ArgList"}:
            found += [c for c in child.children if not _is_sign(c)]
        elif not _is_sign(child):
            found.append(child)
    return found


def _is_sign(item: Element) -> bool:
    return isinstance(item, Token) and item.terminal in _SIGNS


def _is_operator(item: Element) -> bool:
    return isinstance(item, Token) and item.terminal in {"PLUS", "HYPHEN", "STAR", "SLASH"}

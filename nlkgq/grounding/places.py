"""Where in a query values stand, and whose values they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from nlkgq.analysis.term_edits import TermEdits, object_property, path_end
from nlkgq.iri import RDF, XSD
from nlkgq.sparql import Element, LiteralValue, Node, Query, Token, TriplePattern, triple_patterns
from nlkgq.sparql.tree import IRI_TERMINALS
from nlkgq.values.names import readable_name

PlaceKind: TypeAlias = Literal["object", "compared", "listed", "data", "row", "bound", "within"]
"""object of a triple pattern; compared by = or !=; listed by IN; data: VALUES of one variable; row: of several;
bound by BIND; within: looked for inside a text by CONTAINS, STRSTARTS, STRENDS or REGEX, which replaces nothing."""

_CASES: Final[dict[str, Callable[[str], str]]] = {"": str, "LCASE": str.lower, "UCASE": str.upper}
_TEXTS: Final = frozenset({"STR", "LCASE", "UCASE", XSD + "string"})
_PATTERN: Final = re.compile(r"[\\^$.|?*+()\[\]{}]")
_WITHIN: Final = frozenset({"CONTAINS", "STRSTARTS", "STRENDS"})


class TextOf(NamedTuple):
    """A variable behind text functions: LCASE, UCASE or "", and whether they drop the language tag."""

    variable: Token
    letters: str
    plain: bool

    def case(self, text: str) -> str:
        """What they do to a text."""
        return _CASES[self.letters](text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A value of the query.

    Args:
        kind: How it stands there.
        item: The literal or IRI.
        text: What it says: a literal's lexical form, the words of an IRI.
        literal: Its value; None for an IRI.
        property_iri: The property whose value it is; None for any.
        pattern: The triple pattern whose object it is, or that sets the variable it is compared with.
        relation: The comparison, VALUES block, BIND or call around it.
        as_text: How a compared variable's text is made; None where terms are compared.
    """

    kind: PlaceKind
    item: Element
    text: str
    literal: LiteralValue | None
    property_iri: str | None
    pattern: TriplePattern | None = None
    relation: Node | None = None
    as_text: TextOf | None = None


def places(tree: Query) -> Iterator[Place]:
    """Every value of a query that may be grounded, in no particular order."""
    yield from _objects(tree)
    for relation in tree.find("RelationalExpression"):
        yield from _compared(tree, relation)
    for data in tree.find("InlineData", "ValuesClause"):
        yield from _data(tree, data)
    for bind in tree.find("Bind"):
        yield from _bound(tree, bind)
    for call in tree.find("BuiltInCall", "RegexExpression"):
        yield from _within(tree, call)


def _objects(tree: Query) -> Iterator[Place]:
    for item, place in TermEdits(tree, ontology=None).pattern_places().items():
        pattern = place.pattern
        if place.role != "object" or pattern.in_template or pattern.service is not None:
            continue
        property_iri, turned = path_end(tree, pattern.predicate)
        predicate_is_open = isinstance(pattern.predicate, Token) and pattern.predicate.terminal == "VAR"
        if turned or (property_iri is None and not predicate_is_open) or property_iri == RDF + "type":
            continue
        text, literal = _value(tree, item)
        if text and (literal is not None or property_iri is not None):
            yield Place(
                kind="object", item=item, text=text, literal=literal, property_iri=property_iri, pattern=pattern
            )


def _compared(tree: Query, relation: Node) -> Iterator[Place]:
    parts = relation.children
    kind: PlaceKind = "compared"
    if isinstance(parts[-1], Node) and parts[-1].kind == "ExpressionList":
        kind, pairs = "listed", [(parts[0], item) for item in parts[-1].children]
    elif isinstance(parts[1], Token) and parts[1].text in {"=", "!="} and len(parts) == 3:
        pairs = [(parts[0], parts[2]), (parts[2], parts[0])]
    else:
        return
    for other, item in pairs:
        text, literal = _value(tree, item)
        side = text_of(tree, other)
        if not text or side is None:
            continue
        property_iri = property_of(tree, side.variable)
        as_text = side if isinstance(other, Node) else None
        if property_iri is None or property_iri == RDF + "type" or (as_text is not None and literal is None):
            continue
        yield Place(
            kind=kind,
            item=item,
            text=text,
            literal=literal,
            property_iri=property_iri,
            pattern=_setting(tree, side.variable),
            relation=relation,
            as_text=as_text,
        )


def _data(tree: Query, data: Node) -> Iterator[Place]:
    block = data.node("InlineDataOneVar", "InlineDataFull")
    if block is None:
        return
    if block.kind == "InlineDataOneVar":
        variables = block.tokens("VAR")
        cells = [(variables[0], item) for item in block.children[2:-1]] if variables else []
        kind: PlaceKind = "data"
    else:
        head = block.node("DataVariables")
        names = head.tokens("VAR") if head is not None else ()
        cells = [pair for row in block.nodes("DataRow") for pair in zip(names, row.children[1:-1], strict=False)]
        kind = "row"
    for variable, item in cells:
        text, literal = _value(tree, item)
        property_iri = property_of(tree, variable)
        if text and property_iri is not None and property_iri != RDF + "type":
            yield Place(
                kind=kind,
                item=item,
                text=text,
                literal=literal,
                property_iri=property_iri,
                pattern=_setting(tree, variable),
                relation=data,
            )


def _bound(tree: Query, bind: Node) -> Iterator[Place]:
    item, variable = bind.children[2], bind.children[-2]
    text, literal = _value(tree, item)
    if not text or not isinstance(variable, Token):
        return
    property_iri = property_of(tree, variable)
    if property_iri is not None and property_iri != RDF + "type":
        yield Place(kind="bound", item=item, text=text, literal=literal, property_iri=property_iri, relation=bind)


def _within(tree: Query, call: Node) -> Iterator[Place]:
    name = call.children[0]
    if not isinstance(name, Token) or (call.kind == "BuiltInCall" and name.text.upper() not in _WITHIN):
        return
    arguments = [c for c in call.children[2:-1] if not (isinstance(c, Token) and c.terminal == "COMMA")]
    side = text_of(tree, arguments[0])
    literal = tree.literal(arguments[1]) if len(arguments) > 1 else None
    property_iri = property_of(tree, side.variable) if side is not None else None
    if literal is not None and call.kind == "RegexExpression" and _PATTERN.search(literal.value):
        return  # more than a word
    if literal is not None and property_iri is not None and literal.value:
        yield Place(kind="within", item=arguments[1], text=literal.value, literal=literal, property_iri=property_iri)


def _value(tree: Query, item: Element) -> tuple[str, LiteralValue | None]:
    """What a literal or an IRI says; "" for anything else."""
    literal = tree.literal(item)
    if literal is not None:
        return literal.value, literal
    if isinstance(item, Token) and item.terminal in IRI_TERMINALS and item.terminal != "A":
        iri = tree.iri_or_none(item)
        return (readable_name(iri) or "" if iri is not None else ""), None
    return "", None


def text_of(tree: Query, item: Element) -> TextOf | None:
    """The variable of ``?v``, ``STR(?v)``, ``LCASE(STR(?v))`` and their like; None for other expressions."""
    if isinstance(item, Token):
        return TextOf(item, "", False) if item.terminal == "VAR" else None
    children = item.children
    if item.kind == "BrackettedExpression" and len(children) == 3:
        return text_of(tree, children[1])
    first = children[0] if children else None
    if not isinstance(first, Token):
        return None
    if item.kind in {"FunctionCall", "iriOrFunction"}:
        name, inner = tree.iri_or_none(first) or "", item.node("ArgList")
        argument = inner.children[1] if inner is not None and len(inner.children) == 3 else None
    else:
        name = first.text.upper()
        argument = children[2] if item.kind == "BuiltInCall" and len(children) == 4 else None
    if name not in _TEXTS or argument is None:
        return None
    below = text_of(tree, argument)
    if below is None:
        return None
    return TextOf(
        below.variable, name if name in _CASES else below.letters, below.plain or name in {"STR", XSD + "string"}
    )


def property_of(tree: Query, variable: Token) -> str | None:
    """The property whose object a variable is, or whose object is said to be equal to it."""
    own = object_property(tree, variable)
    if own is not None or any(_is(p.object, variable) for p in triple_patterns(tree)):
        return own
    for relation in tree.find("RelationalExpression"):
        parts = relation.children
        if len(parts) == 3 and isinstance(parts[1], Token) and parts[1].text == "=":
            for this, other in ((parts[0], parts[2]), (parts[2], parts[0])):
                if _is(this, variable) and isinstance(other, Token) and other.terminal == "VAR":
                    return object_property(tree, other)
    return None


def _setting(tree: Query, variable: Token) -> TriplePattern | None:
    """The one triple pattern whose object a variable is."""
    found = [p for p in triple_patterns(tree) if _is(p.object, variable)]
    return found[0] if len(found) == 1 else None


def _is(item: object, variable: Token) -> bool:
    return isinstance(item, Token) and item.terminal == "VAR" and item.text[1:] == variable.text[1:]

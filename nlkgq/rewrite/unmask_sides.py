"""What a placeholder is compared with: a variable that is the object of a property, a cast, a function's result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nlkgq.analysis.term_edits import object_property
from nlkgq.iri import RDF, XSD
from nlkgq.masking.kinds import NUMERIC, TEMPORAL
from nlkgq.masking.model import Placeholder
from nlkgq.results.models import RdfTerm
from nlkgq.rewrite.unmask_edits import Edits
from nlkgq.sparql import Element, Node, Query, Token, triple_patterns

STRING: Final = XSD + "string"
MIRRORED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}
_CALLS: Final = frozenset(
    {"BuiltInCall", "Aggregate", "RegexExpression", "StrReplaceExpression", "SubstringExpression"}
)
_CASTS: Final = frozenset({"FunctionCall", "iriOrFunction"})
_AROUND: Final = frozenset({"ExpressionList", "ArgList", "BrackettedExpression"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The other side of a comparison.

    Args:
        property_iri: The property whose object it is; None when it is none or several.
        things: Whether it is a thing (True), a literal (False), or that is not known (None).
        datatype: IRI of its datatype, xsd:string for every text; None when not known.
        own: Stored literals of that property that the placeholder means.
    """

    property_iri: str | None = None
    things: bool | None = None
    datatype: str | None = None
    own: tuple[RdfTerm, ...] = ()

    def lacks(self, placeholder: Placeholder) -> bool:
        """Whether it is a moment in time that the placeholder may fall on, without being stored as the placeholder says
        it: days compared with a year."""
        return self.datatype in TEMPORAL and bool(placeholder.readings) and not self.own


def side_of(edits: Edits, placeholder: Placeholder, other: Element) -> Side:
    """What is known about ``other``, which ``placeholder`` is compared with."""
    cast = function_of(edits.query, other)
    if cast in NUMERIC or cast in TEMPORAL:
        return Side(datatype=cast, things=False)
    property_iri = object_property(edits.query, other)
    things = edits.wants_individual(property_iri)
    if things is None and is_subject(edits.query, other):
        things = True
    return side_of_property(edits, placeholder, property_iri, things=things)


def side_of_property(edits: Edits, placeholder: Placeholder, property_iri: str | None, *, things: bool | None) -> Side:
    """What is known about an object of ``property_iri``: from what is stored, else from the ontology."""
    held = [c.term for c in placeholder.candidates if any(h.property == property_iri for h in c.holders)]
    own = tuple(t for t in held if t.kind == "literal")
    datatypes = {STRING if t.datatype in {None, RDF + "langString"} else t.datatype for t in own}
    known = edits.ontology.properties.get(property_iri or "") if edits.ontology is not None else None
    declared = [r for r in known.range_classes if r in TEMPORAL or r in NUMERIC or r == STRING] if known else []
    datatype = datatypes.pop() if len(datatypes) == 1 else declared[0] if declared else None
    return Side(property_iri=property_iri, things=things, datatype=datatype, own=own)


def is_subject(query: Query, variable: Element) -> bool:
    """Whether a variable is the subject of a triple pattern."""
    return any(_same_variable(p.subject, variable) for p in triple_patterns(query))


def is_joined(query: Query, variable: Element) -> bool:
    """Whether a variable is the subject or object of a triple pattern."""
    patterns = triple_patterns(query)
    return any(_same_variable(p.subject, variable) or _same_variable(p.object, variable) for p in patterns)


def _same_variable(one: object, other: object) -> bool:
    if not isinstance(one, Token) or not isinstance(other, Token):
        return False
    return one.terminal == other.terminal == "VAR" and one.text[1:] == other.text[1:]


def function_of(query: Query, node: Element | None) -> str:
    """The name of a call in capitals or the IRI of a cast, brackets looked through; "" for anything else."""
    if not isinstance(node, Node):
        return ""
    if node.kind == "BrackettedExpression" and len(node.children) == 3:
        return function_of(query, node.children[1])
    first = node.children[0] if node.children else None
    if node.kind in _CASTS and isinstance(first, Token):
        return query.iri_or_none(first) or ""
    return first.text.upper() if node.kind in _CALLS and isinstance(first, Token) else ""


def call_around(query: Query, item: Element) -> Node | None:
    """The call that has ``item`` among its arguments; None when it is no argument."""
    parent = query.parent(item)
    while parent is not None and parent.kind in _AROUND:
        parent = query.parent(parent)
    return parent if parent is not None and parent.kind in _CALLS | _CASTS else None


def comparison(query: Query, variable: Token) -> tuple[Element, str] | None:
    """What a variable is compared with in the query, and how, seen from the other side: ``?x > ?v`` is (?x, ">")."""
    for relation in query.find("RelationalExpression"):
        parts = relation.children
        sign = parts[1].text if isinstance(parts[1], Token) else ""
        if len(parts) != 3 or sign not in MIRRORED:
            continue
        for this, other, seen in ((parts[2], parts[0], sign), (parts[0], parts[2], MIRRORED[sign])):
            if _same_variable(this, variable):
                return other, seen
    return None

"""Where constants of a query stand, and which property they are values of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nlkgq.analysis.term_edits import TermEdits, object_property, path_end
from nlkgq.sparql import Element, Node, Token
from nlkgq.sparql.tree import IRI_TERMINALS
from nlkgq.validation.conditions import comparisons
from nlkgq.validation.context import QueryContext

_SEARCHES = {"CONTAINS", "STRSTARTS", "STRENDS", "SAMETERM"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """A literal or IRI of a query.

    Args:
        item: As written.
        property: The property it is a value of, or is compared with values of; None where that is not known.
        ordered: Whether it is only a bound (``<``), so that the graph need not hold it.
        part: Whether it is searched for inside longer text.
    """

    item: Element
    property: str | None
    ordered: bool = False
    part: bool = False


def constants(query: QueryContext) -> Iterator[Constant]:
    """Literals and IRIs as subjects and objects, in comparisons, in searches and in VALUES."""
    tree = query.tree
    for item, place in TermEdits(tree, ontology=None).pattern_places().items():
        if place.pattern.in_template or place.pattern.service is not None or not _is_constant(query, item):
            continue
        iri, backwards = path_end(tree, place.pattern.predicate)
        yield Constant(item=item, property=iri if place.role == "object" and not backwards else None)
    for comparison in comparisons(tree.body):
        for constant, other in ((comparison.right, comparison.left), (comparison.left, comparison.right)):
            if _is_constant(query, constant):
                yield Constant(
                    item=constant, property=object_property(tree, _valued(other)), ordered=comparison.ordered
                )
    for call in tree.body.find("BuiltInCall"):
        values = call.node("ExpressionList")
        given = [c for c in (values or call).children if not isinstance(c, Token) or c.terminal == "VAR"]
        if call.tokens()[0].text.upper() in _SEARCHES and len(given) > 1 and _is_constant(query, given[1]):
            yield Constant(item=given[1], property=object_property(tree, _valued(given[0])), part=True)
    for block in tree.body.find("InlineDataOneVar"):
        for item in block.children[1:]:
            if _is_constant(query, item):
                yield Constant(item=item, property=object_property(tree, block.children[0]))


def _valued(expression: Element) -> Element:
    """The variable inside ``STR(?x)``, ``LCASE(STR(?x))`` and brackets."""
    while isinstance(expression, Node):
        inner = [c for c in expression.children if isinstance(c, Node) or c.terminal == "VAR"]
        if len(inner) != 1 or expression.kind not in {"BuiltInCall", "BrackettedExpression", "iriOrFunction"}:
            break
        expression = inner[0]
    return expression


def _is_constant(query: QueryContext, item: Element) -> bool:
    if query.tree.literal(item) is not None:
        return True
    return isinstance(item, Token) and item.terminal in IRI_TERMINALS

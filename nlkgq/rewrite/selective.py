"""What keeps a sub-select short: triples beside it that tie one of its variables to a constant.

``?film c:title "Solaris"`` beside a mapping that needs DISTINCT leaves few films; repeated inside, it keeps an engine
from computing the whole mapping first. A class that is a condition is only tested then: FILTER EXISTS finds nothing
twice (SPARQL 1.1 section 8.1).
"""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.rewrite.context import Context, Form
from nlkgq.rewrite.statements import TYPE
from nlkgq.sparql import Node, PatternTerm, Query, Token, TriplePattern
from nlkgq.sparql.tree import IRI_TERMINALS
from nlkgq.wrapper.model import OBJECT, SUBJECT, PropertyForm
from nlkgq.wrapper.texts import computed_ends


def selective_triples(
    tree: Query, pattern: TriplePattern, context: Context, forms: Sequence[Form]
) -> tuple[list[str], bool]:
    """Texts of the triples in the same group that can be repeated, and whether one stands right beside the pattern."""
    texts: dict[str, None] = {}
    beside = False
    if any(context.elsewhere(form) for form in forms):
        return [], False
    for end, term in ((SUBJECT, pattern.subject), (OBJECT, pattern.object)):
        if not isinstance(term, Token) or term.terminal != "VAR":
            continue
        for other in context.triples(tree):
            if other.group is not pattern.group or other.triples is pattern.triples:
                continue
            text = _repeated(tree, other, term, context, forms, end)
            if text is not None:
                texts[text] = None
                beside = beside or tree.parent(other.triples) is tree.parent(pattern.triples)
    return list(texts), beside


def _repeated(
    tree: Query, other: TriplePattern, variable: Token, context: Context, forms: Sequence[Form], end: str
) -> str | None:
    """A triple between the variable and a constant, where it says the same in terms of the same conversion."""
    predicate = other.predicate
    iri = tree.iri_or_none(predicate)
    if not isinstance(predicate, Token) or iri is None or iri == TYPE:
        return None
    if _is(other.subject, variable) and _is_constant(other.object):
        side = SUBJECT
    elif _is(other.object, variable) and _is_constant(other.subject):
        side = OBJECT
    else:
        return None
    found: PropertyForm | None = None
    if iri in context.wrapper.properties:
        known = context.wrapper.properties[iri]
        if len(known) != 1 or known[0].repeats or known[0].path is None or context.elsewhere(known[0]):
            return None
        found = known[0]
    elif not context.keep_unknown:
        return None
    conversion = None if found is None else context.conversion(found, side)
    if any(context.conversion(form, end) != conversion for form in forms):
        return None
    if any(end is not None and not end.injective for end in ((found.subject, found.object) if found else ())):
        return None
    name = tree.source(predicate)
    if found is not None and context.plain_property(iri, other.graph) is None:
        name = context.name_form(found)
    ends = (other.subject, other.object)
    assert isinstance(ends[0], (Token, Node))
    assert isinstance(ends[1], (Token, Node))
    return f"{tree.source(ends[0])} {name} {tree.source(ends[1])}"


def can_be_tested(forms: Sequence[Form]) -> bool:
    """Whether EXISTS may hold the forms of a class: none of them computes the thing."""
    return not any(SUBJECT in computed_ends(form.pattern) for form in forms)


def _is(term: PatternTerm, variable: Token) -> bool:
    return isinstance(term, Token) and term.terminal == "VAR" and term.text[1:] == variable.text[1:]


def _is_constant(term: PatternTerm) -> bool:
    if isinstance(term, Node):
        return term.kind == "RDFLiteral"
    return (
        isinstance(term, Token)
        and term.terminal not in {"VAR", "BLANK_NODE_LABEL"}
        and (term.terminal in IRI_TERMINALS or not term.text.startswith("_"))
    )

"""Rule: a clean term with several native forms, or one that may find a thing twice, finds each thing once.

Each term becomes the name of its form; several forms become a union, and what may repeat is made distinct, so that
multisets stay equal. Terms that only get another name are left to the rule `terms`.
"""

from __future__ import annotations

from nlkgq.rewrite.alternatives import any_of, lone_triples
from nlkgq.rewrite.anchors import anchors_nearby
from nlkgq.rewrite.context import Context, Form
from nlkgq.rewrite.statements import TYPE
from nlkgq.sparql import Query, Splice, TriplePattern
from nlkgq.wrapper.conversion import never_meet
from nlkgq.wrapper.model import OBJECT, SUBJECT


def forms(tree: Query, context: Context) -> Query:
    """See the module.

    Raises:
        RewriteError: A term without a native form.
    """
    splices: list[Splice] = []
    for pattern, subject, object_ in lone_triples(tree, context):
        predicate = tree.iri_or_none(pattern.predicate)
        chosen: tuple[Form, ...] = ()
        term = predicate
        if predicate is not None and predicate in context.wrapper.properties:
            if context.plain_property(predicate, pattern.graph) is None:
                chosen = context.property_forms(predicate)
        elif predicate == TYPE:
            class_ = term = tree.iri_or_none(pattern.object)
            known = class_ is not None and class_ in context.wrapper.classes
            if class_ is not None and known and context.plain_class(class_) is None:
                chosen = context.class_forms(class_)
        if len(chosen) > 1:
            chosen = _possible(tree, context, pattern, chosen)
        if chosen and term is not None:
            context.choose(term, chosen)
            text = any_of(tree, pattern, context, chosen, subject, object_)
            splices.append(Splice(pattern.triples.start, pattern.triples.end, text))
    return context.step(tree, splices)


def _possible(tree: Query, context: Context, pattern: TriplePattern, found: tuple[Form, ...]) -> tuple[Form, ...]:
    """Forms without those whose terms another triple about the same variable excludes: a name of people, for a film."""
    for end, term in ((SUBJECT, pattern.subject), (OBJECT, pattern.object)):
        anchors = [conversion for conversion, _ in anchors_nearby(tree, context, pattern, term)]
        left = [
            form for form in found if not any(never_meet(context.conversion(form, end), anchor) for anchor in anchors)
        ]
        found = tuple(left) or found
    return found

"""Rule: a class stands for the classes below it, where no reasoner does that.

By default this is done for classes that no form finds things of; the caller names others. ``a/rdfs:subClassOf*`` with a
clean class at its end always means the class and all below it.
"""

from __future__ import annotations

from nlkgq.rewrite.alternatives import any_of, lone_triples
from nlkgq.rewrite.context import Context
from nlkgq.rewrite.statements import SUBCLASS, TYPE
from nlkgq.sparql import ImpliedIri, Node, Query, Splice, Token
from nlkgq.wrapper.model import ClassForm


def hierarchy(tree: Query, context: Context) -> Query:
    """See the module.

    Raises:
        RewriteError: Neither the class nor one below it has a native form.
    """
    for triple in context.triples(tree):
        named = tree.iri_or_none(triple.object) if _is_type(tree, triple.predicate) else None
        if (
            named is not None
            and named in context.wrapper.classes
            and not triple.in_template
            and isinstance(triple.object, Token)
        ):
            context.left_out(named, triple.object)
    splices: list[Splice] = []
    for pattern, subject, object_ in lone_triples(tree, context):
        class_ = tree.iri_or_none(pattern.object)
        if class_ is None or class_ not in context.wrapper.classes:
            continue
        written = _climbs(tree, pattern.predicate)
        if not written and not (_is_type(tree, pattern.predicate) and context.stands_for_subclasses(class_)):
            continue
        forms = _forms_below(context, class_)
        if len(forms) == 0:
            context.class_forms(class_)  # refuses
        text = any_of(tree, pattern, context, forms, subject, object_)
        splices.append(Splice(pattern.triples.start, pattern.triples.end, text))
    return context.step(tree, splices)


def _forms_below(context: Context, class_: str) -> tuple[ClassForm, ...]:
    found: dict[ClassForm, None] = {}
    for member in (class_, *context.wrapper.subclasses(class_)):
        if context.wrapper.classes.get(member):
            found.update(dict.fromkeys(context.class_forms(member)))
    return tuple(found)


def _is_type(tree: Query, predicate: Token | Node | ImpliedIri) -> bool:
    return tree.iri_or_none(predicate) == TYPE


def _climbs(tree: Query, predicate: Token | Node | ImpliedIri) -> bool:
    """Whether a path is ``a/rdfs:subClassOf*``."""
    if not isinstance(predicate, Node) or predicate.kind != "PathSequence":
        return False
    steps = [child for child in predicate.children if not (isinstance(child, Token) and child.terminal == "SLASH")]
    if len(steps) != 2 or tree.iri_or_none(steps[0]) != TYPE:
        return False
    climb = steps[1]
    return (
        isinstance(climb, Node)
        and climb.kind == "PathElt"
        and climb.token("STAR") is not None
        and tree.iri_or_none(climb.children[0]) == SUBCLASS
    )

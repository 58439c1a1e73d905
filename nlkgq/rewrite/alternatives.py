"""Simple statements, and several native forms in the place of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nlkgq.rewrite.context import Context, Form
from nlkgq.rewrite.duplicates import duplicates_do_not_matter
from nlkgq.rewrite.selective import can_be_tested, selective_triples
from nlkgq.sparql import Element, Node, PatternTerm, Query, Token, TriplePattern
from nlkgq.wrapper.model import ClassForm, PropertyForm


def lone_triples(tree: Query, context: Context) -> Iterator[tuple[TriplePattern, str, str]]:
    """Triples that stand alone, with the texts of subject and object; templates are left out."""
    for pattern in context.triples(tree):
        statement = pattern.triples
        if pattern.in_template or len(statement.children) != 2:
            continue
        properties = statement.children[1]
        if not isinstance(properties, Node) or len(properties.children) != 2:
            continue
        objects = properties.children[1]
        if isinstance(objects, Node) and len(objects.children) == 1 and _plain(pattern.subject, pattern.object):
            yield pattern, tree.source(_element(pattern.subject)), tree.source(_element(pattern.object))


def _plain(*terms: PatternTerm) -> bool:
    return all(isinstance(t, Token) or (isinstance(t, Node) and t.kind == "RDFLiteral") for t in terms)


def _element(term: PatternTerm) -> Element:
    assert isinstance(term, (Token, Node))
    return term


def statement_text(context: Context, form: Form, subject: str, object_: str) -> str:
    """One form as a statement, under its own name."""
    name = context.name_form(form)
    return f"{subject} a {name}" if isinstance(form, ClassForm) else f"{subject} {name} {object_}"


def any_of(
    tree: Query, pattern: TriplePattern, context: Context, forms: Sequence[Form], subject: str, object_: str
) -> str:
    """What replaces a statement whose term has these forms: each solution once, as in the clean view."""
    texts = [statement_text(context, form, subject, object_) for form in forms]
    if len(forms) == 1 and not _repeats(context, forms[0], pattern):
        return texts[0]
    inner = " UNION ".join(f"{{ {text} }}" for text in texts) if len(texts) > 1 else texts[0]
    if duplicates_do_not_matter(tree, pattern.triples):
        return inner
    terms: tuple[str, ...] = (subject,) if isinstance(forms[0], ClassForm) else (subject, object_)
    if pattern.graph is not None and pattern.graph.terminal == "VAR":
        terms = (*terms, pattern.graph.text)  # some engines lose it otherwise; it says the same in all
    variables = list(dict.fromkeys(term for term in terms if term.startswith(("?", "$"))))
    if not variables:
        return f"FILTER EXISTS {{ {inner} }}"
    anchors, beside = selective_triples(tree, pattern, context, forms)
    if beside and isinstance(forms[0], ClassForm) and can_be_tested(forms):
        return f"FILTER EXISTS {{ {inner} }}"
    if anchors:
        inner = " . ".join([*anchors, inner])
    return f"{{ SELECT DISTINCT {' '.join(variables)} WHERE {{ {inner} }} }}"


def _repeats(context: Context, form: Form, pattern: TriplePattern) -> bool:
    in_each = pattern.graph is not None and pattern.graph.terminal == "VAR"
    if in_each and isinstance(form, PropertyForm) and form.repeated:
        return True
    sides = [context.conversion(form, end) for end in ("subject", "object")]
    return form.repeats or any(side is not None and not side.injective for side in sides)

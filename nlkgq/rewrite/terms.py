"""Rule: what is left only needs its native name."""

from __future__ import annotations

from nlkgq.rewrite.context import Context
from nlkgq.rewrite.statements import TYPE
from nlkgq.sparql import ImpliedIri, Node, Query, Splice, Token
from nlkgq.wrapper.model import PropertyForm


def terms(tree: Query, context: Context) -> Query:
    """Each form's name becomes its native IRI or path; plain clean terms become native ones."""
    changes: dict[Token | Node, str] = {}
    for pattern in context.triples(tree):
        if pattern.in_template:
            continue
        predicate = pattern.predicate
        if isinstance(predicate, Node):
            for item in predicate.walk():
                if isinstance(item, Token):
                    _rename(tree, context, item, changes, inside=True)
        elif isinstance(predicate, Token):
            _rename(tree, context, predicate, changes, inside=False)
            if tree.iri_or_none(predicate) == TYPE:
                _rename_class(tree, context, pattern.object, changes)
        elif isinstance(predicate, ImpliedIri):
            continue
    if tree is context.original:
        # Only names change: everything else stays byte for byte.
        return tree.replace(changes) if changes else tree
    splices = [Splice(item.start, item.end, text) for item, text in changes.items()]
    return context.step(tree, splices, last=True)


def _rename(tree: Query, context: Context, token: Token, changes: dict[Token | Node, str], *, inside: bool) -> None:
    form = context.form_of(tree, token)
    if isinstance(form, PropertyForm):
        native = form.path
        assert native is not None  # patterns have been written out
    else:
        iri = tree.iri_or_none(token)
        plain = context.plain_property(iri) if iri is not None and iri in context.wrapper.properties else None
        if iri is None or plain is None:
            return
        context.property_forms(iri)  # notes what it became
        native = plain
    native = _shortened(tree, native)
    changes[token] = f"({native})" if inside and not native.startswith(("<", "(")) and "^" in native else native


def _rename_class(tree: Query, context: Context, item: object, changes: dict[Token | Node, str]) -> None:
    if not isinstance(item, Token):
        return
    form = context.form_of(tree, item)
    if form is not None:
        changes[item] = _shortened(tree, f"<{form.text}>")
        return
    iri = tree.iri_or_none(item)
    plain = context.plain_class(iri) if iri is not None and iri in context.wrapper.classes else None
    if iri is not None and plain is not None:
        context.class_forms(iri)
        changes[item] = _shortened(tree, plain)


def _shortened(tree: Query, native: str) -> str:
    """With a prefix, where the query declares one for it."""
    if native.startswith("<") and native.endswith(">") and native.count("<") == 1:
        return tree.prefixes.shorten(native[1:-1])
    return native

"""Paths that are repeated: their native path, and what their ends are converted with."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from nlkgq.rewrite.context import Context
from nlkgq.rewrite.statements import TYPE
from nlkgq.sparql import Element, Node, Query, Token
from nlkgq.wrapper.combined_forms import inverted
from nlkgq.wrapper.model import PropertyForm


def closure_form(tree: Query, path: Node, context: Context) -> PropertyForm:
    """A path with ``*``, ``+`` or ``?`` as one native path.

    Raises:
        RewriteError: Something in it has no native path, or its ends do not fit on each other.
    """
    sign = path.children[1]
    inner = _pure(tree, path.children[0], context)
    if inner.subject != inner.object:
        raise context.refusal(
            f"{tree.source(path)} repeats what is written in two ways at its two ends", tree.source(path)
        )
    return replace(inner, text=f"({inner.text}){tree.source(sign)}")


def _pure(tree: Query, path: Element, context: Context) -> PropertyForm:
    """A path without sub-selects, patterns or conversions in between; duplicates do not matter under repetition."""
    if isinstance(path, Token):
        return _single(tree, path, context)
    match path.kind:
        case "PathPrimary":
            if path.token("BANG") is not None:
                raise context.refusal(
                    f"{tree.source(path)} under repetition",
                    tree.source(path),
                    hint="Name the properties that are meant.",
                )
            return _pure(tree, path.children[1], context)
        case "PathEltOrInverse":
            return inverted(_pure(tree, path.children[1], context))
        case "PathElt":
            return closure_form(tree, path, context)
    parts = [
        _pure(tree, c, context)
        for c in path.children
        if not (isinstance(c, Token) and c.terminal != "A" and tree.iri_or_none(c) is None)
    ]
    if path.kind == "PathAlternative":
        return _joined(tree, path, context, parts)
    for left, right in pairwise(parts):
        if left.object != right.subject:
            raise context.refusal(f"{tree.source(path)} meets in terms that are written in two ways", tree.source(path))
    _one_place(tree, path, context, parts)
    return replace(parts[0], kind="path", text="/".join(f"({p.text})" for p in parts), object=parts[-1].object)


def _joined(tree: Query, path: Element, context: Context, parts: list[PropertyForm]) -> PropertyForm:
    if len({(p.subject, p.object) for p in parts}) != 1:
        raise context.refusal(
            f"{tree.source(path)} has alternatives that are written in different ways", tree.source(path)
        )
    _one_place(tree, path, context, parts)
    return replace(parts[0], kind="path", text="|".join(f"({p.text})" for p in parts))


def _one_place(tree: Query, path: Element, context: Context, parts: list[PropertyForm]) -> None:
    if len({(p.endpoint, p.graph) for p in parts}) != 1:
        raise context.refusal(f"{tree.source(path)} lies in several places", tree.source(path))


def _single(tree: Query, token: Token, context: Context) -> PropertyForm:
    iri = tree.iri(token)
    if iri == TYPE and iri not in context.wrapper.properties:
        raise context.refusal("rdf:type under repetition", iri, hint="Use `a` in a triple of its own.")
    if iri not in context.wrapper.properties:
        if context.keep_unknown:
            return PropertyForm(kind="path", text=f"<{iri}>")
        raise context.unknown("property", iri)
    found: list[PropertyForm] = []
    for form in context.property_forms(iri):
        if form.path is None:
            raise context.refusal(
                f"{context.short(iri)} is a graph pattern in the database, which cannot be repeated",
                iri,
                hint="Write the steps one by one.",
            )
        for conversion in (form.subject, form.object):
            if conversion is not None and not (conversion.total and conversion.injective):
                raise context.refusal(
                    f"{context.short(iri)} under repetition: not every term on the way has a clean one",
                    iri,
                    hint="Say w:total of its conversion where that is so.",
                )
        found.append(replace(form, kind="path", text=form.path, repeats=False))
    return _joined(tree, token, context, found)

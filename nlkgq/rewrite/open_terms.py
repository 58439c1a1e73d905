"""Rule: a variable in the place of a property or class stands for each clean one in turn; so does ``!(...)``.

Native properties that no clean term uses are not part of the clean view and are never found.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from nlkgq.rewrite.alternatives import lone_triples
from nlkgq.rewrite.context import Context
from nlkgq.rewrite.statements import TYPE
from nlkgq.sparql import Query, Splice, Token
from nlkgq.sparql.prologue import resolve

MAX_BRANCHES: Final = 400
"""Most clean terms that a variable may stand for; beyond, the query would be too long for most endpoints."""


def open_terms(tree: Query, context: Context) -> Query:
    """See the module.

    Raises:
        RewriteError: The variable could stand for more than `MAX_BRANCHES` terms, or stands in two places at once.
    """
    splices: list[Splice] = []
    for pattern, subject, object_ in lone_triples(tree, context):
        predicate = pattern.predicate
        text: str | None = None
        if isinstance(predicate, Token) and predicate.terminal == "VAR":
            if predicate.text[1:] in {subject[1:], object_[1:]} or _same(subject, object_):
                raise context.refusal(f"{predicate.text} stands in two places of one triple", predicate.text)
            text = any_property(tree, context, subject, object_, bind=predicate.text)
        elif _asks_for_class(tree, context, predicate) and object_.startswith(("?", "$")):
            text = any_class(context, subject, object_)
        if text is not None:
            splices.append(Splice(pattern.triples.start, pattern.triples.end, text))
    return context.step(tree, splices)


def _asks_for_class(tree: Query, context: Context, predicate: object) -> bool:
    return tree.iri_or_none(predicate) == TYPE and TYPE not in context.wrapper.properties


def _same(subject: str, object_: str) -> bool:
    return subject.startswith(("?", "$")) and subject[1:] == object_[1:] and object_.startswith(("?", "$"))


def any_property(
    tree: Query, context: Context, subject: str, object_: str, *, bind: str | None = None, without: Collection[str] = ()
) -> str:
    """A union over every clean property but some.

    Args:
        tree: The query.
        context: Of the rewriting.
        subject: Text of the subject.
        object_: Text of the object.
        bind: A variable that gets the property.
        without: Properties left out; rdf:type is one of them or not.
    """
    wrapper = context.wrapper
    properties = [iri for iri, forms in wrapper.properties.items() if forms and iri not in without]
    branches: list[str] = []
    for iri in properties:
        values = f" . VALUES {bind} {{ <{iri}> }}" if bind else ""
        branches.append(f"{{ {subject} <{iri}> {object_}{values} }}")
    if TYPE not in without and TYPE not in wrapper.properties:
        values = f" . VALUES {bind} {{ <{TYPE}> }}" if bind else ""
        branches += (f"{{ {text}{values} }}" for text in _classes(context, tree, subject, object_))
    return _union(context, branches, bind or "!")


def any_class(context: Context, subject: str, variable: str) -> str:
    """A union over every clean class."""
    branches = [
        f"{{ {subject} a <{iri}> . VALUES {variable} {{ <{iri}> }} }}"
        for iri in context.wrapper.classes
        if _has_things(context, iri)
    ]
    return _union(context, branches, variable)


def _classes(context: Context, tree: Query, subject: str, object_: str) -> list[str]:
    if object_.startswith(("?", "$")):
        return [
            f"{subject} a <{iri}> . VALUES {object_} {{ <{iri}> }}"
            for iri in context.wrapper.classes
            if _has_things(context, iri)
        ]
    if object_.startswith("<"):
        wanted = resolve(object_[1:-1], tree.base)
    elif ":" in object_ and not object_.startswith(('"', "'", "_:")):
        prefix = object_.partition(":")[0]
        if prefix not in tree.prefixes:
            return []
        wanted = tree.prefixes.expand(object_)
    else:
        return []
    return [f"{subject} a <{wanted}>"] if wanted in context.wrapper.classes and _has_things(context, wanted) else []


def _has_things(context: Context, iri: str) -> bool:
    return bool(context.wrapper.classes[iri]) or context.stands_for_subclasses(iri)


def _union(context: Context, branches: list[str], term: str) -> str:
    if len(branches) > MAX_BRANCHES:
        raise context.refusal(
            f"{term} could stand for {len(branches)} terms of the wrapper",
            term,
            hint="Name the properties or classes that are meant.",
        )
    if not branches:
        return "FILTER(false)"
    return " UNION ".join(branches)

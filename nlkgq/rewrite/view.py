"""The clean view of a database, triple by triple: for the value index, the profile and tests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from nlkgq.iri import RDF
from nlkgq.results.models import RdfTerm
from nlkgq.rewrite.rules import rewrite
from nlkgq.sparql import parse_query
from nlkgq.wrapper.model import Wrapper

Triple: TypeAlias = tuple[RdfTerm, RdfTerm, RdfTerm]
Select: TypeAlias = Callable[[str], Iterable[tuple[RdfTerm | None, ...]]]
"""Runs a native SELECT query and gives its rows."""


def view_queries(
    wrapper: Wrapper, *, expanded: Collection[str] = (), services: Mapping[str, str] | None = None
) -> Iterator[tuple[str, str]]:
    """(clean term, native query) for each clean class and property that has a form.

    A class's query gives one column, a property's two.
    """
    for iri, forms in wrapper.classes.items():
        if forms or any(wrapper.classes.get(below) for below in wrapper.subclasses(iri)):
            yield iri, _native(f"SELECT ?subject {{ ?subject a <{iri}> }}", wrapper, expanded, services)
    for iri, property_forms in wrapper.properties.items():
        if property_forms:
            text = f"SELECT ?subject ?object {{ ?subject <{iri}> ?object }}"
            yield iri, _native(text, wrapper, expanded, services)


def clean_view(
    wrapper: Wrapper,
    select: Select,
    *,
    expanded: Collection[str] = (),
    services: Mapping[str, str] | None = None,
) -> Iterator[Triple]:
    """Every triple of the clean view, a term at a time.

    Args:
        wrapper: What the clean terms are.
        select: Runs a native query.
        expanded: As in `rewrite`.
        services: As in `rewrite`.
    """
    type_ = RdfTerm("uri", f"{RDF}type")
    for iri, text in view_queries(wrapper, expanded=expanded, services=services):
        term = RdfTerm("uri", iri)
        for row in select(text):
            subject, object_ = row[0], row[1] if len(row) > 1 else term
            if subject is not None and object_ is not None and subject.kind != "literal":
                yield (subject, term, object_) if len(row) > 1 else (subject, type_, term)


def _native(text: str, wrapper: Wrapper, expanded: Collection[str], services: Mapping[str, str] | None) -> str:
    return str(rewrite(parse_query(text), wrapper, expanded=expanded, services=services).tree)

"""The native terms that a form rests on."""

from __future__ import annotations

from functools import lru_cache

from nlkgq.iri import RDF
from nlkgq.sparql import Node, Token, parse_query, triple_patterns
from nlkgq.wrapper.model import ClassForm, PropertyForm

_TYPE = f"{RDF}type"


def native_terms(form: ClassForm | PropertyForm) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Native classes and native properties of a form, in order, each once."""
    if form.kind == "iri":
        return ((form.text,), ()) if isinstance(form, ClassForm) else ((), (form.text,))
    return _of_pattern(form.pattern)


@lru_cache(maxsize=16_384)
def _of_pattern(pattern: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    query = parse_query(f"SELECT * {{ {pattern} }}")
    classes: dict[str, None] = {}
    properties: dict[str, None] = {}
    for triple in triple_patterns(query):
        predicate = triple.predicate
        items = predicate.walk() if isinstance(predicate, Node) else (predicate,)
        named = [iri for item in items if isinstance(item, Token) and (iri := query.iri_or_none(item)) is not None]
        properties.update(dict.fromkeys(iri for iri in named if iri != _TYPE))
        object_ = query.iri_or_none(triple.object)
        if _TYPE in named and object_ is not None:
            classes[object_] = None
    return tuple(classes), tuple(properties)

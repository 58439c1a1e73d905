"""What each clean term of a query became."""

from __future__ import annotations

from collections.abc import Mapping

from nlkgq.results.models import RdfTerm
from nlkgq.rewrite.context import Context
from nlkgq.sparql import Token
from nlkgq.wrapper.values import term_text


def mapping_of(context: Context) -> Mapping[str, tuple[str, ...]]:
    """Clean term -> the texts of its native forms: every class, property and coded individual that the query names.

    Of several forms, those that can be meant where the term stands.

    Terms that the query only implies follow: classes below one that it names, all that a variable stands for.
    """
    found: dict[str, tuple[str, ...]] = {}
    for item in context.original.body.walk():
        iri = context.original.iri_or_none(item) if isinstance(item, Token) else None
        if iri is not None and iri not in found:
            texts = tuple(context.chosen.get(iri, ())) or _forms(iri, context)
            if texts:
                found[iri] = texts
    return {
        **found,
        **{
            term: tuple(context.chosen.get(term, texts)) for term, texts in context.mapping.items() if term not in found
        },
    }


def _forms(iri: str, context: Context) -> tuple[str, ...]:
    wrapper = context.wrapper
    if iri in wrapper.properties:
        return tuple(form.shown for form in wrapper.properties[iri])
    if iri in wrapper.classes:
        members = (iri, *wrapper.subclasses(iri)) if context.stands_for_subclasses(iri) else (iri,)
        forms = (form for member in members for form in wrapper.classes.get(member, ()))
        return tuple(dict.fromkeys(form.shown for form in forms))
    term = RdfTerm("uri", iri)
    codes = (native for table in context.value_maps for native in (table.to_native(term) or ()) if native != term)
    return tuple(dict.fromkeys(term_text(native) for native in codes))

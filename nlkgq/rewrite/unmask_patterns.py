"""Placeholders as subject or object of a triple pattern."""

from __future__ import annotations

from nlkgq.analysis.term_edits import Place, literal, path_end
from nlkgq.errors import UnmaskError
from nlkgq.masking.model import Placeholder
from nlkgq.results.models import RdfTerm
from nlkgq.rewrite.restored import number_of, terms_of, text_of, words_typed, written
from nlkgq.rewrite.unmask_edits import Edits, Occurrence
from nlkgq.rewrite.unmask_sides import side_of_property
from nlkgq.rewrite.unmask_text import restored_text
from nlkgq.sparql import Node, quote
from nlkgq.values.names import names_things

_PART_SAMPLE = 50


def in_pattern(edits: Edits, found: Occurrence, place: Place) -> None:
    """Restore a placeholder in a triple pattern."""
    placeholder = found.whole
    if placeholder is None:
        if not isinstance(found.item, Node):
            name = found.placeholders[0].name
            raise UnmaskError(f"{name} is part of an IRI", placeholder=name, hint="Use it as a term of its own.")
        edits.replace(found.token, quote(restored_text(found)))
        return
    group = place.pattern.group
    property_iri, turned = path_end(edits.query, place.pattern.predicate)
    if place.role == "subject" or not isinstance(found.item, Node):
        _individual(edits, found, placeholder, group, property_iri if place.role == "object" else None)
        return
    wants = True if turned else edits.wants_individual(property_iri)
    if wants is None and property_iri is not None:
        wants = not names_things(property_iri) and bool(placeholder.candidates)
    if placeholder.is_shared and not any(c.subjects for c in placeholder.candidates if wants):
        _contained(edits, found, group, text_of(placeholder))
        return
    if side_of_property(edits, placeholder, property_iri, things=wants).lacks(placeholder):
        _unknown(edits, found, group, placeholder, in_time=True)
        return
    terms = terms_of(placeholder, property_iri, individuals=wants)
    held = any(h.property == property_iri for c in placeholder.candidates for h in c.holders)
    if wants is False and not held and all(term.kind == "uri" for term in terms):
        terms = ()  # a thing is no text: its words are meant
    if terms:
        _one_of(edits, found, group, terms, placeholder)
    elif wants:
        _named(edits, found, group, placeholder)
    else:
        _unknown(edits, found, group, placeholder)


def _individual(
    edits: Edits, found: Occurrence, placeholder: Placeholder, group: Node, property_iri: str | None
) -> None:
    terms = [t for t in terms_of(placeholder, property_iri, individuals=True) if t.kind == "uri"]
    sampled = placeholder.is_shared and len(placeholder.candidates) >= _PART_SAMPLE
    if terms and not sampled:
        _one_of(edits, found, group, tuple(terms), placeholder)
    else:
        _named(edits, found, group, placeholder)


def _one_of(edits: Edits, found: Occurrence, group: Node, terms: tuple[RdfTerm, ...], placeholder: Placeholder) -> None:
    texts = list(dict.fromkeys(written(term, placeholder.name) for term in terms))
    if len(texts) == 1 or group.kind == "ConstructTemplate":
        edits.replace(found.item, texts[0])
        return
    variable = _variable(edits, group, placeholder)
    edits.replace(found.item, variable)
    edits.add(group, f"VALUES {variable} {{ {' '.join(texts)} }}")


def _variable(edits: Edits, group: Node, placeholder: Placeholder) -> str:
    if group.kind != "GroupGraphPattern":
        raise UnmaskError(
            f"{placeholder.name} has several meanings, which CONSTRUCT WHERE cannot hold",
            placeholder=placeholder.name,
            hint="Write the template out: CONSTRUCT { ... } WHERE { ... }.",
        )
    return edits.variable()


def _contained(edits: Edits, found: Occurrence, group: Node, words: str) -> None:
    variable = _variable(edits, group, found.placeholders[0])
    edits.replace(found.item, variable)
    edits.add(group, f"FILTER(CONTAINS(LCASE(STR({variable})), {quote(words.lower())}))")


def _named(edits: Edits, found: Occurrence, group: Node, placeholder: Placeholder) -> None:
    """A thing known by words alone: whatever is named so."""
    if group.kind == "ConstructTemplate":
        raise UnmaskError(f"nothing in the graph is known as {placeholder.name}", placeholder=placeholder.name)
    variable, name = _variable(edits, group, placeholder), edits.variable()
    words = quote(text_of(placeholder).lower())
    test = f"CONTAINS(LCASE(STR({name})), {words})" if placeholder.is_shared else f"LCASE(STR({name})) = {words}"
    edits.replace(found.item, variable)
    edits.add(group, f"{variable} {edits.naming_path()} {name} . FILTER({test})")


def _unknown(edits: Edits, found: Occurrence, group: Node, placeholder: Placeholder, *, in_time: bool = False) -> None:
    """A value that is not known to be stored: compared by meaning, whatever its language tag or datatype.

    ``in_time``: the property holds moments; a year or month means those that fall into it.
    """
    kind = placeholder.kind
    if group.kind == "ConstructTemplate":
        edits.replace(found.item, literal(text_of(placeholder), kind.datatype if placeholder.readings else None))
        return
    variable = _variable(edits, group, placeholder)
    edits.replace(found.item, variable)
    number = number_of(placeholder)
    if kind.value == "number" and number is not None and not in_time:
        edits.add(group, f"FILTER({variable} = {number} || STR({variable}) = {quote(number)})")
    elif placeholder.readings and (in_time or kind.value == "date"):
        tests = (f"STRSTARTS(STR({variable}), {quote(reading)})" for reading in placeholder.readings)
        edits.add(group, f"FILTER({' || '.join(tests)})")
    else:
        edits.add(group, f"FILTER(LCASE(STR({variable})) = {quote(words_typed(placeholder).lower())})")

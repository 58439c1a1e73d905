"""Wrapper ontologies: clean, documented terms over a database whose vocabulary is opaque.

A wrapper ontology is an ordinary OWL file; beside labels, comments, domains and ranges it says for each clean term what
the database has instead: with OWL's own words where they suffice, else with the annotation properties of
`nlkgq.wrapper.namespace`. `load_wrapper` reads one, `nlkgq.rewrite.rules.rewrite` applies it to a query.
"""

from nlkgq.wrapper.conversion import (
    Conversion,
    DatatypeConversion,
    DateConversion,
    IriTemplate,
    LanguageConversion,
    TextTemplate,
    ValueMap,
)
from nlkgq.wrapper.model import Back, ClassForm, PropertyForm, Wrapper, make_back

__all__ = [
    "Back",
    "ClassForm",
    "Conversion",
    "DatatypeConversion",
    "DateConversion",
    "IriTemplate",
    "LanguageConversion",
    "PropertyForm",
    "TextTemplate",
    "ValueMap",
    "Wrapper",
    "make_back",
]

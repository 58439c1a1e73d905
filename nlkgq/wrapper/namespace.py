"""The annotation vocabulary of wrapper ontologies: what OWL cannot say about a clean term and its native form.

Write OWL where OWL suffices; the loader reads it first:

* ``owl:equivalentClass`` / ``owl:equivalentProperty`` with a native IRI: the native class or property;
* ``owl:equivalentClass`` with ``owl:unionOf`` (any of them), ``owl:intersectionOf`` (all of them), or a restriction
  ``owl:hasValue`` / ``owl:someValuesFrom`` on a native property: a class that is a condition;
* ``owl:inverseOf`` with a native property: that property in the other direction; with a clean property: the forms of
  that property in the other direction, where the term has no form of its own;
* ``owl:propertyChainAxiom`` over native or clean properties: the properties one after the other, where the term has
  no form of its own;
* ``owl:sameAs`` between a clean individual and a native one.

Texts of paths and patterns may use the prefixes of the file they stand in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WRAPPER: Final = "https://nlkgq.example/wrapper#"

TERMS: Final[Mapping[str, str]] = {
    # where a term's form stands
    "form": "A node that holds one native form of the term, when it has several: any of them suffices.",
    "endpoint": "Name of the endpoint that holds the form, as in kg.toml.",
    "graph": "IRI of the named graph that holds the form.",
    # forms
    "native": "The native class or property, like owl:equivalentClass and owl:equivalentProperty, inside a form.",
    "inverse": "A native property that says the same in the other direction, like owl:inverseOf, inside a form.",
    "path": "A SPARQL property path from subject to object.",
    "typePath": "Of a class: the property path from a thing to the native class, in place of rdf:type.",
    "property": "Of a class that is a condition: the native property, together with w:value.",
    "value": "Of a class that is a condition: a value of w:property; several stand for any of them.",
    "pattern": "A SPARQL graph pattern without braces; ?subject and, for a property, ?object are its ends.",
    "languages": "Of a property with a native one: language tags in order, such as 'de en - *' (- is text without one, "
    "* is any); a thing has the texts in the first of them that it has any in.",
    "repeats": "Whether the form may find the same pair twice; by default paths with / or | and patterns may. With "
    "false it is vouched that it does not, and queries need no DISTINCT for it; for the paths and chains over native "
    "properties, so do owl:FunctionalProperty and owl:InverseFunctionalProperty of those.",
    # conversions
    "instances": "Of a class: the conversion of its things, for every property with this domain or range.",
    "subjectConversion": "Conversion of the subject: a node, a class whose things are converted so, or w:none.",
    "objectConversion": "Conversion of the object: the same.",
    "none": "No conversion, whatever domain or range say.",
    "code": "Of a clean individual: the native code that stands for it, an IRI or a literal.",
    "map": "Of a conversion: a node with w:clean and w:code, one entry of a table.",
    "clean": "The clean term of a table's entry, or the clean datatype of a conversion.",
    "open": "Of a table: terms that are not in it stand for themselves.",
    "cleanTemplate": "Of a conversion: a clean IRI with {id} in place of the identifier; a literal, with w:clean.",
    "nativeTemplate": "The native IRI with {id}, or the literal, with w:nativeDatatype; what stands for {id} is the "
    "same on both sides. Without it the native term is the identifier as a literal, percent-encoded in the clean IRI.",
    "nativeDatatype": "Of a conversion: datatype of the stored literals.",
    "nativeLanguage": "Of a conversion: language tag of the stored text; * for any; without it, text has no tag.",
    "cleanLanguage": "Of a conversion: language tag that a query sees; without it, text has no tag.",
    "factor": "Of a conversion: clean = native * factor + offset.",
    "offset": "Of a conversion: added after the factor.",
    "lenient": "Of a conversion: cast every spelling the engine reads, not only the one that has no other.",
    "total": "Of a conversion: it is vouched that every native term there has a clean one.",
}
"""Local name -> what it means."""


def term(name: str) -> str:
    """The IRI of a term of this vocabulary.

    Raises:
        KeyError: There is no such term.

    >>> term("path")
    'https://nlkgq.example/wrapper#path'
    """
    if name not in TERMS:
        raise KeyError(name)
    return WRAPPER + name

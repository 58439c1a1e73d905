"""Which rows of tables are persons where no table is called so."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier


def rows_of_persons(schema: SchemaGraph) -> int:
    """The classes (mask) of rows that have what only persons have: a birth, a first name."""
    found = 0
    for iri in sorted(schema.ontology.properties):
        words = split_identifier(local_name(iri)).lower().split()
        told = _PERSONAL.intersection(words) or words == ["age"] or any(w.startswith("birth") for w in words)
        if told and schema.is_used(iri) and schema.subjects(iri) != ANYTHING:
            found |= schema.subjects(iri)
    return found


def names_birth(iri: str) -> bool:
    """Whether a property tells when somebody was born.

    >>> names_birth("http://example.org/member#birthyear"), names_birth("http://example.org/member#joined")
    (True, False)
    """
    return any(w.startswith("birth") or w == "dob" for w in split_identifier(local_name(iri)).lower().split())


_PERSONAL = frozenset(
    (
        *("sex", "gender", "birthday", "dob", "fname", "lname", "surname", "salary", "wage", "nationality", "fullname"),
        *("firstname", "lastname", "hobby", "spouse", "hired"),
    )
)

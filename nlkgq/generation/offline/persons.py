"""Which rows of tables are persons where no table is called so."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.agent_nouns import is_deed
from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier

if TYPE_CHECKING:
    from nlkgq.generation.offline.mentions import Mention, Plan


def rows_of_persons(schema: SchemaGraph) -> int:
    """The classes (mask) of rows that are called so, or have what only persons have: a birth, a first name."""
    found = _called(_NOUNS, schema)
    for iri in sorted(schema.ontology.properties):
        words = split_identifier(local_name(iri)).lower().split()
        told = _PERSONAL.intersection(words) or words == ["age"] or any(w.startswith("birth") for w in words)
        if told and schema.is_used(iri) and schema.subjects(iri) != ANYTHING:
            found |= schema.subjects(iri)
    return found


def choose_doers(plan: Plan, tokens: Sequence[Token], schema: SchemaGraph) -> None:
    """``who booked``, ``who sold``: of customers and clerks those who do so, and no booking; in place.

    Args:
        plan: With ``who`` among its mentions where somebody is asked for.
        tokens: The question.
        schema: Which rows are persons.
    """
    for who in plan.mentions:
        people = next((r.subject for r in who.readings if r.subject not in (0, ANYTHING)), 0)
        if who.asked != "who" or not people:
            continue
        deed = next((m for m in plan.mentions if m.start >= who.end and m.readings), None)
        if deed is not None and _is_told_by(deed, plan, schema) and who.projected and not who.superlative:
            # "who makes X", where X has the name of its maker
            deed.projected, deed.negated = True, deed.negated or who.negated
            plan.mentions.remove(who)
            for number, mention in enumerate(plan.mentions):
                mention.number = number
            return
        if deed is not None and _is_deed(deed.readings[0], people):
            named = _doer_named(deed.readings, people, schema)
            if named and who.projected and not who.superlative:
                # "who requested X", where a request tells by whom
                reading = Reading(kind="property", iri=named, subject=schema.subjects(named), score=_NAMED)
                who.readings, who.asked = [reading], ""
                continue
            who.readings = [r for r in who.readings if r.subject == people]
        verb = next((t.folded for t in tokens[who.end :] if t.folded not in BE | HAVE | DO), "")
        nouns = next((nouns for verbs, nouns in _DOERS if verb in verbs), frozenset[str]())
        doers = _called(nouns, schema)
        who.readings = [
            replace(r, subject=r.subject & doers) if r.subject not in (0, ANYTHING) and r.subject & doers else r
            for r in who.readings
        ]


def _is_told_by(deed: Mention, plan: Plan, schema: SchemaGraph) -> bool:
    """Whether a verb right after ``who`` is read as a column that holds the name of who does so."""
    told = deed.readings[0]
    words = split_identifier(local_name(told.iri)).lower() if told.kind == "property" else ""
    verb = not deed.gap and deed.text.islower() and not deed.negated and not deed.superlative and not deed.comparison
    named = not _NOUNS.isdisjoint(words.split()) or is_deed(deed.text, words) or words.endswith(" by")
    after = next((m.readings[0] for m in plan.mentions if m.start >= deed.end and m.readings), None)
    if after is None or (after.subject != ANYTHING and not after.subject & told.subject and not words.endswith(" by")):
        # "who made a booking", where boats have makers
        return False
    return verb and bool(words) and named and schema.is_literal(told.iri) and not schema.is_numeric(told.iri)


def _is_deed(reading: Reading, people: int) -> bool:
    """Whether a word stands for rows that are no persons, or for what holds between two of them."""
    if reading.kind == "class":
        return not reading.subject & people
    verb = reading.kind == "property" and not reading.noun and bool(reading.object)
    return verb and not (reading.subject | reading.object) & people


def _doer_named(readings: Sequence[Reading], people: int, schema: SchemaGraph) -> str:
    """The one column of the rows of a deed that tells in words who did it; "" for none, or where they refer to some."""
    rows = readings[0].subject
    if rows == ANYTHING or any(
        schema.is_used(p) and schema.subjects(p) & rows and schema.objects(p) & people and schema.objects(p) != ANYTHING
        for p in schema.ontology.properties
    ):
        return ""
    found = [
        p
        for p in sorted(schema.ontology.properties)
        if schema.subjects(p) == rows and schema.is_literal(p) and not schema.is_numeric(p) and _tells_doer(p)
    ]
    return found[0] if len(found) == 1 else ""


def _tells_doer(iri: str) -> bool:
    words = split_identifier(local_name(iri)).lower().split()
    return words[-1:] == ["by"] or bool(_NOUNS.intersection(words[-1:]))


def _called(nouns: Collection[str], schema: SchemaGraph) -> int:
    """The classes (mask) called by one of some nouns, tables that only join others left out."""
    found = 0
    for iri in sorted(schema.ontology.classes) if nouns else ():
        if split_identifier(local_name(iri)).lower().split()[-1] in nouns and not _only_joins(schema.mask(iri), schema):
            found |= schema.mask(iri)
    return found


def _only_joins(mask: int, schema: SchemaGraph) -> bool:
    """Whether rows have two references at least and no name, as those have that join guests and shows."""
    own = [p for p in schema.ontology.properties if schema.is_used(p) and schema.subjects(p) == mask]
    joins = sum(not schema.is_literal(p) for p in own) > 1
    return joins and not any(schema.is_literal(p) and is_naming(p) for p in own)


_NAMED = 0.9
_DOERS = (
    (
        frozenset(
            (
                *("placed", "ordered", "booked", "bought", "purchased", "requested", "rented", "borrowed", "reserved"),
                *("paid", "places", "orders", "books", "buys", "rents", "borrows", "reserves"),
            )
        ),
        frozenset(
            (
                *(
                    "customer",
                    "client",
                    "guest",
                    "passenger",
                    "buyer",
                    "borrower",
                    "member",
                    "patient",
                    "user",
                    "tenant",
                ),
                *("visitor", "shopper", "subscriber", "patron", "reader", "student"),
            )
        ),
    ),
    (
        frozenset(
            (
                *("handled", "processed", "served", "sold", "managed", "prepared", "approved", "took", "shipped"),
                *("handles", "processes", "serves", "sells", "manages", "prepares", "approves", "takes"),
            )
        ),
        frozenset(
            ("employee", "staff", "clerk", "seller", "agent", "worker", "manager", "waiter", "officer", "cashier")
        ),
    ),
)
"""Verbs, and those who do so."""


def names_birth(iri: str) -> bool:
    """Whether a property tells when somebody was born.

    >>> names_birth("http://example.org/member#birthyear"), names_birth("http://example.org/member#joined")
    (True, False)
    """
    return any(w.startswith("birth") or w == "dob" for w in split_identifier(local_name(iri)).lower().split())


_NOUNS = frozenset(
    (
        *("actor", "actress", "agent", "apprentice", "architect", "artist", "astronaut", "astronomer", "athlete"),
        *(
            "author",
            "baker",
            "borrower",
            "buyer",
            "captain",
            "carpenter",
            "chef",
            "child",
            "citizen",
            "clerk",
            "client",
        ),
        *("climber", "coach", "collector", "composer", "conductor", "contestant", "cook", "customer", "cyclist"),
        *("dancer", "dentist", "designer", "director", "doctor", "donor", "driver", "editor", "employee", "employer"),
        *(
            "engineer",
            "farmer",
            "friend",
            "gardener",
            "guest",
            "guide",
            "host",
            "inspector",
            "instructor",
            "journalist",
        ),
        *("judge", "juror", "keeper", "learner", "lecturer", "librarian", "manager", "mayor", "mechanic", "member"),
        *("mentor", "monk", "musician", "nurse", "officer", "operator", "owner", "painter", "participant", "passenger"),
        *("patient", "performer", "person", "photographer", "physician", "pilot", "player", "poet", "politician"),
        *("president", "producer", "professor", "programmer", "pupil", "ranger", "reader", "referee", "researcher"),
        *("resident", "reviewer", "rider", "runner", "sailor", "scientist", "sculptor", "seller", "singer", "skater"),
        *(
            "sponsor",
            "student",
            "supplier",
            "surgeon",
            "swimmer",
            "tailor",
            "teacher",
            "technician",
            "tenant",
            "tourist",
        ),
        *("trainer", "translator", "traveler", "traveller", "tutor", "user", "vendor", "vet", "visitor", "volunteer"),
        *(
            "voter",
            "waiter",
            "winner",
            "worker",
            "writer",
            "beekeeper",
            "astronomers",
            "highschooler",
            "people",
            "staff",
        ),
    )
)
_PERSONAL = frozenset(
    (
        *("sex", "gender", "birthday", "dob", "fname", "lname", "surname", "salary", "wage", "nationality", "fullname"),
        *("firstname", "lastname", "hobby", "spouse", "hired"),
    )
)

"""Connections over the very properties that words name, and words that are both denied of something else."""

from __future__ import annotations

from nlkgq.analysis.connections import Connection, Step
from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.determined import is_deed_of
from nlkgq.generation.offline.function_words import BE, DO
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.naming import identifier_words, is_naming
from nlkgq.generation.offline.readings import Reading

_DEED = 0.3
_EVENT = 0.25
_REFLEXIVE = 0.12
_QUALIFIED = 0.12
_OF_ROLE = 0.3
_ROLE = 0.08
_LED = 0.3
_PLACED = frozenset(("in", "at", "from", "on", "near"))
_NOR = frozenset(("nor", "noch", "or", "oder"))


def again(a: Reading, pa: int, b: Reading, pb: int, used: set[str], *, adjacent: bool) -> float:
    """``films for the director of X``: the films are films that this director directed.

    Args:
        a, b: Readings of the mention that stands first and of the other.
        pa, pb: 0 where the connection leaves or reaches their subject, 1 for their object.
        used: Properties of the connection.
        adjacent: Whether one stands beside the other.

    Returns:
        What is added to the score.
    """
    if a.kind == b.kind == "property" and a.iri == b.iri:
        return -0.3
    for reading, port in ((a, pa), (b, pb)):
        if reading.kind == "property" and reading.iri in used:
            # A verb tells of its own subject; only a noun ("the directors") is told of other owners too.
            owner = a.kind == b.kind == "property" and (pa if reading is b else pb) == 0
            told = adjacent and (reading.noun or not owner)
            return (0.3 if told else 0.0) if port else -0.6
    return 0.0


def reflexive(a: Reading, b: Reading, step: Step, schema: SchemaGraph) -> float:
    """A row of ``friend`` with ``student`` and ``friend`` belongs to the student: the other side is the friend.

    A property called after the class that it leads to, such as ``has friend``, just leads there, where things are no
    rows of tables.
    """
    ends = (a, b) if schema.is_reference(step.property) else (a if step.forward else b,)
    called = any(r.kind == "class" and identifier_words(r.iri) & identifier_words(step.property) for r in ends)
    return _REFLEXIVE if called else 0.0


def qualifies(a: Reading, right: Mention, b: Reading, port: int, *, adjacent: bool) -> float:
    """``functional images``: a name right before a noun tells of what the noun stands for.

    Args:
        a: A reading of the mention that stands first.
        right, b: The other mention, and its reading.
        port: 0 where the connection reaches the subject of ``b``, 1 for its object.
        adjacent: Whether one stands beside the other.

    Returns:
        What is added to the score of a connection of one step.
    """
    role = b.kind == "property" and b.noun and b.object and port == (0 if b.inverse else 1)
    if not adjacent or right.gap or not (role or b.kind == "class"):
        return 0.0
    if role and a.kind in ("value", "entity") and not a.subject & b.subject:
        # "Norwegian actors": from Norway, and not whoever acts in what is in Norwegian
        return _OF_ROLE
    return _QUALIFIED if a.kind == "entity" else 0.0


def are_denied(left: Mention, a: Reading, right: Mention, b: Reading) -> bool:
    """``neither ferries nor tugs``, ``neither director nor actor``: each is said of what was asked for."""
    if not (left.negated and right.negated) or a.kind != b.kind:
        return False
    return a.kind == "class" or (a.kind == "property" and a.noun and b.noun and bool(_NOR.intersection(right.gap)))


def of_event(a: tuple[Reading, int], b: tuple[Reading, int], connection: Connection, schema: SchemaGraph) -> float:
    """``opened in Norway`` is where the release was, whose country is its ``releaseCountry``.

    A property that is called after the class that has it tells the same as those of other classes do (``country``),
    but of this one; where the question speaks of such a thing, its own is meant.

    Args:
        a, b: The reading at each end, and 0 for its subject, 1 for its object.
        connection: From ``a`` to ``b``.
        schema: What the properties belong to.

    Returns:
        What is added to the score.
    """
    steps = connection.steps
    if len(steps) != 1 or schema.is_reference(steps[0].property):
        return 0.0
    reading, port = a if steps[0].forward else b
    owners = schema.names(schema.subjects(steps[0].property))
    if len(owners) != 1 or not identifier_words(owners[0]) < identifier_words(steps[0].property):
        return 0.0
    mask = reading.object if port else reading.subject
    told = reading.kind == "property" or (reading.kind == "class" and reading.iri == owners[0])
    return _EVENT if told and mask == schema.mask(owners[0]) else 0.0


def of_deed(
    a: tuple[Mention, Reading, int], b: tuple[Mention, Reading, int], step: Step, schema: SchemaGraph, *, adjacent: bool
) -> float:
    """``who checked a boat``, ``boats checked by X``: the row of the check has the boat, and not whoever checked it.

    Args:
        a, b: The mention at each end, its reading, and 0 for its subject, 1 for its object.
        step: From ``a`` to ``b``.
        schema: What refers to what.
        adjacent: Whether one stands beside the other.

    Returns:
        What is added to the score.
    """
    for (verb, reading, port), (other, _, _), forward in ((a, b, step.forward), (b, a, not step.forward)):
        deed = port == 0 and reading.kind == "property" and is_deed_of(reading.iri) and schema.is_reference(reading.iri)
        acted = verb is b[0] or (adjacent and "by" not in other.gap and not verb.text.lower().endswith(" by"))
        if deed and forward and acted and schema.is_reference(step.property):
            return _DEED
    verb, reading, port = b
    if port and reading.kind == "property" and is_deed_of(reading.iri) and BE.intersection(verb.gap):
        # "plots of estates that were picked": not by those of the estates
        return -_DEED
    return -_BEFORE if adjacent and _is_given_before(a, b) else 0.0


def _is_given_before(a: tuple[Mention, Reading, int], b: tuple[Mention, Reading, int]) -> bool:
    """``ships of Norway with their builder``: what is given after ``of`` is told of the ships."""
    given, told = a[0], b[0]
    restricts = a[1].kind in ("value", "entity") and given.gap in _OF_IT
    return restricts and told.projected and told.gap in _WITH_IT


_OF_IT = (("of",), ("from",), ("in",), ("by",))
_WITH_IT = tuple((word, whose) for word in ("with", "and") for whose in ("their", "its", "the", "his", "her"))
_BEFORE = 0.1


def of_happening(a: tuple[Reading, int], b: tuple[Reading, int], step: Step, schema: SchemaGraph) -> float:
    """``who works in X``, where an employment has an employee and a department: this is X, and not what they head.

    Args:
        a, b: The reading at each end, and 0 for its subject, 1 for its object.
        step: From ``a`` to ``b``.
        schema: What leads to what.

    Returns:
        What is added to the score.
    """
    for (reading, port), forward in ((a, step.forward), (b, not step.forward)):
        role = reading.kind == "property" and bool(reading.object) and not port and step.property != reading.iri
        if role and forward and is_part_of_happening(reading, schema):
            return _HAPPENING
    return 0.0


def is_part_of_happening(reading: Reading, schema: SchemaGraph) -> bool:
    """Whether a property tells of what happens by the word for it, as that of an employment who is ``employee``."""
    if not schema.is_happening(reading.subject):
        return False
    called = {w[:_STEM] for w in identifier_words(reading.iri) if len(w) >= _STEM}
    return any(w[:_STEM] in called for owner in schema.names(reading.subject) for w in identifier_words(owner))


_STEM = 4


_HAPPENING = 0.05


def owns(left: Mention, a: Reading, pa: int, right: Mention, b: Reading) -> bool:
    """``managers have no employees``, ``employees that X has``: what a thing has is not the thing itself."""
    denoted = 1 if a.kind == "property" and a.object and a.noun and not a.inverse else 0
    if left.possessive and not right.gap and b.kind == "class" and pa == denoted:
        # "the manager's employees"
        return a.kind in ("class", "property")
    if a.kind == "class" and (b.kind == "entity" or (b.kind == "value" and is_naming(b.iri))):
        # "how many employees does X have": X is none of them
        return not DO.isdisjoint(right.gap)
    if a.kind == "value" and b.kind == "value" and is_naming(b.iri) and "by" in right.gap:
        # "pots in Kew that were made by X": X is not said to be in Kew
        return bool(_PLACED.intersection(left.gap[-2:]))
    if a.kind == "property" and b.kind == "class" and right.group and DO & set(right.gap) and a.subject & a.object:
        # "how many parts does each part have"
        return pa == denoted
    owner = a.kind in ("class", "asked") or (a.kind == "property" and a.noun and a.object != 0)
    return b.kind == "class" and owner and pa == denoted and bool(_HAVE.intersection(right.gap))


def told_of_role(a: Reading, pa: int, b: Reading, used: set[str]) -> float:
    """What it is worth that in ``actors who won`` whoever acts did so, and not what they act in."""
    role = a.kind == b.kind == "property" and a.noun and a.object and not (b.noun or b.object)
    return _ROLE if role and a.iri not in used and pa == (0 if a.inverse else 1) else 0.0


def is_led(gap: tuple[str, ...], used: set[str], schema: SchemaGraph) -> float:
    """What it is worth that ``who heads the department`` is the one of its physicians."""
    return _LED if _LEADS.intersection(gap) and used & schema.singled_out else 0.0


_LEADS = frozenset(
    (
        *("head", "heads", "headed", "lead", "leads", "led", "manage", "manages", "managed", "chair", "chairs"),
        *("chaired", "run", "runs", "ran", "direct", "directs", "directed", "leading", "managing", "heading"),
    )
)
_HAVE = frozenset(("have", "has", "had", "having", "without", "hat", "haben", "hatte", "hatten", "ohne"))

"""What a relative clause tells of: ``ships of firms in Norway that never called at X`` are ships that never called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from nlkgq.analysis.connections import Step
from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.function_words import HAVE
from nlkgq.generation.offline.linking import OBJECT, SUBJECT, Link, ports

if TYPE_CHECKING:
    from nlkgq.generation.offline.assembly import Assembly
    from nlkgq.generation.offline.mentions import Mention

_NONE = (("no",), ("without",), ("any",))
_IN = (("in",), ("at",), ("from",), ("of",), ("on",))
_SHORT = 2
Links = Callable[[int, int], Sequence[Link]]
_PRONOUNS = frozenset(("that", "which", "who", "die", "der", "das"))
_OF_THE_LAST = frozenset(("where", "whose", "with", "without", "having", "wo", "deren", "dessen", "mit", "ohne"))
"""What such a word begins is said of what stands before it."""


def tell_of_antecedents(
    assembly: Assembly,
    schema: SchemaGraph,
    people: Callable[[], int],
    links: Links,
    commit: Callable[[Assembly, Link], bool],
) -> None:
    """Hangs a relative clause on what it tells of, in place, where it hangs on another thing before it.

    ``pupils of the school X who won``: of people. What is reached over other things of a kind is told of those of
    this kind that were named: of these ships, and not of other ships of their companies.

    Args:
        assembly: Mentions joined into a tree.
        schema: The classes.
        people: Tells the classes of those that ``who`` means.
        links: The links between two mentions as they are read, the earlier one first.
        commit: Makes one node of what a link says is one; whether that can be.
    """
    for place, link in enumerate(assembly.links):
        other, opened = _of_the_denied(assembly, link, schema, links), _clause(assembly, link)
        if other is None and opened is not None and "who" in opened.gap:
            other = _of_people(assembly, link, opened, people(), links)
        if other is None and opened is not None:
            other = _of_the_named(assembly, link, opened, schema, links)
        if other is not None and commit(assembly, other):
            assembly.links[place] = other
            assembly.score += other.score - link.score


def _of_the_denied(assembly: Assembly, link: Link, schema: SchemaGraph, links: Links) -> Link | None:
    """``who has no boat in X``: of the boats, where they have to do with X otherwise than by who has them."""
    noun = assembly.mentions[link.right - 1]
    told = assembly.mentions[link.right].gap
    near = link.left < noun.number and link.kind == "path" and noun.gap[-1:] in _NONE and told[:1] in _IN
    if not near or len(told) > _SHORT or assembly.readings[noun.number].kind != "class":
        return None
    owner = assembly.masks[assembly.find((link.left, link.left_port))]
    for other in links(noun.number, link.right):
        steps = other.connection.steps if other.kind == "path" and other.connection is not None else ()
        if steps and other.right_port == link.right_port and not any(schema.mask(s.target) & owner for s in steps):
            return other
    return None


def _clause(assembly: Assembly, link: Link) -> Mention | None:
    """The first mention of the relative clause between the ends of a link that may tell of any noun before it."""
    if link.kind != "path" or link.connection is None:
        return None
    last = assembly.mentions[link.right]
    opened = [m for m in assembly.mentions[link.left + 1 : link.right + 1] if _PRONOUNS.intersection(m.gap)]
    if len(opened) != 1 or last.shared or last.another or _OF_THE_LAST.intersection(opened[0].gap):
        return None
    return opened[0]


def _of_people(assembly: Assembly, link: Link, opened: Mention, people: int, links: Links) -> Link | None:
    """The link to the last people before a clause, where it hangs on what are none; None elsewhere."""
    mask = assembly.masks[assembly.find((link.left, link.left_port))]
    if mask == ANYTHING or mask & people:
        return None
    for m in range(opened.number - 1, -1, -1):
        named = dict(ports(assembly.readings[m]))
        port = OBJECT if OBJECT in named and not assembly.readings[m].inverse else SUBJECT
        if named.get(port, ANYTHING) == ANYTHING or not named[port] & people:
            continue
        for other in links(m, link.right):
            if other.kind in ("path", "node") and (other.left_port, other.right_port) == (port, link.right_port):
                return other
        return None
    return None


def _of_the_named(assembly: Assembly, link: Link, opened: Mention, schema: SchemaGraph, links: Links) -> Link | None:
    """The link to the named ones of the kind that a link leads over; None where it leads over none."""
    last, steps = assembly.mentions[link.right], link.connection.steps if link.connection is not None else ()
    told = opened.gap[max(n for n, word in enumerate(opened.gap) if word in _PRONOUNS) + 1 :]
    if not told or (HAVE.intersection(told) and (last.counted or last.superlative)):
        # "departments of schools that have 10 pupils": it may be the schools
        return None
    named = _named(assembly, link, steps[0], schema)
    rest = [(s.property, s.forward) for s in steps[1:]]
    for other in links(named, link.right) if named is not None else ():
        ways = other.connection.steps if other.connection is not None else ()
        # "crates of firms in Oslo that are red": what is red is one of these crates
        whole = other.kind == ("path" if rest else "node")
        if whole and [(s.property, s.forward) for s in ways] == rest and other.right_port == link.right_port:
            return other
    return None


def _named(assembly: Assembly, link: Link, first: Step, schema: SchemaGraph) -> int | None:
    """The mention before a link's left end of those things that its first step leads to, joined by the same step."""
    end = assembly.find((link.left, link.left_port))
    for m in range(link.left - 1, -1, -1):
        reading, mention = assembly.readings[m], assembly.mentions[m]
        if reading.kind != "class" or reading.subject != schema.mask(first.target) or mention.another:
            continue
        if any(_joins(assembly, k, m, end, first) for k in assembly.links):
            return m
    return None


def _joins(assembly: Assembly, link: Link, m: int, end: tuple[int, int], step: Step) -> bool:
    """Whether a link leads from a mention by one step back to an end, or a property does that is told of both."""
    thing = assembly.find((m, SUBJECT))
    if link.kind == "path" and link.connection is not None and len(link.connection.steps) == 1:
        only = link.connection.steps[0]
        ends = assembly.find((link.left, link.left_port)), assembly.find((link.right, link.right_port))
        forward = step.forward if ends == (end, thing) else not step.forward
        return only.property == step.property and only.forward == forward and set(ends) == {thing, end}
    for n in (link.left, link.right):
        reading = assembly.readings[n]
        if reading.kind == "property" and reading.iri == step.property and reading.object:
            told = assembly.find((n, SUBJECT)), assembly.find((n, OBJECT))
            return told == ((end, thing) if step.forward else (thing, end))
    return False

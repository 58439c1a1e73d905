"""The schema as a graph: classes are nodes, properties edges in both directions, with the cheapest connections.

Sets of classes are bit masks (one bit a class), so that "may this node be of that class" is one machine operation.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from nlkgq.analysis.amounts import Amounts
from nlkgq.analysis.data_shapes import called_when, link_classes, mirrors, relations, roles
from nlkgq.iri import RDF, RDFS, XSD, local_name
from nlkgq.ontology.model import Ontology, Property, split_identifier
from nlkgq.ontology.profile_model import Profile, PropertyProfile
from nlkgq.results.models import RdfTerm

_PART_OF_A_LINK = 0.65
"""What an edge of a thing costs that only links two others, beside an edge that says something of its own."""
_ROLE = 0.5
"""What an edge costs that a role is named by, beside one that says only that two things belong together."""
ANYTHING = -1
"""The mask of a node of which nothing is known: every bit is set."""

_INTEGERS = ("byte", "short", "int", "long", "unsignedByte", "unsignedShort", "unsignedInt", "unsignedLong")
_SIGNED = ("positiveInteger", "negativeInteger", "nonNegativeInteger", "nonPositiveInteger")
NUMERIC = frozenset(XSD + name for name in ("integer", "decimal", "double", "float", *_INTEGERS, *_SIGNED))
TEMPORAL = frozenset(XSD + name for name in ("date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth", "time"))
_RDF_TYPE = RDF + "type"


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of a connection; ``forward`` goes from subject to object, ``target`` is the class reached."""

    property: str
    forward: bool
    target: str


@dataclass(frozen=True, slots=True)
class Connection:
    """A way from one set of classes to another; ``cost`` grows with its length and with how little it says."""

    cost: float
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class _Edge:
    property: str
    source: str
    target: str
    forward: bool
    cost: float


class SchemaGraph:
    """Classes, properties and how they connect, from the ontology and, where there is one, from what the data holds.

    >>> from nlkgq.ontology.model import OwlClass, Ontology
    >>> film, person = OwlClass(iri="http://e.org/Film"), OwlClass(iri="http://e.org/Person")
    >>> by = Property(iri="http://e.org/by", kind="object", domain=((film.iri,),), range=((person.iri,),))
    >>> graph = SchemaGraph(Ontology(classes={c.iri: c for c in (film, person)}, properties={by.iri: by}))
    >>> [s.property for s in graph.connections(graph.mask(person.iri), graph.mask(film.iri))[0].steps]
    ['http://e.org/by']

    ``truths`` are the values that stand for yes and no where they are not booleans; who knows the values sets them.

    Args:
        ontology: Hierarchy, domains and ranges.
        profile: What the data holds; None when it was not scanned, and then the ontology is believed.
        longest: Most edges in one connection.
    """

    def __init__(self, ontology: Ontology, profile: Profile | None = None, *, longest: int = 4) -> None:
        self.ontology = ontology
        self.profile = profile
        self.longest = longest
        names = {*ontology.classes}
        for p in ontology.properties.values():
            names.update(p.domain_classes)
            if p.kind != "datatype":
                names.update(p.range_classes)
        if profile is not None:
            names.update(profile.classes)
        names -= {n for n in names if n.startswith((XSD, RDFS, RDF))}
        self.classes = sorted(names)
        self._bits = {iri: 1 << number for number, iri in enumerate(self.classes)}
        self._connections: dict[tuple[int, int], tuple[Connection, ...]] = {}
        self.amounts = Amounts(self)
        self._away: dict[int, dict[str, int]] = {}
        self._subjects: dict[str, int] = {}
        self._objects: dict[str, int] = {}
        self.truths: dict[str, tuple[RdfTerm, RdfTerm]] = {}
        self._mirrors: Mapping[str, str] | None = None
        self._references: dict[str, str] | None = None

    def mask(self, iri: str) -> int:
        """The class and its subclasses; ANYTHING for a class that is not known."""
        found = 0
        for name in self.ontology.subclasses(iri):
            found |= self._bits.get(name, 0)
        return found or ANYTHING

    def names(self, mask: int) -> list[str]:
        """The classes of a mask, [] for ANYTHING."""
        return [] if mask == ANYTHING else [iri for iri, bit in self._bits.items() if mask & bit]

    def own(self, iri: str) -> PropertyProfile | None:
        """What the data holds of a property, None where nothing is known of it."""
        return self.profile.properties.get(iri) if self.profile else None

    def is_used(self, iri: str) -> bool:
        """Whether the data may hold the property: True without a profile."""
        return self.profile is None or iri in self.profile.properties

    def stored(self, iri: str) -> tuple[str, bool]:
        """The property to query for ``iri`` and whether it runs the same way.

        Of a pair of inverses the data often holds one side only; then that one is used, backwards.
        """
        if not self.is_used(iri):
            for other in sorted(self.ontology.inverses(iri)):
                if self.is_used(other):
                    return other, False
        return iri, True

    def is_literal(self, iri: str) -> bool:
        """Whether the property's values are literals."""
        held = self.own(iri)
        if held is not None and (held.datatypes or held.object_classes):
            return sum(held.datatypes.values()) > held.count / 2
        p = self.ontology.properties.get(iri)
        return p is not None and (p.kind in ("datatype", "annotation") or _ranges_are_datatypes(p))

    def datatypes(self, iri: str) -> frozenset[str]:
        """Datatypes in use, else those of the declared range."""
        held = self.own(iri)
        if held is not None and held.datatypes:
            return frozenset(held.datatypes)
        p = self.ontology.properties.get(iri)
        return frozenset(p.range_classes) if p is not None and p.kind != "object" else frozenset()

    def is_numeric(self, iri: str) -> bool:
        """Whether most of the property's values are numbers."""
        return self._mostly(iri, NUMERIC) or self.is_spelt_number(iri)

    def is_temporal(self, iri: str) -> bool:
        """Whether most of the property's values are dates or times."""
        return self._mostly(iri, TEMPORAL)

    def is_boolean(self, iri: str) -> bool:
        """Whether the property's values are true and false, or stored as words for these."""
        return iri in self.truths or self._mostly(iri, frozenset((XSD + "boolean",)))

    def is_hierarchy(self, iri: str) -> bool:
        """Whether the property leads from a thing to one above it of the same kind: transitive, or named sub... of."""
        p = self.ontology.properties.get(iri)
        words = split_identifier(local_name(iri)).lower().split()
        named = bool(words) and words[0].startswith("sub") and words[-1] == "of"
        return ((p is not None and p.transitive) or named) and bool(self.subjects(iri) & self.objects(iri))

    def is_spelt_number(self, iri: str) -> bool:
        """Whether the ontology says number and the data holds text."""
        p = self.ontology.properties.get(iri)
        declared = p is not None and p.kind != "object" and bool(set(p.range_classes) & NUMERIC)
        return declared and not self._mostly(iri, NUMERIC)

    def _mostly(self, iri: str, wanted: frozenset[str]) -> bool:
        held = self.own(iri)
        if held is not None and held.datatypes:
            return sum(n for d, n in held.datatypes.items() if d in wanted) > held.count / 2
        return bool(self.datatypes(iri) & wanted)

    def tells_when(self, iri: str) -> bool:
        """Whether the values are dates, by their datatype or, where they are text, by the property's name."""
        return self.is_temporal(iri) or (self.is_literal(iri) and bool(called_when(iri)))

    def is_functional(self, iri: str) -> bool:
        """Whether a subject has one value at most, by declaration or in the data."""
        p = self.ontology.properties.get(iri)
        held = self.own(iri)
        return (p is not None and p.functional) or (held is not None and held.count == held.subjects)

    def leads_to_one(self, iri: str, *, forward: bool) -> bool:
        """Whether a thing has one other at most over the property, followed from its subject or from its object."""
        if forward:
            return self.is_functional(iri)
        held = self.own(iri)
        return held is not None and held.count == held.objects

    def is_key(self, iri: str) -> bool:
        """Whether every value of the property tells one subject from all others."""
        held = self.own(iri)
        return held is not None and held.count == held.subjects == held.objects

    def reference_of(self, iri: str) -> str | None:
        """The property that leads to the row whose key a literal repeats; None for what is no foreign key.

        A direct mapping of a relational database (W3C Direct Mapping) has both: ``city#countrycode``, the column, and
        ``city#ref-countrycode``, the reference.
        """
        if self._references is None:
            self._references = {}
            for name in self.ontology.properties:
                table, _, column = name.partition("#")
                key = f"{table}#{column.partition('-')[2]}"
                if "-" in column and key in self.ontology.properties and self.is_literal(key):
                    self._references[key] = name
        return self._references.get(iri)

    def is_reference(self, iri: str) -> bool:
        """Whether a property leads to the row whose key a column of the same row repeats."""
        self.reference_of(iri)
        return iri in (self._references or {}).values()

    @cached_property
    def _only_join(self) -> frozenset[str]:
        """Classes whose members only join two others."""
        if self.profile is None:
            return frozenset()
        return link_classes(self.profile, self.is_literal, lambda iri: self.reference_of(iri) is not None)

    @cached_property
    def relations(self) -> Mapping[str, tuple[str, str]]:
        """Classes that join things of one class, such as ``follows`` -> (property to the doer, property to the other).

        Such a class can be read as a property; its IRI then has the doers for subjects and the others for objects.
        """
        if self.profile is None:
            return {}
        found = relations(self.profile, self._only_join, self.is_literal)
        for iri, (doer, other) in found.items():
            self._subjects[iri], self._objects[iri] = self.objects(doer), self.objects(other)
        return found

    def subjects(self, iri: str) -> int:
        """Mask of the classes whose members have the property."""
        if iri not in self._subjects:
            self._subjects[iri] = self._side(iri, subject=True)
        return self._subjects[iri]

    def objects(self, iri: str) -> int:
        """Mask of the classes that the property points to; 0 for literals."""
        if iri not in self._objects:
            self._objects[iri] = 0 if self.is_literal(iri) else self._side(iri, subject=False)
        return self._objects[iri]

    def _side(self, iri: str, *, subject: bool) -> int:
        held, declared = self.own(iri), self._declared(iri, subject=subject)
        if held is None:
            return declared
        counts = held.subject_classes if subject else held.object_classes
        every = frequent = 0
        for name in counts:
            every |= self._bits.get(name, 0)
        for name in _frequent(counts, self.profile.classes if self.profile else {}):
            frequent |= self._bits.get(name, 0)
        if declared != ANYTHING and declared & every:
            return declared & every
        if not subject and declared == ANYTHING and set(counts) == {""} and self.profile and self.profile.classes:
            # What has no class is of none of those that things have.
            return 1 << len(self.classes)
        return frequent or declared

    def _declared(self, iri: str, *, subject: bool) -> int:
        p = self.ontology.properties.get(iri)
        found = 0
        for name in (p.domain_classes if subject else p.range_classes) if p is not None else ():
            if name in self._bits:
                found |= self.mask(name)
        return found or ANYTHING

    def connections(self, start: int, goal: int, *, most: int = 3) -> tuple[Connection, ...]:
        """The cheapest connections from a class of ``start`` to one of ``goal``, cheapest first; () when none.

        A connection has at least one edge; ANYTHING connects to nothing.
        """
        if ANYTHING in (start, goal):
            return ()
        found = self._connections.get((start, goal))
        if found is None:
            found = self._connections[start, goal] = self._search(start, goal, 4)
        return found[:most]

    def _search(self, start: int, goal: int, most: int) -> tuple[Connection, ...]:
        away = self._edges_away(goal)
        queue: list[tuple[float, int, str, tuple[Step, ...]]] = [
            (0.0, n, name, ()) for n, name in enumerate(self.names(start)) if name in away
        ]
        heapq.heapify(queue)
        serial = len(queue)
        visits: dict[str, int] = {}
        found: dict[tuple[tuple[str, bool], ...], Connection] = {}
        while queue and len(found) < most:
            cost, _, name, steps = heapq.heappop(queue)
            if steps and self._bits[name] & goal:
                key = tuple((s.property, s.forward) for s in steps)
                found.setdefault(key, Connection(round(cost, 3), steps))
                continue
            visits[name] = visits.get(name, 0) + 1
            if len(steps) >= self.longest or visits[name] > 3:
                continue
            for edge in self._edges.get(name, ()):
                last = steps[-1] if steps else None
                if last is not None and last.property == edge.property and last.forward != edge.forward:
                    continue
                if len(steps) + 1 + away.get(edge.target, self.longest) > self.longest:
                    # The goal is too far from there.
                    continue
                serial += 1
                step = Step(edge.property, edge.forward, edge.target)
                heapq.heappush(queue, (cost + edge.cost, serial, edge.target, (*steps, step)))
        ways = sorted(found.values(), key=lambda c: (c.cost, [s.property for s in c.steps]))
        kept: dict[tuple[tuple[str, bool], ...], Connection] = {}
        for way in ways:
            kept.setdefault(tuple(self._same_way(s) for s in way.steps), way)
        return tuple(kept.values())

    def _same_way(self, step: Step) -> tuple[str, bool]:
        """A step, or the step over the property that says the same the other way round."""
        if self._mirrors is None:
            self._mirrors = mirrors(self.profile, self.is_literal) if self.profile is not None else {}
        other = self._mirrors.get(step.property)
        return (step.property, step.forward) if other is None else (other, not step.forward)

    def _edges_away(self, goal: int) -> Mapping[str, int]:
        """Class -> fewest edges to one of ``goal``, for classes within the longest connection."""
        found = self._away.get(goal)
        if found is None:
            found = dict.fromkeys(self.names(goal), 0)
            nearest = list(found)
            for distance in range(1, self.longest + 1):
                # Every edge runs both ways.
                reached = {e.target for name in nearest for e in self._edges.get(name, ())} - found.keys()
                found.update(dict.fromkeys(reached, distance))
                nearest = list(reached)
            self._away[goal] = found
        return found

    def _fits(self, name: str, mask: int) -> bool:
        return bool(self._bits.get(name, 0) & mask)

    @cached_property
    def _edges(self) -> Mapping[str, tuple[_Edge, ...]]:
        found: dict[str, dict[tuple[str, str, bool], _Edge]] = {}
        for source, iri, target, cost in self._links():
            for edge in (_Edge(iri, source, target, True, cost), _Edge(iri, target, source, False, cost)):
                found.setdefault(edge.source, {}).setdefault((iri, edge.target, edge.forward), edge)
        return {
            name: tuple(sorted(edges.values(), key=lambda e: (e.cost, e.property, e.target)))
            for name, edges in found.items()
        }

    def _links(self) -> list[tuple[str, str, str, float]]:
        """(subject class, property, object class, cost); a hub that everything points to says little and costs."""
        found = []
        if self.profile is not None:
            only_join = self._only_join
            self.reference_of("")
            of_role = roles(self.profile, (self._references or {}).values())
            for iri, held in sorted(self.profile.properties.items()):
                if iri == _RDF_TYPE or self.is_literal(iri):
                    continue
                fan = held.count / max(held.objects, 1)
                cost = 1.0 + min(0.3, 0.06 * math.log10(max(fan, 1.0))) + (_ROLE if iri in of_role else 0.0)
                sides = self.subjects(iri), self.objects(iri)
                for s, o in held.links:
                    # Things without a type are taken for what the ontology says of the property.
                    subjects = [s] if s else self.names(self._declared(iri, subject=True))
                    objects = [o] if o else self.names(self._declared(iri, subject=False))
                    found += [
                        (a, iri, b, cost * _PART_OF_A_LINK if a in only_join else cost)
                        for a in subjects
                        for b in objects
                        if self._fits(a, sides[0]) and self._fits(b, sides[1])
                    ]
            return found
        for iri in sorted(self.ontology.properties):
            if not self.is_literal(iri):
                for s in self.names(self.subjects(iri)):
                    found += [(s, iri, o, 1.0) for o in self.names(self.objects(iri))]
        return found


def _frequent(counts: Mapping[str, int], sizes: Mapping[str, int]) -> list[str]:
    """Classes that are more than an accident, such as two things that share one IRI: many of all, or of their own."""
    most = max(counts.values(), default=0)
    return [name for name, n in counts.items() if n * 20 >= most or 2 * n >= sizes.get(name, most)]


def _ranges_are_datatypes(p: Property) -> bool:
    return bool(p.range_classes) and all(r.startswith(XSD) or r == RDFS + "Literal" for r in p.range_classes)

"""The schema as a graph: classes are nodes, properties edges in both directions, with the cheapest connections.

Sets of classes are bit masks (one bit a class), so that "may this node be of that class" is one machine operation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

from nlkgq.analysis.amounts import Amounts
from nlkgq.analysis.connections import Connection, Connections
from nlkgq.analysis.data_shapes import called_when, link_classes, relations, roles, singled_out
from nlkgq.iri import RDF, RDFS, XSD, local_name
from nlkgq.ontology.model import Ontology, Property, split_identifier
from nlkgq.ontology.profile_model import Profile, PropertyProfile
from nlkgq.results.models import RdfTerm

_PART_OF_A_LINK = 0.65
"""What an edge of a thing costs that only links two others, beside an edge that says something of its own."""
_ROLE = 0.8
"""What an edge costs that a role is named by, or that leads to one of many, beside one that says only that two things
belong together."""
ANYTHING = -1
"""The mask of a node of which nothing is known: every bit is set."""

_INTEGERS = ("byte", "short", "int", "long", "unsignedByte", "unsignedShort", "unsignedInt", "unsignedLong")
_SIGNED = ("positiveInteger", "negativeInteger", "nonNegativeInteger", "nonPositiveInteger")
NUMERIC = frozenset(XSD + name for name in ("integer", "decimal", "double", "float", *_INTEGERS, *_SIGNED))
TEMPORAL = frozenset(XSD + name for name in ("date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth", "time"))
_RDF_TYPE = RDF + "type"


class SchemaGraph:
    """Classes, properties and how they connect, from the ontology and, where there is one, from what the data holds.

    >>> from nlkgq.ontology.model import OwlClass, Ontology
    >>> film, person = OwlClass(iri="http://e.org/Film"), OwlClass(iri="http://e.org/Person")
    >>> by = Property(iri="http://e.org/by", kind="object", domain=((film.iri,),), range=((person.iri,),))
    >>> graph = SchemaGraph(Ontology(classes={c.iri: c for c in (film, person)}, properties={by.iri: by}))
    >>> [s.property for s in graph.connections(graph.mask(person.iri), graph.mask(film.iri))[0].steps]
    ['http://e.org/by']

    ``truths`` are the values that stand for yes and no where they are not booleans; who knows the values sets them,
    and ``spelt``, the properties whose texts are numbers.

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
        self._masks: dict[str, int] = {}
        self._connections = Connections(self)
        self.amounts = Amounts(self)
        self._subjects: dict[str, int] = {}
        self._objects: dict[str, int] = {}
        self.truths: dict[str, tuple[RdfTerm, RdfTerm]] = {}
        self.spelt: frozenset[str] = frozenset()

    def mask(self, iri: str) -> int:
        """The class and its subclasses; ANYTHING for a class that is not known."""
        known = self._masks.get(iri)
        if known is None:
            known = 0
            for name in self.ontology.subclasses(iri):
                known |= self._bits.get(name, 0)
            known = known or ANYTHING
            if iri in self._bits:
                self._masks[iri] = known
        return known

    def names(self, mask: int) -> list[str]:
        """The classes of a mask, [] for ANYTHING."""
        if mask == ANYTHING:
            return []
        found, place = [], 0
        mask &= (1 << len(self.classes)) - 1
        while mask:
            # From one bit that is set to the next: most masks are of few of many classes.
            place += (mask & -mask).bit_length()
            found.append(self.classes[place - 1])
            mask >>= (mask & -mask).bit_length()
        return found

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
        """Whether the data holds text where the ontology says number, or where all texts are numbers."""
        p = self.ontology.properties.get(iri)
        declared = p is not None and p.kind != "object" and bool(set(p.range_classes) & NUMERIC)
        return iri in self.spelt or (declared and not self._mostly(iri, NUMERIC))

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
        return self._references.get(iri)

    @cached_property
    def _references(self) -> Mapping[str, str]:
        found = {}
        for name in self.ontology.properties:
            table, _, column = name.partition("#")
            key = f"{table}#{column.partition('-')[2]}"
            if "-" in column and key in self.ontology.properties and self.is_literal(key):
                found[key] = name
        return found

    def is_reference(self, iri: str) -> bool:
        """Whether a property leads to the row whose key a column of the same row repeats."""
        return iri in self._referring

    @property
    def has_references(self) -> bool:
        """Whether there are rows that refer to others: rows of tables, each of which is one thing."""
        return bool(self._referring)

    @cached_property
    def _referring(self) -> frozenset[str]:
        return frozenset(self._references.values())

    @cached_property
    def _only_join(self) -> frozenset[str]:
        """Classes whose members only join two others."""
        if self.profile is None:
            return frozenset()
        return link_classes(self.profile, self.is_literal, lambda iri: self.reference_of(iri) is not None)

    def is_happening(self, mask: int) -> bool:
        """Whether things of these classes only tell what others have to do with one another, as an employment does.

        They lead to several others, and nothing leads to them; rows of tables, whose columns refer, are none.
        """
        if mask == ANYTHING or not mask:
            return False
        if mask not in self._happenings:
            used = [p for p in self.ontology.properties if self.is_used(p) and not self.is_literal(p)]
            out = [p for p in used if self.subjects(p) == mask and not self.is_reference(p)]
            self._happenings[mask] = len(out) > 1 and not any(
                self.objects(p) & mask for p in used if self.objects(p) != ANYTHING
            )
        return self._happenings[mask]

    @cached_property
    def _happenings(self) -> dict[int, bool]:
        return {}

    @cached_property
    def singled_out(self) -> frozenset[str]:
        """Properties that lead to one of the many things that another property leads from."""
        return singled_out(self.profile, self.is_literal) if self.profile is not None else frozenset()

    @cached_property
    def relations(self) -> Mapping[str, tuple[str, str]]:
        """Classes that join things of one class, such as ``follows`` -> (property to the doer, property to the other).

        Such a class can be read as a property; its IRI then has the doers for subjects and the others for objects.
        """
        if self.profile is None:
            return {}
        links = link_classes(self.profile, self.is_literal, lambda iri: self.reference_of(iri) is not None, told=True)
        found = relations(self.profile, links, self.is_literal)
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
            return self.unclassed
        return frequent or declared

    @property
    def unclassed(self) -> int:
        """The mask of what has no class, where the rest has."""
        return 1 << len(self.classes)

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
        return self._connections.between(start, goal)[:most] if ANYTHING not in (start, goal) else ()

    def _fits(self, name: str, mask: int) -> bool:
        return bool(self._bits.get(name, 0) & mask)

    def links(self) -> list[tuple[str, str, str, float]]:
        """(subject class, property, object class, cost); a hub that everything points to says little and costs."""
        found = []
        if self.profile is not None:
            only_join = self._only_join
            of_role = self.singled_out | roles(self.profile, self._references.values())
            for iri, held in sorted(self.profile.properties.items()):
                if iri == _RDF_TYPE or self.is_literal(iri):
                    continue
                fan = held.count / max(held.objects, 1)
                cost = 1.0 + (_ROLE if iri in of_role else min(0.3, 0.06 * math.log10(max(fan, 1.0))))
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

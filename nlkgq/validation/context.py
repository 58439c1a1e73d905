"""What the checks look at: a query with everything that is known beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeGuard

from nlkgq.analysis.alternatives import alternative_facts
from nlkgq.analysis.edges import TYPE, Edge, Slot
from nlkgq.analysis.evidence import seen_together
from nlkgq.analysis.expression_kinds import ValueKinds
from nlkgq.analysis.observed import RARE, Observed, common_share, turned
from nlkgq.analysis.restrictions import restricted_facts
from nlkgq.analysis.types import ClassFact, TypedQuery, compatible, declared_disjoint, domain_unions, range_unions
from nlkgq.iri import PrefixMap
from nlkgq.masking.model import MaskedText
from nlkgq.ontology.model import Property
from nlkgq.sparql import Element, LiteralValue, Node, Token, TriplePattern, triple_patterns
from nlkgq.sparql.scope import Names, pattern_scopes
from nlkgq.validation.gate import GatePolicy
from nlkgq.values.model import ValueIndex


@dataclass(frozen=True, kw_only=True)
class QueryContext(TypedQuery):
    """A query, its ontology, and what else a check may know. Not slotted: each part is computed once and kept.

    Args:
        question: What was asked, masked or not; None where nobody asked.
        masked: The masked question whose placeholders the query may hold.
        index: What the graph stores; None where it was not read.
        policy: What the gate allows; None where the gate speaks for itself.
    """

    question: str | None = None
    masked: MaskedText | None = None
    index: ValueIndex | None = None
    policy: GatePolicy | None = None

    @cached_property
    def prefixes(self) -> PrefixMap:
        """How terms are named in messages and edits: as the query does, else as the ontology does."""
        return self.tree.prefixes.merged(self.ontology.prefixes)

    def named_in_query(self, iri: str) -> str:
        """A term as it can be written into this query: only with prefixes that it declares."""
        return self.tree.prefixes.shorten(iri)

    @cached_property
    def own_namespaces(self) -> frozenset[str]:
        """Namespaces in which the ontology names a class or property."""
        return frozenset(
            namespace_of(iri) for terms in (self.ontology.classes, self.ontology.properties) for iri in terms
        )

    @cached_property
    def kinds(self) -> ValueKinds:
        """Kinds of value of its variables and expressions."""
        return ValueKinds(self)

    @cached_property
    def literal_objects(self) -> tuple[tuple[Edge, Element, LiteralValue], ...]:
        """Literals as objects of a property that is written out, with where they stand."""
        written = {pattern.object.start: pattern.object for pattern in self.patterns if _is_item(pattern.object)}
        found: list[tuple[Edge, Element, LiteralValue]] = []
        for edge in self.graph.edges:
            literal = edge.object.value
            if edge.object.kind == "literal" and literal is not None and not edge.foreign:
                item = written.get(int(edge.object.name))
                if item is not None:
                    found.append((edge, item, literal))
        return tuple(found)

    @cached_property
    def patterns(self) -> tuple[TriplePattern, ...]:
        """Its triple patterns, templates left out."""
        return tuple(pattern for pattern in triple_patterns(self.tree) if not pattern.in_template)

    @cached_property
    def scopes(self) -> Mapping[Node, Names]:
        """The variables in scope behind each of its graph patterns."""
        return pattern_scopes(self.tree)

    def stored_datatypes(self, iri: str) -> tuple[str, ...]:
        """Datatypes of a property's values: as counted in a complete profile, else as its range says."""
        use = self.profile.properties.get(iri) if self.profile is not None and self.profile.complete else None
        if use is not None and use.datatypes:
            return tuple(use.datatypes)
        prop = self.ontology.properties.get(iri)
        unions = range_unions(prop, self.ontology) if prop is not None and prop.kind == "datatype" else ()
        return tuple(dict.fromkeys(name for union in unions for name in union))

    def stored_languages(self, iri: str) -> tuple[str, ...]:
        """Language tags of a property's values, as counted; () where nothing was."""
        use = self.profile.properties.get(iri) if self.profile is not None else None
        return tuple(use.languages) if use is not None else ()

    @cached_property
    def facts(self) -> tuple[ClassFact, ...]:
        """What is known about classes, restrictions and choices of properties included."""
        chosen = alternative_facts(self, self.patterns, self.kinds.scope)
        return (*self.class_facts, *restricted_facts(self), *chosen)

    @cached_property
    def observed(self) -> Observed | None:
        """What the data join; None without a complete profile."""
        if self.profile is None or not self.profile.complete:
            return None
        return Observed(self.ontology, self.profile, self._individual_classes)

    def _individual_classes(self, iri: str) -> frozenset[str] | None:
        listed = self.ontology.individuals.get(iri)
        if listed is not None or self.index is None:
            return None  # what an ontology lists, the data may describe further
        found = self.index.individual(iri)
        return frozenset(found.classes) if found is not None and found.classes else None

    def together(self, edge: Edge) -> list[Edge]:
        """The edges that hold together with this one: those of its block and of the blocks around it."""
        around = set(self.graph.blocks.around(edge.block))
        return [other for other in self.graph.edges if other.block in around]

    def conflict(self, fact: ClassFact, other: ClassFact) -> bool:
        """Whether two facts about one slot exclude each other by the ontology, and the data do not clear that.

        They do where nodes meet both; not where so few do that it is unlikely to be meant (two things that share a
        name and so a node, say).
        """
        if compatible(fact.classes, other.classes, self.ontology):
            return False
        if self.profile is None or seen_together(fact, other, self.ontology, self.profile) is not True:
            return True
        return common_share(fact, other, self.profile) < RARE

    def surely_apart(self, fact: ClassFact, other: ClassFact) -> bool:
        """Whether two facts that conflict can never meet.

        As the ontology says itself (by disjointness, or since it was drafted from the data), or as a profile shows.
        """
        seen = seen_together(fact, other, self.ontology, self.profile) if self.profile is not None else None
        if seen is not None:
            return not seen
        return self.ontology.drafted or declared_disjoint(fact.classes, other.classes, self.ontology)

    @cached_property
    def impossible(self) -> tuple[tuple[Edge, ...], ...]:
        """For each block that the data do not hold together, the edges to blame: without each one the rest fits.

        Patterns ``a`` are believed where a property can be blamed. All edges of the block where no single one is at
        fault.
        """
        observed = self.observed
        if observed is None:
            return ()
        blamed: list[tuple[Edge, ...]] = []
        for block in dict.fromkeys(edge.block for edge in self.graph.edges):
            around = set(self.graph.blocks.around(block))
            edges = [e for e in self.graph.edges if e.block in around and not e.foreign]
            if any(e in edges for known in blamed for e in known) or observed.fits(edges):
                continue
            culprits = [e for e in edges if observed.fits([o for o in edges if o is not e])] or edges
            blamed.append(tuple([e for e in culprits if e.property != TYPE] or culprits))
        return tuple(blamed)

    def fitting_properties(self, edge: Edge) -> list[Property]:
        """Properties that could stand in the place of an edge's: the data hold them together with the other edges."""
        observed = self.observed
        if observed is None:
            return []
        left = observed.possible([e for e in self.together(edge) if e is not edge])
        if left is None:
            return []
        ends = left.get(edge.subject), left.get(edge.object)
        return [p for p in self.ontology.properties.values() if observed.joins(p.iri, *ends)]

    @cached_property
    def reversed_edges(self) -> Mapping[Edge, bool]:
        """Edges that do not fit as they are and do with their ends swapped, and whether that is sure.

        Only where nothing else can be blamed: what two properties say against each other may be the fault of either.
        """
        found: dict[Edge, bool] = {}
        observed = self.observed
        for culprits in self.impossible:
            assert observed is not None
            edges = self.together(culprits[0])
            if len(culprits) == 1 and observed.fits([turned(e) if e is culprits[0] else e for e in edges]):
                found[culprits[0]] = True
        for edge in self.graph.edges:
            sure = self._turned_by_ontology(edge) if not edge.foreign else None
            if sure is not None and not any(e in found for e in self.together(edge)):
                found[edge] = sure
        return found

    def fits_turned(self, edge: Edge) -> bool:
        """Whether what is known from the other edges fits this one with its ends swapped."""
        return self._ends(edge) is not None

    def _ends(self, edge: Edge) -> list[list[tuple[ClassFact, ClassFact]]] | None:
        """At each end, the facts that conflict with the edge as it is; None when it does not fit turned either."""
        prop = self.ontology.properties.get(edge.property)
        if prop is None or prop.kind == "datatype":
            return None
        domains, ranges = domain_unions(prop, self.ontology), range_unions(prop, self.ontology)
        if not domains or not ranges:
            return None
        ends: list[list[tuple[ClassFact, ClassFact]]] = []
        for slot, as_is, swapped in ((edge.subject, domains, ranges), (edge.object, ranges, domains)):
            mine = [ClassFact(slot=slot, classes=union, source="domain", edge=edge) for union in as_is]
            others = self._others(slot, edge)
            if any(not compatible(f.classes, union, self.ontology) for f in others for union in swapped):
                return None
            ends.append([(f, m) for f in others for m in mine if self.conflict(f, m)])
        return ends

    def _turned_by_ontology(self, edge: Edge) -> bool | None:
        """Whether it is sure, by domain and range, that an edge is turned round; None when it may be right."""
        ends = self._ends(edge)
        if ends is None or not any(ends):
            return None
        stated = any(fact.source in {"type", "individual"} for end in ends for fact, _ in end)
        several = any(len({fact.edge for fact, _ in end}) > 1 for end in ends)
        if not (all(ends) or stated or several):
            return None
        return any(self.surely_apart(fact, mine) for end in ends for fact, mine in end)

    def _others(self, slot: Slot, edge: Edge) -> list[ClassFact]:
        around = set(self.graph.blocks.around(edge.block))
        return [f for f in self.facts if f.slot == slot and f.edge is not edge and f.edge.block in around]


def _is_item(term: object) -> TypeGuard[Element]:
    return isinstance(term, Node | Token)


def namespace_of(iri: str) -> str:
    """An IRI up to its last ``#``, ``/`` or ``:``.

    >>> namespace_of("http://example.org/vocab#Film")
    'http://example.org/vocab#'
    """
    return iri[: max(iri.rfind("#"), iri.rfind("/"), iri.rfind(":")) + 1]

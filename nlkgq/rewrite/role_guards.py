"""What must hold of a node that a role's query binds, as FILTER texts; left out where it cannot matter."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

from nlkgq.iri import OWL, RDF, RDFS
from nlkgq.ontology.profile_model import Profile, PropertyProfile
from nlkgq.rewrite.context import Context
from nlkgq.roles.model import NEUTRAL, THIS, RoleView, RowRule
from nlkgq.sparql import parse_query, variable_name

SUBJECT: Final = "subject"
OBJECT: Final = "object"
_IRI: Final = re.compile(r"<([^<>\s]+)>")
Use: TypeAlias = tuple[str, str]
"""A property and the end of it at which a node stands."""


@dataclass(slots=True)
class Facts:
    """What the triples of one group say of its terms: each of them holds wherever the group does."""

    types: dict[str, set[str]] = field(default_factory=dict)
    uses: dict[str, set[Use]] = field(default_factory=dict)

    def typed(self, term: str, iri: str) -> None:
        """Notes a class of a term."""
        self.types.setdefault(term, set()).add(iri)

    def used(self, term: str, iri: str, end: str) -> None:
        """Notes that a term stands at an end of a property."""
        self.uses.setdefault(term, set()).add((iri, end))

    def within(self, outer: Facts) -> Facts:
        """These and those of a group around it."""
        found = Facts()
        for facts in (outer, self):
            for term, types in facts.types.items():
                found.types.setdefault(term, set()).update(types)
            for term, uses in facts.uses.items():
                found.uses.setdefault(term, set()).update(uses)
        return found


class Guards:
    """Writes the conditions of one role into one query.

    Args:
        view: The role.
        context: Of the rewriting, for names nobody else has.
        everywhere: Whether a type may lie in a named graph that the default graph does not hold.
    """

    def __init__(self, view: RoleView, context: Context, *, everywhere: bool) -> None:
        self.view = view
        self._context = context
        self._everywhere = everywhere
        evidence = view.evidence
        self._evidence = evidence if evidence is not None and evidence.complete else None

    def node(self, term: str, facts: Facts) -> list[str]:
        """The conditions on a node as expressions, all of which must hold; () for a literal written as one.

        Args:
            term: Text of a variable, an IRI or a literal.
            facts: What is known of it.
        """
        if not is_node(term):
            return []
        types, uses = facts.types.get(term, set()), facts.uses.get(term, set())
        if any(self._only_literals(use) for use in uses):
            return []
        found = [*self._not_a_term(term, types, uses), *self._shown_class(term, types, uses)]
        for rule in self.view.rows:
            found += self._row(rule, term, types, uses)
        return [self._named(text) for text in found]

    def _named(self, condition: str) -> str:
        """A condition with what hidden terms are called in conditions."""
        aliases = self.view.aliases
        return _IRI.sub(lambda m: f"<{aliases.get(m[1], m[1])}>", condition) if aliases else condition

    def harmless(self, uses: Iterable[Use]) -> bool:
        """Whether no node at any of these places can be hidden.

        Where nothing is known of the graph, a hidden term itself may be on the way: it leads nowhere by data.
        """
        for use in uses:
            if self._shown_class("?x", set(), {use}) or self._may_be_a_term(use):
                return False
            if any(self._row(rule, "?x", set(), {use}) for rule in self.view.rows):
                return False
        return True

    def _may_be_a_term(self, use: Use) -> bool:
        """Whether one of the hidden terms that are nodes may be at a place: one without a type, or typed as a term."""
        if not self.view.mentioned:
            return False
        classes = self._classes_at(use)
        return classes is None or any(iri == "" or iri.startswith((OWL, RDFS, RDF)) for iri in classes)

    def shadow(self, subject: str, iri: str, object_: str) -> list[str]:
        """That no hidden property below says the same, as expressions."""
        return [
            self._named(f"NOT EXISTS {{ {object_ if turned else subject} <{below}> {subject if turned else object_} }}")
            for below, turned in self.view.shadows.get(iri, ())
            if not ((object_ if turned else subject).startswith(('"', "'")))
        ]

    def classes(self) -> str | None:
        """The visible classes as a list for IN; None where all are."""
        classes = self.view.classes
        return None if classes is None else _listed((*self._in_use(classes), *sorted(NEUTRAL)))

    def properties(self, without: frozenset[str]) -> str:
        """The visible properties but some that the graph may use, as a list for IN."""
        properties = self.view.properties - without
        used = properties if self._evidence is None else properties.intersection(self._evidence.properties)
        return _listed(sorted(used))

    def _not_a_term(self, term: str, types: set[str], uses: set[Use]) -> list[str]:
        view = self.view
        named = view.hidden if view.mentioned is None else view.mentioned
        if not named or view.wrapped:
            return []
        if term.startswith("<"):
            return ["false"] if term[1:-1] in named else []
        if not term.startswith(("?", "$")):
            return []
        return [f"{term} NOT IN ({_listed(sorted(named))})"]

    def _shown_class(self, term: str, types: set[str], uses: set[Use]) -> list[str]:
        visible, showing = self.view.classes, self.view.showing
        if visible is None or showing is None or types & showing:
            return []
        if any(self._all_shown(use, visible) for use in uses):
            return []
        if self.view.askable is not None:
            return self._shown_one_by_one(term, self.view.askable - visible, self.view.askable & showing)
        some, other = self._context.fresh("type"), self._context.fresh("type")
        shown = f"EXISTS {{ {term} a {some} FILTER({some} IN ({_listed(self._in_use(showing))})) }}"
        # without a visible class it must have none at all
        bare = f"NOT EXISTS {{ {self._type(term, other)} FILTER({other} NOT IN ({_listed(sorted(NEUTRAL))})) }}"
        return [f"({shown} || {bare})"]

    def _in_use(self, classes: frozenset[str]) -> list[str]:
        """Those of some classes that the graph may use; one at least, so that a list is one."""
        used = classes if self._evidence is None else classes.intersection(self._evidence.classes)
        return sorted(used or classes)

    def _shown_one_by_one(self, term: str, hiding: frozenset[str], showing: frozenset[str]) -> list[str]:
        absent = " && ".join(f"NOT EXISTS {{ {term} a <{iri}> }}" for iri in sorted(hiding))
        shown = [f"EXISTS {{ {term} a <{iri}> }}" for iri in sorted(showing)]
        return [f"({' || '.join((f'({absent})', *shown))})"] if absent else []

    def _type(self, term: str, variable: str) -> str:
        if not self._everywhere:
            return f"{term} a {variable}"
        graph = self._context.fresh("graph")
        return f"{{ {term} a {variable} }} UNION {{ GRAPH {graph} {{ {term} a {variable} }} }}"

    def _row(self, rule: RowRule, term: str, types: set[str], uses: set[Use]) -> list[str]:
        inferred = [*((p, SUBJECT) for p in rule.subjects), *((p, OBJECT) for p in rule.objects)]
        holds = self._condition(rule, term)
        if not types.isdisjoint(rule.members) or not uses.isdisjoint(inferred) or self._all_members(rule, uses):
            return [holds]
        if self._excluded(rule, types, uses) and all(self._apart(types, uses, end) for end in inferred):
            return []
        absent = [f"NOT EXISTS {{ {member} }}" for member in self._members(rule, term)]
        for iri, end in inferred:
            other = self._context.fresh("v")
            triple = f"{term} <{iri}> {other}" if end == SUBJECT else f"{other} <{iri}> {term}"
            absent.append(f"NOT EXISTS {{ {triple} }}")
        return [f"(({' && '.join(absent)}) || {holds})" if len(absent) > 1 else f"({absent[0]} || {holds})"]

    def _members(self, rule: RowRule, term: str) -> list[str]:
        askable = self.view.askable
        if askable is not None:
            return [f"{term} a <{iri}>" for iri in rule.members if iri in askable] or [f"{term} a <{rule.class_iri}>"]
        if len(rule.members) == 1 and not self._everywhere:
            return [f"{term} a <{rule.members[0]}>"]
        variable = self._context.fresh("type")
        return [f"{self._type(term, variable)} FILTER({variable} IN ({_listed(rule.members)}))"]

    def _condition(self, rule: RowRule, term: str) -> str:
        names = {name: self._context.fresh(name) for name in rule.variables}
        if term.startswith(("?", "$")):
            names[THIS] = term
            return f"EXISTS {{ {_with_names(rule.pattern, names)} }}"
        names[THIS] = self._context.fresh(THIS)
        return f"EXISTS {{ VALUES {names[THIS]} {{ {term} }} {_with_names(rule.pattern, names)} }}"

    # What the counts of the whole graph spare

    def _use(self, iri: str) -> PropertyProfile | None:
        return self._evidence.properties.get(iri) if self._evidence is not None else None

    def _only_literals(self, use: Use) -> bool:
        found = self._use(use[0])
        return found is not None and use[1] == OBJECT and not found.object_classes

    def _classes_at(self, use: Use) -> Iterable[str] | None:
        found = self._use(use[0])
        if found is None:
            return None
        return found.subject_classes if use[1] == SUBJECT else found.object_classes

    def _all_shown(self, use: Use, visible: frozenset[str]) -> bool:
        classes = self._classes_at(use)
        return classes is not None and all(iri == "" or iri in visible for iri in classes)

    def _all_members(self, rule: RowRule, uses: set[Use]) -> bool:
        """Whether every node at one of these places is a member: each has a class, and each class there is one."""
        at = [classes for use in uses if (classes := self._classes_at(use)) is not None]
        return any(classes and set(rule.members).issuperset(classes) for classes in at)

    def _excluded(self, rule: RowRule, types: set[str], uses: set[Use]) -> bool:
        """Whether no node of these types and at these places is a member."""
        evidence: Profile | None = self._evidence
        if evidence is None:
            return False
        overlaps = evidence.overlaps
        for iri in types:
            pairs = (sorted((iri, member)) for member in rule.members)
            if not any(overlaps.get((first, second)) for first, second in pairs):
                return True
        at = [classes for use in uses if (classes := self._classes_at(use)) is not None]
        return any(not set(rule.members).intersection(classes) for classes in at)

    def _apart(self, types: set[str], uses: set[Use], other: Use) -> bool:
        """Whether no node of these types and at these places stands at another place as well."""
        there = self._classes_at(other)
        if there is None:
            return False
        here = [classes for use in uses if (classes := self._classes_at(use)) is not None]
        return bool(types.difference(there)) or any(set(there).isdisjoint(classes) for classes in here)


def is_node(term: str) -> bool:
    """Whether a text is a variable or an IRI, so that it may be a node."""
    return term.startswith(("?", "$", "<")) or (":" in term and not term.startswith(('"', "'", "_:")))


def _listed(iris: Iterable[str]) -> str:
    return ", ".join(f"<{iri}>" for iri in iris)


def _with_names(pattern: str, names: dict[str, str]) -> str:
    return "".join(names.get(part, part) if is_name else part for part, is_name in _parts(pattern))


@lru_cache(maxsize=256)
def _parts(pattern: str) -> tuple[tuple[str, bool], ...]:
    """A pattern cut at its variables: (text, False) and (name, True)."""
    head = "ASK {"
    query = parse_query(f"{head}{pattern}}}")
    found: list[tuple[str, bool]] = []
    done = len(head)
    for token in query.tokens:
        if token.terminal == "VAR":
            found += [(query.text[done : token.start], False), (variable_name(token), True)]
            done = token.end
    found.append((query.text[done:-1], False))
    return tuple(found)

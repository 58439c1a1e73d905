"""From a role as it is written to what it sees of one ontology; every mistake is an error that names its place."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace

from nlkgq.errors import ConfigError
from nlkgq.iri import WELL_KNOWN, PrefixMap, is_valid_iri
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile
from nlkgq.roles.conditions import read_condition, unknown_term
from nlkgq.roles.file import RoleFile
from nlkgq.roles.members import row_rule
from nlkgq.roles.model import NAMING, TYPE, RoleRules, RoleView, RowRule
from nlkgq.roles.sub_ontology import sub_ontology


def resolve(
    file: RoleFile,
    name: str,
    ontology: Ontology,
    *,
    declared: Ontology | None = None,
    evidence: Profile | None = None,
    wrapped: bool = False,
) -> RoleView | None:
    """What a role sees; every role of the file is checked on the way.

    Args:
        file: The roles of the graph.
        name: Which one is taken.
        ontology: All terms of the graph.
        declared: The ontology as its author wrote it, for what belongs to a class by domain and range; None where the
            whole ontology is one.
        evidence: What the whole graph holds, where that is known for sure.
        wrapped: Whether the terms are those of a wrapper.

    Returns:
        None for a role that sees everything.

    Raises:
        ConfigError: A mistake in the file: unknown role or term, rules that contradict each other, a role that sees
            nothing, a condition that is none.
    """
    resolver = _Resolver(file, ontology)
    views = {role: resolver.view(role) for role in file.roles}
    chain = resolver.chain(name, ())
    if all(rules.everything for rules in chain):
        return None
    view = views[name]
    if view.graphs is not None:
        evidence = None  # a type that was counted may lie in a graph that is not seen
    rows = tuple(row_rule(rule, ontology, declared or ontology, evidence) for rule in view.rows)
    view = replace(view, rows=rows, evidence=evidence, wrapped=wrapped)
    return replace(view, ontology=sub_ontology(ontology, view), digest=_digest(view))


def endpoints_of(file: RoleFile, name: str) -> tuple[str, ...] | None:
    """The only endpoints that a role asks, by name; None for all.

    Raises:
        ConfigError: No such role, or one that extends itself.
    """
    return _common(rules.endpoints for rules in _Resolver(file, Ontology()).chain(name, ()))


def _digest(view: RoleView) -> str:
    rows = [(r.class_iri, *r.members, *r.subjects, *r.objects, r.pattern) for r in view.rows]
    parts = (
        sorted(view.classes) if view.classes is not None else None,
        sorted(view.properties),
        sorted(view.hidden),
        sorted(rows),
        sorted((p, *q) for p, below in view.shadows.items() for q in below),
        sorted(view.endpoints) if view.endpoints is not None else None,
        sorted(view.graphs) if view.graphs is not None else None,
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


class _Resolver:
    """Looks up the texts of one file in one ontology."""

    def __init__(self, file: RoleFile, ontology: Ontology) -> None:
        self._file = file
        self._ontology = ontology
        self._prefixes = PrefixMap(file.prefixes).merged(ontology.prefixes).merged(WELL_KNOWN)

    def chain(self, name: str, above: tuple[str, ...]) -> tuple[RoleRules, ...]:
        """A role and all that it extends.

        Raises:
            ConfigError: No such role, or a circle.
        """
        rules = self._file.roles.get(name)
        place = self._file.roles[above[-1]].place if above else self._file.place
        if rules is None:
            raise unknown_role(name, self._file.roles, place)
        if name in above:
            raise ConfigError(
                f"{place}: extends itself by way of {' and '.join(above)}", place=place, hint="Break the circle."
            )
        found = [rules]
        for parent in rules.extends:
            found += self.chain(parent, (*above, name))
        return tuple({role.name: role for role in found}.values())

    def view(self, name: str) -> RoleView:
        """What a role and all that it extends leave, rows without their members."""
        ontology = self._ontology
        chain = self.chain(name, ())
        classes: frozenset[str] | None = None
        properties = frozenset((*ontology.properties, *NAMING)) - {TYPE}
        rows: dict[tuple[str, str], RowRule] = {}
        for rules in chain:
            check_whole(rules)
            own_classes = self._classes(rules)
            if own_classes is not None:
                classes = own_classes if classes is None else classes & own_classes
            properties &= self._properties(rules)
            rows.update(self._rows(rules, own_classes))
        own = self._file.roles[name]
        if not properties and classes is not None and not classes:
            raise ConfigError(
                f"{own.place}: sees nothing: every class and every property is hidden",
                place=own.place,
                hint="List what it may see under `classes` and `properties`.",
            )
        seen_classes = ontology.classes.keys() if classes is None else classes
        hidden = frozenset(ontology.classes.keys() - seen_classes) | (ontology.properties.keys() - properties)
        return RoleView(
            name=name,
            description=own.description,
            ontology=ontology,
            classes=classes,
            properties=properties,
            hidden=hidden - NAMING,
            rows=tuple(rows.values()),
            shadows=self._shadows(properties),
            endpoints=_common(rules.endpoints for rules in chain),
            graphs=self._graphs(chain),
            rider=own.rider,
        )

    def _classes(self, rules: RoleRules) -> frozenset[str] | None:
        if rules.classes is None and not rules.hide_classes:
            return None
        known = self._ontology.classes
        below = self._below_classes(self._terms(rules, "hide_classes", known, "class"))
        if rules.classes is None:
            return frozenset(known) - below
        shown = self._terms(rules, "classes", known, "class")
        self._no_conflict(rules, "classes", shown & below)
        return frozenset(shown - below)

    def _properties(self, rules: RoleRules) -> frozenset[str]:
        known = frozenset((*self._ontology.properties, *NAMING)) - {TYPE}
        below = self._below_properties(self._terms(rules, "hide_properties", known, "property"))
        if rules.properties is None:
            return known - below
        shown = self._terms(rules, "properties", known, "property")
        self._no_conflict(rules, "properties", shown & below)
        return frozenset(shown - below)

    def _no_conflict(self, rules: RoleRules, key: str, both: Iterable[str]) -> None:
        """A term named by itself cannot be shown and hidden; one of a whole namespace can be hidden."""
        texts = getattr(rules, key) or ()
        named = {self._expanded(text, f"{rules.place}.{key}") for text in texts if not text.endswith("*")}
        for iri in sorted(named & set(both)):
            raise ConfigError(
                f"{rules.place}: {self._prefixes.shorten(iri)} is listed under {key}, and hidden by hide_{key} "
                "(itself, as one below, or as the same said the other way round)",
                place=rules.place,
                hint="Take it out of one of the two.",
            )

    def _below_classes(self, found: frozenset[str]) -> frozenset[str]:
        return frozenset(sub for iri in found for sub in self._ontology.subclasses(iri))

    def _below_properties(self, found: frozenset[str]) -> frozenset[str]:
        """What says the same or less: subproperties, equivalent properties, inverses, and those of each."""
        reached: set[str] = set()
        pending = list(found)
        while pending:
            iri = pending.pop()
            if iri not in reached:
                reached.add(iri)
                pending += (*self._ontology.subproperties(iri), *self._ontology.inverses(iri))
        return frozenset(reached)

    def _rows(self, rules: RoleRules, classes: frozenset[str] | None) -> dict[tuple[str, str], RowRule]:
        found: dict[tuple[str, str], RowRule] = {}
        for text, pattern in rules.rows:
            place = f"{rules.place}.rows.{text}"
            iri = self._expanded(text, place)
            if iri not in self._ontology.classes:
                raise unknown_term(iri, "class", place, self._ontology)
            if classes is not None and iri not in classes:
                raise ConfigError(
                    f"{place}: the class is hidden, so its condition is never looked at",
                    place=place,
                    hint="Show the class, or take the condition out.",
                )
            read = read_condition(pattern, place=place, ontology=self._ontology, prefixes=self._prefixes)
            found[iri, read.pattern] = RowRule(
                class_iri=iri, members=(), subjects=(), objects=(), pattern=read.pattern, variables=read.variables
            )
        return found

    def _shadows(self, visible: frozenset[str]) -> dict[str, tuple[tuple[str, bool], ...]]:
        ontology = self._ontology
        found: dict[str, tuple[tuple[str, bool], ...]] = {}
        for iri in sorted(visible & ontology.properties.keys()):
            same = ontology.superproperties(iri)
            below = ontology.subproperties(iri) - visible - same
            turned = {inverse for sub in below for inverse in ontology.inverses(sub)} - visible
            own = {(sub, False) for sub in below} | {(inverse, True) for inverse in turned}
            if own:
                found[iri] = tuple(sorted(own))
        return found

    def _graphs(self, chain: tuple[RoleRules, ...]) -> tuple[str, ...] | None:
        texts = [
            tuple(self._expanded(text, f"{rules.place}.graphs") for text in rules.graphs)
            for rules in chain
            if rules.graphs is not None
        ]
        found = _common(texts)
        if found == ():
            raise ConfigError(f"{chain[0].place}: sees nothing: no graph is left", place=chain[0].place)
        return found

    def _terms(self, rules: RoleRules, key: str, known: Iterable[str], kind: str) -> frozenset[str]:
        texts = getattr(rules, key) or ()
        place = f"{rules.place}.{key}"
        iris = frozenset(known)
        found: set[str] = set()
        for text in texts:
            if text.endswith("*"):
                start = self._expanded(text[:-1], place)
                matched = {iri for iri in iris if iri.startswith(start)}
                if not matched:
                    raise ConfigError(
                        f"{place}: no {kind} begins with {start}",
                        place=place,
                        hint="`nlkgq ontology show` lists the terms.",
                    )
                found |= matched
                continue
            iri = self._expanded(text, place)
            if iri not in iris:
                raise unknown_term(iri, kind, place, self._ontology)
            found.add(iri)
        return frozenset(found)

    def _expanded(self, text: str, place: str) -> str:
        if text.partition(":")[0] in self._prefixes:
            return self._prefixes.expand(text)
        iri = text.removeprefix("<").removesuffix(">")
        if not is_valid_iri(iri) or not (text.startswith(("<", "urn:")) or "://" in text):
            raise ConfigError(
                f"{place}: {text!r} is neither an IRI nor a prefixed name whose prefix is known",
                place=place,
                hint="Declare the prefix under [prefixes], or write the whole IRI.",
            )
        return iri


def unknown_role(name: str, known: Mapping[str, object], place: str) -> ConfigError:
    """The error for a role that no file has; the names of roles are no secret to who may choose one."""
    near = difflib.get_close_matches(name, list(known), n=1)
    hint = f"Did you mean {near[0]!r}?" if near else f"There are {', '.join(sorted(known))}."
    return ConfigError(f"{place}: no role {name!r}", place=place, hint=hint)


def check_whole(rules: RoleRules) -> None:
    """Refuses a role without a rule, and one that sees everything beside its rules.

    Raises:
        ConfigError: It is one of these.
    """
    limits = (rules.classes, rules.properties, rules.endpoints, rules.graphs)
    limited = any(limit is not None for limit in limits) or bool(
        rules.hide_classes or rules.hide_properties or rules.rows
    )
    if rules.everything and (limited or rules.extends):
        raise ConfigError(
            f"{rules.place}: all = true, and rules beside it", place=rules.place, hint="Take one of the two out."
        )
    if not (rules.everything or limited or rules.extends):
        raise ConfigError(
            f"{rules.place}: no rule", place=rules.place, hint="A role that sees everything says so: all = true."
        )


def _common(lists: Iterable[tuple[str, ...] | None]) -> tuple[str, ...] | None:
    """What all lists that are given have in common, in the order of the first."""
    found: tuple[str, ...] | None = None
    for given in lists:
        if given is not None:
            found = given if found is None else tuple(item for item in found if item in given)
    return found

"""Queries in the making: a walk over the clean view, and the choices that the positions share."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from rewriter_kinds import SHOWN, WHOLE
from rewriter_worlds import TYPE, Triple, World

from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.values import term_text


@dataclass
class Draft:
    """A query in the making: elements of its group, and what is projected.

    ``position`` is the one that the query is for; ``now`` the one that is being written, in which terms are noted.
    """

    world: World
    view: list[Triple]
    rng: random.Random
    elements: list[str] = field(default_factory=list)
    variables: dict[RdfTerm, str] = field(default_factory=dict)
    values: dict[str, RdfTerm] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    places: set[tuple[str, str]] = field(default_factory=set)
    """Clean term, position that it stands in."""
    positions: set[str] = field(default_factory=set)
    extra: list[str] = field(default_factory=list)
    position: str = ""
    now: str = ""
    kept: list[Triple] = field(default_factory=list)
    behind: str = ""
    meant: dict[str, str] = field(default_factory=dict)
    """Element -> the same as SPARQL 1.1 section 18.2.2.4 defines it; oxigraph drops duplicates of alternatives."""

    def variable(self, term: RdfTerm | None = None) -> str:
        name = f"?v{len(self.values)}"
        assert term is not None
        self.variables.setdefault(term, name)
        self.values[name] = term
        return name

    def end(self, term: RdfTerm, constants: float = 0.2) -> str:
        """A variable for a term, the same one for the same term, or the term itself."""
        if term in self.variables and self.rng.random() < 0.9:
            return self.variables[term]
        if self.rng.random() < constants:
            self.positions.add("constant")
            return term_text(term)
        return self.variable(term)

    def use(self, *terms: str) -> None:
        self.used.update(terms)
        self.places.update((term, self.now) for term in terms)

    def use_all(self, *without: str) -> None:
        """Every term of the wrapper takes part: a variable, a negation or a description stands for them."""
        self.use(*({*self.world.properties, *self.world.classes} - set(without)))

    def said_of(self, *names: str) -> set[str]:
        """Terms of the elements that hold one of these variables."""
        holding = [e for e in self.elements if any(re.search(rf"\{name}\b", e) for name in names)]
        return {term for term in self.used if any(f"<{term}>" in element for element in holding)}

    def placed(self, shown: list[str]) -> None:
        """Note which terms stand in the position of the query as a whole."""
        if self.position in WHOLE:
            self.places.update((term, self.position) for term in self.used)
        if self.position in SHOWN:
            self.places.update((term, self.position) for term in self.said_of(*shown))

    def need(self, term: str) -> int:
        """How much the kinds of a term lack answers, or refusals, in the position that is written next."""
        return self.world.coverage.need(self.world.kinds.get(term, ()), self.position)


def walk_of(draft: Draft, length: int) -> list[Triple] | None:
    if not draft.view:
        return None
    rng = draft.rng
    path = [rarest_of(draft, draft.view)]
    while len(path) < length:
        known = {t for s, _, o in path for t in (s, o)}
        near = [t for t in draft.view if (t[0] in known or t[2] in known) and t not in path and t[1] != TYPE]
        near = near or [t for t in draft.view if t[0] in known and t not in path]
        if not near:
            break
        path.append(rarest_of(draft, near))
    types = [t for t in draft.view if t[1] == TYPE and t not in path and any(t[0] in (p[0], p[2]) for p in path)]
    if types and rng.random() < 0.5:
        path.append(rarest_of(draft, types))
    return path


def rarest_of(draft: Draft, triples: list[Triple]) -> Triple:
    """Of some triples, the one whose mapping lacks most answers in this position, so that each kind meets each."""
    some = draft.rng.sample(triples, min(12, len(triples)))
    return max(some, key=lambda triple: draft.need(term_of(triple)))


def term_of(triple: Triple) -> str:
    """The clean term that a triple shows."""
    return triple[2].value if triple[1] == TYPE else triple[1].value


def predicate_of(draft: Draft, triple: Triple) -> str:
    if triple[1] == TYPE:
        draft.use(triple[2].value)
        return "a"
    draft.use(triple[1].value)
    return f"<{triple[1].value}>"


def triple_of(draft: Draft, triple: Triple) -> str:
    subject = draft.end(triple[0], 0.15)
    if triple[1] == TYPE:
        return f"{subject} {predicate_of(draft, triple)} {term_text(triple[2])} ."
    return f"{subject} {predicate_of(draft, triple)} {draft.end(triple[2])} ."


def known_of(draft: Draft) -> tuple[str, RdfTerm] | None:
    """A variable with the term that it stands for in the walk; what is said of it stands in the position."""
    items = list(draft.values.items())
    if not items:
        return None
    draft.rng.shuffle(items)
    chosen = max(items, key=lambda item: sum(map(draft.need, draft.said_of(item[0]))))
    draft.use(*draft.said_of(chosen[0]))
    return chosen


def about_of(draft: Draft, *, types: bool = False) -> tuple[str, Triple] | None:
    """A variable and another triple about its term."""
    near = [(name, t) for name, term in draft.values.items() for t in draft.view if t[0] == term]
    near = [(name, t) for name, t in near if types or t[1] != TYPE]
    if not near:
        return None
    draft.rng.shuffle(near)
    return max(near, key=lambda pair: draft.need(term_of(pair[1])))


def other_of(draft: Draft, triple: Triple) -> str:
    """The object of a triple in another group: old or new variable, or constant."""
    if triple[1] == TYPE:
        return term_text(triple[2])
    return draft.end(triple[2], 0.3)

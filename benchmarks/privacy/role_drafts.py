"""Query forms for the test of roles: a query in the making, and what is asked of its patterns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pyoxigraph as ox
from role_worlds import EX, TYPE, World

from nlkgq.iri import RDF, RDFS

HEAD = f"PREFIX ex: <{EX}> PREFIX rdf: <{RDF}> PREFIX rdfs: <{RDFS}>\n"
Triple = tuple[object, str, object]


@dataclass(slots=True)
class Draft:
    """A query in the making: names for nodes, patterns, what it holds.

    ``plain`` holds the definitions of paths in it (SPARQL 1.1, section 18.2.2.4): engines count the ways of an
    alternative differently, the standard as often as there are. ``probed`` is the IRI that it asks about.
    """

    random: Random
    triples: list[Triple]
    world: World
    names: dict[object, str] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)
    plain: dict[str, str] = field(default_factory=dict)
    probed: str = ""

    def name(self, node: object) -> str:
        """The variable of a node; literals too."""
        return self.names.setdefault(node, f"?v{len(self.names)}")

    def walk(self, count: int, *, links: bool = False) -> list[Triple]:
        """Some connected triples."""
        pool = [t for t in self.triples if not links or not isinstance(t[2], ox.Literal)] or self.triples
        if not pool:
            return []
        found = [self.random.choice(pool)]
        while len(found) < count:
            ends = {end for t in found for end in (t[0], t[2])}
            near = [t for t in pool if t not in found and (t[0] in ends or t[2] in ends)]
            if not near:
                break
            found.append(self.random.choice(near))
        return found

    def pattern(self, triple: Triple, *, open_predicate: bool = False) -> str:
        """A triple as a pattern of variables, here and there a constant."""
        s, p, o = triple
        predicate = f"?p{len(self.names)}" if open_predicate else iri_text(p)
        if p == TYPE.value and not open_predicate:
            return f"{self.name(s)} a {term_text(o)}"
        if isinstance(s, ox.NamedNode) and s not in self.names and self.random.random() < 0.15:
            self.tags.add("constant-subject")
            return f"{term_text(s)} {predicate} {self.name(o)}"
        if not isinstance(o, ox.BlankNode) and o not in self.names and self.random.random() < 0.15:
            self.tags.add("constant-object")
            return f"{self.name(s)} {predicate} {term_text(o)}"
        return f"{self.name(s)} {predicate} {self.name(o)}"

    def group(self, count: int = 2) -> str:
        """A few connected patterns."""
        return " . ".join(self.pattern(t) for t in self.walk(count)) or "?v0 ex:d0 ?v1"


def iri_text(iri: str) -> str:
    if iri == TYPE.value:
        return "a"
    return f"ex:{iri.removeprefix(EX)}" if iri.startswith(EX) else f"<{iri}>"


def full_iri(name: str) -> str:
    return "rdf:type" if name == "a" else name


def term_text(term: object) -> str:
    return iri_text(term.value) if isinstance(term, ox.NamedNode) and term.value != TYPE.value else str(term)


def visible_properties(draft: Draft, *, links: bool) -> list[str]:
    wanted = draft.world.object_properties if links else draft.world.data_properties
    present = {p for _, p, _ in draft.triples}
    return [p for p in wanted if p in present]


# Forms


def _select(draft: Draft, where: str) -> str:
    names = sorted(set(draft.names.values())) or ["?v0"]
    some = draft.random.sample(names, max(1, len(names) - draft.random.randint(0, 2)))
    return f"SELECT {' '.join(some)} WHERE {{ {where} }}"


def _distinct(draft: Draft, where: str) -> str:
    return _select(draft, where).replace("SELECT", "SELECT DISTINCT", 1)


def _star(draft: Draft, where: str) -> str:
    return f"SELECT * WHERE {{ {where} }}"


def _ask(draft: Draft, where: str) -> str:
    return f"ASK {{ {where} }}"


def _construct(draft: Draft, where: str) -> str:
    names = sorted(set(draft.names.values()))
    s, o = draft.random.choice(names), draft.random.choice(names)
    return f"CONSTRUCT {{ {s} ex:p0 {o} . {o} ex:made _:x }} WHERE {{ {where} }}".replace("{ ?", "{ ?", 1)


def _construct_where(draft: Draft, where: str) -> str:
    return f"CONSTRUCT WHERE {{ {draft.group(2)} }}"


def _describe(draft: Draft, where: str) -> str:
    named = sorted(s.value for s, _, _ in draft.triples if isinstance(s, ox.NamedNode))
    iri = (
        draft.random.choice(named) if named and draft.random.random() < 0.7 else draft.random.choice(draft.world.nodes)
    )
    return f"DESCRIBE {iri_text(iri)}"


def _describe_variable(draft: Draft, where: str) -> str:
    return f"DESCRIBE {draft.random.choice(sorted(set(draft.names.values())))} WHERE {{ {where} }}"


def _count(draft: Draft, where: str) -> str:
    names = sorted(set(draft.names.values()))
    by = draft.random.choice(names)
    counted = draft.random.choice(["*", draft.random.choice(names), f"DISTINCT {draft.random.choice(names)}"])
    having = draft.random.choice(["", " HAVING (COUNT(*) > 1)"])
    return f"SELECT {by} (COUNT({counted}) AS ?n) WHERE {{ {where} }} GROUP BY {by}{having}"


def _count_star(draft: Draft, where: str) -> str:
    return f"SELECT (COUNT(DISTINCT *) AS ?n) WHERE {{ {where} }}"


def _ordered(draft: Draft, where: str) -> str:
    names = sorted(set(draft.names.values()))
    text = " ".join(names)
    named = " && ".join(f"!ISBLANK({n})" for n in names)
    # terms of different kinds have no order of their own
    order = " ".join(f"STR({n}) LANG({n}) STR(DATATYPE({n}))" for n in names)
    return f"SELECT DISTINCT {text} WHERE {{ {where} FILTER({named}) }} ORDER BY {order} LIMIT 5"


FORMS: dict[str, Callable[[Draft, str], str]] = {
    "select": _select,
    "select-distinct": _distinct,
    "select-star": _star,
    "ask": _ask,
    "construct": _construct,
    "construct-where": _construct_where,
    "describe": _describe,
    "describe-variable": _describe_variable,
    "group-by": _count,
    "count-distinct-star": _count_star,
    "order-limit": _ordered,
}


# Features

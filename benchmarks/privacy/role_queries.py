"""Queries of every form, with something in every position where a pattern can stand; most of them find something.

A query is grown from triples that the role sees, so that its patterns match, and then gets its features.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pyoxigraph as ox
from role_worlds import EX, GRAPHS, TYPE, World

from nlkgq.iri import RDF, RDFS

HEAD = f"PREFIX ex: <{EX}> PREFIX rdf: <{RDF}> PREFIX rdfs: <{RDFS}>\n"
Triple = tuple[object, str, object]


@dataclass(slots=True)
class Draft:
    """A query in the making: names for nodes, patterns, what it holds.

    ``plain`` holds the definitions of paths in it (SPARQL 1.1, section 18.2.2.4): engines count the ways of an
    alternative differently, the standard as often as there are.
    """

    random: Random
    triples: list[Triple]
    world: World
    names: dict[object, str] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)
    plain: dict[str, str] = field(default_factory=dict)

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
        predicate = f"?p{len(self.names)}" if open_predicate else _iri(p)
        if p == TYPE.value and not open_predicate:
            return f"{self.name(s)} a {_term(o)}"
        if isinstance(s, ox.NamedNode) and s not in self.names and self.random.random() < 0.15:
            self.tags.add("constant-subject")
            return f"{_term(s)} {predicate} {self.name(o)}"
        if not isinstance(o, ox.BlankNode) and o not in self.names and self.random.random() < 0.15:
            self.tags.add("constant-object")
            return f"{self.name(s)} {predicate} {_term(o)}"
        return f"{self.name(s)} {predicate} {self.name(o)}"

    def group(self, count: int = 2) -> str:
        """A few connected patterns."""
        return " . ".join(self.pattern(t) for t in self.walk(count)) or "?v0 ex:d0 ?v1"


def make_query(
    random: Random, world: World, seen: list[Triple], wanted: str | None = None
) -> tuple[str, str, set[str]]:
    """A query, the same with some paths written out, and the names of what it holds; ``wanted`` is among them."""
    draft = Draft(random, seen, world)
    features = [wanted] if wanted in FEATURES else []
    features += random.sample(sorted(FEATURES), random.choice((0, 1, 1, 2)))
    parts = [draft.group(random.choice((1, 2, 2, 3)))]
    for feature in dict.fromkeys(features):
        text = FEATURES[feature](draft)
        if text:
            parts.append(text)
            draft.tags.add(feature)
    where = " . ".join(part for part in parts if part)
    form = wanted if wanted in FORMS else random.choice(sorted(FORMS))
    text = FORMS[form](draft, where)
    text = HEAD + text
    plain = text
    for path, meaning in draft.plain.items():
        plain = plain.replace(path, meaning)
    return text, plain, draft.tags | {form}


def _iri(iri: str) -> str:
    if iri == TYPE.value:
        return "a"
    return f"ex:{iri.removeprefix(EX)}" if iri.startswith(EX) else f"<{iri}>"


def _full(name: str) -> str:
    return "rdf:type" if name == "a" else name


def _term(term: object) -> str:
    return _iri(term.value) if isinstance(term, ox.NamedNode) and term.value != TYPE.value else str(term)


def _visible(draft: Draft, *, links: bool) -> list[str]:
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
    return f"DESCRIBE {_iri(iri)}"


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


def _bound(draft: Draft) -> str:
    return draft.random.choice(sorted(set(draft.names.values())) or ["?v0"])


def _open_predicate(draft: Draft) -> str:
    triples = draft.walk(1)
    return draft.pattern(triples[0], open_predicate=True) if triples else ""


def _open_class(draft: Draft) -> str:
    return f"{_bound(draft)} a ?class"


def _optional(draft: Draft) -> str:
    inner = draft.group(draft.random.choice((1, 2)))
    more = f" OPTIONAL {{ {_bound(draft)} {draft.random.choice(['ex:p0', 'ex:d1'])} ?more }}" * (
        draft.random.random() < 0.3
    )
    return f"OPTIONAL {{ {inner}{more} }}" if _legal(draft, "ex:p0", "ex:d1") or not more else f"OPTIONAL {{ {inner} }}"


def _legal(draft: Draft, *names: str) -> bool:
    present = {_iri(p) for _, p, _ in draft.triples}
    return all(name in present for name in names)


def _minus(draft: Draft) -> str:
    links = _visible(draft, links=True)
    return f"MINUS {{ {_bound(draft)} {_iri(draft.random.choice(links))} ?gone }}" if links else ""


def _exists(draft: Draft) -> str:
    links = _visible(draft, links=True)
    end = draft.random.choice(("?in", _bound(draft)))
    return f"FILTER EXISTS {{ {_bound(draft)} ^{_iri(draft.random.choice(links))} {end} }}" if links else ""


def _not_exists(draft: Draft) -> str:
    links = _visible(draft, links=True)
    if not links:
        return ""
    one, two = (_iri(draft.random.choice(links)) for _ in range(2))
    return f"FILTER NOT EXISTS {{ {_bound(draft)} {one} ?in . FILTER NOT EXISTS {{ ?in {two} ?deep }} }}"


def _union(draft: Draft) -> str:
    one, two = draft.group(1), draft.group(1)
    return f"{{ {one} }} UNION {{ {two} }}"


def _sub_select(draft: Draft) -> str:
    triples = draft.walk(2)
    if not triples:
        return ""
    names = [draft.name(t[0]) for t in triples]
    inner = " . ".join(draft.pattern(t) for t in triples)
    if draft.random.random() < 0.5:
        return f"{{ SELECT DISTINCT {names[0]} WHERE {{ {inner} }} }}"
    return f"{{ SELECT {names[0]} (COUNT(*) AS ?many) WHERE {{ {inner} }} GROUP BY {names[0]} }}"


def _values(draft: Draft) -> str:
    named = [n for n in draft.names if isinstance(n, ox.NamedNode)]
    if not named:
        return ""
    node = draft.random.choice(named)
    others = " ".join(map(_iri, draft.random.sample(draft.world.nodes, 3)))
    return f"VALUES {draft.names[node]} {{ {_term(node)} {others} }}"


def _filter_in(draft: Draft) -> str:
    nodes = draft.random.sample(draft.world.nodes, 2)
    return f"FILTER({_bound(draft)} NOT IN ({', '.join(map(_iri, nodes))}))"


def _bind(draft: Draft) -> str:
    links = _visible(draft, links=True)
    if not links:
        return ""
    iri = draft.random.choice(draft.random.choice(([*links], [*draft.world.object_properties])))
    return f'BIND(IRI(CONCAT("{EX}", "{iri.removeprefix(EX)}")) AS ?made) OPTIONAL {{ {_bound(draft)} ?made ?found }}'


def _property_list(draft: Draft) -> str:
    links, texts = _visible(draft, links=True), _visible(draft, links=False)
    if not links or not texts:
        return ""
    link, text = _iri(draft.random.choice(links)), _iri(draft.random.choice(texts))
    return f"OPTIONAL {{ {_bound(draft)} {link} [ {text} ?text ] }}"


def _two_links(draft: Draft) -> list[Triple]:
    """Two triples one after the other."""
    links = [t for t in draft.triples if t[1] in draft.world.object_properties]
    pairs = [(a, b) for a in links for b in links if a[2] == b[0]]
    return list(draft.random.choice(pairs)) if pairs else []


def _path_sequence(draft: Draft) -> str:
    found = _two_links(draft)
    return (
        f"{draft.name(found[0][0])} {_iri(found[0][1])}/{_iri(found[1][1])} {draft.name(found[1][2])}" if found else ""
    )


def _path_inverse(draft: Draft) -> str:
    found = draft.walk(1, links=True)
    if not found or found[0][1] == TYPE.value:
        return ""
    return f"{draft.name(found[0][2])} ^{_iri(found[0][1])} {draft.name(found[0][0])}"


def _path_alternative(draft: Draft) -> str:
    links = _visible(draft, links=True)
    found = [t for t in draft.triples if t[1] in links]
    if not found:
        return ""
    s, p, o = draft.random.choice(found)
    other = draft.random.choice([f"^{_iri(draft.random.choice(links))}", _iri(draft.random.choice(links)), "a"])
    start, end = draft.name(s), draft.name(o)
    path = f"{start} {_iri(p)}|{other} {end}"
    draft.plain[path] = f"{{ {start} {_iri(p)} {end} }} UNION {{ {start} {other} {end} }}"
    return path


def _path_negated(draft: Draft) -> str:
    found = draft.walk(1)
    present = sorted({p for _, p, _ in draft.triples})
    if not found:
        return ""
    s, _, o = found[0]
    one, two = (_iri(draft.random.choice(present)) for _ in range(2))
    start, end = draft.name(s), draft.name(o)
    kind = draft.random.randrange(4)
    path = start + (f" !{one} ", f" !({one}|{two}) ", f" !(^{one}) ", f" !({one}|^{two}) ")[kind] + end
    ways = (
        [f"{start} ?_not {end} FILTER(?_not NOT IN ({_full(one)}))"],
        [f"{start} ?_not {end} FILTER(?_not NOT IN ({_full(one)}, {_full(two)}))"],
        [f"{end} ?_not {start} FILTER(?_not NOT IN ({_full(one)}))"],
        [
            f"{start} ?_not {end} FILTER(?_not NOT IN ({_full(one)}))",
            f"{end} ?_not {start} FILTER(?_not NOT IN ({_full(two)}))",
        ],
    )[kind]
    names = " ".join(dict.fromkeys((start, end)))
    draft.plain[path] = " UNION ".join(f"{{ SELECT {names} WHERE {{ {way} }} }}" for way in ways)
    return path


def _closure(sign: str) -> Callable[[Draft], str]:
    def write(draft: Draft) -> str:
        found = [t for t in draft.triples if t[1] in draft.world.object_properties]
        if not found:
            return ""
        s, p, o = draft.random.choice(found)
        inner = draft.random.choice(
            (_iri(p), _iri(p), f"(^{_iri(p)})", f"({_iri(p)}|{_iri(draft.random.choice(found)[1])})")
        )
        kind = draft.random.random()
        if kind < 0.2 and isinstance(s, ox.NamedNode):
            return f"{_term(s)} {inner}{sign} {draft.name(o)}"
        if kind < 0.3 and isinstance(s, ox.NamedNode) and isinstance(o, ox.NamedNode):
            return f"{_term(s)} {inner}{sign} {_term(o)}"
        return f"{draft.name(s)} {inner}{sign} {draft.name(o)}"

    return write


def _climb(draft: Draft) -> str:
    found = [t for t in draft.triples if t[1] == TYPE.value]
    if not found:
        return ""
    s, _, o = draft.random.choice(found)
    return f"{draft.name(s)} a/rdfs:subClassOf* {_term(o)}"


def _graph_variable(draft: Draft) -> str:
    inner = draft.group(2)
    kind = draft.random.random()
    if kind < 0.2:
        inner += f" . {_open_predicate(draft)}"
    elif kind < 0.4:
        inner += f" . {draft.random.choice((_path_sequence, _path_alternative, _path_inverse, _open_class))(draft)}"
    elif kind < 0.5:
        inner += f" . {_optional(draft)}"
    elif kind < 0.6:
        inner += f" . {_string_test(draft)}"
    return f"GRAPH ?graph {{ {inner} }}"


def _graph_constant(draft: Draft) -> str:
    rules = draft.world.rules
    graph = draft.random.choice(rules.graphs or GRAPHS)
    return f"OPTIONAL {{ GRAPH {_iri(graph)} {{ {draft.group(1)} }} }}"


def _string_test(draft: Draft) -> str:
    return f"FILTER(CONTAINS(LCASE(STR({_bound(draft)})), 'e'))"


FEATURES: dict[str, Callable[[Draft], str]] = {
    "open-predicate": _open_predicate,
    "open-class": _open_class,
    "optional": _optional,
    "minus": _minus,
    "exists": _exists,
    "not-exists": _not_exists,
    "union": _union,
    "sub-select": _sub_select,
    "values": _values,
    "filter-in": _filter_in,
    "bind-iri": _bind,
    "property-list": _property_list,
    "path-sequence": _path_sequence,
    "path-inverse": _path_inverse,
    "path-alternative": _path_alternative,
    "path-negated": _path_negated,
    "path-plus": _closure("+"),
    "path-star": _closure("*"),
    "path-optional": _closure("?"),
    "subclass-climb": _climb,
    "graph-variable": _graph_variable,
    "graph-constant": _graph_constant,
    "string-test": _string_test,
}

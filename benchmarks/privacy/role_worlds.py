"""Small graphs with an ontology and roles, and the graph that a role leaves, worked out triple by triple.

Nothing here uses the code under test beside the values that describe an ontology and a role: `cut_down` follows the
definition in `nlkgq.roles.model` with sets in Python; conditions are asked from the engine, on the whole graph.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pyoxigraph as ox

from nlkgq.iri import OWL, RDF, RDFS, XSD, PrefixMap
from nlkgq.ontology.model import Ontology, OwlClass, Property
from nlkgq.roles.file import RoleFile
from nlkgq.roles.model import RoleRules

Add = Callable[[object, str, object], None]
"""Stores a triple of a subject, a property and an object."""

EX = "http://example.org/"
TYPE = ox.NamedNode(f"{RDF}type")
NEUTRAL = {f"{OWL}NamedIndividual", f"{OWL}Thing", f"{RDFS}Resource"}
GRAPHS = (f"{EX}g1", f"{EX}g2", f"{EX}g3")
_WORDS = ("red", "blue", "green")


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A graph, its ontology and one role.

    ``conditions`` maps the IRI of a class to its patterns; ``hidden_*`` and ``only_*`` are what the rules name, before
    what follows from them.
    """

    ontology: Ontology
    quads: tuple[ox.Quad, ...]
    rules: RoleRules
    named: bool = False
    classes: tuple[str, ...] = ()
    object_properties: tuple[str, ...] = ()
    data_properties: tuple[str, ...] = ()
    nodes: tuple[str, ...] = ()
    conditions: dict[str, list[str]] = field(default_factory=dict)

    @property
    def file(self) -> RoleFile:
        """The role as a file would have it."""
        return RoleFile(roles={self.rules.name: self.rules})


def make_world(random: Random) -> World:
    """A world with violations of its own ontology: things without a type, with several, at the wrong end."""
    classes = [f"{EX}C{n}" for n in range(5)]
    links = [f"{EX}p{n}" for n in range(4)]
    texts = [f"{EX}d{n}" for n in range(3)]
    ontology = Ontology(
        prefixes=PrefixMap({"ex": EX}),
        classes={iri: _class(random, iri, classes[:n]) for n, iri in enumerate(classes)},
        properties={
            **{iri: _link(random, iri, links[:n], classes) for n, iri in enumerate(links)},
            **{iri: _text(random, iri, texts[:n], classes) for n, iri in enumerate(texts)},
        },
    )
    named = random.random() < 0.3
    nodes = [f"{EX}n{n}" for n in range(random.randint(8, 14))]
    quads = _quads(random, classes, links, texts, nodes, named=named, ontology=ontology)
    rules = _rules(random, classes, links, texts, named=named)
    conditions: dict[str, list[str]] = {}
    for text, pattern in rules.rows:
        conditions.setdefault(EX + text.removeprefix("ex:"), []).append(pattern)
    return World(
        ontology=ontology,
        quads=tuple(quads),
        rules=rules,
        named=named,
        classes=tuple(classes),
        object_properties=tuple(links),
        data_properties=tuple(texts),
        nodes=tuple(nodes),
        conditions=conditions,
    )


def _class(random: Random, iri: str, before: list[str]) -> OwlClass:
    parents = (random.choice(before),) if before and random.random() < 0.4 else ()
    return OwlClass(iri=iri, parents=parents)


def _link(random: Random, iri: str, before: list[str], classes: list[str]) -> Property:
    inverses = (random.choice(before),) if before and random.random() < 0.25 else ()
    return Property(
        iri=iri,
        kind="object",
        parents=(random.choice(before),) if before and not inverses and random.random() < 0.4 else (),
        inverses=inverses,
        domain=((random.choice(classes),),) if random.random() < 0.3 else (),
        range=((random.choice(classes),),) if random.random() < 0.3 else (),
    )


def _text(random: Random, iri: str, before: list[str], classes: list[str]) -> Property:
    return Property(
        iri=iri,
        kind="datatype",
        parents=(random.choice(before),) if before and random.random() < 0.3 else (),
        domain=((random.choice(classes),),) if random.random() < 0.3 else (),
        range=((f"{XSD}string",),),
    )


def _quads(
    random: Random,
    classes: list[str],
    links: list[str],
    texts: list[str],
    nodes: list[str],
    *,
    named: bool,
    ontology: Ontology,
) -> list[ox.Quad]:
    places = [ox.NamedNode(g) for g in GRAPHS] if named else [ox.DefaultGraph()]
    things: list[ox.NamedNode | ox.BlankNode] = [ox.NamedNode(n) for n in nodes]
    things += [ox.BlankNode(f"b{n}") for n in range(3)]
    found: dict[ox.Quad, None] = {}

    def add(s: object, p: str, o: object) -> None:
        for place in random.sample(places, 1 if random.random() < 0.8 else min(2, len(places))):
            found[ox.Quad(s, ox.NamedNode(p), o, place)] = None  # type: ignore[arg-type]  # terms, all of them

    for thing in things:
        for iri in random.sample(classes, random.choice((0, 1, 1, 1, 2))):
            add(thing, TYPE.value, ox.NamedNode(iri))
        if random.random() < 0.2:
            add(thing, TYPE.value, ox.NamedNode(random.choice((f"{OWL}NamedIndividual", f"{EX}Unknown"))))
        for iri in random.sample(texts, random.randint(0, len(texts))):
            add(thing, iri, _literal(random))
    for _ in range(random.randint(20, 32)):
        s, o = random.choice(things), random.choice(things)
        iri = random.choice(links)
        add(s, iri, o)
        if random.random() < 0.3:
            _entail(random, ontology, iri, s, o, add)
    if random.random() < 0.3:
        _schema(random, ontology, add)
    return list(found)


def _entail(random: Random, ontology: Ontology, iri: str, s: object, o: object, add: Add) -> None:
    """What an engine that reasons would have stored besides."""
    for above in sorted(ontology.superproperties(iri) - {iri}):
        add(s, above, o)
    for inverse in sorted(ontology.inverses(iri)):
        add(o, inverse, s)


def _schema(random: Random, ontology: Ontology, add: Add) -> None:
    """The ontology stored beside the data: names of terms, the hierarchy, and a link to a term."""
    for term in ontology:
        if random.random() < 0.6:
            add(ox.NamedNode(term.iri), f"{RDFS}label", ox.Literal(term.iri[-2:]))
        for parent in getattr(term, "parents", ()):
            if term.iri in ontology.classes:
                add(ox.NamedNode(term.iri), f"{RDFS}subClassOf", ox.NamedNode(parent))
    add(ox.NamedNode(f"{EX}n0"), f"{EX}p0", ox.NamedNode(random.choice(list(ontology.classes))))


def _literal(random: Random) -> ox.Literal:
    kind = random.random()
    if kind < 0.5:
        return ox.Literal(random.choice(_WORDS))
    if kind < 0.8:
        return ox.Literal(str(random.randint(1, 5)), datatype=ox.NamedNode(f"{XSD}integer"))
    return ox.Literal(random.choice(_WORDS), language=random.choice(("en", "de")))


def _short(iri: str) -> str:
    return "ex:" + iri.removeprefix(EX)


def _rules(random: Random, classes: list[str], links: list[str], texts: list[str], *, named: bool) -> RoleRules:
    properties = [*links, *texts]
    hide_classes: tuple[str, ...] = ()
    hide_properties: tuple[str, ...] = ()
    only_classes: tuple[str, ...] | None = None
    only_properties: tuple[str, ...] | None = None
    kind = random.random()
    if kind < 0.4:
        hide_classes = tuple(map(_short, random.sample(classes, random.randint(0, 2))))
    elif kind < 0.65:
        only_classes = tuple(map(_short, random.sample(classes, random.randint(2, 4))))
    kind = random.random()
    if kind < 0.5:
        hide_properties = tuple(map(_short, random.sample(properties, random.randint(0, 2))))
    elif kind < 0.75:
        only_properties = tuple(map(_short, random.sample(properties, random.randint(3, 6))))
        only_properties += ("rdfs:label",) if random.random() < 0.5 else ()
    rows: tuple[tuple[str, str], ...] = ()
    if random.random() < 0.6 or not (hide_classes or hide_properties or only_classes or only_properties):
        may = [
            c for c in classes if _short(c) not in hide_classes and (only_classes is None or _short(c) in only_classes)
        ]
        some = random.sample(may, min(len(may), random.choice((1, 1, 2))))
        rows = tuple((_short(c), _condition(random, links, texts)) for c in some)
    graphs = (GRAPHS[:2] if random.random() < 0.5 else GRAPHS[:1]) if named and random.random() < 0.6 else None
    return RoleRules(
        name="tester",
        place="roles.toml: roles.tester",
        classes=only_classes,
        properties=only_properties,
        hide_classes=hide_classes,
        hide_properties=hide_properties,
        graphs=graphs,
        rows=rows,
    )


def _condition(random: Random, links: list[str], texts: list[str]) -> str:
    p, q, d = _short(random.choice(links)), _short(random.choice(links)), _short(random.choice(texts))
    return random.choice(
        (
            f"?this {d} ?w . FILTER(STR(?w) = '{random.choice(_WORDS)}')",
            f"?this {d} ?w",
            f"?this {p} ?x . ?x {q} ?y",
            f"{{ ?this {p} ?x }} UNION {{ ?x {q} ?this }}",
            f"?this {p}|^{q} ?x . OPTIONAL {{ ?x {d} ?w }} FILTER(!BOUND(?w) || ISNUMERIC(?w) || STR(?w) != 'red')",
            f"?x {p} ?this . FILTER NOT EXISTS {{ ?this {q} ?this }}",
            f"?this {p} [ {d} ?w ]",
            "FILTER(!ISIRI(?this) || STRENDS(STR(?this), '1') || STRENDS(STR(?this), '2') || STRENDS(STR(?this), '3'))",
        )
    )


# The definition


def cut_down(world: World) -> ox.Store:
    """What a role leaves of the graph."""
    rules, ontology = world.rules, world.ontology
    quads = [q for q in world.quads if rules.graphs is None or getattr(q.graph_name, "value", None) in rules.graphs]
    classes, properties = _visible_classes(world), _visible_properties(world)
    triples = {(q.subject, q.predicate.value, q.object) for q in quads}
    types: dict[object, set[str]] = {}
    for s, p, o in triples:
        if p == TYPE.value and isinstance(o, ox.NamedNode):
            types.setdefault(s, set()).add(o.value)
    gone = _gone_by_rows(world, quads, triples, types)
    hidden_terms = _hidden_terms(world, classes, properties)

    def node_stays(node: object) -> bool:
        if node in gone or (isinstance(node, ox.NamedNode) and node.value in hidden_terms):
            return False
        own = types.get(node, set()) - NEUTRAL
        return classes is None or not own or bool(own & classes)

    def stays(s: object, p: str, o: object) -> bool:
        if p == TYPE.value:
            shown = classes is None or (isinstance(o, ox.NamedNode) and (o.value in classes or o.value in NEUTRAL))
            return shown and node_stays(s)
        if p not in properties or not node_stays(s) or not node_stays(o):
            return False
        below = ontology.subproperties(p) - ontology.superproperties(p) - properties
        turned = {inverse for sub in below for inverse in ontology.inverses(sub)} - properties
        return not any((s, q, o) in triples for q in below) and not any((o, q, s) in triples for q in turned)

    store = ox.Store()
    store.extend(q for q in quads if stays(q.subject, q.predicate.value, q.object))
    return store


def whole(world: World) -> ox.Store:
    """The whole graph."""
    store = ox.Store()
    store.extend(world.quads)
    return store


def _visible_classes(world: World) -> set[str] | None:
    rules = world.rules
    if rules.classes is None and not rules.hide_classes:
        return None
    shown = set(map(_long, rules.classes)) if rules.classes is not None else set(world.classes)
    return shown - {sub for text in rules.hide_classes for sub in world.ontology.subclasses(_long(text))}


def _visible_properties(world: World) -> set[str]:
    rules, ontology = world.rules, world.ontology
    hidden: set[str] = set(map(_long, rules.hide_properties))
    while True:
        more = {q for p in hidden for q in (*ontology.subproperties(p), *ontology.inverses(p))} - hidden
        if not more:
            break
        hidden |= more
    named = {f"{RDFS}label", f"{RDFS}comment", f"{RDFS}seeAlso", f"{RDFS}isDefinedBy"}
    shown = set(map(_long, rules.properties)) if rules.properties is not None else {*ontology.properties, *named}
    return shown - hidden


def _hidden_terms(world: World, classes: set[str] | None, properties: set[str]) -> set[str]:
    hidden = set(world.ontology.properties) - properties
    return hidden if classes is None else hidden | (set(world.classes) - classes)


def _gone_by_rows(
    world: World,
    quads: list[ox.Quad],
    triples: set[tuple[object, str, object]],
    types: dict[object, set[str]],
) -> set[object]:
    store = ox.Store()
    store.extend(quads)
    gone: set[object] = set()
    for class_iri, patterns in world.conditions.items():
        below = world.ontology.subclasses(class_iri)
        members = {node for node, own in types.items() if own & below}
        for iri in world.ontology.properties:
            above = [world.ontology.properties[a] for a in world.ontology.superproperties(iri)]
            turned = [world.ontology.properties[i] for a in above for i in world.ontology.inverses(a.iri)]
            domains = [u for a in above for u in a.domain] + [u for i in turned for u in i.range]
            ranges = [u for a in above for u in a.range] + [u for i in turned for u in i.domain]
            if any(set(u) <= below for u in domains):
                members |= {s for s, p, _ in triples if p == iri}
            if any(set(u) <= below for u in ranges):
                members |= {o for _, p, o in triples if p == iri and not isinstance(o, ox.Literal)}
        for pattern in patterns:
            gone |= members - _holding(store, pattern, members)
    return gone


def _holding(store: ox.Store, pattern: str, members: set[object]) -> set[object]:
    """The members for which a pattern holds: each row of it is joined with each member."""
    nodes = "{ { ?this ?any_p ?any_o } UNION { ?any_s ?any_q ?this } }"
    text = f"PREFIX ex: <{EX}> SELECT DISTINCT ?this WHERE {{ {nodes} {pattern} }}"
    rows = store.query(text, use_default_graph_as_union=True)
    return {row[0] for row in rows} & members  # type: ignore[index,union-attr]  # a SELECT query


def _long(text: str) -> str:
    return f"{RDFS}{text[5:]}" if text.startswith("rdfs:") else EX + text.removeprefix("ex:")

"""Random wrappers, native graphs that they fit on, and the clean views of those graphs.

The view is made without the rewriter and without its expressions: each form's pattern is asked as it stands, and its
terms are converted in Python.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

from rewriter_coverage import Coverage
from rewriter_kinds import CLASS_KINDS, CLEAN, INSTANCE_KINDS, NATIVE, OBJECT_KINDS, PROPERTY_KINDS
from rewriter_objects import make_objects

from nlkgq.iri import RDF, XSD
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.combined_forms import inverted, language_choice, path_repeats
from nlkgq.wrapper.conversion import Conversion, IriTemplate, ValueMap
from nlkgq.wrapper.model import ClassForm, PropertyForm, Wrapper
from nlkgq.wrapper.values import iri, literal

TYPE = iri(f"{RDF}type")
KEPT = iri(f"{NATIVE}kept")
"""A native property that no clean term stands for."""
GRAPHS = (f"{NATIVE}g1", f"{NATIVE}g2")
Triple = tuple[RdfTerm, RdfTerm, RdfTerm]
Adder = Callable[[RdfTerm, RdfTerm, "World"], None]


@dataclass
class World:
    """One wrapper with a native graph.

    ``kinds``: clean term -> the mapping kinds that its forms show.
    """

    rng: random.Random
    coverage: Coverage
    classes: dict[str, tuple[ClassForm, ...]] = field(default_factory=dict)
    properties: dict[str, tuple[PropertyForm, ...]] = field(default_factory=dict)
    parents: dict[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    pools: dict[str, list[RdfTerm]] = field(default_factory=dict)
    conversions: dict[str, Conversion | None] = field(default_factory=dict)
    instances: dict[str, str] = field(default_factory=dict)
    ends: dict[str, tuple[str, str]] = field(default_factory=dict)
    quads: set[tuple[RdfTerm, RdfTerm, RdfTerm, str]] = field(default_factory=set)
    names: int = 0
    user_graphs: bool = False
    expanded: set[str] = field(default_factory=set)

    @property
    def wrapper(self) -> Wrapper:
        return Wrapper(namespace=CLEAN, classes=self.classes, properties=self.properties, parents=self.parents)

    def native(self, hint: str = "p") -> RdfTerm:
        self.names += 1
        return iri(f"{NATIVE}{hint}{self.names}")

    def add(self, s: RdfTerm, p: RdfTerm, o: RdfTerm, graph: str = "") -> None:
        self.quads.add((s, p, o, graph))


def make_world(rng: random.Random, coverage: Coverage) -> World:
    world = World(rng, coverage, user_graphs=rng.random() < 0.3)
    for name in ("A", "B", "C"):
        _class(world, name)
    above = coverage.kind(rng, "class", ("above", "expanded", ""))
    if above == "above":
        _class_above(world)
    elif above:
        # A class with things of its own that stands for the one below as well.
        world.parents[f"{CLEAN}B"] = (f"{CLEAN}A",)
        world.expanded.add(f"{CLEAN}A")
        world.kinds[f"{CLEAN}A"] = (*world.kinds[f"{CLEAN}A"], "class:expanded")
    for number in range(rng.randint(5, 7)):
        _property(world, number)
    for pool in world.pools.values():
        for thing in rng.sample(pool, 4):
            world.add(thing, KEPT, literal(rng.choice("kl")))
    return world


# Classes


def _class(world: World, name: str) -> None:
    rng = world.rng
    kind = world.coverage.kind(rng, "class", CLASS_KINDS[:5])
    instances = world.coverage.kind(rng, "instances", INSTANCE_KINDS)
    natives = [iri(f"{NATIVE}{name.lower()}/{n}") for n in range(1, 7)]
    conversion: Conversion | None = None
    if instances.endswith("template"):
        ends = (f"{NATIVE}{name.lower()}/", "")
        conversion = IriTemplate(clean=(f"{CLEAN}{name}-", ""), native=ends, total=instances.startswith("total"))
    elif instances == "individuals":
        pairs = tuple((iri(f"{CLEAN}{name}_{n}"), natives[n]) for n in range(3))
        conversion = ValueMap(pairs=pairs, open=True)
    term = f"{CLEAN}{name}"
    world.pools[term], world.conversions[term], world.instances[term] = natives, conversion, instances
    strangers = [] if instances == "total-template" else [iri(f"{NATIVE}odd{n}") for n in range(2)]
    members = rng.sample(natives, 5) + strangers[: rng.randint(0, 2)]
    class_, other, link, code = world.native("C"), world.native("C"), world.native(), world.native()
    base = {"instances": conversion}
    forms: tuple[ClassForm, ...]
    if kind == "iri":
        forms = (ClassForm(kind="iri", text=class_.value, **base),)
        for member in members:
            world.add(member, TYPE, class_)
    elif kind == "type-path":
        text = f"?subject <{link.value}>/<{code.value}>* <{class_.value}> ."
        forms = (ClassForm(kind="type-path", text=text, repeats=True, **base),)
        world.add(other, code, class_)
        for member in members:
            world.add(member, link, rng.choice((class_, other)))
            if rng.random() < 0.4:
                world.add(member, link, class_)
    elif kind == "condition":
        text = f'?subject <{code.value}> ?value . VALUES ?value {{ "x" "y" }}'
        forms = (ClassForm(kind="condition", text=text, repeats=True, **base),)
        for member in members:
            for value in rng.sample(("x", "y", "z"), rng.randint(1, 2)):
                world.add(member, code, literal(value))
    elif kind == "union":
        forms = tuple(ClassForm(kind="iri", text=c.value, **base) for c in (class_, other))
        for member in members:
            for c in rng.sample((class_, other), rng.randint(1, 2)):
                world.add(member, TYPE, c)
    else:
        text = f"?r <{link.value}> ?subject . FILTER NOT EXISTS {{ ?subject <{code.value}> ?off }}"
        forms = (ClassForm(kind="pattern", text=text, repeats=True, **base),)
        for member in members:
            for _ in range(rng.randint(1, 2)):
                world.add(world.native("r"), link, member)
            if rng.random() < 0.2:
                world.add(member, code, literal("gone"))
    world.classes[term] = forms
    world.kinds[term] = (f"class:{kind}", f"instances:{instances}")


def _class_above(world: World) -> None:
    """A class without a form of its own, above two others whose things are named alike."""
    rng = world.rng
    below = rng.sample("AB", 2)
    top = f"{CLEAN}Top"
    world.classes[top] = ()
    for name in below:
        world.parents[f"{CLEAN}{name}"] = (top,)
    world.kinds[top] = ("class:above",)


# Properties


def _property(world: World, number: int) -> None:
    rng = world.rng
    term = f"{CLEAN}p{number}"
    domain = f"{CLEAN}{rng.choice('ABC')}"
    # Some must lead from thing to thing; of objects there are most kinds, and each property shows one.
    object_kind = "thing" if rng.random() < 0.15 else world.coverage.kind(rng, "object", OBJECT_KINDS)
    kind = world.coverage.kind(rng, "property", PROPERTY_KINDS)
    turned = kind == "turned"
    if turned:
        object_kind, kind = "thing", rng.choice(("iri", "inverse", "sequence", "pattern", "once"))
    range_ = f"{CLEAN}{rng.choice('ABC')}" if object_kind == "thing" else ""
    if object_kind == "thing" and (kind == "plus" or rng.random() < 0.5):
        range_ = domain
    if kind in ("computed", "failing", "fallback", "language"):
        object_kind, range_ = "string", ""
    if kind == "inverse" and object_kind not in ("thing", "to-text"):
        object_kind, range_ = "thing", f"{CLEAN}{rng.choice('ABC')}"  # no literal is a subject
    if world.user_graphs and kind == "graph" and rng.random() < 0.8:
        kind = "iri"
    if object_kind == "thing":
        objects, conversion = world.pools[range_], world.conversions[range_]
    else:
        objects, conversion = make_objects(rng, "language" if kind == "language" else object_kind)
    form, add = _form(world, kind)
    forms = [_converted(form, world.conversions[domain], conversion)]
    adders = [add]
    if kind == "several":
        second, add_second = _form(world, rng.choice(("iri", "inverse", "sequence", "pattern")))
        forms.append(_converted(second, world.conversions[domain], conversion))
        adders.append(add_second)
    if kind == "columns":
        # One clean property of things of two classes, each class with a property of its own.
        alike = [c for c in world.pools if world.conversions[c] == world.conversions[domain]]
        other = rng.choice(alike if rng.random() < 0.5 else list(world.pools))
        second, add_second = _form(world, "iri")
        forms.append(_converted(second, world.conversions[other], conversion))
        for _ in range(6):
            add_second(rng.choice(world.pools[other]), rng.choice(objects), world)
    pool = world.pools[domain]
    for _ in range(rng.randint(6, 12)):
        subject, object_ = rng.choice(pool), rng.choice(objects)
        for adder in rng.sample(adders, rng.randint(1, len(adders))):
            adder(subject, object_, world)
    world.properties[term] = tuple(dict.fromkeys(forms))
    world.ends[term] = (domain, range_)
    ends = dict.fromkeys(f"instances:{world.instances[c]}" for c in (domain, range_) if c)
    world.kinds[term] = (f"property:{kind}", f"object:{object_kind}", *ends)
    if turned:
        other_way = f"{CLEAN}q{number}"
        world.properties[other_way] = tuple(inverted(f) for f in world.properties[term])
        world.kinds[other_way] = (*world.kinds[term], "property:turned")


def _converted(form: PropertyForm, subject: Conversion | None, object_: Conversion | None) -> PropertyForm:
    from dataclasses import replace

    return replace(form, subject=subject, object=object_)


def _form(world: World, kind: str) -> tuple[PropertyForm, Adder]:
    """A form of this kind, and what puts a pair into the native graph that the form finds."""
    p, q, k = world.native(), world.native(), world.native()
    middles = [world.native("m") for _ in range(2)]
    rng = world.rng

    def direct(s: RdfTerm, o: RdfTerm, w: World) -> None:
        w.add(s, p, o)

    def backwards(s: RdfTerm, o: RdfTerm, w: World) -> None:
        if o.kind == "uri":
            w.add(o, p, s)

    def through(s: RdfTerm, o: RdfTerm, w: World) -> None:
        for middle in rng.sample(middles, rng.randint(1, 2)):
            w.add(s, p, middle)
            w.add(middle, q, o)

    def either(s: RdfTerm, o: RdfTerm, w: World) -> None:
        for chosen in rng.sample((p, q), rng.randint(1, 2)):
            w.add(s, chosen, o)

    def reified(s: RdfTerm, o: RdfTerm, w: World) -> None:
        for _ in range(rng.randint(1, 2)):
            node = w.native("s")
            w.add(node, p, s)
            w.add(node, q, o)
            w.add(node, k, literal(rng.choice(("yes", "yes", "no"))))

    def noted(s: RdfTerm, o: RdfTerm, w: World) -> None:
        node = iri(f"{p.value}/{zlib.crc32(repr((s, o)).encode())}")
        w.add(node, p, s)
        w.add(node, q, o)

    def counted(s: RdfTerm, o: RdfTerm, w: World) -> None:
        w.add(s, p, rng.choice((literal("1"), literal("01"), literal("7"), literal("x"))))

    def apart(s: RdfTerm, o: RdfTerm, w: World) -> None:
        w.add(s, p, o, rng.choice(GRAPHS))

    reify = f'?node <{p.value}> ?subject ; <{q.value}> ?object ; <{k.value}> "yes" .'
    upper = f"?subject <{p.value}> ?raw . BIND(UCASE(STR(?raw)) AS ?object)"
    number = f"?subject <{p.value}> ?raw . BIND(<{XSD}integer>(?raw) AS ?object)"
    labelled = (
        f"?subject <{p.value}>|<{q.value}> ?any . OPTIONAL {{ ?subject <{p.value}> ?first }} "
        f"OPTIONAL {{ ?subject <{q.value}> ?second FILTER(?second != 'a') }} BIND(COALESCE(?first, ?second) AS ?object)"
    )
    made: dict[str, tuple[PropertyForm, Adder]] = {
        "iri": (PropertyForm(kind="iri", text=p.value), direct),
        "several": (PropertyForm(kind="iri", text=p.value), direct),
        "columns": (PropertyForm(kind="iri", text=p.value), direct),
        "inverse": (PropertyForm(kind="inverse", text=p.value), backwards),
        "sequence": (_path(f"<{p.value}>/<{q.value}>"), through),
        "chain": (_path(f"(<{p.value}>|<{k.value}>)/<{q.value}>"), through),
        "alternative": (_path(f"<{p.value}>|<{q.value}>"), either),
        "plus": (_path(f"<{p.value}>+"), direct),
        "pattern": (PropertyForm(kind="pattern", text=reify, repeats=True), reified),
        "once": (PropertyForm(kind="pattern", text=f"?node <{p.value}> ?subject ; <{q.value}> ?object ."), noted),
        "language": (PropertyForm(kind="pattern", text=language_choice(p.value, ("de", "en", "-"))), direct),
        "computed": (PropertyForm(kind="pattern", text=upper, repeats=True), direct),
        "graph": (PropertyForm(kind="iri", text=p.value, graph=GRAPHS[0]), apart),
        "failing": (PropertyForm(kind="pattern", text=number, repeats=True), counted),
        "fallback": (PropertyForm(kind="pattern", text=labelled, repeats=True), either),
    }
    return made[kind]


def _path(text: str) -> PropertyForm:
    return PropertyForm(kind="path", text=text, repeats=path_repeats(text))

"""Random clean queries, made from triples of the view so that most have answers."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from rewriter_worlds import CLEAN, GRAPHS, KEPT, TYPE, Triple, World, term_text

from nlkgq.results.models import RdfTerm

POSITIONS = (
    "subject", "object", "predicate-variable", "class-variable", "sequence", "alternative", "inverse", "star", "plus",
    "optional-step", "negated", "negated-inverse", "optional", "minus", "union", "filter", "in", "bind", "exists",
    "not-exists", "values", "values-two", "count", "sum", "min-max", "having", "order", "distinct", "construct",
    "construct-where", "describe", "ask", "sub-select", "graph", "blank-node", "lists", "star-select", "count-distinct",
    "climb", "kept", "values-end", "sub-select-limit", "exists-value", "nested-optional", "describe-one",
    "distinct-limit",
)  # fmt: skip


@dataclass
class Draft:
    """A query in the making: elements of its group, and what is projected."""

    world: World
    view: list[Triple]
    rng: random.Random
    elements: list[str] = field(default_factory=list)
    variables: dict[RdfTerm, str] = field(default_factory=dict)
    values: dict[str, RdfTerm] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    positions: set[str] = field(default_factory=set)
    extra: list[str] = field(default_factory=list)
    position: str = ""
    kept: list[Triple] = field(default_factory=list)
    behind: str = ""
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often each kind of mapping has met each position so far."""
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


def make_query(
    world: World, view: list[Triple], position: str, rng: random.Random, met: Counter[tuple[str, str]]
) -> tuple[str, Draft] | None:
    """A query that has something in this position; None where the view holds nothing for it."""
    kept = [t for t in view if t[1] == KEPT]
    view = [t for t in view if t[1] != KEPT]
    draft = Draft(world, view, rng, position=position, met=met, kept=kept)
    draft.positions.add(position)
    seed = _walk(draft, rng.randint(1, 3))
    if seed is None:
        return None
    for triple in seed:
        draft.elements.append(_triple(draft, triple, position))
    handler = _HANDLERS.get(position)
    if handler is not None and handler(draft) is False:
        return None
    # oxigraph lets an EXISTS in a BIND see what only later elements bind; so nothing comes behind one.
    if rng.random() < 0.3 and position not in ("star", "optional-step", "exists-value"):
        other = rng.choice(("optional", "filter", "union", "minus", "exists", "not-exists", "values"))
        if other != position and _HANDLERS[other](draft) is not False:
            draft.positions.add(other)
    return _written(draft, position), draft


def _walk(draft: Draft, length: int) -> list[Triple] | None:
    if not draft.view:
        return None
    rng = draft.rng
    path = [_rarest(draft, draft.view)]
    while len(path) < length:
        known = {t for s, _, o in path for t in (s, o)}
        near = [t for t in draft.view if (t[0] in known or t[2] in known) and t not in path and t[1] != TYPE]
        near = near or [t for t in draft.view if t[0] in known and t not in path]
        if not near:
            break
        path.append(_rarest(draft, near))
    types = [t for t in draft.view if t[1] == TYPE and t not in path and any(t[0] in (p[0], p[2]) for p in path)]
    if types and rng.random() < 0.7:
        path.append(_rarest(draft, types))
    return path


def _rarest(draft: Draft, triples: list[Triple]) -> Triple:
    """Of some triples, the one whose mapping has met this position least often, so that each kind meets each."""
    some = draft.rng.sample(triples, min(6, len(triples)))

    def met(triple: Triple) -> int:
        term = triple[2].value if triple[1] == TYPE else triple[1].value
        return min((draft.met[kind, draft.position] for kind in draft.world.kinds.get(term, ())), default=0)

    return min(some, key=met)


def _predicate(draft: Draft, triple: Triple) -> str:
    if triple[1] == TYPE:
        draft.use(triple[2].value)
        return "a"
    draft.use(triple[1].value)
    return f"<{triple[1].value}>"


def _triple(draft: Draft, triple: Triple, position: str) -> str:
    subject = draft.end(triple[0], 0.15)
    if triple[1] == TYPE:
        return f"{subject} {_predicate(draft, triple)} {term_text(triple[2])} ."
    return f"{subject} {_predicate(draft, triple)} {draft.end(triple[2])} ."


def _known(draft: Draft) -> tuple[str, RdfTerm] | None:
    """A variable with the term that it stands for in the walk."""
    items = list(draft.values.items())
    return draft.rng.choice(items) if items else None


def _about(draft: Draft, *, types: bool = False) -> tuple[str, Triple] | None:
    """A variable and another triple about its term."""
    items = list(draft.values.items())
    draft.rng.shuffle(items)
    for name, term in items:
        near = [t for t in draft.view if t[0] == term and (types or t[1] != TYPE)]
        if near:
            return name, draft.rng.choice(near)
    return None


def _other(draft: Draft, triple: Triple) -> str:
    """The object of a triple in another group: old or new variable, or constant."""
    if triple[1] == TYPE:
        return term_text(triple[2])
    return draft.end(triple[2], 0.3)


# One handler a position; False where the walk gives nothing for it.


def _predicate_variable(draft: Draft) -> bool:
    found = _about(draft, types=True)
    if found is None:
        return False
    name, triple = found
    value = draft.variable(triple[1])
    object_ = f"?o{draft.rng.randint(0, 9)}" if draft.rng.random() < 0.6 else term_text(triple[2])
    draft.elements.append(f"{name} {value} {object_} .")
    draft.use(*(t for t in draft.world.properties))
    if draft.rng.random() < 0.3:
        draft.elements.append(f"FILTER({value} = {term_text(triple[1])})")
    return True


def _class_variable(draft: Draft) -> bool:
    name = _known(draft)
    if name is None:
        return False
    draft.elements.append(f"{name[0]} a ?kind .")
    draft.use(*draft.world.classes)
    draft.extra.append("?kind")
    return any(t[0] == name[1] and t[1] == TYPE for t in draft.view)


def _climb(draft: Draft) -> bool:
    """``a/rdfs:subClassOf*``: by the wrapper's hierarchy, which the view does not hold."""
    wrapper = draft.world.wrapper
    found = [(name, t) for name, term in draft.values.items() for t in draft.view if t[0] == term and t[1] == TYPE]
    if not found:
        return False
    name, triple = draft.rng.choice(found)
    above = [triple[2].value, *wrapper.parents.get(triple[2].value, ())]
    class_ = draft.rng.choice(above)
    draft.use(class_)
    element = f"{name} a/<http://www.w3.org/2000/01/rdf-schema#subClassOf>* <{class_}> ."
    draft.elements.append(element)
    members = " ".join(f"<{c}>" for c in (class_, *wrapper.subclasses(class_)))
    draft.meant[element] = f"{{ SELECT DISTINCT {name} {{ VALUES ?below {{ {members} }} {name} a ?below }} }}"
    return True


def _kept(draft: Draft) -> bool:
    """A triple in native terms beside the clean ones."""
    names = [name for name, term in draft.values.items() if any(t[0] == term and t[1] == KEPT for t in draft.kept)]
    if not names:
        return False
    draft.elements.append(f"{draft.rng.choice(names)} <{KEPT.value}> ?native .")
    draft.extra.append("?native")
    return True


def _sequence(draft: Draft) -> bool:
    found = _about(draft)
    if found is None:
        return False
    name, first = found
    after = [t for t in draft.view if t[0] == first[2]]
    if not after:
        return False
    second = draft.rng.choice(after)
    path = f"{_predicate(draft, first)}/{_predicate(draft, second)}"
    draft.elements.append(f"{name} {path} {_other(draft, second)} .")
    return True


def _alternative(draft: Draft) -> bool:
    found = _about(draft)
    if found is None:
        return False
    name, triple = found
    other = draft.rng.choice([t for t in draft.view if t[1] != TYPE])
    one, two = _predicate(draft, triple), _predicate(draft, other)
    if draft.rng.random() < 0.3:
        two = f"^{two}"
    end = _other(draft, triple)
    element = f"{name} ({one}|{two}) {end} ."
    draft.elements.append(element)
    if not (_only_renamed(draft, triple) and _only_renamed(draft, other)):  # else the path stays a path
        draft.meant[element] = f"{{ {name} {one} {end} }} UNION {{ {name} {two} {end} }}"
    return True


def _only_renamed(draft: Draft, triple: Triple) -> bool:
    forms = draft.world.properties.get(triple[1].value, ())
    return len(forms) == 1 and not (
        forms[0].subject or forms[0].object or forms[0].repeats or forms[0].graph or forms[0].path is None
    )


def _inverse(draft: Draft) -> bool:
    found = _about(draft)
    if found is None:
        return False
    name, triple = found
    draft.elements.append(f"{_other(draft, triple)} ^{_predicate(draft, triple)} {name} .")
    return True


def _closure(sign: str) -> object:
    def handler(draft: Draft) -> bool:
        found = _about(draft)
        if found is None:
            return False
        name, triple = found
        path = f"{_predicate(draft, triple)}{sign}"
        roll = draft.rng.random()
        if roll < 0.2:
            other = draft.rng.choice([t for t in draft.view if t[1] != TYPE])
            path = f"({_predicate(draft, triple)}|{_predicate(draft, other)}){sign}"
        elif roll < 0.3:
            path = f"^{path}"
        draft.elements.append(f"{name} {path} {_other(draft, triple)} .")
        return True

    return handler


def _negated(inverse: bool) -> object:
    def handler(draft: Draft) -> bool:
        found = _about(draft)
        if found is None:
            return False
        name, triple = found
        others = [t for t in draft.view if t[1] not in (TYPE, triple[1])]
        if not others:
            return False
        away = _predicate(draft, draft.rng.choice(others))
        target = draft.variable(triple[2])
        if inverse:
            both = draft.rng.random() < 0.5
            element = f"{target} !(^{away}|{away}) {name} ." if both else f"{target} !(^{away}) {name} ."
            draft.elements.append(element)
            if both:
                draft.meant[element] = f"{{ {target} !{away} {name} }} UNION {{ {name} !{away} {target} }}"
        else:
            path = f"!{away}" if draft.rng.random() < 0.5 else f"!({away}|a)"
            draft.elements.append(f"{name} {path} {target} .")
        return True

    return handler


def _grouped(keyword: str, *, filter_: bool = False) -> object:
    def handler(draft: Draft) -> bool:
        found = _about(draft, types=True)
        if found is None:
            return False
        name, triple = found
        old = dict(draft.values)
        if keyword in ("MINUS", "FILTER NOT EXISTS"):
            # Rather about other things, so that something remains.
            others = [t for t in draft.view if t[1] == triple[1] and t != triple]
            triple = draft.rng.choice(others) if others else triple
        object_ = _other(draft, triple)
        body = f"{name} {_predicate(draft, triple)} {object_} ."
        if filter_ and object_.startswith("?"):
            body += f" FILTER({object_} != {term_text(draft.rng.choice(draft.view)[2])})"
        draft.elements.append(f"{keyword} {{ {body} }}")
        if keyword != "OPTIONAL":
            draft.values = old
            draft.variables = {t: v for t, v in draft.variables.items() if v in old}
        return True

    return handler


def _union(draft: Draft) -> bool:
    found = _about(draft)
    if found is None:
        return False
    name, triple = found
    other = draft.rng.choice(draft.view)
    new = draft.variable(triple[2])
    left = f"{name} {_predicate(draft, triple)} {new}"
    right = f"{name} {_predicate(draft, other)} {term_text(other[2]) if other[1] == TYPE else new}"
    draft.elements.append(f"{{ {left} }} UNION {{ {right} }}")
    return True


def _filter(draft: Draft) -> bool:
    found = _known(draft)
    if found is None:
        return False
    name, term = found
    text = term_text(term)
    if term.kind == "uri":
        choices = [f"{name} = {text}", f"STRSTARTS(STR({name}), {_quoted(term.value[:-1])})", f"isIRI({name})"]
    elif term.datatype:
        choices = [f"{name} >= {text}", f"{name} = {text}", f"BOUND({name})", f"STRLEN(STR({name})) > 0"]
    else:
        choices = [f"{name} = {text}", f"CONTAINS(STR({name}), {_quoted(term.value[:1])})", f"isLITERAL({name})"]
    draft.elements.append(f"FILTER({draft.rng.choice(choices)})")
    return True


def _quoted(text: str) -> str:
    from nlkgq.sparql import quote

    return quote(text)


def _in(draft: Draft) -> bool:
    found = _known(draft)
    if found is None:
        return False
    other = draft.rng.choice(draft.view)[2]
    draft.elements.append(f"FILTER({found[0]} IN ({term_text(found[1])}, {term_text(other)}))")
    return True


def _bind(draft: Draft) -> bool:
    found = _known(draft)
    if found is None:
        return False
    draft.elements.append(f"BIND({draft.rng.choice(('STR({})', '{}', 'COALESCE({}, 0)')).format(found[0])} AS ?bound)")
    draft.extra.append("?bound")
    if draft.rng.random() < 0.3:
        near = [t for t in draft.view if t[0] == found[1] and t[1] != TYPE]
        if near:
            triple = draft.rng.choice(near)
            draft.elements.append(f"?bound {_predicate(draft, triple)} ?after .")
    return True


def _values(draft: Draft) -> bool:
    found = _known(draft)
    if found is None:
        return False
    others = [draft.rng.choice(draft.view)[2] for _ in range(draft.rng.randint(0, 2))]
    listed = [found[1], *others] + ([None] if draft.rng.random() < 0.1 else [])
    terms = " ".join("UNDEF" if term is None else term_text(term) for term in listed)
    draft.elements.insert(draft.rng.randint(0, len(draft.elements)), f"VALUES {found[0]} {{ {terms} }}")
    return True


def _values_two(draft: Draft) -> bool:
    if len(draft.values) < 2:
        return False
    (a, x), (b, y) = draft.rng.sample(list(draft.values.items()), 2)
    rows = [f"({term_text(x)} {term_text(y)})", f"(UNDEF {term_text(y)})", f"({term_text(x)} UNDEF)"]
    draft.elements.append(f"VALUES ({a} {b}) {{ {' '.join(draft.rng.sample(rows, 2))} }}")
    return True


def _values_end(draft: Draft) -> bool:
    """VALUES behind the whole query."""
    found = _known(draft)
    if found is None:
        return False
    others = [draft.rng.choice(draft.view)[2] for _ in range(draft.rng.randint(0, 2))]
    draft.behind = f" VALUES {found[0]} {{ {' '.join(map(term_text, (found[1], *others)))} }}"
    return True


def _sub_select_limit(draft: Draft) -> bool:
    """A sub-select cut in a total order, so that the cut is the same."""
    found = _about(draft)
    if found is None:
        return False
    name, triple = found
    new = draft.variable(triple[2])
    body = f"{name} {_predicate(draft, triple)} {new}"
    distinct = draft.rng.choice(("", "DISTINCT "))
    order = f"ORDER BY STR({name}) {name} DESC({new}) LIMIT {draft.rng.randint(1, 6)}"
    draft.elements.append(f"{{ SELECT {distinct}{name} {new} WHERE {{ {body} }} {order} }}")
    return True


def _exists_value(draft: Draft) -> bool:
    """EXISTS as a value, and in a condition of a GROUP."""
    found = _about(draft, types=True)
    if found is None:
        return False
    name, triple = found
    word = draft.rng.choice(("EXISTS", "NOT EXISTS"))
    old = dict(draft.values)
    body = f"{name} {_predicate(draft, triple)} {_other(draft, triple)}"
    draft.values = old
    draft.variables = {t: v for t, v in draft.variables.items() if v in old}
    draft.elements.append(f"BIND({word} {{ {body} }} AS ?there)")
    draft.extra.append("?there")
    return True


def _nested_optional(draft: Draft) -> bool:
    """OPTIONAL in OPTIONAL, with a filter on what may be unbound."""
    found = _about(draft)
    if found is None:
        return False
    name, first = found
    outer = draft.variable(first[2])
    after = [t for t in draft.view if t[0] == first[2] and t[1] != TYPE]
    inner = ""
    if after:
        second = draft.rng.choice(after)
        new = draft.variable(second[2])
        test = draft.rng.choice((f"FILTER(BOUND({name}))", f"FILTER(STR({new}) != STR({name}))", ""))
        inner = f" OPTIONAL {{ {outer} {_predicate(draft, second)} {new} . {test} }}"
    draft.elements.append(f"OPTIONAL {{ {name} {_predicate(draft, first)} {outer} .{inner} }}")
    if draft.rng.random() < 0.4:
        draft.elements.append(f"FILTER(!BOUND({outer}) || COALESCE(STR({outer}), '') != 'q')")
    return True


def _sub_select(draft: Draft) -> bool:
    found = _about(draft)
    if found is None:
        return False
    name, triple = found
    new = draft.variable(triple[2])
    body = f"{name} {_predicate(draft, triple)} {new}"
    roll = draft.rng.random()
    if roll < 0.4:
        draft.elements.append(f"{{ SELECT {name} (COUNT({new}) AS ?inner) WHERE {{ {body} }} GROUP BY {name} }}")
        draft.extra.append("?inner")
        draft.values.pop(new)
        draft.variables.pop(triple[2], None)
    elif roll < 0.7:
        draft.elements.append(f"{{ SELECT DISTINCT {name} {new} WHERE {{ {body} }} }}")
    else:
        draft.elements.append(f"{{ SELECT {name} (STR({new}) AS ?text) WHERE {{ {body} }} }}")
        draft.extra.append("?text")
        draft.values.pop(new)
        draft.variables.pop(triple[2], None)
    return True


def _graph(draft: Draft) -> bool:
    if not draft.world.user_graphs:
        return False
    place = draft.rng.choice((f"<{GRAPHS[0]}>", "?g"))
    if place == "?g":
        draft.extra.append("?g")
    draft.elements[:] = [f"GRAPH {place} {{ {' '.join(draft.elements)} }}"]
    return True


def _blank_node(draft: Draft) -> bool:
    first = draft.rng.choice([t for t in draft.view if t[1] != TYPE] or draft.view)
    if first[1] == TYPE:
        return False
    near = [t for t in draft.view if t[0] == first[2] and t[1] != TYPE]
    subject = draft.end(first[0], 0.1)
    if near and draft.rng.random() < 0.7:
        second = draft.rng.choice(near)
        inner = f"[ {_predicate(draft, second)} {_other(draft, second)} ]"
    else:
        inner = draft.rng.choice(("[]", "_:b1"))
    draft.elements.append(f"{subject} {_predicate(draft, first)} {inner} .")
    return True


def _lists(draft: Draft) -> bool:
    found = _about(draft)
    if found is None:
        return False
    name, triple = found
    more = draft.rng.choice([t for t in draft.view if t[0] == triple[0]])
    text = f"{name} {_predicate(draft, triple)} {_other(draft, triple)} , ?any ; {_predicate(draft, more)} "
    draft.elements.append(f"{text}{_other(draft, more)} ; .")
    draft.extra.append("?any")
    return True


_HANDLERS: dict[str, object] = {
    "predicate-variable": _predicate_variable,
    "class-variable": _class_variable,
    "climb": _climb,
    "kept": _kept,
    "values-end": _values_end,
    "sub-select-limit": _sub_select_limit,
    "exists-value": _exists_value,
    "nested-optional": _nested_optional,
    "sequence": _sequence,
    "alternative": _alternative,
    "inverse": _inverse,
    "star": _closure("*"),
    "plus": _closure("+"),
    "optional-step": _closure("?"),
    "negated": _negated(False),
    "negated-inverse": _negated(True),
    "optional": _grouped("OPTIONAL", filter_=True),
    "minus": _grouped("MINUS"),
    "exists": _grouped("FILTER EXISTS"),
    "not-exists": _grouped("FILTER NOT EXISTS"),
    "union": _union,
    "filter": _filter,
    "in": _in,
    "bind": _bind,
    "values": _values,
    "values-two": _values_two,
    "sub-select": _sub_select,
    "graph": _graph,
    "blank-node": _blank_node,
    "lists": _lists,
}


def _written(draft: Draft, position: str) -> str:
    rng = draft.rng
    group = "{ " + "\n  ".join(draft.elements) + " }"
    names = [*draft.values, *draft.extra]
    if not names:
        return f"ASK {group}"
    picked = rng.sample(names, rng.randint(1, len(names)))
    one = rng.choice(list(draft.values) or names)
    head = " ".join(picked)
    match position:
        case "describe-one":
            return f"DESCRIBE <{rng.choice(draft.view)[0].value}>"
        case "distinct-limit":
            return f"SELECT DISTINCT {head} WHERE {group} ORDER BY {' '.join(picked)} LIMIT 3 OFFSET 1"
        case "values-end":
            return f"SELECT {head} WHERE {group}{draft.behind}"
        case "distinct":
            return f"SELECT DISTINCT {head} WHERE {group}"
        case "star-select":
            return f"SELECT * WHERE {group}"
        case "ask":
            return f"ASK {group}"
        case "construct":
            triple = rng.choice(draft.view)
            return f"CONSTRUCT {{ {one} <{CLEAN}made> {picked[0]} . {one} a <{triple[1].value}> }} WHERE {group}"
        case "construct-where":
            plain = [e for e in draft.elements if e.endswith(".") and "{" not in e]
            return f"CONSTRUCT WHERE {{ {' '.join(plain)} }}"
        case "describe":
            target = one if rng.random() < 0.6 else f"{one} <{draft.view[0][0].value}>"
            return f"DESCRIBE {target} WHERE {group}"
        case "count":
            return f"SELECT {one} (COUNT({picked[0]}) AS ?n) WHERE {group} GROUP BY {one}"
        case "count-distinct":
            return f"SELECT (COUNT(DISTINCT {rng.choice((picked[0], '*'))}) AS ?n) (COUNT(*) AS ?m) WHERE {group}"
        case "sum":
            return f"SELECT {one} (SUM({picked[0]}) AS ?n) (AVG({picked[0]}) AS ?m) WHERE {group} GROUP BY {one}"
        case "min-max":
            return f"SELECT (MIN(STR({picked[0]})) AS ?n) (MAX({picked[0]}) AS ?m) WHERE {group}"
        case "having":
            return (
                f"SELECT {one} WHERE {group} GROUP BY {one} HAVING (COUNT({picked[0]}) >= 1 && STRLEN(STR({one})) > 0)"
            )
        case "order":
            order = " ".join(f"DESC({n})" if rng.random() < 0.5 else n for n in picked)
            limit = f" LIMIT {rng.randint(1, 4)}" if rng.random() < 0.6 else ""
            return f"SELECT {head} WHERE {group} ORDER BY {order}{limit}"
    return f"SELECT {head} WHERE {group}"

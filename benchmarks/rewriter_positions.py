"""One handler a position; False where the walk gives nothing for it."""

from __future__ import annotations

from rewriter_drafts import Draft, about_of, known_of, other_of, predicate_of
from rewriter_worlds import GRAPHS, KEPT, TYPE, Triple

from nlkgq.wrapper.values import term_text


def predicate_variable_position(draft: Draft) -> bool:
    found = about_of(draft, types=True)
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


def class_variable_position(draft: Draft) -> bool:
    name = known_of(draft)
    if name is None:
        return False
    draft.elements.append(f"{name[0]} a ?kind .")
    draft.use(*draft.world.classes)
    draft.extra.append("?kind")
    return any(t[0] == name[1] and t[1] == TYPE for t in draft.view)


def climb_position(draft: Draft) -> bool:
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


def kept_position(draft: Draft) -> bool:
    """A triple in native terms beside the clean ones."""
    names = [name for name, term in draft.values.items() if any(t[0] == term and t[1] == KEPT for t in draft.kept)]
    if not names:
        return False
    draft.elements.append(f"{draft.rng.choice(names)} <{KEPT.value}> ?native .")
    draft.extra.append("?native")
    return True


def sequence_position(draft: Draft) -> bool:
    found = about_of(draft)
    if found is None:
        return False
    name, first = found
    after = [t for t in draft.view if t[0] == first[2]]
    if not after:
        return False
    second = draft.rng.choice(after)
    path = f"{predicate_of(draft, first)}/{predicate_of(draft, second)}"
    draft.elements.append(f"{name} {path} {other_of(draft, second)} .")
    return True


def alternative_position(draft: Draft) -> bool:
    found = about_of(draft)
    if found is None:
        return False
    name, triple = found
    other = draft.rng.choice([t for t in draft.view if t[1] != TYPE])
    one, two = predicate_of(draft, triple), predicate_of(draft, other)
    if draft.rng.random() < 0.3:
        two = f"^{two}"
    end = other_of(draft, triple)
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


def inverse_position(draft: Draft) -> bool:
    found = about_of(draft)
    if found is None:
        return False
    name, triple = found
    draft.elements.append(f"{other_of(draft, triple)} ^{predicate_of(draft, triple)} {name} .")
    return True


def closure_position(sign: str) -> object:
    def handler(draft: Draft) -> bool:
        found = about_of(draft)
        if found is None:
            return False
        name, triple = found
        path = f"{predicate_of(draft, triple)}{sign}"
        roll = draft.rng.random()
        if roll < 0.2:
            other = draft.rng.choice([t for t in draft.view if t[1] != TYPE])
            path = f"({predicate_of(draft, triple)}|{predicate_of(draft, other)}){sign}"
        elif roll < 0.3:
            path = f"^{path}"
        draft.elements.append(f"{name} {path} {other_of(draft, triple)} .")
        return True

    return handler


def negated_position(inverse: bool) -> object:
    def handler(draft: Draft) -> bool:
        found = about_of(draft)
        if found is None:
            return False
        name, triple = found
        others = [t for t in draft.view if t[1] not in (TYPE, triple[1])]
        if not others:
            return False
        away = predicate_of(draft, draft.rng.choice(others))
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


def grouped_position(keyword: str, *, filter_: bool = False) -> object:
    def handler(draft: Draft) -> bool:
        found = about_of(draft, types=True)
        if found is None:
            return False
        name, triple = found
        old = dict(draft.values)
        if keyword in ("MINUS", "FILTER NOT EXISTS"):
            # Rather about other things, so that something remains.
            others = [t for t in draft.view if t[1] == triple[1] and t != triple]
            triple = draft.rng.choice(others) if others else triple
        object_ = other_of(draft, triple)
        body = f"{name} {predicate_of(draft, triple)} {object_} ."
        if filter_ and object_.startswith("?"):
            body += f" FILTER({object_} != {term_text(draft.rng.choice(draft.view)[2])})"
        draft.elements.append(f"{keyword} {{ {body} }}")
        if keyword != "OPTIONAL":
            draft.values = old
            draft.variables = {t: v for t, v in draft.variables.items() if v in old}
        return True

    return handler


def union_position(draft: Draft) -> bool:
    found = about_of(draft)
    if found is None:
        return False
    name, triple = found
    other = draft.rng.choice(draft.view)
    new = draft.variable(triple[2])
    left = f"{name} {predicate_of(draft, triple)} {new}"
    right = f"{name} {predicate_of(draft, other)} {term_text(other[2]) if other[1] == TYPE else new}"
    draft.elements.append(f"{{ {left} }} UNION {{ {right} }}")
    return True


def filter_position(draft: Draft) -> bool:
    found = known_of(draft)
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


def in_position(draft: Draft) -> bool:
    found = known_of(draft)
    if found is None:
        return False
    other = draft.rng.choice(draft.view)[2]
    draft.elements.append(f"FILTER({found[0]} IN ({term_text(found[1])}, {term_text(other)}))")
    return True


def bind_position(draft: Draft) -> bool:
    found = known_of(draft)
    if found is None:
        return False
    draft.elements.append(f"BIND({draft.rng.choice(('STR({})', '{}', 'COALESCE({}, 0)')).format(found[0])} AS ?bound)")
    draft.extra.append("?bound")
    if draft.rng.random() < 0.3:
        near = [t for t in draft.view if t[0] == found[1] and t[1] != TYPE]
        if near:
            triple = draft.rng.choice(near)
            draft.elements.append(f"?bound {predicate_of(draft, triple)} ?after .")
    return True


def values_position(draft: Draft) -> bool:
    found = known_of(draft)
    if found is None:
        return False
    others = [draft.rng.choice(draft.view)[2] for _ in range(draft.rng.randint(0, 2))]
    listed = [found[1], *others] + ([None] if draft.rng.random() < 0.1 else [])
    terms = " ".join("UNDEF" if term is None else term_text(term) for term in listed)
    draft.elements.insert(draft.rng.randint(0, len(draft.elements)), f"VALUES {found[0]} {{ {terms} }}")
    return True


def values_two_position(draft: Draft) -> bool:
    if len(draft.values) < 2:
        return False
    (a, x), (b, y) = draft.rng.sample(list(draft.values.items()), 2)
    rows = [f"({term_text(x)} {term_text(y)})", f"(UNDEF {term_text(y)})", f"({term_text(x)} UNDEF)"]
    draft.elements.append(f"VALUES ({a} {b}) {{ {' '.join(draft.rng.sample(rows, 2))} }}")
    return True


def values_end_position(draft: Draft) -> bool:
    """VALUES behind the whole query."""
    found = known_of(draft)
    if found is None:
        return False
    others = [draft.rng.choice(draft.view)[2] for _ in range(draft.rng.randint(0, 2))]
    draft.behind = f" VALUES {found[0]} {{ {' '.join(map(term_text, (found[1], *others)))} }}"
    return True


def sub_select_limit_position(draft: Draft) -> bool:
    """A sub-select cut in a total order, so that the cut is the same."""
    found = about_of(draft)
    if found is None:
        return False
    name, triple = found
    new = draft.variable(triple[2])
    body = f"{name} {predicate_of(draft, triple)} {new}"
    distinct = draft.rng.choice(("", "DISTINCT "))
    order = f"ORDER BY STR({name}) {name} DESC({new}) LIMIT {draft.rng.randint(1, 6)}"
    draft.elements.append(f"{{ SELECT {distinct}{name} {new} WHERE {{ {body} }} {order} }}")
    return True


def exists_value_position(draft: Draft) -> bool:
    """EXISTS as a value, and in a condition of a GROUP."""
    found = about_of(draft, types=True)
    if found is None:
        return False
    name, triple = found
    word = draft.rng.choice(("EXISTS", "NOT EXISTS"))
    old = dict(draft.values)
    body = f"{name} {predicate_of(draft, triple)} {other_of(draft, triple)}"
    draft.values = old
    draft.variables = {t: v for t, v in draft.variables.items() if v in old}
    draft.elements.append(f"BIND({word} {{ {body} }} AS ?there)")
    draft.extra.append("?there")
    return True


def nested_optional_position(draft: Draft) -> bool:
    """OPTIONAL in OPTIONAL, with a filter on what may be unbound."""
    found = about_of(draft)
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
        inner = f" OPTIONAL {{ {outer} {predicate_of(draft, second)} {new} . {test} }}"
    draft.elements.append(f"OPTIONAL {{ {name} {predicate_of(draft, first)} {outer} .{inner} }}")
    if draft.rng.random() < 0.4:
        draft.elements.append(f"FILTER(!BOUND({outer}) || COALESCE(STR({outer}), '') != 'q')")
    return True


def sub_select_position(draft: Draft) -> bool:
    found = about_of(draft)
    if found is None:
        return False
    name, triple = found
    new = draft.variable(triple[2])
    body = f"{name} {predicate_of(draft, triple)} {new}"
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


def graph_position(draft: Draft) -> bool:
    if not draft.world.user_graphs:
        return False
    place = draft.rng.choice((f"<{GRAPHS[0]}>", "?g"))
    if place == "?g":
        draft.extra.append("?g")
    draft.elements[:] = [f"GRAPH {place} {{ {' '.join(draft.elements)} }}"]
    return True


def blank_node_position(draft: Draft) -> bool:
    first = draft.rng.choice([t for t in draft.view if t[1] != TYPE] or draft.view)
    if first[1] == TYPE:
        return False
    near = [t for t in draft.view if t[0] == first[2] and t[1] != TYPE]
    subject = draft.end(first[0], 0.1)
    if near and draft.rng.random() < 0.7:
        second = draft.rng.choice(near)
        inner = f"[ {predicate_of(draft, second)} {other_of(draft, second)} ]"
    else:
        inner = draft.rng.choice(("[]", "_:b1"))
    draft.elements.append(f"{subject} {predicate_of(draft, first)} {inner} .")
    return True


def lists_position(draft: Draft) -> bool:
    found = about_of(draft)
    if found is None:
        return False
    name, triple = found
    more = draft.rng.choice([t for t in draft.view if t[0] == triple[0]])
    text = f"{name} {predicate_of(draft, triple)} {other_of(draft, triple)} , ?any ; {predicate_of(draft, more)} "
    draft.elements.append(f"{text}{other_of(draft, more)} ; .")
    draft.extra.append("?any")
    return True

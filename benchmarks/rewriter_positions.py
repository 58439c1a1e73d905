"""Positions around and behind triples. One handler a position; False where the walk gives nothing for it."""

from __future__ import annotations

from collections.abc import Callable

from rewriter_drafts import Draft, about_of, known_of, other_of, predicate_of, rarest_of
from rewriter_worlds import GRAPHS, TYPE

from nlkgq.sparql import quote
from nlkgq.wrapper.values import term_text


def grouped_position(keyword: str, *, filter_: bool = False) -> Callable[[Draft], bool]:
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
    other = rarest_of(draft, draft.view)
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
        choices = [f"{name} = {text}", f"STRSTARTS(STR({name}), {quote(term.value[:-1])})", f"isIRI({name})"]
    elif term.datatype:
        choices = [f"{name} >= {text}", f"{name} = {text}", f"BOUND({name})", f"STRLEN(STR({name})) > 0"]
    else:
        choices = [f"{name} = {text}", f"CONTAINS(STR({name}), {quote(term.value[:1])})", f"isLITERAL({name})"]
    draft.elements.append(f"FILTER({draft.rng.choice(choices)})")
    return True


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
    draft.use(*draft.said_of(a, b))
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
    found = about_of(draft, types=True)
    if found is None:
        return False
    name, triple = found
    new = name if triple[1] == TYPE else draft.variable(triple[2])
    body = f"{name} {predicate_of(draft, triple)} {term_text(triple[2]) if new == name else new}"
    columns = " ".join(dict.fromkeys((name, new)))
    distinct = draft.rng.choice(("", "DISTINCT "))
    order = f"ORDER BY STR({name}) {name} DESC({new}) LIMIT {draft.rng.randint(1, 6)}"
    draft.elements.append(f"{{ SELECT {distinct}{columns} WHERE {{ {body} }} {order} }}")
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
    after = [t for t in draft.view if t[0] == first[2]]
    inner = ""
    if after:
        second = rarest_of(draft, after)
        new = term_text(second[2]) if second[1] == TYPE else draft.variable(second[2])
        test = draft.rng.choice((f"FILTER(BOUND({name}))", f"FILTER(STR({new}) != STR({name}))", ""))
        inner = f" OPTIONAL {{ {outer} {predicate_of(draft, second)} {new} . {test} }}"
    draft.elements.append(f"OPTIONAL {{ {name} {predicate_of(draft, first)} {outer} .{inner} }}")
    if draft.rng.random() < 0.4:
        draft.elements.append(f"FILTER(!BOUND({outer}) || COALESCE(STR({outer}), '') != 'q')")
    return True


def sub_select_position(draft: Draft) -> bool:
    found = about_of(draft, types=True)
    if found is None:
        return False
    name, triple = found
    typed = triple[1] == TYPE
    roll = draft.rng.random()
    new = name if typed else f"?inside{len(draft.elements)}" if not 0.4 <= roll < 0.7 else draft.variable(triple[2])
    body = f"{name} {predicate_of(draft, triple)} {term_text(triple[2]) if typed else new}"
    if roll < 0.4:
        draft.elements.append(f"{{ SELECT {name} (COUNT({new}) AS ?inner) WHERE {{ {body} }} GROUP BY {name} }}")
        draft.extra.append("?inner")
    elif roll < 0.7:
        columns = " ".join(dict.fromkeys((name, new)))
        draft.elements.append(f"{{ SELECT DISTINCT {columns} WHERE {{ {body} }} }}")
    else:
        draft.elements.append(f"{{ SELECT {name} (STR({new}) AS ?text) WHERE {{ {body} }} }}")
        draft.extra.append("?text")
    return True


def graph_position(draft: Draft) -> bool:
    if not draft.world.user_graphs:
        return False
    place = draft.rng.choice((f"<{GRAPHS[0]}>", "?g"))
    if place == "?g":
        draft.extra.append("?g")
    draft.use(*draft.used)
    draft.elements[:] = [f"GRAPH {place} {{ {' '.join(draft.elements)} }}"]
    return True


def blank_node_position(draft: Draft) -> bool:
    plain = [t for t in draft.view if t[1] != TYPE]
    if not plain:
        return False
    first = rarest_of(draft, plain)
    near = [t for t in draft.view if t[0] == first[2]]
    subject = draft.end(first[0], 0.1)
    inner = draft.rng.choice(("[]", "_:b1"))
    if near and draft.rng.random() < 0.7:
        second = rarest_of(draft, near)
        inner = f"[ {predicate_of(draft, second)} {other_of(draft, second)} ]"
    draft.elements.append(f"{subject} {predicate_of(draft, first)} {inner} .")
    return True


def lists_position(draft: Draft) -> bool:
    found = about_of(draft)
    if found is None:
        return False
    name, triple = found
    more = rarest_of(draft, [t for t in draft.view if t[0] == triple[0]])
    text = f"{name} {predicate_of(draft, triple)} {other_of(draft, triple)} , ?any ; {predicate_of(draft, more)} "
    draft.elements.append(f"{text}{other_of(draft, more)} ; .")
    draft.extra.append("?any")
    return True

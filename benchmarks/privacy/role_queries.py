"""Queries of every form, with something in every position where a pattern can stand; most of them find something.

A query is grown from triples that the role sees, so that its patterns match, and then gets its features.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pyoxigraph as ox
from role_drafts import FORMS as PLAIN_FORMS
from role_drafts import HEAD, Draft, Triple, full_iri, iri_text, term_text, visible_properties
from role_probes import PROBE_FORMS, PROBES
from role_worlds import EX, GRAPHS, TYPE, World

FORMS = {**PLAIN_FORMS, **PROBE_FORMS}


def make_query(
    random: Random, world: World, seen: list[Triple], wanted: str | None = None
) -> tuple[str, str, set[str], str]:
    """A query, the same with some paths written out, the names of what it holds, and the IRI that it probes.

    ``wanted`` is among what it holds; "" is probed where nothing is.
    """
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
    return text, plain, draft.tags | {form}, draft.probed


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
    present = {iri_text(p) for _, p, _ in draft.triples}
    return all(name in present for name in names)


def _minus(draft: Draft) -> str:
    links = visible_properties(draft, links=True)
    return f"MINUS {{ {_bound(draft)} {iri_text(draft.random.choice(links))} ?gone }}" if links else ""


def _exists(draft: Draft) -> str:
    links = visible_properties(draft, links=True)
    end = draft.random.choice(("?in", _bound(draft)))
    return f"FILTER EXISTS {{ {_bound(draft)} ^{iri_text(draft.random.choice(links))} {end} }}" if links else ""


def _not_exists(draft: Draft) -> str:
    links = visible_properties(draft, links=True)
    if not links:
        return ""
    one, two = (iri_text(draft.random.choice(links)) for _ in range(2))
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
    others = " ".join(map(iri_text, draft.random.sample(draft.world.nodes, 3)))
    return f"VALUES {draft.names[node]} {{ {term_text(node)} {others} }}"


def _filter_in(draft: Draft) -> str:
    nodes = draft.random.sample(draft.world.nodes, 2)
    return f"FILTER({_bound(draft)} NOT IN ({', '.join(map(iri_text, nodes))}))"


def _bind(draft: Draft) -> str:
    links = visible_properties(draft, links=True)
    if not links:
        return ""
    iri = draft.random.choice(draft.random.choice(([*links], [*draft.world.object_properties])))
    return f'BIND(IRI(CONCAT("{EX}", "{iri.removeprefix(EX)}")) AS ?made) OPTIONAL {{ {_bound(draft)} ?made ?found }}'


def _property_list(draft: Draft) -> str:
    links, texts = visible_properties(draft, links=True), visible_properties(draft, links=False)
    if not links or not texts:
        return ""
    link, text = iri_text(draft.random.choice(links)), iri_text(draft.random.choice(texts))
    return f"OPTIONAL {{ {_bound(draft)} {link} [ {text} ?text ] }}"


def _two_links(draft: Draft) -> list[Triple]:
    """Two triples one after the other."""
    links = [t for t in draft.triples if t[1] in draft.world.object_properties]
    pairs = [(a, b) for a in links for b in links if a[2] == b[0]]
    return list(draft.random.choice(pairs)) if pairs else []


def _path_sequence(draft: Draft) -> str:
    found = _two_links(draft)
    return (
        f"{draft.name(found[0][0])} {iri_text(found[0][1])}/{iri_text(found[1][1])} {draft.name(found[1][2])}"
        if found
        else ""
    )


def _path_inverse(draft: Draft) -> str:
    found = draft.walk(1, links=True)
    if not found or found[0][1] == TYPE.value:
        return ""
    return f"{draft.name(found[0][2])} ^{iri_text(found[0][1])} {draft.name(found[0][0])}"


def _path_alternative(draft: Draft) -> str:
    links = visible_properties(draft, links=True)
    found = [t for t in draft.triples if t[1] in links]
    if not found:
        return ""
    s, p, o = draft.random.choice(found)
    other = draft.random.choice([f"^{iri_text(draft.random.choice(links))}", iri_text(draft.random.choice(links)), "a"])
    start, end = draft.name(s), draft.name(o)
    path = f"{start} {iri_text(p)}|{other} {end}"
    draft.plain[path] = f"{{ {start} {iri_text(p)} {end} }} UNION {{ {start} {other} {end} }}"
    return path


def _path_negated(draft: Draft) -> str:
    found = draft.walk(1)
    present = sorted({p for _, p, _ in draft.triples})
    if not found:
        return ""
    s, _, o = found[0]
    one, two = (iri_text(draft.random.choice(present)) for _ in range(2))
    start, end = draft.name(s), draft.name(o)
    kind = draft.random.randrange(4)
    path = start + (f" !{one} ", f" !({one}|{two}) ", f" !(^{one}) ", f" !({one}|^{two}) ")[kind] + end
    ways = (
        [f"{start} ?_not {end} FILTER(?_not NOT IN ({full_iri(one)}))"],
        [f"{start} ?_not {end} FILTER(?_not NOT IN ({full_iri(one)}, {full_iri(two)}))"],
        [f"{end} ?_not {start} FILTER(?_not NOT IN ({full_iri(one)}))"],
        [
            f"{start} ?_not {end} FILTER(?_not NOT IN ({full_iri(one)}))",
            f"{end} ?_not {start} FILTER(?_not NOT IN ({full_iri(two)}))",
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
            (
                iri_text(p),
                iri_text(p),
                f"(^{iri_text(p)})",
                f"({iri_text(p)}|{iri_text(draft.random.choice(found)[1])})",
            )
        )
        kind = draft.random.random()
        if kind < 0.2 and isinstance(s, ox.NamedNode):
            return f"{term_text(s)} {inner}{sign} {draft.name(o)}"
        if kind < 0.3 and isinstance(s, ox.NamedNode) and isinstance(o, ox.NamedNode):
            return f"{term_text(s)} {inner}{sign} {term_text(o)}"
        return f"{draft.name(s)} {inner}{sign} {draft.name(o)}"

    return write


def _climb(draft: Draft) -> str:
    found = [t for t in draft.triples if t[1] == TYPE.value]
    if not found:
        return ""
    s, _, o = draft.random.choice(found)
    return f"{draft.name(s)} a/rdfs:subClassOf* {term_text(o)}"


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
    return f"OPTIONAL {{ GRAPH {iri_text(graph)} {{ {draft.group(1)} }} }}"


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
    **PROBES,
}

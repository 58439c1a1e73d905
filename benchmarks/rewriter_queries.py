"""Random clean queries, made from triples of the view so that most have answers."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from rewriter_drafts import Draft, triple_of, walk_of
from rewriter_kinds import CLEAN
from rewriter_paths import (
    alternative_position,
    class_variable_position,
    climb_position,
    closure_position,
    inverse_position,
    kept_position,
    negated_position,
    predicate_variable_position,
    sequence_position,
)
from rewriter_positions import (
    bind_position,
    blank_node_position,
    exists_value_position,
    filter_position,
    graph_position,
    grouped_position,
    in_position,
    lists_position,
    nested_optional_position,
    sub_select_limit_position,
    sub_select_position,
    union_position,
    values_end_position,
    values_position,
    values_two_position,
)
from rewriter_worlds import KEPT, Triple, World


def make_query(world: World, view: list[Triple], position: str, rng: random.Random) -> tuple[str, Draft] | None:
    """A query that has something in this position; None where the view holds nothing for it."""
    kept = [t for t in view if t[1] == KEPT]
    view = [t for t in view if t[1] != KEPT]
    draft = Draft(world, view, rng, position=position, now="subject", kept=kept)
    draft.positions.add(position)
    seed = walk_of(draft, rng.randint(1, 3))
    if seed is None:
        return None
    for triple in seed:
        draft.elements.append(triple_of(draft, triple))
    draft.places |= {(term, "object") for term, _ in draft.places}
    handler = _HANDLERS.get(position)
    if handler is not None and not _handled(draft, position):
        return None
    # oxigraph lets an EXISTS in a BIND see what only later elements bind; so nothing comes behind one.
    more = 0 if position in ("star", "optional-step", "exists-value") else rng.choice((0, 1, 2, 2, 3))
    for _ in range(more):
        other = world.coverage.place(rng, _kinds(draft), ADDED)
        if other not in draft.positions and _handled(draft, other):
            draft.positions.add(other)
    shape = position
    if handler is not None and position != "values-end" and rng.random() < 0.8:
        # DESCRIBE tells nothing in native terms.
        shapes = [s for s in SHAPES if s != "describe" or position != "kept"]
        shape = world.coverage.place(rng, _kinds(draft), shapes)
        draft.positions.add(shape)
    draft.position = draft.now = shape
    return _written(draft, shape), draft


def _handled(draft: Draft, position: str) -> bool:
    draft.position = draft.now = position
    return _HANDLERS[position](draft)


def _kinds(draft: Draft) -> set[str]:
    return {kind for term in draft.used for kind in draft.world.kinds.get(term, ())}


ADDED = (
    "optional", "filter", "union", "minus", "exists", "not-exists", "values", "in", "bind", "values-two", "sequence",
    "inverse", "nested-optional", "sub-select", "blank-node", "lists", "class-variable", "climb", "alternative",
    "sub-select-limit",
)  # fmt: skip
"""Positions that are added to queries for others."""
SHAPES = (
    "count", "sum", "min-max", "having", "order", "distinct", "construct", "count-distinct", "distinct-limit", "ask",
    "star-select", "describe",
)  # fmt: skip
"""Forms that queries for other positions take."""
_HANDLERS: dict[str, Callable[[Draft], bool]] = {
    "predicate-variable": predicate_variable_position,
    "class-variable": class_variable_position,
    "climb": climb_position,
    "kept": kept_position,
    "values-end": values_end_position,
    "sub-select-limit": sub_select_limit_position,
    "exists-value": exists_value_position,
    "nested-optional": nested_optional_position,
    "sequence": sequence_position,
    "alternative": alternative_position,
    "inverse": inverse_position,
    "star": closure_position("*"),
    "plus": closure_position("+"),
    "optional-step": closure_position("?"),
    "negated": negated_position(False),
    "negated-inverse": negated_position(True),
    "optional": grouped_position("OPTIONAL", filter_=True),
    "minus": grouped_position("MINUS"),
    "exists": grouped_position("FILTER EXISTS"),
    "not-exists": grouped_position("FILTER NOT EXISTS"),
    "union": union_position,
    "filter": filter_position,
    "in": in_position,
    "bind": bind_position,
    "values": values_position,
    "values-two": values_two_position,
    "sub-select": sub_select_position,
    "graph": graph_position,
    "blank-node": blank_node_position,
    "lists": lists_position,
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
    draft.placed([*picked, one])
    if position.startswith("describe"):
        draft.use_all()
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
            # What is built of blank nodes cannot be compared.
            plain = [e for e in draft.elements if e.endswith(".") and not re.search(r"[{\[(]|_:", e)]
            return f"CONSTRUCT WHERE {{ {' '.join(plain)} }}"
        case "describe":
            target = one if rng.random() < 0.6 else f"{one} <{draft.view[0][0].value}>"
            return f"DESCRIBE {target} WHERE {group}"
        case "count":
            return f"SELECT {one} (COUNT({picked[0]}) AS ?n) WHERE {group} GROUP BY {one}"
        case "count-distinct":
            # oxigraph takes blank nodes, also those between the steps of a path, for variables there (section 18.2.1).
            hidden = re.search(r"\[|_:|/|\|", re.sub(r"<[^<>]*>", "", group))
            counted = picked[0] if hidden else rng.choice((picked[0], "*"))
            return f"SELECT (COUNT(DISTINCT {counted}) AS ?n) (COUNT(*) AS ?m) WHERE {group}"
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

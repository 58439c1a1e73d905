"""Random clean queries, made from triples of the view so that most have answers."""

from __future__ import annotations

import random
from collections import Counter

from rewriter_drafts import Draft, triple_of, walk_of
from rewriter_positions import (
    alternative_position,
    bind_position,
    blank_node_position,
    class_variable_position,
    climb_position,
    closure_position,
    exists_value_position,
    filter_position,
    graph_position,
    grouped_position,
    in_position,
    inverse_position,
    kept_position,
    lists_position,
    negated_position,
    nested_optional_position,
    predicate_variable_position,
    sequence_position,
    sub_select_limit_position,
    sub_select_position,
    union_position,
    values_end_position,
    values_position,
    values_two_position,
)
from rewriter_worlds import CLEAN, KEPT, Triple, World

POSITIONS = (
    "subject", "object", "predicate-variable", "class-variable", "sequence", "alternative", "inverse", "star", "plus",
    "optional-step", "negated", "negated-inverse", "optional", "minus", "union", "filter", "in", "bind", "exists",
    "not-exists", "values", "values-two", "count", "sum", "min-max", "having", "order", "distinct", "construct",
    "construct-where", "describe", "ask", "sub-select", "graph", "blank-node", "lists", "star-select", "count-distinct",
    "climb", "kept", "values-end", "sub-select-limit", "exists-value", "nested-optional", "describe-one",
    "distinct-limit",
)  # fmt: skip


def make_query(
    world: World, view: list[Triple], position: str, rng: random.Random, met: Counter[tuple[str, str]]
) -> tuple[str, Draft] | None:
    """A query that has something in this position; None where the view holds nothing for it."""
    kept = [t for t in view if t[1] == KEPT]
    view = [t for t in view if t[1] != KEPT]
    draft = Draft(world, view, rng, position=position, met=met, kept=kept)
    draft.positions.add(position)
    seed = walk_of(draft, rng.randint(1, 3))
    if seed is None:
        return None
    for triple in seed:
        draft.elements.append(triple_of(draft, triple, position))
    handler = _HANDLERS.get(position)
    if handler is not None and handler(draft) is False:
        return None
    # oxigraph lets an EXISTS in a BIND see what only later elements bind; so nothing comes behind one.
    if rng.random() < 0.3 and position not in ("star", "optional-step", "exists-value"):
        other = rng.choice(("optional", "filter", "union", "minus", "exists", "not-exists", "values"))
        if other != position and _HANDLERS[other](draft) is not False:
            draft.positions.add(other)
    return _written(draft, position), draft


_HANDLERS: dict[str, object] = {
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

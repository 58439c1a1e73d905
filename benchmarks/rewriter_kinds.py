"""Names of what the oracle combines: kinds of mappings, and positions that a clean term can take in a query."""

from __future__ import annotations

CLEAN, NATIVE = "http://clean.example/", "http://native.example/"

PROPERTY_KINDS = (
    "iri", "inverse", "sequence", "alternative", "plus", "pattern", "once", "computed", "several", "graph", "chain",
    "columns", "failing", "fallback", "language", "turned",
)  # fmt: skip
OBJECT_KINDS = (
    "thing", "string", "one", "integer", "year", "unit", "unit-text", "lenient", "map", "open-map", "many-to-one",
    "long-map", "literal-template", "address", "to-text", "tagged", "any-tag", "to-tagged", "day", "midnight", "month",
)  # fmt: skip
CLASS_KINDS = ("iri", "type-path", "condition", "union", "pattern", "above", "expanded")
INSTANCE_KINDS = ("same", "template", "total-template", "individuals")

POSITIONS = (
    "subject", "object", "predicate-variable", "class-variable", "sequence", "alternative", "inverse", "star", "plus",
    "optional-step", "negated", "negated-inverse", "optional", "minus", "union", "filter", "in", "bind", "exists",
    "not-exists", "values", "values-two", "count", "sum", "min-max", "having", "order", "distinct", "construct",
    "construct-where", "describe", "ask", "sub-select", "graph", "blank-node", "lists", "star-select", "count-distinct",
    "climb", "kept", "values-end", "sub-select-limit", "exists-value", "nested-optional", "describe-one",
    "distinct-limit",
)  # fmt: skip
WHOLE = frozenset((
    "construct-where", "ask", "star-select", "kept",
))  # fmt: skip
"""Positions that every term of the query takes part in."""
SHOWN = frozenset((
    "count", "sum", "min-max", "having", "order", "distinct", "construct", "count-distinct", "distinct-limit",
))  # fmt: skip
"""Positions of variables that are shown, grouped, ordered or built: every term that is said of those takes part."""

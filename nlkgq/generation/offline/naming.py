"""Properties whose values are names of what has them."""

from __future__ import annotations

from functools import lru_cache

from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier


@lru_cache(maxsize=10_000)
def is_naming(prop: str) -> bool:
    """Whether the property's values are names of its subjects."""
    words = split_identifier(local_name(prop)).lower().split()
    return words[-1:] in (["label"], ["title"], ["titel"], ["bezeichnung"]) or bool(
        words and words[-1].endswith("name")
    )

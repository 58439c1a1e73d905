"""What a use of the grammar needs: query forms, and how large a query may become."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Form: TypeAlias = Literal["SELECT", "ASK"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GrammarProfile:
    """A use.

    Args:
        forms: Query forms. CONSTRUCT and DESCRIBE are not answers to questions, so no profile offers them.
        aggregates_only: Whether every column of the answer is an aggregate, or what the answer is grouped by.
        group_depth: Groups inside each other: OPTIONAL, UNION, sub-selects.
        expression_depth: Brackets inside each other in one expression.
        elements: Most statements, filters and the like in one group.
        items: Most columns, objects, conditions, values in one list.
        path_length: Most steps of a property path.
        literals: Whether the model may write constants of its own beside placeholders.
        calculations: Whether expressions may add and multiply, and paths may exclude properties.
        variable_length: Most characters of a variable's name.
    """

    forms: tuple[Form, ...] = ("SELECT", "ASK")
    aggregates_only: bool = False
    group_depth: int = 4
    expression_depth: int = 5
    elements: int = 24
    items: int = 12
    path_length: int = 4
    literals: bool = True
    calculations: bool = True
    variable_length: int = 48


PROFILES: Final[Mapping[str, GrammarProfile]] = {
    "questions": GrammarProfile(),
    "short": GrammarProfile(
        group_depth=2, expression_depth=3, elements=6, items=2, path_length=2, calculations=False, variable_length=12
    ),
    "aggregates": GrammarProfile(forms=("SELECT",), aggregates_only=True),
    "masked": GrammarProfile(literals=False),
}
"""Profiles by name: what answers questions; the same, short, for small models; numbers only; placeholders only."""

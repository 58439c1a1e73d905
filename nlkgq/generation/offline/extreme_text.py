"""The sub-queries that find an extreme, as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nlkgq.generation.offline.query_graph import Extreme
from nlkgq.generation.offline.spelling import indented


def sizes(keys: Sequence[str], told: Sequence[str], size: str, inner: Iterable[str]) -> str:
    """The sub-query for what is counted of each.

    Args:
        keys: Variables of that of which each is counted.
        told: Columns beside the number.
        size: The aggregate with its name.
        inner: The pattern.
    """
    columns = " ".join((*told, f"({size})"))
    return f"{{\n  SELECT {columns} WHERE {{\n{indented(inner, 4)}\n  }}\n  GROUP BY {' '.join(keys)}\n}}"


def outermost(extreme: Extreme, per: Sequence[str], value: str, inner: Iterable[str]) -> str:
    """The sub-query for the largest value, for each of what it is wanted for, or for the N-th largest.

    Args:
        extreme: Which one.
        per: Variables of that for each of which there is one.
        value: What is compared.
        inner: The pattern.
    """
    if extreme.place > 1:
        order = "DESC" if extreme.direction == "max" else "ASC"
        skipped = f"ORDER BY {order}(?extreme) OFFSET {extreme.place - 1} LIMIT 1"
        return f"{{\n  SELECT DISTINCT ({value} AS ?extreme) WHERE {{\n{indented(inner, 4)}\n  }}\n  {skipped}\n}}"
    function = "MAX" if extreme.direction == "max" else "MIN"
    columns = " ".join((*per, f"({function}({value}) AS ?extreme)"))
    group = f"\n  GROUP BY {' '.join(per)}" if per else ""
    return f"{{\n  SELECT {columns} WHERE {{\n{indented(inner, 4)}\n  }}{group}\n}}"

"""Things that are amounts: a price with its number and its currency."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier

if TYPE_CHECKING:
    from nlkgq.analysis.schema_graph import SchemaGraph

_VALUES = frozenset(("amount", "value", "quantity", "magnitude", "betrag", "wert"))
_UNITS = frozenset(("unit", "units", "currency", "uom", "einheit", "wahrung"))
"""Words in the names of what tells only in what an amount is counted."""
_ANYTHING = -1


class Amounts:
    """Tells which number says how much things of some classes are; remembers what it was asked.

    Args:
        schema: What properties hold.
    """

    def __init__(self, schema: SchemaGraph) -> None:
        self._schema = schema
        self._known: dict[int, str | None] = {}
        self._leading: dict[int, bool] = {}

    def of(self, mask: int) -> str | None:
        """The one number that things of these classes have, such as the amount of a price."""
        if mask not in self._known:
            schema = self._schema
            numbers = (p for p in sorted(schema.ontology.properties) if schema.is_used(p) and schema.is_numeric(p))
            own = [p for p in numbers if schema.subjects(p) & mask and schema.subjects(p) != _ANYTHING]
            self._known[mask] = own[0] if len(own) == 1 and mask != _ANYTHING else None
        return self._known[mask]

    def worth(self, mask: int) -> str | None:
        """The number that a thing of these classes is nothing but, as a price is its amount; None for other things."""
        amount = self.of(mask)
        said = amount is not None and _VALUES.intersection(split_identifier(local_name(amount)).lower().split())
        return amount if said and not self._leads_on(mask) else None

    def _leads_on(self, mask: int) -> bool:
        """Whether things of these classes lead to others, as so many pieces of something do."""
        if mask not in self._leading:
            schema = self._schema
            own = (p for p in schema.ontology.properties if schema.is_used(p) and not schema.is_literal(p))
            own = (p for p in own if _UNITS.isdisjoint(split_identifier(local_name(p)).lower().split()))
            self._leading[mask] = any(
                schema.subjects(p) != _ANYTHING and schema.subjects(p) & mask and schema.objects(p) for p in own
            )
        return self._leading[mask]

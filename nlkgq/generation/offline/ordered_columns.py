"""In which order the rows of an answer come: by columns that it shows, or by other values of what is shown."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.column_nodes import ColumnNodes
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.query_graph import Column
from nlkgq.generation.offline.row_orders import RowOrder
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import is_called_key

_DESCENDING = frozenset(("descending", "desc", "decreasing", "absteigend"))
_ASCENDING = frozenset(("ascending", "asc", "increasing", "aufsteigend"))
_STRENGTHS = frozenset(("strongest", "weakest"))


class OrderedColumns(ColumnNodes):
    """Adds keys to sort by to the graph of a question.

    Args:
        wanted: The question's own columns, applied already.
        vocabulary: Readings of words.
    """

    @abstractmethod
    def _found(self, tokens: Sequence[Token], *, asked: bool = True) -> Column | None:
        """The column that some words ask for."""

    def _order(self, order: RowOrder) -> bool:
        """Adds a key to sort by; False where nothing here is what it says."""
        if order.kind == "first":
            return self._first(order.word, order.tokens)
        if order.kind == "by":
            return self._sorted(order)
        graph = self.graph
        told = [c for c in graph.columns if not c.aggregate]
        numbers = [c for c in told if self._is_number(c.node)]
        if order.kind == "computed":
            keys = [c for c in graph.columns if c.aggregate] or self._measured(order.word, numbers)
        elif order.kind == "listed":
            dated = {e.object for e in graph.edges if self.schema.tells_when(e.property)}
            keys = [c for c in told if c.node in dated] or numbers or told
        else:
            keys = [c for c in told if c not in numbers] or told
        if not keys:
            return False
        graph.order.append((keys[0], "DESC" if order.falling else "ASC"))
        return True

    def _measured(self, word: str, numbers: list[Column]) -> list[Column]:
        """Of several numbers those that an adjective measures, else those that number nothing."""
        found = adjective(word, self.vocabulary.languages) if word else None
        measures = [r.iri for _, r in self.vocabulary.measured(found)] if found is not None else []
        named = {c.node: {e.property for e in self.graph.edges if e.object == c.node} for c in numbers}
        told = [c for iri in measures for c in numbers if iri in named[c.node]]
        return told or [c for c in numbers if not any(map(is_called_key, named[c.node]))] or numbers

    def _by_name(self, orders: Sequence[RowOrder]) -> bool:
        """Of equal numbers, by name, where nothing else is said."""
        if [o.kind for o in orders] == ["computed"]:
            names = [c for c in self.graph.columns if not c.aggregate and self._literal(c.node)]
            self.graph.order += [(c, "ASC") for c in names if not self._is_number(c.node)]
        return True

    def _first(self, word: str, measure: tuple[Token, ...]) -> bool:
        """Orders by what an adjective measures (``-`` before it turns it round): of what is shown, or of its owner.

        Where a value is named after the adjective, it is by this value.
        """
        graph = self.graph
        found = adjective(word.removeprefix("-"), self.vocabulary.languages)
        if found is None or graph.extreme is not None:
            return False
        words = [t.folded for t in measure]
        value = any(r.kind == "property" for r in (self.vocabulary.readings(words) if words else ())[:1])
        named = self._found(measure) if value else None
        if named is not None and (named.aggregate or self._literal(named.node)):
            graph.order.append((named, "DESC" if (found.senses[0][0] == "max") != word.startswith("-") else "ASC"))
            return True
        grouped = bool(graph.groups)
        owners = [] if grouped else list(self._owners(None))
        # "films by X, oldest first": the films are listed, not whoever made them
        shown = {c.node for c in graph.columns if not c.aggregate}
        for nodes in ([n for n in owners if n in shown], owners):
            for direction, reading in self.vocabulary.measured(found):
                node = next((n for n in nodes if self._mask(n) != ANYTHING and self._mask(n) & reading.subject), None)
                if node is not None:
                    falling = (direction == "max") != word.startswith("-")
                    key = Column(node=self.wanted.builder.literal(node, reading.iri))
                    graph.order.append((key, "DESC" if falling else "ASC"))
                    return True
        keys = [c for c in graph.columns if c.aggregate]
        if grouped and len(keys) == 1:
            graph.order.append((keys[0], "DESC" if found.senses[0][0] == "max" else "ASC"))
            return True
        numbers = [c for c in graph.columns if not c.aggregate and self._is_number(c.node)]
        if word in _STRENGTHS and not self.vocabulary.measured(found):
            # "strongest first": by the number that is told, where nothing here is called a strength
            keys = self._measured("", numbers)
            graph.order += [(keys[0], "DESC" if found.senses[0][0] == "max" else "ASC")] if len(keys) == 1 else []
            return len(keys) == 1
        return False

    def _is_number(self, node: int) -> bool:
        schema = self.schema
        return any(e.object == node and schema.is_numeric(e.property) for e in self.graph.edges)

    def _sorted(self, order: RowOrder) -> bool:
        """Orders by one of the columns, or by another value of what is shown."""
        tokens = order.tokens
        falling = order.falling or any(t.folded in _DESCENDING for t in tokens)
        words = tuple(t for t in tokens if t.folded not in _DESCENDING | _ASCENDING)
        column = self._found(words) if words else None
        if column is None:
            return False
        self.graph.order.append((column, "DESC" if falling else "ASC"))
        return True

"""What a query is tried by before it is given: another one that tells at less cost whether it has rows."""

from __future__ import annotations

from nlkgq.generation.offline.query_graph import Column
from nlkgq.generation.offline.spelling import indented
from nlkgq.generation.offline.writing import Writer


class TriedWriter(Writer):
    """Writes one query, and what it is tried by."""

    def test(self) -> str | None:
        """A query that tells whether the query has rows, at less cost; None for one that always has.

        An extreme, an order and groups have rows where their pattern has any; a count without groups is a row itself.
        A sum or a mean is of numbers: of nothing, or of text that spells none, it tells nothing.
        """
        graph = self.graph
        alone = not graph.groups and not graph.extreme
        if graph.ask or (alone and any(c.aggregate == "COUNT" for c in graph.columns)):
            return self._told_of_both() if graph.compared() else None
        if graph.having or (graph.extreme is not None and graph.extreme.place > 1):
            return self.text()
        each = [Column(node=graph.extreme.node, aggregate=graph.extreme.aggregate)] if graph.extreme else []
        columns = [*graph.columns, *each, *(c for c, _ in graph.order)]
        spelt = [c for c in columns if c.aggregate in ("SUM", "AVG") and self._number(c) != self._var(c.node)]
        if spelt and (graph.groups or each):
            number = self._number(spelt[0])
            return self.declared(f"ASK {{\n{indented(self._pattern())}\n  FILTER({number} = {number})\n}}")
        if spelt:
            # one text that spells no number leaves the whole without a value
            told = f"({self._call(spelt[0])} AS ?value) (COUNT(*) AS ?rows)"
            value = f"{{\n  SELECT {told} WHERE {{\n{indented(self._pattern(), 4)}\n  }}\n}}"
            return self.declared("ASK {\n" + indented([value, "FILTER(BOUND(?value) && ?rows > 0)"]) + "\n}")
        return self.declared("ASK {\n" + indented(self._pattern()) + "\n}")

    def _told_of_both(self) -> str:
        """A query that tells whether there are both of the values that are compared: without them, no is no answer."""
        kept, compared = self.graph.conditions, self.graph.compared()
        self.graph.conditions = [c for c in kept if c not in compared]
        body = "ASK {\n" + indented(self._pattern()) + "\n}"
        self.graph.conditions = kept
        return self.declared(body)

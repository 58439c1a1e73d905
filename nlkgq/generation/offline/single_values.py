"""Values that a thing has one of: they are told as they are, where a count or a total would be of many."""

from __future__ import annotations

from nlkgq.generation.offline.extremes import ExtremeFinder
from nlkgq.generation.offline.linking import SUBJECT
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.vocabulary import is_code


class SingleValues(ExtremeFinder):
    """Tells which values of the graph are of one thing each."""

    def has_one_value(self, m: Mention) -> bool:
        """``the average price per ship``: each has one price, and the mean is of all ships."""
        node = self.builder.denoted(m.number)
        means = [c for c in self.graph.columns if c.aggregate in ("AVG", "MAX", "MIN")]
        edges = [e for c in means for e in self.graph.edges if e.object == c.node]
        return (
            bool(means)
            and all(c.aggregate for c in self.graph.columns)
            and len(means) == len(self.graph.columns)
            and all(e.subject == node and self.schema.is_functional(e.property) for e in edges)
        )

    def is_amount(self, node: int) -> bool:
        """Whether a value is a number that is high or low, so that to count it is to tell how high it is."""
        edges = [e.property for e in self.graph.edges if e.object == node]
        return any(self.schema.is_numeric(iri) and not is_code(iri) for iri in edges)

    def is_of_one(self, node: int) -> bool:
        """Whether a value belongs to a thing that is named, or to each of some, and that has one such value at most."""
        edge = next((e for e in self.graph.edges if e.object == node), None)
        each = [self.builder.denoted(m.number) for m in self._all() if m.group]
        if edge is None or len(each) > 1:
            return False
        if each:
            # "how many members are in each group"
            told = {e.object for e in self.graph.edges if e.subject == edge.subject and is_naming(e.property)}
            return self.schema.is_functional(edge.property) and each[0] in told | {edge.subject}
        return self.schema.is_functional(edge.property) and self.is_given(edge.subject)

    def is_beside_name(self, node: int, mention: Mention) -> bool:
        """``What are the halls called and how many seats do they have``: of each hall, not of all of a name."""
        edge = next((e for e in self.graph.edges if e.object == node), None)
        others = [c.node for c in self.graph.columns]
        if edge is None or not others or "many" not in mention.gap or any(m.group for m in self._all()):
            return False
        names = {e.object for e in self.graph.edges if e.subject == edge.subject and is_naming(e.property)}
        return self.schema.is_functional(edge.property) and names.union((edge.subject,)).issuperset(others)

    def is_given(self, node: int) -> bool:
        """Whether the question names the node itself."""
        if self.graph.nodes[node].terms:
            return True
        return any(
            self.builder.names_its_subject(m) and self.builder.node(m, SUBJECT) == node
            for m in range(len(self.builder.readings))
        )

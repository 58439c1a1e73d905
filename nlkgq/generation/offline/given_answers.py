"""Answers that would only be what the question names."""

from __future__ import annotations

from nlkgq.generation.offline.answer_form import LABEL
from nlkgq.generation.offline.linking import SUBJECT
from nlkgq.generation.offline.naming import is_naming, name_words
from nlkgq.generation.offline.query_graph import Column
from nlkgq.generation.offline.single_values import SingleValues

_TO = frozenset(
    ("in", "to", "under", "below", "above", "beneath", "within", "from", "by", "at", "on", "over", "near", "for")
)


class GivenAnswers(SingleValues):
    """Tells whether the columns of a graph show what the question gives."""

    def tells_what_is_given(self, *, unread: bool) -> bool:
        """Whether the answer would only be what the question names.

        Args:
            unread: Whether a word was not read, such as the verb between who is asked for and who is named.
        """
        if unread and any(
            m.projected and m.asked and self.is_given(self.builder.denoted(m.number)) for m in self._all()
        ):
            return True
        return bool(self.graph.columns) and all(self._repeats(c) or self._is_named(c) for c in self.graph.columns)

    def _is_named(self, column: Column) -> bool:
        """``which towns are below Reed Bay``: what is named is not what stands somewhere to it."""
        graph = self.graph
        named = any(
            e.subject == column.node and self._names(e.property, e.subject) and graph.nodes[e.object].terms
            for e in graph.edges
            if not e.group
        )
        told = [m for m in self._all() if self._reading(m) == "value" and _TO.intersection(m.gap)]
        return named and any(
            self.builder.node(m.number, SUBJECT) == column.node and is_naming(self.builder.readings[m.number].iri)
            for m in told
        )

    def _names(self, prop: str, node: int) -> bool:
        """Whether a property is the name of its subject, and not that of the crew it has."""
        before = set(name_words(prop)[:-1])
        own = {w for iri in self.schema.names(self.mask(node)) for w in name_words(iri)}
        return is_naming(prop) and (not before or bool(before & own))

    def _repeats(self, column: Column) -> bool:
        """A name asked of a thing that is given by just this name, or by another of which its label is one more."""
        graph = self.graph
        if column.aggregate:
            return False
        shown = {(e.subject, e.property) for e in graph.edges if e.object == column.node}
        given = {(e.subject, e.property) for e in graph.edges if len(graph.nodes[e.object].terms) == 1 and not e.group}
        named = {(s, LABEL) for s, p in given if is_naming(p)}
        return bool(shown & (given | named))

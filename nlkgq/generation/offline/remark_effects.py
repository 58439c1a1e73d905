"""What remarks change of a query: things kept without a value, things left out; what only says what the query does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.chunking import cut
from nlkgq.generation.offline.extremes import ExtremeFinder
from nlkgq.generation.offline.optional_columns import make_optional
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.remarks import Remark
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary

_RESTRICTIVE = frozenset(
    (
        *(
            "only",
            "not",
            "no",
            "without",
            "except",
            "unless",
            "never",
            "least",
            "most",
            "more",
            "less",
            "fewer",
            "other",
        ),
        *("nur", "nicht", "kein", "keine", "ohne", "ausser", "mindestens", "hochstens"),
    )
)
_OPENING = frozenset(
    (
        "follow",
        "count",
        "counts",
        "use",
        "take",
        "consider",
        "note",
        "remember",
        "here",
        "thus",
        "back",
        "means",
        "meant",
    )
)
_CLOSE = 0.8
_SURE = 0.6


class RemarkEffects:
    """Applies remarks to the graph of a question that has its columns.

    Args:
        wanted: The graph's builder and form.
        vocabulary: Readings of words.
        is_told: Whether a node of the graph is what a reading stands for.
    """

    def __init__(self, wanted: ExtremeFinder, vocabulary: Vocabulary, is_told: Callable[[int, Reading], bool]) -> None:
        self.wanted = wanted
        self.vocabulary = vocabulary
        self.graph = wanted.graph
        self.schema = wanted.schema
        self.is_told = is_told

    def apply(self, remarks: Sequence[Remark]) -> bool:
        """Whether every remark is understood; those that ask for a change have changed the graph."""
        return all(self._apply(remark) for remark in remarks)

    def _apply(self, remark: Remark) -> bool:
        if remark.kind == "keep":
            return self._keep(remark)
        if remark.kind == "leave":
            return self._leave(remark)
        if remark.kind == "once":
            self.graph.distinct = True
            # What is counted for each of several things of one name is not told once.
            return not (self.graph.apart and any(c.aggregate for c in self.graph.columns))
        if remark.kind == "counted":
            return self._is_counted_once(remark)
        if remark.kind == "spelling":
            return self._is_one_spelling(remark)
        return remark.kind == "state" and self._states(remark)

    def _is_counted_once(self, remark: Remark) -> bool:
        """Counts each of some things once, where the question counts them and knows what else is named."""
        graph = self.graph
        counted = [c.node for c in (*graph.columns, *(h for h, *_ in graph.having)) if c.aggregate == "COUNT"]
        told = self._nodes(remark.things, counted)
        if not told or not self._states(remark):
            return False
        graph.columns = [replace(c, distinct=True) if c.node in told and c.aggregate else c for c in graph.columns]
        graph.having = [
            (replace(h, distinct=True) if h.node in told else h, operator, limit) for h, operator, limit in graph.having
        ]
        return True

    def _is_one_spelling(self, remark: Remark) -> bool:
        """Whether what may be spelt in several ways is a thing here, which is one however it is called."""
        near = [r for chunk in self._terms(remark.tokens) for r in _near(chunk)]
        return any(r.kind == "class" or (r.kind == "property" and r.object) for r in near)

    def _keep(self, remark: Remark) -> bool:
        """Rows for things without a value: its column may stay empty, a count be 0."""
        graph = self.graph
        if not remark.without:
            # "those without one": what the last column tells
            shown = [c.node for c in graph.columns if c.aggregate or self._is_value(c.node)]
            return bool(shown) and (self._is_optional(shown[-1]) or make_optional(graph, shown[-1]))
        told = self._nodes(remark.without, [c.node for c in graph.columns])
        return bool(told) and (self._is_optional(told[0]) or make_optional(graph, told[0]))

    def _is_value(self, node: int) -> bool:
        return self.graph.nodes[node].is_literal or any(e.object == node for e in self.graph.edges)

    def _is_optional(self, node: int) -> bool:
        return self.graph.nodes[node].group in self.graph.optional

    def _leave(self, remark: Remark) -> bool:
        """Only things that have something: the pattern says so already, or is told to."""
        bound = self._bound()
        if not remark.without:
            # "datasets without any": what is counted or told of each, of which the pattern has one at least
            return remark.lacks and bool(self._nodes(remark.things, bound)) and not self.graph.optional
        told, owners = self._nodes(remark.without, bound), self._nodes(remark.things, bound)
        owned = {e.object for e in self.graph.edges if e.subject in owners}
        if any(not self.graph.nodes[n].is_literal or not owners or n in owned for n in told):
            return True
        chunks = self._terms(remark.without)
        if not chunks or len(chunks) > 1:
            return False
        for reading in _near(chunks[0]):
            for node in owners if reading.kind == "property" and not reading.object else ():
                mask = self.wanted.mask(node)
                if mask != ANYTHING and mask & reading.subject:
                    self.graph.required.add(self.wanted.builder.literal(node, reading.iri))
                    return True
        return False

    def _states(self, remark: Remark) -> bool:
        """Whether a sentence says what is known already: all its terms when it restricts, else some of them."""
        tokens = [t for t in remark.tokens if t.folded not in _OPENING]
        chunks = self._terms(tokens)
        if not chunks:
            return False
        bound = self._bound()
        told = [self._is_in_pattern(chunk, bound) for chunk in chunks]
        if _RESTRICTIVE.intersection(t.folded for t in remark.tokens) or any(t.kind == "number" for t in tokens):
            return all(told)
        return any(told)

    def _is_in_pattern(self, chunk: Chunk, bound: Sequence[int]) -> bool:
        used = {e.property for e in self.graph.edges if not e.group}
        return any(
            (r.kind == "property" and r.iri in used) or any(self.is_told(n, r) for n in bound) for r in _near(chunk)
        )

    def _terms(self, tokens: Sequence[Token]) -> list[Chunk]:
        """The terms that words name; [] when some of the words mean nothing here."""
        cuts = cut(tokens, self.vocabulary, ()) if tokens else []
        if not cuts or len(cuts[0].unread) > len(cuts[0].soft):
            return []
        return [c for c in cuts[0].chunks if c.readings and not c.operator]

    def _nodes(self, tokens: Sequence[Token], candidates: Sequence[int]) -> list[int]:
        """The nodes that the first term of some words stands for."""
        chunks = self._terms(tokens)
        if not chunks:
            return []
        return [n for r in _near(chunks[0]) for n in candidates if self.is_told(n, r)]

    def _bound(self) -> list[int]:
        """Nodes that every row has."""
        bound = {n for e in self.graph.edges if not e.group for n in (e.subject, e.object)}
        return sorted(bound | {n.number for n in self.graph.nodes if n.typed and not n.group})


def _near(chunk: Chunk) -> list[Reading]:
    best = max(r.score for r in chunk.readings)
    return [r for r in chunk.readings if r.score >= max(_CLOSE * best, _SURE)]

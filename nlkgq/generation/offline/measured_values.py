"""Which values an adjective measures: ``the lowest score``, ``a greater weight``."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.readings import Chunk, Reading


def measured_by(chunk: Chunk, following: Chunk, schema: SchemaGraph) -> list[Reading]:
    """The values of a property that an adjective before it may measure: its own, numbers and dates, then texts."""
    best = max((r.score for r in following.readings), default=0.0)
    values = [r for r in following.readings if r.kind == "property" and not r.object]
    own = {r.iri for r in chunk.readings}
    measured = [r for r in values if r.iri in own]
    numbers = [r for r in values if schema.is_numeric(r.iri) or schema.tells_when(r.iri)]
    texts = [r for r in values if r.score >= 0.9 * best]
    if all(is_naming(r.iri) for r in texts):
        # "the youngest winner": a name is neither high nor low.
        texts = []
    return measured or [r for r in numbers if r.score >= 0.6 * best] or texts

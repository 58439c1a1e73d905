"""One question of a data set, with its gold."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from nlkgq.results.models import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchQuestion:
    """A question and what answers it.

    Args:
        id: Unique in its data set.
        text: As a person asks it.
        graph: Name of the graph that answers it.
        gold: The gold SPARQL over clean terms; None where the set records answers alone.
        native_gold: The same over native terms, where the graph has a wrapper; None otherwise.
        answer: The recorded gold answer, used where ``gold`` is None and compared with it by the audit.
        bare: Whether ``answer`` is bare text: terms are then compared without kinds, datatypes and language tags.
        flat: Whether ``answer`` is one list of values whatever the columns.
        language: BCP 47.
        ordered: Whether the question asks for an order of rows.
        level: Such as easy, medium, hard; None if unknown.
        features: What makes the query what it is, such as COUNT.
        paraphrase: The same question in other words; None if there is none.
        prefixes: Prefix declarations that the set takes for granted in its gold; "" for none.
        excluded: Why the question is not scored; None when it is.
        corrected: Why its gold was replaced; None when it is the set's own.
    """

    id: str
    text: str
    graph: str
    gold: str | None = None
    native_gold: str | None = None
    answer: Result | None = None
    bare: bool = False
    flat: bool = False
    language: str = "en"
    ordered: bool = False
    level: str | None = None
    features: tuple[str, ...] = ()
    paraphrase: str | None = None
    prefixes: str = ""
    excluded: str | None = None
    corrected: str | None = None

    @property
    def gold_text(self) -> str | None:
        """The gold with the prefixes that the set takes for granted."""
        return None if self.gold is None else self.prefixes + self.gold

    @property
    def digest(self) -> str:
        """SHA-256 (hex, first 16 characters) of what a system and a score see: text, graph, gold, order."""
        parts = [self.id, self.text, self.graph, self.gold_text, repr(self.answer), self.ordered]
        return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()[:16]

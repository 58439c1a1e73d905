"""What a privacy report holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nlkgq.privacy_report.tokens import TokenRow


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionReport:
    """One question.

    Args:
        number: From 1.
        question: As it was asked; its masked form in a redacted report.
        masked: What a model would read.
        rows: Word by word.
        bytes: Length of the request in UTF-8, instructions and ontology included.
        sha256: Of these bytes (hex).
        own_bytes: Of which those that differ from question to question.
        words: Words of the question.
        masked_words: Of which masked ones.
        over_masked: Words that were masked though they are neither a value, a name, a number, a date nor a text of the
            gold query.
        not_looked_for: Masked stretches that the wire gate does not look for: too short, or reviewed common words.
        refused: Why the wire gate would not send it; "" where it would.
    """

    number: int
    question: str = field(repr=False)
    masked: str
    rows: tuple[TokenRow, ...]
    bytes: int
    sha256: str
    own_bytes: int
    words: int
    masked_words: int
    over_masked: tuple[str, ...]
    not_looked_for: tuple[str, ...]
    refused: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordList:
    """A shipped list of words: its number of entries and the beginning of its SHA-256 (hex)."""

    name: str
    words: int
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacyReport:
    """A graph and a set of questions.

    Args:
        graph: Name of the graph.
        version: Of nlkgq.
        mode: ``strict``, ``values`` or ``off``.
        model: Who would be asked.
        representation: How the ontology is written for it.
        role: Who asks, and how much that role does not see; "" where no role is in force.
        redacted: Whether values are hidden.
        with_gold: Whether gold queries were given, so that over-masking is counted against them.
        watched: Number of hashes of values that every request is searched for; None where no value is known.
        unread: Endpoints of which not all values are known: those are not watched for.
        rules: What `kg.toml` says on public and sensitive values: setting -> names.
        withheld: Of the ontology, in lines.
        held: Part that every request holds -> values of the graph in it: why all requests are refused.
        exempt: Values of the graph that stand in the instructions or the ontology and may: reviewed words, and words of
            the graph's own terms.
        lists: The word lists that took part.
        questions: One by one.
    """

    graph: str
    version: str
    mode: str
    model: str
    representation: str
    role: str
    redacted: bool
    with_gold: bool
    watched: int | None
    unread: tuple[str, ...]
    rules: Mapping[str, tuple[str, ...]]
    withheld: tuple[str, ...]
    held: Mapping[str, tuple[str, ...]] = field(repr=False)
    exempt: tuple[str, ...] = field(repr=False)
    lists: tuple[WordList, ...]
    questions: tuple[QuestionReport, ...]

    @property
    def over_masked_share(self) -> float | None:
        """Share of the questions with an over-masked word; None without questions."""
        if not self.questions:
            return None
        return sum(bool(q.over_masked) for q in self.questions) / len(self.questions)

    @property
    def masked_share(self) -> float | None:
        """Share of the words that were masked; None without words."""
        words = sum(q.words for q in self.questions)
        return sum(q.masked_words for q in self.questions) / words if words else None

    @property
    def refused(self) -> int:
        """How many of the questions would not be sent."""
        return sum(bool(q.refused) for q in self.questions)

    @property
    def passed_by(self) -> dict[str, int]:
        """List -> how many words it let pass, most first."""
        counts: dict[str, int] = {}
        for row in (row for q in self.questions for row in q.rows if not row.masked):
            counts[row.why] = counts.get(row.why, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

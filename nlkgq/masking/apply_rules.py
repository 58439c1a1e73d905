"""What the rules of a graph change in a question: stretches that are shown, stretches and words that are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from nlkgq.masking.passing import Word
from nlkgq.masking.rules import RuleSet, ValueRules
from nlkgq.masking.spans import Places, Span, span
from nlkgq.values.model import ValueMatch

PUBLIC: Final = "public value"
"""Why the words of a public value pass."""
_WHOLE: Final = frozenset({"exact", "folded"})
_MANY: Final = 20  # a match names so many stored values at most: of more, not all are known
_ALWAYS: Final = ("ontology", "function word", "contraction")


def public_spans(question: str, matches: Sequence[ValueMatch], rules: ValueRules) -> list[Span]:
    """The stretches that are public values and nothing else, and those that a public pattern fits."""
    if not rules.public:
        return []
    whole = [m for m in matches if m.kind in _WHOLE]
    shown = [m for m in whole if len(m.values) < _MANY and all(map(rules.is_public, m.values))]
    stored = {(m.start, m.end) for m in whole}
    spans = [span(m.start, m.end, "public", match=m) for m in shown]
    own = {(m.start, m.end) for m in shown}
    for start, end in _fitting(question, rules.public):
        sensitive = rules.sensitive.fits(question[start:end])
        if not sensitive and ((start, end) not in stored or (start, end) in own):
            spans.append(span(start, end, "public"))
    return spans


def sensitive_spans(question: str, rules: ValueRules) -> list[Span]:
    """The stretches that a sensitive pattern fits, stored or not."""
    return [span(start, end, "identifier") for start, end in _fitting(question, rules.sensitive)]


def _fitting(question: str, rules: RuleSet) -> Iterator[tuple[int, int]]:
    for pattern in rules.patterns:
        for match in pattern.finditer(question):
            start, end = match.span()
            inside_word = (question[start - 1 : start].isalnum() and question[start].isalnum()) or (
                question[end - 1].isalnum() and question[end : end + 1].isalnum()
            )
            if start < end and not inside_word:
                yield start, end


def without_sensitive(
    words: Sequence[Word], reasons: Sequence[str | None], matches: Sequence[ValueMatch], rules: ValueRules
) -> list[str | None]:
    """The reasons without those of counts, general and exempt words that are a sensitive value as a whole."""
    if not rules.sensitive:
        return list(reasons)
    places = Places(m for m in matches if m.kind in _WHOLE and any(rules.is_sensitive(v) for v in m.values))
    return [
        None if reason is not None and not reason.startswith(_ALWAYS) and places.cover(word.start, word.end) else reason
        for word, reason in zip(words, reasons, strict=True)
    ]

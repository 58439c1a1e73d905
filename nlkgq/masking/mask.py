"""The masker: a question in, the question without values out."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from nlkgq.masking.abbreviated_names import abbreviated_names
from nlkgq.masking.adjoining import behind_names, torn_words
from nlkgq.masking.apply_rules import PUBLIC, public_spans, sensitive_spans, without_sensitive
from nlkgq.masking.inflected_values import inflected_values
from nlkgq.masking.inflection import is_plural, other_numbers, places_of
from nlkgq.masking.kinds import kind_of, stored_readings
from nlkgq.masking.model import MaskedText, MaskingMode, Passed, Placeholder
from nlkgq.masking.named_individuals import NamedIndividuals
from nlkgq.masking.names import beside_names, name_spans, with_initials
from nlkgq.masking.namesakes import are_namesakes, as_spelt, with_namesakes
from nlkgq.masking.passing import CALENDAR, Vocabulary, Word, allowed_by, question_languages, question_words
from nlkgq.masking.placeholders import NAME_LENGTH, PlaceholderNames
from nlkgq.masking.positions import is_common_use, is_verb, parted, without_names
from nlkgq.masking.recognise import is_count, recognise
from nlkgq.masking.recogniser import Recogniser
from nlkgq.masking.reordered_names import initialled_names, is_reordered, reordered_names
from nlkgq.masking.rules import ValueRules
from nlkgq.masking.spans import Places, Span, between, longest_first, span
from nlkgq.masking.spelling import COMPOUND, beginnings, corrections, small_corrections, with_compounds
from nlkgq.masking.underscored import look_alikes, whole_identifiers
from nlkgq.ontology.model import Ontology
from nlkgq.values.containing import values_containing
from nlkgq.values.folding import escaped_letters, key, with_letters
from nlkgq.values.folding import words as folded_words
from nlkgq.values.model import MatchKind, StoredValue, ValueIndex, ValueMatch

_WHOLE: Final = frozenset({"exact", "folded"})
_EVEN_STORED: Final = frozenset({"ontology", "count", "generic word", "exempt", CALENDAR})
_LETTERS: Final = re.compile(r"\w(?:.*\w)?", re.DOTALL)
_NEAR: Final = 0.8  # least score at which a value of other spelling is taken for what was meant


class Masker:
    """Masks questions over one graph. Thread-safe.

    Args:
        ontology: No placeholder is named like one of its terms.
        lexicon: Knows the ontology's words; they pass.
        index: The graph's values; one that knows nothing makes every name a placeholder of unknown kind.
        mode: ``strict``: a word passes only when a list allows it. ``values``: it is masked only when it is a value,
            a name, a number, a date or an identifier (weaker: a misspelt value in lower case may pass). ``off``:
            nothing is masked but text in [brackets], in every mode.
        secret: The graph's key for the names of placeholders.
        rules: Which values are public or sensitive, and which words are exempt; None: every value is sensitive.
        recognisers: Find further stretches to be masked, on top of everything else, but for mode ``off``.
    """

    def __init__(
        self,
        *,
        ontology: Ontology,
        lexicon: Vocabulary,
        index: ValueIndex,
        mode: MaskingMode,
        secret: bytes,
        rules: ValueRules | None = None,
        recognisers: Sequence[Recogniser] = (),
    ) -> None:
        self._terms = {iri.casefold() for iri in (*ontology.classes, *ontology.properties, *ontology.individuals)}
        self._endings = {iri[-NAME_LENGTH:] for iri in self._terms}
        self._lexicon = lexicon
        self._beginnings = beginnings(ontology)
        self._index = index
        self._individuals = NamedIndividuals(ontology, index)
        self._mode: MaskingMode = mode
        self._secret = secret
        self._rules = ValueRules() if rules is None else rules
        self._recognisers = tuple(recognisers)

    def mask(self, question: str) -> MaskedText:
        """The question with placeholders for its values, and which list let each other word pass.

        >>> from nlkgq.values.empty import EmptyValueIndex
        >>> class Words:
        ...     def knows(self, word): return word in {"films", "direct"}
        >>> masker = Masker(ontology=Ontology(), lexicon=Words(), index=EmptyValueIndex(), mode="strict", secret=b"k")
        >>> masked = masker.mask("Which films did Orsolya Quent direct?")
        >>> masked.text.replace(masked.placeholders[0].name, "..."), masked.placeholders[0].kind.value
        ('Which films did ... direct?', 'unknown')
        """
        if self._mode == "off":
            marked = [s for s in recognise(question) if question[s.start] == "["]
            marked += look_alikes(question, self._is_term)
            return self._replaced(question, longest_first(marked), [])
        read = self._spelled(question)
        spans, passed = self._spans(read)
        return replace(self._replaced(read, longest_first(spans), passed), original=question)

    def _reasons(self, question: str, words: Sequence[Word]) -> list[str | None]:
        spoken = question_languages(words)
        rules = self._rules
        reasons = [allowed_by(w, question, self._lexicon, exempt=rules.exempt, languages=spoken) for w in words]
        return with_initials(question, words, with_compounds(question, words, reasons, self._lexicon))

    def _spelled(self, question: str) -> str:
        """The question with misspelt words of the schema and of language put right; what the graph stores stays."""
        words = question_words(question)
        reasons = self._reasons(question, words)
        wrong = corrections(words, reasons, self._lexicon, self._beginnings)
        small = [found for found in small_corrections(words, reasons) if found[0] not in {word for word, _ in wrong}]
        if not wrong and not small:
            return question
        matches, shaped = self._index.scan(question), list(recognise(question))
        kept = Places([*shaped, *(m for m in matches if m.kind != "fuzzy")])
        near = Places(m for m in matches if m.kind == "fuzzy")
        small = [(word, right) for word, right in small if not near.touch(word.start, word.end)]
        for word, right in sorted([*wrong, *small], key=lambda found: -found[0].start):
            if not kept.touch(word.start, word.end):
                question = question[: word.start] + right + question[word.end :]
        return question

    def _spans(self, question: str) -> tuple[list[Span], list[Passed]]:
        words = question_words(question)
        matches = self._index.scan(question)
        shaped = [*_outside_escapes(question), *sensitive_spans(question, self._rules), *self._named(question)]
        shaped += look_alikes(question, self._is_term)
        reasons = self._judged(question, words, matches)
        whole = [m for m in matches if m.kind in _WHOLE and _is_value(m, question, words, reasons)]
        whole += inflected_values(question, words, reasons, self._index)
        whole = [*reordered_names(question, matches), *(m for m in whole if not is_verb(words, m))]
        if self._mode == "values":
            whole = [m for m in whole if not is_common_use(words, reasons, m)]
        whole += initialled_names(question, self._index)
        whole += abbreviated_names(question, words, reasons, matches, self._index)
        shown = public_spans(question, matches, self._rules)
        candidates = [*_as_values(whole, shaped), *shaped]
        taken = longest_first([*candidates, *shown])
        cut = [s for c in candidates for s in _uncovered(question, c.start, c.end, taken)]
        taken = longest_first([*taken, *cut])  # what overlaps leave of a date or number is no count
        denied = [w for w, reason in zip(words, reasons, strict=True) if reason is None and w.text[0].isupper()]
        shown, taken = _parted(question, taken, denied)
        reasons = torn_words(question, words, beside_names(question, words, reasons, taken), taken)
        reasons = behind_names(question, words, reasons, taken)
        passed: list[Passed] = []
        left: list[Word] = []
        rest: list[Span] = []
        parts = [m for m in matches if m.kind not in _WHOLE]
        partial, public = Places(parts), Places(shown)
        for word, reason in zip(words, reasons, strict=True):
            over = between(taken, word.start, word.end)
            if over:
                rest += _uncovered(question, word.start, word.end, over) if reason is None else []
                continue
            if public.cover(word.start, word.end):
                reason = PUBLIC
            if reason is None and self._mode == "values" and not _looks_like_value(word, partial):
                reason = "not a known value"
            if reason is None:
                left.append(word)
            else:
                passed.append(Passed(text=word.text, start=word.start, reason=reason))
        spans = [*taken, *rest, *name_spans(question, words, left, parts)]
        joined = whole_identifiers(question, spans)
        inside = Places(joined)
        return [*spans, *joined], [p for p in passed if not inside.touch(p.start, p.start + 1)]

    def _judged(self, question: str, words: Sequence[Word], matches: Sequence[ValueMatch]) -> list[str | None]:
        """Which list lets each word pass, what the graph stores looked at."""
        reasons = self._reasons(question, words)
        stored = Places(m for m in matches if m.kind != "fuzzy")
        reasons = [
            None if r == COMPOUND and stored.touch(w.start, w.end) else r for w, r in zip(words, reasons, strict=True)
        ]
        reasons = without_names(question, words, reasons, matches)
        return without_sensitive(words, reasons, matches, self._rules)

    def _named(self, question: str) -> list[Span]:
        """What the user's own recognisers find; counts are left out."""
        found = (place for recogniser in self._recognisers for place in recogniser(question))
        return [span(start, end, "named") for start, end in found if not is_count(question[start:end])]

    def _replaced(self, question: str, spans: Sequence[Span], passed: list[Passed]) -> MaskedText:
        names = PlaceholderNames(self._secret, question, taken=self._is_term)
        pieces: list[str] = []
        found: dict[str, Placeholder] = {}
        done = length = 0
        for item in spans:
            original = question[item.inner_start : item.inner_end]
            stored, match = self._candidates(item, original)
            candidates = self._individuals.classed(stored)
            name = names.of(_identity(item, original, candidates, match))
            for piece in (_visible(question[done : item.start]), name):
                pieces.append(_apart(pieces, piece))
                length += len(pieces[-1])
            if name not in found:
                found[name] = Placeholder(
                    name=name,
                    kind=kind_of(candidates, found=item, approximate=match in {"part", "fuzzy"}),
                    start=length - len(name),
                    original=original,
                    candidates=candidates,
                    match=match,
                    quoted=item.kind == "marked",
                    plural=any(is_plural(original, c.text) for c in candidates),
                    readings=item.readings,
                )
            done = item.end
        rest = _visible(question[done:]) if self._mode != "off" else question[done:]
        return MaskedText(
            text="".join(pieces) + _apart(pieces, rest),
            mode=self._mode,
            placeholders=tuple(found.values()),
            passed=tuple(passed),
            original=question,
        )

    def _candidates(self, item: Span, original: str) -> tuple[Sequence[StoredValue], MatchKind | None]:
        if item.readings:
            own = item.match.values if item.match is not None else ()
            stored = tuple(dict.fromkeys((*stored_readings(item, self._index), *own)))
            return stored, "exact" if stored else None
        if item.match is not None and item.match.kind in _WHOLE:
            return with_namesakes(original, as_spelt(original, item.match.values), self._index), item.match.kind
        called = self._individuals.called(original)
        if called:
            return called, "exact"
        part = item.match is not None and item.match.kind == "part"
        written = dict.fromkeys((original, with_letters(original)))
        spellings = (*(() if part else (*written, *other_numbers(original))), *places_of(original, by_rule=not part))
        stored = next((found for text in spellings if (found := tuple(self._index.lookup(text)))), ())
        if item.match is not None and not any(v.classes or v.term.kind == "literal" for v in stored):
            # what only spells a name, such as the address of a page, is rarely meant by it
            named = are_namesakes(with_letters(original), item.match)
            return _as_long(original, item.match), "fuzzy" if named else item.match.kind
        if stored:
            return stored, "exact" if stored[0].text == original else "folded"
        if item.kind == "marked" and (holding := values_containing(self._index, with_letters(original))):
            return holding, "part"
        near = [m for m in self._index.search(original, limit=5) if m.score >= _NEAR]
        if not near:
            return (), None
        best = [m for m in near if m.score >= near[0].score - 0.05 and m.kind == near[0].kind]
        return [value for m in best for value in m.values], near[0].kind

    def _is_term(self, name: str) -> bool:
        if len(name) == NAME_LENGTH:
            return name.casefold() in self._endings
        return any(term.endswith(name.casefold()) for term in self._terms)


def _outside_escapes(question: str) -> list[Span]:
    """What is recognised by its shape, but for what has no digits other than those of escaped letters."""
    found = list(recognise(question))
    places = {n for start, end in escaped_letters(question) for n in range(start, end)}
    if not places:
        return found

    def is_of_escapes(item: Span) -> bool:
        inside = range(item.start - 1, item.end + 1)
        own = any(question[n].isdigit() for n in range(item.start, item.end) if n not in places)
        return item.kind in {"number", "identifier", "phone", "date"} and not own and not places.isdisjoint(inside)

    return [item for item in found if not is_of_escapes(item)]


def _uncovered(question: str, start: int, end: int, over: Sequence[Span]) -> list[Span]:
    """What spans, in order, leave of a stretch, such as of spaced letters that run into the next value."""
    inside = between(over, start, end)
    edges = [start, *(edge for s in inside for edge in (s.start, s.end)), end]
    pieces = [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b]
    letters = (_LETTERS.search(question, a, b) for a, b in pieces)
    return [span(found.start(), found.end(), "unknown") for found in letters if found]


def _parted(question: str, taken: Sequence[Span], denied: Sequence[Word]) -> tuple[list[Span], list[Span]]:
    """Public stretches and the others; one right beside a name is part of it and masked ("Rome" in "Rome Quent")."""
    places = Places(taken)
    names = [(w.start, w.end) for w in denied if not places.cover(w.start, w.end)]
    names = sorted([*names, *((s.start, s.end) for s in taken if s.kind == "value")])
    shown = [s for s in taken if s.kind == "public" and not parted(question, s.start, s.end, names)]
    starts = {s.start for s in shown}
    return shown, [replace(s, kind="value") if s.kind == "public" else s for s in taken if s.start not in starts]


def _as_values(matches: Sequence[ValueMatch], shaped: Sequence[Span]) -> list[Span]:
    """Spans of stored values; one that is written like a number or a date keeps its readings, for comparisons."""
    written = {(s.start, s.end): s for s in reversed(shaped) if s.readings}
    return [
        replace(written[m.start, m.end], match=m)
        if (m.start, m.end) in written
        else span(m.start, m.end, "value", match=m)
        for m in matches
    ]


def _is_value(match: ValueMatch, question: str, words: Sequence[Word], reasons: Sequence[str | None]) -> bool:
    """Whether a stored value that stands in the question is meant as one.

    A value all of whose words are schema words, function words or counts ("the actor", "4") is not, unless it is
    written as it is stored, with a capital inside a sentence, and is more than one word of the schema.
    """
    first = bisect_left(words, match.start, key=lambda w: w.start)
    last = bisect_right(words, match.end, key=lambda w: w.end)
    inside = list(zip(words[first:last], reasons[first:last], strict=True))
    if not inside:
        return True
    plain = all(r is not None and not r.startswith("common") for _, r in inside)
    if not plain:
        return True
    if len(inside) == 1 and inside[0][1] in _EVEN_STORED:
        return False
    capital = any(w.text[0].isupper() and not w.first for w, _ in inside)
    return match.kind == "exact" and capital


def _as_long(original: str, match: ValueMatch) -> tuple[StoredValue, ...]:
    """Of values in another spelling the names of those words, or values of as many, where there are some; else all. Of
    values that hold the words those that are not much longer than others: a name, not the label of what he wrote."""
    if match.kind != "fuzzy":
        longest = 2 * min((len(folded_words(v.text)) for v in match.values), default=0) + 1
        return tuple(v for v in match.values if len(folded_words(v.text)) <= longest)
    typed = folded_words(original)
    named = tuple(v for v in match.values if is_reordered(typed, folded_words(v.text)))
    return named or tuple(v for v in match.values if len(folded_words(v.text)) == len(typed)) or match.values


def _looks_like_value(word: Word, partial: Places) -> bool:
    """In mode ``values``: a capital inside a sentence, a digit, another script, or part of a stored value."""
    if not word.text.isalpha() or (not word.first and word.text[0].isupper()):
        return True
    if len(word.text) >= 3 and partial.cover(word.start, word.end):
        return True
    return not word.text.isascii() and not any("à" <= c <= "ÿ" or c.isascii() for c in word.text.lower())


def _identity(item: Span, original: str, candidates: Sequence[StoredValue], match: str | None) -> str:
    """What makes two spans the same value: the stored terms they name, else their folded words."""
    if item.readings:
        return "\n".join(item.readings)
    if match in {"exact", "folded"}:
        return "\n".join(sorted("\t".join(map(str, c.term)) for c in candidates))
    return key(original)


def _apart(pieces: Sequence[str], piece: str) -> str:
    """The piece behind a space where a placeholder would be glued to another or to a word: "the_" and "VALUE_K3QX"."""
    last = next((p[-1] for p in reversed(pieces) if p), "")
    return f" {piece}" if _is_of_words(last) and _is_of_words(piece[:1]) else piece


def _is_of_words(character: str) -> bool:
    """Whether words run on with it; not so letters of scripts without spaces or case."""
    return character == "_" or character.isdecimal() or character.lower() != character.upper()


def _visible(text: str) -> str:
    """Text between masked spans without characters that do not show."""
    from unicodedata import category

    return "".join(c for c in text if category(c) not in {"Cf", "Co", "Cn"})

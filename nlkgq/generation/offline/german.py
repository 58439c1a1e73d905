"""German questions: the words of closed classes become the English ones that do their work, verbs move to their place.

What has a meaning of its own, the nouns and verbs of the vocabulary and the names of the graph, stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from nlkgq.generation.offline.compounds import parts_of
from nlkgq.generation.offline.german_order import in_order
from nlkgq.generation.offline.german_words import ARTICLES, GermanWords, german_words, is_verb_form
from nlkgq.generation.offline.tokens import Token, number_of, scale_of
from nlkgq.generation.offline.value_spans import Span
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.words import plain_umlauts

_SURE = 0.6
_LONGEST_NAME = 5
_CLEARLY = 0.9
_ACT = 0.85
_COPULA = frozenset(("ist", "sind", "war", "waren", "liegt", "liegen", "lag", "lagen"))
_GENITIVES = {"der": "des", "einer": "eines", "aller": "aller"}
_SHOT = frozenset(("gedreht", "abgedreht", "produziert"))
_PASSIVE = frozenset(("wurde", "wurden", "werden", "wird", "worden"))
_ACTIVE = frozenset(("von", "vom", "durch", "hat", "haben", "hatte", "hatten", "wer"))
_UNDER = "unter"
_ITS = frozenset(("seiner", "seinen", "ihrer", "ihren", "alle", "allen", "aller"))
_ONE = frozenset(("ein", "eine", "einen", "einem", "einer"))
_COUNTING = frozenset(("als", "mindestens", "wenigstens", "hochstens", "genau", "nur"))


def is_german(tokens: Sequence[Token], vocabulary: Vocabulary, kept: Collection[int] = ()) -> bool:
    """Whether a question has more of the small words that only German has than of those that only English has.

    Args:
        tokens: A question.
        vocabulary: Its languages.
        kept: Places of tokens that belong to names, which are of no language.
    """
    lists = {w.language: w.function_words for w in vocabulary.lexicon.words}
    if "de" not in lists:
        return False
    words = german_words()
    own = other = 0
    for n, token in enumerate(tokens):
        if token.kind != "word" or n in kept:
            continue
        spelt = (token.folded, *plain_umlauts(token.folded))
        german = any(w in lists["de"] or words.phrase([w]) is not None for w in spelt)
        foreign = any(token.folded in small for language, small in lists.items() if language != "de")
        own += german and not foreign
        other += foreign and not german
    return own > other


def in_english(
    text: str,
    tokens: Sequence[Token],
    find: Callable[[str, Sequence[Token]], Sequence[Span]] | None,
    vocabulary: Vocabulary,
) -> tuple[Token, ...]:
    """The tokens of a German question with English small words in English order; those of others as they are.

    Args:
        text: A question.
        tokens: Its tokens.
        find: Tells the stored values in it, which are not touched; None where these are masked.
        vocabulary: The terms; the words of their names are not touched either.
    """
    if not is_german(tokens, vocabulary):
        return tuple(tokens)
    values = find(text, tokens) if find is not None else ()
    words = german_words()
    kept = _names(tokens, values) | _term_names(tokens, vocabulary)
    if not is_german(tokens, vocabulary, kept):
        return tuple(tokens)
    written = [t if n in kept else _respelt(t, words, vocabulary) for n, t in enumerate(tokens)]
    written = [t if n in kept else _genitive(n, t, written, kept, words) for n, t in enumerate(written)]

    def is_act(token: Token) -> bool:
        found = vocabulary.readings([t.folded for t in parts_of(token, words, vocabulary)])
        return any(r.kind == "property" and r.object and r.score > _ACT for r in found)

    ordered = in_order(written, kept, words, lambda word: bool(vocabulary.readings((word,))), is_act)
    read = _Reader([t for t, _ in ordered], [k for _, k in ordered], words, vocabulary).read()
    # What is told of a word is told as it was typed.
    return tuple(t if t.text == text[t.start : t.end] else replace(t, spoken=text[t.start : t.end]) for t in read)


def _names(tokens: Sequence[Token], values: Sequence[Span]) -> set[int]:
    """The tokens of names that the graph holds."""
    words = german_words()
    found = set()
    for start, end, readings in values:
        span = tokens[start:end]
        small = all(t.kind == "mark" or words.phrase([t.folded]) for t in span)
        if readings and readings[0].score > _SURE and not (small and len(span) < 2):
            found |= set(range(start, end))
    return found | {n for n, t in enumerate(tokens) if t.kind in ("quote", "number")}


def _term_names(tokens: Sequence[Token], vocabulary: Vocabulary) -> set[int]:
    """The tokens of names of terms that have small words in them: "Sitz in", "Teil der Reihe"."""
    small = vocabulary.lexicon.function_words
    found = set()
    for start, token in enumerate(tokens):
        if token.kind != "word" or token.folded in small:
            continue
        for end in range(start + 2, min(start + _LONGEST_NAME, len(tokens)) + 1):
            span = [t.folded for t in tokens[start:end]]
            if tokens[end - 1].kind != "word":
                break
            if any(w in small for w in span) and any(
                words_of(m.form) == span for m in vocabulary.lexicon.lookup(span, limit=1)
            ):
                found |= set(range(start, end))
    return found


def _respelt(token: Token, words: GermanWords, vocabulary: Vocabulary) -> Token:
    """``fuer``, ``Laenge``: umlauts written out, where the word is known without."""
    if token.kind != "word" or _is_known(token.folded, words, vocabulary):
        return token
    for other in plain_umlauts(token.folded):
        if _is_known(other, words, vocabulary):
            return replace(token, folded=other)
    return token


def _is_known(word: str, words: GermanWords, vocabulary: Vocabulary) -> bool:
    known = bool(words.phrase([word])) or word in words.phrases or word in words.verbs or bool(words.adjective(word))
    lexicon = vocabulary.lexicon
    return known or word in lexicon.function_words or lexicon.knows(word) or bool(lexicon.groups(word))


def _genitive(place: int, token: Token, tokens: Sequence[Token], kept: Collection[int], words: GermanWords) -> Token:
    """``der`` and ``einer`` after a noun belong to it, and stay so wherever its verb moves."""
    case = _GENITIVES.get(token.folded)
    if case is None or not place:
        return token
    before = tokens[place - 1]
    noun = place - 1 in kept or (before.kind == "word" and before.text[:1].isupper())
    small = place - 1 not in kept and words.phrase([before.folded]) is not None
    return replace(token, text=case, folded=case) if noun and not small else token


class _Reader:
    """Goes over the tokens of a German question once and writes them in English."""

    def __init__(self, tokens: list[Token], kept: list[bool], words: GermanWords, vocabulary: Vocabulary) -> None:
        self.tokens, self.kept = tokens, kept
        self.words, self.vocabulary = words, vocabulary

    def read(self) -> list[Token]:
        found: list[Token] = []
        place = 0
        while place < len(self.tokens):
            token = self.tokens[place]
            if self.kept[place] or token.kind != "word":
                found.append(token)
                place += 1
                continue
            length, english = self._phrase(place)
            if length:
                found += [replace(token, text=w, folded=w, possessive=False) for w in english]
                place += length
                continue
            found += self._single(place)
            place += 1
        return found

    def _folded(self, place: int) -> str:
        return self.tokens[place].folded if 0 <= place < len(self.tokens) else ""

    def _phrase(self, place: int) -> tuple[int, tuple[str, ...]]:
        """How many tokens a phrase of the lists has, and what it is here; (0, ()) when none begins."""
        until = place
        while until < len(self.tokens) and not self.kept[until] and until < place + _LONGEST_NAME:
            until += 1
        found = self.words.phrase([t.folded for t in self.tokens[place:until]])
        if found is None:
            return 0, ()
        if found[0] > 1:
            return self._measured(place, *found)
        word = self._folded(place)
        told = self._in_context(place, word)
        if told is not None:
            return 1, told
        if self.tokens[place].text[:1].isupper() and place and self._names_a_term(word):
            # "Zahl", "Summe", "Zehn" as the name of a term
            return 0, ()
        return 1, found[1]

    def _measured(self, place: int, length: int, english: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        """``wie hoch ist das Budget`` asks what it is; ``wie hoch ist der Turm`` how high it is."""
        copula, article = self._folded(place + length), self._folded(place + length + 1)
        if english[0] != "how" or english[1] in ("many", "much", "often") or copula not in _COPULA:
            return length, english
        if article in ARTICLES and any(self._is_measure(place + length + n) for n in (2, 3)):
            return length, ("what",)
        return length, english

    def _is_measure(self, place: int) -> bool:
        """Whether a noun names a value: "das Budget", "die Produktionskosten"."""
        if place >= len(self.tokens) or not self.tokens[place].text[:1].isupper():
            return False
        parts = [t.folded for t in parts_of(self.tokens[place], self.words, self.vocabulary)]
        found = self.vocabulary.readings(parts)
        return any(r.kind == "property" and not r.object and r.score > _SURE for r in found)

    def _names_a_term(self, word: str) -> bool:
        return any(r.score > _CLEARLY for r in self.vocabulary.readings((word,)))

    def _in_context(self, place: int, word: str) -> tuple[str, ...] | None:
        """What a word of several uses is here; None for others."""
        before, after = self._folded(place - 1), self._folded(place + 1)
        if word in ARTICLES:
            return ("of", "the") if word == "des" else ("the",)
        if word in _ONE and (before in _COUNTING or after in self.words.units):
            return ("one",)
        if word == "als":
            return ("than",) if before.endswith("er") or before in ("mehr", "weniger") else ("as",)
        if word in ("von", "vom"):
            return ("by",) if word == "von" and self._is_passive(place) else None
        if word == "nach":
            number = number_of(self.tokens[place + 1]) if place + 1 < len(self.tokens) else None
            dated = number is not None or any(c.isdigit() for c in after)
            return ("after",) if dated or after in ARTICLES else ("by",)
        if word.startswith("jede") and before in ("in", "aus", "von", "mit", "zu"):
            return ("every",)
        if word == "wie" and place:
            return ("as",)
        if word == "noch" and not any(t.folded == "weder" for t in self.tokens[:place]):
            return ()
        return None

    def _is_passive(self, place: int) -> bool:
        """Whether who did it follows: "von X gedreht", "gedreht von X", "wurde von X"."""
        before = self.tokens[max(0, place - 2) : place]
        after = self.tokens[place : place + 12]
        return any(
            t.text.islower() and is_verb_form(t.folded) and self.words.phrase([t.folded]) is None
            for t in (*before, *after)
        ) or any(t.folded in _PASSIVE for t in self.tokens[:place])

    def _single(self, place: int) -> list[Token]:
        token = self.tokens[place]
        word = token.folded
        before = self.tokens[place - 1] if place else None
        if word in self.words.units and before is not None and (number_of(before) is not None or scale_of(before)):
            return [replace(token, text=self.words.units[word], folded=self.words.units[word])]
        known = self._names_a_term(word)
        if word in self.words.units and self._folded(place - 1) in _ONE:
            return [replace(token, text=self.words.units[word], folded=self.words.units[word])]
        if word.startswith(_UNDER) and self._folded(place - 1) in _ITS:
            below = f"sub{word.removeprefix(_UNDER)}"
            return [replace(token, text=below, folded=below)]
        if word in _SHOT and self._is_agentless():
            return [replace(token, text="made", folded="made")]
        if not known and word in self.words.verbs:
            return [replace(token, text=w, folded=w) for w in self.words.verbs[word]]
        origin = self.words.origin(word) if token.text.islower() else ()
        if origin:
            return [replace(token, names=origin)]
        adjective = () if known or self._is_titled(place) else self.words.adjective(word)
        if adjective:
            return [replace(token, text=w, folded=w) for w in adjective]
        return parts_of(token, self.words, self.vocabulary)

    def _is_agentless(self) -> bool:
        """``wurde 1970 gedreht``: by nobody that is told or asked for."""
        said = {t.folded for n, t in enumerate(self.tokens) if not self.kept[n]}
        return bool(said & _PASSIVE) and not said & _ACTIVE

    def _is_titled(self, place: int) -> bool:
        """Whether a word within the sentence is a noun by its capital: "Alter", "Länge"."""
        return place > 0 and self.tokens[place].text[:1].isupper()

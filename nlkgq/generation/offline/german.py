"""German questions: the words of closed classes become the English ones that do their work, verbs move to their place.

What has a meaning of its own, the nouns and verbs of the vocabulary and the names of the graph, stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from nlkgq.generation.offline.compounds import parts_of
from nlkgq.generation.offline.german_order import in_order
from nlkgq.generation.offline.german_words import ARTICLES, GermanWords, german_words, is_verb_form
from nlkgq.generation.offline.stored_values import Span
from nlkgq.generation.offline.tokens import Token, number_of, scale_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.words import plain_umlauts

_SURE = 0.6
_LONGEST_NAME = 5
_CLEARLY = 0.9
_COPULA = frozenset(("ist", "sind", "war", "waren", "liegt", "liegen", "lag", "lagen"))
_SHOT = frozenset(("gedreht", "abgedreht", "produziert"))
_PASSIVE = frozenset(("wurde", "wurden", "werden", "wird", "worden"))
_ACTIVE = frozenset(("von", "vom", "durch", "hat", "haben", "hatte", "hatten", "wer"))
_COUNTING = frozenset(("als", "mindestens", "wenigstens", "hochstens", "genau", "nur"))


def is_german(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a question has more of the small words of German than of those of every other language."""
    counted = {
        w.language: sum(
            t.kind == "word" and not w.function_words.isdisjoint((t.folded, *_plain(t.folded, w.language)))
            for t in tokens
        )
        for w in vocabulary.lexicon.words
    }
    own = counted.pop("de", 0)
    return own > max(counted.values(), default=0)


def _plain(word: str, language: str) -> tuple[str, ...]:
    return plain_umlauts(word) if language == "de" else ()


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
    written = [t if n in kept else _respelt(t, words, vocabulary) for n, t in enumerate(tokens)]

    def is_act(word: str) -> bool:
        return any(r.kind == "property" and r.object and r.score > _CLEARLY for r in vocabulary.readings((word,)))

    ordered = in_order(written, kept, words, lambda word: bool(vocabulary.readings((word,))), is_act)
    return tuple(_Reader([t for t, _ in ordered], [k for _, k in ordered], words, vocabulary).read())


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
                words_of(m.form) == span for m in vocabulary.lexicon.lookup(span, limit=4)
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

    def _is_noun(self, place: int) -> bool:
        """Whether a thing or a name ends at a token: what follows in the genitive belongs to it."""
        if not 0 <= place < len(self.tokens):
            return False
        token = self.tokens[place]
        return self.kept[place] or (token.kind == "word" and self.words.phrase([token.folded]) is None)

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
        copula, article, noun = (self._folded(place + length + n) for n in range(3))
        if english[0] != "how" or english[1] in ("many", "much", "often") or copula not in _COPULA:
            return length, english
        if article in ARTICLES and any(
            r.kind == "property" and not r.object and r.score > _CLEARLY for r in self.vocabulary.readings((noun,))
        ):
            return length, ("what",)
        return length, english

    def _names_a_term(self, word: str) -> bool:
        return any(r.score > _CLEARLY for r in self.vocabulary.readings((word,)))

    def _in_context(self, place: int, word: str) -> tuple[str, ...] | None:
        """What a word of several uses is here; None for others."""
        before, after = self._folded(place - 1), self._folded(place + 1)
        if word in ARTICLES:
            return self._article(place, word)
        if word == "ein" and before in _COUNTING:
            return ("one",)
        if word == "als":
            return ("than",) if before.endswith("er") or before in ("mehr", "weniger") else ("as",)
        if word in ("von", "vom"):
            return ("by",) if word == "von" and self._is_passive(place) else None
        if word == "nach":
            number = number_of(self.tokens[place + 1]) if place + 1 < len(self.tokens) else None
            dated = number is not None or any(c.isdigit() for c in after)
            return ("after",) if dated or after in ARTICLES else ("by",)
        if word == "einer" and self._is_noun(place - 1):
            return ("of", "a")
        if word.startswith("jede") and before in ("in", "aus", "von", "mit", "zu"):
            return ("every",)
        if word == "noch" and not any(t.folded == "weder" for t in self.tokens[:place]):
            return ()
        return None

    def _article(self, place: int, word: str) -> tuple[str, ...]:
        if word == "des" or (word == "der" and self._is_noun(place - 1)):
            return ("of", "the")
        return ("the",)

    def _is_passive(self, place: int) -> bool:
        """Whether who did it follows: "von X gedreht", "gedreht von X", "wurde von X"."""
        before = self.tokens[max(0, place - 2) : place]
        after = self.tokens[place : place + 12]
        return any(t.text.islower() and is_verb_form(t.folded) for t in (*before, *after)) or any(
            t.folded in _PASSIVE for t in self.tokens[:place]
        )

    def _single(self, place: int) -> list[Token]:
        token = self.tokens[place]
        word = token.folded
        before = self.tokens[place - 1] if place else None
        if word in self.words.units and before is not None and (number_of(before) is not None or scale_of(before)):
            return [replace(token, text=self.words.units[word], folded=self.words.units[word])]
        known = self._names_a_term(word)
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

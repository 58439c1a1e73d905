"""The word order of German questions: verbs at the end of a sentence or clause move to where English has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from nlkgq.generation.offline.german_words import (
    ARTICLES,
    AUXILIARIES,
    PREPOSITIONS,
    GermanWords,
    is_verb_form,
)
from nlkgq.generation.offline.tokens import Token
from nlkgq.ontology.words import load_words

Word: TypeAlias = tuple[Token, bool]
"""A token, and whether it belongs to a name, which is not touched."""

_ENDS = frozenset(",?.!;:")
_ORDERS = frozenset(("liste", "zeige", "zeig", "gib", "suche", "such", "nenne", "nenn", "zahle"))
_RELATIVE = frozenset((*ARTICLES, "denen", "deren", "dessen", "welche", "welcher", "welches", "welchen", "welchem"))
_WHOSE = frozenset(("deren", "dessen"))
_DETERMINERS = frozenset(
    (
        *ARTICLES,
        *("welche", "welcher", "welches", "welchen", "welchem", "alle", "aller", "allen", "viele", "keine", "ein"),
        *("eine", "einen", "einem", "einer", "nenne", "zeige", "liste", "mir", "alles"),
    )
)
_SUPPORT = frozenset(
    (
        *("fuhren", "fuhrt", "fuhrte", "fuhrten", "gefuhrt", "schrieb", "schrieben", "geschrieben", "schreibt"),
        *("verfasste", "verfassten", "verfasst", "komponierte", "komponiert", "machte", "gemacht", "ubernahm"),
        *("ubernommen", "lieferte", "geliefert", "beigesteuert", "beisteuerte"),
    )
)
"""Verbs that only make a verb of what was done: "Regie führen", "die Musik schreiben"."""
_ASKED_OBJECTS = frozenset(("welche", "welchen", "wen", "was", "viele"))
_ADVERBS = frozenset(("wann", "wo", "wie", "woher", "wohin"))
_OF = frozenset(("von", "vom", "des", "der", "eines", "einer"))
_DENIALS = frozenset(("nicht", "nie", "niemals"))
_ADDED = frozenset(("noch", "auch", "nur", "bereits", "schon", "je", "jemals"))
_SORTED = frozenset(("sortiert", "geordnet", "gruppiert"))
_DIRECTIONS = frozenset(("absteigend", "aufsteigend"))
_FINAL = 3


def in_order(
    tokens: Sequence[Token],
    kept: set[int],
    words: GermanWords,
    is_term: Callable[[str], bool],
    is_act: Callable[[Token], bool],
) -> list[Word]:
    """The tokens of a question with its verbs in their English places.

    Args:
        tokens: As written.
        kept: Places of tokens that belong to names.
        words: The German lists.
        is_term: Whether a folded word may mean a term.
        is_act: Whether it may name what somebody does for something, as a property that leads to them.
    """
    found: list[Word] = []
    clause: list[Word] = []
    for n, token in enumerate(tokens):
        if n not in kept and token.kind == "mark" and token.text in _ENDS:
            found = _joined(found, _Clause(clause, found, words, is_term, is_act).ordered())
            found.append((token, False))
            clause = []
        else:
            clause.append((token, n in kept))
    return _joined(found, _Clause(clause, found, words, is_term, is_act).ordered())


def _joined(before: list[Word], clause: list[Word]) -> list[Word]:
    """A clause after what stands before it; the comma before "that" falls away."""
    if clause and before and before[-1][0].text == "," and clause[0][0].folded == "that":
        return [*before[:-1], *clause]
    return [*before, *clause]


class _Clause:
    """The words between two marks."""

    def __init__(
        self,
        words: list[Word],
        before: Sequence[Word],
        lists: GermanWords,
        is_term: Callable[[str], bool],
        is_act: Callable[[Token], bool],
    ) -> None:
        self.words = list(words)
        self.after_comma = bool(before) and before[-1][0].text == ","
        self.lists = lists
        self.small = load_words("de").function_words | {"viel"}
        self.is_term = is_term
        self.is_act = is_act

    def ordered(self) -> list[Word]:
        """The words in English order."""
        self._sorting()
        self._rejoin()
        self._support()
        self._attribute()
        start = self._relative()
        if start is not None:
            self._turn_clause(start)
        else:
            self._turn_sentence()
        self._deny()
        return self.words

    def _folded(self, place: int) -> str:
        """A word that belongs to no name; "" for others."""
        if not 0 <= place < len(self.words):
            return ""
        token, kept = self.words[place]
        return "" if kept or token.kind != "word" else token.folded

    def _is_verb(self, place: int) -> bool:
        """Whether a word at the end may be a verb: it has no capital and no other use."""
        word = self._folded(place)
        if self.words[place][0].verb:
            return True
        if not word or not self.words[place][0].text.islower():
            return False
        if is_verb_form(word):
            return True
        other = self.lists.phrase([word]) is not None or self.lists.adjective(word)
        return not other and word.endswith(("t", "n", "te")) and len(word) > 3

    def _rejoin(self) -> None:
        """``spielt in X mit``: the particle returns to its verb; that of an order (``liste auf``) means nothing."""
        last = len(self.words) - 1
        particle = self._folded(last)
        if particle not in self.lists.particles or last < 2:
            return
        if self._folded(0) in _ORDERS:
            self.words.pop()
            return
        for n in range(last):
            word = self._folded(n)
            plain = self.words[n][0].text.islower() and word and word not in self.small
            if not plain or self.lists.phrase([word]) is not None or self.lists.adjective(word):
                continue
            token = self.words[n][0]
            whole = particle + word
            if self.is_term(word) and not self.is_term(whole) and whole not in self.lists.verbs:
                whole = word
            self.words[n] = (replace(token, text=whole, folded=whole, verb=True), False)
            self.words.pop()
            return

    def _support(self) -> None:
        """``hat Regie geführt``, ``schrieb die Musik``: the noun tells what was done, in the place of the verb."""
        for n in range(len(self.words) - 1, -1, -1):
            if self._folded(n) not in _SUPPORT:
                continue
            noun = self._object(n)
            if noun is None:
                continue
            doing = replace(self.words[noun][0], verb=True)
            article = noun - 1 if self._folded(noun - 1) in ARTICLES else noun
            self.words[n] = (doing, False)
            del self.words[article : noun + 1]

    def _object(self, verb: int) -> int | None:
        """The noun beside a verb, or at the end of the sentence, that is the name of an act."""
        after = verb + 2 if self._folded(verb + 1) in ARTICLES else verb + 1
        auxiliary = self._auxiliary()
        between = range(auxiliary + 1, verb) if auxiliary is not None else ()
        noun: int
        for noun in (verb - 1, after, *between, len(self.words) - 1):
            token = self.words[noun][0] if 0 <= noun < len(self.words) else None
            if (
                noun != verb
                and token is not None
                and token.text[:1].isupper()
                and not self.words[noun][1]
                # "hat jedes Studio gemacht": the studio made it
                and not self._folded(noun - 1).startswith("jede")
                and self.is_act(token)
            ):
                return noun
        return None

    def _attribute(self) -> None:
        """``die in Norwegen gedrehten Filme`` are the films shot in Norway."""
        for n in range(2, len(self.words) - 1):
            word = self._folded(n)
            stem = next((word.removesuffix(e) for e in ("en", "er", "es", "em", "e") if word.endswith(e)), "")
            noun = self.words[n + 1]
            if not (stem and is_verb_form(stem) and self.words[n][0].text.islower()):
                continue
            if noun[1] or not noun[0].text[:1].isupper():
                continue
            start = next((k + 1 for k in range(n - 1, -1, -1) if self._folded(k) in _DETERMINERS), 0)
            if start < n and self._folded(start) in PREPOSITIONS:
                token = self.words[n][0]
                verb = (replace(token, text=stem, folded=stem), False)
                self.words[start : n + 2] = [noun, verb, *self.words[start:n]]
            return

    def _relative(self) -> int | None:
        """The place after the pronoun that opens the clause; None in a sentence of its own."""
        if not self.after_comma or not self.words:
            return None
        last = len(self.words) - 1
        if not (self._is_verb(last) or self._folded(last) in AUXILIARIES):
            return None
        if self._folded(0) in PREPOSITIONS and self._folded(1) in _RELATIVE:
            return 2
        return 1 if self._folded(0) in _RELATIVE else None

    def _final(self) -> list[Word]:
        """Takes the verbs at the end away, the auxiliary first."""
        taken: list[Word] = []
        while self.words and len(taken) < _FINAL:
            last = len(self.words) - 1
            if self._folded(last) == "worden":
                self.words.pop()
            elif self._folded(last) in AUXILIARIES and not taken:
                taken.append(self.words.pop())
            elif self._is_verb(last) and not (taken and self._folded(last) in AUXILIARIES):
                taken.append(self.words.pop())
                break
            else:
                break
        return taken

    def _turn_clause(self, start: int) -> None:
        pronoun = self.words[start - 1][0]
        verbs = self._final()
        place = start
        if pronoun.folded in _WHOSE:
            place = start + 1
        elif start < len(self.words):
            place = self._past_name(start)
        if start == 1 and pronoun.folded not in _WHOSE:
            self.words[0] = (replace(pronoun, text="that", folded="that"), False)
        elif pronoun.folded not in _WHOSE:
            self.words[start - 1] = (replace(pronoun, text="which", folded="which"), False)
        self.words[place:place] = verbs

    def _turn_sentence(self) -> None:
        """``hat X ... gedreht``: the participle goes to its auxiliary, or past the name that it is said of."""
        auxiliary = self._auxiliary()
        last = len(self.words) - 1
        if auxiliary is None:
            self._turn_finite()
            return
        if auxiliary >= last - 1 or not self._is_verb(last):
            return
        if any(self._is_verb(n) for n in range(auxiliary + 1, last - 1)):
            # "Regie geführt und geschrieben"
            return
        front = [self._folded(n) for n in range(auxiliary)]
        turned = not front or front[0] in PREPOSITIONS | _ADVERBS or bool(_ASKED_OBJECTS.intersection(front[:2]))
        place = self._past_name(auxiliary + 1) if turned else auxiliary + 1
        while self._folded(place) in _DENIALS | _ADDED:
            place += 1
        if place >= last:
            return
        denied = 1 if self._folded(last - 1) in _DENIALS else 0
        verb = self.words[last - denied :]
        del self.words[last - denied :]
        self.words[place:place] = verb

    def _auxiliary(self) -> int | None:
        return next((n for n in range(len(self.words)) if self._folded(n) in AUXILIARIES), None)

    def _turn_finite(self) -> None:
        """``wann erschien X``: the verb goes past the name that it is said of."""
        asked = self.lists.phrase([self._folded(n) for n in range(len(self.words))])
        if self._folded(0) not in PREPOSITIONS | _ADVERBS or (
            asked is not None and asked[0] > 1 and asked[1][0] == "what"
        ):
            # "wie lautet"
            return
        for n in range(1, len(self.words) - 1):
            if self._is_verb(n):
                place = self._past_name(n + 1)
                self.words.insert(place, self.words[n])
                del self.words[n]
                return

    def _past_name(self, place: int) -> int:
        """The place after the name, or article and noun, that begins at a place; the place itself without one."""
        end = self._past_noun(place)
        while end > place and not self._is_name(end - 1) and self._folded(end) in _OF:
            if self._past_noun(end + 1) <= end + 1:
                break
            # "der Regisseur von X"
            end = self._past_noun(end + 1)
        return end

    def _past_noun(self, place: int) -> int:
        end = place + 1 if self._folded(place) in ARTICLES else place
        if self._folded(end) and self.words[end][0].text[:1].isupper():
            end += 1
        elif end > place and not self._is_name(end):
            return end if self._folded(place - 1) in _OF else place
        while self._is_name(end):
            end += 1
        return end

    def _is_name(self, place: int) -> bool:
        return place < len(self.words) and self.words[place][1] and self.words[place][0].kind != "number"

    def _sorting(self) -> None:
        """``absteigend nach Preis sortiert`` is sorted by the price, descending."""
        last = len(self.words) - 1
        start = next((n for n in range(last, -1, -1) if self._folded(n) == "nach"), None)
        if start is None or self._folded(last) not in _SORTED or last - start < 2:
            return
        direction = [w for w in (self.words[start - 1 : start] if start else []) if w[0].folded in _DIRECTIONS]
        inner = self.words[start + 1 : last]
        direction += [w for w in inner if w[0].folded in _DIRECTIONS]
        key = [w for w in inner if w[0].folded not in _DIRECTIONS]
        begin = start - 1 if start and self._folded(start - 1) in _DIRECTIONS else start
        self.words[begin:] = [self.words[last], self.words[start], *key, *direction]

    def _deny(self) -> None:
        """``liefen nicht an`` did not start: what denies a verb stands before it."""
        for n in range(len(self.words) - 1):
            if self._is_verb(n) and self._folded(n + 1) in _DENIALS:
                self.words[n], self.words[n + 1] = self.words[n + 1], self.words[n]

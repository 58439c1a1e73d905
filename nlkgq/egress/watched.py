"""The values of a graph that must not leave, and the words that may although they are values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from nlkgq.egress.decoding import readings
from nlkgq.egress.exempt import prompt_words
from nlkgq.egress.graph_values import Found, GraphValues
from nlkgq.egress.letters import by_sound, spaced

# No "er" and "or": they make other words, and names ("Peter" is none of the pets).
_ENDINGS: Final = ("ings", "ing", "ies", "es", "ed", "en", "s", "e", "d", "n")
_REMEMBERED: Final = 50_000
_HUMP = re.compile(r"(?<=[^\W\dA-Z_])(?=[A-Z])")


class Vocabulary:
    """The words that may stand in a request although the graph stores them: reviewed ones, and those of its terms.

    Args:
        names: Names of classes and properties, as labels or identifiers; inflections of their words are known too.

    >>> words = Vocabulary(["directed by", "https://e.org/Film"])
    >>> words("films"), words("directs"), words("the"), words("quent"), words("filmer")
    (True, True, True, False, False)
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._own = {word for name in names for word in words_of(_HUMP.sub(" ", name) + " " + name)}
        self._stems = {stem for word in self._own for stem in _stems(word)}
        self._known: dict[str, bool] = {}

    def __call__(self, word: str) -> bool:
        """Whether a word, as the detector compares it, tells nothing of the graph's content."""
        known = self._known.get(word)
        if known is None:
            if len(self._known) > _REMEMBERED:
                self._known = {}
            known = word in prompt_words() or word in self._own or not self._stems.isdisjoint(_stems(word))
            self._known[word] = known
        return known


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedValues:
    """What is looked for in every text that leaves: ``values`` that do not consist of words of ``vocabulary``."""

    values: GraphValues
    vocabulary: Vocabulary

    def find(self, text: str, *, echoed: Sequence[str] = ()) -> tuple[Found, ...]:
        """The values in a text, in order.

        Args:
            text: Any text.
            echoed: What the model itself has said in this conversation: its own words tell it nothing.
        """
        said = {word for own in echoed for reading in readings(own.encode()) for word in words_of(reading.text)}
        return self.values.find(text, allowed=lambda word: word in said or self.vocabulary(word))

    def find_in(self, body: bytes, *, echoed: Sequence[str] = ()) -> tuple[str, ...]:
        """The values in any reading of a body, as they stand there, each once.

        Raises:
            TooLarge: The body unfolds to more than is searched.
        """
        found = (
            reading.text[item.start : item.end]
            for reading in readings(body)
            for item in self.find(reading.text, echoed=echoed)
        )
        return tuple(dict.fromkeys(" ".join(text.split()) for text in found))

    def exempt_in(self, text: str) -> tuple[str, ...]:
        """The values in a text that may stand there, as its words are compared, each once."""
        every = dict.fromkeys(" ".join(item.words) for item in self.values.find(text))
        return tuple(words for words in every if all(map(self.vocabulary, words.split())))


def words_of(text: str) -> list[str]:
    """The words of a text as the detector compares them."""
    return spaced(text, by_sound()).split()


def _stems(word: str) -> set[str]:
    """A word without its endings; what it takes to know ``cities`` by ``city`` and ``running`` by ``run``."""
    found = {word}
    for ending in _ENDINGS:
        bare = word.removesuffix(ending)
        if bare != word and len(bare) >= 3:
            found |= {bare, bare + "y"} if ending == "ies" else {bare}
            if bare[-1] == bare[-2]:
                found.add(bare[:-1])
    return found

"""Words for things that are so: "women" are those whose sex is female, "satires" those whose genre is satire."""

from __future__ import annotations

from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Reading
from nlkgq.ontology.words import fold

_PERSONS = frozenset(("men", "women", "boys", "girls", "man", "woman", "boy", "girl", "frauen", "manner", "madchen"))


def names_bearer(mention: Mention, reading: Reading) -> bool:
    """Whether a word for a value is a noun for what has it: a plural of the value, or a word for persons."""
    if reading.kind not in ("value", "entity") or mention.possessive:
        return False
    word = fold(mention.text)
    return word in _PERSONS or (word.endswith("s") and fold(reading.how) in (word[:-1], word[:-2], f"{word[:-3]}y"))

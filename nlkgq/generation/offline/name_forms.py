"""What the form of a term's name says of its use: a verb with a preposition, both voices of a verb, ``member of``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nlkgq.generation.offline.function_words import VERBS
from nlkgq.ontology.lexicon import TermMatch
from nlkgq.ontology.model import split_identifier

_WHOLE = ("label", "alternative", "identifier")
NAMED = frozenset(("label", "alternative", "identifier", "inflected"))
_PARTICLES = frozenset(("in", "at", "to", "from", "on", "by", "with", "zu", "mit", "bei", "aus", "an"))


def is_verb_phrase(match: TermMatch) -> bool:
    """``shot in``, ``works at``: a name that ends so and has just these words tells of something."""
    last = match.form.rsplit(" ", 1)
    return match.how in _WHOLE and len(last) > 1 and last[1].lower() in _PARTICLES


def is_inflected_verb(match: TermMatch) -> bool:
    """``take place`` of what is called ``takes place on``: it is no noun without its preposition either."""
    words = split_identifier(match.form).lower().split()
    verb = words[0].endswith("s") and not words[0].endswith("ss") and words[0] not in _PARTICLES | {"is", "has", "was"}
    verb = verb or words[0] in VERBS
    return match.how == "inflected" and len(words) > 1 and words[-1] in _PARTICLES and verb


def lacks_preposition(match: TermMatch, words: Sequence[str]) -> bool:
    """Whether a name ends with a preposition of time, as ``member since`` does, that the folded words do not have."""
    last = match.form.lower().split()[-1:]
    return match.kind == "property" and bool(_TIMES.intersection(last)) and _TIMES.isdisjoint(words)


def is_told_both_ways(matches: Sequence[TermMatch]) -> bool:
    """Whether words are a verb of which the vocabulary has both voices: ``cites`` and ``cited by``."""
    forms = {m.form.lower() for m in matches if m.kind == "property" and m.how in NAMED}
    return any(f.endswith("ed by") for f in forms) and any(f.endswith("s") and " " not in f for f in forms)


def is_of(match: TermMatch) -> bool:
    """``sequel of``, ``memberOf``: who is called by the noun is the subject."""
    words = split_identifier(match.form).lower().split()
    role = len(words) > 1 and words[-1] == "of" and not words[-2].endswith(("ed", "ing", "made"))
    # "in the field of" tells what something is in
    return role and words[0] not in _PLACED


_TIMES = frozenset(("since", "until", "till", "before", "after"))
_PLACED = frozenset(("in", "at", "on", "within", "under"))


def head(words: tuple[str, ...]) -> tuple[str, ...]:
    """What a phrase is about: the years of "years of broadcasting"."""
    return words[: words.index("of")] if "of" in words and words[0] != "of" else words


def singular(word: str) -> str:
    """A folded word without the ending of a plural."""
    return re.sub(r"(?<=[sxh])es$|s$", "", word)

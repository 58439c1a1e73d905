"""What comments say of things without a value: "missing while the job is open"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from nlkgq.generation.offline.function_words import BE
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import Property, split_identifier

_MISSING = re.compile(
    r"\b(?:missing|absent|empty|unset|blank|null|left out|omitted|no value|not (?:given|set|stated|recorded))"
    r"\s+(?:while|if|when|where|as long as|so long as|for|until)\s+([^.;]*)",
    re.IGNORECASE,
)
STILL = frozenset(("still", "currently", "yet", "now", "presently"))


def absences(properties: Iterable[Property], small: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Words for things without a value, as comments tell them -> the words of the value's name.

    >>> from nlkgq.ontology.model import Property, Text
    >>> end = Property(iri="http://e.org/endDate", comments=(Text(value="Missing while the loan is still running."),))
    >>> absences([end], frozenset(("the", "is")))
    {'running': ('end', 'date')}
    """
    found: dict[str, tuple[str, ...]] = {}
    twice = set()
    for term in properties:
        name = tuple(words_of(term.label())) if term.labels else tuple(split_identifier(local_name(term.iri)).split())
        for comment in term.comments:
            for match in _MISSING.finditer(comment.value):
                words = words_of(match[1])
                state = _state([w for w in words if w not in STILL], small)
                if state and found.get(state, name) != name:
                    twice.add(state)
                elif state:
                    found[state] = name
    return {state: name for state, name in found.items() if state not in twice}


def _state(words: Sequence[str], small: frozenset[str]) -> str:
    """``open`` of "a job is open" and of "open jobs", ``living`` of "the living"; "" where more is said."""
    said = [w for w in words if w not in small or w in BE]
    if len(said) == 1 and words[0] == "the":
        return said[0]
    if len(said) > 1 and said[-2] in BE:
        return said[-1]
    return said[0] if len(said) == 2 and said[0] not in BE and said[1] not in BE else ""

"""Which words are inflections of a given word: stricter than a shared stem, which is often no word at all.

The Snowball stem of "salary" is "salari", that of the German "Name" is "nam"; both may be names of people.
"""

from __future__ import annotations

import re
from typing import Final

_HISSING: Final = ("s", "x", "z", "ch", "sh", "o")
_ON_BASES: Final = ("ed", "ing", "ings", "er", "ers", "or", "ors", "ion", "ions", "ment", "ments", "able")
_ENDS_WHOLE = re.compile(
    r"(?:[^aeiou][tdkmnpfhwxb]|ss|ll|rl|(?<!r)(?:ai|ea|ee|oa|oo|ou|oi|ie)[tdnmrlkpw]"
    r"|..er|[tsvn]or|thor|..it|..op|[isc]on|..om|..en|[rkgn]et|..el|[aeo][wy]|[aeio]x)$"
)
"""What a verb that has lost no "e" ends in: direct, pass, contain, order, sponsor, visit, develop."""
_GERMAN_ALWAYS: Final = ("e", "n", "en", "s", "es", "ns")
_GERMAN: Final = (*_GERMAN_ALWAYS, "er", "ern", "em", "nen", "in", "innen")
_GERMAN_OF_E: Final = ("en", "er", "es", "em", "ern")
_GERMAN_OF_EN: Final = ("e", "et", "est", "t", "st", "te", "ten", "tet", "end", "ende", "enden", "ung", "ungen")


def english_lexeme(word: str) -> str:
    """A key that the inflections of an English word share, but not the words derived from it.

    >>> [english_lexeme(w) for w in ("edited", "editing", "edits")], english_lexeme("editions")
    (['edit', 'edit', 'edit'], 'edition')
    >>> {english_lexeme(w) for w in ("city", "cities")}, {english_lexeme(w) for w in ("stop", "stopped")}
    ({'city'}, {'stop'})
    """
    for ending, instead in (("ies", "y"), ("ied", "y"), ("ed", ""), ("ing", ""), ("s", "")):
        rest = word.removesuffix(ending)
        if rest == word or len(rest) < 3 or (ending == "s" and rest.endswith(("s", "u", "i"))):
            continue
        if ending == "s" and rest.endswith(("she", "che", "xe", "sse", "ze")):
            rest = rest[:-1]
        if not instead and ending != "s" and rest[-1:] == rest[-2:-1] and rest[-1:] not in "lsz":
            rest = rest[:-1]
        word = rest + instead
        break
    word = word[:-1] if word.endswith("e") and len(word) > 3 else word
    return word[:-1] + "y" if word.endswith("i") and len(word) > 3 else word  # movie, movies


def is_inflection(word: str, of: str, stem: str, language: str, *, sure: bool) -> bool:
    """Whether a word is a form of another one that has the same stem.

    Args:
        word: Folded.
        of: Folded; a word of a vocabulary.
        stem: The Snowball stem of both.
        language: ``en`` or ``de``.
        sure: Whether ``of`` is known to be of that language; else rarer endings do not count.

    >>> [is_inflection(w, "salary", "salari", "en", sure=False) for w in ("salaries", "salari")]
    [True, False]
    >>> [is_inflection(w, "name", "nam", "de", sure=False) for w in ("namen", "nam")]
    [True, False]
    """
    if word == of:
        return True
    if language == "de":
        return _is_german(word, of, sure=sure)
    if word == stem:
        return _is_base(word, of)
    if word == stem + "e":
        return of.removeprefix(stem) not in {"", "s"} and not (of == word + "s" and stem.endswith(_HISSING))
    return True


def _is_base(word: str, of: str) -> bool:
    """Whether an English word without ending is one: the "direct" of "directed", but not the "locat" of "located"."""
    ending = of.removeprefix(word)
    if ending == of:
        return False
    if ending in {"s", "ly"}:
        return True
    if ending == "es":
        return word.endswith(_HISSING)
    if ending in _ON_BASES:
        return _ENDS_WHOLE.search(word) is not None
    return ending[:1] == word[-1:] and ending[1:] in _ON_BASES  # submit, submitted


def _is_german(word: str, of: str, *, sure: bool) -> bool:
    if word.startswith(of):
        return word[len(of) :] in (_GERMAN if sure else _GERMAN_ALWAYS)
    if of.endswith("en"):
        return word.startswith(of[:-2]) and word[len(of) - 2 :] in _GERMAN_OF_EN
    return sure and of.endswith("e") and word.startswith(of[:-1]) and word[len(of) - 1 :] in _GERMAN_OF_E

"""Drafts a `synonyms.toml` from an ontology's own words, general word lists and names in the data; from no question.

What an ontology says itself ("also called a picture") becomes an entry; what is only likely stands as a comment, for
the owner of the graph to choose from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final

from nlkgq.iri import PrefixMap
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import Ontology, Term
from nlkgq.ontology.words import load_words

_ALSO: Final = re.compile(
    r"(?:also|sometimes|often|usually|commonly) (?:called|known as|named|referred to as)"
    r"|a\.?k\.?a\.?|synonym(?:s|ous with)?:?|short for|abbreviated(?: as)?"
    r"|auch (?:genannt|bekannt als)|kurz für|abgekürzt",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(
    r"\s+(?:(?:an?|the|eine?r?|der|die|das)\s+)?[\"'“„]?(?P<name>\w[\w-]*(?: [\w-]+)?)[\"'”“]?\s*(?:[.,;)]|$)"
)
_LIKELY: Final = 5
"""Most likely words proposed for one term."""
_ACRONYM: Final = 3
"""Fewest words of a name whose initials are proposed."""
_MOST_NAMES: Final = 200


def draft_synonyms(ontology: Ontology, prefixes: PrefixMap, names: Iterable[str] = ()) -> str:
    """The text of a `synonyms.toml`.

    Args:
        ontology: Whose labels and comments are read.
        prefixes: To name the terms.
        names: Texts that the graph stores as names; initials of long ones are proposed for the table of values.
    """
    taken = {_folded(text) for term in _terms(ontology) for text in _names(term)}
    lines = ["# Words of one's own for terms and values. Lines that begin with # are proposals.", "", "[terms]"]
    for term in _terms(ontology):
        name = prefixes.shorten(term.iri)
        for phrase in _said(term):
            if _folded(phrase) not in taken:
                taken.add(_folded(phrase))
                lines.append(f"{_quoted(phrase)} = {_quoted(name)}")
        lines += [f"# {_quoted(word)} = {_quoted(name)}" for word in _likely(term, taken)]
    lines += ["", "[values]"]
    lines += [f"# {_quoted(short)} = {_quoted(stored)}" for short, stored in _acronyms(names)]
    return "\n".join(lines) + "\n"


def _terms(ontology: Ontology) -> tuple[Term, ...]:
    return (*ontology.classes.values(), *ontology.properties.values())


def _names(term: Term) -> Iterator[str]:
    yield from (text.value for text in (*term.labels, *term.alt_labels))
    yield term.label()


def _said(term: Term) -> Iterator[str]:
    """Other names that a comment gives."""
    for comment in term.comments:
        for also in _ALSO.finditer(comment.value):
            named = _NAMED.match(comment.value, also.end())
            if named is not None:
                yield named["name"]


def _likely(term: Term, taken: set[str]) -> list[str]:
    """Words that share a group of the general word lists with a label of one word."""
    label = _folded(term.label())
    if " " in label:
        return []
    found: list[str] = []
    for language in ("en", "de"):
        groups = load_words(language).groups
        own = groups.get(label, frozenset())
        found += (word.replace("_", " ") for word, others in groups.items() if own & others)
    likely = [word for word in dict.fromkeys(found) if word not in taken][:_LIKELY]
    taken.update(likely)  # one phrase means one term
    return likely


def _acronyms(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Initials -> name, where one name alone has them and none of the names is written so itself."""
    stored = list(dict.fromkeys(names))
    written = {name.casefold() for name in stored}
    by_initials: dict[str, set[str]] = {}
    for name in stored:
        capitals = [word for word in re.findall(r"[^\W\d_]+", name) if word[0].isupper()]
        if len(capitals) >= _ACRONYM:
            by_initials.setdefault("".join(word[0] for word in capitals), set()).add(name)
    clear = ((short, full.pop()) for short, full in sorted(by_initials.items()) if len(full) == 1)
    yield from [(short, name) for short, name in clear if short.casefold() not in written][:_MOST_NAMES]


def _folded(text: str) -> str:
    return " ".join(words_of(text))


def _quoted(text: str) -> str:
    """A TOML basic string."""
    return json.dumps(text, ensure_ascii=False)

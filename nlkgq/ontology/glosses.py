"""What a comment calls the values of a property: ``The employer of a technician.`` calls them employers."""

from __future__ import annotations

import re

_ARTICLES = frozenset(("the", "a", "an", "each", "any", "its", "their"))
_ENDS = frozenset(
    (
        *("of", "that", "who", "whom", "whose", "which", "where", "when", "from", "to", "in", "on", "at", "by", "for"),
        *("with", "given", "as", "or", "and", "is", "are", "was", "were", "has", "have", "had", "used", "made", "may"),
        *("can", "if", "under", "over", "between", "within", "into", "after", "before", "during", "measured"),
    )
)
_SAYS_NOTHING = frozenset(
    (
        *("name", "date", "day", "year", "time", "number", "kind", "type", "list", "value", "amount", "one", "thing"),
        *("person", "people", "somebody", "someone", "something", "piece", "part", "place", "whether", "how", "what"),
        *("who", "where", "when", "inverse", "property", "relation", "link", "text", "string", "identifier", "code"),
        *("reference", "same", "set", "group", "class", "object", "description", "entity", "resource", "member"),
        *("percentage", "share", "count", "total", "note", "range", "true", "false", "instance", "item", "information"),
    )
)
_LONGEST = 3
_SHORTEST = 4
_WORDS = re.compile(r"[^\W\d_]+(?:['’]s\b)?|[^\w\s]")


def gloss(comment: str) -> tuple[str, ...]:
    """The noun, in lower case, by which the first sentence of a comment tells what it is; () where it tells none.

    >>> gloss("The employer of a technician."), gloss("The technician's team leader.")
    (('employer',), ('team', 'leader'))
    >>> gloss("Who runs the wind farm."), gloss("In metres.")
    ((), ())
    """
    words = [w.lower() for w in _WORDS.findall(comment[:200])]
    while words and words[0] in _ARTICLES:
        words.pop(0)
    owner = next((n for n, w in enumerate(words[:_LONGEST]) if w.endswith(("'s", "’s"))), -1)
    words = words[owner + 1 :]
    end = next(
        (n for n, w in enumerate(words) if w in _ENDS or not w[0].isalpha() or w.endswith(("ed", "ing"))), len(words)
    )
    found = tuple(words[:end])
    listed = words[end : end + 1] == ["or"] or (words[end : end + 1] == [","] and "or" in words)
    if listed or not 0 < len(found) <= _LONGEST or found[-1] in _SAYS_NOTHING or len(found[-1]) < _SHORTEST:
        return ()
    return found if _SAYS_NOTHING.isdisjoint(found[:1]) and _ARTICLES.isdisjoint(found) else ()

"""What people are told when no query is sure enough: one sentence, and what the question could mean, in plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nlkgq.analysis.explain import sentences
from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.candidate import Candidate
from nlkgq.generation.offline.certainty import is_unknown
from nlkgq.generation.offline.parsing import parsed
from nlkgq.generation.offline.ranking import shape_of
from nlkgq.ontology.model import Ontology
from nlkgq.results.cells import words

_MOST = 3
_CONSIDERED = 6
_MOST_SENTENCES = 7
_NAME = re.compile(r" \((?:[\w.-]*:[\w.-]+|<[^<>]*>)\)")
_VARIABLE = re.compile(r"\?(\w+)")
_TRIPLE = re.compile(r"\?(?P<subject>\w+): (?P<property>.+?) is (?P<object>.+)\.")


def not_understood(
    ranked: Sequence[Candidate], unread: Sequence[str], ontology: Ontology, hint: str
) -> NotUnderstoodError:
    """The abstention for candidates that are not sure enough, best first, and the words that none of them reads."""
    unmeasured = [
        m.text
        for c in ranked[:1]
        for m in c.plan.mentions
        if not m.readings and (m.measured or m.asked.startswith("how_"))
    ]
    unknown = [
        t.value
        for c in ranked[:1]
        for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True)
        if is_unknown(m, r) and all(other.kind == "text" for other in m.readings)
        for t in r.terms
    ]
    missing = tuple(dict.fromkeys((*unread, *unmeasured, *unknown)))
    choices: dict[object, str] = {}
    for candidate in ranked[:_CONSIDERED]:
        choices.setdefault(shape_of(candidate), candidate.query)
    empty = bool(ranked) and bool(ranked[0].features.get("empty"))
    shown = list(choices.values())[: 1 if empty and not missing else _MOST]
    vague = ranked[0].plan.unclear if ranked and not missing else ""
    told = () if vague else tuple(dict.fromkeys(in_words(query, ontology) for query in shown))
    if missing:
        named = " or ".join(f"“{word}”" for word in missing)
        message = f"this graph knows nothing called {named}, so the question cannot be answered"
    elif vague:
        message = f"the question does not tell who or what is meant by “{vague}”"
    elif empty:
        message = "read as follows, the question finds nothing in this graph; it may have been misread"
    elif len(told) > 1:
        message = "the question can mean several things here and none of them is sure, so it is not answered"
    else:
        message = "the question does not fit what this graph holds well enough to be answered"
    return NotUnderstoodError(message, unread=missing, choices=told, hint=hint)


def in_words(query: str, ontology: Ontology) -> str:
    """A query in one line without its syntax.

    >>> query = "PREFIX e: <http://e.org/> SELECT ?price WHERE { ?book e:price ?price . ?book e:name 'Ebb' }"
    >>> in_words(query, Ontology())
    "Finds price: the book has a price; the book’s “name” is 'Ebb'."
    """
    head, *rest = [_NAME.sub("", s) for s in sentences(parsed(query), ontology)]
    told = [t for t in (_clause(s) for s in dict.fromkeys(rest)) if t]
    if len(told) > _MOST_SENTENCES:
        told = [*told[:_MOST_SENTENCES], "and more"]
    head = _plain(
        re.sub(r"^Finds the (?!number|sum|average|largest|smallest)(.+?) \?\w+", r"Finds the \1", head).rstrip(".")
    )
    return f"{head}: {'; '.join(told)}." if told else f"{head}."


def _clause(sentence: str) -> str:
    """One sentence as a clause; "" for what the others tell already, such as the steps that find an extreme."""
    extreme = re.fullmatch(r"First finds the (largest|smallest) \?(\w+) as \?\w+:", sentence)
    if extreme is not None:
        return f"only the {extreme[1]} {'number' if extreme[2] == 'each' else words(extreme[2])}"
    if sentence.startswith(("- ", "First finds ")) or sentence.endswith(" is ?extreme."):
        return ""
    m = _TRIPLE.fullmatch(sentence)
    if m is None:
        kind = re.fullmatch(r"\?(\w+) is an? (.+)\.", sentence)
        if kind is not None and words(kind.group(1)) == kind.group(2):
            return ""
        return _plain(sentence.rstrip("."))
    subject, value = words(m["subject"]), m["object"]
    variable = _VARIABLE.fullmatch(value)
    if variable is not None and words(variable.group(1)) == m["property"]:
        return f"the {subject} has a {m['property']}"
    told = f"the {words(variable.group(1))}" if variable is not None else _plain(value)
    return f"the {subject}’s “{m['property']}” is {told}"


def _plain(text: str) -> str:
    return _VARIABLE.sub(lambda m: words(m.group(1)), text)

"""Puts the terms that were decided on into the query, each place in its own way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nlkgq.analysis.term_edits import TermEdits, written
from nlkgq.grounding.candidates import Candidate
from nlkgq.grounding.places import Place, TextOf
from nlkgq.sparql import Node, Token, quote

_UNEQUAL: Final = "!="


def write(edits: TermEdits, place: Place, taken: Sequence[Candidate]) -> bool:
    """Write terms where a value stands.

    Args:
        edits: Takes the edits.
        place: Where.
        taken: The terms, or, of synonyms, the things that they name.

    Returns:
        Whether anything can be written there; False leaves the value as it is.
    """
    if place.kind == "within":
        return False
    if any(candidate.subjects for candidate in taken):
        return _write_subjects(edits, place, [iri for c in taken for iri in c.subjects])
    if place.as_text is not None:
        return _write_texts(edits, place, place.as_text, taken)
    texts = list(dict.fromkeys(text for c in taken if (text := _sparql(c)) is not None))
    return bool(texts) and _write_terms(edits, place, texts)


def _sparql(candidate: Candidate) -> str | None:
    try:
        return written(candidate.term)
    except ValueError:  # a term that SPARQL cannot express is no choice
        return None


def _write_terms(edits: TermEdits, place: Place, texts: list[str]) -> bool:
    if place.kind == "object":
        assert place.pattern is not None
        if len(texts) > 1 and place.pattern.group.kind != "GroupGraphPattern":
            return False
        edits.one_of(place.item, place.pattern.group, texts)
    elif place.kind == "compared":
        _write_comparison(edits, place, texts, None)
    elif place.kind == "row":
        if len(texts) > 1:  # one row would have to become several
            return False
        edits.replace(place.item, texts[0])
    elif place.kind == "bound" and len(texts) > 1:
        assert place.relation is not None
        variable = edits.query.source(place.relation.children[-2])
        edits.replace(place.relation, f"VALUES {variable} {{ {' '.join(texts)} }}")
    else:
        edits.replace(place.item, (" " if place.kind == "data" else ", ").join(texts))
    return True


def _write_texts(edits: TermEdits, place: Place, side: TextOf, taken: Sequence[Candidate]) -> bool:
    """Where texts are compared: the texts of the terms, in the case that is asked for."""
    texts = list(dict.fromkeys(quote(side.case(c.term.value)) for c in taken if c.term.kind == "literal"))
    if not texts:
        return False
    tagged = any(c.term.language or c.term.datatype for c in taken)
    source = None
    if tagged and not side.plain:  # LCASE and its like keep a language tag
        variable = edits.query.source(side.variable)
        source = f"{side.letters}(STR({variable}))" if side.letters else f"STR({variable})"
    if place.kind == "listed":
        edits.replace(place.item, ", ".join(texts))
        if source is not None and place.relation is not None:
            edits.replace(place.relation.children[0], source)
    else:
        _write_comparison(edits, place, texts, source)
    return True


def _write_comparison(edits: TermEdits, place: Place, texts: list[str], source: str | None) -> None:
    relation = place.relation
    assert relation is not None
    left, sign, right = relation.children
    other = right if left is place.item else left
    if len(texts) == 1 and source is None:
        edits.replace(place.item, texts[0])
        return
    assert isinstance(sign, Token)
    unequal = sign.text == _UNEQUAL
    compared = source or edits.query.source(other)
    if len(texts) == 1:
        edits.replace(relation, f"{compared} {sign.text} {texts[0]}")
    else:
        edits.replace(relation, f"{compared} {'NOT IN' if unequal else 'IN'} ({', '.join(texts)})")


def _write_subjects(edits: TermEdits, place: Place, iris: list[str]) -> bool:
    """A synonym: the subject is one of the things that it names, whatever the property's own value is."""
    pattern = place.pattern
    if pattern is None or not isinstance(pattern.subject, Token) or pattern.subject.terminal != "VAR":
        return False
    listed = [f"<{iri}>" for iri in dict.fromkeys(iris)]
    subject = edits.query.source(pattern.subject)
    if place.kind == "object" and pattern.group.kind == "GroupGraphPattern":
        edits.replace(place.item, edits.variable())
        edits.add(pattern.group, f"VALUES {subject} {{ {' '.join(listed)} }}")
        return True
    relation = place.relation
    if place.kind == "compared" and isinstance(relation, Node):
        sign = relation.children[1]
        unequal = isinstance(sign, Token) and sign.text == _UNEQUAL
        edits.replace(relation, f"{subject} {'NOT IN' if unequal else 'IN'} ({', '.join(listed)})")
        return True
    return False

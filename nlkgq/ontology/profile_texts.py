"""Labels and comments that a graph holds of the classes and properties it uses: vocabulary, not values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from nlkgq.iri import RDFS
from nlkgq.ontology.model import Text

LABEL: Final = RDFS + "label"
COMMENT: Final = RDFS + "comment"
BLOCK: Final = 100
"""Terms in one query to an endpoint."""
_MOST: Final = 20
"""Texts of one kind that a term keeps: one for each of so many languages."""


class TermTexts(NamedTuple):
    """What a graph says of one of its terms."""

    labels: tuple[Text, ...] = ()
    comments: tuple[Text, ...] = ()


def collected(found: Iterable[tuple[str, str, str, str]]) -> dict[str, TermTexts]:
    """Texts by term, in the order of language and text, so that equal graphs have equal ones.

    Args:
        found: Term, `LABEL` or `COMMENT`, text, language or "".
    """
    kinds: dict[str, tuple[set[Text], set[Text]]] = {}
    for term, kind, value, language in found:
        if value.strip():
            labels, comments = kinds.setdefault(term, (set(), set()))
            (labels if kind == LABEL else comments).add(Text(value=value.strip(), language=language.lower()))
    return {term: TermTexts(_ordered(labels), _ordered(comments)) for term, (labels, comments) in sorted(kinds.items())}


def _ordered(texts: set[Text]) -> tuple[Text, ...]:
    return tuple(sorted(texts, key=lambda text: (text.language, text.value))[:_MOST])


def texts_of_files(files: Sequence[Path], terms: set[str]) -> dict[str, TermTexts]:
    """What files say of terms.

    Raises:
        LoadError: A file cannot be read.
    """
    from pyoxigraph import Literal, NamedNode

    from nlkgq.rdf_files import read_quads

    found = []
    for file in files:
        for quad in read_quads(file):
            if quad.predicate.value not in (LABEL, COMMENT):
                continue
            if type(quad.subject) is NamedNode and quad.subject.value in terms and type(quad.object) is Literal:
                text = quad.object
                found.append((quad.subject.value, quad.predicate.value, text.value, text.language or ""))
    return collected(found)


def texts_query(terms: Sequence[str]) -> str:
    """Asks for the texts of some terms: ?t, ?k, ?text."""
    named = " ".join(f"<{term}>" for term in terms)
    return (
        f"SELECT ?t ?k ?text WHERE {{ VALUES ?k {{ <{LABEL}> <{COMMENT}> }} VALUES ?t {{ {named} }} "
        "?t ?k ?text FILTER(isLiteral(?text)) }"
    )


def merged_texts(texts: Iterable[Mapping[str, TermTexts]]) -> dict[str, TermTexts]:
    """What several graphs say."""
    return collected(
        (term, kind, text.value, text.language)
        for one in texts
        for term, said in one.items()
        for kind, several in ((LABEL, said.labels), (COMMENT, said.comments))
        for text in several
    )

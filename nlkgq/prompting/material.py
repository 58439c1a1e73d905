"""The ontology as a model may see it: what could be a value of the graph is dropped or blotted out, and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeVar

from nlkgq.ontology.model import Ontology, OwlClass, Term, Text

T = TypeVar("T", bound=Term)
Finder = Callable[[str], Sequence[tuple[int, int]]]
"""A text -> the places of values of the graph in it, in order, without overlaps."""

BLOT: Final = "(...)"
"""What stands in place of a value in a comment."""
_KEPT: Final = 0.5  # a comment of which less is left than this says nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """Something of the ontology that does not leave. It names the term, never the value.

    Args:
        what: ``individual``, ``hasValue`` (a restriction), ``synonym`` (another name that holds a value), ``comment``,
            ``comment in part``.
        term: IRI of the term; "" for the ontology itself.
        values: How many values of the graph stood in a comment.
    """

    what: Literal["individual", "hasValue", "synonym", "comment", "comment in part"]
    term: str
    values: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """An ontology without values, and what was withheld."""

    ontology: Ontology
    withheld: tuple[Withheld, ...] = field(default=())


def without_values(ontology: Ontology, find: Finder | None) -> Material:
    """An ontology as a model may see it.

    Individuals and hasValue restrictions are left out, and so are the members of enumerations, which are individuals.
    Values of the graph in comments, and in the label of the ontology itself, are blotted out; a comment of which less
    than half is left is dropped. Labels of classes and properties are vocabulary and stay, and so do the ontology's
    other names of them; a synonym of the owner's that holds a value is dropped.

    Args:
        ontology: The whole ontology.
        find: Finds values of the graph; None where they are not known: then comments stay as they are.

    >>> film = OwlClass(iri="http://e.org/Film", comments=(Text(value="A film, such as Kite Season by the sea."),))
    >>> found = without_values(Ontology(classes={film.iri: film}), lambda text: [(text.index("Kite"), 27)])
    >>> found.ontology.classes[film.iri].comments[0].value, found.withheld[0].what
    ('A film, such as (...) by the sea.', 'comment in part')
    """
    notes: list[Withheld] = [Withheld(what="individual", term=iri) for iri in ontology.individuals]
    classes = {iri: _without_restrictions(c, notes) for iri, c in ontology.classes.items()}
    properties = dict(ontology.properties)
    labels, comments = ontology.labels, ontology.comments
    if find is not None:
        classes = {iri: _blotted_term(c, find, notes) for iri, c in classes.items()}
        properties = {iri: _blotted_term(p, find, notes) for iri, p in properties.items()}
        labels, comments = (tuple(_blotted(texts, "", find, notes)) for texts in (labels, comments))
    return Material(
        ontology=replace(
            ontology, labels=labels, comments=comments, classes=classes, properties=properties, individuals={}
        ),
        withheld=tuple(notes),
    )


def without_values_in_comments(ontology: Ontology, find: Finder) -> Ontology:
    """An ontology with the values of the graph blotted out of the comments of its terms."""
    notes: list[Withheld] = []
    return replace(
        ontology,
        classes={iri: _blotted_term(c, find, notes) for iri, c in ontology.classes.items()},
        properties={iri: _blotted_term(p, find, notes) for iri, p in ontology.properties.items()},
        individuals={iri: _blotted_term(i, find, notes) for iri, i in ontology.individuals.items()},
    )


def blotted(text: str, find: Finder | None) -> str:
    """A text with the values of the graph in it blotted out; as it is where they are not known.

    >>> blotted("Such as Kite Season.", lambda text: [(8, 19)])
    'Such as (...).'
    """
    return text if find is None else _without(text, find(text))


def summary(withheld: Sequence[Withheld], shorten: Callable[[str], str]) -> Iterator[str]:
    """Lines for people: what does not leave, counted, with some of the terms; individuals, being values, by number."""
    for what in ("individual", "hasValue", "synonym", "comment", "comment in part"):
        found = [note for note in withheld if note.what == what]
        if found and what == "individual":
            yield f"{len(found)} x individual"
        elif found:
            terms = [shorten(note.term) if note.term else "the ontology" for note in found[:5]]
            more = f" and {len(found) - 5} more" if len(found) > 5 else ""
            yield f"{len(found)} x {what}: {', '.join(terms)}{more}"


def _without_restrictions(term: OwlClass, notes: list[Withheld]) -> OwlClass:
    kept = tuple(r for r in term.restrictions if r.kind != "hasValue")
    notes += [Withheld(what="hasValue", term=term.iri)] * (len(term.restrictions) - len(kept))
    return replace(term, restrictions=kept)


def _blotted_term(term: T, find: Finder, notes: list[Withheld]) -> T:
    comments = tuple(_blotted(term.comments, term.iri, find, notes))
    names = tuple(text for text in term.alt_labels if not find(text.value))
    notes += [Withheld(what="synonym", term=term.iri)] * (len(term.alt_labels) - len(names))
    if comments == term.comments and names == term.alt_labels:
        return term
    return replace(term, comments=comments, alt_labels=names)


def _blotted(texts: Sequence[Text], term: str, find: Finder, notes: list[Withheld]) -> Iterator[Text]:
    for text in texts:
        places = find(text.value)
        if not places:
            yield text
            continue
        left = len(text.value) - sum(end - start for start, end in places)
        whole = left < _KEPT * len(text.value)
        notes.append(Withheld(what="comment" if whole else "comment in part", term=term, values=len(places)))
        if not whole:
            yield replace(text, value=_without(text.value, places))


def _without(text: str, places: Sequence[tuple[int, int]]) -> str:
    pieces, done = [], 0
    for start, end in places:
        pieces += [text[done:start], BLOT]
        done = end
    return "".join([*pieces, text[done:]])

"""The clean view of a wrapped graph: what its values, counts and names are in clean terms.

The value index and the profile describe a graph in the terms that questions use. Behind a wrapper the stored terms are
native ones, so the clean terms are read out once, through the rewriter, into a file of N-Triples that both are made of.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from nlkgq.iri import RDF
from nlkgq.ontology.model import Ontology
from nlkgq.results.formats import term_text
from nlkgq.results.models import Row, SelectResult
from nlkgq.wrapper.model import Wrapper

Run = Callable[[str], SelectResult]
Progress = Callable[[float | None], None]


def clean_ontology(ontology: Ontology, wrapper: Wrapper) -> Ontology:
    """Only what the wrapper offers: clean terms, without a word about native ones."""
    known = {*wrapper.classes, *wrapper.properties, *wrapper.parents}
    known |= {parent for parents in wrapper.parents.values() for parent in parents}
    classes = {
        iri: replace(c, equivalents=_within(c.equivalents, known), parents=_within(c.parents, known), restrictions=())
        for iri, c in ontology.classes.items()
        if iri in known
    }
    properties = {
        iri: replace(
            p,
            equivalents=_within(p.equivalents, known),
            parents=_within(p.parents, known),
            inverses=_within(p.inverses, known),
        )
        for iri, p in ontology.properties.items()
        if iri in known
    }
    individuals = {
        iri: i for iri, i in ontology.individuals.items() if wrapper.namespace and iri.startswith(wrapper.namespace)
    }
    return replace(ontology, classes=classes, properties=properties, individuals=individuals, warnings=())


def write_view(
    run: Run, wrapper: Wrapper, target: Path, *, every_type: bool = False, progress: Progress | None = None
) -> bool:
    """Reads every clean term out of the database into N-Triples; whole or not at all.

    Args:
        run: Runs a SELECT query over clean terms, through the rewriter.
        wrapper: Its classes and properties are read, one query each.
        target: Only the user can read it.
        every_type: Whether all types are read at once, also those that the wrapper does not have.
        progress: Called before each query with the share done.

    Returns:
        Whether every answer was complete; False where an endpoint cut one.

    Raises:
        EndpointError: A query failed.
    """
    complete = True
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            for query, make in _queries(wrapper, progress, every_type=every_type):
                result = run(query)
                complete = complete and not result.notes
                file.writelines(make(*row) for row in result.rows if _is_triple(row))
        cut = cut_mark(target)
        if not complete:
            cut.touch(mode=0o600)
        os.replace(draft, target)
        if complete:
            cut.unlink(missing_ok=True)
    finally:
        draft.unlink(missing_ok=True)
    return complete


def cut_mark(target: Path) -> Path:
    """The empty file that lies beside a view as long as it is not complete."""
    return target.with_name(target.name + ".cut")


def _queries(
    wrapper: Wrapper, progress: Progress | None, *, every_type: bool
) -> Iterator[tuple[str, Callable[..., str]]]:
    if every_type:
        yield "SELECT DISTINCT ?s ?o { ?s a ?o }", _linked(f"{RDF}type")
    total = len(wrapper.classes) + len(wrapper.properties)
    done = 0
    for iri, class_forms in wrapper.classes.items():
        if progress is not None:
            progress(done / total)
        if class_forms and not every_type:
            yield f"SELECT DISTINCT ?s {{ ?s a <{iri}> }}", _typed(iri)
        done += 1
    for iri, property_forms in wrapper.properties.items():
        if progress is not None:
            progress(done / total)
        if property_forms:
            yield f"SELECT DISTINCT ?s ?o {{ ?s <{iri}> ?o }}", _linked(iri)
        done += 1


def _is_triple(row: Row) -> bool:
    """Whether the row makes a triple, as in CONSTRUCT: all is bound, and the subject is no literal."""
    return None not in row and row[0] is not None and row[0].kind != "literal"


def _typed(iri: str) -> Callable[..., str]:
    return lambda s: f"{term_text(s)} <{RDF}type> <{iri}> .\n"


def _linked(iri: str) -> Callable[..., str]:
    return lambda s, o: f"{term_text(s)} <{iri}> {term_text(o)} .\n"


def _within(iris: tuple[str, ...], known: set[str]) -> tuple[str, ...]:
    return tuple(iri for iri in iris if iri in known)

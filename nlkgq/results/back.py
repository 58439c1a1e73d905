"""Back again: native IRIs in results and messages as clean terms."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar, cast

from nlkgq.errors import EndpointError, NlkgqError
from nlkgq.results.models import GraphResult, RdfTerm, Result, SelectResult

R = TypeVar("R", bound=Result)
_IRI: Final = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]*:[^<>\s\"{}|\\^`]*)>")


def in_clean_terms(result: R, back: Callable[[str], str], shorten: Callable[[str], str] = "<{}>".format) -> R:
    """The result with each IRI that ``back`` knows replaced, in its notes as well.

    A rewritten query gives clean terms already; this is for queries in native terms, and for IRIs that a database
    returns on the side.

    Args:
        result: Of any form.
        back: Native IRI -> clean IRI, or the same IRI (`nlkgq.wrapper.make_back`).
        shorten: Clean IRI -> the name that notes show.

    >>> result = SelectResult(variables=("x",), rows=((RdfTerm("uri", "urn:P7"),),))
    >>> in_clean_terms(result, {"urn:P7": "urn:director"}.get).rows[0][0].value
    'urn:director'
    """

    def clean(term: RdfTerm) -> RdfTerm:
        return term._replace(value=back(term.value) or term.value) if term.kind == "uri" else term

    if result.notes:
        notes = (replace(note, message=text_in_clean_terms(note.message, back, shorten)) for note in result.notes)
        result = replace(result, notes=tuple(notes))
    if isinstance(result, SelectResult):
        rows = tuple(tuple(None if cell is None else clean(cell) for cell in row) for row in result.rows)
        return cast(R, replace(result, rows=rows))
    if isinstance(result, GraphResult):
        triples = tuple((clean(s), clean(p), clean(o)) for s, p, o in result.triples)
        return cast(R, replace(result, triples=triples))
    return result


def text_in_clean_terms(text: str, back: Callable[[str], str], shorten: Callable[[str], str]) -> str:
    """A message with each ``<native IRI>`` that ``back`` knows as a clean name.

    >>> text_in_clean_terms("no <urn:P7> here", {"urn:P7": "urn:director"}.get, lambda iri: iri[4:])
    'no director here'
    """

    def named(match: re.Match[str]) -> str:
        clean = back(match.group(1))
        return match.group() if clean is None or clean == match.group(1) else shorten(clean)

    return _IRI.sub(named, text)


def error_in_clean_terms(error: NlkgqError, back: Callable[[str], str], shorten: Callable[[str], str]) -> None:
    """Tell an error, and what a server said, in clean names.

    >>> error = NlkgqError("nothing for <urn:P7>")
    >>> error_in_clean_terms(error, {"urn:P7": "urn:director"}.get, lambda iri: iri[4:])
    >>> str(error), error.message
    ('nothing for director', 'nothing for director')
    """
    error.message = text_in_clean_terms(error.message, back, shorten)
    error.args = (error.message, *error.args[1:])
    if error.hint is not None:
        error.hint = text_in_clean_terms(error.hint, back, shorten)
    if isinstance(error, EndpointError) and error.said is not None:
        error.said = text_in_clean_terms(error.said, back, shorten)

"""Sub-queries: patterns of one context for one source, and what comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nlkgq.endpoints.federation.plan import Pattern, Term, Var
from nlkgq.endpoints.federation.sources import Source
from nlkgq.iri import XSD, is_valid_iri
from nlkgq.results.formats import term_text
from nlkgq.results.models import RdfTerm, Row

_CODE_POINT = re.compile(r"\\[uU]")
_WHOLE_NUMBER = re.compile(r"-?[1-9][0-9]{0,17}|0")


class Request(NamedTuple):
    """One sub-query: patterns of one context, one variable restricted to the values where there is one.

    ``withheld``: values that would have made it smaller must not be sent to the source.
    """

    source: Source
    patterns: tuple[Pattern, ...]
    variable: str | None = None
    values: tuple[RdfTerm, ...] = ()
    withheld: bool = False

    @property
    def variables(self) -> tuple[str, ...]:
        """The columns of the answer."""
        return tuple(sorted(frozenset().union(*(pattern.variables for pattern in self.patterns))))

    @property
    def text(self) -> str:
        """The sub-query as SPARQL: ASK where the patterns have no variable."""
        body = " ".join(f"{_text(p.subject)} {_text(p.predicate)} {_text(p.object)} ." for p in self.patterns)
        graph = self.patterns[0].context.graph
        if graph is not None:
            body = f"GRAPH {_text(graph)} {{ {body} }}"
        if self.variable is not None:
            body = f"VALUES ?{self.variable} {{ {' '.join(map(term_text, self.values))} }} {body}"
        columns = " ".join(f"?{name}" for name in self.variables)
        return f"SELECT {columns} WHERE {{ {body} }}" if columns else f"ASK {{ {body} }}"


class Answer(NamedTuple):
    """The rows of one request; blank nodes have labels that name their source, and their answer where they must."""

    request: Request
    variables: tuple[str, ...]
    rows: tuple[Row, ...]


def _text(term: Term) -> str:
    return f"?{term.name}" if isinstance(term, Var) else term_text(term)


def can_be_sent(term: RdfTerm, source: Source) -> bool:
    """Whether a source finds exactly the term when it stands in a VALUES block.

    Servers may store numbers, dates and the like in another spelling than they are asked for; IRIs, strings and whole
    numbers are safe everywhere.
    """
    if term.kind == "uri":
        return is_valid_iri(term.value)
    if term.kind == "bnode" or _CODE_POINT.search(term_text(term)):
        return False
    if source.url is None:
        return True
    if term.datatype == f"{XSD}integer":
        return _WHOLE_NUMBER.fullmatch(term.value) is not None
    return term.datatype is None and (term.language is None or term.language.islower())


def places(pattern: Pattern) -> tuple[str, dict[str, str]]:
    """The pattern over ``?s``, ``?p``, ``?o`` and ``?g``, and which of them each of its variables is."""
    names: dict[str, str] = {}

    def written(term: Term, place: str) -> str:
        return f"?{names.setdefault(term.name, place)}" if isinstance(term, Var) else term_text(term)

    subject, predicate = written(pattern.subject, "s"), written(pattern.predicate, "p")
    body = f"{subject} {predicate} {written(pattern.object, 'o')} ."
    if pattern.context.graph is not None:
        body = f"GRAPH {written(pattern.context.graph, 'g')} {{ {body} }}"
    return body, names


def source_of(term: RdfTerm) -> int:
    """The number of the source that a blank node comes from.

    >>> source_of(RdfTerm("bnode", "s12r3n0"))
    12
    """
    found = re.match(r"s(\d+)", term.value)
    assert found is not None, "labels are made above"
    return int(found[1])


def blocks(values: Sequence[RdfTerm], size: int) -> Iterator[tuple[RdfTerm, ...]]:
    """The values in blocks of at most ``size``, sorted so that equal sets make equal requests."""
    ordered = sorted(values, key=lambda term: (term.kind, term.value, term.datatype or "", term.language or ""))
    for start in range(0, len(ordered), size):
        yield tuple(ordered[start : start + size])


def halves(request: Request) -> tuple[Request, Request]:
    """A request in two, for an endpoint that cut its answer."""
    middle = len(request.values) // 2
    return request._replace(values=request.values[:middle]), request._replace(values=request.values[middle:])

"""What was fetched, as one graph, and the process that runs the whole query on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from nlkgq.endpoints.embedded import EmbeddedEndpoint
from nlkgq.endpoints.federation.plan import Context, Pattern, Term, Var
from nlkgq.results.formats import term_text
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import Query, Splice

if TYPE_CHECKING:
    from collections.abc import Callable

    from nlkgq.endpoints.federation.requests import Triple
    from nlkgq.endpoints.federation.sources import Source
    from nlkgq.endpoints.federation.sub_query import Answer
    from nlkgq.endpoints.protocol import Limits
    from nlkgq.results.models import Result
    from nlkgq.validation.gate import GatedQuery


def graph_iri(context: Context, graph: RdfTerm | None) -> str | None:
    """The name of the local graph for triples of a context; None for the default graph.

    >>> graph_iri(Context(None, "films"), None)
    'urn:nlkgq:source:films'
    """
    if context.source is None:
        return graph.value if graph is not None else None
    own = f"urn:nlkgq:source:{quote(context.source, safe='')}"
    return f"{own}:{quote(graph.value, safe='')}" if graph is not None else own


BLOCK_IRI: Final = "urn:nlkgq:block"
"""The local graph that holds the terms of one part of an answer, and its only subject."""
BLOCK_HAS: Final = "urn:nlkgq:has"


class LocalGraph:
    """Triples by source and graph. A triple that several sources have is one triple."""

    def __init__(self) -> None:
        self._triples: dict[tuple[Source | None, str | None], set[Triple]] = {}

    def add(self, answers: Iterable[Answer]) -> None:
        """Puts in the triples that the rows stand for."""
        for answer in answers:
            place = {name: number for number, name in enumerate(answer.variables)}
            for pattern in answer.request.patterns:
                self._add(answer, pattern, place)

    def _add(self, answer: Answer, pattern: Pattern, place: dict[str, int]) -> None:
        read = [_reader(term, place) for term in (pattern.subject, pattern.predicate, pattern.object)]
        graph = pattern.context.graph
        read_graph = _reader(graph, place) if graph is not None else None
        source = answer.request.source
        for row in answer.rows:
            subject, predicate, target = (one(row) for one in read)
            if subject is None or predicate is None or target is None:
                continue
            name = graph_iri(pattern.context, read_graph(row) if read_graph is not None else None)
            self._triples.setdefault((source, name), set()).add((subject, predicate, target))

    def put_block(self, terms: Iterable[RdfTerm]) -> None:
        """Puts in the terms of a part, in a graph of their own."""
        block, has = RdfTerm("uri", BLOCK_IRI), RdfTerm("uri", BLOCK_HAS)
        self._triples[None, BLOCK_IRI] = {(block, has, term) for term in terms}

    def drop(self, source: Source) -> None:
        """Takes out everything from a source."""
        for key in [key for key in self._triples if key[0] is source]:
            del self._triples[key]

    def text(self) -> str:
        """The whole as N-Quads."""
        written: dict[RdfTerm, str] = {}

        def text(term: RdfTerm) -> str:
            found = written.get(term)
            if found is None:
                found = written[term] = term_text(term)
            return found

        graphs: dict[str | None, set[Triple]] = {}
        for (_, name), triples in self._triples.items():
            graphs.setdefault(name, set()).update(triples)
        lines: list[str] = []
        for name, triples in graphs.items():
            end = f" {term_text(RdfTerm('uri', name))} ." if name is not None else " ."
            lines += [f"{text(s)} {text(p)} {text(o)}{end}" for s, p, o in triples]
        return "\n".join(lines)


def _reader(term: Term, place: dict[str, int]) -> Callable[[tuple[RdfTerm | None, ...]], RdfTerm | None]:
    if isinstance(term, Var):
        number = place[term.name]
        return lambda row: row[number]
    return lambda row: term


class LocalStore(EmbeddedEndpoint):
    """Runs queries over graphs that come with them, in the processes of the embedded store."""

    def __init__(self, *, name: str) -> None:
        super().__init__((), name=name, cache_dir=None, workers=4)

    def run_over(self, query: GatedQuery, data: str, *, limits: Limits) -> Result:
        """The result of a query over the graph in N-Quads.

        Raises:
            EndpointError: As `EmbeddedEndpoint.run`.
        """
        return self._within(query, limits, data=data)


def local_text(query: Query, pinned: Callable[[str], str | None]) -> str:
    """The query with its SERVICE blocks as the local graphs that stand for them."""
    splices = []
    for service in query.find("ServiceGraphPattern"):
        name = service.children[-2]
        iri = query.iri_or_none(name)
        context = Context(None, pinned(iri) if iri is not None else None)
        splices.append(Splice(service.start, name.end, f"GRAPH <{graph_iri(context, None)}>"))
        for inner in service.find("GraphGraphPattern"):
            token = inner.children[1]
            graph = query.iri_or_none(token)
            assert graph is not None, "the plan refuses variables there"
            splices.append(Splice(token.start, token.end, f"<{graph_iri(context, RdfTerm('uri', graph))}>"))
    return str(query.edit(*splices)) if splices else query.text

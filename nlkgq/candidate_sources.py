"""Where the values of one graph are looked for: its index, the full-text indexes of its endpoints, bounded queries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from nlkgq.analysis.term_edits import naming_path
from nlkgq.errors import UsageError
from nlkgq.grounding.candidates import CandidateSource, IndexSource
from nlkgq.grounding.endpoint_source import ROWS, ChainedSource, EndpointSource, Run
from nlkgq.grounding.text_search import TextSearch
from nlkgq.values.empty import EmptyValueIndex

if TYPE_CHECKING:
    from nlkgq.endpoint_parts import EndpointParts
    from nlkgq.endpoints.federation.sources import Federation
    from nlkgq.endpoints.protocol import Endpoint
    from nlkgq.knowledge import Knowledge
    from nlkgq.results.models import SelectResult


def candidate_source(knowledge: Knowledge) -> CandidateSource:
    """The sources of a graph, the one that knows most first.

    An endpoint of several that is not trusted is never asked by itself: what is typed may be a value of another one.
    """
    sources: list[CandidateSource] = []
    if not isinstance(knowledge.index, EmptyValueIndex):
        sources.append(IndexSource(knowledge.index))
    if knowledge.remote:
        path = naming_path(knowledge.known_ontology)
        for part in _searchable(knowledge):
            search = TextSearch(engine=cast(str, part.settings.text_search), index=part.settings.text_index)
            # a search by a part's own index sees no wrapped terms of other parts: what fails there is asked below
            sources.append(EndpointSource(_runner(knowledge, part), text_search=search, naming_path=path, scan=False))
        if knowledge.settings.steps.grounding.scan and not _all_indexed(knowledge):
            sources.append(EndpointSource(_runner(knowledge, None), naming_path=path))
    return ChainedSource(*sources)


def _searchable(knowledge: Knowledge) -> Iterator[EndpointParts]:
    for part in knowledge.parts:
        alone = len(knowledge.parts) == 1 or part.settings.trusted
        if part.settings.url is not None and part.settings.text_search is not None and alone:
            yield part


def _all_indexed(knowledge: Knowledge) -> bool:
    """Whether every endpoint behind an address was scanned, so that its index knows all of it."""
    if knowledge.viewed:
        return bool(knowledge.data_files)
    remote = [part for part in knowledge.parts if part.settings.url is not None]
    return all(part.index_file.exists() for part in remote)


def _runner(knowledge: Knowledge, part: EndpointParts | None) -> Run:
    """Runs queries over clean terms at one endpoint, or at all, through rewriter and gate, under a deadline."""

    def run(text: str, functions: frozenset[str]) -> SelectResult:
        from nlkgq.endpoints.protocol import Limits
        from nlkgq.results.back import in_clean_terms
        from nlkgq.results.models import SelectResult
        from nlkgq.rewrite.rules import rewrite
        from nlkgq.sparql import parse_query
        from nlkgq.validation.gate import gate
        from nlkgq.wrapper.model import make_back

        wrapper = knowledge.wrapper
        native = text
        if wrapper is not None:
            services = knowledge.services if part is None else None
            native = str(rewrite(parse_query(text), wrapper, keep_unknown=True, services=services).tree)
        policy = replace(knowledge.policy.rewritten(), functions=functions)
        limits = Limits(seconds=knowledge.settings.steps.grounding.timeout, rows=ROWS, bytes=knowledge.limits.bytes)
        found = _asked(knowledge, part).run(gate(native, policy), limits=limits)
        if wrapper is not None:
            found = in_clean_terms(found, make_back(wrapper))
        if not isinstance(found, SelectResult):
            raise UsageError("a SELECT query has rows")
        return found

    return run


def _asked(knowledge: Knowledge, part: EndpointParts | None) -> Endpoint:
    if part is None or len(knowledge.parts) == 1:
        return knowledge.endpoint
    return cast("Federation", knowledge.endpoint).sources[part.settings.name].endpoint

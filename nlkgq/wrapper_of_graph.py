"""A first wrapper for a graph, whatever is known of it: an ontology, its files, an endpoint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nlkgq.errors import EndpointError, RefusedError
from nlkgq.wrapper.draft import Draft, draft_wrapper

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph
    from nlkgq.ontology.model import Ontology
    from nlkgq.results.models import RdfTerm
    from nlkgq.wrapper.draft import Namer, Samples
    from nlkgq.wrapper.model import Wrapper

DEFAULT_NAMESPACE: Final = "https://example.org/clean#"
SAMPLE: Final = 50
"""Values that are looked at for the name of one property; none leaves this machine, none is kept."""


def draft_for_graph(
    kg: KnowledgeGraph,
    *,
    namespace: str | None = None,
    prefix: str = "",
    keep: Sequence[str | Path] = (),
    model: str | None = None,
    seconds: float = 60.0,
) -> Draft:
    """Proposes clean terms for what a graph uses.

    An endpoint without ontology that was not scanned is counted first. Values are looked at only for properties that
    nothing else names, and only here: a model never sees one.

    Args:
        kg: The graph, or an ontology alone.
        namespace: Of the clean terms; None for that of ``keep``, or `DEFAULT_NAMESPACE`.
        prefix: For it, without colon.
        keep: Wrapper files whose names stay, beside those of the graph.
        model: Asked for names of terms that have none; None to ask nobody.
        seconds: Most time for counting an endpoint.

    Raises:
        LoadError: A file cannot be read.
        EndpointError, ModelError: The endpoint or the model failed.
    """
    from nlkgq.wrapper.load import read_wrapper

    settings = kg.settings
    kept = tuple(dict.fromkeys((*map(Path, keep), *settings.wrapper)))
    existing = read_wrapper(kept)[0] if kept else None
    return draft_wrapper(
        _native(kg, seconds),
        namespace=namespace or _namespace(existing) or DEFAULT_NAMESPACE,
        prefix=prefix,
        existing=existing,
        namer=None if model is None else _namer(kg, model),
        samples=_samples(kg) if settings.endpoints else None,
        vocabulary=_vocabulary(),
    )


def _native(kg: KnowledgeGraph, seconds: float) -> Ontology:
    """The ontology of what is stored: behind a wrapper, drafted from the endpoints' own terms."""
    from nlkgq.ontology.draft import draft_ontology
    from nlkgq.ontology.profile_merge import merge_profiles

    settings = kg.settings
    if settings.wrapper:
        return draft_ontology(merge_profiles([*kg.profile_endpoints(seconds=seconds).values()]))
    if settings.endpoints and not settings.ontology:
        kg.profile(seconds=seconds)
    return kg.ontology


def _namespace(existing: Wrapper | None) -> str | None:
    """The namespace of most of its terms."""
    from nlkgq.ontology.prefixes import namespace_of

    if existing is None:
        return None
    found = Counter(namespace_of(iri) for iri in (*existing.classes, *existing.properties))
    return min(found, key=lambda name: (-found[name], name)) if found else None


def _vocabulary() -> frozenset[str]:
    """General English words that identifiers without gaps may be made of."""
    from nlkgq.masking.wordlists import word_lists
    from nlkgq.ontology.words import load_words

    lists, words = word_lists(), load_words("en")
    common = frozenset(word.lower() for word, languages in lists.common.items() if "en" in languages)
    return common | lists.generic | words.adjectives.keys() | words.groups.keys()


def _namer(kg: KnowledgeGraph, model: str) -> Namer:
    from nlkgq.egress.gate import WireGate
    from nlkgq.factory import make_client
    from nlkgq.outgoing import finder, watched_values
    from nlkgq.prompting.material import blotted
    from nlkgq.prompting.term_names import TermNamer
    from nlkgq.unread_values import closed_for

    watched = watched_values(kg.knowledge, model)
    find = finder(watched)
    client = make_client(model, kg.settings, WireGate(watched=watched, closed=closed_for(kg.knowledge, model)))
    return TermNamer(client=client, model=model.partition(":")[2], blot=lambda text: blotted(text, find))


def _samples(kg: KnowledgeGraph) -> Samples:
    """Some literals of each property; none of one that the endpoint does not answer for."""

    def sample(properties: Sequence[str]) -> Mapping[str, Sequence[RdfTerm]]:
        found: dict[str, Sequence[RdfTerm]] = {}
        for iri in properties:
            query = f"SELECT DISTINCT ?o WHERE {{ ?s <{iri}> ?o FILTER(isLiteral(?o)) }} LIMIT {SAMPLE}"
            with suppress(EndpointError, RefusedError):
                found[iri] = [row[0] for row in kg.knowledge.select(query).rows if row[0] is not None]
        return found

    return sample

"""Settings -> back-ends: the only module that names concrete ones, each imported when it is first needed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlencode

from nlkgq.errors import ConfigError, EndpointError, RefusedError, UsageError
from nlkgq.resources import cache_dir

if TYPE_CHECKING:
    from nlkgq.config import EndpointSettings, Settings
    from nlkgq.egress.gate import WireGate
    from nlkgq.endpoint_parts import EndpointParts
    from nlkgq.endpoints.federation.sources import Source
    from nlkgq.endpoints.protocol import Endpoint
    from nlkgq.generation.offline.associations import Associations
    from nlkgq.generation.protocol import QueryGenerator
    from nlkgq.grammar.source import GrammarSource
    from nlkgq.knowledge import Knowledge
    from nlkgq.llm.protocol import LLMClient, ModelRequest
    from nlkgq.llm.server_grammar import ServerGrammar
    from nlkgq.ontology.model import Ontology
    from nlkgq.outgoing import Outgoing


def make_endpoint(knowledge: Knowledge) -> Endpoint:
    """What takes the questions over a graph: one endpoint, or several as one.

    Raises:
        ConfigError: A header's environment variable is not set.
    """
    if len(knowledge.parts) == 1:
        return _single(knowledge, knowledge.parts[0].settings)
    federation = knowledge.settings.federation
    if federation.mode == "service":
        from nlkgq.endpoints.federation.service import ServiceEndpoint

        sources = sorted((_source(knowledge, part) for part in knowledge.parts), key=lambda source: source.url is None)
        return ServiceEndpoint(sources, name=knowledge.settings.name, policy=knowledge.policy)
    from nlkgq.endpoints.federated import FederatedEndpoint, FederationLimits

    return FederatedEndpoint(
        [_source(knowledge, part) for part in knowledge.parts],
        name=knowledge.settings.name,
        limits=FederationLimits(fetch_rows=federation.fetch_rows, partial=federation.partial),
        policy=knowledge.policy,
        private=knowledge.is_private,
    )


def _source(knowledge: Knowledge, part: EndpointParts) -> Source:
    """An endpoint as a part of a federation."""
    from nlkgq.endpoints.federation.sources import Source

    settings, profile = part.settings, part.profile
    size = knowledge.settings.federation.bind_size
    return Source(
        name=settings.name,
        endpoint=_single(knowledge, settings),
        trusted=settings.trusted,
        url=_service_address(settings),
        profile=profile if profile is not None and profile.complete else None,
        vocabularies=settings.vocabularies,
        seconds=settings.timeout,
        # a store of ours takes longer blocks than an unknown server
        bind_size=size if settings.url is not None else 10 * size,
        credentials=bool(settings.headers) or settings.auth is not None,
        stable_labels=settings.url is None,
    )


def _service_address(settings: EndpointSettings) -> str | None:
    """The address with the graphs that it is asked for (SPARQL 1.1 Protocol, section 2.1.4)."""
    graphs = [("default-graph-uri", iri) for iri in settings.default_graphs]
    graphs += [("named-graph-uri", iri) for iri in settings.named_graphs]
    if settings.url is None or not graphs:
        return settings.url
    return f"{settings.url}{'&' if '?' in settings.url else '?'}{urlencode(graphs)}"


def _single(knowledge: Knowledge, settings: EndpointSettings) -> Endpoint:
    if settings.url is not None:
        from nlkgq.endpoints.sparql_protocol import SparqlEndpoint

        return SparqlEndpoint(
            settings.url,
            name=settings.name,
            headers=settings.header_values(),
            auth=settings.auth,
            default_graphs=settings.default_graphs,
            named_graphs=settings.named_graphs,
            method=cast(Any, settings.method),
        )
    from nlkgq.endpoints.embedded import EmbeddedEndpoint

    return EmbeddedEndpoint(
        settings.files,
        name=settings.name,
        cache_dir=cache_dir() / "stores",
        progress=knowledge.reporter("loading the graph"),
    )


def make_client(model: str, settings: Settings, gate: WireGate, source: GrammarSource | None = None) -> LLMClient:
    """The client of a model.

    Args:
        model: ``anthropic:<model>``, ``openai:<model>``, ``gguf:<file>`` or ``replay:<file>``.
        settings: Address, key and bounds.
        gate: Every byte passes it.
        source: Grammars of the questions, for models that are held to one; ``gguf:`` needs it.

    Raises:
        UsageError: No such back-end.
        ConfigError: The key's environment variable is not set.
    """
    back_end, _, name = model.partition(":")
    if not name:
        raise UsageError(
            f"{model!r} names no model",
            hint="offline, anthropic:<model>, openai:<model>, gguf:<file> or replay:<file>.",
        )
    if back_end == "gguf":
        return _local_client(Path(name), settings, source)
    options: dict[str, Any] = {
        "gate": gate,
        "base_url": settings.model.base_url,
        "deadline": settings.model.timeout,
        "proxy": settings.model.proxy,
    }
    if back_end == "anthropic":
        from nlkgq.llm.anthropic import AnthropicClient

        return AnthropicClient(api_key=_api_key(settings, "ANTHROPIC_API_KEY") or "", **options)
    if back_end == "openai":
        from nlkgq.llm.openai_compatible import OpenAICompatibleClient

        # servers of one's own often take no key
        return OpenAICompatibleClient(
            api_key=_api_key(settings, "OPENAI_API_KEY", needed=False),
            grammar=_server_grammar(settings, source),
            **options,
        )
    if back_end == "replay":
        from nlkgq.llm.replay import ReplayClient

        return ReplayClient(Path(name))
    raise UsageError(f"unknown back-end {back_end!r}", hint="anthropic:, openai:, gguf:, replay: or offline.")


def _local_client(path: Path, settings: Settings, source: GrammarSource | None) -> LLMClient:
    from nlkgq.llm.llama_cpp import LlamaCppClient, LocalSettings
    from nlkgq.prompting.extract import short_system

    model = settings.model
    if source is None:
        raise UsageError("gguf: writes queries over a graph and nothing else", hint="Use another model for this.")
    if model.grammar not in ("none", "lark", "gbnf"):
        raise ConfigError(f"gguf: takes no {model.grammar} grammar", place="model.grammar", hint="lark or gbnf.")
    local = LocalSettings(
        context=model.context,
        threads=model.threads,
        thought=model.thought,
        grammar="gbnf" if model.grammar == "gbnf" else "lark",
        returns=model.returns,
        deadline=model.timeout,
    )

    def short(request: ModelRequest) -> str:
        return short_system(source.ontology, source.prefixes, request.messages[-1].text)

    return LlamaCppClient(path, source=source, settings=local, short=short)


def _server_grammar(settings: Settings, source: GrammarSource | None) -> ServerGrammar | None:
    if source is None or settings.model.grammar == "none":
        return None
    from nlkgq.llm.server_grammar import ServerGrammar

    return ServerGrammar(source=source, form=settings.model.grammar, field=settings.model.grammar_field)


def _api_key(settings: Settings, usual: str, *, needed: bool = True) -> str | None:
    variable = settings.model.api_key_env or usual
    key = os.environ.get(variable)
    if key is None and (needed or settings.model.api_key_env):
        raise ConfigError(
            f"the environment variable {variable} is not set",
            place="model.api_key_env",
            hint=f"export {variable}=..., or leave out --model: the offline translator needs no key.",
        )
    return key


def make_grammar_source(knowledge: Knowledge, ontology: Ontology) -> GrammarSource:
    """Grammars of the questions over a graph, of the ontology as a model may see it."""
    from nlkgq.grammar.source import GrammarSource

    return GrammarSource(ontology, knowledge.prefixes, knowledge.settings.model.grammar_profile)


def make_probe(knowledge: Knowledge) -> Callable[[str], bool] | None:
    """Tells the offline translator whether a query returns anything, in at most a second; a slow one counts as yes.

    Returns:
        None where an endpoint would be asked before its turn: only a graph in files is probed.
    """
    if knowledge.remote:
        return None
    from nlkgq.endpoints.protocol import Limits
    from nlkgq.results.models import AskResult, SelectResult
    from nlkgq.rewrite.rules import rewrite
    from nlkgq.sparql import parse_query
    from nlkgq.validation.gate import gate

    limits = Limits(seconds=1.0, rows=1)
    wrapper, profile = knowledge.wrapper, knowledge.profile
    counts = profile.classes if profile is not None and profile.complete else None

    def native(query: str) -> str:
        return query if wrapper is None else str(rewrite(parse_query(query), wrapper, counts=counts).tree)

    def probe(query: str) -> bool:
        try:
            found = knowledge.endpoint.run(gate(native(query), knowledge.policy.rewritten()), limits=limits)
        except (EndpointError, RefusedError):
            return True
        if isinstance(found, AskResult):
            return found.boolean
        return not isinstance(found, SelectResult) or any(cell is not None for row in found.rows for cell in row)

    return probe


def make_associations(knowledge: Knowledge) -> Associations | None:
    """What tells the terms near in meaning to a word; None unless the settings want it.

    Raises:
        MissingExtraError: It is wanted and not installed.
    """
    if not knowledge.settings.steps.offline.embeddings:
        return None
    from nlkgq.generation.offline.associations import WordVectors

    return WordVectors(knowledge.ontology)


def make_generator(
    knowledge: Knowledge,
    model: str | object,
    *,
    record: Path | None = None,
    client: LLMClient | None = None,
    outgoing: Outgoing | None = None,
) -> QueryGenerator:
    """The offline translator, or a language model behind the wire gate.

    Args:
        knowledge: The graph.
        model: A back-end by name, a client (has ``complete``) or a generator (has ``generate``).
        record: A file that takes the model's replies.
        client: Asked in place of the named model's own client.
        outgoing: The way out to the model where it is made already.

    Raises:
        UsageError: ``model`` is none of these.
    """
    if hasattr(model, "generate"):
        return cast("QueryGenerator", model)
    if model == "offline":
        from nlkgq.generation.offline import OfflineTranslator

        return OfflineTranslator(
            ontology=knowledge.ontology,
            lexicon=knowledge.lexicon,
            index=knowledge.index,
            profile=knowledge.profile,
            probe=make_probe(knowledge),
            associations=make_associations(knowledge),
            named=knowledge.settings.steps.offline.names,
        )
    from nlkgq.generation.llm import LlmGenerator
    from nlkgq.outgoing import make_outgoing

    if not isinstance(model, str) and not hasattr(model, "complete"):
        raise UsageError(f"{model!r} is no model", hint="A name, or an object with `complete` or `generate`.")
    way = outgoing or make_outgoing(knowledge, model if isinstance(model, str) else type(model).__name__)
    if not isinstance(model, str):
        client = cast("LLMClient", model)
    elif client is None:
        client = make_client(model, knowledge.settings, way.gate, make_grammar_source(knowledge, way.material.ontology))
        close = getattr(client, "close", None)
        if close is not None:
            knowledge.on_close(close)
    if record is not None:
        from nlkgq.llm.record import RecordingClient

        client = RecordingClient(client, record, prompt_hash=way.builder.prompt_hash)
    return LlmGenerator(client, way.builder, way.gate)

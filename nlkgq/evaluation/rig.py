"""A graph of a data set opened with a system over it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from nlkgq.errors import UsageError
from nlkgq.evaluation.dataset import GraphSource

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph
    from nlkgq.evaluation.replies import KeptClient
    from nlkgq.knowledge import Progress
    from nlkgq.llm.protocol import LLMClient
    from nlkgq.translator import Translator


def open_source(
    source: GraphSource, settings: Mapping[str, Any] | None = None, *, progress: Progress | None = None
) -> KnowledgeGraph:
    """The graph, with ``settings`` over those of the data set.

    Raises:
        ConfigError: A setting is wrong.
    """
    from nlkgq.api import KnowledgeGraph

    merged = {"name": source.name, **source.settings, **(settings or {})}
    if source.kg is not None:
        if source.files:
            merged = {"endpoints.graph.files": list(source.files), **merged}
        return KnowledgeGraph.open(source.kg, settings=merged, progress=progress)
    if source.url is not None:
        return KnowledgeGraph.from_endpoint(source.url, source.ontology, settings=merged, progress=progress)
    return KnowledgeGraph.from_files(source.files, source.ontology, settings=merged, progress=progress)


def make_translator(kg: KnowledgeGraph, client: KeptClient | None) -> Translator:
    """The system that the graph's settings name: offline, a model, or another system (``peer:...``).

    Raises:
        UsageError: There is no such system.
    """
    from nlkgq.translator import Translator

    name = kg.settings.model.name
    if name.startswith("peer:"):
        from nlkgq.evaluation.peers.open import open_peer

        if kg.settings.privacy.mode != "off":
            raise UsageError("a system of others cannot read placeholders", hint="Give --privacy off.")
        return Translator(kg, model=open_peer(name, kg, client), as_written=True)
    return Translator(kg, model=name, client=client)


def own_client(kg: KnowledgeGraph, translator: Translator) -> LLMClient:
    """The client of the model that the graph's settings name, with its grammar, behind the translator's gate; of the
    model of a system of others, which has no grammar.

    It is closed with the graph.

    Raises:
        UsageError, ConfigError: No such model, or no key for it.
    """
    from nlkgq.egress.gate import WireGate
    from nlkgq.factory import make_client, make_grammar_source

    name = kg.settings.model.name
    if name.startswith("peer:"):
        client = make_client(model_of(name) or name, kg.settings, WireGate())
    else:
        way = translator.outgoing
        source = make_grammar_source(kg.knowledge, way.material.ontology)
        client = make_client(name, kg.settings, way.gate, source)
    close = getattr(client, "close", None)
    if close is not None:
        kg.knowledge.on_close(close)
    return client


def model_of(name: str) -> str | None:
    """The model whose requests the harness sees and keeps; None for a system without one, or that asks for itself."""
    if name == "offline":
        return None
    if name.startswith("peer:"):
        from nlkgq.evaluation.peers.open import peer_model

        return peer_model(name)
    return name


def identity(name: str, kg: KnowledgeGraph) -> dict[str, Any]:
    """Everything about graph and system that may change an answer: flat names and plain values.

    Args:
        name: Of the graph in its data set.
        kg: Opened with the system's settings.

    Texts that are long count by their SHA-256 (hex, first 16 characters): graph, ontology, instructions, rider.
    """
    from nlkgq.rdf_files import content_key
    from nlkgq.translator import Translator

    settings = kg.settings
    endpoints = settings.asked_endpoints
    found: dict[str, Any] = {f"model.{k}": v for k, v in asdict(settings.model).items()}
    found |= {f"gate.{k}": sorted(v) if isinstance(v, tuple) else v for k, v in asdict(settings.gate).items()}
    found["privacy.mode"] = settings.privacy.mode
    found |= {"timeout": kg.knowledge.limits.seconds, "row_cap": kg.knowledge.limits.rows}
    found[f"graph of {name}"] = " ".join(e.url or content_key(e.files)[:16] for e in endpoints)
    if settings.model.name.startswith("peer:"):
        from nlkgq.evaluation.peers.open import peer_version

        found["peer"] = peer_version(settings.model.name)
    if model_of(settings.model.name) == settings.model.name:
        request = Translator(kg).request("Which terms are there?")
        for part, block in zip(("instructions", "ontology text", "rider"), request.system, strict=False):
            found[f"{part} of {name}"] = _hash(block.text)
    else:
        found[f"ontology text of {name}"] = _hash(kg.render_ontology("full"))
    return found


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]

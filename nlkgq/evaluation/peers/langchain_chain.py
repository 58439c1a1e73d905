"""LangChain's SPARQL chain as a generator: its own prompts and schema text, our client, wire gate and query gate."""

from __future__ import annotations

import re
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nlkgq.errors import ConfigError, NoQueryError
from nlkgq.evaluation.peers.chat_model import chat_model, requester
from nlkgq.generation.protocol import Generation
from nlkgq.llm.protocol import LLMClient
from nlkgq.rdf_files import read_quads
from nlkgq.validation.attempt import Attempt

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph
    from nlkgq.masking.model import MaskedText

_FENCE = re.compile(r"^```[a-z]*\n|\n```$")


class LangChainSparqlChain:
    """Asks ``GraphSparqlQAChain`` of langchain-community for a query; the chain never runs what it wrote.

    Args:
        model: A model by our names (``anthropic:...``, ``openai:...``).
        kg: The graph; it must be files, since the chain reads its schema from the data.
        client: Asked in place of the model's own client.

    Raises:
        ConfigError: The graph is behind an address, or langchain-community is not installed.
    """

    def __init__(self, model: str, kg: KnowledgeGraph, *, client: LLMClient | None = None) -> None:
        files = tuple(path for endpoint in kg.settings.asked_endpoints for path in endpoint.files)
        if not files:
            raise ConfigError("LangChain's chain reads its schema from files", place="model.name")
        self._name = model.partition(":")[2] or model
        if client is None:
            from nlkgq.egress.gate import WireGate
            from nlkgq.factory import make_client

            client = make_client(model, kg.settings, WireGate())
        asked = kg.settings.model
        ask = requester(client, self._name, max_tokens=asked.max_tokens, temperature=asked.temperature)
        self._chain = _chain(files, ask)

    def generate(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> Generation:
        """The query that the chain was about to run.

        Raises:
            NoQueryError: It wanted to write, or found no kind of query.
            ModelError: The model failed.
        """
        from langsmith import tracing_context

        begun = time.perf_counter()
        try:
            with tracing_context(enabled=False):  # nothing leaves but through our client, whatever the environment says
                self._chain.invoke({"query": question.text})
        except _Written as written:
            query = _FENCE.sub("", written.query.strip())
            return Generation(query=query, model=self._name, seconds=time.perf_counter() - begun)
        except ValueError as error:  # what the chain says of an intent that it does not know
            raise NoQueryError(str(error)) from None
        raise NoQueryError("")


class _Written(Exception):
    """No error: it carries the query out of the chain."""

    def __init__(self, query: str) -> None:
        super().__init__(query)
        self.query = query


def _chain(files: tuple[Path, ...], ask: Callable[[Sequence[Any]], str]) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            from langchain_community.chains.graph_qa.sparql import GraphSparqlQAChain
            from langchain_community.graphs.rdf_graph import RdfGraph
    except ImportError:
        message = "langchain-community is not installed"
        raise ConfigError(message, place="model.name", hint="pip install langchain-community") from None

    class Schema(RdfGraph):  # type: ignore[misc] # LangChain is not installed where types are checked
        """Its schema text; a query of the chain is taken, not run."""

        loaded = False

        def query(self, query: str) -> Any:
            if not self.loaded:
                return super().query(query)
            raise _Written(query)

        def update(self, query: str) -> None:
            raise ValueError("the chain wanted to write")

    with tempfile.NamedTemporaryFile("w", suffix=".nt", encoding="utf-8") as target:
        for path in files:
            for quad in read_quads(path):
                target.write(f"{quad.triple} .\n")
        target.flush()
        graph = Schema(source_file=target.name, serialization="nt", standard="rdf")
    graph.loaded = True
    return GraphSparqlQAChain.from_llm(chat_model(ask), graph=graph, allow_dangerous_requests=True)

"""sparql-llm (https://github.com/sib-swiss/sparql-llm) as a generator: its agent, our client, wire gate and query gate.

Its agent lets the model name concepts, retrieves class schemas that are near them, lets the model write a query, checks
it against the graph's VoID description, runs it, and shows the model findings and rows until it is content. What it
reads and where it runs are ours: a VoID description counted from the graph's files, the ontology's class labels and
prefixes, and our gate. Three things differ from its own service: there are no examples of queries, since a data set
has none to give; the opening sentences of its prompts are left out, which let it answer questions about life science
alone; and structured output is asked for in words, not by a tool call.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from nlkgq.errors import ConfigError, ModelError, NlkgqError, NoQueryError
from nlkgq.evaluation.peers.chat_model import chat_model, requester
from nlkgq.evaluation.peers.embeddings import DEFAULT, Embedding, open_embedding
from nlkgq.evaluation.peers.void_description import prefix_turtle, schema_of, void_turtle
from nlkgq.generation.protocol import Generation
from nlkgq.results.formats import write_json
from nlkgq.results.models import AskResult
from nlkgq.validation.attempt import Attempt

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph
    from nlkgq.llm.protocol import LLMClient
    from nlkgq.masking.model import MaskedText

_KNOWN: Final = "0.1.4"
"""The release whose inside this module knows."""
_ADDRESS: Final = "http://graph.invalid/sparql"
"""By which the agent knows the graph; a name that never resolves (RFC 2606)."""
_STEPS: Final = 25
"""Most nodes of its graph for one question, as its own service sets it."""
_importing = threading.Lock()
_parsing = threading.Lock()


class SparqlLlmAgent:
    """Asks the agent of sparql-llm for a query.

    Args:
        model: A model by our names (``anthropic:...``, ``openai:...``).
        kg: The graph; it must be files, since its VoID description is counted from them.
        embedding: What retrieves; see `open_embedding`. "" for sparql-llm's own.
        client: Asked in place of the model's own client.

    Raises:
        ConfigError: The graph is behind an address, sparql-llm is not installed, or the embedding cannot be had.
    """

    def __init__(self, model: str, kg: KnowledgeGraph, *, embedding: str = "", client: LLMClient | None = None) -> None:
        files = tuple(path for endpoint in kg.settings.asked_endpoints for path in endpoint.files)
        if not files:
            raise ConfigError("sparql-llm is given a description of the graph's files", place="model.name")
        if client is None:
            from nlkgq.egress.gate import WireGate
            from nlkgq.factory import make_client

            client = make_client(model, kg.settings, WireGate())
        self._name = model.partition(":")[2] or model
        asked = kg.settings.model
        ask = requester(client, self._name, max_tokens=asked.max_tokens, temperature=asked.temperature)
        opened, dimensions = open_embedding(embedding or DEFAULT)
        self._agent = _Agent(kg, files, ask, opened, dimensions)

    def generate(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> Generation:
        """The last query that the agent found valid, else the last it wrote.

        Raises:
            NoQueryError: It wrote none.
            ModelError: The model failed, or the agent did.
        """
        begun = time.perf_counter()
        try:
            query = self._agent.query(question.text)
        except NlkgqError:
            raise
        except Exception as error:  # a stranger's agent may raise anything; it is recorded, not hidden
            raise ModelError(f"sparql-llm: {type(error).__name__}: {error}", kind="bad-reply") from error
        if not query:
            raise NoQueryError("")
        return Generation(query=query, model=self._name, seconds=time.perf_counter() - begun)


class _Agent:
    """A copy of the package, whose settings and index are module variables, for one graph."""

    def __init__(
        self,
        kg: KnowledgeGraph,
        files: tuple[Path, ...],
        ask: Callable[[Any], str],
        embedding: Embedding,
        dimensions: int,
    ) -> None:
        with tempfile.TemporaryDirectory() as folder, _importing:
            _describe(Path(folder), kg, files, dimensions)
            self._modules = found = _imported(Path(folder) / "settings.json", embedding)
            _keep_at_home(found, kg)
            found["indexing.index_resources"].init_vectordb()
        model = chat_model(ask)
        prompts, extraction = found["agent.prompts"], found["agent.nodes.llm_extraction"]
        for node in (found["agent.nodes.call_model"], extraction):
            _replace(node, "load_chat_model", lambda configuration: model)
        _replace(extraction, "EXTRACTION_PROMPT", prompts.EXTRACTION_PROMPT.replace(prompts.INTRODUCTION_PROMPT, ""))
        system = prompts.RESOLUTION_PROMPT.replace(prompts.INTRODUCTION_PROMPT, "")
        self._how = {"recursion_limit": _STEPS, "configurable": {"system_prompt": system}}

    def query(self, question: str) -> str:
        """What the agent ends with; "" without a query."""
        from langsmith import tracing_context

        with tracing_context(enabled=False):  # nothing leaves but through our client, whatever the environment says
            graph = self._modules["agent.graph"].graph
            state = asyncio.run(graph.ainvoke({"messages": [("user", question)]}, self._how))
        told = state.get("structured_output")
        if isinstance(told, dict) and told.get("sparql_query"):
            return str(told["sparql_query"])
        extract = self._modules["validate_sparql"].extract_sparql_queries
        written = [q["query"] for m in state["messages"] if m.type == "ai" for q in extract(str(m.text))]
        return str(written[-1] or "") if written else ""


def _describe(folder: Path, kg: KnowledgeGraph, files: tuple[Path, ...], dimensions: int) -> None:
    """Writes the package's settings, and what it is to know of the graph."""
    (folder / "void.ttl").write_text(void_turtle(schema_of(files)), encoding="utf-8")
    (folder / "prefixes.ttl").write_text(prefix_turtle(dict(kg.prefixes)), encoding="utf-8")
    endpoint = {
        "label": kg.settings.title or kg.settings.name,
        "endpoint_url": _ADDRESS,
        "description": kg.settings.description or "",
        "void_file": str(folder / "void.ttl"),
        "examples_file": str(folder / "prefixes.ttl"),
    }
    settings = {
        "endpoints": [endpoint], "vectordb_url": str(folder / "vectors"), "embedding_dimensions": dimensions,
        "auto_init": False, "force_index": False, "use_tools": False, "app_name": endpoint["label"], "app_org": "",
    }  # fmt: skip
    (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")


def _imported(settings: Path, embedding: Embedding) -> dict[str, Any]:
    """Fresh modules of the package by name."""
    wanted = (
        "utils", "validate_sparql", "loaders.sparql_void_shapes_loader", "agent.prompts", "agent.graph",
        "agent.nodes.call_model", "agent.nodes.llm_extraction", "agent.nodes.validation", "indexing.index_resources",
    )  # fmt: skip
    try:
        with _replaced(settings, embedding):
            logging.getLogger("sparql_llm").addFilter(lambda entry: entry.levelno >= logging.WARNING)
            # before the rest: what is imported next reads the description, and would keep it in the working folder
            utils = importlib.import_module("sparql_llm.utils")
            _replace(utils, "ENDPOINTS_METADATA_FILE", settings.with_name("metadata.json"))
            return {name: importlib.import_module(f"sparql_llm.{name}") for name in wanted}
    except ImportError as error:
        raise ConfigError(
            f"sparql-llm is not installed: {error}",
            place="model.name",
            hint=f"pip install 'sparql-llm[agent]=={_KNOWN}'",
        ) from None


@contextmanager
def _replaced(settings: Path, embedding: Embedding) -> Iterator[None]:
    """While the package is imported: its settings file, our embedding for its own, vectors in memory; no old copy."""
    import fastembed
    import qdrant_client

    before = os.environ.get("SETTINGS_FILEPATH")
    own = fastembed.TextEmbedding, qdrant_client.QdrantClient
    for name in [m for m in sys.modules if m == "sparql_llm" or m.startswith("sparql_llm.")]:
        del sys.modules[name]
    os.environ["SETTINGS_FILEPATH"] = str(settings)
    vectors = qdrant_client.QdrantClient(":memory:")
    text_embedding: Any = fastembed.TextEmbedding

    class Given(text_embedding):  # type: ignore[misc] # fastembed is not installed where types are checked
        """Looks like the class to those that ask it for its models."""

        def __new__(cls, *_: Any, **__: Any) -> Any:
            return embedding

    fastembed.TextEmbedding = Given
    qdrant_client.QdrantClient = lambda *_, **__: vectors
    try:
        yield
    finally:
        fastembed.TextEmbedding, qdrant_client.QdrantClient = own
        del os.environ["SETTINGS_FILEPATH"]
        if before is not None:
            os.environ["SETTINGS_FILEPATH"] = before


def _keep_at_home(modules: Mapping[str, Any], kg: KnowledgeGraph) -> None:
    """Puts our gate in the place of every request the package would send, and a lock around rdflib's parser."""
    ask_file = _known(modules["utils"], "query_sparql")
    check = _known(modules["agent.nodes.validation"], "validate_sparql_in_msg")

    def only_files(query: str, endpoint_url: str, use_file: str | None = None, **_: Any) -> Any:
        if use_file is None:
            raise ValueError(f"{endpoint_url} is no endpoint of this graph")
        return ask_file(query, endpoint_url, use_file=use_file)

    def check_alone(*given: Any) -> Any:
        with _parsing:  # rdflib's parser is not for several threads
            return check(*given)

    loader, validation = modules["loaders.sparql_void_shapes_loader"], modules["agent.nodes.validation"]
    _replace(modules["utils"], "query_sparql", only_files)
    _replace(loader, "query_sparql", lambda *_, **__: _class_labels(kg))
    _replace(validation, "validate_sparql_in_msg", check_alone)
    _replace(validation, "query_sparql", lambda query, *_, **__: _answer(kg, query))
    modules["indexing.index_resources"].print = lambda *_: None


def _replace(module: ModuleType, name: str, value: object) -> None:
    """Puts ``value`` in the place of what the module has under a name; a release without it is refused, not trusted."""
    _known(module, name)
    setattr(module, name, value)


def _known(module: ModuleType, name: str) -> Any:
    """What the module has under a name."""
    if not hasattr(module, name):
        raise ConfigError(
            f"{module.__name__} has no {name}: a release of sparql-llm that is not known here",
            place="model.name",
            hint=f"pip install 'sparql-llm[agent]=={_KNOWN}'",
        )
    return getattr(module, name)


def _answer(kg: KnowledgeGraph, query: str) -> Any:
    """What a query comes to behind our gate, in the form that the package gives the replies of endpoints."""
    result = kg.query(query)
    if isinstance(result, AskResult):
        return {"results": {"bindings": [{"ask-variable": {"value": str(result.boolean).lower()}}]}}
    return json.loads(write_json(result))


def _class_labels(kg: KnowledgeGraph) -> dict[str, Any]:
    """Labels and comments of the ontology's classes, as the package would get them from an endpoint."""
    language = kg.settings.language
    bindings = []
    for iri, class_ in kg.ontology.classes.items():
        found = {"cls": {"value": iri}, "label": {"value": class_.label(language)}}
        if class_.comments:
            found["comment"] = {"value": class_.comments[0].value}
        bindings.append(found)
    return {"results": {"bindings": bindings}}

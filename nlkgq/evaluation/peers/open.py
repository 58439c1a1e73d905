"""``peer:<kind>:<where>`` -> a generator."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nlkgq.errors import UsageError

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph
    from nlkgq.generation.protocol import QueryGenerator
    from nlkgq.llm.protocol import LLMClient

_PACKAGES: Final[Mapping[str, str]] = {"langchain": "langchain-community", "sparql-llm": "sparql-llm"}
"""Kind -> the package whose prompts it uses with a model of ours."""


def open_peer(name: str, kg: KnowledgeGraph, client: LLMClient | None = None) -> QueryGenerator:
    """The generator that a name stands for.

    Args:
        name: ``peer:answers:FILE`` (queries written elsewhere), ``peer:text2sparql:URL`` (an endpoint of the
            TEXT2SPARQL challenge), ``peer:python:MODULE:FUNCTION`` (a function of an installed package: question and
            `PeerGraph` -> SPARQL), ``peer:langchain:MODEL`` (LangChain's SPARQL chain with one of our models),
            ``peer:sparql-llm:MODEL`` (sparql-llm's agent with one of our models; ``peer:sparql-llm+EMBEDDING:MODEL``
            retrieves with another embedding than its own).
        kg: The graph that is asked about.
        client: Asked in place of the client of MODEL; None makes that.

    Raises:
        UsageError: No such kind.
        ConfigError: The file or function is not there.
    """
    kind, where = _parts(name)
    if kind == "answers" and where:
        from nlkgq.evaluation.peers.answers_file import AnswersFile

        return AnswersFile(Path(where))
    if kind == "text2sparql" and where:
        from nlkgq.evaluation.peers.text2sparql_endpoint import Text2SparqlEndpoint

        return Text2SparqlEndpoint(where, dataset=kg.settings.name, timeout=kg.settings.model.timeout)
    if kind == "python" and where:
        from nlkgq.evaluation.peers.python_function import PythonFunction

        return PythonFunction(where, kg)
    if kind == "langchain" and where:
        from nlkgq.evaluation.peers.langchain_chain import LangChainSparqlChain

        return LangChainSparqlChain(where, kg, client=client)
    system, _, embedding = kind.partition("+")
    if system == "sparql-llm" and where:
        from nlkgq.evaluation.peers.sparql_llm_agent import SparqlLlmAgent

        return SparqlLlmAgent(where, kg, embedding=embedding, client=client)
    raise UsageError(
        f"{name!r} is no peer",
        hint="peer:answers:FILE, peer:text2sparql:URL, peer:python:MODULE:FUNCTION, peer:langchain:MODEL or "
        "peer:sparql-llm:MODEL.",
    )


def peer_model(name: str) -> str | None:
    """The model of ours that a peer asks; None for one that asks none, or one of its own.

    >>> peer_model("peer:langchain:openai:small"), peer_model("peer:text2sparql:https://a.example/")
    ('openai:small', None)
    """
    kind, where = _parts(name)
    return (where or None) if kind.partition("+")[0] in _PACKAGES else None


def peer_version(name: str) -> str:
    """The release of the package behind a peer, such as ``sparql-llm 0.1.4``; else the peer's kind."""
    kind, _ = _parts(name)
    package = _PACKAGES.get(kind.partition("+")[0])
    try:
        return f"{package} {version(package)}" if package is not None else kind
    except PackageNotFoundError:
        return f"{package} is not installed"


def _parts(name: str) -> tuple[str, str]:
    _, _, rest = name.partition(":")
    kind, _, where = rest.partition(":")
    return kind, where

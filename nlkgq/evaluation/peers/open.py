"""``peer:<kind>:<where>`` -> a generator."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from nlkgq.errors import UsageError

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph
    from nlkgq.generation.protocol import QueryGenerator


def open_peer(name: str, kg: KnowledgeGraph) -> QueryGenerator:
    """The generator that a name stands for.

    Args:
        name: ``peer:answers:FILE`` (queries written elsewhere), ``peer:text2sparql:URL`` (an endpoint of the
            TEXT2SPARQL challenge), ``peer:python:MODULE:FUNCTION`` (a function of an installed package: question and
            `PeerGraph` -> SPARQL), ``peer:langchain:MODEL`` (LangChain's SPARQL chain with one of our models),
            ``peer:sparql-llm:MODEL`` (sparql-llm's agent with one of our models; ``peer:sparql-llm+EMBEDDING:MODEL``
            retrieves with another embedding than its own).
        kg: The graph that is asked about.

    Raises:
        UsageError: No such kind.
        ConfigError: The file or function is not there.
    """
    _, _, rest = name.partition(":")
    kind, _, where = rest.partition(":")
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

        return LangChainSparqlChain(where, kg)
    system, _, embedding = kind.partition("+")
    if system == "sparql-llm" and where:
        from nlkgq.evaluation.peers.sparql_llm_agent import SparqlLlmAgent

        return SparqlLlmAgent(where, kg, embedding=embedding)
    raise UsageError(
        f"{name!r} is no peer",
        hint="peer:answers:FILE, peer:text2sparql:URL, peer:python:MODULE:FUNCTION, peer:langchain:MODEL or "
        "peer:sparql-llm:MODEL.",
    )

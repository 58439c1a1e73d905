"""A function of an installed package as a generator."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nlkgq.errors import ConfigError, ModelError, NoQueryError
from nlkgq.generation.protocol import Generation
from nlkgq.validation.attempt import Attempt

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph
    from nlkgq.masking.model import MaskedText


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerGraph:
    """What a system of others may know of the graph.

    Args:
        name: Of the graph.
        files: Of the graph; () behind an address.
        url: Of its endpoint; None for files.
        ontology: Its ontology, rendered in Turtle.
    """

    name: str
    files: tuple[Path, ...]
    url: str | None
    ontology: str


class PythonFunction:
    """Calls ``function(question, graph)``, which returns SPARQL, or "" or None for none.

    A few lines around an installed system make such a function: LangChain's SPARQL chain, sparql-llm, one's own.

    Args:
        where: ``module:function``.
        kg: The graph.

    Raises:
        ConfigError: There is no such function.
    """

    def __init__(self, where: str, kg: KnowledgeGraph) -> None:
        module, _, name = where.partition(":")
        try:
            self._function: Callable[[str, PeerGraph], str | None] = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError, ValueError) as error:
            raise ConfigError(f"no function {where!r}: {error}", place="model.name") from None
        asked = kg.settings.asked_endpoints
        files = tuple(path for endpoint in asked for path in endpoint.files)
        self._graph = PeerGraph(
            name=kg.settings.name, files=files, url=asked[0].url, ontology=kg.render_ontology("full")
        )

    def generate(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> Generation:
        """Its query.

        Raises:
            NoQueryError: It returned none.
            ModelError: It raised.
        """
        begun = time.perf_counter()
        try:
            query = self._function(question.text, self._graph)
        except Exception as error:  # a stranger's function may raise anything; it is recorded, not hidden
            raise ModelError(f"{type(error).__name__}: {error}", kind="bad-reply") from error
        if not query or not query.strip():
            raise NoQueryError(query or "")
        return Generation(query=query, model="offline", seconds=time.perf_counter() - begun)

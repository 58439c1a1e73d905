"""Questions in plain language become SPARQL queries over a knowledge graph, and answers with the query behind them.

The public surface: `KnowledgeGraph`, `Translator`, `Translation`, `Answer` and the errors. `nlkgq.sparql` is a SPARQL
1.1 syntax tree of its own. Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nlkgq.answer import Answer, Translation
    from nlkgq.api import KnowledgeGraph
    from nlkgq.errors import (
        ConfigError,
        EndpointError,
        LeakBlocked,
        ModelError,
        NlkgqError,
        NoAnswerError,
        NotUnderstoodError,
        RefusedError,
        SparqlSyntaxError,
    )
    from nlkgq.masking.model import MaskedText
    from nlkgq.translator import Translator

_HOMES = {
    "Answer": "answer",
    "Translation": "answer",
    "KnowledgeGraph": "api",
    "Translator": "translator",
    "MaskedText": "masking.model",
}

__all__ = [
    "Answer",
    "ConfigError",
    "EndpointError",
    "KnowledgeGraph",
    "LeakBlocked",
    "MaskedText",
    "ModelError",
    "NlkgqError",
    "NoAnswerError",
    "NotUnderstoodError",
    "RefusedError",
    "SparqlSyntaxError",
    "Translation",
    "Translator",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"nlkgq.{_HOMES.get(name, 'errors')}"), name)

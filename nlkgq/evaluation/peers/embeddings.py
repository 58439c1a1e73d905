"""Sentence embeddings by name, for systems of others that retrieve what they show a model."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from nlkgq.errors import ConfigError

DEFAULT: Final = "BAAI/bge-small-en-v1.5"
"""What sparql-llm takes when nothing is said; fastembed downloads it once."""
WORDLLAMA: Final = "wordllama"
_DIMENSIONS: Final = 256


class Embedding(Protocol):
    """What fastembed's ``TextEmbedding`` offers, as far as it is used."""

    def embed(self, documents: str | Iterable[str]) -> Iterable[Any]:
        """One vector (numpy, float) a text, in order."""
        ...


def open_embedding(name: str) -> tuple[Embedding, int]:
    """The embedding and its number of dimensions.

    Args:
        name: ``wordllama`` (static vectors that lie in its wheel: no download), or a model of fastembed, which
            downloads it unless it lies in its cache.

    Raises:
        ConfigError: The package is not installed, the model is not known or cannot be had here.
    """
    return _wordllama() if name == WORDLLAMA else _fastembed(name)


def _fastembed(name: str) -> tuple[Embedding, int]:
    try:
        from fastembed import TextEmbedding
    except ImportError:
        raise ConfigError("fastembed is not installed", place="model.name", hint="pip install fastembed") from None
    try:
        dimensions = int(TextEmbedding.get_embedding_size(name))
    except ValueError:
        raise ConfigError(
            f"fastembed knows no embedding {name!r}", place="model.name", hint=f"{DEFAULT}, or {WORDLLAMA}."
        ) from None
    try:
        made: Embedding = TextEmbedding(name)
    except (ValueError, OSError, RuntimeError) as error:
        raise ConfigError(
            f"the embedding {name} cannot be had: {error}",
            place="model.name",
            hint="fastembed downloads it: run once where there is a network and set FASTEMBED_CACHE_PATH to its cache; "
            f"or pip install wordllama and write peer:sparql-llm+{WORDLLAMA}:MODEL, which needs no download.",
        ) from None
    return made, dimensions


def _wordllama() -> tuple[Embedding, int]:
    try:
        with _logging_as_it_was():
            import wordllama
    except ImportError:
        raise ConfigError("wordllama is not installed", place="model.name", hint="pip install wordllama") from None
    folder = Path(wordllama.__file__).parent
    try:
        # told where its own files are, since it looks for the tokenizer elsewhere first
        model = wordllama.WordLlama.load(dim=_DIMENSIONS, cache_dir=folder, disable_download=True)
    except (OSError, ValueError) as error:
        raise ConfigError(f"wordllama's vectors are not in its package: {error}", place="model.name") from None
    return _StaticVectors(model), _DIMENSIONS


@contextmanager
def _logging_as_it_was() -> Iterator[None]:
    """wordllama sets up the logging of the whole program where it is imported: every request would then be told."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    try:
        yield
    finally:
        root.setLevel(level)
        root.handlers[:] = handlers


class _StaticVectors:
    """wordllama under the name of fastembed's method."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def embed(self, documents: str | Iterable[str]) -> Iterator[Any]:
        """One vector a text; a text without a known word has zeros, which are like nothing."""
        texts: Sequence[str] = [documents] if isinstance(documents, str) else list(documents)
        if texts:
            yield from self._model.embed(list(texts))

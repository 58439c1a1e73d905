"""Words near in meaning to the terms of an ontology, by a small embedding model that lies in a package."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from nlkgq.errors import MissingExtraError
from nlkgq.ontology.model import Ontology, Term

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LEAST = 0.38
"""Least similarity of a word with a name; unrelated words reach about 0.2."""
_AHEAD = 0.1
"""How much nearer the name of one term must be than those of others."""
_COMMENT = 0.8
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Association:
    """A term whose name is near a word in meaning; ``similarity`` is a cosine."""

    iri: str
    kind: Literal["class", "property"]
    similarity: float
    name: str


class Associations(Protocol):
    """Tells the term that a word may mean although no name has it."""

    def nearest(self, word: str) -> Association | None:
        """The term whose name is nearest, None when none is near or several are."""
        ...


class WordVectors:
    """Associations by WordLlama (https://github.com/dleemiller/WordLlama, MIT): token embeddings, averaged.

    Nothing is downloaded: the weights come with the package.

    Args:
        ontology: The names are labels and alternative labels of classes and properties, and comments count a little.

    Raises:
        MissingExtraError: The package is not installed.
    """

    def __init__(self, ontology: Ontology) -> None:
        self._model = _load()
        self._names: list[tuple[str, Literal["class", "property"], str, float]] = []
        for iri, cls in ontology.classes.items():
            self._take(cls, iri, "class")
        for iri, prop in ontology.properties.items():
            self._take(prop, iri, "property")
        self._vectors = self._embed([text for _, _, text, _ in self._names]) if self._names else None
        self._cache: dict[str, Association | None] = {}

    def _take(self, term: Term, iri: str, kind: Literal["class", "property"]) -> None:
        names = dict.fromkeys((term.label(), *(t.value for t in (*term.labels, *term.alt_labels))))
        self._names += [(iri, kind, name, 1.0) for name in names]
        self._names += [(iri, kind, text.value[:_LONGEST], _COMMENT) for text in term.comments]

    def nearest(self, word: str) -> Association | None:
        """The term whose name is nearest, None when none is near or several are."""
        if word not in self._cache:
            if len(self._cache) > 20_000:
                self._cache.clear()
            self._cache[word] = self._nearest(word)
        return self._cache[word]

    def _nearest(self, word: str) -> Association | None:
        if self._vectors is None:
            return None
        near: dict[str, Association] = {}
        for (iri, kind, name, weight), cosine in zip(self._names, self._vectors @ self._embed([word])[0], strict=True):
            similarity = round(float(cosine) * weight, 4)
            if iri not in near or near[iri].similarity < similarity:
                near[iri] = Association(iri, kind, similarity, name)
        first, *others = sorted(near.values(), key=lambda a: (-a.similarity, a.iri))[:2]
        ahead = first.similarity - (others[0].similarity if others else 0.0)
        return first if first.similarity >= _LEAST and ahead >= _AHEAD else None

    def _embed(self, texts: list[str]) -> NDArray[np.float32]:
        """Rows of length one, one for each text."""
        found: NDArray[np.float32] = self._model.embed(texts, norm=True)
        return found


@cache
def _load() -> Any:
    try:
        import wordllama
    except ImportError as error:
        raise MissingExtraError("wordllama", extra="embeddings") from error
    folder = Path(wordllama.__file__).parent
    # Its own look-up misses the tokenizer that lies in the package, unless the package is named as the cache.
    return wordllama.WordLlama.load(cache_dir=folder, disable_download=True)

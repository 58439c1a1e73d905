"""Named entities of a spaCy pipeline (MIT licence), loaded from this machine alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from nlkgq.errors import ConfigError, MissingExtraError

if TYPE_CHECKING:
    from spacy.language import Language

_NUMERIC: Final = frozenset({"CARDINAL", "ORDINAL", "QUANTITY", "PERCENT", "MONEY", "DATE", "TIME"})
"""Entity labels that the masker's own shapes deal with: counts and words like "today" are to pass."""


def load_pipeline(name: str) -> Language:
    """An installed spaCy pipeline, or one in a folder; nothing is downloaded.

    Raises:
        MissingExtraError: spaCy is not installed.
        ConfigError: There is no such pipeline.
    """
    try:
        import spacy
    except ImportError:
        raise MissingExtraError("spaCy", extra="ner") from None
    try:
        return spacy.load(name)
    except (OSError, ValueError) as error:
        message = f"privacy.recognisers: no spaCy pipeline {name!r}: {str(error).splitlines()[0]}"
        raise ConfigError(message, place="privacy.recognisers", hint="Install the pipeline's package first.") from None


class SpacyRecogniser:
    """The entities that a pipeline finds, but for numbers and dates.

    Args:
        pipeline: Its name or folder.

    Raises:
        MissingExtraError: spaCy is not installed.
        ConfigError: There is no such pipeline, or it has no component that finds entities.
    """

    def __init__(self, pipeline: str) -> None:
        self._pipeline = load_pipeline(pipeline)
        if not {"ner", "entity_ruler", "span_ruler"} & set(self._pipeline.pipe_names):
            message = f"privacy.recognisers: the spaCy pipeline {pipeline!r} finds no entities"
            raise ConfigError(message, place="privacy.recognisers", hint="It needs `ner` or `entity_ruler`.")

    def __call__(self, text: str) -> Iterable[tuple[int, int]]:
        """The stretches of the entities."""
        return [(e.start_char, e.end_char) for e in self._pipeline(text).ents if e.label_ not in _NUMERIC]

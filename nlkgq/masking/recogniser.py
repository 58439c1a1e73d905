"""A user's own recognisers of private text, such as a named-entity model: on top of the masker, never instead."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from nlkgq.errors import ConfigError

_PLACE = "privacy.recognisers"


class Recogniser(Protocol):
    """Says what else is to be masked."""

    def __call__(self, text: str) -> Iterable[tuple[int, int]]:
        """The stretches of ``text`` to be masked, each from the offset of its first character to behind its last."""
        ...


class PythonRecogniser:
    """A function of an installed package: takes the question, returns pairs of offsets.

    >>> find = PythonRecogniser("re", "compile")
    >>> find.name
    'python:re:compile'

    Raises:
        ConfigError: There is no such function.
    """

    def __init__(self, module: str, name: str) -> None:
        self.name = f"python:{module}:{name}"
        try:
            self._function: Callable[[str], Iterable[Sequence[int]]] = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError, TypeError, ValueError) as error:
            message = f"{_PLACE}: no function {name!r} in {module!r}: {error}"
            raise ConfigError(message, place=_PLACE, hint="python:MODULE:FUNCTION, installed beside nlkgq.") from None

    def __call__(self, text: str) -> Iterable[tuple[int, int]]:
        """What the function finds.

        Raises:
            ConfigError: It failed, or returned what is no pair of offsets: nothing is masked halfway.
        """
        try:
            found = [(int(place[0]), int(place[1])) for place in self._function(text)]
        except Exception as error:  # noqa: BLE001 - a stranger's function may raise anything; the question stops here
            # its message may hold the question
            message = f"{_PLACE}: {self.name} failed: {type(error).__name__}"
            raise ConfigError(message, place=_PLACE, hint="It takes a text and returns (start, end) pairs.") from None
        for start, end in found:
            if not 0 <= start < end <= len(text):
                message = f"{_PLACE}: {self.name} returned ({start}, {end}) for a text of {len(text)} characters"
                raise ConfigError(message, place=_PLACE, hint="Offsets of characters, start before end.")
        return found


def load_recogniser(name: str) -> Recogniser:
    """The recogniser that kg.toml names.

    Args:
        name: ``spacy:PIPELINE`` (an installed pipeline or its folder), ``presidio`` (patterns such as card numbers
            alone), ``presidio:PIPELINE`` (with a spaCy pipeline's names), ``python:MODULE:FUNCTION``.

    Raises:
        ConfigError: There is no such recogniser.
        MissingExtraError: Its library is not installed.
    """
    kind, _, rest = name.partition(":")
    if kind == "spacy" and rest:
        from nlkgq.masking.spacy_recogniser import SpacyRecogniser

        return SpacyRecogniser(rest)
    if kind == "presidio":
        from nlkgq.masking.presidio_recogniser import PresidioRecogniser

        return PresidioRecogniser(rest or None)
    module, _, function = rest.rpartition(":")
    if kind == "python" and module and function:
        return PythonRecogniser(module, function)
    hint = "spacy:PIPELINE, presidio, presidio:PIPELINE or python:MODULE:FUNCTION."
    raise ConfigError(f"{_PLACE}: {name!r} is no recogniser", place=_PLACE, hint=hint)

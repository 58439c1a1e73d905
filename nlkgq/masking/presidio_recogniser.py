"""What Microsoft Presidio (MIT licence) takes for private text, on this machine alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from nlkgq.errors import MissingExtraError

if TYPE_CHECKING:
    from presidio_analyzer import AnalyzerEngine

_ONLINE: Final = ("EmailRecognizer", "UrlRecognizer")
"""They ask the network for a list of domains; the masker finds addresses itself."""
_LEFT_OUT: Final = frozenset({"DATE_TIME", "URL", "EMAIL_ADDRESS"})
_LEAST: Final = 0.3  # Presidio's score below which a match is a guess by digits alone


class PresidioRecogniser:
    """Card, account, passport, phone numbers and their like; with a spaCy pipeline also names.

    Args:
        pipeline: A spaCy pipeline for names; None for patterns alone.

    Raises:
        MissingExtraError: Presidio or spaCy is not installed.
        ConfigError: There is no such pipeline.
    """

    def __init__(self, pipeline: str | None) -> None:
        try:
            import spacy
            from presidio_analyzer import AnalyzerEngine
            from presidio_analyzer.nlp_engine import SpacyNlpEngine
        except ImportError:
            raise MissingExtraError("Presidio", extra="ner") from None
        from nlkgq.masking.spacy_recogniser import load_pipeline

        language = spacy.blank("en") if pipeline is None else load_pipeline(pipeline)
        self._language = language.lang or "en"
        engine = SpacyNlpEngine(models=[{"lang_code": self._language, "model_name": pipeline or "blank"}])
        # Loaded here, since the engine itself would download what is missing; it declares the attribute as None.
        vars(engine)["nlp"] = {self._language: language}
        self._analyzer: AnalyzerEngine = AnalyzerEngine(nlp_engine=engine, supported_languages=[self._language])
        for name in _ONLINE:
            self._analyzer.registry.remove_recognizer(name)

    def __call__(self, text: str) -> Iterable[tuple[int, int]]:
        """The stretches that it finds."""
        found = self._analyzer.analyze(text=text, language=self._language, score_threshold=_LEAST)
        return [(item.start, item.end) for item in found if item.entity_type not in _LEFT_OUT]

"""The offline translator: a question to a query without a model, by what the words of the ontology may mean."""

from nlkgq.generation.offline.translator import OfflineTranslator

__all__ = ["OfflineTranslator"]

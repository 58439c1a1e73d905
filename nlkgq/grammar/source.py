"""Grammars for the questions over one graph."""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import cached_property

from nlkgq.grammar.export import export_text
from nlkgq.grammar.matcher import Matcher
from nlkgq.grammar.places import ValueSlot
from nlkgq.grammar.profile import PROFILES
from nlkgq.grammar.specialise import specialise
from nlkgq.grammar.vocabulary import GrammarVocabulary, vocabulary
from nlkgq.iri import PrefixMap
from nlkgq.ontology.model import Ontology

_KEPT = 8


class GrammarSource:
    """Makes the grammar of each question; terms are grouped once, recent grammars are kept. Thread-safe.

    Args:
        ontology: Whose terms may be used.
        prefixes: How they are written.
        profile: One of `PROFILES`.
    """

    def __init__(self, ontology: Ontology, prefixes: PrefixMap, profile: str = "questions") -> None:
        self.ontology = ontology
        self.profile = PROFILES[profile]
        self._given = prefixes
        self._matchers: OrderedDict[tuple[ValueSlot, ...], Matcher] = OrderedDict()
        self._lock = threading.Lock()

    @cached_property
    def vocabulary(self) -> GrammarVocabulary:
        """The ontology's terms in groups."""
        return vocabulary(self.ontology, self._given)

    @property
    def prefixes(self) -> PrefixMap:
        """How terms are written, common prefixes included."""
        return self.vocabulary.prefixes

    def matcher(self, slots: tuple[ValueSlot, ...]) -> Matcher:
        """The grammar of a question with these placeholders, ready to read sentences."""
        with self._lock:
            found = self._matchers.get(slots)
            if found is None:
                grammar = specialise(self.ontology, profile=self.profile, placeholders=slots, terms=self.vocabulary)
                found = self._matchers[slots] = Matcher(grammar)
                if len(self._matchers) > _KEPT:
                    self._matchers.popitem(last=False)
            self._matchers.move_to_end(slots)
            return found

    def text(self, slots: tuple[ValueSlot, ...], form: str) -> str:
        """The grammar of a question in one of the formats of `export_grammar`."""
        return export_text(self.matcher(slots).grammar, form)

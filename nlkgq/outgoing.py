"""What may leave for a model, for one graph: the material of its requests, and the gate that every one passes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, cast

from nlkgq.egress.detector import found_in
from nlkgq.egress.gate import WireGate
from nlkgq.egress.watched import WatchedValues, words_of
from nlkgq.examples import example_file
from nlkgq.prompting.build import PromptBuilder
from nlkgq.prompting.canonical import CanonicalTerms
from nlkgq.prompting.example_book import ExampleBook
from nlkgq.prompting.material import Finder, Material, summary, without_values
from nlkgq.unread_values import closed_for
from nlkgq.value_watch import everyday_words, vocabulary

if TYPE_CHECKING:
    from nlkgq.knowledge import Knowledge
    from nlkgq.llm.protocol import ModelRequest
    from nlkgq.masking.model import MaskedText
    from nlkgq.ontology.model import Ontology


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """Builds requests for one graph and model, and checks them.

    Args:
        builder: Masked question -> request.
        gate: Every request passes it.
        material: The ontology as it leaves, and what was withheld of it.
        watched: The values that must not leave; None where none is known, or the privacy mode is ``off``.
    """

    builder: PromptBuilder
    gate: WireGate
    material: Material
    watched: WatchedValues | None

    def check(self, request: ModelRequest) -> None:
        """Lets a request pass that may be sent.

        Raises:
            LeakBlocked: It may not.
        """
        self.gate.check(body_of(request), request.private, echoed=request.echoed)


def body_of(request: ModelRequest) -> bytes:
    """A request as bytes, whatever the provider: what reports measure and the gate searches."""
    return json.dumps(request.payload(), ensure_ascii=False).encode("utf-8", "surrogatepass")


def make_outgoing(knowledge: Knowledge, model: str) -> Outgoing:
    """The way out for questions over a graph to ``model``.

    Raises:
        TokenBudgetError: The ontology is larger than the budget.
        ConfigError: A file of the graph's owner is wrong.
    """
    settings = knowledge.settings.model
    language = knowledge.settings.language
    watched = watched_values(knowledge, model)
    material = _material(knowledge, watched)
    text, module = _ontology_text(knowledge, material)
    builder = PromptBuilder(
        ontology_text=text,
        prefixes=knowledge.prefixes,
        rider=knowledge.rider,
        variant=cast(Any, settings.instructions),
        model=provider_name(model),
        max_tokens=settings.max_tokens,
        temperature=settings.temperature,
        canonical=CanonicalTerms(knowledge.stated_ontology, knowledge.synonyms.terms, language=language),
        watched=watched,
        examples=_examples(knowledge, watched),
        module=module,
    )
    gate = WireGate(public=builder.public, owners=builder.owners, watched=watched, closed=closed_for(knowledge, model))
    return Outgoing(builder=builder, gate=gate, material=material, watched=watched)


def provider_name(model: str) -> str:
    """A model's name as requests hold it: of a file its name alone, so that a reply is known wherever the file lies."""
    back_end, _, name = model.partition(":")
    return PurePath(name).name if back_end == "gguf" else name or model


def _ontology_text(knowledge: Knowledge, material: Material) -> tuple[str, Callable[[MaskedText], str] | None]:
    """The whole ontology as text, and what cuts it to a question's module where it is over the budget."""
    from nlkgq.ontology.render import estimate_tokens, render

    settings = knowledge.settings.model

    def written(ontology: Ontology, budget: int | None = None) -> str:
        return render(ontology, settings.representation, language=knowledge.settings.language, budget=budget)

    text = written(material.ontology, None if settings.module else settings.token_budget)
    if not settings.module or estimate_tokens(text) <= settings.token_budget:
        return text, None
    from nlkgq.analysis.module import ModuleCutter
    from nlkgq.ontology.lexicon import Lexicon

    cutter = ModuleCutter(material.ontology, Lexicon(material.ontology))

    def fits(part: Ontology) -> bool:
        return estimate_tokens(written(part)) <= settings.token_budget

    def module(question: MaskedText) -> str:
        kinds = [placeholder.kind for placeholder in question.placeholders]
        held = [iri for kind in kinds for holder in kind.holders for iri in (holder.property, holder.subject_class)]
        held += [iri for kind in kinds for iri in kind.classes]
        return written(cutter.cut(question.text, held, fits=fits))

    return text, module


def ontology_material(knowledge: Knowledge) -> Material:
    """The ontology as a model would see it, and what is withheld of it."""
    return _material(knowledge, watched_values(knowledge, ""))


def withheld_lines(knowledge: Knowledge, material: Material) -> Iterator[str]:
    """What of the ontology does not leave, in lines for people."""
    return summary(material.withheld, knowledge.prefixes.shorten)


def _examples(knowledge: Knowledge, watched: WatchedValues | None) -> ExampleBook | None:
    """The kept examples, where the settings want some in a prompt."""
    count = knowledge.settings.steps.prompt.examples
    if count == 0:
        return None
    kept = example_file(knowledge.settings.folder, knowledge.key)

    def tells(text: str, private: Sequence[str]) -> bool:
        if watched is not None and watched.find(text):
            return True
        # what the rider says of an example's values would make the gate refuse the whole request
        return found_in(f"{text}\n{knowledge.rider}".encode("utf-8", "surrogatepass"), private) > 0

    return ExampleBook(
        lambda: [(example.question, example.query) for example in kept.read()],
        mask=knowledge.masker.mask,
        ontology=knowledge.ontology,
        known=knowledge.lexicon.knows,
        tells=tells,
        count=count,
    )


def watched_values(knowledge: Knowledge, model: str) -> WatchedValues | None:
    """What must not leave for ``model``; None where no value is known, or the privacy mode is ``off``."""
    values = knowledge.graph_values
    if values is None:
        return None
    # a synonym of the owner's may hold a value: only what it has of everyday language is vocabulary
    common = everyday_words()
    synonyms = (word for phrase in knowledge.synonyms.terms for word in words_of(phrase) if common(word))
    more = (model, *knowledge.rules.exempt, *synonyms)
    return WatchedValues(values=values, vocabulary=vocabulary(knowledge.stated_ontology, knowledge.prefixes, more))


def finder(watched: WatchedValues | None) -> Finder | None:
    """Finds values in texts that are to be blotted out; None where none is known."""
    if watched is None:
        return None
    return lambda text: [(found.start, found.end) for found in watched.find(text)]


def _material(knowledge: Knowledge, watched: WatchedValues | None) -> Material:
    return without_values(knowledge.ontology, finder(watched))

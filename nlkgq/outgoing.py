"""What may leave for a model, for one graph: the material of its requests, and the gate that every one passes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from nlkgq.egress.detector import found_in
from nlkgq.egress.gate import WireGate
from nlkgq.egress.watched import WatchedValues
from nlkgq.examples import example_file
from nlkgq.prompting.build import PromptBuilder
from nlkgq.prompting.canonical import CanonicalTerms
from nlkgq.prompting.example_book import ExampleBook
from nlkgq.prompting.material import Finder, Material, summary, without_values
from nlkgq.value_watch import vocabulary

if TYPE_CHECKING:
    from nlkgq.knowledge import Knowledge
    from nlkgq.llm.protocol import ModelRequest


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
    from nlkgq.ontology.render import render

    settings = knowledge.settings.model
    language = knowledge.settings.language
    watched = watched_values(knowledge, model)
    material = _material(knowledge, watched)
    text = render(material.ontology, settings.representation, language=language, budget=settings.token_budget)
    builder = PromptBuilder(
        ontology_text=text,
        prefixes=knowledge.prefixes,
        rider=knowledge.rider,
        variant=cast(Any, settings.instructions),
        model=model.partition(":")[2] or model,
        max_tokens=settings.max_tokens,
        temperature=settings.temperature,
        canonical=CanonicalTerms(knowledge.stated_ontology, knowledge.synonyms.terms, language=language),
        watched=watched,
        examples=_examples(knowledge, watched),
    )
    gate = WireGate(public=builder.public, owners=builder.owners, watched=watched)
    return Outgoing(builder=builder, gate=gate, material=material, watched=watched)


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
    more = (model, *knowledge.rules.exempt)
    return WatchedValues(values=values, vocabulary=vocabulary(knowledge.ontology, knowledge.prefixes, more))


def finder(watched: WatchedValues | None) -> Finder | None:
    """Finds values in texts that are to be blotted out; None where none is known."""
    if watched is None:
        return None
    return lambda text: [(found.start, found.end) for found in watched.find(text)]


def _material(knowledge: Knowledge, watched: WatchedValues | None) -> Material:
    return without_values(knowledge.ontology, finder(watched))

"""Clean names for nameless terms, asked from a model: identifiers and definitions leave, nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from nlkgq.llm.protocol import Block, LLMClient, Message, ModelRequest
from nlkgq.prompting.templates import render_block
from nlkgq.wrapper.draft import Unnamed

BATCH: Final = 100
"""Terms in one request."""
_TEMPLATE: Final = "name_terms.j2"
_LINE: Final = re.compile(r"\s*(\d+)[\t.:) ]+(.+?)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class TermNamer:
    """A namer for `nlkgq.wrapper.draft.draft_wrapper`.

    Args:
        client: Of the model.
        model: Its name.
        max_tokens: Most tokens of a reply.
        temperature: Where the model takes one.
        blot: Takes the values of the graph out of a definition.
    """

    client: LLMClient
    model: str
    max_tokens: int = 8_192
    temperature: float | None = 0.0
    blot: Callable[[str], str] = str

    def __call__(self, terms: Sequence[Unnamed]) -> Mapping[str, str]:
        """Native IRI -> the words of a name; terms that the model does not know are left out.

        Raises:
            ModelError: A call failed.
        """
        found: dict[str, str] = {}
        for batch in _batches(terms):
            reply = self.client.complete(self.request(batch))
            for line in reply.text.splitlines():
                match = _LINE.fullmatch(line)
                number = int(match.group(1)) if match is not None else 0
                if match is not None and 1 <= number <= len(batch) and "?" not in match.group(2):
                    found[batch[number - 1].iri] = match.group(2)
        return found

    def request(self, terms: Sequence[Unnamed]) -> ModelRequest:
        """Exactly what is asked about some terms."""
        listed = [
            {
                "number": number,
                "kind": term.kind,
                "iri": term.iri,
                "definition": self.blot(" ".join((term.definition or "").split())),
            }
            for number, term in enumerate(terms, start=1)
        ]
        variables = {"terms": listed}
        return ModelRequest(
            model=self.model,
            system=(Block(text=render_block(_TEMPLATE, "system", variables)),),
            messages=(Message(role="user", text=render_block(_TEMPLATE, "user", variables)),),
            max_tokens=self.max_tokens,
            temperature=self.temperature,
        )


def _batches(terms: Sequence[Unnamed]) -> Iterator[Sequence[Unnamed]]:
    rest = iter(terms)
    while batch := list(islice(rest, BATCH)):
        yield batch

"""The grammar in the body of a request, as servers that take one want it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from nlkgq.grammar.places import ValueSlot
from nlkgq.grammar.source import GrammarSource
from nlkgq.grammar.tree_schema import tree_schema
from nlkgq.grammar.tree_text import from_json

SERVER_FIELDS: Final = ("grammar", "guided_grammar", "structured_outputs")
"""Parameters that OpenAI's own API does not have."""
_LLGUIDANCE: Final = "%llguidance {}\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerGrammar:
    """What is added to the body.

    Args:
        source: Grammars of the graph's questions.
        form: ``lark``, ``gbnf``, ``ebnf`` or ``json-schema``.
        field: ``grammar`` (llama.cpp's server), ``structured_outputs`` (vLLM since 0.11), ``guided_grammar`` (vLLM
            before), or ``auto``: the first for gbnf, the second for lark and ebnf. A schema goes into
            ``response_format``, as OpenAI has it.
    """

    source: GrammarSource
    form: str
    field: str = "auto"

    def parameters(self, slots: tuple[ValueSlot, ...]) -> dict[str, Any]:
        """The parameters for a question with these placeholders."""
        if self.form == "json-schema":
            schema = tree_schema(
                self.source.ontology,
                profile=self.source.profile,
                placeholders=slots,
                prefixes=self.source.prefixes,
            )
            named = {"name": "query", "strict": True, "schema": schema}
            return {"response_format": {"type": "json_schema", "json_schema": named}}
        text = self.source.text(slots, self.form)
        field = self.field
        if field == "auto":
            field = "grammar" if self.form == "gbnf" else "structured_outputs"
        if field == "grammar" and self.form == "lark":
            text = _LLGUIDANCE + text  # so llama.cpp tells it from GBNF
        return {field: {"grammar": text} if field == "structured_outputs" else text}

    def text_of(self, reply: str) -> str:
        """The query in a reply that came of it.

        Raises:
            NoQueryError: A reply that does not follow the schema.
        """
        return from_json(reply) if self.form == "json-schema" else reply

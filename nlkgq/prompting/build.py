"""Masked question and rendered ontology -> exactly what a model would receive."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from nlkgq.grammar.places import slots
from nlkgq.iri import PrefixMap
from nlkgq.llm.protocol import Block, Message, ModelRequest
from nlkgq.masking.model import MaskedText
from nlkgq.prompting.examples import MaskedExample
from nlkgq.prompting.kinds import describe
from nlkgq.prompting.templates import Variant, prompt_hash, render, render_block
from nlkgq.validation.attempt import Attempt
from nlkgq.validation.finding import Finding

if TYPE_CHECKING:
    from nlkgq.egress.watched import WatchedValues

_EXCERPT = 80
"""Longest piece of the earlier query quoted at a finding, in characters."""
_LONGEST_REPLY = 2_000
"""Longest reply without a query that is sent back, in characters."""


class PromptBuilder:
    """Builds requests for one graph, model and variant; the same inputs give the same request.

    Args:
        ontology_text: The rendered ontology, cached by providers that can.
        prefixes: Names terms in the lines about placeholders and in findings.
        rider: What the owner of the graph adds; "" for nothing.
        variant: Which instructions.
        model: Name for the provider, without ``anthropic:`` or ``openai:``.
        max_tokens: Bound of the reply; a model that thinks counts its thoughts in.
        temperature: None leaves it to the provider.
        today: ISO 8601 date to take for today; None makes queries use NOW().
        examples: Gives masked questions with their queries, shown before the question; None shows none.
        canonical: Puts the ontology's own labels for synonyms in a masked question; None leaves it.
        watched: The values of the graph: a repair message that would hold one is cut to codes and terms.
        module: Renders the part of the ontology that a question needs, where the whole is too large; None sends
            ``ontology_text`` with every question.
    """

    def __init__(
        self,
        *,
        ontology_text: str,
        prefixes: PrefixMap,
        rider: str = "",
        variant: Variant = "guardrails",
        model: str,
        max_tokens: int = 8192,
        temperature: float | None = 0.0,
        today: str | None = None,
        examples: Callable[[MaskedText], Sequence[MaskedExample]] | None = None,
        canonical: Callable[[str], str] | None = None,
        watched: WatchedValues | None = None,
        module: Callable[[MaskedText], str] | None = None,
    ) -> None:
        self.model = model
        self.prompt_hash = prompt_hash(variant)
        self._prefixes = prefixes
        self._max_tokens = max_tokens
        self._temperature = temperature
        self._today = today or ""
        self._examples = examples
        self._canonical = canonical
        self._watched = watched
        self._variables = {"variant": variant, "rider": rider.strip()}
        self._module = module
        blocks = self._blocks(ontology_text)
        self._system = _cached(blocks)
        self.public = {f"the {name}": text for name, text in blocks if text and name != "rider"}
        """What every request says whatever the question: instructions and ontology."""
        self.owners = {f"the {name}": text for name, text in blocks if text and name == "rider"}
        """What the owner of the graph adds to every request: anybody's text."""

    def _blocks(self, ontology: str) -> list[tuple[str, str]]:
        """(name, text) of the blocks of the system prompt."""
        used = PrefixMap({p: n for p, n in self._prefixes if re.search(rf"(?<![\w-]){re.escape(p)}:", ontology)})
        variables = {
            **self._variables,
            "prefixes": used.declarations().splitlines(),
            "ontology": ontology.strip(),
        }
        return [(name, render_block("system.j2", name, variables)) for name in ("instructions", "ontology", "rider")]

    def request(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> ModelRequest:
        """What the model receives for a question and the attempts so far, oldest first.

        Raises:
            TypeError: ``question`` is not masked text: a plain text never enters a prompt.
        """
        if not isinstance(question, MaskedText):
            raise TypeError(f"a prompt takes MaskedText, not {type(question).__name__}")
        private = tuple(dict.fromkeys(p.original for p in question.placeholders if p.original))
        messages: list[Message] = []
        for example in self._examples(question) if self._examples is not None else ():
            messages.append(Message(role="user", text=self._ask(example.question)))
            messages.append(Message(role="assistant", text=f"```sparql\n{example.query}\n```"))
            private = tuple(dict.fromkeys((*private, *example.private)))
        messages.append(Message(role="user", text=self._ask(question)))
        for attempt in history:
            messages.append(Message(role="assistant", text=_earlier_reply(attempt)))
            messages.append(Message(role="user", text=self._explain(attempt, private)))
        said = tuple(attempt.reply for attempt in history if attempt.reply)
        return ModelRequest(
            model=self.model,
            system=self._system if self._module is None else _cached(self._blocks(self._module(question))),
            messages=tuple(messages),
            max_tokens=self._max_tokens,
            temperature=self._temperature,
            private=private,
            echoed=said,
            slots=slots(question.placeholders),
        )

    def _ask(self, question: MaskedText) -> str:
        lines = [describe(p, self._prefixes) for p in question.placeholders]
        text = question.text.strip() if self._canonical is None else self._canonical(question.text.strip())
        return render("user.j2", {"question": text, "placeholders": lines, "today": self._today})

    def _explain(self, attempt: Attempt, private: tuple[str, ...]) -> str:
        errors = [f for f in attempt.findings if f.severity == "error"] or list(attempt.findings)
        findings = [self._finding(f, attempt, private) for f in errors]
        return render("repair.j2", {"findings": findings, "no_query": not attempt.query})

    def _finding(self, finding: Finding, attempt: Attempt, private: tuple[str, ...]) -> dict[str, Any]:
        """A finding as the template takes it; a sentence that holds a value gives way to the terms alone."""
        sentences = f"{finding.message} {finding.suggestion or ''}"
        if self._tells(sentences, attempt, private):
            named = (t if t.startswith("VALUE_") else self._prefixes.shorten(t) for t in finding.terms)
            terms = ", ".join(name for name in named if not self._tells(name, attempt, private))
            return {"code": finding.code, "place": "", "message": terms or "see the rules.", "suggestion": ""}
        return {
            "code": finding.code,
            "place": _place(finding, attempt.query),
            "message": finding.message,
            "suggestion": finding.suggestion or "",
        }

    def _tells(self, text: str, attempt: Attempt, private: tuple[str, ...]) -> bool:
        """Whether a text holds a masked span, or a value of the graph that the model has not named itself."""
        folded = text.casefold()
        if any(span.casefold() in folded for span in private):
            return True
        return self._watched is not None and bool(self._watched.find(text, echoed=(attempt.reply,)))


def _cached(blocks: list[tuple[str, str]]) -> tuple[Block, ...]:
    """The instructions change least, the rider most: each cache mark ends a prefix worth keeping."""
    return tuple(Block(text=text, cache=name != "instructions") for name, text in blocks if text)


def _earlier_reply(attempt: Attempt) -> str:
    """The assistant's turn: the query alone, or a reply without one, cut."""
    if attempt.query:
        return f"```sparql\n{attempt.query.strip()}\n```"
    return attempt.reply.strip()[:_LONGEST_REPLY].rstrip() or "(no query)"


def _place(finding: Finding, query: str) -> str:
    """Where in the earlier query, such as ``line 3, `?f ex:directedBy ?p` ``; "" for the whole query."""
    if finding.start is None or not 0 <= finding.start <= len(query):
        return ""
    line = query.count("\n", 0, finding.start) + 1
    end = finding.end if finding.end is not None else finding.start
    excerpt = " ".join(query[finding.start : min(end, finding.start + _EXCERPT)].split())
    return f"line {line}, `{excerpt}`" if excerpt else f"line {line}"

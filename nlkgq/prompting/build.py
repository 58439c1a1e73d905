"""Masked question and rendered ontology -> exactly what a model would receive."""

from __future__ import annotations

import re
from typing import Any

from nlkgq.iri import PrefixMap
from nlkgq.llm.protocol import Block, Message, ModelRequest
from nlkgq.masking.model import MaskedText
from nlkgq.prompting.kinds import describe
from nlkgq.prompting.templates import Variant, prompt_hash, render, render_block
from nlkgq.validation.attempt import Attempt
from nlkgq.validation.finding import Finding

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
    ) -> None:
        self.model = model
        self.prompt_hash = prompt_hash(variant)
        self._prefixes = prefixes
        self._max_tokens = max_tokens
        self._temperature = temperature
        self._today = today or ""
        used = PrefixMap({p: n for p, n in prefixes if re.search(rf"(?<![\w-]){re.escape(p)}:", ontology_text)})
        variables = {
            "variant": variant,
            "prefixes": used.declarations().splitlines(),
            "ontology": ontology_text.strip(),
            "rider": rider.strip(),
        }
        # The instructions change least, the rider most: each cache mark ends a prefix worth keeping.
        blocks = [(name, render_block("system.j2", name, variables)) for name in ("instructions", "ontology", "rider")]
        self._system = tuple(Block(text=text, cache=name != "instructions") for name, text in blocks if text)
        self.public = "\n".join(text for name, text in blocks if name != "rider")
        """What every request says whatever the question: instructions and ontology. A rider is anybody's text."""

    def request(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> ModelRequest:
        """What the model receives for a question and the attempts so far, oldest first.

        Raises:
            TypeError: ``question`` is not masked text: a plain text never enters a prompt.
        """
        if not isinstance(question, MaskedText):
            raise TypeError(f"a prompt takes MaskedText, not {type(question).__name__}")
        private = tuple(dict.fromkeys(p.original for p in question.placeholders if p.original))
        messages = [Message(role="user", text=self._ask(question))]
        for attempt in history:
            messages.append(Message(role="assistant", text=_earlier_reply(attempt)))
            messages.append(Message(role="user", text=self._explain(attempt, private)))
        return ModelRequest(
            model=self.model,
            system=self._system,
            messages=tuple(messages),
            max_tokens=self._max_tokens,
            temperature=self._temperature,
            private=private,
        )

    def _ask(self, question: MaskedText) -> str:
        lines = [describe(p, self._prefixes) for p in question.placeholders]
        return render("user.j2", {"question": question.text.strip(), "placeholders": lines, "today": self._today})

    def _explain(self, attempt: Attempt, private: tuple[str, ...]) -> str:
        errors = [f for f in attempt.findings if f.severity == "error"] or list(attempt.findings)
        findings = [self._finding(f, attempt.query, private) for f in errors]
        return render("repair.j2", {"findings": findings, "no_query": not attempt.query})

    def _finding(self, finding: Finding, query: str, private: tuple[str, ...]) -> dict[str, Any]:
        """A finding as the template takes it; a sentence that holds a masked span gives way to the terms alone."""
        terms = ", ".join(t if t.startswith("VALUE_") else self._prefixes.shorten(t) for t in finding.terms)
        sentences = f"{finding.message} {finding.suggestion or ''}".casefold()
        if any(span.casefold() in sentences for span in private):
            return {"code": finding.code, "place": "", "message": terms or "see the rules.", "suggestion": ""}
        return {
            "code": finding.code,
            "place": _place(finding, query),
            "message": finding.message,
            "suggestion": finding.suggestion or "",
        }


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

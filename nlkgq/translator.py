"""`Translator`: questions in plain language over one graph."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from nlkgq.factory import make_generator
from nlkgq.pipeline import QuestionPath

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from nlkgq.answer import Answer, Translation
    from nlkgq.api import KnowledgeGraph
    from nlkgq.grounding import Choose
    from nlkgq.llm.protocol import LLMClient, ModelRequest
    from nlkgq.outgoing import Outgoing


class Translator:
    """Questions in plain language over one graph.

    Args:
        kg: The graph.
        model: ``offline``, ``anthropic:<model>``, ``openai:<model>``, ``replay:<file>``, or any object with the one
            method of a client (``complete``) or of a generator (``generate``). The graph's setting when None.
        record: A file that takes a model's replies, for ``replay:``.
        client: Asked in place of the named model's own client; the name still stands in the requests.
        choose: Asked which stored value is meant where several are; gets a `nlkgq.grounding.Question` and returns the
            choices that are meant, or None to leave the decision as it is.
        as_written: Whether the first query is taken as it is: no repair, no grounding of its literals.

    >>> from nlkgq import KnowledgeGraph, Translator
    >>> with KnowledgeGraph.open("films") as kg:
    ...     answer = Translator(kg).ask("How many studios are there?")
    ...     len(answer.rows)
    1
    """

    def __init__(
        self,
        kg: KnowledgeGraph,
        *,
        model: str | object | None = None,
        record: str | os.PathLike[str] | None = None,
        client: LLMClient | None = None,
        choose: Choose | None = None,
        as_written: bool = False,
    ) -> None:
        self._kg = kg
        self._model = model if model is not None else kg.settings.model.name
        self._record = Path(record) if record is not None else None
        self._client = client
        self._choose = choose
        self._as_written = as_written

    def translate(self, question: str) -> Translation:
        """The query that answers a question; it is not run.

        The offline translator may try its readings on a graph in files, to drop those that find nothing.

        Raises:
            UsageError: The question is empty or too long.
            NoAnswerError: No query came about; offline, with what was not understood.
            RefusedError: The best query cannot be run.
            ModelError, LeakBlocked: The model's part failed.
        """
        return self._own_path.translate(question)

    def ask(self, question: str, *, told: Callable[[Translation], None] | None = None) -> Answer:
        """A `Translation` with its results.

        Args:
            question: In plain language.
            told: Called with the translation and its findings before the query runs.

        Raises:
            As `translate`, and EndpointError.
        """
        return self._own_path.ask(question, told=told)

    def request(self, question: str) -> ModelRequest:
        """Exactly what a model would receive. Nothing is sent.

        Raises:
            UsageError: The question is empty or too long.
            TokenBudgetError: The ontology is larger than the budget.
            LeakBlocked: It would not be sent, since it holds a value.
        """
        request = self.outgoing.builder.request(self._kg.mask(question))
        self.outgoing.check(request)
        return request

    def complete(self, question: str, reply: str) -> Translation:
        """A model's reply that was obtained elsewhere takes the rest of the path.

        Args:
            question: The question whose `request` was answered.
            reply: The whole text of the reply.

        Raises:
            As `translate`.
        """
        from nlkgq.generation.reply import ReplyGenerator

        return self._path(ReplyGenerator(reply)).translate(question)

    @cached_property
    def outgoing(self) -> Outgoing:
        """What may leave for the model; for reports, not a promise."""
        from nlkgq.outgoing import make_outgoing

        return make_outgoing(
            self._kg.knowledge, self._model if isinstance(self._model, str) else type(self._model).__name__
        )

    @cached_property
    def _own_path(self) -> QuestionPath:
        # made once: rendering the ontology and reading the vocabulary cost more than most questions
        return self._path(self._model)

    def _path(self, model: str | object) -> QuestionPath:
        from nlkgq.prompting.templates import prompt_hash

        knowledge = self._kg.knowledge
        offline = model == "offline"
        asked = isinstance(model, str) and not offline
        way = self.outgoing if asked and model is self._model else None
        return QuestionPath(
            mask=knowledge.masker.mask,
            generator=make_generator(knowledge, model, record=self._record, client=self._client, outgoing=way),
            query_path=self._kg.query_path,
            repair_rounds=0 if self._as_written else knowledge.settings.model.repair,
            prompt_hash=None if offline else prompt_hash(cast(Any, knowledge.settings.model.instructions)),
            grounded=not offline and not self._as_written,
            choose=self._choose,
            reveal=knowledge.settings.steps.repair.reveal,
        )

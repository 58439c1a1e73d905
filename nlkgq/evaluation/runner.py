"""Runs: every question of a data set asked once, or as often as wanted; stopped at any moment, gone on with later."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nlkgq.errors import NlkgqError, RecordingNotFound, UsageError
from nlkgq.evaluation.answering import Answering
from nlkgq.evaluation.budget import Budget
from nlkgq.evaluation.dataset import Dataset, load_dataset
from nlkgq.evaluation.prices import Prices
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.replies import KeptClient, ReplyStore
from nlkgq.evaluation.rig import identity, make_translator, model_of, open_source, own_client
from nlkgq.evaluation.run_folder import MANIFEST, RunFolder, is_untouched, read_manifest
from nlkgq.evaluation.workers import Workers

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph
    from nlkgq.evaluation.record import Record
    from nlkgq.llm.protocol import LLMClient, ModelRequest
    from nlkgq.translator import Translator

Progress = Callable[[str, int, int, float | None], None]
"""What is being done, how many questions are finished, of how many, seconds left (None while unknown)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """How a run goes; nothing here changes an answer except ``settings`` and ``repeat``.

    Args:
        settings: Dotted keys over those of the data set's graphs, such as ``{"model.name": "offline"}``.
        repeat: How often each question is asked.
        limit: Only the first questions; None for all. May grow when the run goes on.
        per_graph: Only the first questions of each graph; None for all. May grow, too.
        workers: Questions at once.
        budget_tokens: No further question is begun once so many tokens were used; None for no bound. See `Budget`.
        budget_money: The same in the price list's currency; needs ``prices``.
        prices: For costs; None for those that the run was last given.
        client: Asked in place of the model's own client, for tests and for other ways to reach a model.
    """

    settings: Mapping[str, Any] = field(default_factory=dict)
    repeat: int = 1
    limit: int | None = None
    per_graph: int | None = None
    workers: int = 4
    budget_tokens: int | None = None
    budget_money: float | None = None
    prices: Prices | None = None
    client: LLMClient | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunState:
    """Where a run stands.

    Args:
        finished: Records that are final.
        wanted: Records of the whole run.
        added: Records that this call wrote.
        stopped: Why it ended before its time; None when it did not.
        away: What the last model said that could not be reached; None when each could.
        tokens: That the run used, all its calls together.
        cost: Of them, in ``currency``; None without a price list, or where it lacks a model.
        unpriced: Models that the price list lacks.
        open: Requests whose replies have not come yet, as (repetition, question id, request).
    """

    finished: int
    wanted: int
    added: int
    stopped: str | None = None
    away: str | None = None
    tokens: int = 0
    cost: float | None = None
    currency: str = ""
    unpriced: tuple[str, ...] = ()
    open: tuple[tuple[int, str, ModelRequest], ...] = ()


def run(
    dataset: Dataset,
    folder: Path,
    options: RunOptions,
    *,
    resume: bool = False,
    batch: bool = False,
    progress: Progress | None = None,
) -> RunState:
    """Asks what has not been asked yet.

    Args:
        dataset: With its questions.
        folder: Of the run.
        options: How.
        resume: Whether a run that is there goes on; else it must be new.
        batch: Whether replies come from elsewhere: no model is called, ``open`` tells what waits for a reply.
        progress: Told after each question.

    Raises:
        UsageError: The folder holds a run and ``resume`` is False; or another process uses it.
        ConfigError: The run that is there differs, with what differs; or the disk is full.
        ModelError: A failure that every further question would meet, too. What was finished is kept.
    """
    if not resume and (folder / MANIFEST).exists() and not is_untouched(folder):
        raise UsageError(
            f"{folder} holds a run already", hint="--resume goes on with it; --out chooses another folder."
        )
    options = _with_prices(options, folder)
    wanted = [(q, n) for n in range(options.repeat) for q in _chosen(dataset, options)]
    graphs = {name: open_source(source, options.settings) for name, source in dataset.graphs.items()}
    try:
        if batch and all(model_of(kg.settings.model.name) is None for kg in graphs.values()):
            raise UsageError("without a model there are no requests", hint="--model anthropic:NAME or openai:NAME.")
        what = _identity(dataset, graphs, options)
        details = {
            "dataset": str(dataset.file),
            "graphs": list(dataset.graphs),
            "repeat": options.repeat,
            "limit": options.limit,
            "per_graph": options.per_graph,
            "settings": dict(options.settings),
            "prices": None if options.prices is None else options.prices.to_plain(),
        }
        with RunFolder(folder, identity=what, details=details) as opened:
            return _Run(opened, options, graphs, wanted, batch, progress).go()
    finally:
        for kg in graphs.values():
            kg.close()


def _with_prices(options: RunOptions, folder: Path) -> RunOptions:
    """The options with the price list that the run was last given, where they have none."""
    if options.prices is None and (folder / MANIFEST).exists():
        options = replace(options, prices=prices_of(folder))
    if options.budget_money is not None and options.prices is None:
        raise UsageError("a budget in money needs a price list", hint="--prices FILE.")
    name = str(options.settings.get("model.name", ""))
    if (options.budget_money or options.budget_tokens) and name.startswith("peer:") and model_of(name) is None:
        raise UsageError(f"{name} does not tell its tokens: a budget cannot be kept", hint="--limit bounds a run, too.")
    return options


def prices_of(folder: Path) -> Prices | None:
    """The price list that a run was last given; None where it had none.

    Raises:
        ResourceNotFound, ConfigError: There is no run, or its manifest is damaged.
    """
    plain = read_manifest(folder)["details"].get("prices")
    return None if plain is None else Prices.from_plain(plain, str(folder / MANIFEST))


def _chosen(dataset: Dataset, options: RunOptions) -> list[BenchQuestion]:
    """The questions to ask, in order."""
    seen: Counter[str] = Counter()
    found = []
    for question in dataset.questions:
        if question.excluded is None and (options.per_graph is None or seen[question.graph] < options.per_graph):
            seen[question.graph] += 1
            found.append(question)
    return found[: options.limit]


def _identity(dataset: Dataset, graphs: Mapping[str, KnowledgeGraph], options: RunOptions) -> dict[str, Any]:
    found: dict[str, Any] = {"dataset": dataset.name, "repeat": options.repeat, "nlkgq": version("nlkgq")}
    for name, kg in graphs.items():
        found |= identity(name, kg)
    # by question, so that a change can be told and a limit may grow
    found |= {f"question {q.id}": q.digest for q in dataset.questions}
    return found


class _Run:
    """One call of `run`, with everything open."""

    def __init__(
        self,
        folder: RunFolder,
        options: RunOptions,
        graphs: Mapping[str, KnowledgeGraph],
        wanted: list[tuple[BenchQuestion, int]],
        batch: bool,
        progress: Progress | None,
    ) -> None:
        self.folder = folder
        self.options = options
        self.graphs = graphs
        self.wanted = wanted
        self.batch = batch
        self.progress = progress
        self.store = ReplyStore(folder.replies)
        self.clients: dict[tuple[str, int], KeptClient] = {}
        self.added = 0
        self.away: str | None = None
        self.finished = sum(self._is_final(q.id, n) for q, n in wanted)
        self.asked = sum(bool(r.tokens) for r in folder.records.values())
        self.budget = Budget(
            tokens=options.budget_tokens, money=options.budget_money, prices=options.prices, store=self.store
        )
        self.open: list[tuple[int, str, ModelRequest]] = []
        self.started = time.monotonic()
        self._systems: dict[tuple[str, int], Answering] = {}
        self._own: dict[str, LLMClient] = {}
        self._guard = threading.Lock()

    def go(self) -> RunState:
        """Asks all that is left, and tells where the run stands."""
        todo = deque((q, n) for q, n in self.wanted if not self._is_final(q.id, n))
        failure: NlkgqError | None = None
        running: dict[Future[Record], tuple[BenchQuestion, int]] = {}
        workers = Workers(self._record, self.options.workers)
        self.budget.count()
        try:
            while True:
                while todo and failure is None and len(running) < self.options.workers:
                    if not self.budget.has_room(len(running), self.asked):
                        break
                    item = todo.popleft()
                    running[workers.submit(*item)] = item
                if not running:
                    break
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    failure = self._take(future, *running.pop(future)) or failure
        finally:
            workers.close()
        if failure is not None:
            raise failure
        prices = self.options.prices
        return RunState(
            finished=self.finished,
            wanted=len(self.wanted),
            added=self.added,
            stopped=self.budget.told() if todo else None,
            away=self.away,
            tokens=self.budget.tokens,
            cost=self.budget.money if prices is not None and not self.budget.unpriced else None,
            currency=prices.currency if prices is not None else "",
            unpriced=tuple(self.budget.unpriced),
            open=tuple(self.open),
        )

    def _is_final(self, question: str, repeat: int) -> bool:
        record = self.folder.records.get((question, repeat))
        return record is not None and record.final

    def _record(self, question: BenchQuestion, repeat: int) -> Record:
        return self._system(question.graph, repeat).record(question, repeat)

    def _take(self, future: Future[Record], question: BenchQuestion, repeat: int) -> NlkgqError | None:
        """Keeps what a question came to; returns the error that ends the run, or None."""
        try:
            record = future.result()
        except RecordingNotFound as error:
            request = self.clients[question.graph, repeat].open.get(error.request_hash)
            if not self.batch or request is None:
                return error
            self.open.append((repeat, question.id, request))
            return None
        except NlkgqError as error:
            return error
        try:
            self.folder.add(record)
            self.budget.count()
        except NlkgqError as error:
            return error
        self.added += 1
        self.finished += record.final
        if not record.final:
            self.away = str((record.error or {}).get("message", ""))
        self.asked += bool(record.tokens)
        if self.progress is not None:
            left = len(self.wanted) - self.finished
            seconds = (time.monotonic() - self.started) / self.added * left
            self.progress(question.graph, self.finished, len(self.wanted), seconds)
        return None

    def _system(self, graph: str, repeat: int) -> Answering:
        with self._guard:
            key = (graph, repeat)
            if key not in self._systems:
                self._systems[key] = self._make_system(graph, repeat)
            return self._systems[key]

    def _make_system(self, graph: str, repeat: int) -> Answering:
        kg = self.graphs[graph]
        client = None
        if model_of(kg.settings.model.name) is not None:
            client = self.clients[graph, repeat] = KeptClient(self.store, repeat)
        kg.mask("Which terms are there?")  # what the graph's parts are made from is read once, not once a thread
        translator = make_translator(kg, client)
        if client is not None and not self.batch:
            client.inner = self.options.client or self._own_client(graph, translator)
        return Answering(kg, translator, client=client, prices=self.options.prices)

    def _own_client(self, graph: str, translator: Translator) -> LLMClient:
        """The named model's client, one for all repetitions: a model file is loaded once."""
        if graph not in self._own:
            self._own[graph] = own_client(self.graphs[graph], translator)
        return self._own[graph]


def reopen(folder: Path, *, data: Path | None = None) -> tuple[Dataset, RunOptions]:
    """The data set and the options that a run was last called with, to go on with it.

    Args:
        folder: Of the run.
        data: As for `load_dataset`.

    Raises:
        ResourceNotFound, ConfigError: There is no run, its manifest is damaged, or its data set is gone.
    """
    details = read_manifest(folder)["details"]
    dataset = load_dataset(details["dataset"], data=data, graphs=tuple(details.get("graphs", ())))
    options = RunOptions(
        settings=details["settings"],
        repeat=details["repeat"],
        limit=details["limit"],
        per_graph=details.get("per_graph"),
        prices=prices_of(folder),
    )
    return dataset, options

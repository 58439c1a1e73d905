"""Generated graphs reduced to the few that tell a gold query from its mutants."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nlkgq.errors import ConfigError, NlkgqError
from nlkgq.evaluation.answer_store import AnswerStore
from nlkgq.evaluation.audit.forms import with_tie_break
from nlkgq.evaluation.readers.source import read_json_lines
from nlkgq.evaluation.rig import open_source
from nlkgq.evaluation.run_folder import write_whole
from nlkgq.evaluation.scoring import GOLD_SETTINGS
from nlkgq.evaluation.suite.engine import SuiteEngine, n_triples
from nlkgq.evaluation.suite.graphs import GraphMaker
from nlkgq.evaluation.suite.mutations import DISTILLING, mutants
from nlkgq.evaluation.suite.vocabulary import Vocabulary, facts_about, read_vocabulary
from nlkgq.rewrite.prefixes import prefixes
from nlkgq.sparql import parse_query

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph
    from nlkgq.evaluation.dataset import Dataset, Scoring
    from nlkgq.evaluation.question import BenchQuestion

CANDIDATES: Final = 48
DEPTH: Final = 4
"""How many graphs tell each mutant, where so many can: the mistakes of systems are not those of the mutants."""
CHOICE: Final = 4 * DEPTH
"""How many graphs that tell a mutant are found: enough to choose from."""
MUTANTS: Final = 80
_LEFT_TO_ENGINE: Final = re.compile(r"\b(?:RAND|UUID|STRUUID|NOW|SAMPLE|GROUP_CONCAT|BNODE|SERVICE)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteEntry:
    """The graphs for one question.

    Args:
        question: Id.
        gold: The query they were made for, prefixes declared.
        graphs: N-Triples; () where ``skipped`` says why.
        mutants: How many were tried.
        told: How many of them some graph tells from the gold.
        ordered: Whether the question asks for an order of rows.
        skipped: None, or why there are no graphs.
        made_for: SHA-256 (hex) of the data set's gold text: a suite is no suite for another one.
    """

    question: str
    gold: str
    ordered: bool = False
    graphs: tuple[str, ...] = ()
    mutants: int = 0
    told: int = 0
    skipped: str | None = None
    made_for: str = ""


def make_suite(dataset: Dataset, *, progress: Callable[[str, float | None], None] | None = None) -> list[SuiteEntry]:
    """Graphs for every question with a gold query, in order; the same data set gives the same graphs.

    Raises:
        ConfigError, LoadError: A graph of the data set cannot be opened.
    """
    found: list[SuiteEntry] = []
    questions = [q for q in dataset.questions if q.gold_text is not None and q.excluded is None]
    for name, source in dataset.graphs.items():
        mine = [q for q in questions if q.graph == name]
        if not mine:
            continue
        with ExitStack() as stack:
            kg = stack.enter_context(open_source(source, GOLD_SETTINGS))
            store = AnswerStore.cached(kg)
            stack.callback(store.close)
            engine = stack.enter_context(SuiteEngine(dataset.scoring))
            vocabulary = read_vocabulary(store.run)
            for question in mine:
                found.append(entry_for(question, kg, vocabulary, engine))
                if progress is not None:
                    progress("making graphs", len(found) / len(questions))
    return found


def gold_hash(question: BenchQuestion) -> str:
    """SHA-256 (hex) of a question's gold text."""
    return hashlib.sha256((question.gold_text or "").encode()).hexdigest()


def entry_for(question: BenchQuestion, kg: KnowledgeGraph, vocabulary: Vocabulary, engine: SuiteEngine) -> SuiteEntry:
    """The graphs for one question."""
    return replace(_entry_for(question, kg, vocabulary, engine), made_for=gold_hash(question))


def _entry_for(question: BenchQuestion, kg: KnowledgeGraph, vocabulary: Vocabulary, engine: SuiteEngine) -> SuiteEntry:
    try:
        gold = declared(question.gold_text or "", kg)
    except NlkgqError as error:
        return SuiteEntry(question=question.id, gold=question.gold_text or "", skipped=error.message)
    if _LEFT_TO_ENGINE.search(gold):
        return SuiteEntry(question=question.id, gold=gold, skipped="the answer is left to the engine")
    texts = [m.text for m in mutants(gold, vocabulary, DISTILLING)]
    texts = texts[:: max(1, len(texts) // MUTANTS)][:MUTANTS]
    maker = maker_for(gold, vocabulary, kg)
    told: list[tuple[str, frozenset[int]]] = []
    variants = tie_breaks(gold)
    tried = list(range(len(texts)))
    times: Counter[int] = Counter()
    answered = False
    for seed in range(CANDIDATES):
        triples = n_triples(maker.make(seed))
        state, verdicts = engine.judge(
            triples, gold, [texts[i] for i in tried], variants=variants, ordered=question.ordered
        )
        answered = answered or state == "ok"
        if state in ("ok", "empty"):
            kills = {i: v for i, v in zip(tried, verdicts, strict=True) if v != "same"}
            told.append((triples, frozenset(kills)))
            times.update(kills.keys())
            # what takes too long on a small graph is told by it; on each further one it would take as long
            tried = [i for i in tried if kills.get(i) != "timeout" and times[i] < CHOICE]
    if told and not answered:  # where nothing is ever right, hardly anything is told to be wrong
        return SuiteEntry(question=question.id, gold=gold, skipped="no graph gives the gold an answer with rows")
    if not told:
        return SuiteEntry(question=question.id, gold=gold, skipped="no graph gives the gold one answer")
    chosen = fewest([kills for _, kills in told], DEPTH)
    return SuiteEntry(
        question=question.id,
        gold=gold,
        ordered=question.ordered,
        graphs=tuple(told[i][0] for i in chosen),
        mutants=len(texts),
        told=len(frozenset().union(*(kills for _, kills in told))),
    )


def maker_for(gold: str, vocabulary: Vocabulary, kg: KnowledgeGraph) -> GraphMaker:
    """Makes graphs for a gold query that know the individuals it speaks of as the real graph does."""
    store = AnswerStore(kg, None)
    facts = facts_about(GraphMaker(gold, vocabulary).individuals(), store.run)
    return GraphMaker(gold, vocabulary, facts)


def fewest(kills: Sequence[frozenset[int]], depth: int) -> list[int]:
    """Indices of sets, chosen greedily, that hold every element ``depth`` times, or as often as there are sets with it.

    >>> fewest([frozenset({1, 2}), frozenset({1}), frozenset({2, 3})], 1)
    [0, 2]
    """
    need: dict[int, int] = {}
    for members in kills:
        for element in members:
            need[element] = min(depth, need.get(element, 0) + 1)
    chosen: list[int] = []
    rest = set(range(len(kills)))
    while any(need.values()):
        best = max(sorted(rest), key=lambda i: sum(need[e] > 0 for e in kills[i]))
        rest.remove(best)
        chosen.append(best)
        for element in kills[best]:
            need[element] = max(0, need[element] - 1)
    return sorted(chosen) or [0]


def declared(text: str, kg: KnowledgeGraph) -> str:
    """The query with all its prefixes declared.

    Raises:
        SparqlSyntaxError: It is no query.
    """
    return str(prefixes(parse_query(text, undeclared_prefixes=True), kg.prefixes)[0])


def tie_breaks(gold: str) -> list[str]:
    """The gold in two total orders, where it has a LIMIT; [] elsewhere."""
    query = parse_query(gold, undeclared_prefixes=True)
    found = [with_tie_break(query, descending=d) for d in (False, True)]
    return [str(q) for q in found if q is not None]


def write_suite(entries: Sequence[SuiteEntry], file: Path) -> None:
    """Writes a suite as JSON lines.

    Raises:
        ConfigError: The file cannot be written.
    """
    write_whole(file, "".join(json.dumps(asdict(e), ensure_ascii=False) + "\n" for e in entries))


def read_suite(file: Path) -> list[SuiteEntry]:
    """The suite that `write_suite` wrote.

    Raises:
        ResourceNotFound, LoadError, ConfigError: There is none, or it is damaged.
    """
    try:
        lines = [line for _, line in read_json_lines(file, what="suite")]
        if not lines:
            raise ConfigError(f"{file} is no suite: it is empty", place=str(file))
        return [SuiteEntry(**{**line, "graphs": tuple(line["graphs"])}) for line in lines]
    except (TypeError, KeyError) as error:
        raise ConfigError(f"{file} is no suite: {error}", place=str(file)) from None


def agrees(entry: SuiteEntry, queries: Sequence[str], engine: SuiteEngine) -> list[bool]:
    """For each query whether it gives the gold's answer on every graph of the entry."""
    right = [True] * len(queries)
    for triples in entry.graphs:
        left = [i for i, r in enumerate(right) if r]
        if not left:
            break
        _, verdicts = engine.judge(triples, entry.gold, [queries[i] for i in left], ordered=entry.ordered)
        for i, verdict in zip(left, verdicts, strict=True):
            right[i] = verdict == "same"
    return right


def suite_accuracy(entries: Sequence[SuiteEntry], predictions: Mapping[str, str], scoring: Scoring) -> dict[str, bool]:
    """Question -> whether its prediction agrees with the gold on all graphs; questions without graphs are left out.

    Args:
        entries: A suite.
        predictions: Question -> query, prefixes declared; a question without one is wrong.
        scoring: How answers are compared.
    """
    found = {}
    with SuiteEngine(scoring) as engine:
        for entry in entries:
            if entry.graphs:
                text = predictions.get(entry.question)
                found[entry.question] = text is not None and agrees(entry, [text], engine)[0]
    return found

"""The gold of a whole data set audited, and told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from nlkgq.evaluation.answer_store import AnswerStore
from nlkgq.evaluation.audit.checks import GoldFinding, audit_question
from nlkgq.evaluation.rig import open_source
from nlkgq.evaluation.scoring import GOLD_SETTINGS

if TYPE_CHECKING:
    from nlkgq.evaluation.dataset import Dataset


_SECOND = {**GOLD_SETTINGS, "endpoints.*.row_cap": 9_000}
"""Virtuoso sorts at most 10,000 rows of an answer with a LIMIT; a longer answer is not compared."""


def audit(
    dataset: Dataset,
    *,
    second: Mapping[str, str] | None = None,
    progress: Callable[[str, float | None], None] | None = None,
) -> list[GoldFinding]:
    """The findings of every question, in order. The clock is the real one: what changes with the day must show.

    Args:
        dataset: With its questions.
        second: Graph -> address of another engine that holds it.
        progress: Told after each question.

    Raises:
        ConfigError, LoadError: A graph cannot be opened.
    """
    from nlkgq.api import KnowledgeGraph

    found: list[GoldFinding] = []
    done = 0
    for name, source in dataset.graphs.items():
        with ExitStack() as stack:
            kg = stack.enter_context(open_source(source, GOLD_SETTINGS))
            store = AnswerStore.cached(kg)
            stack.callback(store.close)
            other = None
            address = (second or {}).get(name)
            if address is not None:
                files = kg.settings.ontology
                opened = KnowledgeGraph.from_endpoint(address, files, settings=_SECOND)
                other = AnswerStore(stack.enter_context(opened), None).run
            for question in dataset.questions:
                if question.graph == name:
                    found += audit_question(question, store.run, other, dataset.scoring)
                    done += 1
                    if progress is not None:
                        progress("auditing", done / len(dataset.questions))
    return found


def audit_table(dataset: Dataset, findings: Sequence[GoldFinding]) -> str:
    """The counts of an audit in Markdown, without texts of the data set."""
    count = Counter(f.code for f in findings)
    questions = {code: len({f.question for f in findings if f.code == code}) for code in count}
    decisive = Counter(f.code for f in findings if f.decisive)
    lines = [
        f"{dataset.name}: {len(dataset.questions)} questions, {len({f.question for f in findings})} with findings",
        "",
        "| finding | questions | seen to change the answer |",
        "|---|---|---|",
    ]
    return (
        "\n".join([*lines, *(f"| {c} | {questions[c]} | {decisive[c] or ''} |" for c, _ in count.most_common())]) + "\n"
    )

"""Questions restated so that they say all that their gold asks: requests for a model, and its answers taken back."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nlkgq.errors import ConfigError, SparqlSyntaxError
from nlkgq.evaluation.audit.checks import GoldFinding
from nlkgq.evaluation.batches import Form, read_reply, request_line
from nlkgq.evaluation.readers.source import read_json_lines
from nlkgq.evaluation.restated import write_restated
from nlkgq.evaluation.rig import open_source
from nlkgq.evaluation.run_folder import write_whole
from nlkgq.evaluation.scoring import GOLD_SETTINGS
from nlkgq.llm.protocol import Block, Message, ModelReply, ModelRequest
from nlkgq.prompting.templates import render_block
from nlkgq.results.models import RdfTerm, SelectResult
from nlkgq.sparql import Token, parse_query

if TYPE_CHECKING:
    from nlkgq.evaluation.dataset import Dataset
    from nlkgq.evaluation.question import BenchQuestion

_LONGEST: Final = 2_000
_TEMPLATE: Final = "restate.j2"
_NO_QUESTION: Final = re.compile(r"https?://|```|(?:^|[\s(])[?$][A-Za-z_]\w*|\b(?:SELECT|ASK|WHERE)\b[^?]*\{")
"""What a restated question must not hold: addresses, variables, queries."""

Names = Mapping[str, Sequence[tuple[str, str]]]
"""Question -> IRIs of its gold with what graph and ontology call them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restated:
    """How many questions were taken back.

    Args:
        changed: Restated.
        same: Kept word for word by the model.
        missing: Without a reply.
        unusable: With a reply that is no question.
    """

    changed: int
    same: int
    missing: tuple[str, ...]
    unusable: tuple[str, ...]


def read_names(dataset: Dataset, *, progress: Callable[[str, float | None], None] | None = None) -> Names:
    """What the graphs call the things that gold queries speak of by IRI: a model cannot know it.

    Raises:
        ConfigError, LoadError: A graph cannot be opened.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    for name, source in dataset.graphs.items():
        with open_source(source, GOLD_SETTINGS) as kg:
            for question in dataset.questions:
                if question.graph == name and question.gold_text is not None:
                    iris = _iris(question.gold_text)
                    label = kg.labels(SelectResult(variables=("iri",), rows=tuple((RdfTerm("uri", i),) for i in iris)))
                    named = ((iri, label(iri)) for iri in iris)
                    found[question.id] = [(iri, " ".join(text.split())[:300]) for iri, text in named if text]
                    if progress is not None:
                        progress("looking up names", len(found) / len(dataset.questions))
    return found


def clarify_request(
    question: BenchQuestion, findings: Sequence[GoldFinding], names: Sequence[tuple[str, str]], model: str
) -> ModelRequest:
    """What a model is asked for one question.

    Benchmarks are public: nothing is masked, and none of this is for questions of users.
    """
    variables: dict[str, Any] = {
        "question": question.text,
        "gold": (question.gold_text or "").strip(),
        "names": [{"iri": iri, "says": says} for iri, says in names],
        "findings": [f.message for f in findings if f.question == question.id and f.code.startswith("unstated")],
    }
    return ModelRequest(
        model=model,
        system=(Block(text=render_block(_TEMPLATE, "system", variables), cache=True),),
        messages=(Message(role="user", text=render_block(_TEMPLATE, "user", variables)),),
        max_tokens=1024,
    )


def write_clarify_requests(
    dataset: Dataset,
    findings: Sequence[GoldFinding],
    names: Names,
    file: Path,
    *,
    model: str,
    form: Form,
    only: Sequence[str] | None = None,
) -> int:
    """Writes a request for each question with a gold query, as a batch file.

    Args:
        dataset: With its questions.
        findings: Of its audit.
        names: Of its things; see `read_names`.
        file: Where the requests go.
        model: The provider's name of it.
        form: Of which provider.
        only: Ids of the questions that are meant; None for all.

    Returns:
        How many.

    Raises:
        ConfigError: The file cannot be written.
    """
    lines = []
    for question in dataset.questions:
        if question.gold is not None and (only is None or question.id in only):
            request = clarify_request(question, findings, names.get(question.id, ()), model)
            lines.append(json.dumps(request_line(form, _custom_id(question), request), ensure_ascii=False))
    write_whole(file, "\n".join(lines) + "\n")
    return len(lines)


def take_clarified(dataset: Dataset, replies: Sequence[Path], folder: Path) -> Restated:
    """Makes a data set of the restated questions: all else in it is that of the given one.

    Args:
        dataset: As the requests were made from.
        replies: What batches gave back, in any order.
        folder: Of the new data set: `dataset.toml`, and `restated.jsonl` with each question beside its original.

    Raises:
        ConfigError: A reply answers no question of this data set as it is now, or one a second time and differently,
            unless it had none that can be used; or the folder cannot be written. Nothing is written then.
    """
    questions = {_custom_id(q): q for q in dataset.questions if q.gold is not None}
    said: dict[str, str] = {}
    for file in replies:
        for number, line in read_json_lines(file, what="replies"):
            _take_line(line, f"{file}:{number}", questions, said)
    texts = {i: t for i, t in said.items() if _is_usable(t)}
    changed = {q.id: texts[q.id] for q in questions.values() if texts.get(q.id, q.text) != q.text}
    write_restated(dataset, texts, folder)
    return Restated(
        changed=len(changed),
        same=len(texts) - len(changed),
        missing=tuple(q.id for q in questions.values() if q.id not in said),
        unusable=tuple(i for i in said if i not in texts),
    )


def _take_line(
    line: Mapping[str, Any], place: str, questions: Mapping[str, BenchQuestion], said: dict[str, str]
) -> None:
    question = questions.get(str(line.get("custom_id")))
    if question is None:
        raise ConfigError(
            f"{place} answers no question of this data set", place=place, hint="Were its questions changed since?"
        )
    reply = read_reply(line, "", place)
    if reply is None:
        return  # the provider could not serve it
    text = " ".join(reply.text.split()) if isinstance(reply, ModelReply) else ""
    before = said.get(question.id)
    if before is not None and before != text and _is_usable(before):
        raise ConfigError(f"{place} answers {question.id} a second time, differently", place=place)
    said[question.id] = text


def _is_usable(text: str) -> bool:
    return 0 < len(text) <= _LONGEST and _NO_QUESTION.search(text) is None


def _custom_id(question: BenchQuestion) -> str:
    """The name of a question in a batch: it changes with the question and its gold, not with what else is told."""
    return hashlib.sha256(f"restate\n{question.id}\n{question.digest}".encode()).hexdigest()


def _iris(gold: str) -> list[str]:
    try:
        query = parse_query(gold, undeclared_prefixes=True)
    except SparqlSyntaxError:
        return []
    found = (query.iri_or_none(t) for t in query.walk() if isinstance(t, Token) and t.terminal != "A")
    declared = {query.iri_or_none(t) for n in query.find("PrefixDecl") for t in n.tokens()}
    return [iri for iri in dict.fromkeys(found) if iri is not None and iri not in declared]

"""Questions restated so that they say all that their gold asks: requests for a model, and its answers taken back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nlkgq.errors import ConfigError
from nlkgq.evaluation.audit.checks import GoldFinding
from nlkgq.evaluation.batches import Form, read_reply, request_line
from nlkgq.evaluation.readers.source import read_json_lines
from nlkgq.evaluation.run_folder import write_whole
from nlkgq.llm.protocol import Block, Message, ModelReply, ModelRequest

if TYPE_CHECKING:
    from nlkgq.evaluation.dataset import Dataset
    from nlkgq.evaluation.question import BenchQuestion

_LONGEST: Final = 2_000
_SYSTEM: Final = """\
You restate questions of a benchmark. You get a question and the SPARQL query that is its gold. Write one question, in \
the language of the given one, that a person could ask and that has exactly this query's answer: every condition, \
every value, every column in its order, counting, grouping, sorting, number of rows, and whether repeats count. Name \
things as the question does; do not write IRIs, variables or SPARQL. Where the question says all of this already, \
repeat it word for word. Answer with the question alone, on one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restated:
    """How many questions were taken back: changed, kept word for word, and without a usable reply."""

    changed: int
    same: int
    missing: tuple[str, ...]


def clarify_request(question: BenchQuestion, findings: Sequence[GoldFinding], model: str) -> ModelRequest:
    """What a model is asked for one question.

    Benchmarks are public: nothing is masked, and none of this is for questions of users.
    """
    text = f"Question:\n{question.text}\n\nGold:\n{(question.gold_text or '').strip()}\n"
    told = [f.message for f in findings if f.question == question.id and f.code.startswith("unstated")]
    if told:
        text += "\nAn audit found:\n" + "\n".join(f"- {t}" for t in told) + "\n"
    return ModelRequest(
        model=model,
        system=(Block(text=_SYSTEM, cache=True),),
        messages=(Message(role="user", text=text),),
        max_tokens=1024,
    )


def write_clarify_requests(
    dataset: Dataset, findings: Sequence[GoldFinding], file: Path, *, model: str, form: Form
) -> int:
    """Writes a request for each question with a gold query, as a batch file.

    Returns:
        How many.
    """
    lines = []
    for question in dataset.questions:
        if question.gold is not None:
            request = clarify_request(question, findings, model)
            lines.append(json.dumps(request_line(form, _name(question, request), request), ensure_ascii=False))
    write_whole(file, "\n".join(lines) + "\n")
    return len(lines)


def take_clarified(
    dataset: Dataset, findings: Sequence[GoldFinding], replies: Path, out: Path, *, model: str
) -> Restated:
    """Writes the data set's questions with the restated ones in place, the originals beside them, as our JSON lines.

    Args:
        dataset: As the requests were made from.
        findings: The same as then.
        replies: What the batch gave back.
        out: A file of JSON lines; ``question`` is the restated text, ``original`` the one before.
        model: As in the requests.

    Raises:
        ConfigError: A reply answers no request made from this data set as it is now.
    """
    names = {_name(q, clarify_request(q, findings, model)): q for q in dataset.questions if q.gold is not None}
    texts = _texts(replies, names, model)
    lines, changed, same, missing = [], 0, 0, []
    for question in dataset.questions:
        text = texts.get(question.id)
        if question.gold is not None and text is None:
            missing.append(question.id)
        changed += text is not None and text != question.text
        same += text == question.text
        entry = {
            "id": question.id,
            "question": text or question.text,
            "original": question.text,
            "sparql": question.gold_text,
            "ordered": question.ordered,
            "level": question.level,
            "features": list(question.features),
            "language": question.language,
        }
        lines.append(json.dumps({k: v for k, v in entry.items() if v is not None}, ensure_ascii=False))
    write_whole(out, "\n".join(lines) + "\n")
    return Restated(changed=changed, same=same, missing=tuple(missing))


def _texts(replies: Path, names: Mapping[str, BenchQuestion], model: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for number, line in read_json_lines(replies, what="replies"):
        place = f"{replies}:{number}"
        question = names.get(str(line.get("custom_id")))
        if question is None:
            raise ConfigError(
                f"{place} answers no request made from this data set", place=place, hint="Were questions changed since?"
            )
        reply = read_reply(line, model, place)
        text = " ".join(reply.text.split()) if isinstance(reply, ModelReply) else ""
        if 0 < len(text) <= _LONGEST:
            texts[question.id] = text
    return texts


def _name(question: BenchQuestion, request: ModelRequest) -> str:
    """At most 64 characters: the hash of question and request."""
    return hashlib.sha256(f"{question.id}\n{request.hash}".encode()).hexdigest()

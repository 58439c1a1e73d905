"""QALD JSON (https://github.com/KGQA/QALD-10), and DBLP-QuAD, SciQA and LC-QuAD, which are written much alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nlkgq.errors import EndpointError, LoadError
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.readers.order import asks_for_order
from nlkgq.evaluation.readers.source import items, missing, read_json_file, text_of
from nlkgq.results.models import Result
from nlkgq.results.reading import result_from_json


def read_qald(path: Path, graph: str, *, language: str = "en") -> Iterator[BenchQuestion]:
    """The questions of a QALD file that are put in ``language``; each keeps its recorded answer.

    Raises:
        ResourceNotFound, LoadError: The file is missing or of another shape.
    """
    for item in items(read_json_file(path), path):
        identifier = item.get("id")
        texts = item.get("question") or []
        text = next((q.get("string") for q in texts if isinstance(q, Mapping) and q.get("language") == language), None)
        if not text:
            continue
        gold = text_of(item.get("query"), "sparql")
        answers = item.get("answers")
        answer = _result(answers[0], path, identifier) if isinstance(answers, list) and answers else None
        if gold is None and answer is None:
            raise missing(path, identifier, "query and no answer")
        yield _question(identifier, text, gold, graph, answer=answer, language=language)


def read_dblp_quad(path: Path, graph: str) -> Iterator[BenchQuestion]:
    """The questions of a DBLP-QuAD (1 and 2) or SciQA file.

    DBLP-QuAD keeps the answers of ``questions.json`` beside it in ``answers.json``; they are taken along where that
    file is there.

    Raises:
        ResourceNotFound, LoadError: The file is missing or of another shape.
    """
    beside = path.with_name("answers.json")
    answers: dict[object, object] = {}
    if beside.is_file() and beside != path:
        answers = {a.get("id"): a.get("answer") for a in items(read_json_file(beside), beside, key="answers")}
    for item in items(read_json_file(path), path):
        identifier = item.get("id")
        text = text_of(item.get("question"), "string", "en")
        gold = text_of(item.get("query"), "sparql")
        if text is None or gold is None:
            raise missing(path, identifier, "question or query")
        recorded = answers.get(identifier)
        kind = item.get("query_type") or item.get("query_class")
        yield _question(
            identifier,
            text,
            gold,
            graph,
            answer=_result(recorded, path, identifier) if recorded is not None else None,
            paraphrase=_paraphrase(item.get("paraphrased_question")),
            level=str(kind) if kind else None,
            features=("temporal",) if item.get("temporal") else (),
        )


def read_lcquad(path: Path, graph: str, *, query: str = "sparql_wikidata") -> Iterator[BenchQuestion]:
    """The questions of an LC-QuAD file, 1.0 or 2.0; those without a text are passed over (2.0 has some).

    Args:
        path: The JSON file.
        graph: Name of the graph.
        query: Which of the queries of LC-QuAD 2.0 is the gold: ``sparql_wikidata`` or ``sparql_dbpedia18``.

    Raises:
        ResourceNotFound, LoadError: The file is missing or of another shape.
    """
    for item in items(read_json_file(path), path):
        identifier = item.get("uid", item.get("_id"))
        text = text_of(item.get("question")) or text_of(item.get("corrected_question"))
        gold = text_of(item.get(query)) or text_of(item.get("sparql_query")) or text_of(item.get("query"), "sparql")
        if text is None or text == "n/a":
            continue
        if gold is None:
            raise missing(path, identifier, "query")
        template = item.get("template")
        yield _question(
            identifier,
            text,
            gold,
            graph,
            paraphrase=_paraphrase(item.get("paraphrased_question")),
            level=template if isinstance(template, str) else None,
        )


def _question(identifier: object, text: str, gold: str | None, graph: str, **more: Any) -> BenchQuestion:
    ordered = gold is not None and "ORDER" in gold.upper() and asks_for_order(text)
    return BenchQuestion(id=str(identifier), text=text, graph=graph, gold=gold, ordered=ordered, **more)


def _paraphrase(value: Any) -> str | None:
    if isinstance(value, list):
        value = value[0] if value else None
    found = text_of(value, "string", "en")
    return None if found == "n/a" else found


def _result(document: object, path: Path, identifier: object) -> Result:
    if isinstance(document, Mapping) and "boolean" in document:
        document = {"head": document.get("head") or {}, "boolean": document["boolean"]}
    elif isinstance(document, Mapping) and document.get("results") == {}:
        document = {**document, "results": {"bindings": []}, "head": {"vars": [], **(document.get("head") or {})}}
    try:
        return result_from_json(document, endpoint=path.name)
    except EndpointError as error:
        raise LoadError(f"{path}: question {identifier}: {error.message}", place=str(path)) from None

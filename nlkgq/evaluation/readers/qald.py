"""QALD JSON (https://github.com/KGQA/QALD-10), and DBLP-QuAD, SciQA and LC-QuAD, which are written much alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from nlkgq.errors import EndpointError, LoadError
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.readers.order import asks_for_order
from nlkgq.evaluation.readers.source import items, missing, read_json_file, text_of
from nlkgq.results.models import Result
from nlkgq.results.reading import result_from_json

_ESCAPE: Final = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
NO_GOLD: Final = "the set gives neither query nor answer"


def read_qald(path: Path, graph: str, *, language: str = "en") -> Iterator[BenchQuestion]:
    """The questions of a QALD file that are put in ``language``; each keeps its recorded answer.

    A language is found whatever the case and the mark of its region (``pt_BR``, ``pt-br``). Where a file words a
    question twice in it, the second wording is the paraphrase. Questions without query and answer are kept as excluded.

    Raises:
        ResourceNotFound, LoadError: The file is missing or of another shape.
    """
    for number, item in enumerate(items(read_json_file(path), path)):
        identifier = item.get("id", number)
        entries = item.get("question")
        if not isinstance(entries, list) or not all(isinstance(q, Mapping) for q in entries):
            raise missing(path, identifier, "list of questions, each with language and string")
        wordings = [text_of(q.get("string")) for q in entries if _same_language(q.get("language"), language)]
        texts = [text for text in wordings if text is not None]
        if not texts:
            continue
        gold = text_of(item.get("query"), "sparql")
        answers = item.get("answers")
        answer = _result(answers[0], path, identifier) if isinstance(answers, list) and answers else None
        yield _question(
            identifier,
            texts[0],
            gold,
            graph,
            answer=answer,
            language=language,
            paraphrase=next((t for t in texts[1:] if t != texts[0]), None),
            excluded=NO_GOLD if gold is None and answer is None else None,
        )


def read_dblp_quad(path: Path, graph: str) -> Iterator[BenchQuestion]:
    """The questions of a DBLP-QuAD (1.0 and 2.0) or SciQA file.

    DBLP-QuAD 1.0 keeps the answers of ``questions.json`` beside it in ``answers.json``; they are taken along where that
    file is there. 2.0 keeps them, and the query, in the question itself. Letters that a text spells by their number
    (``\\u00E9``) are put back.

    Raises:
        ResourceNotFound, LoadError: The file is missing or of another shape.
    """
    beside = path.with_name("answers.json")
    answers: dict[object, object] = {}
    if beside.is_file() and beside != path:
        answers = {a.get("id"): a.get("answer") for a in items(read_json_file(beside), beside, key="answers")}
    for number, item in enumerate(items(read_json_file(path), path)):
        identifier = item.get("id", number)
        text = text_of(item.get("question"), "string", "en")
        gold = text_of(item.get("query"), "sparql") or text_of(item.get("sparql"))
        if text is None or gold is None:
            raise missing(path, identifier, "question or query")
        recorded = answers.get(identifier, item.get("answer"))
        kind = item.get("query_type") or item.get("query_class")
        yield _question(
            identifier,
            _unescaped(text),
            gold,
            graph,
            answer=_result(recorded, path, identifier) if isinstance(recorded, Mapping) else None,
            paraphrase=_paraphrase(item.get("paraphrased_question")),
            level=str(kind) if kind else None,
            features=("temporal",) if item.get("temporal") else (),
        )


def read_lcquad(path: Path, graph: str, *, query: str = "sparql_wikidata") -> Iterator[BenchQuestion]:
    """The questions of an LC-QuAD file, 1.0 or 2.0; those without a text are passed over (2.0 has some), those whose
    query is empty are kept as excluded.

    Args:
        path: The JSON file.
        graph: Name of the graph.
        query: Which of the queries of LC-QuAD 2.0 is the gold: ``sparql_wikidata`` or ``sparql_dbpedia18``.

    Raises:
        ResourceNotFound, LoadError: The file is missing or of another shape.
    """
    for number, item in enumerate(items(read_json_file(path), path)):
        identifier = item.get("uid", item.get("_id", number))
        text = text_of(item.get("question")) or text_of(item.get("corrected_question"))
        gold = text_of(item.get(query)) or text_of(item.get("sparql_query")) or text_of(item.get("query"), "sparql")
        if text is None or text.lower() == "n/a":
            continue
        if not {query, "sparql_query", "query"} & set(item):
            raise missing(path, identifier, f"{query}, sparql_query or query")
        template = item.get("template")
        yield _question(
            identifier,
            text,
            gold,
            graph,
            paraphrase=_paraphrase(item.get("paraphrased_question")),
            level=template if isinstance(template, str) else None,
            excluded=None if gold else NO_GOLD,
        )


def _question(identifier: object, text: str, gold: str | None, graph: str, **more: Any) -> BenchQuestion:
    ordered = gold is not None and "ORDER" in gold.upper() and asks_for_order(text)
    return BenchQuestion(id=str(identifier), text=text, graph=graph, gold=gold, ordered=ordered, **more)


def _paraphrase(value: Any) -> str | None:
    if isinstance(value, list):
        value = value[0] if value else None
    found = text_of(value, "string", "en")
    return None if found is None or found.lower() == "n/a" else _unescaped(found)


def _unescaped(text: str) -> str:
    def letter(found: re.Match[str]) -> str:
        code = int(found[1] or found[2], 16)
        return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else found[0]

    return _ESCAPE.sub(letter, text)


def _same_language(given: object, wanted: str) -> bool:
    return isinstance(given, str) and given.replace("_", "-").lower() == wanted.replace("_", "-").lower()


def _result(document: object, path: Path, identifier: object) -> Result:
    if isinstance(document, Mapping) and "boolean" in document:
        said = document["boolean"]  # some files write it as a text
        said = {"true": True, "false": False}.get(said.lower(), said) if isinstance(said, str) else said
        document = {"head": document.get("head") or {}, "boolean": said}
    elif isinstance(document, Mapping) and document.get("results") == {}:
        document = {**document, "results": {"bindings": []}, "head": {"vars": [], **(document.get("head") or {})}}
    try:
        return result_from_json(document, endpoint=path.name)
    except EndpointError as error:
        raise LoadError(f"{path}: question {identifier}: {error.message}", place=str(path)) from None

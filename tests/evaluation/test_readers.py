"""Question files of the field: each format, and what is wrong with a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from toy_dataset import write_dataset

from nlkgq.errors import ConfigError, LoadError, NlkgqError, ResourceNotFound, UnknownKeyError
from nlkgq.evaluation.dataset import dataset_names, load_dataset
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.readers.formats import READERS, read_questions
from nlkgq.evaluation.readers.order import asks_for_order
from nlkgq.results.models import AskResult, SelectResult

QUERY = "SELECT ?x { ?x <https://toy.example/p> ?y }"
BINDING = {"head": {"vars": ["x"]}, "results": {"bindings": [{"x": {"type": "uri", "value": "https://toy.example/a"}}]}}

FILES: dict[str, tuple[str, Any]] = {
    "json-lines": ("q.jsonl", [{"id": 1, "question": "Which?", "sparql": QUERY, "rows": [["a"]], "n_rows": 1}]),
    "text2sparql": (
        "q.yml",
        "dataset:\n  id: https://toy.example/\n  prefix: toy\nquestions:\n"
        f"  - id: 1\n    question: {{en: 'Which?', de: 'Welche?'}}\n    query: {{sparql: '{QUERY}'}}\n"
        "    features: [RESULT_ORDER_MATTERS]\n",
    ),
    "qald": (
        "q.json",
        {
            "questions": [
                {
                    "id": "1",
                    "question": [{"language": "de", "string": "Welche?"}, {"language": "en", "string": "Which?"}],
                    "query": {"sparql": QUERY},
                    "answers": [BINDING],
                }
            ]
        },
    ),
    "lcquad": (
        "q.json",
        [
            {"uid": 1, "question": "Which?", "sparql_wikidata": QUERY, "template": "t"},
            {"uid": 2, "question": None, "sparql_wikidata": QUERY},
        ],
    ),
    "dblp-quad": (
        "q.json",
        {
            "questions": [
                {
                    "id": "Q1",
                    "query_type": "SINGLE_FACT",
                    "question": {"string": "Which?"},
                    "paraphrased_question": {"string": "What?"},
                    "query": {"sparql": QUERY},
                    "temporal": True,
                }
            ]
        },
    ),
    "sciqa": (
        "q.json",
        {
            "questions": [
                {"id": "AQ1", "query_type": "Factoid", "question": {"string": "Which?"}, "query": {"sparql": QUERY},
                 "paraphrased_question": []}
            ]
        },
    ),
    "spider4sparql": ("q.csv", f'db_id,question,sparql\ntoy,"Which?","{QUERY}"\nother,"No?","{QUERY}"\n'),
    "metaqa": ("q.txt", "which [Aster] is it\tA|B\n"),
}  # fmt: skip


def written(folder: Path, reader: str) -> Path:
    name, content = FILES[reader]
    path = folder / name
    if isinstance(content, str):
        path.write_text(content)
    elif name.endswith("jsonl"):
        path.write_text("\n".join(map(json.dumps, content)))
    else:
        path.write_text(json.dumps(content))
    return path


def read(path: Path, reader: str, **options: Any) -> list[BenchQuestion]:
    return list(read_questions(reader, path, "toy", options))


@pytest.mark.parametrize("reader", READERS)
def test_each_format_is_read(tmp_path: Path, reader: str) -> None:
    (question,) = read(written(tmp_path, reader), reader)
    assert question.text == ("which Aster is it" if reader == "metaqa" else "Which?")
    assert question.graph == "toy"
    assert question.gold == (None if reader == "metaqa" else QUERY)


def test_what_a_format_adds_is_kept(tmp_path: Path) -> None:
    (qald,) = read(written(tmp_path, "qald"), "qald")
    assert isinstance(qald.answer, SelectResult)
    assert qald.answer.rows[0][0] is not None
    (german,) = read(written(tmp_path, "qald"), "qald", language="de")
    assert german.text == "Welche?"
    (challenge,) = read(written(tmp_path, "text2sparql"), "text2sparql")
    assert (challenge.id, challenge.ordered) == ("1-en", True)
    (dblp,) = read(written(tmp_path, "dblp-quad"), "dblp-quad")
    assert (dblp.level, dblp.paraphrase, dblp.features) == ("SINGLE_FACT", "What?", ("temporal",))
    (meta,) = read(written(tmp_path, "metaqa"), "metaqa", hops=1)
    assert isinstance(meta.answer, SelectResult)
    assert (meta.level, len(meta.answer.rows), meta.bare, meta.flat) == ("1 hops", 2, True, True)


def test_answers_beside_the_questions_are_taken_along(tmp_path: Path) -> None:
    path = written(tmp_path, "dblp-quad")
    (tmp_path / "answers.json").write_text(
        json.dumps({"answers": [{"id": "Q1", "answer": {"head": {}, "boolean": True}}]})
    )
    (question,) = read(path, "dblp-quad")
    assert question.answer == AskResult(boolean=True)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"<html></html>", b"[1, 2]", b'{"questions": 3}', b"{", b"x\n"]
)
def test_a_wrong_file_is_one_clear_error(tmp_path: Path, reader: str, content: bytes) -> None:
    path = tmp_path / FILES[reader][0]
    path.write_bytes(content)
    empty = reader in ("json-lines", "metaqa", "spider4sparql") and not content.strip()
    if empty and reader != "spider4sparql":
        assert read(path, reader) == []
        return
    with pytest.raises(NlkgqError) as caught:
        read(path, reader)
    assert str(path) in caught.value.message


def test_a_missing_file_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ResourceNotFound) as caught:
        read(tmp_path / "none.jsonl", "json-lines")
    assert caught.value.hint is not None
    assert "bench fetch" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Show the singers ordered by age from the oldest to the youngest.", True),
        ("List the names in alphabetical order.", True),
        ("Rank the lamps, brightest first: sort by watts.", True),
        ("Who is the oldest singer?", False),
        ("How many orders has the customer?", False),
        ("Which trains go from Bern to Basel on Monday?", False),
    ],
)
def test_order_is_asked_for_in_words(text: str, asked: bool) -> None:
    assert asks_for_order(text) is asked


def test_overrides_are_told(tmp_path: Path) -> None:
    more = (
        '[[overrides]]\nid = "lamps"\nreason = "counts twice"\nsparql = "ASK {}"\n'
        '[[overrides]]\nid = "none"\nreason = "nothing to compare"\nexclude = true\n'
    )
    questions = {q.id: q for q in load_dataset(str(write_dataset(tmp_path / "toy", more))).questions}
    assert (questions["lamps"].gold, questions["lamps"].corrected) == ("ASK {}", "counts twice")
    assert questions["none"].excluded == "nothing to compare"
    assert questions["watts"].corrected is None


@pytest.mark.parametrize(
    ("more", "error", "told"),
    [
        ('licens = "x"\n', UnknownKeyError, "licens"),
        ('[[overrides]]\nid = "lamps"\n', ConfigError, "overrides needs 'reason'"),
        ('[[overrides]]\nid = "nobody"\nreason = "x"\nexclude = true\n', ConfigError, "not there: nobody"),
        ('[[overrides]]\nid = "lamps"\nreason = "x"\n', ConfigError, "changes nothing"),
        ('[[overrides]]\nid = "lamps"\nreason = "x"\nsparql = "SELECT"\n', ConfigError, "is no query"),
        ('[[overrides]]\nid = "lamps"\nreason = "x"\nexclude = "yes"\n', ConfigError, "must be true or false"),
        (2 * '[[overrides]]\nid = "lamps"\nreason = "x"\nexclude = true\n', ConfigError, "two overrides"),
        ('[scoring]\ndecimals = "4"\n', ConfigError, "a whole number from 0"),
        ('[[graphs]]\nname = "toy"\nfiles = "graph.ttl"\n', ConfigError, "two graphs with the name"),
        ('[[graphs]]\nname = "two"\nfiles = [3]\n', ConfigError, "a text or a list of texts"),
        ('[[graphs]]\nname = "two"\nfiles = "graph.ttl"\nurl = "http://x"\n', ConfigError, "but not both"),
        ("[graphs.settings]\nfoo = 3\n", UnknownKeyError, "settings.foo"),
        ('[settings.model]\nnmae = "x"\n', UnknownKeyError, "settings.model.nmae"),
        ("[questions.prefixes]\nex = 3\n", ConfigError, "questions.prefixes.ex must be a text"),
        ("[questions.options]\nfoo = 3\n", ConfigError, "the reader json-lines got an unexpected"),
        ("[scoring]\ndecimal = 3\n", UnknownKeyError, "scoring.decimal"),
        ('[[graphs]]\nname = "two"\n', ConfigError, "`kg`, `files` or `url`"),
        ("nonsense", ConfigError, "not readable as TOML"),
    ],
)
def test_a_wrong_description_is_one_clear_error(tmp_path: Path, more: str, error: type[NlkgqError], told: str) -> None:
    folder = write_dataset(tmp_path / "toy")
    file = folder / "dataset.toml"
    file.write_text(more + file.read_text() if more.startswith("licens") else file.read_text() + more)
    with pytest.raises(error, match=told):
        load_dataset(str(folder))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('base = "here"', 'base = "there"', "`base` is"),
        ('base = "here"\n', "", "no file of questions"),
        ('[questions]\nfile = "questions.jsonl"', 'questions = "questions.jsonl"', "questions must be a table"),
        ('"questions.jsonl"', "3", "questions.file must be a text"),
        ('"questions.jsonl"', '"questions.jsonl"\nreader = "qlad"', "no reader 'qlad'"),
    ],
)
def test_a_changed_description_is_one_clear_error(tmp_path: Path, before: str, after: str, told: str) -> None:
    file = write_dataset(tmp_path / "toy") / "dataset.toml"
    assert before in file.read_text()
    file.write_text(file.read_text().replace(before, after, 1))
    with pytest.raises(ConfigError, match=told) as caught:
        load_dataset(str(file), data=tmp_path / "elsewhere")
    if not after:
        assert caught.value.hint == 'With base = "here" it is beside it.'


def test_settings_may_be_written_as_tables(tmp_path: Path) -> None:
    more = '[settings.model]\nrepair = 1\n[settings."endpoints.*"]\ntimeout = 3.0\n'
    found = load_dataset(str(write_dataset(tmp_path / "toy", more))).graphs["toy"].settings
    assert found == {"model.repair": 1, "endpoints.*.timeout": 3.0}


def test_two_questions_of_one_id_are_refused(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    file = folder / "questions.jsonl"
    file.write_text(file.read_text() + "\n" + file.read_text().splitlines()[0])
    with pytest.raises(LoadError, match="two questions with the id 'lamps'"):
        load_dataset(str(folder))


def test_every_data_set_of_the_project_loads(data: Path) -> None:
    sizes = {name: len(load_dataset(name, data=data).questions) for name in dataset_names()}
    assert sizes.items() >= {
        "acme": 22, "ck25": 15, "dblp_quad_replay": 400, "films": 40, "metaqa": 300, "neuro": 29, "spider4sparql": 408,
    }.items()  # fmt: skip

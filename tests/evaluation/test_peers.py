"""Systems of others as generators: a file of answers, an endpoint of the challenge, a function of a package."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from toy_dataset import PREFIX, QUESTIONS

from nlkgq.errors import ConfigError, ModelError, NlkgqError, ResourceNotFound, UsageError
from nlkgq.evaluation.dataset import Dataset
from nlkgq.evaluation.run_folder import read_records
from nlkgq.evaluation.runner import RunOptions, run

TABLE = {q: PREFIX + s for q, s in QUESTIONS.values()}


def outcomes(toy: Dataset, folder: Path, model: str) -> dict[str, str]:
    run(toy, folder, RunOptions(settings={"model.name": model, "privacy.mode": "off"}))
    return {q: r.outcome for (q, _), r in read_records(folder).items()}


def test_a_file_of_answers(toy: Dataset, tmp_path: Path) -> None:
    entries = [{"question": q, "query": s} for q, s in list(TABLE.items())[:5]]
    (tmp_path / "list.json").write_text(json.dumps(entries))
    (tmp_path / "lines.jsonl").write_text("\n".join(map(json.dumps, entries)))
    for name in ("list.json", "lines.jsonl"):
        found = outcomes(toy, tmp_path / f"run-{name}", f"peer:answers:{tmp_path / name}")
        assert list(found.values()).count("answered") == 5
        assert found["none"] == "abstained"


@pytest.mark.parametrize(
    ("text", "error"), [(None, ResourceNotFound), ("{", ConfigError), ("[1]", ConfigError), ('{"a": 1}', ConfigError)]
)
def test_a_wrong_file_of_answers(toy: Dataset, tmp_path: Path, text: str | None, error: type[NlkgqError]) -> None:
    if text is not None:
        (tmp_path / "answers.json").write_text(text)
    with pytest.raises(error):
        outcomes(toy, tmp_path / "run", f"peer:answers:{tmp_path / 'answers.json'}")


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        given = parse_qs(urlsplit(self.path).query)
        question = given.get("question", [""])[0]
        status, body = (
            200,
            json.dumps({"dataset": given.get("dataset"), "question": question, "query": TABLE.get(question)}),
        )
        if "watts has" in question:
            status, body = 503, ""
        if "makers" in question:
            body = "<html>"
        self.send_response(status)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    made = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{made.server_port}"
    made.shutdown()
    thread.join()
    made.server_close()


def test_an_endpoint_of_the_challenge(toy: Dataset, tmp_path: Path, server: str) -> None:
    found = outcomes(toy, tmp_path / "run", f"peer:text2sparql:{server}/")
    assert found["lamps"] == found["any"] == "answered"
    assert found["watts"] == "unavailable"
    assert found["count"] == "model-failed"


def test_a_function_of_a_package(toy: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "toypeer.py").write_text(
        f"TABLE = {TABLE!r}\n"
        "def answer(question, graph):\n"
        "    assert 'ex:Lamp' in graph.ontology and graph.files[0].name == 'graph.ttl'\n"
        "    if 'makers' in question:\n        raise RuntimeError('lost')\n"
        "    return TABLE[question] if 'watts has' not in question else None\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    found = outcomes(toy, tmp_path / "run", "peer:python:toypeer:answer")
    assert (found["lamps"], found["watts"], found["count"]) == ("answered", "abstained", "model-failed")
    sys.modules.pop("toypeer")
    with pytest.raises(ConfigError, match="no function"):
        outcomes(toy, tmp_path / "other", "peer:python:toypeer:nothing")


@pytest.mark.parametrize("name", ["peer:", "peer:telepathy:x", "peer:answers:"])
def test_unknown_peers(toy: Dataset, tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="is no peer"):
        outcomes(toy, tmp_path / "run", name)


def test_masked_questions_are_not_for_peers(toy: Dataset, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read placeholders"):
        run(toy, tmp_path / "run", RunOptions(settings={"model.name": "peer:answers:x"}))


def test_the_error_of_an_endpoint_keeps_its_status(server: str) -> None:
    from nlkgq.evaluation.peers.text2sparql_endpoint import Text2SparqlEndpoint
    from nlkgq.masking.model import MaskedText

    text = QUESTIONS["watts"][0]
    with pytest.raises(ModelError) as caught:
        Text2SparqlEndpoint(server, dataset="toy", timeout=5).generate(MaskedText(text=text, mode="off", original=text))
    assert (caught.value.kind, caught.value.status) == ("overloaded", 503)

"""sparql-llm's agent beside us: its prompts, retrieval and checks, our client; what it writes runs through our gate.

The package is found in the folder named by SPARQL_LLM_FOLDER (`pip install --target FOLDER "sparql-llm[agent]"
wordllama`); it runs in a process of its own, which may not know it otherwise. Its embedding here is wordllama's, since
its own must be downloaded.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from chat_server import chat_server
from toy_dataset import PREFIX, write_dataset

from nlkgq.errors import ConfigError, UsageError
from nlkgq.evaluation.peers.chat_model import json_object
from nlkgq.evaluation.peers.open import open_peer
from nlkgq.evaluation.peers.void_description import prefix_turtle, schema_of, void_turtle

FOLDER = Path(os.environ.get("SPARQL_LLM_FOLDER", "sparql-llm-is-nowhere"))
NAME = "peer:sparql-llm+wordllama:openai:small"
SCRIPT = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from nlkgq import KnowledgeGraph, NlkgqError
from nlkgq.evaluation.peers.open import open_peer
from nlkgq.masking.model import MaskedText
folder, address, name, *questions = sys.argv[1:]
settings = {"model.base_url": address, "privacy.mode": "off"}
with KnowledgeGraph.from_files([folder + "/graph.ttl"], [folder + "/ontology.ttl"], settings=settings) as kg:
    try:
        peer = open_peer(name, kg)
    except NlkgqError as error:
        print(json.dumps(f"{error} {error.hint}"))
        sys.exit()
    def ask(question):
        try:
            return peer.generate(MaskedText(text=question, mode="off")).query
        except NlkgqError as error:
            return f"{type(error).__name__} {error}"
    with ThreadPoolExecutor(4) as pool:
        print(json.dumps(list(pool.map(ask, questions))))
"""


def written(query: str, address: str = "http://graph.invalid/sparql") -> str:
    return f"Here it is:\n```sparql\n#+ endpoint: {address}\n{query}\n```"


def model(messages: list[dict[str, str]]) -> str:
    """Names concepts, uses a property that is not there, corrects it, then talks about the rows it is shown."""
    texts = [m["content"] for m in messages]
    question = next(m["content"] for m in messages if m["role"] == "user")
    if "JSON schema" in texts[0] or "JSON schema" in texts[1]:
        found = {"intent": "access_resources", "extracted_classes": ["light"], "extracted_entities": []}
        return json.dumps(found) if "babble" not in question else "I am not sure."
    if "Talk" in question:
        return "There is nothing to query."
    if "elsewhere" in question:
        return written(PREFIX + "SELECT ?l { ?l a ex:Lamp }", "http://127.0.0.1:1/sparql")
    if "Delete" in question:
        return written("DELETE WHERE { ?s ?p ?o }")
    if "Results:" in texts[-1]:
        return "There are three lamps."
    if "Error messages:" in texts[-1]:
        return written("SELECT ?l WHERE { ?l a ex:Lamp ; ex:watts ?w }")
    return written(PREFIX + "SELECT ?l WHERE { ?l a ex:Lamp ; ex:colour ?c }")


@pytest.fixture
def run(require: Callable[[str, bool, str], None], tmp_path: Path) -> Callable[..., str]:
    found = (FOLDER / "sparql_llm").is_dir() and (FOLDER / "wordllama").is_dir()
    require("sparql-llm", found, "SPARQL_LLM_FOLDER names no folder with sparql-llm and wordllama")
    folder = write_dataset(tmp_path / "toy")
    root = Path(__file__).resolve().parents[2]

    def ran(address: str, name: str, *questions: str, **environment: str) -> str:
        paths = os.pathsep.join((str(root), str(FOLDER.resolve())))
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(folder), address, name, *questions],
            env={**os.environ, "PYTHONPATH": paths, **environment},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return ran


def test_the_agent_retrieves_checks_and_runs(run: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()  # where the package would keep what it read of another graph
    with socket.create_server(("127.0.0.1", 0)) as traces, chat_server(model) as (address, asked):
        to = f"http://127.0.0.1:{traces.getsockname()[1]}"
        tracing = {"LANGSMITH_TRACING": "true", "LANGSMITH_ENDPOINT": to, "LANGSMITH_API_KEY": "x"}
        (query,) = json.loads(run(address, NAME, "Which lamps are there?", **tracing))
        traces.setblocking(False)
        with pytest.raises(BlockingIOError):  # nobody came
            traces.accept()
    assert PREFIX.strip() in query, "its own repair of prefixes"
    assert "ex:watts" in query
    assert list((tmp_path / "data").iterdir()) == []
    extraction, first, second, last = ["\n".join(m["content"] for m in messages) for messages in asked]
    assert "Which lamps are there?" in extraction
    assert "ex:watts xsd:integer" in first, "the class schema, retrieved"
    assert "does not support the predicate `ex:colour`" in second, "its check against the description"
    assert "https://toy.example/a" in last, "rows, through our gate"
    assert not any("life science" in text for text in (extraction, first, second, last))


def test_its_replies_are_kept_and_counted(run: Callable[..., str], tmp_path: Path) -> None:
    """A run by the command line: tokens are counted, and a run that goes on asks nothing twice."""
    folder, out = tmp_path / "toy", tmp_path / "run"
    paths = os.pathsep.join((str(Path(__file__).resolve().parents[2]), str(FOLDER.resolve())))

    def bench(*more: str) -> str:
        given = ["bench", "run", str(folder), "--out", str(out), "--privacy", "off", "--model", NAME, *more]
        command = [sys.executable, "-m", "nlkgq", *given, "--limit", "1"]
        environment = {**os.environ, "PYTHONPATH": paths}
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stderr

    with chat_server(model) as (address, asked):
        assert "1 of 1 questions finished" in bench("--base-url", address)
        calls = len(asked)
        (out / "records.jsonl").unlink()
        assert "1 of 1 questions finished" in bench("--base-url", address, "--resume")
    assert (calls, len(asked)) == (4, 4)
    (record,) = map(json.loads, (out / "records.jsonl").read_text().splitlines())
    assert (record["outcome"], record["tokens"]["calls"], record["tokens"]["input"]) == ("answered", 4, 28)
    assert json.loads((out / "manifest.json").read_text())["identity"]["peer"].startswith("sparql-llm ")


def test_what_goes_wrong_is_told(run: Callable[..., str]) -> None:
    questions = ["Talk.", "Is it babble?", "Is it elsewhere?", "Delete all."] * 2
    with chat_server(model) as (address, asked):
        found = json.loads(run(address, NAME, *questions))
    talk, babble, elsewhere, delete = found[:4]
    assert found[4:] == found[:4]
    assert talk.startswith("NoQueryError")
    assert babble.startswith("ModelError sparql-llm: ValueError: the reply holds no JSON object")
    assert elsewhere.endswith("SELECT ?l { ?l a ex:Lamp }")
    assert "DELETE" in delete, "taken as it is written: our gate refuses it where it would run"
    assert not any("DELETE" in m["content"] and "Results:" in m["content"] for messages in asked for m in messages)


def test_an_embedding_that_is_not_there_is_told(run: Callable[..., str]) -> None:
    unknown = json.loads(run("http://127.0.0.1:1/v1", "peer:sparql-llm+no/such:openai:small"))
    assert "knows no embedding 'no/such'" in unknown
    assert "wordllama" in unknown


def test_without_the_packages_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nlkgq import KnowledgeGraph

    for package in ("fastembed", "wordllama"):
        monkeypatch.setitem(sys.modules, package, None)

    folder = write_dataset(tmp_path / "toy")
    files = [folder / "graph.ttl"], [folder / "ontology.ttl"]
    with KnowledgeGraph.from_files(*files, settings={"model.base_url": "http://127.0.0.1:1/v1"}) as kg:
        for name, wanted in (("sparql-llm", "fastembed"), ("sparql-llm+wordllama", "wordllama")):
            with pytest.raises(ConfigError, match=f"{wanted} is not installed"):
                open_peer(f"peer:{name}:openai:small", kg)
        with pytest.raises(UsageError, match="is no peer"):
            open_peer("peer:sparql-lm:openai:small", kg)
    with (
        KnowledgeGraph.from_endpoint("http://127.0.0.1:1/", ontology=[folder / "ontology.ttl"]) as kg,
        pytest.raises(ConfigError, match="description of the graph's files"),
    ):
        open_peer("peer:sparql-llm:openai:small", kg)


def test_a_graph_is_described(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    schema = schema_of([folder / "graph.ttl"])
    ex, xsd = "https://toy.example/", "http://www.w3.org/2001/XMLSchema#"
    assert schema[ex + "Lamp"] == {
        ex + "maker": (("class", ex + "Maker"),),
        ex + "title": (("datatype", xsd + "string"),),
        ex + "watts": (("datatype", xsd + "integer"),),
    }
    from pyoxigraph import RdfFormat, parse

    for text, triples in ((void_turtle(schema), 2 + 4 * 2 + 4 * 2), (prefix_turtle({"ex": ex, "xsd": xsd}), 6)):
        assert len(list(parse(text, format=RdfFormat.TURTLE))) == triples
    assert "b c" not in void_turtle({"https://a.example/b c": {}})


def test_a_release_that_is_not_known_is_refused() -> None:
    from types import ModuleType

    from nlkgq.evaluation.peers.sparql_llm_agent import _replace

    module = ModuleType("sparql_llm.utils")
    with pytest.raises(ConfigError, match="has no query_sparql") as caught:
        _replace(module, "query_sparql", None)
    assert "==0.1.4" in (caught.value.hint or "")


@pytest.mark.parametrize("text", ["nothing", "{", '{"a": }'])
def test_a_reply_without_an_object(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - json's own words for some of them
        json_object(text)

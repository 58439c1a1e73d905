"""Kept examples: a file of the owner's, one whole line at a time."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph, Translator
from nlkgq.errors import ConfigError, GateError, SparqlSyntaxError, UsageError
from nlkgq.examples import FILE, ExampleFile, example_file
from nlkgq.llm.protocol import ModelReply, ModelRequest

FILMS = "PREFIX films: <https://nlkgq.example/films#>\n"
DIRECTED = (
    FILMS + """SELECT ?film WHERE { ?film films:directedBy ?p . ?p films:name "Mara O'Tierne" } # Mara O'Tierne"""
)


@pytest.fixture
def file(tmp_path: Path) -> ExampleFile:
    return ExampleFile(tmp_path / "graph" / FILE)


def test_what_is_kept_is_there_and_only_its_owner_s(file: ExampleFile) -> None:
    assert file.read() == ()
    kept = file.add("Who?", "ASK {}")
    assert (kept.outcome, kept.example.question) == ("new", "Who?")
    assert file.read() == (kept.example,)
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.path.parent.stat().st_mode) == 0o700
    line = json.loads(file.path.read_text(encoding="utf-8"))
    assert (line["id"], line["question"], line["sparql"]) == (kept.example.id, "Who?", "ASK {}")


def test_the_same_again_is_known_and_a_correction_replaces(file: ExampleFile) -> None:
    first = file.add("Who is it?", "SELECT ?s { ?s ?p ?o }").example
    assert file.add(" who  IS it? ", "SELECT ?s {\n ?s ?p ?o # all\n}").outcome == "known"
    assert file.read() == (first,)
    second = file.add("Who is it?", "SELECT ?o { ?s ?p ?o }")
    assert second.outcome == "replaced"
    assert file.read() == (second.example,)


def test_a_readable_file_becomes_private(file: ExampleFile) -> None:
    file.path.parent.mkdir()
    file.path.write_text('{"question": "By hand?", "sparql": "ASK { ?s ?p ?o }"}\n', encoding="utf-8")
    file.path.chmod(0o644)
    file.add("Who?", "ASK {}")
    assert [e.question for e in file.read()] == ["By hand?", "Who?"]
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


def test_a_line_that_a_crash_has_cut_is_lost_alone(file: ExampleFile) -> None:
    first = file.add("Who?", "ASK {}").example
    with file.path.open("a", encoding="utf-8") as opened:
        opened.write('{"question": "Wh')
    assert file.read() == (first,)
    file.add("What?", "ASK {}")
    assert [e.question for e in file.read()] == ["Who?", "What?"]


@pytest.mark.parametrize("line", ["nothing", "[]", '{"question": "x"}', '{"question": "", "sparql": "ASK {}"}', "3"])
def test_a_whole_line_that_is_no_example_is_named(file: ExampleFile, line: str) -> None:
    file.add("Who?", "ASK {}")
    with file.path.open("a", encoding="utf-8") as opened:
        opened.write(line + "\n")
    with pytest.raises(ConfigError, match="line 2 is no example"):
        file.read()


def test_removing(file: ExampleFile) -> None:
    examples = [file.add(f"Question {n}?", f"ASK {{ ?s ?p {n} }}").example for n in range(3)]
    assert file.remove(examples[1].id[:6]) == examples[1]
    assert file.read() == (examples[0], examples[2])
    for wrong in ("", "zz", examples[1].id):
        with pytest.raises(UsageError):
            file.remove(wrong)


def test_several_processes_lose_nothing(file: ExampleFile, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from nlkgq.examples import ExampleFile\n"
        "for n in range(12): ExampleFile(Path(sys.argv[1])).add(f'{sys.argv[2]} {n}?', 'ASK {}')"
    )
    running = [subprocess.Popen([sys.executable, "-c", program, str(file.path), name]) for name in "abc"]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    assert len(file.read()) == 36


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match="cannot be written"):
        ExampleFile(tmp_path / "file" / FILE).add("Who?", "ASK {}")


def test_a_graph_of_one_s_own_has_them_in_its_folder(tmp_path: Path) -> None:
    assert example_file(tmp_path, "key").path == tmp_path / FILE
    with KnowledgeGraph.open("films") as kg:
        assert kg.examples.path.name == "films.jsonl"
        assert "ontologies" not in kg.examples.path.parts
    assert example_file(None, "key").path.name == "key.jsonl"


class Model:
    """Answers every request alike, and keeps them."""

    def __init__(self) -> None:
        self.requests: list[ModelRequest] = []

    def complete(self, request: ModelRequest) -> ModelReply:
        self.requests.append(request)
        return ModelReply(text=f"```sparql\n{FILMS}SELECT ?f {{ ?f a films:Film }}\n```", model="m")


@pytest.fixture
def films(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KnowledgeGraph:
    monkeypatch.setenv("NLKGQ_STATE_DIR", str(tmp_path / "state"))
    return KnowledgeGraph.open("films")


def test_only_what_the_gate_passes_is_kept(films: KnowledgeGraph) -> None:
    with films:
        with pytest.raises(SparqlSyntaxError):
            films.keep("Who?", "SELECT")
        with pytest.raises(GateError):
            films.keep("Who?", "ASK { SERVICE <http://example.org/> { ?s ?p ?o } }")
        with pytest.raises(UsageError, match="placeholders"):
            films.keep("Who?", 'ASK { ?s ?p "VALUE_K3QX" }')
        with pytest.raises(UsageError, match="empty"):
            films.keep(" ", "ASK { ?s ?p ?o }")
        assert films.examples.read() == ()
        kept = films.keep("Who?", "ASK { ?f a films:Film }")
        assert kept.example.query.startswith("PREFIX films:")


def test_a_prompt_is_zero_shot_unless_settings_say_otherwise(films: KnowledgeGraph) -> None:
    with films:
        films.keep("Which films did Mara O'Tierne direct?", DIRECTED)
        model = Model()
        Translator(films, model=model).translate("Which films did Ruben Valcke direct?")
        assert len(model.requests[0].messages) == 1


def test_examples_leave_masked_with_the_same_placeholders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, films: KnowledgeGraph
) -> None:
    with films:
        films.keep("Which films did Mara O'Tierne direct?", DIRECTED)
        films.keep("How many studios are there?", FILMS + "SELECT (COUNT(?s) AS ?n) { ?s a films:Studio }")
        films.keep(
            "Who directed Kite Season?", FILMS + 'SELECT ?p { ?f films:title "Another one" ; films:directedBy ?p }'
        )
    with KnowledgeGraph.open("films", settings={"prompt.examples": 2}) as kg:
        model = Model()
        Translator(kg, model=model).translate("Which films did Ruben Valcke direct?")
    (request,) = model.requests
    first, second, third = request.messages
    assert (first.role, second.role, third.role) == ("user", "assistant", "user")
    (name,) = [word.strip('"') for word in second.text.split() if word.strip('"').startswith("VALUE_")]
    assert name in first.text
    assert name not in third.text
    sent = json.dumps(request.payload()).casefold()
    # neither the values, nor the comment, nor the example whose query names something that its question does not
    for value in ("tierne", "mara", "kite", "another one", "valcke"):
        assert value not in sent
    assert "Mara O'Tierne" in request.private


def test_without_masking_they_leave_as_they_are(tmp_path: Path, films: KnowledgeGraph) -> None:
    with films:
        films.keep("Which films did Mara O'Tierne direct?", DIRECTED)
    with KnowledgeGraph.open("films", settings={"prompt.examples": 1, "privacy.mode": "off"}) as kg:
        model = Model()
        Translator(kg, model=model).translate("Which films did Ruben Valcke direct?")
    assert "Mara O'Tierne" in model.requests[0].messages[1].text
    assert "#" not in model.requests[0].messages[1].text.replace("films#", "")

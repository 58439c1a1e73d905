"""Queries held to a grammar: coverage of gold queries, what a small model writes, and at what price.

    NLKGQ_DATA=... python benchmarks/grammar.py coverage
    NLKGQ_DATA=... python benchmarks/grammar.py generate MODEL.gguf --runs 500 [--seconds 600] [--ways steered]
    python benchmarks/grammar.py speed MODEL.gguf
    python benchmarks/grammar.py compile MODEL.gguf
    python benchmarks/grammar.py xgrammar          (in an environment that has it: it pulls torch)

`generate` goes on where it was stopped: each generation is a line of benchmarks/results/grammar.jsonl. Three ways are
compared on the same prompts and seeds: free, held to the grammar, held to it and sent back from mistakes.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grammar_checks import Verdict, gold_sets, judged, known_question
from grammar_engines import compile_and_mask, load_in_xgrammar, speeds

from nlkgq.errors import NlkgqError
from nlkgq.generation.extract import extract_query
from nlkgq.grammar.canonical import canonical
from nlkgq.grammar.matcher import Matcher
from nlkgq.grammar.places import slot
from nlkgq.grammar.source import GrammarSource
from nlkgq.grammar.specialise import specialise
from nlkgq.grammar.vocabulary import vocabulary
from nlkgq.llm.llama_cpp import LlamaCppClient, LocalSettings
from nlkgq.llm.protocol import Block, Message, ModelRequest
from nlkgq.ontology.loader import load_ontology
from nlkgq.prompting.extract import short_system
from nlkgq.sparql import parse_query

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "grammar.jsonl"
WAYS = ("free", "held", "steered")
SLOTS = (slot("VALUE_K3QX", "string"), slot("VALUE_M2TP", "individual"), slot("VALUE_W7RC", "number"))


def ontologies() -> dict[str, Path]:
    """The six ontologies of `generate`."""
    data = Path(os.environ["NLKGQ_DATA"])
    return {
        "films": HERE.parent / "ontologies/films/ontology.ttl",
        "ck25": data / "ck25/ontology.ttl",
        "concert_singer": data / "spider4sparql/concert_singer/ontology.owl",
        "world_1": data / "spider4sparql/world_1/ontology.owl",
        "nidm_results": data / "nidm_results/ontology.ttl",
        "semopenalex": data / "semopenalex/ontology.ttl",
    }


def coverage() -> None:
    """Gold queries that are sentences of the grammar of their ontology, their constants as placeholders."""
    total: Counter[str] = Counter()
    fitting: Counter[str] = Counter()
    for name, ontology, queries in gold_sets(Path(os.environ["NLKGQ_DATA"]), HERE.parent):
        terms = vocabulary(ontology)
        for identity, text in queries:
            found = canonical(parse_query(text, undeclared_prefixes=True), ontology.prefixes, masked_for=ontology)
            matcher = Matcher(specialise(ontology, placeholders=found.slots, terms=terms))
            failure = matcher.failure(found.words)
            total[name] += 1
            fitting[name] += failure is None
            if failure is not None:
                print(f"  {name} {identity}: not at {' '.join(found.words[max(0, failure[0] - 6) : failure[0] + 1])}")
        print(f"{name}: {fitting[name]} of {total[name]}", flush=True)
    print(f"all: {fitting.total()} of {total.total()} ({fitting.total() / total.total():.2%})")


def generate(model: Path, runs: int, seconds: float, ways: Sequence[str] = WAYS) -> None:
    """Generations at temperature 1 until there are ``runs`` of each way, or the time is over."""
    done = {(r["ontology"], r["seed"], r["way"]) for r in records()}
    RESULTS.parent.mkdir(exist_ok=True)
    end = time.monotonic() + seconds
    loaded = {name: load_ontology(path) for name, path in ontologies().items()}
    sources = {name: GrammarSource(o, o.prefixes, "short") for name, o in loaded.items()}
    with RESULTS.open("a", encoding="utf-8") as file:
        for seed in range(runs):
            name = list(sources)[seed % len(sources)]
            for way in ways:
                if (name, seed, way) in done:
                    continue
                if time.monotonic() > end:
                    return
                record = {"ontology": name, "seed": seed, "way": way, **one(model, sources[name], seed, way)}
                print(json.dumps(record), file=file, flush=True)


CLIENTS: dict[tuple[int, str], LlamaCppClient] = {}


def one(model: Path, source: GrammarSource, seed: int, way: str) -> dict[str, Any]:
    """One generation, judged."""
    question = known_question(source.ontology, seed)
    request = ModelRequest(
        model=model.name,
        system=(Block(text=short_system(source.ontology, source.prefixes, question)),),
        messages=(Message(role="user", text=question),),
        max_tokens=96,
        temperature=1.0,
        slots=SLOTS,
    )
    begun = time.monotonic()
    try:
        text, facts = free(model, request, seed) if way == "free" else held(model, source, request, seed, way)
    except NlkgqError as error:
        return {"error": str(error)}
    facts["seconds"] = round(time.monotonic() - begun, 2)
    return {**facts, **judged(text, source, SLOTS).facts(), "query": text}


def held(model: Path, source: GrammarSource, request: ModelRequest, seed: int, way: str) -> tuple[str, dict[str, Any]]:
    """With the grammar; sent back from mistakes or not."""
    settings = LocalSettings(seed=seed, returns=12 if way == "steered" else 0, deadline=900)
    client = LlamaCppClient(model, source=source, settings=settings)
    client._loaded = server(model)
    reply = client.complete(request)
    return extract_query(reply.text), {
        "closed": reply.stop_reason == "closed",
        "returns": reply.attempts - 1,
        "tokens": reply.usage.output_tokens,
    }


def free(model: Path, request: ModelRequest, seed: int) -> tuple[str, dict[str, Any]]:
    """Without the grammar."""
    pieces: list[str] = []

    def take(chunk: str) -> bool:
        choices = json.loads(chunk).get("choices") or [{}]
        pieces.append((choices[0].get("delta") or {}).get("content") or "")
        return False

    messages = [
        {"role": "system", "content": request.system[0].text},
        {"role": "user", "content": request.messages[0].text},
        {"role": "assistant", "content": "```sparql\n"},
    ]
    body = {"messages": messages, "max_tokens": 96, "temperature": 1.0, "seed": seed, "stream": True}
    server(model).handle_chat_completions(json.dumps(body), take)
    try:
        text = extract_query("```sparql\n" + "".join(pieces))
    except NlkgqError:
        text = "".join(pieces)
    return text, {"closed": False, "returns": 0, "tokens": sum(map(bool, pieces))}


SERVERS: dict[Path, Any] = {}


def server(model: Path) -> Any:
    """The runtime, loaded once."""
    if model not in SERVERS:
        source = GrammarSource(load_ontology(ontologies()["films"]), load_ontology(ontologies()["films"]).prefixes)
        SERVERS[model] = LlamaCppClient(model, source=source)._server()
    return SERVERS[model]


def records() -> list[dict[str, Any]]:
    """What was generated so far."""
    if not RESULTS.exists():
        return []
    return [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]


def table() -> None:
    """The figures of `generate`, one line a way; queries are judged as they stand in the file."""
    loaded = {name: load_ontology(path) for name, path in ontologies().items()}
    sources = {name: GrammarSource(o, o.prefixes, "short") for name, o in loaded.items()}
    fields = [*Verdict.__dataclass_fields__, "closed"]
    print("way      runs", *fields, "returns tokens seconds")
    for way in WAYS:
        of_way = [
            r | judged(r["query"], sources[r["ontology"]], SLOTS).facts()
            for r in records()
            if r["way"] == way and "error" not in r
        ]
        errors = sum(r["way"] == way and "error" in r for r in records())
        if of_way:
            shares = [f"{sum(r[f] for r in of_way) / len(of_way):.1%}" for f in fields]
            sums = [round(sum(r[f] for r in of_way) / len(of_way), 1) for f in ("returns", "tokens", "seconds")]
            print(f"{way:8} {len(of_way):4}", *shares, *sums, f"({errors} errors)" if errors else "")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=["coverage", "generate", "table", "speed", "compile", "xgrammar"])
    parser.add_argument("model", type=Path, nargs="?")
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    parser.add_argument("--seconds", type=float, default=1e9)
    given = parser.parse_args()
    if given.part == "coverage":
        coverage()
    elif given.part == "generate":
        generate(given.model, given.runs, given.seconds, given.ways)
        table()
    elif given.part == "table":
        table()
    elif given.part == "speed":
        speeds(server(given.model), load_ontology(ontologies()["films"]))
    elif given.part == "compile":
        compile_and_mask(given.model)
    else:
        load_in_xgrammar(load_ontology(ontologies()["films"]))


if __name__ == "__main__":
    main()

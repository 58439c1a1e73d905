"""Engines alone: time to compile a grammar, time of a token's mask, tokens a second."""

from __future__ import annotations

import json
import struct
import time
from pathlib import Path
from typing import Any

from nlkgq.grammar.export import export_text
from nlkgq.grammar.profile import PROFILES
from nlkgq.grammar.specialise import specialise
from nlkgq.iri import XSD, PrefixMap
from nlkgq.ontology.model import Individual, Ontology, OwlClass, Property

E = "http://example.org/"


def large_ontology(terms: int) -> Ontology:
    """Half classes, four tenths properties, a tenth individuals, with domains and ranges."""
    classes = {f"{E}Class{n}": OwlClass(iri=f"{E}Class{n}") for n in range(terms // 2)}
    properties = {}
    for n in range(terms * 4 // 10):
        iri, near = f"{E}property{n}", (f"{E}Class{n % (terms // 2)}",)
        if n % 2:
            properties[iri] = Property(iri=iri, kind="object", domain=(near,), range=((f"{E}Class{n % 7}",),))
        else:
            datatype = ("string", "integer", "date", "boolean")[n // 2 % 4]
            properties[iri] = Property(iri=iri, kind="datatype", domain=(near,), range=((XSD + datatype,),))
    individuals = {
        f"{E}thing{n}": Individual(iri=f"{E}thing{n}", types=(f"{E}Class{n % 7}",)) for n in range(terms // 10)
    }
    return Ontology(prefixes=PrefixMap({"e": E}), classes=classes, properties=properties, individuals=individuals)


SENTENCE = (
    "SELECT ?f ?t WHERE { ?f a e:Class8 ; e:property8 ?t . ?f e:property1 e:thing1 . FILTER ( ?t > 5 && CONTAINS ("
    ' STR ( ?f ) , "some text" ) ) OPTIONAL { ?f e:property3 / e:property10 ?b . } } ORDER BY ?t LIMIT 10'
)


def compile_and_mask(model: Path) -> None:
    """llguidance on its own, with the model's vocabulary; CPU time."""
    import llguidance
    import llguidance.numpy

    tokenizer = llguidance.LLTokenizer(llguidance.TokenizerWrapper(Vocabulary(model)))
    for terms in (50, 1_000, 5_000, 20_000):
        begun = time.process_time()
        grammar = specialise(large_ontology(terms))
        made = time.process_time() - begun
        text = llguidance.LLMatcher.grammar_from_lark(export_text(grammar, "lark"))
        compiled = []
        for _ in range(3):
            begun = time.process_time()
            matcher = llguidance.LLMatcher(tokenizer, text)
            compiled.append(time.process_time() - begun)
        assert not matcher.get_error(), matcher.get_error()
        bitmask = llguidance.numpy.allocate_token_bitmask(1, tokenizer.vocab_size)
        masks = []
        for token in tokenizer.tokenize_str(SENTENCE):
            begun = time.process_time()
            llguidance.numpy.fill_next_token_bitmask(matcher, bitmask, 0)
            masks.append(time.process_time() - begun)
            assert matcher.consume_token(token), SENTENCE
        masks.sort()
        print(
            f"{terms:6} terms: made in {made:.3f} s, {len(text) / 1e6:.2f} MB, compiled in {min(compiled):.3f} s;"
            f" mask mean {1e3 * sum(masks) / len(masks):.3f} ms, median {1e3 * masks[len(masks) // 2]:.3f} ms,"
            f" worst {1e3 * masks[-1]:.3f} ms of {len(masks)} tokens",
            flush=True,
        )


def speeds(server: Any, ontology: Ontology, seeds: int = 8) -> None:
    """Tokens a second of the runtime: free, with each of its grammar engines."""
    grammar = specialise(ontology, profile=PROFILES["questions"])
    texts = {
        "free": "",
        "lark": "%llguidance {}\n" + export_text(grammar, "lark"),
        "gbnf": export_text(grammar, "gbnf"),
    }
    messages = [
        {"role": "user", "content": "Write a long SPARQL query."},
        {"role": "assistant", "content": "```sparql\n"},
    ]
    for name, text in texts.items():
        tokens, milliseconds, used = 0, 0.0, 0.0
        for seed in range(seeds):
            chunks: list[dict[str, Any]] = []

            def take(chunk: str, chunks: list[dict[str, Any]] = chunks) -> bool:
                chunks.append(json.loads(chunk))
                return False

            body = {"messages": messages, "max_tokens": 150, "temperature": 1.0, "seed": seed, "stream": True}
            begun = time.process_time()
            server.handle_chat_completions(json.dumps(body | ({"grammar": text} if text else {})), take)
            used += time.process_time() - begun
            tokens += chunks[-1]["timings"]["predicted_n"]
            milliseconds += chunks[-1]["timings"]["predicted_ms"]
        wall, whole = 1000 * tokens / milliseconds, tokens / used
        print(
            f"{name}: {tokens} tokens; {wall:.1f} a second behind the prompt, {whole:.1f} a CPU second in all",
            flush=True,
        )


def load_in_xgrammar(ontology: Ontology) -> None:
    """Whether xgrammar takes the EBNF, and matches a sentence of it and no other."""
    import xgrammar

    compiled = xgrammar.Grammar.from_ebnf(export_text(specialise(ontology), "ebnf"))
    tokenizer = xgrammar.TokenizerInfo([bytes([n]) for n in range(256)] + [b"</s>"], stop_token_ids=[256])
    matcher_of = xgrammar.GrammarCompiler(tokenizer).compile_grammar(compiled)
    for text, fine in (
        ("SELECT ?f WHERE { ?f a films:Film ; films:title ?t . }", True),
        ("SELECT ?f WHERE { ?f a films:Film ; films:title films:Film . }", False),
    ):
        accepted = xgrammar.GrammarMatcher(matcher_of).accept_string(text)
        assert accepted is fine, text
    print("xgrammar: loaded; a sentence is accepted, another text is not")


class Vocabulary:
    """The tokens of a GGUF file (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md), for llguidance."""

    def __init__(self, path: Path) -> None:
        facts = _metadata(path)
        self.tokens = [_bytes(text) for text in facts["tokenizer.ggml.tokens"]]
        self.eos_token_id = facts["tokenizer.ggml.eos_token_id"]
        self.bos_token_id = facts.get("tokenizer.ggml.bos_token_id")
        kinds = facts["tokenizer.ggml.token_type"]
        self.special_token_ids = [n for n, kind in enumerate(kinds) if kind == 3]
        self._numbers = {token: n for n, token in reversed(list(enumerate(self.tokens)))}
        self._longest = max(map(len, self.tokens))

    def __call__(self, text: bytes | str) -> list[int]:
        """The longest token at each place: not the model's own choice, but one that spells the text."""
        rest = text.encode() if isinstance(text, str) else text
        found = []
        while rest:
            length = next(n for n in range(min(self._longest, len(rest)), 0, -1) if rest[:n] in self._numbers)
            found.append(self._numbers[rest[:length]])
            rest = rest[length:]
        return found


def _bytes(text: str) -> bytes:
    """A token as GPT-2's vocabularies spell it: bytes that are no printable character stand as others."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    spelt = {chr(n): n for n in plain}
    spelt |= {chr(256 + n): b for n, b in enumerate(b for b in range(256) if b not in plain)}
    return bytes(spelt[c] for c in text) if all(c in spelt for c in text) else text.encode()


def _metadata(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        assert file.read(4) == b"GGUF"

        def number(form: str) -> Any:
            return struct.unpack(f"<{form}", file.read(struct.calcsize(form)))[0]

        def text() -> str:
            return file.read(number("Q")).decode("utf-8", "replace")

        forms = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}

        def value(kind: int) -> Any:
            if kind == 8:
                return text()
            if kind == 9:
                inner, count = number("I"), number("Q")
                return [value(inner) for _ in range(count)]
            return number(forms[kind])

        number("I")  # version
        number("Q")  # tensors
        return {text(): value(number("I")) for _ in range(number("Q"))}

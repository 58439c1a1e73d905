"""Rendered prompts against golden files, and the privacy that their types promise.

A golden file that is missing is written, and the test fails once: delete the files after a change of the templates, run
the tests twice, and read the difference.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jinja2 import UndefinedError
from jinja2.exceptions import SecurityError

from nlkgq.generation.protocol import Attempt
from nlkgq.iri import OWL, RDFS, XSD, PrefixMap
from nlkgq.llm.protocol import ModelRequest
from nlkgq.masking.model import MaskedText, Placeholder, PlaceholderKind
from nlkgq.prompting import templates
from nlkgq.prompting.build import PromptBuilder
from nlkgq.prompting.kinds import describe
from nlkgq.prompting.templates import VARIANTS, prompt_hash
from nlkgq.resources import prompt_names, read_prompt
from nlkgq.results.models import RdfTerm
from nlkgq.rewrite.unmask import quote_bare_placeholders, unmask
from nlkgq.sparql import parse_query
from nlkgq.validation.finding import Finding
from nlkgq.values.model import Holder, StoredValue

GOLDEN = Path(__file__).parent / "golden"
EX = "http://example.org/"
PREFIXES = PrefixMap({"ex": EX, "rdfs": RDFS, "owl": OWL, "xsd": XSD, "unused": "http://unused.example/"})
ONTOLOGY = """@prefix ex: <http://example.org/> .
ex:Film a owl:Class ; rdfs:label "film"@en .
ex:Person a owl:Class ; rdfs:label "person"@en .
ex:director a owl:ObjectProperty ; rdfs:domain ex:Film ; rdfs:range ex:Person .
ex:name a owl:DatatypeProperty ; rdfs:domain ex:Person ; rdfs:range xsd:string .
ex:year a owl:DatatypeProperty ; rdfs:domain ex:Film ; rdfs:range xsd:gYear .
"""
RIDER = "Say ex:director only for feature films."


def build(**options) -> PromptBuilder:
    return PromptBuilder(**{"ontology_text": ONTOLOGY, "prefixes": PREFIXES, "rider": RIDER, "model": "m", **options})


def placeholder(name: str, original: str, **kind) -> Placeholder:
    return Placeholder(name=name, kind=PlaceholderKind(**kind), start=0, original=original)


PLAIN = MaskedText(text="Which films have a director?", mode="strict", original="Which films have a director?")
MASKED = MaskedText(
    text="Which films by VALUE_QW3R came out after VALUE_H7KD?",
    mode="strict",
    original="Which films by Zoltan Quibblewort came out after 1987?",
    placeholders=(
        placeholder(
            "VALUE_QW3R", "Zoltan Quibblewort", value="string", holders=(Holder(EX + "name", EX + "Person", 0),)
        ),
        placeholder("VALUE_H7KD", "1987", value="date", datatype=XSD + "gYear"),
    ),
)
WRONG = Attempt(
    query='PREFIX ex: <http://example.org/>\nSELECT ?f {\n  ?f ex:directedBy ?p .\n  ?p ex:name "VALUE_QW3R" .\n}',
    findings=(
        Finding(
            code="unknown-property",
            severity="error",
            message="ex:directedBy is not in the ontology.",
            start=47,
            end=66,
            terms=(EX + "directedBy", EX + "director"),
            suggestion="Did you mean ex:director?",
        ),
        Finding(code="unused-placeholder", severity="error", message="VALUE_H7KD is not used.", terms=("VALUE_H7KD",)),
        Finding(code="no-order", severity="info", message="The order of rows is not fixed."),
    ),
)
NO_QUERY = Attempt(
    query="",
    reply="I think the films are in ex:Film.",
    findings=(Finding(code="no-query", severity="error", message="No SELECT or ASK query stands in the reply."),),
)


def show(request: ModelRequest) -> str:
    parts = [f"##### system{', cached' if b.cache else ''}\n{b.text}" for b in request.system]
    parts += [f"##### {m.role}\n{m.text}" for m in request.messages]
    return "\n\n".join(parts) + "\n"


def turns(request: ModelRequest) -> str:
    return "\n\n".join(f"##### {m.role}\n{m.text}" for m in request.messages) + "\n"


CASES = {
    **{f"system_{variant}": (lambda v=variant: show(build(variant=v).request(PLAIN))) for variant in VARIANTS},
    "system_without_rider": lambda: show(build(variant="baseline", rider=" \n").request(PLAIN)),
    "user_masked": lambda: turns(build().request(MASKED)),
    "user_with_today": lambda: turns(build(today="2031-05-04").request(PLAIN)),
    "repair": lambda: turns(build().request(MASKED, (WRONG,))),
    "repair_no_query": lambda: turns(build().request(PLAIN, (NO_QUERY,))),
    "repair_two_rounds": lambda: turns(build().request(MASKED, (NO_QUERY, WRONG))),
}


@pytest.mark.parametrize("case", CASES)
def test_golden(case):
    rendered = CASES[case]()
    path = GOLDEN / f"{case}.txt"
    if not path.exists():
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(rendered, encoding="utf-8")
        pytest.fail(f"{path.name} was missing and has been written; read it")
    assert rendered == path.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over():
    assert {p.stem for p in GOLDEN.glob("*.txt")} == set(CASES)


def test_every_template_lists_its_variables():
    for name in prompt_names():
        head = re.match(r"\{#\n(.*?)#\}\n", read_prompt(name), re.DOTALL)
        assert head is not None, name
        assert "Variables:" in head.group(1), name


def test_no_template_holds_a_year_or_a_larger_number():
    """They would look like values of the graph to the wire gate, and like hints to the model."""
    for name in prompt_names():
        assert re.findall(r"(?<![\w-])\d{2,}(?![\w-])", read_prompt(name).replace("ISO 8601", "")) == [], name


def test_the_ontology_is_cached_behind_the_instructions():
    system = build().request(PLAIN).system
    assert [block.cache for block in system] == [False, True, True]
    assert ONTOLOGY.strip() in system[1].text
    assert system[2].text.endswith(RIDER)


def test_same_inputs_same_request():
    assert build().request(MASKED).hash == build().request(MASKED).hash
    assert build().request(MASKED).system == build().request(PLAIN).system
    assert build(variant="baseline").request(PLAIN).hash != build().request(PLAIN).hash


def test_settings_arrive():
    request = build(model="m-1", max_tokens=7, temperature=None).request(PLAIN)
    assert (request.model, request.max_tokens, request.temperature) == ("m-1", 7, None)


def test_only_prefixes_in_use_are_declared():
    text = build().request(PLAIN).system[1].text
    assert "PREFIX ex: <http://example.org/>" in text
    assert "unused" not in text


def test_plain_text_is_refused():
    with pytest.raises(TypeError, match="MaskedText"):
        build().request("Which films by Zoltan Quibblewort?")  # type: ignore[arg-type] # that is the point


def test_nothing_masked_is_in_the_payload_and_the_gate_is_told():
    request = build().request(MASKED, (NO_QUERY, WRONG))
    assert request.private == ("Zoltan Quibblewort", "1987")
    payload = json.dumps(request.payload(), ensure_ascii=False)
    for span in (*request.private, "Quibblewort"):
        assert span not in payload
        assert span not in repr(request)


def test_finding_that_repeats_a_masked_span_loses_its_sentence():
    leaky = Finding(
        code="no-such-value", severity="error", message="No ex:name is 'zoltan quibblewort'.", terms=(EX + "name",)
    )
    text = build().request(MASKED, (Attempt(query="ASK {}", findings=(leaky,)),)).messages[-1].text
    assert "quibblewort" not in text.casefold()
    assert "no-such-value: ex:name" in text


def test_question_is_data_not_a_template():
    hostile = MaskedText(text="{{ ''.__class__ }} {% include 'system.j2' %} which films?", mode="off")
    assert "{{ ''.__class__ }} {% include 'system.j2' %}" in build().request(hostile).messages[0].text
    rider = "{{ ontology.__class__ }}"
    assert build(rider=rider).request(PLAIN).system[2].text.endswith(rider)


def test_missing_variable_is_an_error():
    with pytest.raises(UndefinedError):
        templates.render("user.j2", {"question": "?"})


def test_templates_are_sandboxed(monkeypatch):
    monkeypatch.setattr(templates, "_environment", templates._environment.__wrapped__)
    environment = templates._environment()
    with pytest.raises(SecurityError):
        environment.from_string("{{ f.__globals__ }}").render(f=build)
    with pytest.raises(SecurityError):
        environment.from_string("{{ l.append(1) }}").render(l=[])


def test_hash_knows_which_templates_take_part(monkeypatch):
    before = {v: prompt_hash(v) for v in VARIANTS}
    assert len(set(before.values())) == 3
    texts = {name: read_prompt(name) for name in prompt_names()}

    def changed(name: str) -> dict[str, bool]:
        prompt_hash.cache_clear()
        monkeypatch.setattr(templates, "read_prompt", lambda n: texts[n] + ("!" if n == name else ""))
        return {v: prompt_hash(v) != before[v] for v in VARIANTS}

    assert changed("user.j2") == dict.fromkeys(VARIANTS, True)
    assert changed("instructions_guardrails.j2") == {"baseline": False, "guardrails": True, "procedural": True}
    assert changed("instructions_procedural.j2") == {"baseline": False, "guardrails": False, "procedural": True}
    prompt_hash.cache_clear()


NAME, TITLE = Holder(EX + "name", EX + "Person", 0), Holder(EX + "title", EX + "Film", 0)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ({"value": "string", "holders": (NAME,)}, "a text that is the ex:name of a ex:Person; stored exactly"),
        (
            {"value": "string", "holders": (NAME, TITLE, Holder(EX + "name", EX + "Studio", 0)), "several": True},
            "a text that is the ex:name of a ex:Person or a ex:Studio, or the ex:title of a ex:Film; "
            "several stored ones match, all are filled in",
        ),
        (
            {"value": "string", "holders": (Holder(EX + "code", "", 0),), "approximate": True},
            "a text that is the ex:code; stored in another form, which is filled in",
        ),
        ({"value": "string"}, "a text; stored exactly"),
        ({"value": "number"}, "a number"),
        ({"value": "number", "datatype": XSD + "integer"}, "a number (xsd:integer)"),
        (
            {"value": "date", "datatype": XSD + "gYear", "holders": (Holder(EX + "year", EX + "Film", 0),)},
            "a year (xsd:gYear); occurs as the ex:year of a ex:Film",
        ),
        ({"value": "date", "datatype": XSD + "date"}, "a date (xsd:date)"),
        (
            {"value": "individual", "classes": (EX + "Genre",), "holders": (Holder(EX + "genre", EX + "Film", 0),)},
            "an individual that is a ex:Genre, the ex:genre of a ex:Film; stored exactly",
        ),
        (
            {"value": "individual", "holders": (Holder(EX + "genre", "", 0),)},
            "an individual that is the ex:genre; stored exactly",
        ),
        (
            {"value": "individual", "classes": ("http://other.org/x y",)},
            "an individual that is a <http://other.org/x y>; stored exactly",
        ),
        ({"value": "unknown"}, "not found in the graph"),
    ],
)
def test_kinds_in_words(kind, words):
    assert describe(placeholder("VALUE_AB2C", "secret", **kind), PREFIXES) == f"VALUE_AB2C: {words}"


def test_part_of_a_value():
    part = Placeholder(
        name="VALUE_AB2C",
        kind=PlaceholderKind(value="string", holders=(NAME,), several=True, approximate=True),
        start=0,
        original="x",
        match="part",
    )
    words = "part of a text that is the ex:name of a ex:Person; whatever contains it is filled in"
    assert describe(part, PREFIXES) == f"VALUE_AB2C: {words}"


def _examples(name: str) -> list[str]:
    """The SPARQL of a template: what stands between backticks and is more than a name."""
    return [code for code in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", read_prompt(name)) if re.search(r"[\s(]", code)]


@pytest.mark.parametrize("name", ["placeholders.j2", "instructions_guardrails.j2"])
def test_examples_of_the_prompts_are_sparql(name):
    """Each is a piece of a query that our own parser takes, and what it shows about placeholders can be restored."""
    examples = _examples(name)
    assert len(examples) >= 4
    term = RdfTerm("literal", "7", XSD + "integer")
    stored = StoredValue(text="7", term=term, holders=())
    for code in examples:
        names = dict.fromkeys(re.findall(r"VALUE_\w{4}", code))
        placeholders = tuple(
            Placeholder(
                name=n,
                kind=PlaceholderKind(value="number"),
                start=0,
                original="7",
                candidates=(stored,),
                match="exact",
                readings=("7",),
            )
            for n in names
        )
        masked = MaskedText(text="", mode="strict", placeholders=placeholders)
        is_expression = re.match(r"[?A-Z]\w*(\(.*\))? *[=<>]|[A-Z]+\(", code) and not code.startswith(
            ("FILTER", "BIND")
        )
        body = f"FILTER({code})" if is_expression else code
        text = f"SELECT * {{ ?x ex:p ?n }} {code}" if code.startswith("ORDER") else f"ASK {{ {body} }}"
        if code.startswith("SELECT"):
            text = code
        tree = parse_query(f"PREFIX ex: <{EX}> {quote_bare_placeholders(text, names)}")
        restored = re.sub(r"(?<=\s)#.*", "", str(unmask(tree, masked)).replace(EX, ""))
        assert "VALUE_" not in restored, code


def test_long_lists_of_holders_are_cut():
    holders = tuple(Holder(f"{EX}p{i}", EX + "Film", 0) for i in range(50))
    assert len(describe(placeholder("VALUE_AB2C", "x", value="string", holders=holders), PREFIXES)) < 300

"""Every value of a graph is watched for, named in the question or not; what may pass is in one reviewed file."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from planted import ENCODINGS, VALUES, body

from nlkgq.egress.exempt import exempt_words, prompt_words
from nlkgq.egress.gate import WireGate
from nlkgq.egress.graph_values import GraphValues
from nlkgq.egress.watched import Vocabulary, WatchedValues, words_of
from nlkgq.errors import LeakBlocked
from nlkgq.masking.dates import MONTHS, WEEKDAYS
from nlkgq.masking.wordlists import word_lists
from nlkgq.resources import prompt_names, read_prompt

OTHERS = (
    "Velvet Harbour",
    "Noir",
    "in",
    "7",
    "The Title",
    "active",
    "A velvet text of more words than eight, all told",
)


def watched(*names: str) -> WatchedValues:
    return WatchedValues(values=GraphValues.of((*VALUES, *OTHERS)), vocabulary=Vocabulary(names))


def refused(gate: WireGate, sent: bytes, **options: object) -> str:
    try:
        gate.check(sent, (), **options)  # type: ignore[arg-type]  # echoed only
    except LeakBlocked as error:
        return f"{error.message} {error.hint} {error!r}"
    return ""


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_value_that_no_question_named_is_found(encoding: str) -> None:
    gate = WireGate(watched=watched())
    said = {value: refused(gate, ENCODINGS[encoding](value)) for value in VALUES}
    assert [value for value in VALUES if not said[value]] == []
    assert [value for value in VALUES if value in said[value]] == []


@pytest.mark.parametrize(
    "text",
    [
        "the Velvet  Harbour.",
        "velvet-harbour",
        "VelvetHarbour",
        "velvetharbour's",
        "a noir film",
        "INC 2031 77421",
        "INC203177421",
        "is it Active",
        "a velvet text, of more words than eight",
    ],
)
def test_a_value_is_found_as_words(text: str) -> None:
    assert "a value of the graph" in refused(WireGate(watched=watched("film")), body(text))


@pytest.mark.parametrize(
    "text", ["the title in 7", "velvet harbours", "noirceur", "reactive activities", "harbour velvet"]
)
def test_what_is_no_value_passes(text: str) -> None:
    assert refused(WireGate(watched=watched()), body(text)) == ""


def test_terms_of_the_ontology_and_reviewed_words_may_be_values() -> None:
    gate = WireGate(watched=watched("noir", "ex:activeMember"))
    assert refused(gate, body("which noirs are active")) == ""
    assert watched("noir").exempt_in("a noir by The Title, active") == ("noir", "the title")


def test_a_word_that_was_masked_is_looked_for_although_the_graph_may_say_it() -> None:
    gate = WireGate(watched=watched("noir"))
    with pytest.raises(LeakBlocked):
        gate.check(body("which noir"), ["Noir"])


def test_what_the_model_said_itself_is_no_leak_but_its_neighbour_is() -> None:
    gate = WireGate(watched=watched())
    assert refused(gate, body("you wrote velvet harbour"), echoed=['SELECT * { ?x ?p "Velvet Harbour" }']) == ""
    assert refused(gate, body("you wrote velvet harbour, not Orsolya Quent"), echoed=["Velvet Harbour"]) != ""
    gate.check(body("you wrote Anna Bell"), ["Anna Bell"], echoed=["?p ex:name 'Anna Bell'"])
    with pytest.raises(LeakBlocked):
        gate.check(body("it is Anna Bell"), ["Anna Bell"], echoed=["Anna"])


def test_public_text_is_cut_out_once_and_only_as_it_stands() -> None:
    ontology = "# Noir: a film.\n" + 'ex:Film a owl:Class ; rdfs:comment "täglich" .\n' * 200
    gate = WireGate(public={"the ontology": ontology}, watched=watched("noir film class comment owl rdfs ex täglich"))
    for ascii_only in (True, False):
        sent = json.dumps({"system": ontology, "user": "which VALUE_K3QX"}, ensure_ascii=ascii_only).encode()
        gate.check(sent, ["Noir"])
        twice = json.dumps({"system": ontology, "user": "which Noir"}, ensure_ascii=ascii_only).encode()
        with pytest.raises(LeakBlocked):
            gate.check(twice, ["Noir"])
        changed = json.dumps({"system": ontology.replace("täglich", "Quent Orsolya", 1)}, ensure_ascii=ascii_only)
        with pytest.raises(LeakBlocked):
            gate.check(changed.encode(), ["Quent Orsolya"])
        again = json.dumps({"system": ontology + ontology}, ensure_ascii=ascii_only).encode()
        with pytest.raises(LeakBlocked):
            gate.check(again, ["Noir"])


def test_a_value_across_the_seam_is_found() -> None:
    ontology = "ex:Film a owl:Class . " * 200 + "Velvet"
    gate = WireGate(public={"the ontology": ontology}, watched=watched("ex film owl class velvet"))
    with pytest.raises(LeakBlocked):
        gate.check(json.dumps({"system": ontology + " Harbour"}).encode(), ())


@pytest.mark.parametrize("text", ["Ask Orsolya Quent", "b3Jzb2x5YSBxdWVudA=="])
def test_a_value_in_public_text_refuses_everything(text: str) -> None:
    gate = WireGate(public={"the ontology": f"ex:Film a owl:Class ; rdfs:comment '{text}' ."}, watched=watched())
    assert "the ontology holds 1 value of the graph" in refused(gate, body("VALUE_K3QX"))
    assert "1 value" in refused(WireGate(owners={"the rider": text}, watched=watched()), b"{}")
    assert len(gate.held["the ontology"]) == 1


def test_hashes_are_kept_in_a_file_of_the_owner_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.watched"
    values = GraphValues.of(VALUES)
    values.write(path, key="k" * 64)
    assert os.stat(path).st_mode & 0o777 == 0o600
    assert b"Quent" not in path.read_bytes()
    read = GraphValues.read(path, key="k" * 64)
    assert read is not None
    assert len(read) == len(values)
    assert read.find("by orsolya quent")
    assert GraphValues.read(path, key="other") is None
    whole = path.read_bytes()
    for broken in (whole[:-9], whole[:-1], whole[:200] + b"\0" + whole[201:], b""):
        path.write_bytes(broken)
        assert GraphValues.read(path, key="k" * 64) is None


def test_every_word_of_the_instructions_is_reviewed() -> None:
    """Otherwise a graph that stores such a word could ask nothing."""
    texts = [
        re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|VALUE_\w+", " ", read_prompt(n), flags=re.S) for n in prompt_names()
    ]
    words = {word for text in texts for word in words_of(text) if not word.isdecimal()}
    assert len(words) > 400
    assert words - prompt_words() == set()


def test_whatever_the_masker_lets_pass_though_it_is_stored_is_exempt_from_the_watch() -> None:
    lists = word_lists()
    words = {part for word in (*lists.function, *lists.generic, *MONTHS, *WEEKDAYS) for part in words_of(word)}
    unknown = {word for word in words - prompt_words() if len(word) > 2}
    assert unknown == set()


def test_no_word_is_exempt_twice() -> None:
    assert len(prompt_words()) > len(exempt_words()) > 500
    lines = Path(__file__).parents[2].joinpath("nlkgq", "egress", "exempt.txt").read_text("utf-8").splitlines()
    words = [word for line in lines if not line.startswith(("#", "[")) for word in line.split()]
    assert len(words) == len(set(words))
    assert all(words_of(word) == [word] for word in words)


ODD = (
    "",
    " ",
    "東京タワー",
    "京都",
    "برج خليفة",
    "กรุงเทพ",
    "🎬",
    "🎬 Nacht",
    "x" * 10_000,
    "SELECT",
    "the",
    "김철수",
    "½ Pfund",
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("私は東京タワーと京都に行く", ["東京タワー", "京都"]),
        ("工場は川崎", []),
        ("متى بني برج خليفة؟", ["برج خليفة"]),
        ("ในกรุงเทพมี", ["กรุงเทพ"]),
        ("the NACHT", ["NACHT"]),
        ("x" * 10_000, ["x" * 10_000]),
        ("select the 🎬", []),
        ("김철수", ["김철수"]),
        ("1/2 pfund", ["1/2 pfund"]),
    ],
)
def test_values_in_any_script_and_of_any_length(text: str, found: list[str]) -> None:
    values = WatchedValues(values=GraphValues.of(ODD), vocabulary=Vocabulary(["schön"]))
    assert [text[f.start : f.end] for f in values.find(text)] == found
    assert values.find_in(json.dumps({"content": text}).encode()) == tuple(found)


@pytest.mark.parametrize("value", ["東京", "กรุงเทพ", "برج", "김철수"])
def test_a_masked_value_in_any_script_is_found(value: str) -> None:
    gate = WireGate()
    for sent in (
        body(f"is {value} big"),
        json.dumps({"c": f"私は{value}に"}).encode() if value == "東京" else body(value),
    ):
        with pytest.raises(LeakBlocked):
            gate.check(sent, [value])
    gate.check(body("東大 京"), [value])

"""The wire detector finds planted values whatever they are wrapped in, and leaves clean bodies alone."""

from __future__ import annotations

import base64
import codecs
import gzip
import random
import time

import pytest
from planted import ENCODINGS, VALUES, body

from nlkgq.egress.gate import WireGate
from nlkgq.errors import LeakBlocked

TALK = (
    "which films departments suppliers have more than average price per country and who manages the largest "
    "project with its budget status sorted by date marketing network sensor hardware orders parish sensory"
)


def refusal(gate: WireGate, sent: bytes, private: list[str]) -> str:
    """What the gate says; "" when it lets a body pass."""
    try:
        gate.check(sent, private)
    except LeakBlocked as error:
        return f"{error} {error!r} {error.hint}"
    return ""


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_planted_values_are_found(encoding: str) -> None:
    gate = WireGate()
    said = {value: refusal(gate, ENCODINGS[encoding](value), [value]) for value in VALUES}
    assert [value for value in VALUES if not said[value]] == []
    assert [value for value in VALUES if value in said[value]] == []


def test_letters_shifted_by_thirteen_are_found() -> None:
    with pytest.raises(LeakBlocked):
        WireGate().check(body(codecs.encode("Orsolya Quent", "rot13")), ["Orsolya Quent"])


def test_cyrillic_in_latin_letters_is_found() -> None:
    with pytest.raises(LeakBlocked):
        WireGate().check(body("Vanda Orlinskaya"), ["Ванда Орлинская"])


def test_thousand_clean_bodies_pass() -> None:
    chance = random.Random(4)
    talk = TALK.split()
    gate = WireGate()
    for number in range(1000):
        question = " ".join(chance.choices(talk, k=15)) + f" VALUE_K3Q{number % 10} and {number}"
        gate.check(body(question), [*VALUES, "Paris", "Mark", "in", "7", "title", "No"])


def test_a_short_value_is_found_as_a_word_only() -> None:
    gate = WireGate()
    gate.check(body("the marketing of parishes"), ["Mark", "Paris"])
    with pytest.raises(LeakBlocked):
        gate.check(body("the salary of mark?"), ["Mark"])


@pytest.mark.parametrize("number", ["2014", "48213577", "407"])
def test_a_number_is_found_between_its_own_digits_only(number: str) -> None:
    gate = WireGate()
    gate.check(body(f"1{number}1 and {number}9"), [number])
    with pytest.raises(LeakBlocked):
        gate.check(body(f"in {number}."), [number])


def test_what_is_public_tells_nothing_new() -> None:
    ontology = "# Sensor: a part that measures. A sensor has a price."
    gate = WireGate(public={"the ontology": ontology})
    gate.check(body(ontology + " who is our VALUE_K3QX expert"), ["Sensor"])
    with pytest.raises(LeakBlocked):
        gate.check(body(ontology + " who is our Sensor expert"), ["Sensor"])
    with pytest.raises(LeakBlocked):
        gate.check(body(ontology + " " + base64.b64encode(b"the Sensor").decode()), ["Sensor"])


def test_exempt_words_are_named() -> None:
    assert WireGate().exempt(["title", "in", "4", "Orsolya"]) == ("title", "in", "4")


def test_a_bomb_is_refused() -> None:
    with pytest.raises(LeakBlocked, match="too large"):
        WireGate().check(gzip.compress(gzip.compress(b"a" * 60_000_000)), ["Orsolya Quent"])


def test_a_large_prompt_takes_little_time() -> None:
    chance = random.Random(1)
    words = ["ex:hasName", "rdfs:label", '"a label"@en', "owl:Class", "A comment on what it means.", ";", ".", "a"]
    text = "\n".join(" ".join(chance.choices(words, k=8)) for _ in range(5000))[:200_000]
    started = time.process_time()
    WireGate().check(body(text), VALUES)
    assert time.process_time() - started < 10

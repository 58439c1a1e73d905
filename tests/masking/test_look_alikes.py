"""What looks like a placeholder is masked as a whole, in every mode; nothing is glued to one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from nlkgq.masking.mask import Masker
from nlkgq.masking.model import MaskingMode
from nlkgq.masking.placeholders import is_placeholder
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology, Property
from nlkgq.rewrite.unmask import unmask
from nlkgq.sparql import parse_query
from nlkgq.values.empty import EmptyValueIndex

Make = Callable[..., Masker]
GLUED = re.compile(r"[A-Za-z0-9_]VALUE_|VALUE_[B-Z2-9]{4}[A-Za-z0-9_]")
LOOK_ALIKES = (
    *(
        "value_abcd",
        "VALUE_MGQB",
        "Value_Name",
        "VALUE_1234",
        "xVALUE_MGQB",
        "value_value_MGQB",
        "VALUE_MGQB_VALUE_MGQB",
    ),
    *(
        "VALUE\u200b_MGQB",
        "ＶＡＬＵＥ_MGQB",
        "VALUE＿MGQB",
        "VΑLUE_MGQB",
        "VALUE\\_MGQB",
        "VALUE__MGQB",
        "film_VALUE_MGQB_2",
    ),
)
MODES: tuple[MaskingMode, ...] = ("strict", "values", "off")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_a_look_alike_is_masked_as_a_whole(make: Make, mode: MaskingMode, text: str) -> None:
    masked = make(mode).mask(f"the salary of {text} and [Ada Quent]")
    words = masked.text.split()
    assert words[:3] + words[4:5] == ["the", "salary", "of", "and"]
    assert [p.original for p in masked.placeholders] == [text, "Ada Quent"]
    assert all(is_placeholder(word) for word in (words[3], words[5]))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("text", ["VALUE_K3QX", "value_abcd"])
def test_a_look_alike_comes_back_as_it_was_written(make: Make, mode: MaskingMode, text: str) -> None:
    """A stored one (VALUE_K3QX is one of the graph's) and an unknown one."""
    masked = make(mode).mask(f"companies called {text}")
    (name,) = (p.name for p in masked.placeholders)
    assert name != text.upper()
    tree = unmask(parse_query(f'SELECT * {{ ?x ?p ?n FILTER(STR(?n) = "{name}") }}'), masked)
    assert f'"{text}"' in str(tree).replace("LCASE", "")


@pytest.mark.parametrize("mode", ["strict", "values"])
@pytest.mark.parametrize(
    "text", ["film_title_XKQZ", "VALUE_Quibble", "Quibble_salary", "salary_of_Quibble", "VALUE_MGQBs"]
)
def test_an_identifier_with_a_word_that_may_not_pass_is_masked_as_a_whole(
    make: Make, mode: MaskingMode, text: str
) -> None:
    masked = make(mode).mask(f"which person has {text}")
    assert [p.original for p in masked.placeholders] == [text]
    assert not any(p.text in text for p in masked.passed)


@pytest.mark.parametrize("text", ["birth_date", "the_salary", "_", "a_b"])
def test_identifiers_of_known_words_pass(make: Make, text: str) -> None:
    masked = make().mask(f"which {text}")
    assert text == "a_b" or not masked.placeholders


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "question",
    [
        "the_[Quent]_salary",
        "[Ada][Quent]",
        "salary[Ada]2",
        "VALUE_[Ada]",
        "the_Orsolya Quent_salary",
        "张伟是谁",
        "x[VALUE_MGQB]y",
    ],
)
def test_nothing_is_glued_to_a_placeholder(make: Make, mode: MaskingMode, question: str) -> None:
    masked = make(mode).mask(question)
    assert not GLUED.search(masked.text)
    for place in masked.placeholders:
        assert masked.text[place.start :].startswith(place.name)


def test_a_term_of_the_ontology_is_no_look_alike() -> None:
    ontology = Ontology(properties={"http://e/value_type": Property(iri="http://e/value_type", kind="datatype")})
    for mode in MODES:
        masker = Masker(ontology=ontology, lexicon=Lexicon(ontology), index=EmptyValueIndex(), mode=mode, secret=b"key")
        masked = masker.mask("which value_type")
        assert (masked.text, masked.placeholders) == ("which value_type", ())


def test_names_of_other_questions_are_other_values(make: Make) -> None:
    """A question that repeats a placeholder of an earlier one does not get that one's value back."""
    first = make().mask("the salary of Ada Quent")
    again = make().mask(f"{first.text} and of Ada Quent")
    (earlier,) = (p.name for p in first.placeholders)
    assert earlier not in again.text
    assert earlier not in {p.name for p in again.placeholders}
    assert replace(again, original="").text.count("VALUE_") == 2

"""Words that no name has, read by meaning."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import MissingExtraError, NotUnderstoodError
from nlkgq.generation.offline.associations import Association, WordVectors
from nlkgq.generation.protocol import SURE
from nlkgq.masking.model import MaskedText
from nlkgq.ontology.model import Ontology, Property, Text

HARBOUR = "http://example.org/harbour#"
SALARY = Property(iri="http://e.org/salary", labels=(Text(value="salary", language="en"),))
HIRED = Property(iri="http://e.org/hireDate", labels=(Text(value="hire date", language="en"),))
STAFF = Ontology(properties={p.iri: p for p in (SALARY, HIRED)})
INSTALLED = importlib.util.find_spec("wordllama") is not None


class Skippers:
    """Knows one word, and one that names have."""

    def nearest(self, word: str) -> Association | None:
        known = {"skipper": "captain", "length": "captain"}
        name = known.get(word)
        return Association(f"{HARBOUR}{name}", "property", 0.5, name) if name else None


def test_a_word_that_no_name_has_is_read_by_meaning_with_a_warning(harbour: Any) -> None:
    text = "Who is the skipper of Storm Crow?"
    question = MaskedText(text=text, mode="off", original=text)
    with pytest.raises(NotUnderstoodError):
        harbour.reader(associations=None).generate(question)
    found = harbour.reader(associations=Skippers()).generate(question)
    assert "harbour:captain" in found.query
    assert found.confidence is not None
    assert found.confidence < SURE
    assert any("captain" in r.note for r in found.readings if r.text == "skipper")


def test_a_name_comes_before_a_meaning(harbour: Any) -> None:
    text = "What is the length of Grey Heron?"
    found = harbour.reader(associations=Skippers()).generate(MaskedText(text=text, mode="off", original=text))
    assert "harbour:length" in found.query
    assert "harbour:captain" not in found.query


def test_compensation_is_near_salary_and_weather_near_nothing(require: Callable[..., None]) -> None:
    require("wordllama", INSTALLED, "pip install 'nlkgq[embeddings]'")
    vectors = WordVectors(STAFF)
    found = vectors.nearest("compensation")
    assert found is not None
    assert (found.iri, found.name) == (SALARY.iri, "salary")
    assert vectors.nearest("weather") is None
    assert WordVectors(Ontology()).nearest("salary") is None


def test_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from nlkgq.generation.offline import associations

    associations._load.cache_clear()
    monkeypatch.setitem(sys.modules, "wordllama", None)
    with pytest.raises(MissingExtraError) as caught:
        WordVectors(STAFF)
    assert "nlkgq[embeddings]" in (caught.value.hint or "")
    associations._load.cache_clear()

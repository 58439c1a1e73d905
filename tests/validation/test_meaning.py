"""Nearest terms by meaning: words, stems, synonyms, comments, hierarchy."""

from __future__ import annotations

import pytest

from nlkgq.ontology.model import Ontology, OwlClass, Property, Term, Text
from nlkgq.validation.meaning import Meanings, meanings
from nlkgq.validation.nearest import meant_terms, nearest_terms

TERMS: dict[str, Term] = {
    t.iri: t
    for t in (
        OwlClass(iri="e:Film", labels=(Text(value="film"),)),
        OwlClass(iri="e:C17", labels=(Text(value="cartoon"),), parents=("e:Film",)),
        OwlClass(iri="e:Studio", comments=(Text(value="A company that makes films."),)),
        Property(iri="e:directedBy", labels=(Text(value="directed by"),)),
        Property(iri="e:birthDate", labels=(Text(value="birth date"),), alt_labels=(Text(value="born"),)),
        Property(iri="e:p99", labels=(Text(value="Laufzeit", language="de"),)),
    )
}
ONTOLOGY = Ontology(
    classes={i: t for i, t in TERMS.items() if isinstance(t, OwlClass)},
    properties={i: t for i, t in TERMS.items() if isinstance(t, Property)},
)


@pytest.mark.parametrize(
    ("name", "best"),
    [
        ("Movie", "e:Film"),
        ("Movies", "e:Film"),
        ("animatedMovie", "e:Film"),
        ("director", "e:directedBy"),
        ("hasDirector", "e:directedBy"),
        ("dateOfBirth", "e:birthDate"),
        ("bornOn", "e:birthDate"),
        ("Company", "e:Studio"),
        ("laufzeit", "e:p99"),
    ],
)
def test_meaning(name: str, best: str) -> None:
    assert Meanings(ONTOLOGY).nearest(name, TERMS.values())[0] == best


def test_nothing_is_near_what_shares_nothing() -> None:
    assert Meanings(ONTOLOGY).nearest("qwertz", TERMS.values()) == ()
    assert nearest_terms("qwertz", TERMS.values()) == ()


def test_spelling_comes_first_where_it_is_close() -> None:
    assert meant_terms("directdBy", TERMS.values(), ONTOLOGY)[0] == "e:directedBy"
    assert meant_terms("Movie", TERMS.values(), ONTOLOGY)[0] == "e:Film"


def test_an_index_is_kept_as_long_as_its_ontology() -> None:
    assert meanings(ONTOLOGY) is meanings(ONTOLOGY)
    assert meanings(Ontology()) is not meanings(ONTOLOGY)


def test_shared_words() -> None:
    known = meanings(ONTOLOGY)
    assert known.shares(known.stems_of("Who directed it?"), "e:directedBy")
    assert known.shares(known.stems_of("Which movies are there?"), "e:Film")
    assert not known.shares(known.stems_of("Which movies are there?"), "e:birthDate")

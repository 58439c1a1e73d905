"""The words of an ontology: what belongs to its vocabulary, what a phrase may mean."""

from __future__ import annotations

import pytest

from nlkgq.ontology.lexicon import Lexicon, words_of
from nlkgq.ontology.model import Individual, Ontology, OwlClass, Property, Text
from nlkgq.ontology.words import fold, load_words

E = "http://example.org/"


def cls(name: str, *labels: str, alt: tuple[str, ...] = (), comment: str = "") -> OwlClass:
    return OwlClass(
        iri=E + name,
        labels=tuple(Text(value=v, language="en") for v in labels),
        alt_labels=tuple(Text(value=v, language="en") for v in alt),
        comments=(Text(value=comment, language="en"),) if comment else (),
    )


def prop(name: str, *labels: str, domain: str = "", kind: str = "datatype") -> Property:
    return Property(
        iri=E + name,
        kind="object" if kind == "object" else "datatype",
        labels=tuple(Text(value=v) for v in labels),
        domain=((E + domain,),) if domain else (),
    )


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    classes = [
        cls("Film", "film", alt=("picture",)),
        cls("Person", "person"),
        cls("Claim", "claim"),
        cls("BillOfMaterial", "Bill of Material (BOM)"),
        OwlClass(iri=E + "country", labels=(Text(value="Land", language="de"),)),
        OwlClass(iri=E + "highschooler"),
    ]
    properties = [
        prop("directedBy", "directed by", domain="Film", kind="object"),
        prop("song_release_year"),
        prop("claimNumber", "claim number", domain="Claim"),
        prop("lname", domain="Person"),
        prop("petid"),
        prop("pet"),
        prop("ref-country_id", kind="object"),
        prop("weight", "weight (g)"),
        prop("naïveté", "naïveté"),
    ]
    individuals = [Individual(iri=E + "sabrina", labels=(Text(value="Sabrina Geiger"),))]
    return Lexicon(
        Ontology(
            classes={c.iri: c for c in classes},
            properties={p.iri: p for p in properties},
            individuals={i.iri: i for i in individuals},
        )
    )


def best(lexicon: Lexicon, phrase: str) -> str:
    found = lexicon.lookup(phrase.split())
    return found[0].iri.removeprefix(E) if found else ""


@pytest.mark.parametrize(
    "word", ["film", "Films", "FILM'S", "pictures", "directed", "release", "Länder", "Naivete", "BOM"]
)
def test_knows_words_of_the_vocabulary_in_any_inflection(lexicon: Lexicon, word: str) -> None:
    assert lexicon.knows(word)


@pytest.mark.parametrize(
    ("vocabulary", "forms", "others"),
    [
        ("name", "names naming named Namen Namens", "Nam Namer Namern Namem"),
        ("sales", "sale sales", "Sal Salem Saler"),
        ("salary", "salaries", "Salari"),
        ("invoice", "invoices invoiced invoicing", "Invoic"),
        ("city", "cities", "Citi"),
        ("located", "locate locates locating", "Locat"),
        ("directed by", "direct directs directing", "Directi"),
        ("submitted", "submit submits", "Submitt"),
        ("boxes", "box", "Boxe"),
        ("report", "reports reported reporting", "Reporti"),
        ("people", "person persons", "Peopl"),
    ],
)
def test_a_stem_that_is_no_word_form_is_no_vocabulary(vocabulary: str, forms: str, others: str) -> None:
    known = Lexicon(Ontology(classes={E + "C1": cls("C1", vocabulary)}))
    untagged = Lexicon(Ontology(properties={E + "p": prop("p", vocabulary)}))
    english = [w for w in forms.split() if w.islower()]
    assert [w for w in english if not known.knows(w)] == []
    assert [w for w in forms.split() if not untagged.knows(w)] == []
    assert [w for w in others.split() if known.knows(w) or untagged.knows(w)] == []


def test_german_words_are_inflected_by_their_own_rules() -> None:
    label = Text(value="geleitete Abteilung", language="de")
    country = Text(value="Land", language="de")
    known = Lexicon(Ontology(classes={E + "A": OwlClass(iri=E + "A", labels=(label, country))}))
    assert all(map(known.knows, ("Abteilungen", "geleiteten", "Länder", "Ländern", "Landes")))
    assert not any(map(known.knows, ("Geleit", "Abteil")))


@pytest.mark.parametrize("word", ["the", "by", "of", "und", "Sabrina", "Geiger", "Berlin", "", "?", "12"])
def test_does_not_know_function_words_values_or_nothing(lexicon: Lexicon, word: str) -> None:
    assert not lexicon.knows(word)


@pytest.mark.parametrize(
    ("phrase", "term"),
    [
        ("film", "Film"),
        ("films", "Film"),
        ("picture", "Film"),
        ("movies", "Film"),
        ("director", "directedBy"),
        ("directed by", "directedBy"),
        ("release year of the song", "song_release_year"),
        ("claim number", "claimNumber"),
        ("last name", "lname"),
        ("pet id", "petid"),
        ("high schoolers", "highschooler"),
        ("bill of material", "BillOfMaterial"),
        ("weight", "weight"),
        ("Länder", "country"),
        ("nation", "country"),
    ],
)
def test_phrase_means_term(lexicon: Lexicon, phrase: str, term: str) -> None:
    assert best(lexicon, phrase) == term


def test_a_property_is_also_known_by_its_name_without_its_class(lexicon: Lexicon) -> None:
    assert best(lexicon, "number") == "claimNumber"


def test_scores_fall_from_label_to_inflection_to_synonym_to_part(lexicon: Lexicon) -> None:
    scores = [lexicon.lookup([w])[0].score for w in ("film", "films", "movie")]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 3
    part = lexicon.lookup(["release"])[0]
    assert part.how == "partial"
    assert part.score < scores[0]


def test_nothing_is_found_for_words_from_elsewhere(lexicon: Lexicon) -> None:
    assert lexicon.lookup(["weather"]) == ()
    assert lexicon.lookup(["film", "weather"]) == ()
    assert lexicon.lookup([]) == ()


def test_an_empty_ontology_knows_nothing() -> None:
    empty = Lexicon(Ontology())
    assert not empty.knows("film")
    assert empty.lookup(["film"]) == ()


def test_languages_choose_the_inflections() -> None:
    land = OwlClass(iri=E + "Land", labels=(Text(value="Land", language="de"),))
    ontology = Ontology(classes={land.iri: land})
    assert Lexicon(ontology, languages=("de",)).knows("Ländern")
    assert not Lexicon(ontology, languages=("en",)).knows("Ländern")


def test_word_lists_load_and_are_folded() -> None:
    for language in ("en", "de"):
        words = load_words(language)
        assert words.function_words
        assert words.adjectives
        assert all(fold(w) == w for w in words.groups)
    assert load_words("xx").groups == {}


def test_words_of_drops_possessives_and_diacritics() -> None:
    assert words_of("Doráti’s Größe (2014)") == ["dorati", "grosse", "2014"]

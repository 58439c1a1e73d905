"""Words of the owner's own for terms and values: read with care, known everywhere, drafted from what is there."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph, Translator
from nlkgq.cli.main import run
from nlkgq.errors import ConfigError
from nlkgq.iri import PrefixMap
from nlkgq.ontology.model import Ontology, OwlClass, Property, Text
from nlkgq.ontology.synonyms import read_synonyms, with_synonyms
from nlkgq.ontology.synonyms_draft import draft_synonyms
from nlkgq.prompting.canonical import CanonicalTerms
from nlkgq.resources import graph_folder

EX = "http://e.org/"
PREFIXES = PrefixMap({"ex": EX})
ONTOLOGY = Ontology(
    classes={
        EX + "Movie": OwlClass(iri=EX + "Movie", labels=(Text(value="movie", language="en"),)),
        EX + "Studio": OwlClass(iri=EX + "Studio", labels=(Text(value="film studio", language="en"),)),
    },
    properties={EX + "starring": Property(iri=EX + "starring", labels=(Text(value="starring", language="en"),))},
)


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "synonyms.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["ex:Movie", "<http://e.org/Movie>", "http://e.org/Movie", "movie"])
def test_a_term_is_named_in_any_way(tmp_path: Path, name: str) -> None:
    read = read_synonyms(written(tmp_path, f'[terms]\nfilm = "{name}"'), ONTOLOGY, PREFIXES)
    assert read.terms == {"film": EX + "Movie"}
    known = with_synonyms(ONTOLOGY, read)
    assert [t.value for t in known.classes[EX + "Movie"].alt_labels] == ["film"]


@pytest.mark.parametrize(
    ("text", "says", "remedy"),
    [
        ('[terms]\nfilm = "ex:Moive"', "no term 'ex:Moive'", "ex:Movie"),
        ('[terms]\nfilm = "ex:Movie"\nfilm = "ex:Studio"', "not readable as TOML", "each phrase once"),
        ('[terms]\nfilm = "ex:Movie"\nFilm = "ex:Studio"', "stands twice", "take one of them out"),
        ('[terms]\nfilm = "ex:Movie"\n[values]\nFILM = "Film"', "stands twice", "take one of them out"),
        ('[terms]\n"film studio" = "ex:Movie"', "a label of ex:Studio", "another phrase"),
        ('[values]\nmovie = "The Movie"', "a label of ex:Movie", "another phrase"),
        ("[terms]\nfilm = 7", "must be a text", "quotation marks"),
        ('[terms]\n"..." = "ex:Movie"', "holds no word", ""),
        ('[words]\nfilm = "ex:Movie"', "unknown table [words]", "[terms] and [values]"),
        ('terms = "film"', "terms must be a table", "[terms]"),
        ("[terms", "not readable as TOML", "Two tables"),
    ],
)
def test_a_wrong_file_is_one_clear_error(tmp_path: Path, text: str, says: str, remedy: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        read_synonyms(path, ONTOLOGY, PREFIXES)
    assert says in caught.value.message
    assert str(path) in str(caught.value.place)
    assert remedy in (caught.value.hint or "")


def test_a_missing_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        read_synonyms(tmp_path / "none.toml", ONTOLOGY, PREFIXES)
    assert "nlkgq ontology synonyms" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which films star VALUE_K3QX?", "Which movies star VALUE_K3QX?"),
        ("Who acted in VALUE_FILM?", "Who starring VALUE_FILM?"),
        ("Which film studio made the FILM?", "Which film studio made the movie?"),
        ("filmic filming", "filmic filming"),
        ("acted-in", "starring"),
    ],
)
def test_synonyms_become_the_labels_of_the_ontology(question: str, asked: str) -> None:
    canonical = CanonicalTerms(ONTOLOGY, {"film": EX + "Movie", "acted in": EX + "starring"})
    assert canonical(question) == asked


def test_a_draft_holds_what_comments_say_and_proposes_the_rest() -> None:
    said = Text(value="A work on a screen; also called a picture. Not a play.")
    movie = OwlClass(iri=EX + "Movie", labels=(Text(value="movie"),), comments=(said,))
    draft = draft_synonyms(
        Ontology(classes={movie.iri: movie}), PREFIXES, ["International Quill Works", "IQW", "Northern Lamp Trade"]
    )
    assert '\n"picture" = "ex:Movie"\n' in draft
    assert '# "film" = "ex:Movie"' in draft
    assert '# "NLT" = "Northern Lamp Trade"' in draft
    assert "IQW" not in draft


def test_a_draft_reads_back(tmp_path: Path) -> None:
    with KnowledgeGraph.open("films") as kg:
        draft = draft_synonyms(kg.ontology, kg.prefixes)
        chosen = re.sub(r"(?m)^# (?=\")", "", draft)
        assert chosen.count(" = ") > 5
        assert read_synonyms(written(tmp_path, chosen), kg.ontology, kg.prefixes).terms


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The bundled films with synonyms: a word for films that nothing else knows, and another name of a person."""
    folder = tmp_path / "films"
    shutil.copytree(graph_folder("films"), folder)
    (folder / "synonyms.toml").write_text(
        '[terms]\nzelluloid = "films:Film"\n[values]\n"Red Fox" = "Mara O\'Tierne"\n', encoding="utf-8"
    )
    text = (folder / "kg.toml").read_text(encoding="utf-8")
    (folder / "kg.toml").write_text('synonyms = "synonyms.toml"\n' + text, encoding="utf-8")
    return folder


def test_offline_translator_and_masker_know_synonyms(folder: Path) -> None:
    question = "Which zelluloid did red fox direct?"
    with KnowledgeGraph.open(folder) as kg, KnowledgeGraph.open("films") as plain:
        masked = kg.mask(question)
        assert [p.original for p in masked.placeholders] == ["red fox"]
        assert {c.text for c in masked.placeholders[0].candidates} == {"Mara O'Tierne"}
        assert next(p.reason for p in masked.passed if p.text == "zelluloid") == "ontology"
        assert "zelluloid" not in plain.mask(question).text
        query = Translator(kg).translate(question).query
        assert "Mara O'Tierne" in query
        assert "fox" not in query.casefold()


def test_a_model_reads_the_label_and_the_stored_term_is_restored(folder: Path) -> None:
    question = "Which zelluloid did Red Fox direct?"
    with KnowledgeGraph.open(folder) as kg:
        translator = Translator(kg, model="anthropic:tester")
        asked = translator.request(question).messages[0].text
        assert "Which film did VALUE_" in asked
        assert "Fox" not in asked
        assert "a text that is the" in asked
        name = kg.mask(question).placeholders[0].name
        reply = f'SELECT ?f {{ ?f films:directedBy ?p . ?p films:name "{name}" }}'
        assert "Mara O'Tierne" in translator.complete(question, reply).query


def test_a_synonym_of_nothing_stored_is_an_error(folder: Path) -> None:
    (folder / "synonyms.toml").write_text('[values]\n"Red Fox" = "Nobody At All"\n', encoding="utf-8")
    with KnowledgeGraph.open(folder) as kg, pytest.raises(ConfigError, match="the graph stores no 'Nobody At All'"):
        kg.mask("Who is Red Fox?")


def test_the_command_drafts_into_a_file_of_the_owner(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["ontology", "synonyms", "--ontology", str(data / "ck25" / "ontology.ttl")]
    assert run(words) == 0
    assert '# "vendor" = "pv:Supplier"' in capsys.readouterr().out
    assert run([*words, "-o", "synonyms.toml"]) == 0
    assert (tmp_path / "synonyms.toml").stat().st_mode & 0o777 == 0o600
    assert run([*words, "-o", "synonyms.toml"]) == 3
    assert "Choose another file" in capsys.readouterr().err


def test_init_tells_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "g.ttl").write_text('<http://e/i> <http://e/name> "Ada" .', encoding="utf-8")
    assert run(["init", str(tmp_path / "kg"), "--graph", str(tmp_path / "g.ttl")]) == 0
    text = (tmp_path / "kg" / "kg.toml").read_text(encoding="utf-8")
    assert "`nlkgq ontology synonyms` drafts the file" in text
    assert "# synonyms = " in text

"""What people say in passing: cut short, said again in plainer words, of everything and everybody, of the busiest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.tokens import tokenize
from nlkgq.generation.offline.wording.restated import said_plainly
from nlkgq.generation.offline.wording.shorthand import written_out

PRESSES = """
@prefix : <http://example.org/presses#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:s1 a :Shop ; :name "Ferry Lane Press" .
:s2 a :Shop ; :name "Blue Anchor" .
:h1 a :Printer ; :name "Ottilie Brand" ; :worksAt :s1 ; :homeTown "Vire" ; :mail "ot@example.org" .
:h2 a :Printer ; :name "Rasmus Kell" ; :worksAt :s1 ; :homeTown "Dol" ; :mail "ra@example.org" .
:h3 a :Printer ; :name "Ines Faro" ; :worksAt :s2 ; :homeTown "Vire" ; :mail "in@example.org" .
:m1 a :Map ; :title "Delta" ; :printedBy :h1 ; :printingYear 1904 ; :price 12 ; :shows "river", "coast" ; :sold true .
:m2 a :Map ; :title "Fens" ; :printedBy :h1 ; :printingYear 1904 ; :price 30 ; :shows "marsh" .
:m3 a :Map ; :title "Skerries" ; :printedBy :h1 ; :printingYear 1911 ; :price 8 ; :shows "coast" ; :sold true .
:m4 a :Map ; :title "Skerries" ; :printedBy :h2 ; :printingYear 1911 ; :shows "coast" .
:m5 a :Map ; :title "Uplands" ; :printedBy :h3 ; :printingYear 1911 ; :price 21 ; :shows "moor", "river" .
"""


@pytest.fixture(scope="module")
def presses(world_of_text: Callable[..., Any]) -> Any:
    """Maps and who printed them in which shop."""
    return world_of_text(PRESSES)


def _told(world: Any, question: str) -> list[str]:
    return sorted(row[0].value.rpartition("#")[2] for row in world.answer(question).rows)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # cut short
        ("maps w/o a price", ["m4"]),
        ("maps w/ a price over 20", ["m2", "m5"]),
        ("List the maps printed by Ines Faro pls", ["m5"]),
        # only these columns
        ("maps printed by Ottilie Brand, titles only pls", ["Delta", "Fens", "Skerries"]),
        ("Which maps did Ines Faro print, just the titles please", ["Uplands"]),
        ("maps of Rasmus Kell (only title)", ["Skerries"]),
        # any thing, anybody
        ("total price of everything Ottilie Brand printed", ["50"]),
        ("everything Rasmus Kell printed", ["m4"]),
        ("mail of everybody in Blue Anchor", ["in@example.org"]),
        ("mails of everyone at Ferry Lane Press", ["ot@example.org", "ra@example.org"]),
        ("Whoever printed Uplands, what is their home town?", ["Vire"]),
        # said again
        ("List the sheets, i.e. maps without a price.", ["m4"]),
        ("Who is behind Uplands, that is, who printed it?", ["h3"]),
        ("How active is Ottilie Brand, i.e. how many maps did she print?", ["3"]),
        ("roots of Rasmus Kell? I mean his home town", ["Dol"]),
        # nothing more
        ("home towns of the printers, each listed once", ["Dol", "Vire"]),
        ("Which maps has Ines Faro already printed?", ["m5"]),
        ("Where does Ines Faro mainly work?", ["s2"]),
        ("Among the maps printed by Ottilie Brand, which one is the dearest?", ["m2"]),
        # the most
        ("Who is the most prolific printer?", ["h1"]),
        ("the busiest printer", ["h1"]),
        ("the least productive printers", ["h2", "h3"]),
        ("Which year was the busiest?", ["1911"]),
        ("Which year was the most productive for Ottilie Brand?", ["1904"]),
        ("Ottilie Brand's busiest year", ["1904"]),
        ("busiest year of Ottilie Brand, by number of maps", ["1904"]),
        # in common
        ("Which home town do Ottilie Brand and Ines Faro have in common?", ["Vire"]),
        ("What shop do Ottilie Brand and Rasmus Kell share?", ["s1"]),
        ("In which years did Ottilie Brand and Ines Faro both print?", ["1911"]),
    ],
)
def test_is_read(presses: Any, question: str, answer: list[str]) -> None:
    assert _told(presses, question) == answer


def test_titles_do_not_tell_maps_apart(presses: Any) -> None:
    assert _told(presses, "titles of the maps with at least 1 printer") == [
        "Delta",
        "Fens",
        "Skerries",
        "Skerries",
        "Uplands",
    ]


def test_people_in_something_may_be_there_in_several_ways(world_of_text: Callable[..., Any]) -> None:
    world = world_of_text("""
@prefix : <http://example.org/trips#> .
:p1 a :Person ; :name "Ada Holm" . :p2 a :Person ; :name "Bo Lind" . :p3 a :Person ; :name "Cy Moor" .
:t1 a :Trip ; :title "Ridge Walk" ; :ledBy :p1 ; :joinedBy :p2, :p3 .
:t2 a :Trip ; :title "Lake Tour" ; :ledBy :p2 ; :joinedBy :p3 .
""")
    with pytest.raises(NotUnderstoodError):
        world.ask("names of everybody on the Ridge Walk")
    assert _told(world, "names of everybody who joined the Ridge Walk") == ["Bo Lind", "Cy Moor"]


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("Is X long, i.e. Y?", "Is X long , i . e . Y ?"),
        ("Who built 'Ebb', I mean its keel?", "the keel of Ebb ?"),
        ("How old is Ebb or Flow, that is, what is its age?", "How old is Ebb or Flow , that is , what is its age ?"),
    ],
)
def test_what_is_said_again_is_put_plainly(said: str, plainly: str) -> None:
    assert " ".join(t.text for t in said_plainly(tokenize(said))) == plainly


@pytest.mark.parametrize(
    ("said", "in_full"),
    [
        ("ships by PLS", "ships by PLS"),
        ("everything of X", "everything of X"),
        ("which one or two of them", "which one or two of them"),
        ("btw which ones sank?", "which sank ?"),
    ],
)
def test_what_is_cut_short_is_written_out(said: str, in_full: str) -> None:
    assert " ".join(t.text for t in written_out(tokenize(said), lambda _: False)) == in_full


def test_a_stored_word_is_not_cut_short() -> None:
    assert [t.text for t in written_out(tokenize("pls"), lambda text: text == "pls")] == ["pls"]

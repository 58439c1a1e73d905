"""Classes whose members only join two things of one kind, read as what the one does to the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.ontology.draft import draft_ontology
from nlkgq.ontology.profile import profile_files

BASE = "http://example.org/club/"


def schema_of(folder: Path, table: str, first: str, second: str, extra: str = "") -> SchemaGraph:
    """The schema of people and one table that refers to two of them."""
    rows = "".join(
        f"<{table}/{a}-{b}> a <{table}> ; <{table}#ref-{first}> <person/{a}> ; <{table}#{first}> {a} ;\n"
        f" <{table}#ref-{second}> <person/{b}> ; <{table}#{second}> {b} {extra}.\n"
        for a, b in ((1, 2), (2, 3), (1, 3))
    )
    people = "".join(f"<person/{n}> a <person> ; <person#id> {n} .\n" for n in (1, 2, 3))
    path = folder / "club.ttl"
    path.write_text(f"@base <{BASE}> .\n{people}{rows}", encoding="utf-8")
    profile = profile_files([path])
    return SchemaGraph(draft_ontology(profile), profile)


@pytest.mark.parametrize(
    ("table", "first", "second", "doer"),
    [
        ("follows", "user_id", "followed_id", "user_id"),
        ("follows", "followed_id", "user_id", "user_id"),
        ("follow", "follower_id", "user_id", "follower_id"),
        ("follow", "followed_id", "follower_id", "follower_id"),
        ("friend", "person_id", "friend_id", "person_id"),
    ],
)
def test_the_ends_are_told_by_their_names(tmp_path: Path, table: str, first: str, second: str, doer: str) -> None:
    schema = schema_of(tmp_path, table, first, second)
    other = second if doer == first else first
    assert schema.relations == {BASE + table: (f"{BASE}{table}#ref-{doer}", f"{BASE}{table}#ref-{other}")}
    assert schema.subjects(BASE + table) == schema.objects(BASE + table) == schema.mask(BASE + "person")


def test_a_relation_may_tell_more(tmp_path: Path) -> None:
    assert schema_of(tmp_path, "follows", "user_id", "followed_id", "; <follows#since> 2001").relations


def test_the_end_may_be_called_by_a_word_cut_short(tmp_path: Path) -> None:
    (ends,) = schema_of(tmp_path, "dependency", "package_id", "dep_id").relations.values()
    assert ends[1].endswith("#ref-dep_id")


def test_what_is_not_called_so_is_a_thing(tmp_path: Path) -> None:
    assert schema_of(tmp_path, "match", "winner_id", "loser_id").relations == {}

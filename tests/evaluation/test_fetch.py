"""`bench fetch`: whole files or none, the same ones as before, and nothing of an archive outside its folder."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from file_server import FileServer, file_server
from toy_dataset import write_dataset

from nlkgq.cli.main import cli
from nlkgq.errors import ConfigError, ResourceNotFound, UnknownKeyError, UsageError
from nlkgq.evaluation.archives import unpack
from nlkgq.evaluation.dataset import Dataset, Download, dataset_names, fetched_names, load_dataset
from nlkgq.evaluation.fetch import Fetched, fetch

BODY = bytes(range(256)) * 4000


@pytest.fixture
def server() -> Iterator[FileServer]:
    with file_server() as started:
        started.files["/q.txt"] = BODY
        yield started


def wanted(toy: Dataset, server: FileServer, path: str = "/q.txt", **more: str) -> Dataset:
    return replace(toy, downloads=(Download(url=server.url + path, file="a/q.txt", **more),))


def got(toy: Dataset, folder: Path) -> Fetched:
    (found,) = fetch(toy, folder, pause=0.0, timeout=5)
    return found


def zipped(members: dict[str, bytes]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return into.getvalue()


def test_the_first_fetch_records_and_the_second_checks(toy: Dataset, tmp_path: Path, server: FileServer) -> None:
    data = tmp_path / "data"
    first = got(wanted(toy, server), data)
    assert (first.file, first.host, len(first.sha256)) == ("a/q.txt", "127.0.0.1", 64)
    assert got(wanted(toy, server), data) == replace(first, host=None)
    assert len(server.asked) == 1
    assert sorted(p.name for p in (data / "a").iterdir()) == ["q.txt"]
    (data / "a" / "q.txt").write_text("edited")
    with pytest.raises(ConfigError, match=r"q\.txt: SHA-256 .* recorded was") as edited:
        got(wanted(toy, server), data)
    assert "else remove the file" in (edited.value.hint or "")


def test_changed_content_upstream_is_refused(toy: Dataset, tmp_path: Path, server: FileServer) -> None:
    got(wanted(toy, server), tmp_path / "data")
    (tmp_path / "data" / "a" / "q.txt").unlink()
    server.files["/q.txt"] = b"other"
    with pytest.raises(ConfigError, match="recorded was"):
        got(wanted(toy, server), tmp_path / "data")
    with pytest.raises(ConfigError, match="recorded was"):
        got(wanted(toy, server, sha256="0" * 64), tmp_path / "fresh")


def test_a_broken_download_goes_on_where_it_broke(toy: Dataset, tmp_path: Path, server: FileServer) -> None:
    server.breaks["/q.txt"] = 2
    server.statuses["/q.txt"] = [503]
    got(wanted(toy, server), tmp_path / "data")
    assert (tmp_path / "data" / "a" / "q.txt").read_bytes() == BODY
    half, more = len(BODY) // 2, len(BODY) * 3 // 4
    assert [r for _, r in server.asked] == ["", "", f"bytes={half}-", f"bytes={more}-"]


def test_it_goes_on_another_day_unless_the_file_changed(toy: Dataset, tmp_path: Path, server: FileServer) -> None:
    for change in (False, True):
        data = tmp_path / f"data-{change}"
        server.files["/q.txt"] = BODY
        server.breaks["/q.txt"] = 4
        with pytest.raises(ConfigError, match="cannot be fetched"):
            got(wanted(toy, server), data)
        assert not (data / "a" / "q.txt").exists()
        server.breaks["/q.txt"] = 0
        server.asked.clear()
        if change:
            server.files["/q.txt"] = b"another version"
        got(wanted(toy, server), data)
        assert server.asked[0][1] != ""
        assert (data / "a" / "q.txt").read_bytes() == server.files["/q.txt"]
        assert [p.name for p in (data / "a").iterdir()] == ["q.txt"]


def test_a_server_without_ranges_begins_anew(toy: Dataset, tmp_path: Path, server: FileServer) -> None:
    server.ranges = False
    server.breaks["/q.txt"] = 2
    got(wanted(toy, server), tmp_path / "data")
    assert (tmp_path / "data" / "a" / "q.txt").read_bytes() == BODY


def test_redirects_are_followed_to_another_host_and_named(toy: Dataset, tmp_path: Path, server: FileServer) -> None:
    port = urlsplit(server.url).port
    server.redirects["/here"] = f"http://localhost:{port}/q.txt"
    assert got(wanted(toy, server, "/here"), tmp_path / "data").host == "localhost"
    server.redirects["/round"] = "/round"
    with pytest.raises(ConfigError, match="more than 5 redirects"):
        got(wanted(toy, server, "/round"), tmp_path / "data-2")
    server.redirects["/astray"] = "file:///etc/hostname"
    with pytest.raises(ConfigError, match="cannot be fetched"):
        got(wanted(toy, server, "/astray"), tmp_path / "data-2")


def test_what_cannot_be_had_is_one_clear_error(toy: Dataset, tmp_path: Path, server: FileServer) -> None:
    for path, told in (("/none", "HTTP 404"), ("/q.txt", "HTTP 403")):
        server.statuses["/q.txt"] = [403]
        with pytest.raises(ConfigError, match=told) as caught:
            got(wanted(toy, server, path), tmp_path / "data")
        assert server.url + path in caught.value.message
        assert "--data DIR" in (caught.value.hint or "")
    for url in ("http://127.0.0.1:1/", "http://name.invalid/x", "ftp://name.invalid/x", "nonsense", "http://[x"):
        with pytest.raises(ConfigError, match="cannot be fetched"):
            got(replace(toy, downloads=(Download(url=url, file="b"),)), tmp_path / "data")
    for place in ("../b", "/b", "."):
        with pytest.raises(ConfigError, match="outside the data folder"):
            got(replace(toy, downloads=(Download(url=server.url, file=place),)), tmp_path / "data")
    with pytest.raises(UsageError, match="nothing to fetch"):
        got(toy, tmp_path / "data")
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="cannot be written"):
        got(wanted(toy, server), tmp_path / "file")
    (tmp_path / "data" / "checksums.json").write_text('{"a": 1}')
    with pytest.raises(ConfigError, match="is damaged"):
        got(wanted(toy, server), tmp_path / "data")


def test_an_archive_is_unpacked_and_its_members_are_checked(toy: Dataset, tmp_path: Path, server: FileServer) -> None:
    server.files["/set.zip"] = zipped({"set/test/questions.json": b"[]", "set/README": b"x"})
    data = tmp_path / "data"
    downloads = wanted(toy, server, "/set.zip", unpack="set")
    assert got(downloads, data).members == 2
    member = data / "set" / "set" / "test" / "questions.json"
    assert member.read_text() == "[]"
    member.unlink()
    assert got(downloads, data).members == 2
    assert member.read_text() == "[]"
    member.write_text("edited")
    with pytest.raises(ConfigError, match=r"questions\.json: SHA-256"):
        got(downloads, data)


@pytest.mark.parametrize("name", ["../out", "a/../../out", "/out", "C:/out", "..\\out", "a\\..\\..\\out"])
def test_no_member_leaves_the_folder(tmp_path: Path, name: str) -> None:
    archive = tmp_path / "in" / "x.zip"
    archive.parent.mkdir()
    archive.write_bytes(zipped({"good": b"1", name: b"2"}))
    with pytest.raises(ConfigError, match="lies outside the folder"):
        unpack(archive, tmp_path / "in" / "deep" / "x")
    assert [p.name for p in tmp_path.rglob("*") if p.is_file()] == ["x.zip"]


def test_what_is_no_plain_file_is_refused(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "link.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
    with tarfile.open(tmp_path / "link.tgz", "w:gz") as tarred:
        entry = tarfile.TarInfo("link")
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tarred.addfile(entry)
    for name in ("link.zip", "link.tgz"):
        with pytest.raises(ConfigError, match="is no plain file"):
            unpack(tmp_path / name, tmp_path / "out")
    (tmp_path / "text").write_text("<html>")
    (tmp_path / "cut.zip").write_bytes(zipped({"a": b"x" * 1000})[:-30])
    (tmp_path / "empty.zip").write_bytes(zipped({}))
    for name in ("text", "cut.zip", "empty.zip"):
        with pytest.raises(ConfigError, match="cannot be unpacked"):
            unpack(tmp_path / name, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_tar_file_is_unpacked(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "x.tar.gz", "w:gz") as tarred:
        entry = tarfile.TarInfo("a/b")
        entry.size = 3
        tarred.addfile(entry, io.BytesIO(b"abc"))
    assert unpack(tmp_path / "x.tar.gz", tmp_path / "out") == (Path("a/b"),)
    assert (tmp_path / "out" / "a" / "b").read_bytes() == b"abc"


def test_a_set_is_fetched_and_run_by_the_commands(data: Path, tmp_path: Path, server: FileServer) -> None:
    """A set of real files, described as the sets of others are."""
    for name in ("graph.nt", "ontology.ttl", "questions.jsonl"):
        server.files[f"/{name}"] = (data / "acme" / name).read_bytes()
    fetches = "".join(f'[[fetch]]\nurl = "{server.url}/{n}"\nfile = "set/{n}"\n' for n in map(_name, server.files))
    (tmp_path / "dataset.toml").write_text(
        'name = "set"\nlicence = "Apache-2.0"\nfetched = "All of it."\n[questions]\nfile = "set/questions.jsonl"\n'
        '[[graphs]]\nname = "set"\nfiles = ["set/graph.nt"]\nontology = ["set/ontology.ttl"]\n' + fetches
    )
    runner = CliRunner()

    def call(*arguments: str, code: int = 0) -> str:
        given = ["bench", *arguments, "--data", str(tmp_path / "data")]
        done = runner.invoke(cli, given, standalone_mode=False)
        assert done.exception is None, done.output
        assert (done.return_value or 0) == code, done.output
        return done.output

    assert "fetched from 127.0.0.1" in call("fetch", str(tmp_path))
    second = call("fetch", str(tmp_path))
    assert second.count("unchanged") == 4
    assert "Apache-2.0. All of it." in second
    out = ("--out", str(tmp_path / "run"), "--privacy", "off", "--limit", "2")
    assert "2 of 2 questions finished" in call("run", str(tmp_path), *out)


def _name(path: str) -> str:
    return path[1:]


def test_each_set_of_others_says_where_it_is_and_under_what_licence(tmp_path: Path) -> None:
    assert set(fetched_names()) == {"ck25_full", "dblp_quad", "dblp_quad2", "lcquad2", "qald10", "sciqa"}
    for name in (*dataset_names(), *fetched_names()):
        found = load_dataset(name, data=tmp_path, read=False)
        assert found.licence
        for d in found.downloads:
            assert urlsplit(d.url).scheme == "https"
            assert "/main/" not in d.url
        if name in fetched_names():
            assert found.downloads
            with pytest.raises(ResourceNotFound) as caught:
                load_dataset(name, data=tmp_path)
            assert "bench fetch" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("more", "error", "told"),
    [
        ('[[fetch]]\nurl = "https://a.example/x"\n', ConfigError, "fetch needs 'file'"),
        ('[[fetch]]\nurl = 3\nfile = "x"\n', ConfigError, "fetch.url must be a text"),
        ('[[fetch]]\nurl = "https://a.example/x"\nfil = "x"\n', UnknownKeyError, "fetch.fil"),
    ],
)
def test_a_wrong_description_is_one_clear_error(tmp_path: Path, more: str, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        load_dataset(str(write_dataset(tmp_path / "toy", more)))


def test_prefixes_that_a_set_takes_for_granted_and_a_graph_behind_an_address(tmp_path: Path) -> None:
    more = '[[graphs]]\nname = "far"\nurl = "http://127.0.0.1:1/sparql"\nquestions = "far.jsonl"\n'
    folder = write_dataset(tmp_path / "toy", more)
    text = (folder / "dataset.toml").read_text()
    (folder / "dataset.toml").write_text(
        text.replace("[questions]", '[questions]\nprefixes = {"" = "https://d.example/"}')
    )
    (folder / "far.jsonl").write_text(json.dumps({"id": "f", "question": "Which?", "sparql": "ASK { :a :b :c }"}))
    loaded = load_dataset(str(folder))
    far = loaded.questions[-1]
    assert far.gold_text == "PREFIX : <https://d.example/>\nASK { :a :b :c }"
    assert loaded.graphs["far"].url == "http://127.0.0.1:1/sparql"
    from nlkgq.evaluation.rig import open_source

    with open_source(loaded.graphs["far"]) as kg:
        assert kg.settings.asked_endpoints[0].url == "http://127.0.0.1:1/sparql"

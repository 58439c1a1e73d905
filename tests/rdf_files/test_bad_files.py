"""Each bad file is one clear message with place and remedy, in bounded time and memory."""

from __future__ import annotations

import contextlib
import gzip
import random
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pyoxigraph
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nlkgq.errors import LoadError
from nlkgq.rdf_files import open_rdf, read_quads, syntax_error

LINE = b'<http://example.org/s> <http://example.org/p> "value" .\n'
RDF_OPEN = b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://example.org/">\n'


def failure(path: Path) -> LoadError:
    """The error of reading a file to its end."""
    with pytest.raises(LoadError) as caught:
        list(read_quads(path))
    error = caught.value
    assert str(path) in error.message
    assert error.place == str(path)
    return error


# Content, a word of the message, line (None: the whole file), a word of the remedy.
BAD: dict[str, tuple[bytes, str, int | None, str]] = {
    "empty": (b"", "empty", None, "whole"),
    "blank": (b" \n\n\t", "empty", None, "whole"),
    "binary": (random.Random(1).randbytes(16) + bytes(2000), "binary", None, "Supported"),
    "zip": (b"PK\x03\x04" + bytes(100), "zip archive", None, "Supported"),
    "html": (b"<!DOCTYPE html>\n<html><head></head><body>Not found</body></html>", "HTML page", None, "fetch"),
    "html-late": (
        b"<?xml version='1.0'?>\n<!-- page -->\n<html xmlns='http://www.w3.org/1999/xhtml'/>",
        "HTML",
        None,
        "",
    ),
    "xml": (b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>", "neither RDF/XML", None, "Supported"),
    "json": (b'{"head": {"vars": ["x"]}}', "not JSON-LD", None, "Supported"),
    "csv": (b"name,age\nAda,36\n", "neither RDF nor OWL", 1, "Supported"),
    "sparql": (b"PREFIX x: <http://x.org/>\nSELECT * WHERE { ?s ?p ?o }", "SPARQL query", None, "Supported"),
    "cut-turtle": (LINE * 3 + b'<http://example.org/s> <http://example.org/p> "val', "nexpected end", 4, "cut off"),
    "cut-statement": (LINE * 3 + b"<http://example.org/s> <http://example.org/p>", "nexpected end", 4, "cut off"),
    "wrong-turtle": (LINE + b"<http://example.org/s> nonsense .\n", "not valid Turtle", 2, ""),
    "no-prefix": (LINE + b"ex:a ex:b ex:c .\n", "not valid Turtle", 2, ""),
    "latin-1": (LINE + '<http://x.org/s> <http://x.org/p> "Größe" .\n'.encode("latin-1"), "", 2, "UTF-8"),
    "cut-xml": (RDF_OPEN + b"<ex:A rdf:about='http://x.org/a'>\n", "no element", 3, "cut off"),
    "cut-xml-tag": (RDF_OPEN + b"<ex:A rdf:about='http", "unclosed token", 2, "cut off"),
    "wrong-xml": (
        RDF_OPEN + b"<ex:A>\n<ex:b rdf:resource='http://x.org/c'>text</ex:b></ex:A></rdf:RDF>",
        "RDF/XML",
        3,
        "",
    ),
    "unknown-encoding": (b"<?xml version='1.0' encoding='klingon'?>" + RDF_OPEN, "klingon", 1, "UTF-8"),
    "cut-json": (b'{"@id": "http://x.org/a", "http://x.org/b": ["c"', "", 1, ""),
    "remote-context": (
        b'{"@context": "http://x.org/context", "@id": "a"}',
        "never followed",
        None,
        "Write the context",
    ),
    "file-context": (b'{"@context": "file:///etc/passwd", "@id": "a"}', "never followed", None, "Write the context"),
    "imported-context": (b'{"@context": {"@import": "http://x.org/c"}, "@id": "a"}', "never followed", None, ""),
    "cut-gzip": (gzip.compress(LINE * 50_000)[:-200], "ends too early", None, "again"),
    "cut-gzip-head": (gzip.compress(LINE)[:15], "ends too early", None, "again"),
    "damaged-gzip": (gzip.compress(LINE * 500)[:30] + b"damage" * 50, "damaged gzip", None, "again"),
    "empty-gzip": (gzip.compress(b""), "empty", None, "whole"),
}


OTHERWISE_AS_NT = {"cut-turtle", "cut-statement", "wrong-turtle", "no-prefix"}  # other errors as N-Triples, see below


@pytest.mark.parametrize(
    ("name", "suffix"),
    [(n, s) for n in BAD for s in ("ttl", "owl", "nt", "") if s != "nt" or n not in OTHERWISE_AS_NT],
)
def test_bad_content(tmp_path: Path, name: str, suffix: str) -> None:
    content, word, line, remedy = BAD[name]
    path = tmp_path / f"data.{suffix}"
    path.write_bytes(content)
    error = failure(path)
    assert word in error.message
    assert error.line == line
    assert remedy in (error.hint or "")


def test_missing_file_and_folder(tmp_path: Path) -> None:
    assert "no such file" in failure(tmp_path / "missing.ttl").message
    assert "folder" in failure(tmp_path).message


def test_cut_n_triples(tmp_path: Path) -> None:
    path = tmp_path / "data.nt"
    path.write_bytes(LINE * 3 + LINE[:-10])
    error = failure(path)
    assert error.line == 4
    assert "cut off" in (error.hint or "")


BOMBS = {
    "laughs": b'<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>',
    "long": b'<!DOCTYPE r [<!ENTITY a "' + b"x" * 100_000 + b'">]>',
    "many": b"<!DOCTYPE r [" + b"".join(b'<!ENTITY e%d "x">' % n for n in range(1000)) + b"]>",
    "external": b'<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    "parameter": b'<!DOCTYPE r [<!ENTITY % a "x"> %a;]>',
    "external-type": b'<!DOCTYPE r SYSTEM "http://example.invalid/r.dtd">',
    "markup": b'<!DOCTYPE r [<!ENTITY a "<b/>">]>',
}


@pytest.mark.parametrize("syntax", ["rdf", "owx"])
@pytest.mark.parametrize("name", BOMBS)
def test_entities_that_are_refused(tmp_path: Path, name: str, syntax: str) -> None:
    body = RDF_OPEN + b"<ex:A ex:b='&a;'/></rdf:RDF>"
    if syntax == "owx":
        body = b'<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="&a;"></Ontology>'
    path = tmp_path / "bomb.owl"
    path.write_bytes(b'<?xml version="1.0"?>\n' + BOMBS[name] + b"\n" + body)
    begin = time.process_time()
    error = failure(path)
    assert "refused" in error.message
    assert "Turtle" in (error.hint or "")
    assert error.line == 2
    assert time.process_time() - begin < 10


def test_deep_xml_is_refused_quickly(tmp_path: Path) -> None:
    path = tmp_path / "deep.rdf"
    path.write_bytes(RDF_OPEN + b"<ex:a>" * 100_000 + b"</ex:a>" * 100_000 + b"</rdf:RDF>")
    begin = time.process_time()
    assert "nested" in failure(path).message
    assert time.process_time() - begin < 10


@pytest.mark.parametrize(
    "content",
    [
        LINE[:-2] + b" , " + b"[ <http://x.org/b> " * 200_000,
        b'{"@id": "http://x.org/a", "http://x.org/b": ' + b"[" * 200_000,
    ],
    ids=["turtle", "json-ld"],
)
def test_deep_nesting_ends_with_an_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "deep"
    path.write_bytes(content)
    failure(path)


def test_documents_that_are_read_whole_have_a_cap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nlkgq.rdf_files.reading.MAX_WHOLE", 100_000)
    path = tmp_path / "bomb.gz"
    for start in (b'{"@id": "http://x.org/a", "http://x.org/b": "', b"Ontology(<http://x.org/o> #"):
        path.write_bytes(gzip.compress(start + b"x" * 10_000_000))
        assert "cannot be streamed" in failure(path).message


@pytest.mark.parametrize("suffix", ["rdf", "ttl", "nt"])
def test_endless_texts_are_refused_before_they_fill_the_memory(tmp_path: Path, suffix: str) -> None:
    start = RDF_OPEN + b"<ex:A><ex:b>" if suffix == "rdf" else LINE + LINE.split(b'"')[0] + b'"'
    path = tmp_path / f"bomb.{suffix}"
    with gzip.open(path, "wb", 1) as out:
        out.write(start)
        for _ in range(60):
            out.write(b"x" * 1_000_000)
    tracemalloc.start()
    failure(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50_000_000


def test_bulk_loaders_get_the_same_errors(tmp_path: Path) -> None:
    path = tmp_path / "cut.nt.gz"
    path.write_bytes(gzip.compress(LINE * 50_000)[:-200])
    with open_rdf(path) as rdf, pytest.raises(LoadError, match="ends too early"):
        pyoxigraph.Store().bulk_load(rdf.stream, rdf.format)
    path.write_bytes(LINE + b"nonsense .\n")
    with open_rdf(path) as rdf:
        with pytest.raises(SyntaxError) as caught:
            pyoxigraph.Store().bulk_load(rdf.stream, rdf.format)
        assert syntax_error(caught.value, rdf).line == 2


def test_invalid_iris_are_warnings_with_their_place(tmp_path: Path) -> None:
    bad = b"<http://example.org/a b> <http://example.org/p> 1 .\n"
    for name, content, line in (
        ("a.ttl", b"# turtle\n" + LINE + bad + LINE, 3),
        ("a.rdf", RDF_OPEN + b"<ex:A rdf:about='http://x.org/a b'/>\n<ex:A rdf:about='http://x.org/c'/></rdf:RDF>", 2),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        warnings: list[tuple[str, str]] = []
        quads = list(read_quads(path, on_warning=lambda *w, found=warnings: found.append(w)))
        assert [w[1] for w in warnings] == [f"{path}:{line}"]
        assert "IRI" in warnings[0][0]
        assert len(quads) >= 2  # the load went on
        with pytest.raises(LoadError):
            list(read_quads(path, lenient=False))


def test_many_invalid_iris_are_not_all_told(tmp_path: Path) -> None:
    path = tmp_path / "a.ttl"
    path.write_bytes(b"<http://example.org/a b> <http://example.org/p> 1 .\n" * 1000)
    warnings: list[str] = []
    assert len(list(read_quads(path, on_warning=lambda message, place: warnings.append(place)))) == 1000
    assert len(warnings) == 20


def test_a_hundred_megabytes_stream(tmp_path: Path) -> None:
    """100 MB of Turtle, and the same as gzip, are never whole in memory."""
    block = b"".join(
        b'<http://example.org/s%d> <http://example.org/p> "%s" .\n' % (n, b"a long value " * 80) for n in range(1000)
    )
    times = 100_000_000 // len(block) + 1
    plain, packed = tmp_path / "big.ttl", tmp_path / "big.ttl.gz"
    with plain.open("wb") as out:
        out.writelines([b"@prefix ex: <http://example.org/> .\n", *[block] * times])
    packed.write_bytes(gzip.compress(block, 1) * times)  # members one after the other are one file (RFC 1952)
    assert plain.stat().st_size > 100_000_000
    for path in (plain, packed):
        tracemalloc.start()
        count = sum(1 for _ in read_quads(path))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert count == 1000 * times
        assert peak < 20_000_000


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=st.one_of(
        st.binary(max_size=300),
        st.text(alphabet=st.sampled_from("<>[](){}\"'\\@#:._ \nabx?!-&;%="), max_size=120).map(str.encode),
    )
)
def test_no_content_ends_in_another_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "noise"
    path.write_bytes(content)
    with contextlib.suppress(LoadError):
        list(read_quads(path, on_warning=lambda message, place: None))


@pytest.mark.parametrize(
    "build",
    [
        lambda: b"\n" * 70_000 + b"@prefix x: <http://x.org/> .",
        lambda: b" \n" * 40_000 + b"!" * 10,
        lambda: b"<!--" * 20_000,
        lambda: b"<" * 70_000,
        lambda: b'"' * 70_000,
        lambda: b"<a " + b"x=" * 40_000,
        lambda: b"_:" + b"a" * 70_000,
        lambda: b"[" * 70_000,
    ],
)
def test_detection_takes_no_time_on_hostile_heads(tmp_path: Path, build: Callable[[], bytes]) -> None:
    path = tmp_path / "hostile"
    path.write_bytes(build())
    begin = time.process_time()
    with contextlib.suppress(LoadError):
        list(read_quads(path))
    assert time.process_time() - begin < 10

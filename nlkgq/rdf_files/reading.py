"""Triples of a file as a stream, through pyoxigraph."""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, cast

import pyoxigraph

from nlkgq.errors import LoadError
from nlkgq.rdf_files.detection import Detected, detect
from nlkgq.rdf_files.owl_syntaxes import to_rdf_xml
from nlkgq.rdf_files.streams import TransformedStream, as_utf8, buffered, open_bytes, refuse_pipes, unreadable
from nlkgq.rdf_files.xml_guard import MAX_WARNINGS, XmlGuard, expand_entities

BASE_IRI: Final = "http://base.invalid/"
"""Relative IRIs of a file without a base are resolved against this, wherever the file lies (RFC 2606)."""

MAX_WHOLE: Final = 200_000_000  # bytes of a file in a syntax that is read whole
OnWarning = Callable[[str, str], None]
"""Called with a message and its place (``file:line``, or the file)."""

_FORMATS: Final = {
    "RDF/XML": pyoxigraph.RdfFormat.RDF_XML,
    "Turtle": pyoxigraph.RdfFormat.TURTLE,
    "N-Triples": pyoxigraph.RdfFormat.N_TRIPLES,
    "N-Quads": pyoxigraph.RdfFormat.N_QUADS,
    "TriG": pyoxigraph.RdfFormat.TRIG,
    "JSON-LD": pyoxigraph.RdfFormat.JSON_LD,
}


@dataclass(kw_only=True)
class RdfStream:
    """An open file as a parser or bulk loader wants it; a context manager that closes it.

    Args:
        stream: Binary, decompressed, UTF-8, without byte order mark; XML passes through the guard.
        format: What pyoxigraph shall parse it as (OWL syntaxes have become RDF/XML).
        file: What the file is.
        raw: The file itself, for its position.
        base_iri: For relative IRIs.
        declared: Prefixes known apart from the parser's: RDF/XML while it streams, OWL syntaxes from the start.
        guard: What the XML guard saw so far; None for other syntaxes.
    """

    stream: BinaryIO
    format: pyoxigraph.RdfFormat
    file: Detected
    raw: BinaryIO
    base_iri: str
    declared: dict[str, str]
    guard: XmlGuard | None = None

    def share(self) -> float:
        """How much of the file has been read, in [0, 1]."""
        if self.raw.closed:
            return 1.0
        size = self.file.path.stat().st_size
        return min(1.0, self.raw.tell() / size) if size else 1.0

    def __enter__(self) -> RdfStream:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stream.close()


def open_rdf(path: str | Path, *, base_iri: str = BASE_IRI) -> RdfStream:
    """Open a file for a parser or bulk loader.

    Args:
        path: A file in any supported syntax, gzip or not.
        base_iri: For relative IRIs where the file names no base.

    Returns:
        A context manager with ``stream``, ``format`` and ``base_iri``.

    Raises:
        LoadError: See :func:`nlkgq.rdf_files.detect`; the stream raises it too, while it is read.
        MissingExtraError: An OWL syntax whose library is not installed.
    """
    file = detect(path)
    place = str(file.path)
    content, raw = open_bytes(file.path)
    source = as_utf8(content, encoding=file.encoding, bom=file.bom, place=place)
    known = _FORMATS.get(file.syntax)
    if known is None:
        return _open_owl(source, raw, file, base_iri)
    if file.syntax == "JSON-LD":
        source = _capped(source, file)  # its parser takes the document whole
    guard = XmlGuard(place) if file.syntax == "RDF/XML" else None
    return RdfStream(
        stream=guard.stream(source) if guard else source,
        format=known,
        file=file,
        raw=raw,
        base_iri=base_iri,
        declared=guard.prefixes if guard else {},
        guard=guard,
    )


def _capped(source: io.BufferedReader, file: Detected) -> io.BufferedReader:
    """The same bytes, for syntaxes that are read whole; too many of them are an error."""
    left = MAX_WHOLE

    def pull() -> bytes | None:
        nonlocal left
        piece = source.read(1 << 16)
        left -= len(piece)
        if left < 0:
            raise LoadError(
                f"{file.path} is {file.syntax} of more than {MAX_WHOLE // 1_000_000} MB, which cannot be streamed",
                place=str(file.path),
                hint="Convert it to Turtle or N-Triples, which are read as a stream.",
            )
        return piece or None

    return buffered(pull, source.close)


def _open_owl(source: io.BufferedReader, raw: io.BufferedReader, file: Detected, base_iri: str) -> RdfStream:
    place = str(file.path)
    guard = XmlGuard(place)
    source = _capped(source, file)
    with source:
        content = (guard.stream(source) if file.syntax == "OWL/XML" else source).read()
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        message = f"{place}, line {line}: not UTF-8 text"
        raise LoadError(message, place=place, line=line, hint="Save the file as UTF-8.") from error
    rdf_xml, prefixes = to_rdf_xml(expand_entities(text, guard.entities), file.syntax, place)
    return RdfStream(
        stream=io.BytesIO(rdf_xml),
        format=pyoxigraph.RdfFormat.RDF_XML,
        file=file,
        raw=raw,
        base_iri=base_iri,
        declared=prefixes,
    )


class QuadReader:
    """An iterator over the quads of a file; ``prefixes`` is complete when it has ended."""

    def __init__(
        self, path: str | Path, *, lenient: bool, on_warning: OnWarning | None, rename_blank_nodes: bool, base_iri: str
    ) -> None:
        self._opened = open_rdf(path, base_iri=base_iri)
        self._lenient = lenient
        self._on_warning = on_warning
        self._rename = rename_blank_nodes
        self.file = self._opened.file
        self.prefixes: dict[str, str] = dict(self._opened.declared)
        self._quads = self._read()

    def __iter__(self) -> Iterator[pyoxigraph.Quad]:
        return self._quads

    def share(self) -> float:
        """How much of the file has been read, in [0, 1]."""
        return self._opened.share()

    def __next__(self) -> pyoxigraph.Quad:
        return next(self._quads)

    def _read(self) -> Iterator[pyoxigraph.Quad]:
        with self._opened as rdf:
            try:
                parser = _parser(rdf, lenient=self._lenient, rename=self._rename)
                yield from parser
            except (SyntaxError, MemoryError) as error:
                raise syntax_error(error, rdf) from error
            self.prefixes = {**parser.prefixes, **rdf.declared}
        if self._on_warning and self._lenient:
            for message, place in _invalid_iris(rdf):
                self._on_warning(message, place)


def read_quads(
    path: str | Path,
    *,
    lenient: bool = True,
    on_warning: OnWarning | None = None,
    rename_blank_nodes: bool = False,
    base_iri: str = BASE_IRI,
) -> QuadReader:
    """The quads of a file, one after the other, never the whole file in memory (JSON-LD and OWL syntaxes excepted).

    Args:
        path: A file in any supported syntax, gzip or not.
        lenient: Keep invalid IRIs and language tags and go on; otherwise the first one ends the load. Everything
            else that is wrong ends the load in either case.
        on_warning: Called after the last quad for each invalid IRI, at most 20; costs a second pass over the file.
        rename_blank_nodes: Give blank nodes fresh names, so that those of several files never meet.
        base_iri: For relative IRIs where the file names no base.

    Raises:
        LoadError: While iterating as well: place, line and column where known, and a hint.
        MissingExtraError: An OWL syntax whose library is not installed.

    >>> from tempfile import NamedTemporaryFile
    >>> file = NamedTemporaryFile(suffix=".ttl")
    >>> _ = file.write(b"<http://x.org/film1> a <http://x.org/Film> .")
    >>> file.flush()
    >>> [quad.object.value for quad in read_quads(file.name)]
    ['http://x.org/Film']
    """
    return QuadReader(
        path, lenient=lenient, on_warning=on_warning, rename_blank_nodes=rename_blank_nodes, base_iri=base_iri
    )


def _parser(rdf: RdfStream, *, lenient: bool, rename: bool = False) -> pyoxigraph.QuadParser:
    return pyoxigraph.parse(rdf.stream, rdf.format, base_iri=rdf.base_iri, lenient=lenient, rename_blank_nodes=rename)


def syntax_error(error: SyntaxError | MemoryError, rdf: RdfStream) -> LoadError:
    """pyoxigraph's error about a stream of :func:`open_rdf` as a `LoadError` with its place and a remedy.

    Its `MemoryError` means a single term larger than its buffer of 16 MiB.
    """
    place = str(rdf.file.path)
    if isinstance(error, MemoryError):
        return LoadError(
            f"{place}: a single term is longer than 16 MB", place=place, hint="A closing quotation mark may be missing."
        )
    detail = re.sub(r"^Parser error at line \d+.*?: | \(line \d+\)$", "", str(error))
    line, column = error.lineno, error.offset
    if line is None and rdf.guard:
        line = _line_by_line(rdf)
    hint: str | None = None
    if "LoadDocumentCallback" in detail:
        detail = "its JSON-LD context is remote or a file, which is never followed"
        hint = "Write the context into the file, or convert the file to Turtle."
    elif "nexpected end" in detail or "must be followed by" in detail:
        hint = "The file seems cut off; fetch or save it again."
    elif "tf-8" in detail.lower() or "Invalid UTF" in detail:
        hint = "Save the file as UTF-8."
    where = f", line {line}" if line else ""
    where += f", column {column}" if line and column else ""
    message = f"{place}{where}: {detail}" if hint else f"{place}{where}: not valid {rdf.file.syntax}: {detail}"
    return LoadError(message, place=place, line=line, column=column if line else None, hint=hint)


def _line_by_line(rdf: RdfStream) -> int | None:
    """The line at which the RDF/XML parser, which does not tell, fails: the last one served before it does."""
    line = 0
    with open_rdf(rdf.file.path, base_iri=rdf.base_iri) as again:
        source = again.stream

        def pull() -> bytes | None:
            nonlocal line
            line += 1
            return source.readline() or None

        with contextlib.suppress(SyntaxError, LoadError):
            lines = cast(BinaryIO, TransformedStream(pull, source.close))  # unbuffered: one read, one line
            for _ in pyoxigraph.parse(lines, again.format, base_iri=again.base_iri, lenient=True):
                pass
            return None
    return line


def _invalid_iris(rdf: RdfStream) -> Iterator[tuple[str, str]]:
    """(message, place) of what a lenient parse went past, found by a strict one, which goes on after each."""
    path = rdf.file.path
    if rdf.guard:
        for line, iri in rdf.guard.invalid:
            yield f"invalid IRI <{iri}>", f"{path}:{line}"
        return
    if rdf.file.syntax not in {"Turtle", "TriG", "N-Triples", "N-Quads"}:
        return
    found = 0
    with open_rdf(path, base_iri=rdf.base_iri) as again:
        parser = _parser(again, lenient=False)
        while found < MAX_WARNINGS:
            try:
                next(parser)
            except StopIteration:
                return
            except SyntaxError as error:
                found += 1
                detail = re.sub(r"^Parser error at line \d+.*?: | \(line \d+\)$", "", str(error))
                # A prefix that was refused above is missing below; that says nothing new.
                if "prefix" not in detail.lower() or "IRI" in detail:
                    yield detail, f"{path}:{error.lineno}"


def content_key(paths: Iterable[str | Path], *, salt: str = "") -> str:
    """A hash of the content of files, whatever their names and order; for names of cache entries.

    Args:
        paths: The files.
        salt: Whatever else the cached thing depends on, such as a format version.

    Returns:
        32 hexadecimal digits.

    Raises:
        LoadError: A file that cannot be read.
    """
    digests: list[bytes] = []
    for path in map(Path, paths):
        try:
            refuse_pipes(path)
            with path.open("rb") as stream:
                digests.append(hashlib.file_digest(stream, "sha256").digest())
        except OSError as error:
            raise unreadable(path, error) from None
    whole = hashlib.sha256(salt.encode())
    for digest in sorted(digests):
        whole.update(digest)
    return whole.hexdigest()[:32]

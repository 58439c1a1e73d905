"""What a file is, by its content; the suffix only chooses between syntaxes that contain each other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from nlkgq.errors import LoadError
from nlkgq.rdf_files.streams import as_utf8, open_bytes, sniff_encoding

Syntax = Literal[
    "RDF/XML",
    "Turtle",
    "N-Triples",
    "N-Quads",
    "TriG",
    "JSON-LD",
    "OWL/XML",
    "OWL functional syntax",
    "Manchester syntax",
    "OBO",
]
_HEAD: Final = 1 << 16  # bytes that decide
_CONTROLS: Final = bytes(range(9))
_SUPPORTED: Final = (
    "Supported: Turtle, TriG, N-Triples, N-Quads, RDF/XML, JSON-LD, OWL/XML, OWL functional and Manchester syntax, "
    "OBO, each also as .gz."
)
_FOREIGN: Final = (  # first bytes -> name, for a message that helps
    (b"PK\x03\x04", "a zip archive"),
    (b"BZh", "a bzip2 file"),
    (b"\xfd7zXZ", "an xz file"),
    (b"\x28\xb5\x2f\xfd", "a zstd file"),
    (b"%PDF", "a PDF document"),
    (b"SQLite format 3", "an SQLite database"),
    (b"$HDT", "an HDT file"),
)

_IRI = r"<[^\x00-\x20<>\"{}|^`]*>"
_NODE = rf"(?:{_IRI}|_:[^\s<>\"]+)"
_LITERAL = rf"\"(?:[^\"\\\r\n]|\\.)*\"(?:\^\^{_IRI}|@[\w-]+)?"
_LINE = re.compile(rf"\s*{_NODE}\s*{_IRI}\s*(?:{_NODE}|{_LITERAL})\s*(?P<graph>{_NODE})?\s*\.\s*(?:#.*)?")
_BLANK = re.compile(r"(?:\s+|#[^\r\n]*)+")
_DIRECTIVE = re.compile(r"@prefix\b|@base\b|@version\b|(?:PREFIX|BASE|VERSION|GRAPH)\s", re.I)
_TURTLE_START = re.compile(rf"{_IRI}(?=[\s{{])|<[A-Za-z][\w+.-]*:[^>\n]*>|_:|\{{|\[|\(|[\w.-]*:[^\s\"<>]*\s|<<")
_TOKENS = re.compile(
    rf"{_IRI}|\"\"\".*?(?:\"\"\"|$)|'''.*?(?:'''|$)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|#[^\r\n]*", re.S
)
_XML_START = re.compile(r"\s*<[?!]|\s*<[A-Za-z_][\w.:-]*\s+[\w.:-]+\s*=|\s*<(html|head|body)\b", re.I)
_TAG_START = re.compile(r"\s*<[A-Za-z_][\w.:-]*\s*/?>\s*(<|$)")  # or a relative IRI before another IRI
_XML_NOISE = re.compile(r"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE\b[^\[>]*(?:\[.*?\]\s*)?>\s*)*", re.S)
_ELEMENT = re.compile(r"<([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)(\s[^<>]*|/?)>?", re.S)


@dataclass(frozen=True, slots=True, kw_only=True)
class Detected:
    """What a file is.

    Args:
        path: The file.
        syntax: Its syntax.
        compressed: Whether it is gzip.
        encoding: Python codec of its text; everything but UTF-8 is transcoded on reading.
        bom: Bytes of byte order mark at its start.
    """

    path: Path
    syntax: Syntax
    compressed: bool = False
    encoding: str = "utf-8"
    bom: int = 0


def detect(path: str | Path) -> Detected:
    """What a file is, from its first 64 KiB (decompressed).

    Raises:
        LoadError: Missing, empty, binary, cut gzip, an HTML page, other text.

    >>> from tempfile import NamedTemporaryFile
    >>> file = NamedTemporaryFile(suffix=".ttl")
    >>> _ = file.write(b'{"@id": "http://x.org/film1"}')
    >>> file.flush()
    >>> detect(file.name).syntax
    'JSON-LD'
    """
    path = Path(path)
    place = str(path)
    source, raw = open_bytes(path)
    with source:
        first = source.peek(4096)[:4096]
        if not first:
            raise LoadError(f"{place} is empty", place=place, hint="Check that the file was written or fetched whole.")
        _refuse_foreign(first, place)
        encoding, bom = sniff_encoding(first, place)
        head = as_utf8(source, encoding=encoding, bom=bom, place=place).read(_HEAD)
    if b"\x00" in head or len(head) - len(head.translate(None, _CONTROLS)) > len(head) // 50:
        raise LoadError(f"{place} is a binary file, not RDF", place=place, hint=_SUPPORTED)
    text = head.decode("utf-8", "replace")
    if not text.strip():
        raise LoadError(f"{place} is empty", place=place, hint="Check that the file was written or fetched whole.")
    suffixes = [s.lower() for s in path.suffixes if s.lower() != ".gz"]
    syntax = _syntax_of(text, suffixes[-1] if suffixes else "", place)
    return Detected(path=path, syntax=syntax, compressed=source is not raw, encoding=encoding, bom=bom)


def _refuse_foreign(head: bytes, place: str) -> None:
    for magic, name in _FOREIGN:
        if head.startswith(magic):
            raise LoadError(f"{place} is {name}, not RDF", place=place, hint=_SUPPORTED)


def _syntax_of(text: str, suffix: str, place: str) -> Syntax:
    if _XML_START.match(text) or (_TAG_START.match(text) and re.search(r"</|/>", text)):
        return _xml_syntax(text, place)
    blank = _BLANK.match(text)
    start = text[blank.end() :] if blank else text
    if not start:
        return _turtle_family(text, suffix)  # nothing but comments, so far
    if re.match(r"\{\s*[\"}]|\[\s*[{\"]|\[\s*\]\s*$", start):
        if re.search(r"\"@(context|id|graph|type|value|list|set|reverse|included|nest)\"", text) or suffix == ".jsonld":
            return "JSON-LD"
        raise LoadError(f"{place} is JSON, but not JSON-LD: no @context, @id or @graph", place=place, hint=_SUPPORTED)
    if re.match(r"(Prefix|Ontology)\s*\(", start):
        return "OWL functional syntax"
    if re.match(r"(Prefix|Ontology|Namespace|Class|ObjectProperty|DataProperty|Individual|Datatype):(\s|$)", start):
        return "Manchester syntax"
    if re.match(
        r"format-version\s*:|\[(Term|Typedef|Instance)\]", re.sub(r"^[ \t]*!.*$", "", start, flags=re.M).lstrip()
    ):
        return "OBO"
    if re.match(r"ontology:\s*\S", start) and re.search(r"^\[(Term|Typedef)\]", text, re.M):
        return "OBO"
    if _DIRECTIVE.match(start) or _TURTLE_START.match(start):
        if re.search(
            r"^[ \t]*(SELECT|ASK|CONSTRUCT|DESCRIBE|INSERT|DELETE)(?=[\s*{?])", _TOKENS.sub(" ", text), re.M | re.I
        ):
            raise LoadError(f"{place} is a SPARQL query, not RDF", place=place, hint=_SUPPORTED)
        return _turtle_family(text, suffix)
    raise LoadError(
        f"{place}, line {text[: len(text) - len(start)].count(chr(10)) + 1}: neither RDF nor OWL in any known syntax",
        place=place,
        line=text[: len(text) - len(start)].count("\n") + 1,
        hint=_SUPPORTED,
    )


def _xml_syntax(text: str, place: str) -> Syntax:
    noise = _XML_NOISE.match(text)
    rest = text[noise.end() :] if noise else text
    if re.search(r"<!DOCTYPE\s+html\b", text[: len(text) - len(rest)], re.I) or re.match(
        r"<(!doctype\s+html|html|head|body)\b", rest, re.I
    ):
        raise LoadError(
            f"{place} is an HTML page, not RDF",
            place=place,
            hint="The address it was fetched from answers with a web page; fetch it again asking for text/turtle "
            "or application/rdf+xml.",
        )
    root = _ELEMENT.match(rest)
    prologue = text[: len(text) - len(rest)] + (root[0] if root else rest)
    if root and root[2] == "RDF":
        return "RDF/XML"
    if root and root[2] == "Ontology" and "http://www.w3.org/2002/07/owl#" in prologue:
        return "OWL/XML"
    if "http://www.w3.org/1999/02/22-rdf-syntax-ns#" in prologue:
        return "RDF/XML"  # a document may be a single node element (RDF 1.1 XML Syntax, section 7.2.8)
    if root is None and "<!ENTITY" in text:
        return "RDF/XML"  # a long internal subset; the guard judges it
    name = f" (root element {root[2]!r})" if root else ""
    raise LoadError(f"{place} is XML, but neither RDF/XML nor OWL/XML{name}", place=place, hint=_SUPPORTED)


def _turtle_family(text: str, suffix: str) -> Syntax:
    """N-Triples is Turtle and Turtle is TriG, so the suffix may choose the smaller one where the head allows it."""
    lines = [line for line in text.splitlines()[:-1] or [text] if line.strip() and not line.lstrip().startswith("#")]
    matches = [_LINE.fullmatch(line) for line in lines]
    if lines and all(matches):
        if suffix == ".nq" or any(match and match["graph"] for match in matches):
            return "N-Quads"
        if suffix in {".nt", ".ntriples"}:
            return "N-Triples"
    elif not lines and suffix == ".nq":
        return "N-Quads"
    bare = _TOKENS.sub(" ", text)
    if suffix == ".trig" or re.search(r"\{(?!\|)", bare):
        return "TriG"
    return "Turtle"

"""Text that may hold a query: cleaning, finding where a query starts and ends.

Works on the *skeleton* of a text: the same text, character by character, with string literals and IRIs replaced by
a filler and comments by spaces, so that braces and keywords inside them count for nothing and offsets stay valid.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

_OPAQUE = re.compile(
    r'"""(?:[^\\"]|\\.|"(?!""))*"""'
    r"|'''(?:[^\\']|\\.|'(?!''))*'''"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'(?:[^'\\\n]|\\.)*'"
    r'|<[^<>"{}|^`\\\s]*>'
    r"|(?:(?<!&)|(?<=&&))\#[^\n]*",  # a comment, but not the middle of &#39;
    re.DOTALL,
)
_LONGEST_LEAD = 200
_FILLER = "\x01"
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff\u00ad]")
_SMART = re.compile("[“”„‟″]([^“”„‟″\"\n]*)[“”„‟″\"]|[‘’‚‛′]([^‘’‚‛′'\n]*)[‘’‚‛′']")
_ENTITY = re.compile(r"&(?:lt|gt|quot|amp|apos|nbsp|#\d{1,7}|#x[0-9a-fA-F]{1,6});")
_TURTLE_PREFIX = re.compile(rf"^[ \t]*@prefix\s+([\w.-]*:)\s*({_FILLER}+)\s*\.", re.MULTILINE | re.IGNORECASE)

_DECLARATION = rf"(?:BASE\s*{_FILLER}+|PREFIX\s+[\w.-]*:\s*{_FILLER}+)\s*"
_FORM = (
    rf"(?:SELECT\b\s*(?:(?:DISTINCT|REDUCED)\b\s*)?(?:[?$(*{{]|WHERE\b|\w+\()"
    rf"|(?:ASK|CONSTRUCT)\s*(?:WHERE\s*|FROM\s[^{{}}]{{0,999}})?\{{"
    rf"|DESCRIBE\s+(?:[?$*{_FILLER}]|[\w-]*:\w))"
)
_PROLOGUE = re.compile(rf"(?:{_DECLARATION})+", re.IGNORECASE)
_QUERY_FORM = re.compile(rf"(?<![:?$\w]){_FORM}", re.IGNORECASE)
# What may stand before a query on its line: nothing, a label, the language's name.
_LEAD = re.compile(r"[ \t]*(?:sparql[ \t]+)?|.*:\**[ \t]+", re.IGNORECASE)
_DECLARED = re.compile(r"\bPREFIX\s+([\w.-]*):", re.IGNORECASE)
_UPDATE = re.compile(
    r"(?<![:?$\w])(?:INSERT|DELETE)\s*(?:(?:DATA|WHERE)\s*)?\{"
    rf"|^[ \t;]*(?:LOAD|CLEAR|DROP|CREATE|COPY|MOVE|ADD)\s+(?:SILENT\s+)?"
    rf"(?:ALL|DEFAULT|NAMED|(?:INTO\s+)?(?:GRAPH\s+)?(?:{_FILLER}+|[\w-]*:\w+))"
    r"(?:\s+TO\s+\S+|\s+INTO\s.*)?[ \t]*;?[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_PLAIN_WORD = re.compile(r"(?<![?$:\w-])[A-Za-z]\w*+(?![:-])(?!\s*\()")
_HEAD_WORDS = {
    "SELECT",
    "ASK",
    "CONSTRUCT",
    "DESCRIBE",
    "DISTINCT",
    "REDUCED",
    "WHERE",
    "FROM",
    "NAMED",
    "AS",
    "IN",
} | {
    *("NOT", "TRUE", "FALSE", "SEPARATOR")  # in expressions of columns
}
# A line behind the last brace that still belongs to a query, be it right or wrong: it must not be lost.
_MORE = re.compile(
    rf"[ \t]*(?:$|[?${{}}.;,|&)!^{_FILLER}]|\((?=\s*[?$(]|\s*\w+\s*\()|(?:ASC|DESC)\s*\("
    rf"|(?:GROUP|ORDER)\s+BY\s+(?:[?$({_FILLER}]|\w+\s*\()|HAVING\s*\(|LIMIT\s+\d|OFFSET\s+\d|VALUES\s*[?$(]"
    rf"|(?:FILTER|BIND)\s*[(\w]|(?:OPTIONAL|UNION|MINUS|WHERE)\s*\{{|(?:GRAPH|SERVICE)\s|[\w-]*:\w\S*\s)",
    re.IGNORECASE,
)


def skeleton(text: str) -> str:
    """The text with literals and IRIs as filler and comments as spaces, of the same length and lines."""

    def cover(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " " if match.group().startswith("#") else _FILLER, match.group())

    return _OPAQUE.sub(cover, text)


def clean(text: str) -> str:
    """A candidate as a query would be written: entities, smart quotes, odd spaces and quote marks of mails undone.

    Literals, IRIs and comments stay as they are, except that a text escaped for HTML is unescaped as a whole.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    if lines and all(line.lstrip().startswith(">") for line in lines):
        text = re.sub(r"^[ \t]*>[ \t]?", "", text, flags=re.MULTILINE)
    for _ in range(2):  # escaped twice happens; more often would be someone's intent
        if _ENTITY.search(skeleton(text)) is None:
            break
        text = html.unescape(text)
    text = _outside_opaque(text)
    covered = skeleton(text)
    for match in reversed(list(_TURTLE_PREFIX.finditer(covered))):
        iri = text[match.start(2) : match.end(2)]
        text = f"{text[: match.start()]}PREFIX {match.group(1)} {iri}{text[match.end() :]}"
    return text


def _outside_opaque(text: str) -> str:
    pieces = []
    position = 0
    for match in re.finditer(f"{_OPAQUE.pattern}|{_SMART.pattern}", text, re.DOTALL):
        pieces.append(_plain_spaces(text[position : match.start()]))
        position = match.end()
        inner = match.group(1) if match.group(1) is not None else match.group(2)
        if inner is None:
            pieces.append(match.group())
        else:
            pieces.append('"' + inner.replace('"', '\\"') + '"')
    pieces.append(_plain_spaces(text[position:]))
    return "".join(pieces)


def _plain_spaces(text: str) -> str:
    return _INVISIBLE.sub("", _SPACES.sub(" ", text))


def has_update(text: str) -> bool:
    """Whether a SPARQL update operation stands in the text, outside of literals and comments."""
    return _UPDATE.search(skeleton(text)) is not None


def is_complete(query: str) -> bool:
    """Whether every brace is closed, and none too often."""
    covered = skeleton(query)
    return covered.count("{") == covered.count("}") and _close(covered, 0) is not None


def declared_prefixes(query: str) -> list[str]:
    """The prefixes that a query declares, without colon."""
    return _DECLARED.findall(skeleton(query))


def find(text: str) -> str | None:
    """The last complete query in a cleaned text, else the last incomplete one, else None."""
    covered = skeleton(text)
    starts: list[int] = []
    for start in _starts(covered):
        before = covered[starts[-1] if starts else 0 : start]
        if before.count("{") <= before.count("}"):  # inside braces it is a sub-select
            starts.append(start)
    best: str | None = None
    for i, start in enumerate(starts):
        stop = starts[i + 1] if i + 1 < len(starts) else len(text)
        query = text[start : _end(covered, start, stop)].strip()
        if not _is_query(skeleton(query)):
            continue
        query = re.sub(r"\}\s*;\Z", "}", query)
        if best is None or is_complete(query) or not is_complete(best):
            best = query
    return best


def _starts(covered: str) -> Iterator[int]:
    """Offsets where a query may start, prologue included."""
    prologues = {match.end(): match.start() for match in _PROLOGUE.finditer(covered)}
    for match in _QUERY_FORM.finditer(covered):
        start = prologues.get(match.start(), match.start())
        line_start = covered.rfind("\n", 0, start) + 1
        if start - line_start < _LONGEST_LEAD and _LEAD.fullmatch(covered, line_start, start):
            yield start


def _is_query(covered: str) -> bool:
    """Whether a text that starts like a query goes on like one, rather than like a sentence."""
    head, brace, _ = covered.partition("{")
    words = [w for w in _PLAIN_WORD.findall(_PROLOGUE.sub("", head)) if w.upper() not in _HEAD_WORDS]
    return len(words) < 2 and (bool(brace) or re.search(r"\bDESCRIBE\b", head, re.IGNORECASE) is not None)


def _close(covered: str, start: int) -> int | None:
    """Offset behind the brace that closes the first one opened after ``start``; None when it stays open."""
    depth = 0
    for brace in re.compile(r"[{}]").finditer(covered, start):
        depth += 1 if brace.group() == "{" else -1
        if depth <= 0:
            return brace.end()
    return None


def _end(covered: str, start: int, stop: int) -> int:
    """Where the query that starts at ``start`` ends: prose behind it is left out, anything like SPARQL stays."""
    end = _close(covered[:stop], start)
    if end is None:
        opened = "{" in covered[start:stop]
        return stop if opened else min(stop, _line_end(covered, start))
    if covered.count("}", end, stop) > covered.count("{", end, stop):
        return stop  # a brace too many: leave the mistake to the syntax check
    end = min(_line_end(covered, end), stop)
    kept = counted = end
    depth = 0
    while end < stop:
        line_end = min(_line_end(covered, end + 1), stop)
        line = covered[end + 1 : line_end]
        depth += covered.count("{", counted, end) - covered.count("}", counted, end)
        counted = end
        if depth <= 0 and _MORE.match(line) is None:
            break
        end = line_end
        if line.strip():
            kept = end
    return kept


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end

"""A guard before XML parsers: internal entities of the Protege kind pass, bombs and external entities do not.

It reads what passes through it with expat, so nothing is read twice and a refused piece never reaches the parser
behind it (XML 1.0 section 4.2; OWASP "XML External Entity Prevention").
"""

from __future__ import annotations

import io
import re
from typing import Final
from xml.parsers import expat

from nlkgq.errors import LoadError
from nlkgq.rdf_files.streams import buffered

MAX_ENTITIES: Final = 500
MAX_ENTITY_LENGTH: Final = 2048  # characters
MAX_DEPTH: Final = 256  # elements
MAX_TEXT: Final = 1 << 25  # bytes between two tags
MAX_WARNINGS: Final = 20
_PIECE: Final = 1 << 15  # bytes
_IRI_ATTRIBUTES: Final = frozenset({"about", "resource", "datatype"})
_SUSPECT = re.compile(r'[\x00-\x20<>"{}|^`\\]|#.*#')


class XmlGuard:
    """What was seen of an XML document while it streamed through :meth:`stream`.

    Attributes:
        prefixes: Namespace prefixes of the whole document, "" for the default one; the first of each counts.
        invalid: (line, IRI) of IRIs with characters that no IRI has, at most 20.
        entities: The harmless internal entities.
    """

    def __init__(self, place: str) -> None:
        self.prefixes: dict[str, str] = {}
        self.invalid: list[tuple[int, str]] = []
        self.entities: dict[str, str] = {}
        self._place = place
        self._depth = 0
        self._since_tag = 0
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.EntityDeclHandler = self._entity
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end

    def stream(self, source: io.BufferedReader) -> io.BufferedReader:
        """The same bytes, each piece handed on only when it has been found harmless.

        Raises:
            LoadError: From the stream: not well-formed, or refused.
        """
        ended = False

        def pull() -> bytes | None:
            nonlocal ended
            if ended:
                return None
            piece = source.read(_PIECE)
            ended = not piece
            self._since_tag += len(piece)
            if self._since_tag > MAX_TEXT:
                raise self._refuse(f"more than {MAX_TEXT} bytes stand between two tags")
            try:
                self._parser.Parse(piece, ended)
            except expat.ExpatError as error:
                cut = error.code in {3, 5, 20} or ended  # no element, unclosed token, unclosed CDATA
                raise LoadError(
                    f"{self._place}, line {error.lineno}, column {error.offset + 1}: "
                    f"not well-formed XML ({expat.ErrorString(error.code)})",
                    place=self._place,
                    line=error.lineno,
                    column=error.offset + 1,
                    hint="The file seems cut off; fetch or save it again." if cut else None,
                ) from error
            return piece or None

        return buffered(pull, source.close)

    def _refuse(self, what: str) -> LoadError:
        line = self._parser.CurrentLineNumber
        return LoadError(
            f"{self._place}, line {line}: refused, {what}",
            place=self._place,
            line=line,
            column=self._parser.CurrentColumnNumber + 1,
            hint="Save the ontology as Turtle with the tool that wrote it.",
        )

    def _entity(
        self,
        name: str,
        is_parameter: bool,
        value: str | None,
        base: str | None,
        system: str | None,
        public: str | None,
        notation: str | None,
    ) -> None:
        if system or public or is_parameter or value is None:
            raise self._refuse(f"the XML entity {name!r} is external or a parameter entity")
        if re.search(r"[&<]|%[\w.-]+;", value):
            raise self._refuse(f"the XML entity {name!r} holds markup or refers to other entities")
        if len(value) > MAX_ENTITY_LENGTH or len(self.entities) >= MAX_ENTITIES:
            raise self._refuse("its XML entities are too many or too long")
        self.entities.setdefault(name, value)  # the first declaration counts (XML 1.0 section 4.2)

    def _doctype(self, name: str, system: str | None, public: str | None, internal: bool) -> None:
        if system or public:
            raise self._refuse("it names an external document type")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._since_tag = 0
        if self._depth > MAX_DEPTH:
            raise self._refuse(f"its elements are nested more than {MAX_DEPTH} deep")
        for key, value in attributes.items():
            if key.startswith("xmlns"):
                self.prefixes.setdefault(key[6:], value)
            elif key.rpartition(":")[2] in _IRI_ATTRIBUTES and _SUSPECT.search(value):
                self.invalid.append((self._parser.CurrentLineNumber, value))
        del self.invalid[MAX_WARNINGS:]

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._since_tag = 0


def expand_entities(text: str, entities: dict[str, str]) -> str:
    """An XML document without its document type, internal entities replaced; for parsers that know none."""
    if not entities:
        return text
    text = re.sub(r"<!DOCTYPE\b[^\[>]*(\[.*?\]\s*)?>", "", text, count=1, flags=re.S)
    return re.sub(r"&([\w.-]+);", lambda m: entities.get(m[1], m[0]), text)

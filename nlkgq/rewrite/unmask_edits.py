"""The edits of one unmasking, and where a placeholder stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nlkgq.analysis.term_edits import TermEdits
from nlkgq.errors import SparqlSyntaxError, UnmaskError
from nlkgq.masking.model import Placeholder
from nlkgq.sparql import Element, Node, Query, Token


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """A literal or IRI that holds placeholders; ``text`` is its decoded text, ``token`` the string or IRI itself."""

    item: Element
    token: Token
    text: str
    placeholders: tuple[Placeholder, ...]

    @property
    def whole(self) -> Placeholder | None:
        """The placeholder when the text is nothing else; of an IRI, when it ends with it."""
        name = self.placeholders[0].name.casefold()
        text = self.text.casefold().strip()
        if isinstance(self.item, Node):
            return self.placeholders[0] if text == name else None
        return self.placeholders[0] if re.split(r"[#/:<>]", text.rstrip(">"))[-1] == name else None


class Edits(TermEdits):
    """`TermEdits` that refuse as `UnmaskError`."""

    def applied(self) -> Query:
        """The new query.

        Raises:
            UnmaskError: The result is not a query: the placeholder stood where no value can.
        """
        try:
            return super().applied()
        except (SparqlSyntaxError, ValueError) as error:
            raise UnmaskError("a placeholder stands where no value can", placeholder="") from error

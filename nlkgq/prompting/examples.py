"""Kept examples as a prompt may show them: masked like any question, with the same placeholders in the query.

What of a query is no term of the ontology and has no placeholder in its question cannot be shown; then the whole
example is left out. Comments never leave, and variables whose names are no known words get others.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from nlkgq.analysis.vocabulary import is_built_in
from nlkgq.errors import SparqlSyntaxError
from nlkgq.masking.model import MaskedText, Placeholder
from nlkgq.masking.placeholders import PREFIX
from nlkgq.ontology.model import Ontology, split_identifier
from nlkgq.sparql import Node, Query, Token, parse_query, quote, triple_patterns, variable_name
from nlkgq.sparql.tree import IRI_TERMINALS, NUMERIC_TERMINALS
from nlkgq.values.folding import key, number_readings
from nlkgq.values.names import readable_name

_COUNT: Final = 20
"""Largest whole number that is no value: counts and small bounds pass in questions, too."""

_PLACEHOLDER: Final = re.compile(rf"{PREFIX}\w+")
_NAMING: Final = ("Graph", "Service", "Dataset", "Path", "PropertyList", "TriplesSameSubject", "RDFLiteral")
_FLAGS: Final = frozenset({"RegexExpression", "StrReplaceExpression"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedExample:
    """A question without values and the query that answers it, placeholders in both."""

    question: MaskedText
    query: str

    @property
    def private(self) -> tuple[str, ...]:
        """The spans that were masked in its question."""
        return tuple(dict.fromkeys(p.original for p in self.question.placeholders if p.original))


def mask_example(
    question: str,
    query: str,
    *,
    mask: Callable[[str], MaskedText],
    ontology: Ontology,
    known: Callable[[str], bool],
) -> MaskedExample | None:
    """An example as it may leave; None where it cannot.

    Args:
        question: With its values.
        query: With its values.
        mask: Masks questions.
        ontology: Its classes and properties stay.
        known: Whether a word is known vocabulary, for the names of variables.
    """
    try:
        tree = parse_query(query, undeclared_prefixes=True)
    except SparqlSyntaxError:
        return None
    masked = mask(question)
    if masked.mode == "off":
        return MaskedExample(question=masked, query=_written(tree, {}, lambda name: name))
    changes: dict[tuple[int, int], str] = {}
    in_triples = {id(end) for pattern in triple_patterns(tree) for end in (pattern.subject, pattern.object)}
    for item, text, iri in _constants(tree):
        if iri is not None and (iri in ontology.classes or iri in ontology.properties or is_built_in(iri)):
            continue
        placeholder = _placeholder(masked, text, iri)
        if placeholder is None:
            return None
        # as a string even a thing is itself in a triple pattern; elsewhere it would be its name
        thing = iri is not None and id(item) not in in_triples
        if thing and not (_is_known_thing(placeholder, iri) and _takes_placeholders(tree, item)):
            return None
        changes[item.start, item.end] = f"<{placeholder.name}>" if thing else quote(placeholder.name)
    return MaskedExample(question=masked, query=_written(tree, changes, _Names(known)))


def _is_known_thing(placeholder: Placeholder, iri: str | None) -> bool:
    return any(c.term.value == iri or iri in c.subjects for c in placeholder.candidates)


def _takes_placeholders(tree: Query, item: Node | Token) -> bool:
    """Whether a placeholder can be restored there: not as the name of a graph, an endpoint or a property."""
    parent = tree.parent(item)
    return parent is not None and not parent.kind.startswith(_NAMING)


def _constants(tree: Query) -> Iterator[tuple[Node | Token, str, str | None]]:
    """Literals and IRIs of a query's body that may be values: the item, what it says, the IRI."""
    inside: list[tuple[int, int]] = []
    for node in tree.find("RDFLiteral"):
        inside.append((node.start, node.end))
        if not _is_technical(tree, node):
            literal = tree.literal(node)
            assert literal is not None
            yield node, literal.value, None
    for token in tree.tokens:
        if token.start < tree.body.start or any(a <= token.start < b for a, b in inside):
            continue
        if token.terminal in NUMERIC_TERMINALS:
            if not (token.text.isdecimal() and int(token.text) <= _COUNT):
                yield token, token.text, None
        elif token.terminal in IRI_TERMINALS and token.terminal != "A":
            iri = tree.iri_or_none(token)
            yield token, (readable_name(iri) or iri) if iri is not None else token.text, iri or token.text


def _is_technical(tree: Query, literal: Node) -> bool:
    """Language ranges, flags of a regular expression, separators: they say how, not what."""
    parent = tree.parent(literal)
    if parent is None:
        return False
    if parent.kind in _FLAGS:
        commas = [c for c in parent.children if isinstance(c, Token) and c.terminal == "COMMA"]
        return len(commas) > 1 and literal.start > commas[-1].start
    first = parent.children[0]
    name = first.text.upper() if isinstance(first, Token) else ""
    return name in {"LANGMATCHES", "GROUP_CONCAT", "STRLANG"}


def _placeholder(masked: MaskedText, text: str, iri: str | None) -> Placeholder | None:
    """The placeholder of the question that stands for a constant of the query."""
    folded = key(text)
    numbers = set(number_readings(text))
    for placeholder in masked.placeholders:
        terms = [c.term for c in placeholder.candidates]
        if iri is not None and any(
            t.value == iri or iri in c.subjects for t, c in zip(terms, placeholder.candidates, strict=True)
        ):
            return placeholder
        spelt = {key(placeholder.original), *(key(t.value) for t in terms if t.kind == "literal")}
        if folded in spelt or text in placeholder.readings or numbers & set(placeholder.readings):
            return placeholder
        if iri is None and any(_falls_on(text, reading) for reading in placeholder.readings):
            return placeholder
    return None


def _falls_on(text: str, reading: str) -> bool:
    """Whether a moment is the beginning or end of a period: 2019-01-01T00:00:00 of 2019."""
    return re.fullmatch(rf"{re.escape(reading)}(-01-01|-12-31|-\d\d)?(T[\d:.]+)?Z?", text) is not None


class _Names:
    """Names of variables that tell nothing: those of known words stay, others are numbered."""

    def __init__(self, known: Callable[[str], bool]) -> None:
        self._known = known
        self._new: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        words = split_identifier(name).casefold().split()
        if name in self._new or not words or not all(len(w) == 1 or w.isdecimal() or self._known(w) for w in words):
            return self._new.setdefault(name, f"x{len(self._new) + 1}")
        return name


def _written(tree: Query, changes: dict[tuple[int, int], str], rename: Callable[[str], str]) -> str:
    """The query with changes, without comments and without prefixes that nothing uses."""
    starts = {start: (end, text) for (start, end), text in changes.items()}
    pieces: list[str] = []
    skip = 0
    for token in tree.tokens:
        if token.start < max(skip, tree.body.start):
            continue
        pieces.append("\n" if "\n" in token.trivia else " " if token.trivia else "")
        if token.start in starts:
            skip, text = starts[token.start]
        elif token.terminal == "VAR":
            text = f"?{rename(variable_name(token))}"
        else:
            text = token.text
        pieces.append(text)
    body = "".join(pieces).strip()
    used = [f"PREFIX {p}: <{n}>" for p, n in tree.prefixes if re.search(rf"(?<![\w-]){re.escape(p)}:", body)]
    return "\n".join([*used, body])


def nearest(question: str, examples: Sequence[str], count: int) -> list[int]:
    """The examples whose words are most like those of a question, most alike first.

    Args:
        question: Masked or not, like the examples.
        examples: Their questions.
        count: At most so many.

    Returns:
        Places in ``examples``; those without a common word are left out.

    >>> nearest("Which films did VALUE_K3QX direct?", ["Who wrote it?", "Which films did VALUE_ZZ22 write?"], 2)
    [1]
    """
    bags = [_words(text) for text in examples]
    uses = Counter(word for bag in bags for word in bag)
    asked = _words(question)

    def weight(words: Iterable[str]) -> float:
        return sum(math.log(1 + (len(bags) + 1) / (1 + uses[word])) for word in words)

    scored = [(weight(asked & bag) / (weight(asked | bag) or 1.0), -place) for place, bag in enumerate(bags)]
    best = sorted((pair for pair in scored if pair[0] > 0), reverse=True)
    return [-place for _, place in best[:count]]


def _words(text: str) -> frozenset[str]:
    found = re.findall(r"[^\W_]+", _PLACEHOLDER.sub(" value ", text).casefold())
    return frozenset(word[:5] for word in found)

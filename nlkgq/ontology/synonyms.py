"""`synonyms.toml`: words of one's own for the terms and values of one graph.

Two tables. ``[terms]``: phrase -> term, by prefixed name, IRI or label; the phrases are alternative labels from then
on. ``[values]``: phrase -> text that the graph stores.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from nlkgq.errors import ConfigError
from nlkgq.iri import PrefixMap, is_valid_iri, local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import Ontology, Term, Text, split_identifier

T = TypeVar("T", bound=Term)
_SECTIONS = ("terms", "values")


@dataclass(frozen=True, slots=True, kw_only=True)
class Synonyms:
    """What a `synonyms.toml` says.

    Args:
        terms: Phrase, as written -> IRI of a class or property.
        values: Phrase, as written -> text that the graph stores. Never shows in ``repr``.
        place: The file.
    """

    terms: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict, repr=False)
    place: str = ""


def read_synonyms(path: Path, ontology: Ontology, prefixes: PrefixMap) -> Synonyms:
    """The synonyms in a file, checked against the ontology.

    Args:
        path: The file.
        ontology: Whose classes and properties the terms are.
        prefixes: For prefixed names.

    Raises:
        ConfigError: The file is missing or no TOML; a term is unknown; a phrase stands twice, or is a label already.
    """
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        hint = "`nlkgq ontology synonyms` drafts one; or take `synonyms` out of kg.toml."
        raise ConfigError(f"{path}: no such file", place=str(path), hint=hint) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        hint = 'Two tables, [terms] and [values], with lines such as "film" = "ex:Movie"; each phrase once.'
        raise ConfigError(f"{path}: not readable as TOML: {error}", place=str(path), hint=hint) from None
    terms, values = (_table(tree, section, path) for section in _SECTIONS)
    strange = [name for name in tree if name not in _SECTIONS]
    if strange:
        raise ConfigError(f"{path}: unknown table [{strange[0]}]", place=str(path), hint="[terms] and [values].")
    _check_phrases(terms, values, path)
    names = _named_terms(ontology)
    found = {phrase: _term(phrase, name, ontology, prefixes, names, path) for phrase, name in terms.items()}
    for phrase in (*terms, *values):
        others = names.get(_folded(phrase), set()) - {found.get(phrase, "")}
        if others:
            owner = prefixes.shorten(min(others))
            raise ConfigError(
                f"{path}: {phrase!r} is a label of {owner} already",
                place=f"{path} {phrase}",
                hint="Choose another phrase, or take that label out of the ontology.",
            )
    return Synonyms(terms=found, values=values, place=str(path))


def with_synonyms(ontology: Ontology, synonyms: Synonyms) -> Ontology:
    """The ontology with the phrases as alternative labels of their terms.

    >>> from nlkgq.ontology.model import OwlClass
    >>> film = OwlClass(iri="http://e.org/Movie")
    >>> known = with_synonyms(Ontology(classes={film.iri: film}), Synonyms(terms={"film": film.iri}))
    >>> [text.value for text in known.classes[film.iri].alt_labels]
    ['film']
    """
    phrases: dict[str, list[str]] = {}
    for phrase, iri in synonyms.terms.items():
        phrases.setdefault(iri, []).append(phrase)
    return replace(
        ontology,
        classes={iri: _named(term, phrases.get(iri, [])) for iri, term in ontology.classes.items()},
        properties={iri: _named(term, phrases.get(iri, [])) for iri, term in ontology.properties.items()},
    )


def _named(term: T, phrases: list[str]) -> T:
    there = {_folded(text.value) for text in (*term.labels, *term.alt_labels)}
    new = tuple(Text(value=phrase) for phrase in phrases if _folded(phrase) not in there)
    return replace(term, alt_labels=(*term.alt_labels, *new)) if new else term


def _table(tree: Mapping[str, Any], section: str, path: Path) -> dict[str, str]:
    table = tree.get(section, {})
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: {section} must be a table", place=str(path), hint=f"[{section}]")
    for phrase, meant in table.items():
        if not isinstance(meant, str) or not meant.strip():
            raise ConfigError(
                f"{path}: [{section}] {phrase!r} must be a text, not {meant!r}",
                place=f"{path} {phrase}",
                hint='"film" = "ex:Movie"; a phrase with a dot or a space stands in quotation marks.',
            )
        if not words_of(phrase):
            raise ConfigError(f"{path}: [{section}] {phrase!r} holds no word", place=f"{path} {phrase}")
    return table


def _check_phrases(terms: Mapping[str, str], values: Mapping[str, str], path: Path) -> None:
    seen: dict[str, str] = {}
    for phrase in (*terms, *values):
        earlier = seen.setdefault(_folded(phrase), phrase)
        if earlier is not phrase:
            raise ConfigError(
                f"{path}: {phrase!r} stands twice (as {earlier!r} before)",
                place=f"{path} {phrase}",
                hint="One phrase means one term or one value; take one of them out.",
            )


def _folded(text: str) -> str:
    return " ".join(words_of(text))


def _named_terms(ontology: Ontology) -> dict[str, set[str]]:
    """Folded label, alternative label or identifier -> the terms that have it."""
    found: dict[str, set[str]] = {}
    for term in (*ontology.classes.values(), *ontology.properties.values()):
        for text in _names(term):
            found.setdefault(_folded(text), set()).add(term.iri)
    return found


def _names(term: Term) -> Iterator[str]:
    yield from (text.value for text in (*term.labels, *term.alt_labels))
    yield split_identifier(local_name(term.iri))


def _term(
    phrase: str, name: str, ontology: Ontology, prefixes: PrefixMap, names: Mapping[str, set[str]], path: Path
) -> str:
    iris = {name.strip("<>")} if is_valid_iri(name.strip("<>")) else set()
    try:
        iris.add(prefixes.expand(name))
    except KeyError:
        iris |= names.get(_folded(name), set())
    known = [iri for iri in iris if iri in ontology.classes or iri in ontology.properties]
    if len(known) == 1:
        return known[0]
    if known:
        several = ", ".join(prefixes.shorten(iri) for iri in sorted(known))
        hint = f"Name one of them: {several}."
        raise ConfigError(f"{path}: {phrase!r}: several terms are called {name!r}", place=f"{path} {phrase}", hint=hint)
    every = [prefixes.shorten(iri) for iri in (*ontology.classes, *ontology.properties)]
    near = difflib.get_close_matches(name, every, n=3, cutoff=0.5)
    hint = f"Near: {', '.join(near)}." if near else "`nlkgq ontology show` lists the classes and properties."
    raise ConfigError(f"{path}: {phrase!r}: the ontology has no term {name!r}", place=f"{path} {phrase}", hint=hint)

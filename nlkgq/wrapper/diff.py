"""A wrapper against a newer native ontology: what is gone, what is new, what has probably another name now."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from nlkgq.iri import local_name
from nlkgq.ontology.model import Ontology, split_identifier
from nlkgq.wrapper.finding import Findings, WrapperFinding
from nlkgq.wrapper.model import Wrapper
from nlkgq.wrapper.native_terms import native_terms


def diff_wrapper(
    wrapper: Wrapper, native: Ontology, clean: Ontology | None = None, old: Ontology | None = None
) -> tuple[WrapperFinding, ...]:
    """Findings ``renamed``, ``removed``, ``deprecated`` (warnings) and ``added`` (info).

    Args:
        wrapper: The wrapper as it is.
        native: The newer native ontology.
        clean: The wrapper's own ontology, whose labels help to find a term again.
        old: The native ontology that the wrapper was made for, for the same purpose.
    """
    findings = Findings()
    used: dict[str, list[str]] = {}
    for clean_term, form in wrapper.forms():
        for iri in (iri for kind in native_terms(form) for iri in kind):
            used.setdefault(iri, []).append(clean_term)
    known = {term.iri: term for term in native}
    spaces = {_namespace(iri) for iri in known}
    added = {iri: term for iri, term in known.items() if iri not in used and not term.deprecated}
    by_name: dict[str, list[str]] = {}
    for iri, new in added.items():
        for name in _names(iri, (text.value for text in (*new.labels, *new.alt_labels))):
            by_name.setdefault(name, []).append(iri)
    by_code: dict[str, list[str]] = {}
    for iri in added:
        by_code.setdefault(local_name(iri), []).append(iri)
    moved = _moved({iri for iri in used if iri not in known and _namespace(iri) not in spaces}, by_code)
    found_again: set[str] = set()
    for iri, terms in used.items():
        place = ", ".join(map(wrapper.prefixes.shorten, terms[:3]))
        short = _short(wrapper, iri)
        if iri in known:
            if known[iri].deprecated:
                findings.warning("deprecated", place, f"{short} is deprecated", "Look for its successor.")
            continue
        if _namespace(iri) not in spaces | moved and (old is None or old.term(iri) is None):
            continue  # a term of another vocabulary, such as rdfs:label
        again = _found_again(iri, terms, by_name, clean, old)
        if again is None and _namespace(iri) in moved:
            again = _only_one(by_code.get(local_name(iri), ()))
        if again is None:
            findings.warning("removed", place, f"{short} is gone", "Give the term another native form.")
        else:
            found_again.add(again)
            message = f"{short} is gone; {_short(wrapper, again)} has its name"
            findings.warning("renamed", place, message, f"Put <{again}> in its place, if it means the same.")
    for iri, new in added.items():
        if iri not in found_again:
            findings.info(
                "added", _short(wrapper, iri), f"new: {new.label()}", "`nlkgq wrapper draft` proposes a name."
            )
    return tuple(findings)


def _moved(missing: Collection[str], by_code: Mapping[str, Collection[str]]) -> set[str]:
    """Namespaces that have another address now: most of their terms are found under the same code elsewhere."""
    spaces: dict[str, list[bool]] = {}
    for iri in missing:
        spaces.setdefault(_namespace(iri), []).append(len(by_code.get(local_name(iri), ())) == 1)
    return {space for space, found in spaces.items() if len(found) > 1 and 2 * sum(found) > len(found)}


def _found_again(
    iri: str, terms: list[str], by_name: dict[str, list[str]], clean: Ontology | None, old: Ontology | None
) -> str | None:
    """The one new term that is called like the missing one was, or like its clean term is."""
    names = set(_names(iri, ()))
    for ontology, iris in ((old, [iri]), (clean, terms)):
        for known in iris if ontology is not None else ():
            term = ontology.term(known) if ontology is not None else None
            if term is not None:
                names |= set(_names(known, (text.value for text in term.labels)))
    return _only_one({found for name in names for found in by_name.get(name, ())})


def _only_one(candidates: Collection[str]) -> str | None:
    """The only candidate; None where there is none, or a choice."""
    return next(iter(candidates)) if len(candidates) == 1 else None


def _names(iri: str, labels: Iterable[str]) -> list[str]:
    """Labels and local name, folded; numbers say nothing."""
    texts = [*labels, split_identifier(local_name(iri))]
    folded = [re.sub(r"[\W_]+", " ", text).strip().casefold() for text in texts]
    return [name for name in folded if re.search(r"[^\W\d_]{3}", name) and not re.fullmatch(r"\w{1,8} \d+", name)]


def _namespace(iri: str) -> str:
    return iri[: len(iri) - len(local_name(iri))]


def _short(wrapper: Wrapper, iri: str) -> str:
    return wrapper.prefixes.shorten(iri)

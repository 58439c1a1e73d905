"""Forms made of other forms: the other direction, one after the other, and whether they find a pair twice."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from nlkgq.wrapper.model import OBJECT, SUBJECT, PropertyForm
from nlkgq.wrapper.texts import pattern_variables, renamed, swapped


@dataclass(frozen=True, slots=True, kw_only=True)
class Functional:
    """Native properties that have at most one value, forwards and backwards, as the wrapper's author vouches."""

    forwards: Collection[str] = frozenset()
    backwards: Collection[str] = frozenset()

    def one_way(self, steps: Sequence[str]) -> bool:
        """Whether no two ways lead from one thing to another along these steps, ``<p>`` or ``^<p>``.

        That is so when each step but the last has one value, or each but the first has one value backwards.
        """
        ahead = [self._has_one(step, self.forwards, self.backwards) for step in steps]
        back = [self._has_one(step, self.backwards, self.forwards) for step in steps]
        return all(ahead[:-1]) or all(back[1:])

    @staticmethod
    def _has_one(step: str, plain: Collection[str], turned: Collection[str]) -> bool:
        return step[2:-1] in turned if step.startswith("^") else step[1:-1] in plain


def path_repeats(path: str, functional: Functional | None = None) -> bool:
    """Whether a path can find a pair twice: it has steps or alternatives (SPARQL 1.1 section 18.4).

    >>> path_repeats("<urn:a>/<urn:b>"), path_repeats("<urn:a>/<urn:b>", Functional(forwards={"urn:a"}))
    (True, False)
    """
    if functional is not None and re.fullmatch(r"\^?<[^<>]*>(?:/\^?<[^<>]*>)*", path):
        return not functional.one_way(re.findall(r"\^?<[^<>]*>", path))
    return re.search(r"[/|!]", re.sub(r"<[^<>]*>", "", path)) is not None


def language_choice(native: str, tags: Sequence[str]) -> str:
    """A pattern for the texts of a native property in the first of some languages that a thing has any in.

    Each pair is found once, and both its ends are bound by a triple, so that the pattern can stand anywhere.

    Args:
        native: IRI of the property.
        tags: Language ranges (RFC 4647); ``-`` is text without a tag, ``*`` anything.
    """
    branches: list[str] = []
    for number, tag in enumerate(tags):
        own = f"?{SUBJECT} <{native}> ?{OBJECT} . FILTER({_in_language(f'?{OBJECT}', tag)})"
        if number:
            better = " || ".join(_in_language("?better", other) for other in tags[:number])
            own += f" FILTER NOT EXISTS {{ ?{SUBJECT} <{native}> ?better . FILTER({better}) }}"
        branches.append(own)
    return branches[0] if len(branches) == 1 else " UNION ".join(f"{{ {branch} }}" for branch in branches)


def _in_language(variable: str, tag: str) -> str:
    if tag == "*":
        return f"isLITERAL({variable})"
    return f'LANG({variable}) = ""' if tag == "-" else f'LANGMATCHES(LANG({variable}), "{tag}")'


def inverted(form: PropertyForm) -> PropertyForm:
    """The same form in the other direction."""
    turned = replace(form, subject=form.object, object=form.subject)
    match form.kind:
        case "iri":
            return replace(turned, kind="inverse")
        case "inverse":
            return replace(turned, kind="iri")
        case "path":
            return replace(turned, text=f"^({form.text})")
    return replace(turned, text=swapped(form.text))


def chained(links: list[PropertyForm], functional: Functional | None = None) -> PropertyForm | None:
    """Forms one after the other; None where they do not fit together."""
    places = {(link.endpoint, link.graph) for link in links}
    meet = all(left.object == right.subject for left, right in pairwise(links))
    if not links or len(places) != 1 or not meet:
        return None
    first, last = links[0], links[-1]
    base = replace(first, object=last.object, repeats=_chain_repeats(links, functional or Functional()))
    guarded = any(link.object is not None and not link.object.total for link in links[:-1])
    paths = [link.path for link in links]
    if not guarded and all(path is not None for path in paths):
        return replace(base, kind="path", text="/".join(filter(None, paths)))
    parts: list[str] = []
    for index, link in enumerate(links):
        ends = {
            SUBJECT: f"?{SUBJECT}" if index == 0 else f"?link{index}",
            OBJECT: f"?{OBJECT}" if index == len(links) - 1 else f"?link{index + 1}",
        }
        inner = {name: f"?{name}{index}" for name in pattern_variables(link.pattern) if name not in ends}
        parts.append(renamed(link.pattern, {**inner, **ends}))
        if link.object is not None and index < len(links) - 1:
            parts.append(link.object.guard(ends[OBJECT]))
    return replace(base, kind="pattern", text=" ".join(filter(None, parts)))


def _chain_repeats(links: Sequence[PropertyForm], functional: Functional) -> bool:
    if len(links) == 1:
        return links[0].repeats
    if any(link.repeats or link.kind not in {"iri", "inverse"} for link in links):
        return True
    # Native things that mean the same would be two ways to it.
    if any(link.object is not None and not link.object.injective for link in links[:-1]):
        return True
    return not functional.one_way([link.path or "" for link in links])

"""Nouns of verbs: ``riders`` are no rides, the makes of cars no car makers, and ``policy expires`` is no noun."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.function_words import VERBS
from nlkgq.generation.offline.name_forms import NAMED
from nlkgq.generation.offline.readings import Reading
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier


def is_doer(word: str, name: str) -> bool:
    """Whether a folded word is the agent noun of a name.

    >>> is_doer("riders", "boat ride"), is_doer("rides", "boat ride")
    (True, False)
    """
    noun, deed = word.removesuffix("s"), name.lower().split()[-1].removesuffix("s")
    return len(deed) > 2 and noun != deed and noun in _agents(deed)


def is_of_doer(words: Sequence[str], name: str) -> bool:
    """Whether a name of several words has the agent noun of one of the folded words of a phrase.

    >>> is_of_doer(("makes", "cars"), "car makers"), is_of_doer(("makers", "cars"), "car makers")
    (True, False)
    """
    names = {n.removesuffix("s") for n in words_of(split_identifier(name))}
    deeds = {w.removesuffix("s") for w in words if len(words) > 1} - names
    return any(not names.isdisjoint(_agents(deed)) for deed in deeds if len(deed) > 2)


def weight_beside_doer(words: Sequence[str], content: Sequence[str], name: str) -> float:
    """How much less a class is meant by words that share only a stem with its name: ``riders`` are no rides.

    Args:
        words: Folded.
        content: Those of them that are no function words.
        name: What the class is called.
    """
    return (0.5 if is_doer(words[-1], name) else 1.0) * (0.75 if is_of_doer(content, name) else 1.0)


def is_deed(word: str, name: str) -> bool:
    """Whether a name has the agent noun of a folded word, and not the word.

    >>> is_deed("keeps", "keeper id"), is_deed("keeper", "keeper id")
    (True, False)
    """
    deed = word.removesuffix("s")
    return (
        len(deed) > 2
        and not {word, deed}.intersection(words_of(name))
        and bool(set(_agents(deed)).intersection(words_of(split_identifier(name))))
    )


def is_act(word: str, name: str) -> bool:
    """Whether a name has the noun of a folded verb: an expiration date tells when something expires.

    Likewise whether it is said in the passive what the verb says: who owns something is who it is owned by.

    >>> is_act("expires", "policy expiration date"), is_act("expirations", "policy expiration date")
    (True, False)
    >>> is_act("owns", "owned by"), is_act("owners", "owned by")
    (True, False)
    """
    if word in VERBS and word.endswith("s") and split_identifier(name).lower().split()[-1:] == ["by"]:
        return True
    stem = word.removesuffix("s").removesuffix("e")
    return len(stem) > 3 and any(w.startswith(stem) and w[len(stem) :] in _ACTS for w in words_of(name))


_ACTS = frozenset(("ion", "ation", "ition", "ment", "al", "ance", "ence"))


def _agents(deed: str) -> tuple[str, ...]:
    return (f"{deed}r", f"{deed}er", f"{deed}{deed[-1:]}er", f"{deed}or")


def drop_derived(found: dict[tuple[str, str], Reading], is_called: Callable[[str], bool]) -> None:
    """Drops, in place, classes by whose name no verb is meant: who ``lives in`` something is no ``living being`` by it.

    Args:
        found: What a word may mean, by kind and IRI.
        is_called: Whether a class is called just by the word, or by its plural.
    """
    if any(not r.noun and r.object and r.how in NAMED for r in found.values()):
        derived = [k for k, r in found.items() if r.kind == "class" and r.how == "inflected"]
        for key in derived:
            if not is_called(key[1]):
                del found[key]

"""Names of terms that are longer than phrases usually are: ``smallest number of shelves that holds 40 pots``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nlkgq.generation.offline.tokens import Token, tokenize
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology

LONGEST_PHRASE = 5
"""Most tokens of a phrase that is looked up; longer ones name a term only as a whole."""

Names = Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
"""First stem -> (stems of the name, IRI), longest first."""


def whole_names(ontology: Ontology, lexicon: Lexicon) -> Names:
    """The labels of classes and properties that are longer than a phrase."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for term in (*ontology.classes.values(), *ontology.properties.values()):
        for name in (*term.labels, *term.alt_labels):
            stems = _stems(tokenize(name.value), lexicon)
            if len(stems) > LONGEST_PHRASE:
                found.setdefault(stems[0], []).append((stems, term.iri))
    return {first: sorted(names, key=lambda n: (-len(n[0]), n)) for first, names in found.items()}


def whole_name(start: int, tokens: Sequence[Token], names: Names, lexicon: Lexicon) -> tuple[int, str] | None:
    """The end of the long name that starts at a token, and the term that it is; None for none."""
    for stems, iri in names.get(_stem(tokens[start], lexicon), ()):
        end = start + len(stems)
        if _stems(tokens[start:end], lexicon) == stems:
            return end, iri
    return None


def _stems(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(_stem(t, lexicon) for t in tokens)


def _stem(token: Token, lexicon: Lexicon) -> str:
    return lexicon.stems(token.folded)[-1] if token.kind == "word" else token.folded

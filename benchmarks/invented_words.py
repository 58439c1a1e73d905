"""An ontology, its graph and questions with every word of the vocabulary and every IRI replaced by an invented one.

Words change with their inflections: what is made of one root gets one invented root and keeps its ending, and irregular
forms become regular ("wrote", "written" -> "bramolded"). A question's word that is none of the vocabulary but means one
by the general lists of synonyms changes like it. Names and other stored values stay, as do
the function words and the phrases of the closed lists ("number of", "in which year").
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.resources import files

import pyoxigraph as ox

from nlkgq.iri import WELL_KNOWN, local_name
from nlkgq.ontology.inflections import english_lexeme
from nlkgq.ontology.lexicon import Lexicon, words_of
from nlkgq.ontology.model import Ontology, Term, split_identifier
from nlkgq.ontology.words import fold, load_words, stemmer

_PLURALS = frozenset(("people", "men", "women", "children", "wives", "lives", "feet", "mice", "media"))
_WORD = re.compile(r"[^\W\d_]+")
_ONSETS = ("b", "br", "d", "dr", "f", "g", "gl", "h", "k", "kl", "m", "n", "p", "pl", "r", "st", "t", "tr", "v", "z")
_VOWELS = ("a", "e", "i", "o", "u")
_ENDS = ("lk", "nd", "rk", "sk", "mp", "rt", "ft", "lm", "nk")


@dataclass
class Invention:
    """Invented words for those of a vocabulary.

    Args:
        ontology: Its labels, alternative labels and identifiers make the vocabulary.
        seed: Of the invented words.
    """

    ontology: Ontology
    seed: int
    roots: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.kept_roots = {_parts(word)[0] for word in _phrases()}
        self.chance = random.Random(self.seed)
        self.lexicon = Lexicon(self.ontology)
        self.iris: dict[str, str] = {}
        terms = (*self.ontology.classes.values(), *self.ontology.properties.values())
        for text in sorted({text for term in terms for text in _names(term)}):
            for word in words_of(text):
                if not self._stays(word):
                    self._root(word)
        self.spaces = tuple(
            {
                iri.removesuffix(local_name(iri)).rstrip("#/")
                for iri in (*self.ontology.classes, *self.ontology.properties)
            }
            - {space.rstrip("#/") for space in WELL_KNOWN.values()}
        )
        self.by_group: dict[str, str] = {}
        for text in sorted({text for term in terms for text in _names(term)}):
            for word in words_of(text):
                for group in sorted(self.lexicon.groups(word)):
                    if _parts(word)[0] in self.roots:
                        self.by_group.setdefault(group, _parts(word)[0])

    def counted(self) -> tuple[int, int]:
        """How many different words of the vocabulary change, and how many stay because they are of the closed lists."""
        terms = (*self.ontology.classes.values(), *self.ontology.properties.values())
        words = {w for term in terms for text in _names(term) for w in words_of(text)} - self.lexicon.function_words
        stay = {w for w in words if self._stays(w)}
        return len(words - stay), len(stay)

    def _stays(self, word: str) -> bool:
        return word.isdigit() or word in self.lexicon.function_words or _parts(word)[0] in self.kept_roots

    def _root(self, word: str) -> None:
        root = _parts(word)[0]
        if root in self.roots:
            return
        while True:
            syllables = [self.chance.choice(_ONSETS) + self.chance.choice(_VOWELS) for _ in range(3)]
            made = "".join(syllables) + self.chance.choice(_ENDS)
            if made not in self.roots.values():
                self.roots[root] = made
                return

    def word(self, word: str, *, of_question: bool = False) -> str:
        """A word, changed when it is one of the vocabulary, its case kept."""
        folded = fold(word)
        if self._stays(folded):
            return word
        root, ending = _parts(folded)
        if root not in self.roots and of_question:
            group = next((g for g in sorted(self.lexicon.groups(folded)) if g in self.by_group), None)
            root = self.by_group.get(group or "", root)
        if root not in self.roots:
            return word
        made = self.roots[root] + ending
        return made.upper() if word.isupper() and len(word) > 1 else made.capitalize() if word[0].isupper() else made

    def text(self, text: str) -> str:
        """A label or comment with its words changed."""
        return _WORD.sub(lambda m: self.word(m.group()), text)

    def question(self, text: str, values: Iterable[str]) -> str:
        """A question with its words changed, save within the stored values that it names.

        Args:
            text: The question.
            values: Texts that the graph stores.
        """
        named = sorted((v for v in values if len(v) > 2 and v[0] in _CAPITALS and v in text), key=len, reverse=True)
        parts = re.split("(" + "|".join(map(re.escape, named)) + ")", text) if named else [text]
        held = set(named)
        return "".join(
            part if part in held else _WORD.sub(lambda m: self.word(m.group(), of_question=True), part)
            for part in parts
        )

    def iri(self, iri: str) -> str:
        """A term or individual under another name; what is of no vocabulary of the graph's own stays."""
        if not self._is_own(iri):
            return iri
        if iri not in self.iris:
            name = local_name(iri)
            words = split_identifier(name).split() if self.ontology.term(iri) else re.findall(r"[^\W\d_]+|\d+", name)
            made = [self.word(w) for w in words]
            camel = "".join(w[:1].upper() + w[1:] for w in made)
            first = camel if name[:1].isupper() else camel[:1].lower() + camel[1:]
            taken = set(self.iris.values())
            found = f"https://invented.example/v{self.seed}#{first or 'x'}"
            while found in taken:
                found += "2"
            self.iris[iri] = found
        return self.iris[iri]

    def _is_own(self, iri: str) -> bool:
        """Whether an IRI begins as those of the ontology's terms do."""
        return iri.startswith(self.spaces)

    def quads(self, quads: Iterable[ox.Quad], *, labels: bool) -> Iterable[ox.Quad]:
        """Quads under other IRIs; with ``labels``, the texts of an ontology change too."""
        for q in quads:
            obj = q.object
            if isinstance(obj, ox.NamedNode):
                obj = ox.NamedNode(self.iri(obj.value))
            elif isinstance(obj, ox.Literal) and labels and obj.language:
                obj = ox.Literal(self.text(obj.value), language=obj.language)
            subject = ox.NamedNode(self.iri(q.subject.value)) if isinstance(q.subject, ox.NamedNode) else q.subject
            yield ox.Quad(subject, ox.NamedNode(self.iri(q.predicate.value)), obj)

    def query(self, text: str) -> str:
        """A gold query under other IRIs."""
        prefixes = dict(re.findall(r"(?i)PREFIX\s+([\w-]*):\s*<([^>]*)>", text))
        body = re.sub(r"(?i)PREFIX\s+[\w-]*:\s*<[^>]*>\s*", "", text)

        def swap(m: re.Match[str]) -> str:
            if m["text"]:
                return m["text"]
            space = prefixes.get(m["prefix"], WELL_KNOWN.get(m["prefix"]))
            iri = m["iri"] or (f"{space}{m['name']}" if space is not None else "")
            return f"<{self.iri(iri)}>" if iri else m.group()

        return re.sub(
            r'(?P<text>"(?:[^"\\]|\\.)*")|<(?P<iri>[^<>\s]+)>|(?P<prefix>\b[\w-]*):(?P<name>[\w-]+)', swap, body
        )


def _phrases() -> frozenset[str]:
    """The words of the closed lists, of phrases such as "number of" and the prefix of hierarchies: they are English."""
    lists = files("nlkgq.generation.offline").joinpath("operators_en.toml").read_text(encoding="utf-8")
    return frozenset({"sub", *(w for text in tomllib.loads(lists).values() for w in text.replace("|", " ").split())})


def _names(term: Term) -> Iterable[str]:
    yield from (text.value for text in (*term.labels, *term.alt_labels))
    yield split_identifier(local_name(term.iri))


def _parts(word: str) -> tuple[str, str]:
    """(root, ending) of a folded word; forms of irregular words end regularly."""
    base = load_words("en").irregular.get(word, word)
    if base != word:
        return _parts(base)[0], "s" if word in _PLURALS else "ed"
    root = stemmer("en")(word)
    for suffix in ("ation", "ion", "or", "er", "e"):
        if root.endswith(suffix) and len(root) - len(suffix) >= 4:
            root = root[: -len(suffix)]
            break
    common = root.removesuffix("i")  # country, countries
    while not word.startswith(common):
        common = common[:-1]
    if len(common) < 3:
        return english_lexeme(word), ""
    return root, word[len(common) :]


_CAPITALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÉÈÊÍÎÓÔÖØÚÜŽŻ0123456789")

"""The words of an ontology: which words belong to its vocabulary, and which terms a phrase may mean."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from nlkgq.iri import local_name
from nlkgq.ontology.column_prefixes import column_prefixes
from nlkgq.ontology.form_index import EXACT, SYNONYM, FormIndex, Places
from nlkgq.ontology.glosses import gloss
from nlkgq.ontology.identifiers import Identifiers
from nlkgq.ontology.inflections import is_inflection
from nlkgq.ontology.model import Ontology, OwlClass, Property, Term, split_identifier
from nlkgq.ontology.short_forms import ShortForms
from nlkgq.ontology.synonym_groups import SynonymGroups
from nlkgq.ontology.words import Words, fold, load_words, stemmer

TermKind = Literal["class", "property", "individual"]
MatchHow = Literal["label", "alternative", "identifier", "inflected", "partial", "synonym", "comment"]

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_COUNTED = re.compile(r"([^\W\d_]{4,}?)s?(?:an)?zahl")
"""``Pfeifenzahl``: how many "Pfeifen" there are."""
_WEIGHTS = {"label": 1.0, "alternative": 0.97, "identifier": 0.95, "synonym": 0.8, "comment": 0.45}
_SHORT = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class TermMatch:
    """A term that a phrase may mean.

    Args:
        iri: The term.
        kind: What sort of term.
        how: The weakest link of the match: a label, alternative label or identifier word by word; ``inflected``;
            ``synonym``; ``partial`` when words of the term's name are missing; ``comment``.
        score: In (0, 1], 1.0 for a label word by word.
        form: The label or identifier that matched, as written.
    """

    iri: str
    kind: TermKind
    how: MatchHow
    score: float
    form: str


@dataclass(frozen=True, slots=True)
class _Form:
    iri: str
    kind: TermKind
    source: MatchHow
    weight: float
    text: str
    tokens: tuple[str, ...]
    languages: tuple[str, ...]


def words_of(text: str) -> list[str]:
    """The folded words of a text; a possessive ``'s`` is dropped.

    >>> words_of("The film's Regisseur (2014)")
    ['the', 'film', 'regisseur', '2014']
    """
    found = [fold(word) for word in _WORD.findall(text)]
    return [re.sub(r"'s?$", "", word) if "'" in word else word for word in found]


class Lexicon:
    """Phrase look-up over the labels, alternative labels, identifiers and comments of an ontology.

    >>> from nlkgq.ontology.model import OwlClass, Ontology, Text
    >>> film = OwlClass(iri="http://e.org/Film", labels=(Text(value="film", language="en"),))
    >>> lexicon = Lexicon(Ontology(classes={film.iri: film}))
    >>> lexicon.knows("films"), lexicon.knows("the"), [m.iri for m in lexicon.lookup(["movies"])]
    (True, False, ['http://e.org/Film'])

    Args:
        ontology: The terms.
        languages: Languages whose inflections, function words and synonyms are used.
        synonyms: Whether the general synonym lists count.
    """

    def __init__(self, ontology: Ontology, *, languages: Sequence[str] = ("en", "de"), synonyms: bool = True) -> None:
        self.ontology = ontology
        self.words: tuple[Words, ...] = tuple(load_words(language) for language in languages)
        self.function_words = frozenset[str]().union(*(w.function_words for w in self.words))
        self._stemmers = [stemmer(language) for language in languages]
        self._abbreviations = {k: v[0] for w in self.words for k, v in w.abbreviations.items()}
        # `lang` is no German word
        self._of_short = {short: (w.language,) for w in self.words for short in w.abbreviations}
        self._prefixes = column_prefixes(ontology, self._abbreviations)
        self._synonyms = SynonymGroups(self.words, listed=synonyms)
        self._listed = frozenset[str]().union(*(w.groups for w in self.words))
        self._languages = tuple(languages)
        self._vocabulary: set[str] = set()
        # Language and stem -> words of the vocabulary, and whether they are known to be of that language.
        self._by_stem: dict[tuple[str, str], dict[str, bool]] = {}
        self._written: set[str] = set()
        self._forms: list[_Form] = []
        self._index = FormIndex(self._languages, self._synonyms)
        self._rarity: dict[int, list[float]] = {}
        self._stems: dict[str, tuple[str, ...]] = {}
        self._cache: dict[tuple[str, ...], tuple[TermMatch, ...]] = {}
        self._short_forms = ShortForms()
        self._identifiers = Identifiers()
        self._collect()
        self._total = max(len(self._forms), 1)

    def knows(self, word: str) -> bool:
        """Whether the word, or an inflection of it, is part of a label, alternative label or identifier.

        Function words are not vocabulary. Names of individuals are not either: a graph's own entities may stand in
        the ontology file, and they are values. Nor is a stem that is no word form, such as the "salari" of "salary".
        """
        found = words_of(word)
        return bool(found) and all(w not in self.function_words and self._is_form(w) for w in found)

    def knows_stem(self, word: str) -> bool:
        """Whether the word shares its stem with the vocabulary, word form or not: `lookup` may find something."""
        found = words_of(word)
        return bool(found) and all(
            w not in self.function_words and not self._vocabulary.isdisjoint(self.stems(w)) for w in found
        )

    @property
    def written(self) -> tuple[str, ...]:
        """The folded words of labels, alternative labels and identifiers, as they stand there, sorted."""
        return tuple(sorted(self._written))

    def _is_form(self, word: str) -> bool:
        """Whether a folded word is one of the vocabulary, or an inflection of one."""
        if word in self._written:
            return True
        listed = word in self._listed
        for language, words, stemmed in zip(self._languages, self.words, self._stemmers, strict=True):
            stem = stemmed(word)
            for of, sure in self._by_stem.get((language, stem), {}).items():
                irregular = word in words.irregular or of in words.irregular
                if listed or irregular or is_inflection(word, of, stem, language, sure=sure):
                    return True
        return False

    def stems(self, word: str) -> tuple[str, ...]:
        """The folded word and its stems in every language of the lexicon, each once."""
        found = self._stems.get(word)
        if found is None:
            if len(self._stems) > 20_000:
                self._stems.clear()
            found = self._stems[word] = tuple(dict.fromkeys((word, *(stem(word) for stem in self._stemmers))))
        return found

    def lookup(self, words: Sequence[str], *, limit: int = 12) -> tuple[TermMatch, ...]:
        """Terms that the whole phrase may mean, best first, one match a term.

        Args:
            words: The words of the phrase, in order; function words among them do not need to match.
            limit: Most matches to return.
        """
        key = tuple(fold(w) for w in words)
        found = self._cache.get(key)
        if found is None:
            if len(self._cache) > 50_000:
                self._cache.clear()
            found = self._cache[key] = self._search(key)
        return found[:limit]

    def content(self, words: Iterable[str]) -> tuple[str, ...]:
        """The words without function words; all of them when nothing else would be left."""
        every = tuple(words)
        return tuple(w for w in every if w not in self.function_words) or every

    def _collect(self) -> None:
        terms = list(self.ontology)
        names = {w for t in terms for w in _identifier(t)}
        classes = {w for t in terms if isinstance(t, OwlClass) for w in _identifier(t)}
        self._identifiers = Identifiers(
            abbreviations={k: v for w in self.words for k, v in w.abbreviations.items()},
            words=frozenset(w for w in names if len(w) > 2),
            class_words=frozenset(w.removesuffix("s") for w in classes if len(w) > 4),
            listed=self._listed,
        )
        # Who writes labels writes words.
        named = [t for t in terms if all(words_of(x.value) == _identifier(t) for x in t.labels)]
        cut = {w for t in named for w in _identifier(t)} - classes
        self._short_forms = ShortForms(cut - self._listed - self.function_words)
        for term in terms:
            kind: TermKind = (
                "class" if isinstance(term, OwlClass) else "property" if isinstance(term, Property) else "individual"
            )
            for source, text, language in self._texts(term):
                self._add(term, kind, source, text, language)
        self._collect_glosses([t for t in terms if isinstance(t, Property)])

    def _collect_glosses(self, terms: Sequence[Property]) -> None:
        """What comments call the values of properties, in words that name nothing else."""
        named = [form for form in self._forms if form.source != "comment"]
        called = {tuple(w.removesuffix("s") for w in form.tokens) for form in named}
        kinds = {w.removesuffix("s") for form in named if form.kind == "class" for w in form.tokens}
        for term in terms:
            for text in term.comments:
                name = self.content(gloss(text.value)) if not text.language or text.language.startswith("en") else ()
                words = tuple(w.removesuffix("s") for w in name)
                if words and words not in called and words[-1] not in kinds:
                    self._add(term, "property", "synonym", " ".join(name), text.language)

    def _texts(self, term: Term) -> Iterable[tuple[MatchHow, str, str | None]]:
        """(source, text, its language where that is told)"""
        for text in term.labels:
            yield "label", text.value, text.language
            counted = _COUNTED.fullmatch(text.value) if text.language == "de" else None
            if counted:
                yield "label", f"Anzahl {counted[1]}", text.language
        for text in term.alt_labels:
            yield "alternative", text.value, text.language
        identifier = split_identifier(local_name(term.iri))
        yield ("identifier" if term.labels else "label"), identifier, None
        for written in self._identifiers.written_out(words_of(identifier), freely=isinstance(term, Property)):
            if written != identifier:
                yield "identifier", written, None
        for text in term.comments:
            yield "comment", text.value, text.language

    def _add(self, term: Term, kind: TermKind, source: MatchHow, text: str, language: str | None) -> None:
        spoken = {text}
        told = (language or "").partition("-")[0].lower()
        spoken_in = (told,) if told in self._languages else self._languages
        if source != "comment" and "(" in text:
            spoken |= {re.sub(r"\([^)]*\)", " ", text), *re.findall(r"\(([^)]*)\)", text)}
        for variant in sorted(spoken):
            tokens = self.content(words_of(variant))[:40]
            if not tokens or (source == "comment" and variant != text):
                continue
            self._store(_Form(term.iri, kind, source, _WEIGHTS[source], text, tokens, spoken_in))
            if source == "comment":
                continue
            if kind != "individual":
                self._know([t for t in tokens if t not in self.function_words], language)
            if len(tokens) > 1:
                joined = "".join(tokens)
                self._store(_Form(term.iri, kind, source, _WEIGHTS[source] * 0.97, text, (joined,), spoken_in))
            if isinstance(term, Property):
                short = self._without_domain(term, tokens)
                if short:
                    self._store(_Form(term.iri, kind, source, _WEIGHTS[source] * 0.94, text, short, spoken_in))

    def _know(self, words: Iterable[str], language: str | None) -> None:
        """Takes words into the vocabulary; those of a language that the lexicon does not know may be of any."""
        told = (language or "").partition("-")[0].lower()
        for word in words:
            self._written.add(word)
            self._vocabulary.update(self.stems(word))
            for own, stemmed in zip(self._languages, self._stemmers, strict=True):
                if told == own or told not in self._languages:
                    known = self._by_stem.setdefault((own, stemmed(word)), {})
                    known[word] = known.get(word, False) or told == own

    def _without_domain(self, term: Property, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """``claim number`` of a claim is also its ``number``."""
        for domain in term.domain_classes:
            cls = self.ontology.classes.get(domain)
            name = self.content(words_of(cls.label() if cls else split_identifier(local_name(domain))))
            stems = {s for w in name for s in self.stems(w)}
            rest = tuple(t for t in tokens if stems.isdisjoint(self.stems(t)))
            if rest and len(rest) < len(tokens):
                return rest
        return tokens[1:] if term.iri in self._prefixes else ()

    def _store(self, form: _Form) -> None:
        number = len(self._forms)
        self._forms.append(form)
        named = form.source != "comment"
        for position, token in enumerate(form.tokens):
            self._index.add(token, number, position, self._of_short.get(token, form.languages), synonyms=named)
        if len(form.tokens) > 1 and named:
            self._index.add_phrase("_".join(form.tokens), number, form.languages)

    def groups(self, word: str) -> frozenset[str]:
        """The synonym groups of the general word lists that a folded word, or an inflection of it, stands in."""
        return self._synonyms.of(word, asked=True)

    def _search(self, words: tuple[str, ...]) -> tuple[TermMatch, ...]:
        content = self.content(words)
        options = [content]
        if len(content) > 1:
            options += [("".join(content),), ("_".join(content),)]
            if content[-1].endswith("s"):
                options.append(("_".join((*content[:-1], re.sub(r"(?<=s)es$|s$", "", content[-1]))),))
            if len(content) < len(words):
                # "head of state" for `headofstate`
                options.append(("".join(words),))
        best: dict[str, TermMatch] = {}
        for option in options:
            for match in self._match(option):
                kept = best.get(match.iri)
                if kept is None or match.score > kept.score:
                    best[match.iri] = match
        return tuple(sorted(best.values(), key=lambda m: (-m.score, m.iri)))

    def _match(self, content: tuple[str, ...]) -> Iterable[TermMatch]:
        """Forms that hold every word of ``content``, each at a place of its own."""
        if not content:
            return
        per_word: list[Places] = []
        for word in content:
            hits = self._index.places(word)
            if len(content) > 1 and (shorts := self._short_forms.of(word)):
                hits = self._with_short(hits, shorts, len(content))
            if not hits:
                return
            per_word.append(hits)
        for number in set(per_word[0]).intersection(*per_word[1:]):
            found = [hits[number] for hits in per_word]
            places = {position for _, position in found}
            if len(places) < len(found) or (places == {0} and self._is_prefixed(self._forms[number])):
                continue
            yield self._scored(number, [w for w, _ in found], places)

    def _with_short(self, hits: Places, shorts: Iterable[str], length: int) -> Places:
        """Places of a word and of its short forms: by its letters alone it is told only beside all others of a name."""
        found = dict(hits)
        for short in shorts:
            for number, (_, position) in self._index.at(short).items():
                if number not in found and len(self._forms[number].tokens) == length:
                    found[number] = (_SHORT, position)
        return found

    def _is_prefixed(self, form: _Form) -> bool:
        """Whether the first word only says whose column it is."""
        prefix = self._prefixes.get(form.iri)
        return (
            prefix is not None and form.tokens[0] in (prefix, self._abbreviations.get(prefix)) and len(form.tokens) > 1
        )

    def _scored(self, number: int, weights: list[float], places: set[int]) -> TermMatch:
        form = self._forms[number]
        whole = -1 in places or len(places) == len(form.tokens)
        coverage = 1.0
        if not whole:
            idf = self._rarity.get(number)
            if idf is None:
                frequencies = map(self._index.frequency, form.tokens)
                idf = self._rarity[number] = [math.log(1 + self._total / n) for n in frequencies]
            coverage = sum(idf[p] for p in places) / sum(idf)
        score = form.weight * sum(weights) / len(weights) * math.sqrt(coverage)
        weakest = min(weights)
        how: MatchHow = form.source
        if form.source == "comment":
            score = form.weight * sum(weights) / len(weights) * (0.6 + 0.4 * coverage)
        elif not whole:
            how = "partial"
        elif weakest <= SYNONYM:
            how = "synonym"
        elif weakest < EXACT:
            how = "inflected"
        return TermMatch(iri=form.iri, kind=form.kind, how=how, score=round(score, 4), form=form.text)


def _identifier(term: Term) -> list[str]:
    return words_of(split_identifier(local_name(term.iri)))

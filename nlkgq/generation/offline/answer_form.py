"""In which form a graph's things are told: as entities (IRIs), by their label, or as rows of a table by their name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.naming import name_words
from nlkgq.generation.offline.person_names import both_parts, part_of_name
from nlkgq.generation.offline.vocabulary import is_code
from nlkgq.iri import RDFS, local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier
from nlkgq.ontology.short_forms import has_letters_of

Form = Literal["entity", "label", "name", "row"]
Probe = Callable[[str], bool | int]
LABEL = RDFS + "label"

# IRIs that only spell the label identify things by name; a sample of twenty decides.
_NOT_SPELT = f"""ASK {{
  {{ SELECT ?thing ?label WHERE {{ ?thing a <CLASS> ; <{LABEL}> ?label }} LIMIT 20 }}
  FILTER(!STRENDS(STR(?thing), ENCODE_FOR_URI(STR(?label))))
}}"""

# Codes as those of ontologies (``ABC_0000123``) say nothing to anybody.
_CODES = """ASK {
  { SELECT ?thing WHERE { ?thing a <CLASS> } LIMIT 20 }
  FILTER(REGEX(STR(?thing), "[/#][A-Za-z]+_[0-9]{5,}$"))
}"""


_KEY_WORDS = frozenset(("id", "number", "name", "code", "key"))


class AnswerForm:
    """Decides how entities are shown, once for the graph.

    ``row``: the vocabulary is a direct mapping of a relational database (W3C Direct Mapping: properties
    ``table#column``) or an export with keys instead of names, where IRIs are only row keys.
    ``label``: the IRIs of things are nothing but their encoded labels.
    ``name``: the owner of the graph wants names, since IRIs say nothing; what has no name is told as itself.
    ``entity``: everything else; only things whose IRIs are codes of a vocabulary are told by their names.

    Args:
        schema: The graph's schema.
        probe: Asks the endpoint; without it, ``label`` is never chosen.
        named: Whether names are wanted.
    """

    def __init__(self, schema: SchemaGraph, probe: Probe | None, *, named: bool = False) -> None:
        self.schema = schema
        self.probe = probe
        self.form: Form = "entity"
        self._names: dict[int, str | None] = {}
        if self._is_direct_mapping() or self._is_keyed():
            self.form = "row"
        elif named:
            self.form = "name"
        elif probe is not None and self._is_spelt(probe):
            self.form = "label"

    def _is_direct_mapping(self) -> bool:
        properties = list(self.schema.ontology.properties)
        tables = {p.partition("#")[0] for p in properties if "#" in p}
        mapped = [p for p in properties if p.partition("#")[0] in self.schema.ontology.classes]
        return len(tables) > 0 and len(mapped) > len(properties) / 2

    def _is_keyed(self) -> bool:
        """Whether things have no names but keys called after their class, as exports of databases have."""
        profile, schema = self.schema.profile, self.schema
        if profile is None or LABEL in profile.properties:
            return False
        words = {p: tuple(words_of(split_identifier(local_name(p)))) for p in profile.properties}
        if any(w in (("name",), ("title",), ("label",)) for w in words.values()):
            return False
        keyed = 0
        for iri in profile.classes:
            own = tuple(words_of(split_identifier(local_name(iri))))
            keyed += any(w[:-1] == own and w[-1] in _KEY_WORDS and schema.is_literal(p) for p, w in words.items())
        return keyed * 2 >= len(profile.classes) > 0

    def _is_spelt(self, probe: Probe) -> bool:
        profile = self.schema.profile
        labels = profile.properties.get(LABEL) if profile else None
        if profile is None or labels is None:
            return False
        largest = sorted(labels.subject_classes.items(), key=lambda item: (-item[1], item[0]))[:2]
        return bool(largest) and not any(probe(_NOT_SPELT.replace("CLASS", iri)) for iri, _ in largest if iri)

    def naming(self, mask: int) -> str | None:
        """The property whose value stands for a thing of these classes in an answer; None for the thing itself."""
        if self.form == "label":
            return LABEL
        if self.form == "entity":
            return self._name_of_code(mask)
        if mask not in self._names:
            best = self._best_name(mask)
            keyed = self.form == "name" and best is not None and best[0] >= _KEY
            self._names[mask] = None if best is None or keyed else best[1]
        return self._names[mask]

    def _name_of_code(self, mask: int) -> str | None:
        """The property that names things whose IRIs are codes, where the vocabulary has no names for them itself."""
        if mask not in self._names:
            names, best = self.schema.names(mask), None
            own = any(set(names) & set(i.types) for i in self.schema.ontology.individuals.values())
            if self.probe is not None and len(names) == 1 and not own and self.probe(_CODES.replace("CLASS", names[0])):
                best = self._best_name(mask)
            self._names[mask] = best[1] if best is not None and best[0] < _KEY else None
        return self._names[mask]

    def name_property(self, mask: int) -> str | None:
        """The property that names things of these classes, or their key; None when there is neither."""
        best = self._best_name(mask)
        return best[1] if best else None

    def _best_name(self, mask: int) -> tuple[int, str] | None:
        """The rank and the property; ranks from ``_KEY`` on are of keys."""
        schema = self.schema
        own = [
            iri
            for iri in schema.ontology.properties
            if schema.is_literal(iri) and schema.is_used(iri) and schema.subjects(iri) & mask
        ]
        classes = {tuple(words_of(split_identifier(local_name(c)))) for c in schema.names(mask)}
        singular = {(*c[:-1], re.sub(r"ies$", "y", c[-1]).removesuffix("s")) for c in classes if c}
        best: tuple[int, str] | None = None
        for iri in sorted(own):
            words = name_words(iri)
            rank = self._rank(iri, words, classes | singular)
            if rank is not None and (best is None or rank < best[0]):
                best = (rank, iri)
        parts = both_parts(sorted(own))
        return (_IN_PARTS, parts[0]) if parts and (best is None or best[0] > _IN_PARTS) else best

    def rest_of_name(self, mask: int) -> str | None:
        """The property of the last name, where things of these classes are shown by their first names."""
        first = self.naming(mask) if self.form == "row" else None
        if first is None or part_of_name(first) != "first":
            return None
        own = (iri for iri in sorted(self.schema.ontology.properties) if self.schema.subjects(iri) & mask)
        return next((iri for iri in own if part_of_name(iri) == "last" and self.schema.is_used(iri)), None)

    def nameless(self) -> tuple[str, ...]:
        """In a relational graph, the properties that name the rows of tables without a column called name."""
        if self.form != "row":
            return ()
        found = []
        for iri in sorted(self.schema.ontology.classes):
            best = self._best_name(self.schema.mask(iri))
            if best is not None and best[0] < _KEY and "name" not in "".join(name_words(best[1])):
                found.append(best[1])
        return tuple(dict.fromkeys(found))

    def _rank(self, iri: str, words: tuple[str, ...], classes: set[tuple[str, ...]]) -> int | None:
        if words == ("name",):
            return 0
        if (words[-1:] in (("name",), ("label",)) and words[:-1] in classes) or words in {
            (f"{''.join(c)}name",) for c in classes
        }:
            return 1
        before = _before_name(words)
        own = any(has_letters_of(before or "", w) or _ends(before or "", w) for c in classes for w in c)
        if before is not None and (before in _WHOLE or own):
            # `prod_name` of a product, `keeper_name` of a beekeeper, `fullname`
            return 1
        if before and any(c[0].startswith(before) for c in classes) and self._has_key(iri, before):
            # `b_name` beside `b_id` of a band
            return 1
        if words in classes:
            return 2
        if words == ("label",) and self.form == "name":
            return 1
        key = self.schema.is_key(iri)
        if _names_somebody(words) and not any(_ends(words[-2], w) for c in classes for w in c):
            return None
        if words[-1:] == ("title",) and (len(words) == 1 or words[:-1] in classes):
            return 3
        if key and (words[-1:] == ("title",) or (before is not None and before not in _PARTS)):
            return 4
        coded = bool(words) and (words[-1].endswith(_CODED) or words[-1] in _NUMBERED)
        if key and ((self.schema.is_numeric(iri) and not is_code(iri) and not coded) or self.schema.tells_when(iri)):
            # A number that happens to be another for each, such as a price, tells least, and so does a date.
            return _KEY + 2
        if key and coded and self.schema.reference_of(iri) is None:
            return _KEY
        if key and self.schema.reference_of(iri) is not None:
            # A key of something else that no two happen to share.
            return _KEY + 3
        return _KEY + 1 if key else None

    def _has_key(self, name: str, before: str) -> bool:
        """Whether what has a name has a key that begins in the same way, as one letter does for a whole table."""
        owners = self.schema.subjects(name)
        words = ((p, words_of(split_identifier(local_name(p)))) for p in self.schema.ontology.properties)
        keys = (p for p, w in words if len(w) == _KEY_LENGTH and w[0] == before and w[1] in _KEY_WORDS - {"name"})
        return any(self.schema.is_key(p) and self.schema.subjects(p) == owners for p in keys)


def _ends(part: str, word: str) -> bool:
    """Whether a word is another one or its last part: ``keeper`` of ``beekeeper``."""
    return part == word or (len(part) > 3 and word.endswith(part))


def _before_name(words: tuple[str, ...]) -> str | None:
    """What stands before ``name`` in the name of a property: ``prod`` of `prod_name` and `prodname`; None without."""
    joined = "".join(words)
    return joined.removesuffix("name") if joined.endswith("name") else None


def _names_somebody(words: tuple[str, ...]) -> bool:
    """Whether a property is the name of who has to do with a thing: ``manager_name`` of a shop, ``vice_mgr_name``."""
    return len(words) > 1 and words[-1] == "name" and words[-2].endswith(("er", "or", "mgr", "ist", "ian", "head"))


_KEY_LENGTH = 2
_CODED = ("id", "number", "code")
_NUMBERED = frozenset(("no", "nr", "num"))
_IN_PARTS = 3
_KEY = 5
_WHOLE = frozenset(("full", "complete", "display"))
_PARTS = frozenset(("first", "last", "f", "l", "m", "middle", "family", "given", "maiden", "user", "file", "nick", "s"))

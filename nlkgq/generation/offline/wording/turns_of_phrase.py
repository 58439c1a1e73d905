"""Turns of phrase that say in more words what others say in one: ``brought out``, ``began to write``, ``how many
times``, ``the rest of their plays``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.topics import titles
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.compound_adjectives import with_compounds_apart
from nlkgq.generation.offline.wording.friends_with import with_friends
from nlkgq.generation.offline.wording.ordinal_values import with_ordinal_values
from nlkgq.generation.offline.wording.people_counted import with_people_counted
from nlkgq.generation.offline.wording.spoken_orders import with_plain_orders
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier

_Found = tuple[int, tuple[str, ...]]
"""How many tokens are put otherwise, and the words for them."""

_PHRASES: dict[tuple[str, ...], tuple[str, ...]] = {
    ("as", "well", "as", "those", "of"): ("and", "of"),
    ("as", "well", "as", "the", "ones", "of"): ("and", "of"),
    ("and", "also", "those", "of"): ("and", "of"),
    ("and", "those", "of"): ("and", "of"),
    ("and", "the", "ones", "of"): ("and", "of"),
    ("as", "well", "as", "those", "by"): ("and", "by"),
    ("and", "those", "by"): ("and", "by"),
    ("or", "those", "of"): ("or", "of"),
    ("or", "those", "by"): ("or", "by"),
    ("in", "collaboration", "with"): ("together", "with"),
    ("in", "cooperation", "with"): ("together", "with"),
    ("even", "one"): ("any",),
    **{("originally", done): (done,) for done in ("made", "published", "released", "written", "shot", "built", "from")},
    ("even", "a", "single"): ("any",),
    ("so", "much", "as", "one"): ("any",),
    ("everyone", "among"): (),
    ("everybody", "among"): (),
    ("all", "those", "among"): (),
    **{("among", those, word): (word,) for those in ("those", "the", "these") for word in ("where", "whose")},
    **{("among", "the", "ones", word): (word,) for word in ("that", "which", "who", "where", "whose")},
    **{("among", "those", word): (word,) for word in ("that", "which", "who")},
    ("are", "joint", "work", "of"): ("are", "by", "both"),
    ("are", "joint", "work", "by"): ("are", "by", "both"),
    ("are", "joint", "works", "of"): ("are", "by", "both"),
}
"""What stands for a noun that was said before says nothing."""
_BEGUN = {word: tuple(turn for turn in _PHRASES.items() if turn[0][0] == word) for word, *_ in _PHRASES}
"""First word -> turns of phrase that begin so."""
_TOPICS = (
    *(("dealing", "with"), ("deal", "with"), ("deals", "with"), ("dealt", "with"), ("concerned", "with")),
    *(("devoted", "to"), ("dedicated", "to"), ("on", "the", "topic", "of"), ("on", "the", "subject", "of")),
    *(("on", "the", "theme", "of"), ("having", "to", "do", "with"), ("that", "treat"), ("which", "treat")),
)
_OUT = {
    "bring": "publish",
    "brings": "publishes",
    "brought": "published",
    "bringing": "publishing",
    "put": "publish",
    "puts": "publishes",
    "putting": "publishing",
}
_BEGIN = frozenset(("start", "starts", "started", "begin", "begins", "began", "begun", "starting", "beginning"))
_STOP = frozenset(("stop", "stops", "stopped", "cease", "ceases", "ceased", "quit"))
_WHEN = frozenset(("when", "year", "years", "month", "date", "day", "since"))
_TIMES = frozenset(("year", "years", "month", "months", "day", "decade", "season"))
_SAW = frozenset(("saw", "sees", "brought", "witnessed"))
_ASKED = frozenset(("which", "what"))
_THEIR = frozenset(("their", "his", "her", "its"))
_COME = frozenset(("come", "comes", "came"))
_BEAR = frozenset(("bear", "bears", "bearing", "bore", "carry", "carries", "carrying", "carried"))
_COUNTED = frozenset(("list", "lists", "feature", "features", "count", "counts", "name", "names"))
_NAMES = frozenset(("name", "names"))
_BEFORE_NOUNS = frozenset(("the", "a", "an", "of", "by", "in", "on", "at", "their", "his", "her", "its"))
_YES_OR_NO = BE | DO | HAVE
_SOME = frozenset(("a", "an", "any", "some"))
_SHORTEST = 4
_SINCE = (("since", "when"), ("from", "when", "on"), ("from", "which", "year", "on"), ("since", "which", "year"))
_MOST = frozenset(("most", "fewest", "least"))
_COMBINED = frozenset(("combination", "combinations", "pair", "pairs", "pairing", "combo", "kombination"))
_FARTHEST_EACH = 6
_FOR_EACH = frozenset(("each", "every", "per", "by", "all", "jede", "pro"))
_MAINLY = frozenset(("mainly", "mostly", "primarily", "chiefly", "principally", "predominantly", "largely"))
_MAIN = frozenset(("main", "primary", "principal", "chief", "major"))
_WHOLLY = frozenset(("altogether", "entirely", "completely", "whatsoever", "wholly"))
_DENYING = frozenset(("lack", "lacks", "lacking", "no", "without", "not", "never", "none"))
_VERBATIM = frozenset(("but", "of"))


def put_shortly(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with such turns put in the words that the rest of the translator reads."""
    found: list[Token] = []
    place = 0
    tokens = _came_out(_bearing(_first_times(_since_when(tokens, vocabulary), vocabulary)), vocabulary)
    for put in (with_friends, with_people_counted, with_compounds_apart, with_ordinal_values):
        tokens = put(tokens, vocabulary)
    tokens = with_plain_orders(tokens)
    words = [t.folded if t.kind == "word" else "" for t in tokens]
    while place < len(tokens):
        length, said = _turn(words, place, tokens, vocabulary)
        if not length:
            found.append(tokens[place])
            place += 1
            continue
        last = tokens[place + length - 1]
        found += [in_place_of(tokens[min(place + n, place + length - 1)], w) for n, w in enumerate(said)]
        if said and last.possessive:
            found[-1] = replace(found[-1], possessive=True)
        place += length
    return tuple(found)


def _turn(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """The turn of phrase that starts at a word; a length of 0 for none."""
    for phrase, said in _BEGUN.get(words[place], ()):
        if tuple(words[place : place + len(phrase)]) == phrase:
            return len(phrase), said
    for told in (
        _listed,
        _been_in,
        _in_common,
        _topic,
        _brought_out,
        _begun,
        _times,
        _saw,
        _rest,
        _named,
        _nothing,
        _in_the_manner,
        _combined,
        _entirely,
    ):
        found = told(words, place, tokens, vocabulary)
        if found[0]:
            return found
    return 0, ()


def _listed(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``name who wrote X``, ``Name Ebb Tide's builder``: an order, and nobody's name."""
    if place or words[:1] != ["name"] or len(tokens) < _SHORTEST:
        return 0, ()
    owned = next((n for n, t in enumerate(tokens) if t.possessive or t.kind == "mark"), 0)
    owner = owned > 0 and tokens[owned].possessive and _BEFORE_NOUNS.isdisjoint(words[1 : owned + 1])
    return (1, ("list",)) if owner or words[1] == "who" else (0, ())


def _been_in(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``actors who have been in a play``: who were in it; of rows of tables, one is enough."""
    been = words[place] in ("who", "that") and words[place + 1 : place + 2] in (["have"], ["has"])
    if not been or vocabulary.tabular or words[place + 2 : place + 4] != ["been", "in"]:
        return 0, ()
    return 4, (words[place], "were", "in")


def _in_common(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``have a friend in common``: share a friend."""
    common = words[place] == "have" and words[0] in DO and words[place + 3 : place + 5] == ["in", "common"]
    return (5, ("share", words[place + 1], words[place + 2])) if common and words[place + 1] in _SOME else (0, ())


def _topic(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``papers dealing with tides``, where things have titles."""
    for phrase in _TOPICS:
        if place and tuple(words[place : place + len(phrase)]) == phrase and titles(vocabulary.schema):
            return len(phrase), ("about",)
    return 0, ()


def _brought_out(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``brought out``, where something is published."""
    verb = _OUT.get(words[place], "")
    out = verb and words[place + 1 : place + 2] == ["out"]
    return (2, (verb,)) if out and place and vocabulary.readings((verb,)) else (0, ())


def _begun(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``when did X begin to write``, ``the year in which X stopped writing``: first, or last."""
    when = not _WHEN.isdisjoint(words[:place])
    order = "first" if words[place] in _BEGIN else "last" if words[place] in _STOP else ""
    start = place + 1 + (words[place + 1 : place + 2] == ["to"])
    verb = words[start] if start < len(words) else ""
    if not (order and when) or (start == place + 1 and not verb.endswith("ing")):
        return 0, ()
    bare = _bare(verb, vocabulary)
    return (start + 1 - place, (order, bare)) if bare else (0, ())


def _bare(verb: str, vocabulary: Vocabulary) -> str:
    """The word for what is done, as it stands beside ``did``; "" where nothing is called so."""
    stem = verb.removesuffix("ing")
    forms = (verb,) if stem == verb else (stem, f"{stem}e", stem[:-1])
    return next((f for f in forms if any(r.kind == "property" for r in vocabulary.readings((f,)))), "")


def _times(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``how many times did X sail``, but not "how many times longer"."""
    asked = words[place : place + 3] == ["how", "many", "times"] and "than" not in words
    return (3, ("how", "often")) if asked and _YES_OR_NO.intersection(words[place + 3 : place + 4]) else (0, ())


def _saw(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``which year saw the publication of X``: of what it is."""
    asked = place > 1 and words[place - 2] in _ASKED and words[place - 1] in _TIMES
    return (1, ("is",)) if asked and words[place] in _SAW else (0, ())


def _rest(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``the rest of their plays``: their other plays."""
    start = place + 1 if words[place : place + 1] == ["the"] else place
    whose = words[start + 2] if start + 2 < len(words) else ""
    if words[start : start + 2] != ["rest", "of"] or whose not in _THEIR | {"the"}:
        return 0, ()
    return start + 3 - place, (whose, "other")


def _named(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``plays that bear the name of X`` are of X, ``bear X's name``, too; ``carry X and Y as writers``: have them."""
    if words[place] not in _BEAR | _COUNTED or not place:
        return 0, ()
    after = words[place + 1 : place + 4]
    if words[place] in _BEAR and after[:1] == ["the"] and set(after[1:2]) <= _NAMES and after[2:] == ["of"]:
        return 4, ("are", "of")
    if words[place] in _BEAR and after[:1] == ["the"] and not _MOST.isdisjoint(after[1:2]):
        return (0, ()) if vocabulary.readings((words[place],)) else (1, ("have",))
    as_noun = next((n for n in range(place + 1, len(words) - 1) if words[n] == "as"), None)
    if as_noun is None or tokens[place].text != words[place]:
        return 0, ()
    noun = vocabulary.readings((words[as_noun + 1],))
    doer = bool(noun) and noun[0].kind == "property" and noun[0].noun and bool(noun[0].object)
    return (1, ("have",)) if doer and tokens[place + 1].text[:1].isupper() | (words[place + 1] == "both") else (0, ())


def _nothing(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``has X published nothing in Y``: not anything."""
    denied = words[place] == "nothing" and words[0] in _YES_OR_NO and place
    return (1, ("not", "anything")) if denied and not _VERBATIM.intersection(words[place + 1 : place + 2]) else (0, ())


def _in_the_manner(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``primarily affiliated``, where there is a primary affiliation; ``mainly works at`` of what there is one of."""
    stem = words[place].removesuffix("ly")
    if words[place] in _MAINLY and _has_one(words, place, vocabulary):
        return 1, ()
    if stem == words[place] or len(stem) < _SHORTEST or place + 1 >= len(words):
        return 0, ()
    for said in (f"{stem[:-1]}y", stem, f"{stem}e"):
        for r in vocabulary.readings((words[place + 1],)):
            if r.kind == "property" and said in split_identifier(local_name(r.iri)).lower().split():
                return 1, ()
    return 0, ()


def _has_one(words: Sequence[str], place: int, vocabulary: Vocabulary) -> bool:
    """Whether a verb beside a word, or the noun asked for, tells something of which there is only one."""
    if vocabulary.readings((words[place],)):
        return False
    for near in (*words[place + 1 : place + 3], *words[max(place - 1, 0) : place], *words[:4]):
        for r in vocabulary.readings((near,))[:1] if near and near not in vocabulary.lexicon.function_words else ():
            if r.kind == "property" and not vocabulary.tabular and vocabulary.schema.is_functional(r.iri):
                # Columns of tables hold one value each, whatever there is.
                return True
            main = _MAIN.intersection(split_identifier(local_name(r.iri)).lower().split())
            if r.kind == "property" and main:
                return True
    return False


def _entirely(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``ships that lack sails altogether``: what is denied is denied as a whole anyway."""
    denied = words[place] in _WHOLLY and not _DENYING.isdisjoint(words[:place])
    last = all(t.kind == "mark" for t in tokens[place + 1 : place + 2])
    return (1, ()) if denied and last and not vocabulary.readings((words[place],)) else (0, ())


def _combined(words: Sequence[str], place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> _Found:
    """``for each combination of flag and port``, ``per flag and port combination``: for each of both."""
    if words[place] not in _COMBINED or not _FOR_EACH.intersection(words[max(place - _FARTHEST_EACH, 0) : place]):
        return 0, ()
    if vocabulary.readings((words[place],)):
        return 0, ()
    first = bool(_FOR_EACH.intersection(words[place - 1 : place])) and words[place + 1 : place + 2] == ["of"]
    last = words[place - 2 : place - 1] == ["and"] or words[place - 3 : place - 2] == ["and"]
    return (2, ()) if first else (1, ()) if last else (0, ())


def _since_when(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """``since when has X published``, ``from which year on``: when they first did; ``where does X publish most``."""
    words = [t.folded for t in tokens]
    if words[:2] == ["since", "when"] and "been" in words:
        return _been(tokens, words.index("been"), vocabulary)
    end = next((len(s) for s in _SINCE if tuple(words[: len(s)]) == s), 0)
    last = next((n for n in range(len(tokens) - 1, -1, -1) if tokens[n].kind != "mark"), 0)
    if end:
        rest = [t for t in tokens[end:] if t.folded != "been"]
        place = next((n for n in range(len(rest) - 1, -1, -1) if rest[n].kind != "mark"), len(rest) - 1) + 1
        return (in_place_of(tokens[0], "when"), *rest[:place], in_place_of(tokens[0], "first"), *rest[place:])
    if words[:1] == ["where"] and last and words[last] == "most":
        return (*tokens[: last + 1], in_place_of(tokens[last], "often"), *tokens[last + 1 :])
    return tokens


def _been(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> Sequence[Token]:
    """``since when has X been a member``: the date of X that is called ``member since``, where there is one."""
    noun = [t for t in tokens[place + 1 :] if t.kind != "mark" and t.folded not in _SOME]
    schema = vocabulary.schema
    for iri in sorted(schema.ontology.properties) if len(noun) == 1 and place > 3 else ():
        if schema.is_temporal(iri) and vocabulary.is_called(iri, (noun[0].folded, "since"), plural=True):
            term = schema.ontology.properties[iri]
            told = [in_place_of(noun[0], w) for w in ("what", "is", "the", *words_of(term.label()), "of")]
            return (*told, *tokens[3:place], *(t for t in tokens[place:] if t.kind == "mark"))
    return tokens


def _first_times(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """``when did X publish for the first time``, ``publish first?``: the order before the verb."""
    words = [t.folded for t in tokens]
    if _WHEN.isdisjoint(words[:4]):
        return tokens
    for place in range(2, len(words)):
        timed = words[place : place + 2] == ["for", "the"] and words[place + 3 : place + 4] == ["time"]
        order = words[place + 2] if timed else words[place]
        last = all(t.kind == "mark" for t in tokens[place + 1 :])
        if order not in ("first", "last") or not (timed or last):
            continue
        verb = next((n for n in range(place - 1, 1, -1) if _is_verb(tokens, n, vocabulary)), None)
        if verb is not None:
            rest = tokens[place + 4 :] if timed else tokens[place + 1 :]
            return (*tokens[:verb], in_place_of(tokens[place], order), *tokens[verb:place], *rest)
    return tokens


def _bearing(tokens: Sequence[Token]) -> Sequence[Token]:
    """``plays that bear X's name``: of X."""
    for place, token in enumerate(tokens):
        if not place or token.folded not in _BEAR:
            continue
        owner = next((n for n in range(place + 1, min(place + 8, len(tokens) - 1)) if tokens[n].possessive), None)
        if owner is not None and tokens[owner + 1].folded in _NAMES:
            name = (*tokens[place + 1 : owner], replace(tokens[owner], possessive=False))
            return (*tokens[:place], in_place_of(token, "are"), in_place_of(token, "of"), *name, *tokens[owner + 2 :])
    return tokens


def _came_out(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """``films that came out in 1990``, ``when did X come out``: were released, or published."""
    words = [t.folded for t in tokens]
    for place, word in enumerate(words):
        if word not in _COME or words[place + 1 : place + 2] != ["out"] or words[place + 2 : place + 3] == ["of"]:
            continue
        known = (v for v in ("released", "published") for r in vocabulary.readings((v,))[:1] if r.kind == "property")
        verb = next(known, "")
        asks = next((n for n in range(place) if words[n] in DO), None) if word == "come" else None
        if not verb or words[max(place - 1, 0)] in HAVE | BE:
            return tokens
        said_of = "was" if asks is not None else "are" if word == "come" else "were"
        was = in_place_of(tokens[place if asks is None else asks], said_of)
        said = in_place_of(tokens[place + 1], verb)
        if asks is None:
            return (*tokens[:place], was, said, *tokens[place + 2 :])
        return (*tokens[:asks], was, *tokens[asks + 1 : place], said, *tokens[place + 2 :])
    return tokens


def _is_verb(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> bool:
    token = tokens[place]
    said = token.kind == "word" and token.text.islower() and tokens[place - 1].folded not in _BEFORE_NOUNS
    return said and any(r.kind == "property" for r in vocabulary.readings((token.folded,)))

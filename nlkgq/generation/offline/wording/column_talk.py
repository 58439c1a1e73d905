"""How people speak of the columns of an answer: ``its name beside its age``, ``three things:``, ``listed by name``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.row_orders import starts
from nlkgq.generation.offline.tokens import Token, in_place_of, number_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.asked_columns import OWN, asked_columns, called, what_is_called
from nlkgq.generation.offline.wording.request_words import ORDER, kind_end, order_end, put, says, sentence_start

_BESIDE = (
    *(("next", "to"), ("beside",), ("alongside",), ("alongside", "of"), ("followed", "by"), ("paired", "with")),
    *(("side", "by", "side", "with"), ("accompanied", "by"), ("together", "with"), ("along", "with"), ("right", "by")),
    *(("opposite",), ("against",), ("as", "well", "as"), ("and", "next", "to", "it"), ("in", "addition", "to")),
)
_BESIDE_IT = (
    *(("next", "to", "it"), ("beside", "it"), ("alongside",), ("next", "to", "them"), ("beside", "them")),
    *(("next", "to", "each"), ("beside", "each"), ("alongside", "it"), ("to", "go", "with", "it"), ("with", "it")),
)
_PAIRING = frozenset(("pair", "put", "match", "combine", "place", "set", "join", "write", "show", "list"))
_TABLES = frozenset(("table", "list", "listing", "overview", "sheet", "rundown", "summary", "spreadsheet", "roster"))
_THINGS = frozenset(
    ("things", "columns", "pieces", "facts", "details", "items", "fields", "values", "numbers", "figures")
)
_HEADS = frozenset(("columns", "fields", "column", "output", "headers", "attributes"))
_AMOUNTS = frozenset(("number", "numbers", "count", "counts", "total", "amount", "figure"))
_ENOUGH = (
    *(("will", "do"), ("is", "enough"), ("are", "enough"), ("suffice",), ("suffices",), ("will", "suffice")),
    *(("is", "fine"), ("are", "fine"), ("would", "do"), ("is", "sufficient"), ("are", "sufficient")),
)
_TOP = (("on", "top"), ("at", "the", "top"), ("coming", "first"), ("in", "front"), ("at", "the", "beginning"))
_MOST = frozenset(("most", "fewest", "least"))
_AFTER_LISTS = frozenset((".", "?", "!", ",", ";", "with", "sorted", "ordered", "in", "from", "by"))
_LONGEST = 4


def with_plain_columns(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with columns as a list: what stands beside another in the answer is one more.

    Args:
        tokens: The question, such as "Put the boat's name beside its age".
        vocabulary: What things and their values are called.
    """
    tokens = _by_name(tuple(tokens), vocabulary)
    tokens = _in_tables(_enough(tuple(tokens)))
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        first = not found or found[-1].kind == "mark"
        if first and token.folded in _PAIRING and (joint := _paired(tokens, place)):
            found += [*put(token, ORDER), *tokens[place + 1 : joint[0]], *put(tokens[joint[0]], "and")]
            place = joint[1]
            continue
        if length := _things(tokens, place):
            place += length
            continue
        if length := _beside(tokens, place, vocabulary) if found else 0:
            found += [] if found[-1].folded == "and" else put(token, "and")
            place += length
            continue
        if _same_of_another(tokens, place):
            found += put(token, "and")
            place += 1
            continue
        if length := _of_each(tokens, place):
            place += length
            continue
        if token.folded == "whichever" and (end := kind_end(tokens, place + 1, vocabulary)):
            # "the name of whichever boat is longest", "whichever boat is longest"
            kind = tokens[place + 1 : end]
            found += [*put(token, "the"), *kind, *put(token, "that")] if found else [*put(token, "which"), *kind]
            place = end
            continue
        if (length := starts(tokens, place, _BESIDE_IT) if found else 0) and _ends_at(tokens, place + length):
            place += length
            continue
        if length := _on_top(tokens, place, found):
            found += put(token, "first")
            place += length
            continue
        name = called(tokens, place) or what_is_called(tokens, place)
        if name:
            found += name[0]
            place = name[1]
            continue
        found.append(token)
        place += 1
    return _behind_comma(tuple(found), vocabulary)


def _same_of_another(tokens: Sequence[Token], place: int) -> bool:
    """The ``with`` of "the name of each play with the name of its theatre": a second one of the same."""
    if not (says(tokens, place, "with", "the") and place + 4 < len(tokens) and tokens[place + 3].folded == "of"):
        return False
    if tokens[place + 4].folded not in _WHOSE:
        return False
    noun = tokens[place + 2].folded.removesuffix("s")
    return any(
        t.folded.removesuffix("s") == noun and tokens[n + 1].folded == "of" for n, t in enumerate(tokens[:place])
    )


_WHOSE = frozenset(("the", "its", "their", "his", "her", "each", "every", "that", "all"))


def _of_each(tokens: Sequence[Token], place: int) -> int:
    """The length of ``each of them is in`` behind ``the class``: whose it is, which is said; 0 for other words."""
    length = starts(tokens, place, _EACH)
    end = place + length
    if not length or place < 2 or tokens[place - 2].folded != "the" or end >= len(tokens):
        return 0
    if tokens[end].folded not in ("is", "has", "was", "had"):
        return 0
    end += 1
    end += end < len(tokens) and tokens[end].folded in ("in", "at", "of")
    after = tokens[end].folded if end < len(tokens) else "."
    return end - place if after in ("and", "next", "beside", ",", ".", "?", "alongside") else 0


_EACH = (("each", "of", "them"), ("each", "one"), ("each", "one", "of", "them"), ("each",))


def _enough(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``Who is it? Names will do.``: names only; ``Columns: name, age.``: return them."""
    start = next(
        (n + 1 for n in range(len(tokens) - 2, -1, -1) if tokens[n].kind == "mark" and tokens[n].text in "?.;"), 0
    )
    end = len(tokens)
    while end > start and tokens[end - 1].kind == "mark":
        end -= 1
    sentence = tokens[start:end]
    if not start or not sentence:
        return tokens
    if sentence[0].folded in _HEADS and len(sentence) > 2 and sentence[1].text == ":":
        return (*tokens[:start], sentence_start(sentence[0], "return"), *tokens[start + 2 :])
    for phrase in _ENOUGH:
        place = end - len(phrase)
        if place > start and place - start < 5 and says(tokens, place, *phrase):
            return (
                *tokens[:start],
                sentence_start(sentence[0], "return"),
                *put(sentence[0], "only"),
                *_lower(tokens[start:place]),
                *tokens[end:],
            )
    return tokens


def _lower(tokens: Sequence[Token]) -> list[Token]:
    return [in_place_of(t, t.folded) if n == 0 and not t.possessive else t for n, t in enumerate(tokens)]


def _in_tables(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``give a table of boats (name, age)``: ``give boats: name, age``."""
    end = order_end(tokens, 0)
    place = end
    while place < len(tokens) and tokens[place].folded in ("a", "an", "the", "short", "complete", "full", "simple"):
        place += 1
    if not end or place >= len(tokens) or tokens[place].folded not in _TABLES or place == end:
        return _brackets_out(tokens)
    after = tokens[place + 1].folded if place + 1 < len(tokens) else ""
    if after in ("of", "with", "showing", "containing", "for"):
        return _brackets_out((*tokens[:end], *tokens[place + 2 :]))
    return tokens


def _brackets_out(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``boats (name, age) with the oldest on top``: the list of columns stands at the end, before the order."""
    if not order_end(tokens, 0) or sum(t.text == "(" for t in tokens) != 1:
        return tokens
    start = next(n for n, t in enumerate(tokens) if t.text == "(")
    end = next((n for n in range(start, len(tokens)) if tokens[n].text == ")"), 0)
    inner = tokens[start + 1 : end]
    listed = any(t.text == "," or t.folded == "and" for t in inner) and all(t.kind != "number" for t in inner)
    after = tokens[end + 1].folded if end + 1 < len(tokens) else "."
    if not end or not listed or tokens[start - 1].folded in ("name", "names") or after not in _AFTER_LISTS:
        return tokens
    colon = in_place_of(tokens[start], ":", mark=True)
    return (*tokens[:start], colon, *inner, *tokens[end + 1 :])


def _by_name(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``list boats by name``, ``boats listed by name``, ``count for each boat, identified by name``: with the name."""
    for n in range(1, len(tokens) - 1):
        named = tokens[n].folded == "by" and tokens[n + 1].folded in ("name", "names")
        if not named:
            continue
        first = order_end(tokens, 0) == n
        if first and n + 2 < len(tokens) and tokens[n + 2].kind == "word":
            return (*tokens[:n], *put(tokens[n], "the", "name", "of"), *tokens[n + 2 :])
        before = tokens[n - 1].folded
        start = n - 1 if before in ("listed", "identified", "given", "shown", "labelled", "labeled") else n
        if start == n and (tokens[n - 1].text == "," or not order_end(tokens, 0) or before in _SORTED_BY):
            continue
        if tokens[start - 1].text == ",":
            return (*tokens[: start - 1], *put(tokens[n], "with", "the", "name"), *tokens[n + 2 :])
        end = order_end(tokens, 0)
        if end and kind_end(tokens, end + (tokens[end].folded in OWN | {"all"}), vocabulary):
            return (*tokens[:end], *put(tokens[n], "the", "name", "of"), *tokens[end:start], *tokens[n + 2 :])
    return tokens


_SORTED_BY = frozenset(
    ("sorted", "ordered", "sort", "order", "grouped", "then", "ranked", "arranged", "and", "alphabetically")
)


def _behind_comma(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``give the boats of Norway, name and age``, ``names only``: behind a colon."""
    commas = [n for n, t in enumerate(tokens) if t.text == ","]
    marked = any(t.kind == "mark" and t.text in "?.;:(" for t in tokens[:-1])
    if not order_end(tokens, 0) or len(commas) != 1 or marked or not 1 < commas[0] < len(tokens) - 1:
        return tokens
    rest = [t for t in tokens[commas[0] + 1 :] if t.kind != "mark"]
    only = rest[-1].folded in ("only", "alone")
    columns = asked_columns(rest[:-1] if only else rest, vocabulary, ordered=True)
    if (
        columns is None
        or not all(_is_column(c, vocabulary) for c in columns)
        or kind_end(tokens, 1, vocabulary) == commas[0]
    ):
        return tokens
    before = [tokens[max(commas[0] - n, 0) : commas[0]] for n in (1, 2)]
    if not (only or len(columns) > 1) or any(_is_column(words, vocabulary) for words in before):
        # "by name, age and flag"
        return tokens
    kept = [t for t in tokens[commas[0] + 1 :] if not (only and t is rest[-1])]
    return (*tokens[: commas[0]], in_place_of(tokens[commas[0]], ":", mark=True), *kept)


def _is_column(words: Sequence[Token], vocabulary: Vocabulary) -> bool:
    readings = vocabulary.readings(tuple(t.folded for t in words))
    named = words[-1].folded in ("name", "names")
    return named or (bool(readings) and readings[0].kind == "property" and not readings[0].object)


def _paired(tokens: Sequence[Token], place: int) -> tuple[int, int] | None:
    """Where ``with`` stands in ``pair each name with the age``, and where it ends; None where nothing is paired."""
    end = next(
        (n for n in range(place, len(tokens)) if tokens[n].kind == "mark" and tokens[n].text in "?.;:"), len(tokens)
    )
    for n in range(place + 2, end - 1):
        beside = starts(tokens, n, _BESIDE)
        if beside and tokens[place].folded in _PAIRING - {"show", "list"}:
            return n, n + beside
        if tokens[n].folded in ("with", "to") and tokens[place].folded in ("pair", "match", "combine", "join"):
            return n, n + 1
    return None


def _things(tokens: Sequence[Token], place: int) -> int:
    """The length of ``three things :``, ``two columns,`` before a list."""
    if not place or not (number_of(tokens[place]) or tokens[place].folded in ("the", "these")):
        return 0
    end = place + 1
    while end < len(tokens) and (number_of(tokens[end]) or tokens[end].folded == "following"):
        end += 1
    if end >= len(tokens) or tokens[end].folded not in _THINGS:
        return 0
    end += 1
    if (
        end + 1 < len(tokens)
        and tokens[end].folded in ("about", "on", "for")
        and any(t.text == ":" for t in tokens[end:])
    ):
        # "two things about the oldest boat: name and age"
        return end + 1 - place
    end += 2 if says(tokens, end, "of", "information") or says(tokens, end, "of", "data") else 0
    end += end < len(tokens) and tokens[end].folded == "please"
    return end + 1 - place if end < len(tokens) and tokens[end].text in (":", "-", "–") else 0


def _beside(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> int:
    """The length of ``next to`` where a column of the answer follows, and not a place."""
    length = starts(tokens, place, _BESIDE)
    if not length or not place:
        return 0
    after = place + length
    while after < len(tokens) and (tokens[after].folded in OWN or tokens[after].possessive):
        after += 1
    for end in range(min(after + _LONGEST, len(tokens)), after, -1):
        words = tuple(t.folded for t in tokens[after:end])
        if any(t.kind != "word" for t in tokens[after:end]):
            continue
        if words[0] in _AMOUNTS or words[-1] in _AMOUNTS:
            return length
        readings = vocabulary.readings(words)
        if readings and readings[0].kind == "property" and not readings[0].object:
            return length
        found = adjective(words[0], vocabulary.languages) if len(words) > 1 else None
        if found is not None or words[0] in ("average", "mean", "maximum", "minimum"):
            return length
    return 0


def _on_top(tokens: Sequence[Token], place: int, found: list[Token]) -> int:
    """The length of ``on top`` behind what comes first; ``with the`` before that goes."""
    length = starts(tokens, place, _TOP)
    if not length:
        return 0
    for back in (1, 2, 3):
        if back > len(found):
            return 0
        said = adjective(found[-back].folded, ("en",))
        if (said is not None and said.degree == "superlative") or found[-back].folded in _MOST:
            begin = len(found) - back
            while begin and found[begin - 1].folded in ("with", "the", "having"):
                begin -= 1
            rest = found[len(found) - back :]
            del found[begin:]
            if found and found[-1].text != ",":
                found.append(in_place_of(tokens[place], ",", mark=True))
            found += rest
            return length
    return 0


def _ends_at(tokens: Sequence[Token], place: int) -> bool:
    return place >= len(tokens) or tokens[place].kind == "mark"

"""What people say around what they ask: ``I would like to know``, ``could you work out``, ``thanks``: an order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.row_orders import starts
from nlkgq.generation.offline.tokens import Token, number_of
from nlkgq.generation.offline.wording.request_words import ORDER, QUESTIONS, TOLD, says

_SPEAKERS = frozenset(("i", "we", "i'm", "i'd", "i've", "i'll", "we'd", "we're", "we've", "we'll"))
_HELPING = frozenset(
    (
        *("would", "do", "am", "are", "was", "were", "have", "had", "been", "be", "will", "could", "can", "must"),
        *("just", "only", "also", "really", "still", "currently", "now", "simply", "basically", "actually", "please"),
        *("quite", "very", "mainly", "mostly", "should"),
    )
)
_WISHING = {
    **dict.fromkeys(("want", "need", "require", "like", "love", "wish", "prefer", "appreciate", "mean"), ()),
    **dict.fromkeys(("looking", "searching", "hoping", "asking", "aiming", "hunting"), ("for", "into", "to")),
    **dict.fromkeys(("seek", "seeking", "after", "wondering", "wonder", "trying", "wanting", "needing"), ()),
    **dict.fromkeys(("interested", "keen"), ("in", "on")),
    "curious": ("about", "as"),
    "happy": (),
    "glad": (),
    "eager": (),
}
"""Words for a wish -> prepositions that may follow."""
_ALONE = frozenset(
    ("need", "needed", "wanted", "looking", "searching", "interested", "curious", "wondering", "seeking")
)
"""Those that stand without who wishes."""
_LEARNING = (
    *(("know",), ("see",), ("have",), ("get",), ("find", "out"), ("find",), ("learn",), ("hear",), ("be", "told")),
    *(("be", "shown"), ("be", "given"), ("obtain",), ("receive",), ("view",), ("understand",), ("look", "at")),
    *(("figure", "out"), ("work", "out"), ("ask", "for"), ("ask",), ("check",), ("look", "up"), ("pull", "up")),
)
_YOURS = (
    *(("you", "to", "tell", "me"), ("you", "to", "list"), ("you", "to", "show", "me"), ("you", "to", "give", "me")),
    *(("you", "to", "find"), ("you", "to", "show"), ("you", "to", "give"), ("you", "to")),
)
_ASKED = (
    *(("can", "you"), ("could", "you"), ("would", "you"), ("will", "you"), ("may", "i"), ("can", "i"), ("could", "i")),
    *(("is", "it", "possible", "to"), ("would", "it", "be", "possible", "to"), ("do", "you", "happen", "to", "know")),
    *(("any", "idea"), ("my", "question", "is"), ("the", "question", "is"), ("here", "is", "what", "i", "need")),
    *(("let", "me", "know"), ("let", "me", "see"), ("let", "me", "have"), ("can", "we"), ("could", "we")),
)
_GREETINGS = frozenset(("hi", "hello", "hey", "so", "now", "ok", "okay", "and", "please", "well", "right", "then"))
_THANKS = (
    *(("please",), ("thanks",), ("thank", "you"), ("many", "thanks"), ("if", "possible"), ("if", "you", "can")),
    *(("if", "you", "could"), ("if", "you", "would"), ("if", "you", "don't", "mind"), ("for", "me"), ("for", "us")),
    *(("on", "file"), ("on", "record"), ("in", "our", "records"), ("in", "the", "database"), ("in", "our", "database")),
    *(("would", "you"), ("will", "you"), ("could", "you"), ("can", "you")),
    *(("would", "be", "nice"), ("would", "be", "great"), ("would", "be", "fine"), ("thanks", "a", "lot")),
)
_WANTED = (
    *(("is", "what", "i", "need"), ("is", "what", "i", "want"), ("is", "what", "i'm", "after"), ("is", "wanted")),
    *(("is", "needed"), ("are", "wanted"), ("are", "needed"), ("is", "what", "i", "am", "looking", "for")),
    *(("is", "all", "i", "need"), ("is", "all", "i", "want"), ("are", "all", "i", "need"), ("are", "all", "i", "want")),
)
_LISTED = (("a", "list", "of"),)
_AFTER_NOUNS = frozenset(
    (
        *("of", "in", "on", "at", "by", "for", "from", "with", "to", "and", "or", "but", "that", "which", "who", "is"),
        *("are", "was", "were", "has", "have", "had", "do", "does", "did", "not", "whose", "than"),
    )
)
_ENDS = frozenset("?.!;:")


def plain(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with wishes as one order, without thanks, and ages as they are said after a verb.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> [t.text for t in plain(tokenize("I'd like to know the price of a 3-year-old boat"))]
    ['give', 'the', 'price', 'of', 'a', 'boat', 'aged', '3']
    >>> [t.text for t in plain(tokenize("How dear is it? I mean the mean price."))][-5:]
    ['give', 'the', 'mean', 'price', '.']
    >>> [t.text for t in plain(tokenize("Hi, could you work out the price of each boat, please?"))]
    ['give', 'the', 'price', 'of', 'each', 'boat', '?']
    """
    tokens = _without_thanks(_in_full(tokens))
    found: list[Token] = []
    place = 0
    begins = True
    while place < len(tokens):
        token = tokens[place]
        end = _wish_end(tokens, place, begins=begins)
        if end > place and end < len(tokens):
            if found and found[-1].kind != "mark" and found[-1].folded not in ("and", "then"):
                # "for each boat I need the price"
                found.append(replace(token, text=",", folded=",", kind="mark", glued=True, possessive=False))
            found.append(replace(token, text=ORDER, folded=ORDER, kind="word", end=tokens[end - 1].end, glued=False))
            place, begins = end, False
            continue
        if begins and found and token.folded in ("please", "kindly") and place + 1 < len(tokens):
            # "Please return its name."
            after = tokens[place + 1]
            text = after.text.capitalize() if token.text[0].isupper() and after.text == after.folded else after.text
            tokens = (*tokens[: place + 1], replace(after, text=text), *tokens[place + 2 :])
            place += 1
            continue
        if _is_age(tokens, place):
            # 3 - year - old boat
            noun = place + 5
            while noun < len(tokens) and tokens[noun].kind == "word" and tokens[noun].folded not in _AFTER_NOUNS:
                noun += 1
            old = tokens[place + 4]
            found += [*tokens[place + 5 : noun], replace(old, text="aged", folded="aged", glued=False), token]
            place = noun
            continue
        begins = (begins and token.folded in _GREETINGS | {","}) or (
            token.kind == "mark" and token.text in _ENDS | {","}
        )
        begins = begins or (token.folded in ("and", "then") and bool(found) and _is_ordered(tokens, place + 1))
        found.append(token)
        place += 1
    return tuple(found)


def _in_full(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """``who's``, ``what's`` as two words."""
    found: list[Token] = []
    for n, token in enumerate(tokens):
        # "what is it's length" means "its"
        is_it = token.folded == "it" and {t.folded for t in tokens[n + 1 : n + 2]} & {"a", "an", "the", "from", "in"}
        if token.possessive and (token.folded in QUESTIONS | {"there"} or is_it):
            found.append(replace(token, text=token.text[: len(token.folded)], possessive=False))
            found.append(replace(token, text="is", folded="is", possessive=False, glued=False))
        else:
            found.append(token)
    return tuple(found)


def _is_topic(tokens: Sequence[Token], end: int) -> bool:
    """Whether the words before a place tell what is spoken of: ``for each boat I need``."""
    start = next((n + 1 for n in range(end - 1, -1, -1) if tokens[n].kind == "mark" and tokens[n].text in _ENDS), 0)
    return end - start > 1 and tokens[start].folded in _SPOKEN_OF


_SPOKEN_OF = frozenset(("for", "of", "from", "in", "about", "if", "where", "when", "with", "per", "by"))


def _is_ordered(tokens: Sequence[Token], place: int) -> bool:
    """Whether ``say how many`` stands after ``and``."""
    end = place + starts(tokens, place, TOLD)
    while end < len(tokens) and tokens[end].folded in ("me", "us"):
        end += 1
    return place < end < len(tokens) and tokens[end].folded in QUESTIONS | {"the", "its", "their", "all"}


def _without_thanks(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Without the greeting before a question and the thanks after it."""
    start, end = 0, len(tokens)
    while start < end and (tokens[start].folded in _GREETINGS or tokens[start].text == ","):
        start += 1
    while end and tokens[end - 1].kind == "mark":
        end -= 1
    marks = tokens[end:]
    said = True
    while said:
        said = False
        for phrase in (*_THANKS, *_WANTED):
            if end - len(phrase) > start and says(tokens, end - len(phrase), *phrase):
                end, said = end - len(phrase), True
                while end > start and tokens[end - 1].kind == "mark":
                    end -= 1
    return (*tokens[start:end], *marks) if start < end else tuple(tokens)


def _wish_end(tokens: Sequence[Token], start: int, *, begins: bool) -> int:
    """The end of the wish or order that starts at a token; the start when none does.

    Args:
        tokens: The question.
        start: Where it would start.
        begins: Whether a sentence or a clause begins there; only who wishes may be named elsewhere.
    """
    words = [t.folded.replace("’", "'") for t in tokens[start : start + 14]]
    told = words[:1] in (["what"], ["all"]) and words[1:2] != [] and words[1] in _SPEAKERS and begins
    place = 1 if told else 0
    who = words[place : place + 1] != [] and words[place] in _SPEAKERS
    ordered = starts(tokens, start, TOLD)
    if not (begins or ((who or ordered > 1) and _is_topic(tokens, start))):
        return start
    if who:
        place += 1
    else:
        if ordered:
            end = start + ordered
            while end < len(tokens) and tokens[end].folded in ("me", "us"):
                end += 1
            after = tokens[end].folded if end < len(tokens) else ""
            known = ordered > 1 or end > start + ordered or after in _DETERMINED | QUESTIONS
            return end + starts(tokens, end, _LISTED) if known else start
        if words[:3] == ["do", "you", "know"] and words[3:4] and words[3] in QUESTIONS | {"the"}:
            return start + 3
        if (end := _others(words)) > 0:
            return start + end
        asked = next((len(p) for p in _ASKED if tuple(words[: len(p)]) == p), 0)
        if asked:
            return _asked_end(tokens, start, asked)
    wish = place
    while who and wish < len(words) and words[wish] in _HELPING:
        wish += 1
    if wish >= len(words) or words[wish] not in _WISHING or not (who or words[wish] in _ALONE):
        return start
    if (
        not who
        and words[wish] not in ("need", "needed", "wanted")
        and not _WISHING[words[wish]]
        and words[wish] != "seeking"
    ):
        # "wondering how many there are"
        return start + wish + 1 if words[wish + 1 : wish + 2] and words[wish + 1] in QUESTIONS | {"if"} else start
    end = wish + 1
    preposition = words[end : end + 1] != [] and words[end] in _WISHING[words[wish]]
    if not preposition and words[wish] in _PREPOSED:
        return start
    if preposition and words[end] != "to":
        end += 1
    end += max((len(y) for y in _YOURS if tuple(words[end : end + len(y)]) == y), default=0)
    if words[end : end + 1] == ["to"]:
        end += 1
        end += max((len(v) for v in _LEARNING if tuple(words[end : end + len(v)]) == v), default=0)
        end += words[end : end + 1] == ["about"]
    if told:
        end += words[end : end + 1] in (["is"], ["are"], [":"])
    end += max((len(y) for y in _LISTED if tuple(words[end : end + len(y)]) == y), default=0)
    return start + end


def _others(words: Sequence[str]) -> int:
    """The length of ``my boss wants``, ``our office would like to know``; 0 for other words."""
    if words[:1] not in (["my"], ["our"]) or len(words) < _WANTING:
        return 0
    end = 4 if words[2:4] == ["would", "like"] else 3 if words[2] in ("wants", "needs", "want", "need") else 0
    if end and words[end : end + 1] == ["to"]:
        end += 1 + max((len(v) for v in _LEARNING if tuple(words[end + 1 : end + 1 + len(v)]) == v), default=0)
    return end


_WANTING = 4
_PREPOSED = frozenset(("looking", "searching", "hunting", "interested", "asking", "aiming"))
_DETERMINED = frozenset(("the", "a", "an", "all", "each", "every", "any", "its", "their"))


def _asked_end(tokens: Sequence[Token], start: int, length: int) -> int:
    """Past ``could you please work out``, ``may I have``, ``can you tell me``."""
    end = start + length
    while end < len(tokens) and tokens[end].folded in (
        "please",
        "kindly",
        "perhaps",
        "maybe",
        "also",
        ":",
        ",",
        "just",
    ):
        end += 1
    mine = {"i", "we"}.intersection(t.folded for t in tokens[start:end])
    phrases = (*_LEARNING,) if mine else (*TOLD, ("give",), ("show",), ("tell",), ("find",), ("get",))
    ordered = starts(tokens, end, phrases)
    if not ordered:
        finished = {t.folded for t in tokens[start:end]} & {"idea", "question", "know", "see", "have", "need"}
        return end if finished and not mine - {"i"} else start
    end += ordered
    while end < len(tokens) and tokens[end].folded in ("me", "us"):
        end += 1
    return end + starts(tokens, end, _LISTED)


def _is_age(tokens: Sequence[Token], place: int) -> bool:
    written = [t.text for t in tokens[place + 1 : place + 5]]
    return written == ["-", "year", "-", "old"] and number_of(tokens[place]) is not None

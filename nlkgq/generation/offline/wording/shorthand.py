"""Words that are cut short or stand for any thing: ``pls``, ``w/o``, ``everything``, ``everybody``, ``which one``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.wording.replaced import replaced

_SHORT = {
    **dict.fromkeys(("pls", "plz", "plse"), "please"),
    **dict.fromkeys(("thx", "tnx", "ty"), "thanks"),
}
_DROPPED = frozenset(("btw", "fyi", "asap", "lol"))
_WITH = {("w", "/", "o"): "without", ("w", "/"): "with", ("b", "/", "w"): "between"}
_EVERYBODY = frozenset(("everyone", "everybody", "anyone", "anybody"))
_WHOEVER = frozenset(("whoever", "whomever"))
_PLACES = frozenset(("in", "at", "on", "from", "within"))
_OWNED = frozenset(("of", "for", "by"))
_EVERYTHING = frozenset(("everything", "anything"))
_SUBJECTS = BE | DO | HAVE | {"of", "about", "for", "with", "in", "on", "by", "to", "else", "from", "that", "which"}
_ONE = frozenset(("one", "ones"))
_NONE: tuple[int, tuple[str, ...]] = (0, ())
_COUNTING = frozenset(("or", "and", "more", "of"))


def written_out(tokens: Sequence[Token], is_stored: Callable[[str], bool]) -> tuple[Token, ...]:
    """The tokens with such words in full.

    Args:
        tokens: The question.
        is_stored: Whether the graph holds a value of that text: then it may be meant.
    """
    return replaced(tokens, lambda place: _NONE if is_stored(tokens[place].text) else _in_full(tokens, place))


def _in_full(tokens: Sequence[Token], place: int) -> tuple[int, tuple[str, ...]]:
    """How many tokens from a place on are put otherwise, and the words for them; a length of 0 for none."""
    token = tokens[place]
    words = tuple(t.folded for t in tokens[place : place + 3])
    after, beyond = (*words[1:], "", "")[:2]
    before = tokens[place - 1].folded if place else ""
    if token.text in _SHORT:
        return 1, (_SHORT[token.text],)
    if token.text in _DROPPED:
        return 1, ()
    for cut, said in _WITH.items():
        if words[: len(cut)] == cut and all(t.glued for t in tokens[place + 1 : place + len(cut)]):
            return len(cut), (said,)
    if token.folded in _EVERYBODY and after in _PLACES and before in _OWNED:
        # "the names of everyone in port 3"
        return 1, ("those", "who", "are")
    if token.folded in _WHOEVER and place == 0 and after not in BE:
        return 1, ("those", "who")
    if token.folded in _EVERYTHING and before in _OWNED and after not in _SUBJECTS:
        # "the cost of everything Ebb built"
        return 1, ("all", "that")
    if token.folded in _EVERYTHING and not place and after not in _SUBJECTS:
        return 1, ("all", "that")
    if words[0] in ("which", "what") and after in _ONE and beyond not in _COUNTING and beyond.isalpha():
        # "which one was the longest"
        return 2, ("which",)
    return 0, ()

"""The sentences of a question: what it asks, what its answer shall show, and what it says beside that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlkgq.generation.offline.counted_each import counted_each
from nlkgq.generation.offline.listed_once import says_once
from nlkgq.generation.offline.output_request import (
    RETURNING,
    VERBS,
    OutputRequest,
    says_order,
    split_output,
)
from nlkgq.generation.offline.remarks import Remark, read_remark, spelling_remark
from nlkgq.generation.offline.rounding import without_rounding
from nlkgq.generation.offline.row_orders import says_sorting, sorted_by
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.told_per import told_per

_AND = frozenset(("and", "then", "und"))
_PAUSES = frozenset((",", "-", "–", "—"))
_ENDS = frozenset("?.!;")
_IMPERATIVES = VERBS | frozenset(("find", "get", "take", "identify", "determine", "select", "pick", "tell", "finde"))
_OWN = frozenset(("the", "its", "his", "her", "their", "only", "just", "den", "die", "das", "seinen", "ihren"))
_ALL = frozenset(("the", "each", "every", "all", "both", "their", "its"))
_ABBREVIATIONS = frozenset(
    (
        *(
            "st",
            "dr",
            "mr",
            "mrs",
            "ms",
            "prof",
            "jr",
            "sr",
            "vs",
            "inc",
            "ltd",
            "co",
            "corp",
            "no",
            "vol",
            "fig",
            "ca",
        ),
        *("approx", "etc", "nr", "bzw", "usw"),
    )
)


def split_request(tokens: Sequence[Token]) -> tuple[tuple[Token, ...], OutputRequest | None]:
    """The question alone, and what it says beside it: columns and remarks; None when it says nothing more.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> said = "Which ships are long? Leave out ships without a flag. Return name."
    >>> asked, request = split_request(tokenize(said))
    >>> asked[-1].text, [(r.kind, [t.text for t in r.without]) for r in request.remarks]
    ('?', [('leave', ['flag'])])
    """
    rounded = without_rounding(tokens)
    if rounded is not None:
        asked, output = split_request(rounded[0])
        return asked, replace(output or OutputRequest(phrases=()), digits=rounded[1])
    spelling = spelling_remark(tokens)
    if spelling is not None:
        start, remark = spelling
        end = next((n for n in range(start, len(tokens)) if tokens[n].text in _ENDS), len(tokens))
        kept_tokens = tokens[: start - 1] if tokens[start - 1].text == "," else tokens[:start]
        asked, output = split_request((*kept_tokens, *tokens[end:]))
        output = output or OutputRequest(phrases=())
        return asked, replace(output, remarks=(*output.remarks, remark))
    tokens = _told_apart(_listed(tokens))
    sentences = [tuple(tokens[start:end]) for start, end in bounds(tokens)]
    orders = next((found for sentence in sentences[1:] if (found := sorted_by(sentence))), ())
    sentences = [sentence for n, sentence in enumerate(sentences) if not n or not sorted_by(sentence)]
    kept, remarks = _split(sentences)
    asked, output = split_output(tuple(t for sentence in sentences for t in sentence))
    columns = output is not None and len(kept) == len(remarks) == 1 and remarks[0].kind == "state"
    if remarks and not columns:
        asked, output = split_output(tuple(t for sentence in kept for t in sentence))
        output = replace(output or OutputRequest(phrases=()), remarks=remarks)
    asked, output = told_per(*counted_each(asked, output))
    return asked, replace(output or OutputRequest(phrases=()), orders=orders) if orders else output


def _listed(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """``Name each flag once.`` after a question lists them; ``Name and age.`` are two columns."""
    return tuple(
        replace(t, text="list", folded="list")
        if t.folded == "name"
        and n
        and tokens[n - 1].kind == "mark"
        and {w.folded for w in tokens[n + 1 : n + 2]} & _ALL
        else t
        for n, t in enumerate(tokens)
    )


def _told_apart(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """``Take the long ships and return their names``: what to return stands after a semicolon."""
    for n in range(2, len(tokens) - 2):
        if tokens[n].text in _PAUSES and tokens[n + 1].folded in RETURNING:
            return (*tokens[:n], replace(tokens[n], text=";", folded=";", kind="mark"), *tokens[n + 1 :])
        own = n + 3 if tokens[n + 2].folded in ("me", "us") and n + 3 < len(tokens) else n + 2
        shown = tokens[n + 1].folded in VERBS and tokens[own].folded in _OWN and tokens[0].folded in _IMPERATIVES
        if tokens[n].folded in _AND and (tokens[n + 1].folded in RETURNING or shown):
            start = n - 1 if tokens[n - 1].text == "," else n
            return (*tokens[:start], replace(tokens[n], text=";", folded=";", kind="mark"), *tokens[n + 1 :])
    return tuple(tokens)


def _split(sentences: Sequence[tuple[Token, ...]]) -> tuple[list[tuple[Token, ...]], tuple[Remark, ...]]:
    """The sentences that ask and tell what to show, and the others; no others where that cannot be told."""
    if any(sentence[-1].text == "?" for sentence in sentences[1:]):
        return list(sentences), ()
    kept, remarks = list(sentences[:1]), []
    for sentence in sentences[1:]:
        remark = read_remark(sentence)
        if (
            remark is None
            or says_once(sentence)
            or says_order(sentence)
            or says_sorting(sentence)
            or (sentence[0].folded in VERBS and not remark.orders)
        ):
            kept.append(sentence)
        else:
            remarks.append(remark)
    shown = [s for s in kept[1:] if not says_once(s)]
    return (kept, tuple(remarks)) if len(shown) < 2 else (list(sentences), ())


def bounds(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The tokens of each sentence, its mark included; what stands after a semicolon is one, too."""
    start = 0
    for n, token in enumerate(tokens):
        after = tokens[n + 1] if n + 1 < len(tokens) else None
        if after is None or token.kind != "mark" or token.text not in ".?!;":
            continue
        before = tokens[n - 1].folded if n else ""
        name = token.text == "." and (len(before) < 2 or before in _ABBREVIATIONS)
        if token.text == ";" or (after.text[:1].isupper() and not after.glued and not name):
            yield start, n + 1
            start = n + 1
    yield start, len(tokens)

"""The sentences of a question: what it asks, what its answer shall show, and what it says beside that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlkgq.generation.offline.output_request import VERBS, OutputRequest, says_once, says_order, split_output
from nlkgq.generation.offline.remarks import Remark, read_remark, spelling_remark
from nlkgq.generation.offline.tokens import Token

_ENDS = frozenset("?.!;")
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
    spelling = spelling_remark(tokens)
    if spelling is not None:
        start, remark = spelling
        end = next((n for n in range(start, len(tokens)) if tokens[n].text in _ENDS), len(tokens))
        kept_tokens = tokens[: start - 1] if tokens[start - 1].text == "," else tokens[:start]
        asked, output = split_request((*kept_tokens, *tokens[end:]))
        output = output or OutputRequest(phrases=())
        return asked, replace(output, remarks=(*output.remarks, remark))
    kept, remarks = _split(tokens)
    asked, output = split_output(tokens)
    if not remarks or (output is not None and len(kept) == len(remarks) == 1 and not remarks[0].orders):
        return asked, output
    asked, output = split_output(tuple(t for sentence in kept for t in sentence))
    return asked, replace(output or OutputRequest(phrases=()), remarks=remarks)


def _split(tokens: Sequence[Token]) -> tuple[list[tuple[Token, ...]], tuple[Remark, ...]]:
    """The sentences that ask and tell what to show, and the others; no others where that cannot be told."""
    sentences = [tuple(tokens[start:end]) for start, end in _bounds(tokens)]
    if any(sentence[-1].text == "?" for sentence in sentences[1:]):
        return sentences, ()
    kept, remarks = list(sentences[:1]), []
    for sentence in sentences[1:]:
        remark = read_remark(sentence)
        if (
            remark is None
            or says_once(sentence)
            or says_order(sentence)
            or (sentence[0].folded in VERBS and not remark.orders)
        ):
            kept.append(sentence)
        else:
            remarks.append(remark)
    shown = [s for s in kept[1:] if not says_once(s)]
    return (kept, tuple(remarks)) if len(shown) < 2 else (sentences, ())


def _bounds(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
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

"""The query out of a model's reply.

Rules, in order:

1. Thinking (``<think>``, ``<thinking>``, harmony channels) and end-of-turn tokens are dropped.
2. Candidates are the fenced blocks, XML-like ``<sparql>`` blocks, a JSON object's ``sparql`` or ``query``, inline code,
   and last the text outside them.
3. The last complete query (balanced braces) of the best kind of candidate wins: models put the corrected version last,
   and a result table or an example after it does not look like a query. Failing that, the last incomplete one, so that
   the syntax check can say what is wrong.
4. PREFIX lines outside the chosen candidate are put before it when it lacks them.
5. A candidate with an update in it never yields a query, also where a SELECT stands inside the update.

Nothing inside string literals, IRIs and comments is ever changed.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator

from nlkgq.errors import NoQueryError
from nlkgq.generation import query_text

MAX_REPLY = 400_000
"""Longest reply read, in characters."""

_THINKING = re.compile(r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_THINKING_END = re.compile(r"\A.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
_HARMONY_FINAL = re.compile(r"\A.*<\|channel\|>final<\|message\|>", re.DOTALL)
_TURN_TOKEN = re.compile(
    r"<\|(?:im_end|im_start|eot_id|eom_id|end|end_of_text|endoftext|return|eot|end_of_turn|EOT|user|assistant)\|>"
    r"|<(?:end_of_turn|start_of_turn|eos|pad)>|<｜end▁of▁sentence｜>|\[/?INST\]|</s>\s*\Z|\A\s*<s>"
)
_FENCE = re.compile(r"`{3,}|~{3,}")
_FENCE_TAG = re.compile(r"\A[ \t]*(?:(?:sparql|sql|rq|query)\b)?[ \t]*", re.IGNORECASE)
_DECLINED = re.compile(r"[\s*_#]*NO QUERY\b", re.IGNORECASE)  # what the prompt asks for when terms are missing
_XML_TAG = re.compile(r"<(sparql|query|answer|code)>", re.IGNORECASE)
_QUERY_WORD = re.compile(r"(?:PREFIX|BASE|SELECT|ASK|CONSTRUCT|DESCRIBE)\b", re.IGNORECASE)
_INLINE_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_PREFIX_LINE = re.compile(r"^[ \t>`]*(PREFIX\s+([\w.-]*):\s*<[^<>\s]*>)[ \t`]*$", re.MULTILINE | re.IGNORECASE)


def extract_query(reply: str) -> str:
    """The SPARQL query in a model's reply, otherwise unchecked: its syntax may still be wrong.

    Args:
        reply: The whole text that the model sent.

    Returns:
        The query, without fence, label or prose; placeholders as they stand.

    Raises:
        NoQueryError: The reply holds no query: an explanation, a refusal, an update or nothing.

    >>> extract_query("Here it is:\\n```sparql\\nASK { ?s ?p ?o }\\n```\\nIt asks whether there is a triple.")
    'ASK { ?s ?p ?o }'
    """
    if len(reply) > MAX_REPLY:
        raise NoQueryError(reply[:MAX_REPLY], hint=f"The reply is longer than {MAX_REPLY} characters.")
    answer = _answer(reply)
    if is_declined(reply):
        raise NoQueryError(reply)
    chosen: str | None = None
    saw_update = False
    for candidates in (_blocks(answer), _inline(answer), iter((_outside_blocks(answer),))):
        for text in candidates:
            cleaned = query_text.clean(text)
            if query_text.has_update(cleaned):
                saw_update = True
                continue
            found = query_text.find(cleaned)
            if found is None:
                continue
            if chosen is None or query_text.is_complete(found) or not query_text.is_complete(chosen):
                chosen = found
        if chosen is not None:
            return _with_outer_prefixes(chosen, answer)
        if saw_update:
            break
    hint = "The reply holds an update; only queries are run." if saw_update else None
    raise NoQueryError(reply, hint=hint)


def is_declined(reply: str) -> bool:
    """Whether a model says, as the prompt asks it to, that the ontology lacks terms for the question.

    >>> is_declined("NO QUERY: nothing about songs"), is_declined("I have no query.")
    (True, False)
    """
    answer = _answer(reply)
    return _DECLINED.match(answer) is not None and _FENCE.search(answer) is None


def _answer(reply: str) -> str:
    """The reply without thinking and turn tokens, line ends as ``\\n``."""
    text = reply.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    text = _HARMONY_FINAL.sub("", text)
    text = _THINKING.sub("\n", text)
    text = _THINKING_END.sub("", text)  # templates that open the thinking in the prompt leave only its end
    return _TURN_TOKEN.sub("\n", text)


def _blocks(text: str) -> Iterator[str]:
    """Contents of fenced and XML-like blocks in order, then the query of a JSON reply."""
    yield from (content for _, _, content in _fences(text))
    if "```" not in text and "~~~" not in text:
        yield from _tagged(text)
    bodies = [content for _, _, content in _fences(text)] or [text]
    for body in bodies:
        yield from _from_json(body)


def _tagged(text: str) -> Iterator[str]:
    """Contents of ``<sparql>...</sparql>`` and the like."""
    position = 0
    while opening := _XML_TAG.search(text, position):
        position = opening.end()
        end = text.casefold().find(f"</{opening.group(1).casefold()}>", position)
        if end < 0:
            return
        yield text[position:end]
        position = end


def _fences(text: str) -> list[tuple[int, int, str]]:
    """(start, end, content) of each fenced block, wherever it stands in a line; an unclosed one runs to the end."""
    found: list[tuple[int, int, str]] = []
    position = 0
    while opening := _FENCE.search(text, position):
        run = opening.group()
        # Models close a fence of four with three.
        closing = re.compile(rf"{re.escape(run[0])}{{3,}}").search(text, opening.end())
        stop, end = (closing.start(), closing.end()) if closing else (len(text), len(text))
        first, newline, rest = text[opening.end() : stop].partition("\n")
        first = _FENCE_TAG.sub("", first)
        is_query = _QUERY_WORD.match(first) is not None or not newline  # else it is the tag
        found.append((opening.start(), end, f"{first}{newline}{rest}" if is_query else rest))
        position = end
    return found


def _from_json(text: str) -> Iterator[str]:
    if not text.lstrip().startswith("{"):
        return
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    if isinstance(value, dict):
        yield from (v for k, v in value.items() if k.casefold() in ("sparql", "query") and isinstance(v, str))


def _inline(text: str) -> Iterator[str]:
    yield from (match.group(1) for match in _INLINE_CODE.finditer(_outside_blocks(text)))


def _outside_blocks(text: str) -> str:
    pieces, position = [], 0
    for start, end, _ in _fences(text):
        pieces.append(text[position:start])
        position = end
    return "\n".join([*pieces, text[position:]])


def _with_outer_prefixes(query: str, answer: str) -> str:
    declared = {name.casefold() for name in query_text.declared_prefixes(query)}
    lines = []
    for match in _PREFIX_LINE.finditer(html.unescape(answer) if "&lt;" in answer else answer):
        if match.group(2).casefold() not in declared:
            declared.add(match.group(2).casefold())
            lines.append(match.group(1))
    return "\n".join([*lines, query])

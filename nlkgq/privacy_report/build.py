"""Makes a privacy report. Nothing is sent: no client of a model is made."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from typing import TYPE_CHECKING

from nlkgq.errors import LeakBlocked
from nlkgq.masking.model import MaskedText, Placeholder
from nlkgq.outgoing import body_of, withheld_lines
from nlkgq.privacy_report.model import PrivacyReport, QuestionReport, WordList
from nlkgq.privacy_report.tokens import HIDDEN, token_rows
from nlkgq.translator import Translator
from nlkgq.unread_values import unread_endpoints

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph
    from nlkgq.outgoing import Outgoing

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, and the query that answers it where one is known."""

    question: str
    gold: str | None = None


def privacy_report(kg: KnowledgeGraph, questions: Iterable[Asked], *, redact: bool = False) -> PrivacyReport:
    """What a model would learn of a graph and of questions over it.

    Args:
        kg: The graph, with its settings.
        questions: In any number.
        redact: Whether the values are hidden: then the report may be shown to people who must not know them.

    Raises:
        UsageError: A question is empty or too long.
        ConfigError: A file of the graph's owner is wrong.
    """
    settings = kg.settings
    outgoing = Translator(kg).outgoing
    asked = list(questions)
    public = "\n".join(outgoing.builder.public.values())
    exempt = _told(kg, outgoing.watched.exempt_in(public)) if outgoing.watched is not None else ()
    held = outgoing.gate.held
    return PrivacyReport(
        graph=settings.name,
        version=version("nlkgq"),
        mode=settings.privacy.mode,
        model=settings.model.name,
        representation=settings.model.representation,
        role=_role(kg),
        redacted=redact,
        with_gold=any(item.gold for item in asked),
        watched=len(outgoing.watched.values) if outgoing.watched is not None else None,
        unread=unread_endpoints(kg.knowledge),
        rules=dict(_rules(settings.privacy)),
        withheld=tuple(withheld_lines(kg.knowledge, outgoing.material)),
        held={part: (f"{len(values)} hidden",) if redact else values for part, values in held.items()},
        exempt=(f"{len(exempt)} hidden",) if redact and exempt else exempt,
        lists=tuple(_word_lists()),
        questions=tuple(_question(kg, outgoing, number, item, redact) for number, item in enumerate(asked, 1)),
    )


def _question(kg: KnowledgeGraph, outgoing: Outgoing, number: int, asked: Asked, redact: bool) -> QuestionReport:
    masked = kg.mask(asked.question)
    request = outgoing.builder.request(masked)
    body = body_of(request)
    refused = ""
    try:
        outgoing.check(request)
    except LeakBlocked as error:
        refused = error.message
    spans = [p.original for p in masked.placeholders]
    over = [word for placeholder in masked.placeholders for word in _over_masked(placeholder, masked, asked.gold)]
    exempt = outgoing.gate.exempt(spans)
    return QuestionReport(
        number=number,
        question=masked.text if redact else asked.question,
        masked=masked.text,
        rows=token_rows(masked, kg.prefixes, redact=redact),
        bytes=len(body),
        sha256=hashlib.sha256(body).hexdigest(),
        own_bytes=sum(len(message.text.encode("utf-8", "surrogatepass")) for message in request.messages),
        words=len(_WORD.findall(masked.original or masked.text)),
        masked_words=sum(len(_WORD.findall(text)) for text in spans),
        over_masked=(HIDDEN,) * len(over) if redact else tuple(over),
        not_looked_for=(HIDDEN,) * len(exempt) if redact else exempt,
        refused=refused,
    )


def _over_masked(placeholder: Placeholder, masked: MaskedText, gold: str | None) -> Iterator[str]:
    """Words that were masked for want of a list that knows them: no value, name, number, date or text of the gold."""
    if placeholder.candidates or placeholder.readings:
        return
    in_gold = (gold or "").casefold()
    start = masked.original.casefold().find(placeholder.original.casefold())
    for word in _WORD.findall(placeholder.original):
        opens = start == 0 and placeholder.original.startswith(word)
        if not any(c.isdigit() for c in word) and (word.islower() or opens) and word.casefold() not in in_gold:
            yield word


def _told(kg: KnowledgeGraph, values: Iterable[str]) -> tuple[str, ...]:
    """Those of some values that may be told: a role is not told which words are hidden values."""
    knowledge = kg.knowledge
    return tuple(text for text in values if knowledge.access is None or knowledge.index.lookup(text))


def _role(kg: KnowledgeGraph) -> str:
    access = kg.knowledge.access
    if access is None:
        return ""
    view = access.view
    return f"{view.name} (terms hidden: {len(view.hidden)}, row conditions: {len(view.rows)})"


def _rules(privacy: object) -> Iterator[tuple[str, tuple[str, ...]]]:
    for side in ("public", "sensitive"):
        rules = getattr(privacy, side)
        for name in ("classes", "properties", "datatypes", "patterns"):
            if found := tuple(getattr(rules, name)):
                yield f"privacy.{side}.{name}", found
    for name in ("exempt", "recognisers"):
        if found := tuple(getattr(privacy, name)):
            yield f"privacy.{name}", found


def _word_lists() -> Iterator[WordList]:
    """The lists of the masker, and the one of the wire gate."""
    folder = files("nlkgq.masking").joinpath("words")
    lists: Mapping[str, object] = {
        **{item.name: item for item in folder.iterdir() if item.name.endswith(".txt")},
        "exempt.txt (wire gate)": files("nlkgq.egress").joinpath("exempt.txt"),
    }
    for name, item in sorted(lists.items()):
        text = item.read_text(encoding="utf-8")  # type: ignore[attr-defined]  # Traversable has moved between versions
        words = sum(len(line.split()) for line in text.splitlines() if not line.startswith(("#", "[")))
        yield WordList(name=name, words=words, version=hashlib.sha256(text.encode()).hexdigest()[:12])

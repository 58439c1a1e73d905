"""The text of a question, before anything is read in it."""

from __future__ import annotations

from nlkgq.errors import UsageError

MAX_QUESTION = 2_000
"""Longest question in characters; a longer text is a document, not a question."""


def checked_question(question: str) -> str:
    """The question without surrounding space.

    Raises:
        UsageError: It is empty, without a word, no text, or longer than `MAX_QUESTION` characters.
    """
    # words of a command line that are not UTF-8 arrive with lone surrogates, which nothing can write down
    if not isinstance(question, str) or any("\ud800" <= c <= "\udfff" for c in question):
        raise UsageError("the question is not text", hint="Give it in UTF-8.")
    question = question.strip()
    if not any(c.isalnum() for c in question):
        what = "holds no word" if question else "is empty"
        raise UsageError(f"the question {what}", hint='For example:  nlkgq ask "Which films are longer than 2 hours?"')
    if len(question) > MAX_QUESTION:
        raise UsageError(
            f"the question has {len(question):,} characters; at most {MAX_QUESTION:,} are read",
            hint="Ask one question in a few sentences.",
        )
    return question

"""Repair: a model that makes each kind of mistake, and corrects only what it is told. Calls, edits, right or wrong.

    python benchmarks/repair.py

The model is a server on this machine (`tests/support/mistaken_model.py`); nothing else is asked. "Edited" says that an
edit of our own repaired it; the findings are those that went back.
"""

from __future__ import annotations

import sys
from pathlib import Path

from nlkgq import Answer, KnowledgeGraph, Translator
from nlkgq.egress.gate import WireGate
from nlkgq.llm.anthropic import AnthropicClient
from nlkgq.results.models import Result, SelectResult

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from mistaken_model import MistakenModel
from mistakes import MISTAKES, Mistake


def rows(result: Result) -> list[list[str]]:
    """The cells of a result as sorted texts."""
    assert isinstance(result, SelectResult)
    return sorted([cell.value if cell is not None else "" for cell in row] for row in result.rows)


def ask(kg: KnowledgeGraph, mistake: Mistake) -> tuple[Answer, MistakenModel]:
    """The answer, and the model with what it was sent."""
    names = [p.name for p in kg.mask(mistake.question).placeholders]
    with MistakenModel(mistake.reply(names), mistake.filled(mistake.in_mind, names)) as model:
        client = AnthropicClient(api_key="none", gate=WireGate(), base_url=model.url, deadline=20.0, proxy=None)
        translator = Translator(kg, model="anthropic:mistaken", client=client)
        answer = translator.ask(mistake.question)
        client.close()
    return answer, model


def main() -> None:
    """Prints the table."""
    right = calls = alone = 0
    print("| mistake | calls | edited | went back | right |\n|---|---|---|---|---|")
    with KnowledgeGraph.open("films") as kg:
        for mistake in MISTAKES:
            answer, model = ask(kg, mistake)
            attempts = answer.trace.attempts
            fits = rows(answer.result) == rows(kg.query(mistake.gold))
            codes = ", ".join(f.code for a in attempts[:-1] for f in a.findings if f.severity == "error")
            edited = any(a.before for a in attempts)
            assert len(set(model.bodies)) == len(model.bodies), "an identical request was repeated"
            right, calls, alone = right + fits, max(calls, len(model.bodies)), alone + (len(model.bodies) == 1)
            edit, verdict = "yes" if edited else "", "yes" if fits else "no"
            print(f"| {mistake.kind} | {len(model.bodies)} | {edit} | {codes} | {verdict} |")
    print(f"\n{right} of {len(MISTAKES)} right, {alone} in one call, none in more than {calls}; no request twice.")


if __name__ == "__main__":
    main()

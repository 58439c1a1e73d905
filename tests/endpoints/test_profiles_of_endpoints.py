"""`nlkgq endpoint profile`: what each endpoint holds is counted once, and a federation asks accordingly."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from federation_cases import NS
from servers import oxigraph

from nlkgq import KnowledgeGraph
from nlkgq.cli.main import run
from nlkgq.endpoints.protocol import Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.results.models import Result, SelectResult
from nlkgq.validation.gate import GatedQuery

TEXTS = (
    "".join(f"<{NS}f{n}> a <{NS}Film> ; <{NS}director> <{NS}p{n % 3}> .\n" for n in range(9)),
    "".join(f'<{NS}p{n}> a <{NS}Person> ; <{NS}name> "Person {n}" .\n' for n in range(3)),
)


def test_counted_once_and_used(
    tmp_path: Path,
    require: Callable[[str, bool, str], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked: list[tuple[str, str]] = []
    send = SparqlEndpoint.run

    def seen(endpoint: SparqlEndpoint, query: GatedQuery, *, limits: Limits) -> Result:
        asked.append((endpoint.name, query.text))
        return send(endpoint, query, limits=limits)

    monkeypatch.setattr(SparqlEndpoint, "run", seen)
    with ExitStack() as stack:
        lines = []
        for name, text in zip(("films", "people"), TEXTS, strict=True):
            server = stack.enter_context(oxigraph(tmp_path, require))
            server.load(text, NS)
            lines.append(f'[endpoints.{name}]\nurl = "{server.url}"')
        (tmp_path / "kg.toml").write_text("\n".join(lines), encoding="utf-8")
        assert run(["endpoint", "profile", "--kg", str(tmp_path)]) == 0
        shown = capsys.readouterr().out
        assert "endpoint films: 18 triples" in shown
        assert "endpoint people: 6 triples" in shown
        assert shown.count("Person") >= 1
        counted = len(asked)
        assert counted > 0
        assert run(["endpoint", "profile", "--kg", str(tmp_path)]) == 0
        assert len(asked) == counted
        assert capsys.readouterr().out == shown
        with KnowledgeGraph.open(tmp_path) as kg:
            result = kg.query(f"SELECT ?f ?n {{ ?f <{NS}director> ?p . ?p <{NS}name> ?n }}")
        assert isinstance(result, SelectResult)
        assert len(result.rows) == 9
        later = asked[counted:]
        assert not [name for name, text in later if text.startswith("ASK")]
        assert all(("director" in text) == (name == "films") for name, text in later)
        assert run(["endpoint", "profile", "--fresh", "--kg", str(tmp_path)]) == 0
        assert len(asked) >= counted + len(later) + counted

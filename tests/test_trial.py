"""What preparing and running a query tells, as codes: no word of an endpoint, no value."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from nlkgq import KnowledgeGraph, Translator
from nlkgq.endpoints.protocol import Limits
from nlkgq.errors import EndpointError, UnmaskError
from nlkgq.llm.protocol import ModelReply, ModelRequest
from nlkgq.repair import CheckedQuery
from nlkgq.results.models import RdfTerm, Result, SelectResult
from nlkgq.trial import EMPTY_RESULT, Trials
from nlkgq.validation.finding import Finding
from nlkgq.validation.gate import GatedQuery

ROW = SelectResult(variables=("x",), rows=((RdfTerm("literal", "secret"),),))
EMPTY = SelectResult(variables=("x",), rows=())


@dataclass(frozen=True)
class Prepared:
    findings: tuple[Finding, ...] = ()


def trials(
    outcome: Result | Exception, *, reveal: tuple[str, ...] = (), prepared: Prepared | None = None
) -> Trials[Prepared]:
    def run(_: Prepared) -> Result:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return Trials(lambda text: prepared or Prepared(), run, reveal=reveal)


def told(tried: Trials[Prepared]) -> list[str]:
    tried.run("q")
    return [f.code for f in tried(CheckedQuery(query="q")).findings]


def test_an_empty_result_is_told_only_where_it_may() -> None:
    assert told(trials(EMPTY)) == []
    assert told(trials(EMPTY, reveal=(EMPTY_RESULT,))) == ["empty-result"]
    assert told(trials(ROW, reveal=(EMPTY_RESULT,))) == []


def test_values_that_are_not_there_are_told_only_where_they_may() -> None:
    unknown = Prepared(findings=(Finding(code="value-unknown", severity="warning", message="m", reveals=True),))
    assert told(trials(ROW, prepared=unknown)) == []
    assert told(trials(ROW, prepared=unknown, reveal=("value-unknown",))) == ["value-unknown"]


@pytest.mark.parametrize("kind", ["bad-query", "timeout", "too-large"])
def test_an_endpoint_s_failure_is_a_code_in_words_of_ours(kind: str) -> None:
    error = EndpointError("Mara said no", kind=kind, endpoint="Mara", said="Mara")
    tried = trials(error)
    assert tried.run("q")
    checked = tried(CheckedQuery(query="q"))
    assert [f.code for f in checked.findings] == [f"endpoint-{kind}"]
    assert checked.error is error
    assert "Mara" not in f"{checked.findings}"


def test_what_no_other_query_avoids_is_an_error() -> None:
    with pytest.raises(EndpointError):
        trials(EndpointError("down", kind="network", endpoint="e")).run("q")


def test_what_cannot_be_prepared_goes_back() -> None:
    def prepare(text: str) -> Prepared:
        raise UnmaskError("VALUE_BCDF is part of an IRI", placeholder="VALUE_BCDF", hint="Use it as a term of its own.")

    checked = Trials(prepare, lambda prepared: ROW)(CheckedQuery(query="q"))
    assert [(f.code, f.terms) for f in checked.findings] == [("misplaced-placeholder", ("VALUE_BCDF",))]


def test_results_are_remembered() -> None:
    tried = trials(ROW)
    assert not tried.was_run("q")
    assert not tried.run("q")
    assert tried.result("q") is ROW
    failed = trials(EndpointError("slow", kind="timeout", endpoint="e"))
    assert failed.run("q")
    assert not failed.run("q"), "it is not run again"
    with pytest.raises(EndpointError):
        failed.result("q")


class Model:
    """Says one thing after the other."""

    def __init__(self, *queries: str) -> None:
        self.queries = list(queries)
        self.requests: list[ModelRequest] = []

    def complete(self, request: ModelRequest) -> ModelReply:
        self.requests.append(request)
        return ModelReply(text=f"```sparql\n{self.queries.pop(0)}\n```", model="m")


P = "PREFIX films: <https://nlkgq.example/films#> "
NOTHING = P + "SELECT ?f { ?f a films:Film ; films:runtime 1 }"
SOMETHING = P + "SELECT ?f { ?f a films:Film ; films:runtime ?r }"


@pytest.mark.parametrize(("reveal", "calls"), [((), 1), (("empty-result",), 2)])
def test_a_model_hears_of_an_empty_result_by_setting_only(reveal: tuple[str, ...], calls: int) -> None:
    model = Model(NOTHING, SOMETHING)
    with KnowledgeGraph.open("films", settings={"repair.reveal": list(reveal)}) as kg:
        answer = Translator(kg, model=model).ask("Which films are there?")
    assert len(model.requests) == calls
    assert bool(answer.rows) is bool(reveal)
    if reveal:
        assert "empty-result" in model.requests[1].messages[-1].text


def test_a_model_hears_of_a_refusal_without_the_endpoint_s_words(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model(NOTHING, SOMETHING)
    with KnowledgeGraph.open("films") as kg:
        real = kg.knowledge.endpoint

        class Slow:
            name = "slow"

            def run(self, query: GatedQuery, *, limits: Limits) -> Result:
                if "runtime> 1" in query.text or "runtime 1" in query.text:
                    raise EndpointError("Mara was slow", kind="timeout", endpoint="e", said="Mara")
                return real.run(query, limits=limits)

            def close(self) -> None:
                real.close()

        monkeypatch.setitem(kg.knowledge.__dict__, "endpoint", Slow())
        said: list[str] = []
        answer = Translator(kg, model=model).ask("Which films are there?", told=lambda t: said.append(t.query))
    assert answer.rows
    assert [query.partition("?f {")[2].split()[-2] for query in said] == ["1", "?r"]
    assert "endpoint-timeout" in model.requests[1].messages[-1].text
    assert "Mara" not in str(model.requests[1].payload())


def test_the_best_that_fails_at_the_endpoint_is_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model(NOTHING, NOTHING)

    class Slow:
        name = "slow"

        def run(self, query: GatedQuery, *, limits: Limits) -> Result:
            raise EndpointError("slow", kind="timeout", endpoint="e")

        def close(self) -> None:
            pass

    with KnowledgeGraph.open("films") as kg:
        monkeypatch.setitem(kg.knowledge.__dict__, "endpoint", Slow())
        with pytest.raises(EndpointError):
            Translator(kg, model=model).ask("Which films are there?")
    assert len(model.requests) == 2

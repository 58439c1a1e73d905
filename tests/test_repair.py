"""The repair loop: bounded, every attempt kept, the best one returned."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nlkgq.errors import (
    GateError,
    LeakBlocked,
    ModelError,
    NoQueryError,
    NotUnderstoodError,
    RecordingNotFound,
)
from nlkgq.generation.protocol import Attempt, Generation
from nlkgq.llm.protocol import ModelRequest
from nlkgq.masking.model import MaskedText
from nlkgq.repair import CheckedQuery, edited, generate_valid
from nlkgq.sparql import Splice
from nlkgq.validation.finding import Finding

QUESTION = MaskedText(text="Which films?", mode="off")


def found(n: int, severity: str = "error") -> tuple[Finding, ...]:
    return tuple(Finding(code=f"c{i}", severity=severity, message=f"wrong {i}") for i in range(n))


class Model:
    """Answers with what is planned, and remembers the histories it was given."""

    def __init__(self, *plan: str | Exception, is_model: bool = True) -> None:
        self.plan = list(plan)
        self.histories: list[tuple[Attempt, ...]] = []
        self.is_model = is_model

    def generate(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> Generation:
        self.histories.append(history)
        step = self.plan.pop(0)
        if isinstance(step, Exception):
            raise step
        if not self.is_model:
            return Generation(query=step)
        request = ModelRequest(model="m", system=(), messages=())
        return Generation(query=step, reply=f"```\n{step}\n```", request=request, model="m")


def by_number(**errors: int) -> Callable[[str], CheckedQuery]:
    return lambda text: CheckedQuery(query=text, findings=found(errors.get(text, 0)))


def test_clean_at_once():
    model = Model("a")
    outcome = generate_valid(model, QUESTION, by_number())
    assert (outcome.checked.query, outcome.generation.query, len(outcome.attempts)) == ("a", "a", 1)
    assert model.histories == [()]


def test_errors_go_back_with_the_query_as_checked():
    model = Model("a", "b")

    def check(text: str) -> CheckedQuery:
        return CheckedQuery(query=f"PREFIX {text}", findings=found(text == "a"))

    outcome = generate_valid(model, QUESTION, check)
    assert outcome.checked.query == "PREFIX b"
    assert model.histories[1] == (Attempt(query="PREFIX a", findings=found(1), reply="```\na\n```"),)


def test_warnings_ask_nothing():
    model = Model("a")
    outcome = generate_valid(model, QUESTION, lambda t: CheckedQuery(query=t, findings=found(3, "warning")))
    assert len(outcome.attempts) == 1
    assert len(outcome.checked.findings) == 3


@pytest.mark.parametrize(("rounds", "calls"), [(0, 1), (1, 2), (2, 3)])
def test_rounds_are_bounded(rounds, calls):
    model = Model("a", "b", "c", "d")
    outcome = generate_valid(model, QUESTION, by_number(a=1, b=1, c=1, d=1), max_rounds=rounds)
    assert len(model.histories) == len(outcome.attempts) == calls


@pytest.mark.parametrize(
    ("errors", "best"),
    [({"a": 1, "b": 2, "c": 3}, "a"), ({"a": 2, "b": 1, "c": 1}, "c"), ({"a": 3, "b": 1, "c": 2}, "b")],
)
def test_fewest_errors_then_latest(errors, best):
    outcome = generate_valid(Model("a", "b", "c"), QUESTION, by_number(**errors))
    assert outcome.checked.query == best
    assert [a.query for a in outcome.attempts] == ["a", "b", "c"]


def test_one_that_runs_before_one_that_does_not():
    error = GateError("no updates", code="update")

    def check(text: str) -> CheckedQuery:
        if text == "b":
            return CheckedQuery(query=text, findings=found(1), error=error)
        return CheckedQuery(query=text, findings=found(2))

    assert generate_valid(Model("a", "b"), QUESTION, check, max_rounds=1).checked.query == "a"


def test_best_may_be_one_that_cannot_run():
    error = GateError("no updates", code="update")
    outcome = generate_valid(
        Model("a", "b"), QUESTION, lambda t: CheckedQuery(query=t, findings=found(1), error=error), max_rounds=1
    )
    assert outcome.checked.error is error


def test_offline_translator_is_asked_once():
    model = Model("a", is_model=False)
    outcome = generate_valid(model, QUESTION, by_number(a=1))
    assert len(outcome.attempts) == 1
    assert outcome.checked.findings == found(1)


def test_a_repeated_query_ends_it():
    model = Model("a  b", "c", "a\nb", "d")
    outcome = generate_valid(model, QUESTION, lambda t: CheckedQuery(query=t, findings=found(1)), max_rounds=9)
    assert len(outcome.attempts) == 3


def test_histories_never_repeat():
    model = Model("a", NoQueryError("x"), "b", NoQueryError("y"))
    generate_valid(model, QUESTION, by_number(a=1, b=1), max_rounds=3)
    assert len(set(model.histories)) == 4
    assert [len(h) for h in model.histories] == [0, 1, 2, 3]


def test_reply_without_a_query_is_an_attempt():
    model = Model(NoQueryError("I think so."), "a")
    outcome = generate_valid(model, QUESTION, by_number())
    assert outcome.checked.query == "a"
    assert [(a.query, a.reply) for a in outcome.attempts] == [("", "I think so."), ("a", "```\na\n```")]
    assert model.histories[1][0].findings[0].code == "no-query"
    assert model.histories[1][0].reply == "I think so."


def test_no_query_at_all():
    model = Model(NoQueryError("one"), NoQueryError("two"), NoQueryError("three"))
    with pytest.raises(NoQueryError) as caught:
        generate_valid(model, QUESTION, by_number())
    assert caught.value.text == "three"
    assert len(model.histories) == 3


def test_the_same_reply_without_a_query_ends_it():
    model = Model(NoQueryError("no"), NoQueryError("no"), "a")
    with pytest.raises(NoQueryError):
        generate_valid(model, QUESTION, by_number())
    assert len(model.histories) == 2


def test_a_model_that_names_what_is_missing_is_believed():
    model = Model(NoQueryError("NO QUERY: there is nothing about songs."), "a")
    with pytest.raises(NoQueryError):
        generate_valid(model, QUESTION, by_number())
    assert len(model.histories) == 1


def test_later_failure_of_the_model_keeps_what_there_is():
    failure = ModelError("busy", kind="overloaded")
    outcome = generate_valid(Model("a", failure), QUESTION, by_number(a=1))
    assert outcome.checked.query == "a"
    assert outcome.stopped_by is failure


@pytest.mark.parametrize(
    "failure",
    [
        ModelError("busy", kind="overloaded"),
        LeakBlocked("blocked"),
        NotUnderstoodError("which?"),
        RecordingNotFound("none", request_hash="h", nearest=None),
    ],
)
def test_first_failure_comes_through(failure):
    with pytest.raises(type(failure)):
        generate_valid(Model(failure), QUESTION, by_number())


@pytest.mark.parametrize("failure", [LeakBlocked("blocked"), RecordingNotFound("none", request_hash="h", nearest=None)])
def test_leak_and_missing_recording_always_come_through(failure):
    with pytest.raises(type(failure)):
        generate_valid(Model("a", failure), QUESTION, by_number(a=1))


def test_failure_behind_replies_without_a_query_comes_through():
    with pytest.raises(ModelError):
        generate_valid(Model(NoQueryError("x"), ModelError("busy", kind="overloaded")), QUESTION, by_number())


def misspelt(text: str) -> CheckedQuery:
    """``<e:titel>`` is wrong, and an edit mends it."""
    at = text.find("<e:titel>")
    if at < 0:
        return CheckedQuery(query=text)
    wrong = Finding(code="wrong", severity="error", message="wrong", edit=(Splice(at, at + 9, "<e:title>"),))
    return CheckedQuery(query=text, findings=(wrong,))


def test_safe_edits_cost_no_call_and_are_kept():
    model = Model("SELECT ?t { ?f <e:titel> ?t }")
    outcome = generate_valid(model, QUESTION, misspelt)
    assert outcome.checked.query == "SELECT ?t { ?f <e:title> ?t }"
    assert len(model.histories) == 1
    (attempt,) = outcome.attempts
    assert [c.query for c in attempt.before] == ["SELECT ?t { ?f <e:titel> ?t }"]
    assert [f.code for f in attempt.before[0].findings] == ["wrong"]


def test_edits_come_even_where_no_call_is_allowed():
    model = Model("SELECT ?t { ?f <e:titel> ?t }")
    assert generate_valid(model, QUESTION, misspelt, max_rounds=0).checked.findings == ()


def test_an_edit_that_makes_it_worse_is_not_made():
    def check(text: str) -> CheckedQuery:
        return misspelt(text) if "titel" in text else CheckedQuery(query=text, findings=found(2))

    query = "SELECT ?t { ?f <e:titel> ?t }"
    assert edited(check(query), check) == (check(query), ())


def test_edits_are_bounded():
    def check(text: str) -> CheckedQuery:
        number = text.count("#")
        more = Finding(code="c", severity="error", message="m", edit=(Splice(0, 0, "#\n"),))
        return CheckedQuery(query=text, findings=(more,) * (9 - number))

    result, before = edited(check("ASK {}"), check)
    assert (len(before), len(result.findings)) == (3, 6)


def test_what_goes_back_is_what_is_left_after_the_edits():
    def check(text: str) -> CheckedQuery:
        other = Finding(code="other", severity="error", message="other")
        return CheckedQuery(query=text, findings=(*misspelt(text).findings, *([other] if "?x" in text else [])))

    model = Model("SELECT ?x { ?f <e:titel> ?t }", "SELECT ?t { ?f <e:title> ?t }")
    generate_valid(model, QUESTION, check)
    ((_, (earlier,)),) = [model.histories]
    assert (earlier.query, [f.code for f in earlier.findings]) == ("SELECT ?x { ?f <e:title> ?t }", ["other"])


REVEALING = Finding(code="tells", severity="error", message="tells", reveals=True)


def test_what_reveals_content_neither_goes_back_nor_asks():
    model = Model("a", "b")
    outcome = generate_valid(model, QUESTION, lambda t: CheckedQuery(query=t, findings=(REVEALING,)))
    assert (len(model.histories), outcome.checked.findings) == (1, (REVEALING,))


def test_beside_others_it_is_left_out():
    model = Model("a", "b")

    def check(text: str) -> CheckedQuery:
        return CheckedQuery(query=text, findings=(REVEALING, *found(1)) if text == "a" else ())

    generate_valid(model, QUESTION, check)
    assert [f.code for f in model.histories[1][0].findings] == ["c0"]


def test_a_setting_lets_it_go_back_whatever_its_severity():
    doubt = Finding(code="tells", severity="warning", message="tells", reveals=True)
    model = Model("a", "b")

    def check(text: str) -> CheckedQuery:
        return CheckedQuery(query=text, findings=(doubt,) if text == "a" else ())

    outcome = generate_valid(model, QUESTION, check, reveal=("tells",))
    assert model.histories[1][0].findings == (doubt,)
    assert outcome.checked.query == "b"


def test_only_what_has_no_errors_is_tried():
    tried: list[str] = []

    def trial(checked: CheckedQuery) -> CheckedQuery:
        tried.append(checked.query)
        failed = (*checked.findings, Finding(code="endpoint-timeout", severity="error", message="slow"))
        return CheckedQuery(query=checked.query, findings=failed) if checked.query == "b" else checked

    model = Model("a", "b", "c")
    outcome = generate_valid(model, QUESTION, by_number(a=1), trial=trial)
    assert tried == ["b", "c"]
    assert [f.code for f in model.histories[2][1].findings] == ["endpoint-timeout"]
    assert outcome.checked.query == "c"

"""What the forms of a wrapper find in the data, and whether what its author vouches for holds there."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Protocol

from nlkgq.errors import EndpointError, RefusedError
from nlkgq.results.models import SelectResult
from nlkgq.wrapper.conversion import Conversion
from nlkgq.wrapper.finding import Findings, WrapperFinding
from nlkgq.wrapper.model import OBJECT, SUBJECT, ClassForm, PropertyForm, Wrapper


class Select(Protocol):
    """Asks an endpoint by name, or all of them."""

    def __call__(self, text: str, *, part: str | None = None) -> SelectResult:
        """The rows of a SELECT query."""


def count_forms(
    wrapper: Wrapper,
    select: Select,
    *,
    seconds: float,
    endpoints: Collection[str] = (),
    clock: Callable[[], float] = time.monotonic,
) -> tuple[WrapperFinding, ...]:
    """One finding ``count`` a form, and findings for what is empty, not covered or repeated.

    * ``unknown-endpoint``: a form in an endpoint that is none of several;
    * ``empty``: a form that finds nothing: a wrong IRI, code or condition;
    * ``not-covered``: native terms without a clean one, which queries never see; an error where w:total says that
      there are none;
    * ``repeats``: a form that finds pairs twice although w:repeats says false.

    Args:
        wrapper: As `read_wrapper` gives it.
        select: Asks the data.
        seconds: Most time for all of it; what is left then is not counted, and a finding says so.
        endpoints: Names that ``select`` knows; forms elsewhere are counted in all of the data.
        clock: For tests.
    """

    def count(text: str, endpoint: str | None) -> int:
        value = select(text, part=endpoint if endpoint in endpoints else None).rows[0][0]
        assert value is not None  # a count is always bound
        return int(value.value)

    findings = Findings()
    deadline = clock() + seconds
    forms = list(wrapper.forms())
    for done, (term, form) in enumerate(forms):
        place = wrapper.prefixes.shorten(term)
        if clock() > deadline:
            findings.info("not-counted", place, f"the time was over; {len(forms) - done} forms were not counted")
            break
        if form.endpoint is not None and form.endpoint not in endpoints and len(endpoints) > 1:
            message = f"w:endpoint {form.endpoint!r} is none of {', '.join(sorted(endpoints))}"
            findings.error("unknown-endpoint", place, message, "Give it a name that kg.toml has.")
        try:
            _one(form, place, count, findings)
        except (EndpointError, RefusedError) as error:
            findings.warning("not-counted", place, f"not counted: {error.message}", error.hint or "Count it alone.")
    return tuple(findings)


def _one(
    form: ClassForm | PropertyForm, place: str, count: Callable[[str, str | None], int], findings: Findings
) -> None:
    ends = (SUBJECT,) if isinstance(form, ClassForm) else (SUBJECT, OBJECT)
    head = " ".join(f"?{end}" for end in ends)

    def counted(inner: str, distinct: str = "") -> int:
        where = f"{{ {form.pattern} {inner} }}"
        if form.graph is not None:
            where = f"{{ GRAPH <{form.graph}> {where} }}"
        return count(f"SELECT (COUNT(*) AS ?n) WHERE {{ SELECT {distinct}{head} WHERE {where} }}", form.endpoint)

    pairs = counted("", "DISTINCT ")
    if not pairs:
        findings.warning("empty", place, f"{form.shown} finds nothing", "Check its spelling, its codes, its endpoint.")
        return
    noun = "things" if isinstance(form, ClassForm) else "pairs"
    findings.info("count", place, f"{form.shown} finds {pairs:,} {noun}")
    if not form.repeats:
        found = counted("")
        if found != pairs:
            message = f"{form.shown} finds {found:,} {noun}, {pairs:,} of them different, and is not said to repeat"
            findings.error("repeats", place, message, "Take w:repeats false away, or say true.")
    sides = (form.instances,) if isinstance(form, ClassForm) else (form.subject, form.object)
    for end, conversion in zip(ends, sides, strict=True):
        if conversion is not None:
            _covered(conversion, end, pairs, counted, place, findings)


def _covered(
    conversion: Conversion, end: str, pairs: int, counted: Callable[[str, str], int], place: str, findings: Findings
) -> None:
    guard = replace(conversion, total=False).guard(f"?{end}")
    noun = f"an {end}" if end == OBJECT else f"a {end}"
    left = pairs - counted(guard, "DISTINCT ") if guard else 0
    if left and conversion.total:
        message = f"{left:,} of {pairs:,} have {noun} without a clean term, and w:total says that none has"
        findings.error("not-covered", place, message, "Take w:total away, or complete the conversion.")
    elif left:
        message = f"{left:,} of {pairs:,} have {noun} without a clean term, and are never found"
        findings.info("not-covered", place, message, "Complete the conversion, if they should be.")

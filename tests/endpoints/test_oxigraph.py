"""What the oxigraph server does beyond the contract: it stops at its own time limit, in the middle of an answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nlkgq.endpoints.protocol import Endpoint
from nlkgq.errors import EndpointError
from nlkgq.results.models import Result

Ask = Callable[..., Result]

# Patterns that scan the store again and again; the server looks at its clock only there.
PRODUCT = "?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(STRLEN(CONCAT(STR(?a), STR(?f), STR(?h))) < 5)"


@pytest.mark.parametrize(
    "text",
    [
        f"SELECT (COUNT(*) AS ?n) {{ {PRODUCT} }}",
        f"ASK {{ {PRODUCT} }}",
        f"CONSTRUCT {{ ?a e:with ?i }} WHERE {{ {PRODUCT} }}",
    ],
)
def test_its_time_limit_is_a_timeout(oxigraph: Endpoint, ask: Ask, text: str) -> None:
    with pytest.raises(EndpointError) as caught:
        ask(oxigraph, text, seconds=25)
    assert caught.value.kind == "timeout"
    assert "no answer within" not in caught.value.message  # the server ended it, not we

"""An endpoint of the TEXT2SPARQL challenge: GET with ``dataset`` and ``question``, JSON with ``query``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlkgq.errors import ModelError, NoQueryError
from nlkgq.generation.protocol import Generation
from nlkgq.validation.attempt import Attempt

if TYPE_CHECKING:
    from nlkgq.masking.model import MaskedText

_LARGEST = 1_000_000


class Text2SparqlEndpoint:
    """Asks the endpoint; redirects are not followed.

    Args:
        url: Its address.
        dataset: The id it knows the graph by.
        timeout: Seconds.
    """

    def __init__(self, url: str, *, dataset: str, timeout: float) -> None:
        self._url = url
        self._dataset = dataset
        self._timeout = timeout

    def generate(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> Generation:
        """Its query.

        Raises:
            NoQueryError: It sent none.
            ModelError: It could not be asked, or sent something else.
        """
        import httpx

        parameters = {"dataset": self._dataset, "question": question.text}
        try:
            reply = httpx.get(self._url, params=parameters, timeout=self._timeout, follow_redirects=False)
        except httpx.TimeoutException:
            raise ModelError(f"{self._url}: no answer in {self._timeout:g} s", kind="timeout") from None
        except httpx.HTTPError as error:
            raise ModelError(f"{self._url}: {error}", kind="network", retryable=True) from None
        if reply.status_code != 200:
            kind = "overloaded" if reply.status_code >= 500 else "bad-request"
            raise ModelError(f"{self._url}: HTTP {reply.status_code}", kind=kind, status=reply.status_code)  # type: ignore[arg-type] # one of two known kinds
        try:
            query = reply.json()["query"] if len(reply.content) <= _LARGEST else None
        except (ValueError, KeyError, TypeError):
            query = None
        if not isinstance(query, str):
            raise ModelError(f"{self._url}: the reply is no TEXT2SPARQL answer", kind="bad-reply")
        if not query.strip():
            raise NoQueryError(query)
        return Generation(query=query, model="offline", seconds=reply.elapsed.total_seconds())

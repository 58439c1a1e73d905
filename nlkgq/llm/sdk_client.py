"""What the clients over a provider's SDK share: one call in bounds, one connection pool, what a model takes."""

from __future__ import annotations

import importlib
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any, ClassVar

from nlkgq.llm.bounds import Attempt, Deadline
from nlkgq.llm.parameters import TakenParameters
from nlkgq.llm.protocol import ModelReply, ModelRequest, WireCheck
from nlkgq.llm.retry import RetryPolicy
from nlkgq.llm.wire import call, checked_address, http_client


class SdkClient(ABC):
    """A client over an SDK, which is imported at the first call. Thread-safe.

    Args:
        gate: Sees every body before a connection is opened.
        base_url: The server; the environment's proxies and redirects are not followed.
        deadline: Seconds for a whole call, retries included.
        proxy: Address of a proxy; None for none. The environment is not asked.
        policy: When a failed attempt is repeated.
    """

    sdk_name: ClassVar[str]
    """The SDK's module."""
    optional: ClassVar[Mapping[str, str | None]]
    """Parameters that some models do not take -> the name that takes the value instead; None to leave it out."""

    def __init__(
        self, *, gate: WireCheck, base_url: str, deadline: float, proxy: str | None, policy: RetryPolicy | None
    ) -> None:
        self._base_url = checked_address(base_url)
        self._gate = gate
        self._deadline = deadline
        self._proxy = proxy
        self._policy = policy or RetryPolicy()
        self._taken: dict[str, TakenParameters] = {}
        self._lock = threading.Lock()
        self._sdk_client: Any = None

    @abstractmethod
    def whole_body(self, request: ModelRequest) -> dict[str, Any]:
        """The JSON body of a request, with every parameter."""

    @abstractmethod
    def _make(self, sdk: ModuleType, http: Any) -> Any:
        """The SDK's own client over an HTTP client."""

    @abstractmethod
    def _send(self, sdk: ModuleType, client: Any, body: dict[str, Any], attempt: Attempt) -> ModelReply:
        """One attempt."""

    def body(self, request: ModelRequest) -> dict[str, Any]:
        """The JSON body that a request becomes: without what its model has been seen to reject."""
        return self._taken_by(request.model).fit(self.whole_body(request))

    def complete(self, request: ModelRequest) -> ModelReply:
        """One reply.

        Raises:
            ModelError: The call failed; ``kind`` says how.
            LeakBlocked: The wire gate refuses the request.
        """
        sdk = importlib.import_module(self.sdk_name)
        start = time.monotonic()
        deadline = Deadline(self._deadline)
        client = self._client()
        reply, attempts = call(
            request,
            lambda attempt: self._send(sdk, client, self.body(request), attempt),
            sdk=sdk,
            deadline=deadline,
            policy=self._policy,
            learn=self._taken_by(request.model).learn,
        )
        return replace(reply, attempts=attempts, seconds=time.monotonic() - start)

    def close(self) -> None:
        """Ends its connections; a later call opens new ones."""
        with self._lock:
            client, self._sdk_client = self._sdk_client, None
        if client is not None:
            client.close()

    def _taken_by(self, model: str) -> TakenParameters:
        return self._taken.setdefault(model, TakenParameters(self.optional))

    def _client(self) -> Any:
        sdk = importlib.import_module(self.sdk_name)
        with self._lock:
            if self._sdk_client is None:
                self._sdk_client = self._make(sdk, http_client(sdk, gate=self._gate, proxy=self._proxy))
            return self._sdk_client

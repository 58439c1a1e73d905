"""Starts the import of an SDK beside other work: the import alone takes over a second."""

from __future__ import annotations

import importlib
import threading
from contextlib import suppress

_SDKS = {"anthropic": "anthropic", "openai": "openai"}


def preload(model: str) -> threading.Thread | None:
    """Begins to import the SDK that a back-end needs.

    Args:
        model: Such as ``anthropic:<model>``; other back-ends need no SDK.

    Returns:
        The thread, which nobody needs to wait for; None when there is nothing to import.

    >>> preload("offline") is None
    True
    """
    sdk = _SDKS.get(model.partition(":")[0])
    if sdk is None:
        return None

    def load() -> None:
        with suppress(ImportError):  # the client says what is missing, and what to install
            importlib.import_module(sdk)

    thread = threading.Thread(target=load, daemon=True, name=f"import-{sdk}")
    thread.start()
    return thread

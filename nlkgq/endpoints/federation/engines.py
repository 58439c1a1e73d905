"""What is known of engines that evaluate SERVICE or are called by it, by the ``Server`` header of their replies.

Each entry was seen on a running server, not read in a manual.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nlkgq.errors import FederationError

if TYPE_CHECKING:
    from nlkgq.endpoints.federation.sources import Source

_VIRTUOSO: Final = re.compile(r"Virtuoso/(\d+)\.(\d+)\.(\d+)")
_DEAF_BUILD: Final = (7, 20, 3229)
"""Virtuoso up to this build keeps a query that is posted directly (SPARQL 1.1 Protocol, section 2.1.3) waiting for
ever, and the thread that should answer it with it; seen on 07.20.3229, a form is answered."""
_POSTS_DIRECTLY: Final = re.compile(r"Oxigraph/")


def software(source: Source) -> str | None:
    """What the server calls itself; None for as long as it has not replied, "" where it does not say."""
    found = getattr(source.endpoint, "software", "")
    return found if found is None else str(found)


def check_home(home: Source) -> None:
    """Refuses an endpoint that joins what it gets by SERVICE wrongly.

    Virtuoso (07.20.3229) drops rows where a SERVICE block stands beside a sub-select, UNION, MINUS or EXISTS.

    Raises:
        FederationError: Its answers could be wrong.
    """
    if _VIRTUOSO.search(software(home) or ""):
        raise _refused(f"{home.name} is a Virtuoso, which joins SERVICE blocks wrongly")


def check_call(home: Source, called: Source) -> None:
    """Refuses a pair of servers of which the first never gets an answer from the second.

    Raises:
        FederationError: It would hang, and cost the second a thread each time.
    """
    found = _VIRTUOSO.search(software(called) or "")
    if found is None or _POSTS_DIRECTLY.search(software(home) or "") is None:
        return
    if tuple(map(int, found.groups())) <= _DEAF_BUILD:
        raise _refused(f"{home.name} posts queries directly, which {called.name} ({found[0]}) never answers")


def _refused(what: str) -> FederationError:
    return FederationError(
        f"SERVICE cannot answer this: {what}",
        code="service",
        hint='federation.mode = "mediator" asks each endpoint by itself; or name another endpoint first.',
    )

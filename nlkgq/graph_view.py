"""Reads the clean view of a wrapped graph out of its endpoint; see `nlkgq.clean_view`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nlkgq.results.models import SelectResult
    from nlkgq.wrapper.model import Wrapper


def write_clean_view(
    select: Callable[[str], SelectResult],
    wrapper: Wrapper,
    target: Path,
    *,
    services: Mapping[str, str] | None,
    progress: Callable[[float | None], None] | None,
) -> bool:
    """Writes the clean view of a wrapped graph into a file.

    Args:
        select: Runs a SELECT query in native terms.
        wrapper: The clean terms.
        target: The file.
        services: Endpoint name -> IRI, where there are several.
        progress: Told the share that is done.

    Returns:
        Whether it is complete.

    Raises:
        EndpointError: A query failed.
    """
    from nlkgq.clean_view import write_view
    from nlkgq.results.back import in_clean_terms
    from nlkgq.rewrite.rules import rewrite
    from nlkgq.sparql import parse_query
    from nlkgq.wrapper.model import make_back

    back = make_back(wrapper)

    def run(text: str) -> SelectResult:
        return in_clean_terms(select(str(rewrite(parse_query(text), wrapper, services=services).tree)), back)

    return write_view(run, wrapper, target, progress=progress)

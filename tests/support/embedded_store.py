"""The embedded store in tests: asking, counting, and looking for its workers."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from nlkgq.endpoints.embedded import EmbeddedEndpoint
from nlkgq.endpoints.protocol import Limits
from nlkgq.results.models import Result, SelectResult
from nlkgq.validation.gate import GatePolicy, gate

Make = Callable[..., EmbeddedEndpoint]

PRODUCT = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?o ?p FILTER(STR(?c) < STR(?p)) }"
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"


def ask(endpoint: EmbeddedEndpoint, text: str, policy: GatePolicy | None = None, **limits: float) -> Result:
    return endpoint.run(gate(text, policy), limits=Limits(**limits))  # type: ignore[arg-type]  # keywords of one constructor, passed through


def number(result: Result) -> int:
    assert isinstance(result, SelectResult)
    [[cell]] = result.rows
    assert cell is not None
    return int(cell.value)


def triples(count: int) -> str:
    return "".join(f"<http://e/s{n}> <http://e/p> 'o{n}' .\n" for n in range(count))


def workers_in(folder: Path) -> list[int]:
    """Process ids of the living workers whose store lies under a folder."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            command = stat.with_name("cmdline").read_bytes()
        except OSError:
            continue
        if b"endpoints/worker.py" in command and str(folder).encode() in command:
            found.append(int(stat.parent.name))
    return found


def gone(pid: int) -> bool:
    """Whether a process has ended, or is a zombie that its new parent has not fetched."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def wait_until(condition: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return condition()

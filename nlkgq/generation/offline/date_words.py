"""Words in the names of dates that tell when something starts, and when it ends."""

from __future__ import annotations

STARTS = frozenset(
    (
        *("start", "started", "begin", "begins", "beginning", "begun", "began", "open", "opened"),
        *("opening", "effective"),
        *("from", "since", "entry", "admission", "admitted", "arrival", "inception"),
    )
)
ENDS = frozenset(
    (
        *("end", "ended", "ends", "ending", "close", "closed", "closing", "expiration", "expiry", "expires", "expired"),
        *("until", "to", "till", "finish", "finished", "completion", "completed", "exit", "discharge", "discharged"),
        *("departure", "return", "returned"),
    )
)

"""Progress of long work on standard error: a live line on a terminal, one line a step elsewhere."""

from __future__ import annotations

import sys
import time

import click

PATIENCE = 1.0
"""Seconds of silence before anything is said."""
_KEY = "nlkgq.cli.progress"
_PAUSE = 0.1
"""Seconds between two changes of the live line."""


class ProgressLine:
    """Called with what is being done and the share done; says so when it takes longer than `PATIENCE`."""

    def __init__(self) -> None:
        self._what = ""
        self._started = 0.0
        self._shown = 0.0
        self._live = sys.stderr.isatty()
        self._dirty = False

    def __call__(self, what: str, share: float | None) -> None:
        """Tells how far ``what`` has come: ``share`` in [0, 1], None when unknown."""
        now = time.monotonic()
        if what != self._what:
            self.clear()
            self._what, self._started, self._shown = what, now, 0.0
        if now - self._started < PATIENCE or now - self._shown < _PAUSE:
            return
        if self._live:
            far = f" {share:4.0%}" if share is not None else f" {now - self._started:.0f} s"
            click.echo(f"\r{what} ...{far} ", nl=False, err=True)
            self._dirty = True
        elif not self._shown:
            click.echo(f"{what} ...", err=True)
        self._shown = now

    def clear(self) -> None:
        """Takes the live line away."""
        if self._dirty:
            click.echo("\r" + " " * (len(self._what) + 12) + "\r", nl=False, err=True)
            self._dirty = False


def current() -> ProgressLine:
    """The progress line of the running command; it is cleared when the command ends."""
    context = click.get_current_context()
    if _KEY not in context.meta:
        line = context.meta[_KEY] = ProgressLine()
        context.call_on_close(line.clear)
    found: ProgressLine = context.meta[_KEY]
    return found

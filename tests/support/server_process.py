"""A server program that is started for a block: a free port, waiting until it answers, its end."""

from __future__ import annotations

import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

SECONDS_TO_START = 120


class ServerFailedError(RuntimeError):
    """A server does not start, or does not do as it is told."""


def free_port() -> int:
    """A port of the loopback interface that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_up(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Waits for any HTTP answer.

    Raises:
        ServerFailedError: The server ends, or takes too long; with the end of its log.
    """
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except urllib.error.HTTPError as answer:
            answer.close()
            return
        except OSError:
            time.sleep(0.05)
    raise ServerFailedError(f"the server at {url} does not start: {log.read_text(errors='replace')[-2000:]}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends a server at once."""
    process.kill()
    process.wait(timeout=30)

"""A web server over files on this machine that breaks off, leads elsewhere and says no where a test wants it."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class FileServer:
    """What it serves, and how.

    ``breaks`` counts, for a path, how many more replies end after half of what they promised; ``ranges`` says whether
    it goes on in the middle; ``asked`` holds path and Range header of each request.
    """

    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    statuses: dict[str, list[int]] = field(default_factory=dict)
    breaks: dict[str, int] = field(default_factory=dict)
    ranges: bool = True
    asked: list[tuple[str, str]] = field(default_factory=list)


@contextmanager
def file_server() -> Iterator[FileServer]:
    """A server while the block runs."""
    state = FileServer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.asked.append((self.path, self.headers.get("Range", "")))
            if state.statuses.get(self.path):
                self.send_error(state.statuses[self.path].pop(0))
                return
            if self.path in state.redirects:
                self.send_response(302)
                self.send_header("Location", state.redirects[self.path])
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            if self.path not in state.files:
                self.send_error(404)
                return
            self._send(state.files[self.path])

        def _send(self, body: bytes) -> None:
            tag = f'"{hashlib.sha256(body).hexdigest()[:8]}"'
            wanted = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
            start = int(wanted[1]) if wanted and state.ranges and self.headers.get("If-Range") == tag else 0
            if start > len(body) or (wanted and start == len(body)):
                self.send_error(416)
                return
            self.send_response(206 if start else 200)
            self.send_header("ETag", tag)
            self.send_header("Content-Length", str(len(body) - start))
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
            self.end_headers()
            end = len(body)
            if state.breaks.get(self.path, 0) > 0:
                state.breaks[self.path] -= 1
                end = (start + len(body)) // 2
                self.close_connection = True
            self.wfile.write(body[start:end])

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield state
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

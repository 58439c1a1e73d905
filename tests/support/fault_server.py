"""A loopback server that misbehaves on purpose, one way at a time."""

from __future__ import annotations

import contextlib
import gzip
import json
import socket
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

SELECT = {"head": {"vars": ["x"]}, "results": {"bindings": [{"x": {"type": "literal", "value": "v"}}]}}
GOOD = json.dumps(SELECT).encode()
RESULTS_JSON = "application/sparql-results+json"
NO_LENGTH = -1

Behaviour = Callable[[socket.socket], None]


def answer(
    body: bytes = GOOD,
    *,
    status: str = "200 OK",
    content_type: str = RESULTS_JSON,
    length: int | None = None,
    headers: str = "",
) -> bytes:
    """A response; ``length`` is what it says of itself, the true one when None, nothing when `NO_LENGTH`."""
    stated = len(body) if length is None else length
    head = f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\n{headers}Connection: close\r\n"
    if stated != NO_LENGTH:
        head += f"Content-Length: {stated}\r\n"
    return head.encode("latin-1") + b"\r\n" + body


def sends(response: bytes) -> Behaviour:
    """Sends this and hangs up."""
    return lambda connection: connection.sendall(response)


def hangs(connection: socket.socket) -> None:
    """Says nothing until the other side gives up."""
    connection.settimeout(30)
    with contextlib.suppress(OSError):
        while connection.recv(1024):
            pass


def drips(start: bytes, drop: bytes) -> Behaviour:
    """Sends the start, and then a little at a time without end."""

    def behave(connection: socket.socket) -> None:
        connection.sendall(start)
        while True:
            connection.sendall(drop)
            time.sleep(0.05)

    return behave


def floods(start: bytes, wave: bytes) -> Behaviour:
    """Sends the start, and then as much as goes through, without end."""

    def behave(connection: socket.socket) -> None:
        connection.sendall(start)
        while True:
            connection.sendall(wave)

    return behave


def resets(connection: socket.socket) -> None:
    """Ends the connection with a reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def bomb(mebibytes: int) -> bytes:
    """Spaces inside a JSON document, compressed a thousand to one."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    parts = [packer.compress(GOOD[:1])]
    parts += [packer.compress(b" " * (1 << 20)) for _ in range(mebibytes)]
    parts += [packer.compress(GOOD[1:]), packer.flush()]
    return b"".join(parts)


def packed(body: bytes = GOOD, *, cut: int = 0) -> bytes:
    """A gzip response, the last ``cut`` bytes of its content missing."""
    content = gzip.compress(body)
    return answer(content[: len(content) - cut], headers="Content-Encoding: gzip\r\n")


@dataclass
class FaultServer:
    """Answers each request with the next behaviour, the last one again and again."""

    url: str
    behaviours: list[Behaviour]
    requests: list[bytes] = field(default_factory=list)


def _read_request(connection: socket.socket) -> bytes:
    """One whole request, by its Content-Length."""
    data = b""
    while b"\r\n\r\n" not in data and (chunk := connection.recv(65_536)):
        data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            length = int(line.split(b":")[1])
            while len(body) < length and (chunk := connection.recv(65_536)):
                body += chunk
    return head + b"\r\n\r\n" + body


@contextlib.contextmanager
def fault_server(*behaviours: Behaviour, read: bool = True) -> Iterator[FaultServer]:
    """A server on the loopback interface; ``read`` says whether it waits for a request before it behaves."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    server = FaultServer(url=f"http://127.0.0.1:{listener.getsockname()[1]}/sparql", behaviours=list(behaviours))
    guard = threading.Lock()
    threads: list[threading.Thread] = []
    connections: list[socket.socket] = []

    def serve(connection: socket.socket) -> None:
        with contextlib.suppress(OSError), connection:
            request = _read_request(connection) if read else b""
            with guard:
                number = len(server.requests)
                server.requests.append(request)
            server.behaviours[min(number, len(server.behaviours) - 1)](connection)

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=serve, args=(connection,), daemon=True)
            with guard:
                threads.append(thread)
                connections.append(connection)
            thread.start()

    acceptor = threading.Thread(target=accept, daemon=True)
    acceptor.start()
    try:
        yield server
    finally:
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        for thread in (acceptor, *threads):
            thread.join(timeout=5)

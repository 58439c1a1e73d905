"""A model server on the loopback interface: speaks both protocols, and misbehaves as planned.

A test plans one move for each request it expects; a request without a move is answered 500 and counted, so that a test
notices calls it did not plan. Every reply here is written by hand.
"""

from __future__ import annotations

import json
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server
    asked: dict[str, Any]

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        body = self.rfile.read(length)
        self.asked = json.loads(body)
        self.server.loopback.raw.append(f"{self.requestline}\n{self.headers}".encode() + body)
        self.server.loopback.requests.append(
            (self.path, {name.lower(): value for name, value in self.headers.items()}, self.asked)
        )
        try:
            move = self.server.loopback.moves.popleft()
        except IndexError:
            self.server.loopback.unplanned += 1
            move = status(500)
        with suppress(OSError):  # the client has hung up
            move(self)

    def log_message(self, format: str, *args: Any) -> None:
        pass

    # pieces that moves are made of

    def begin(self, content_type: str = "text/event-stream; charset=utf-8") -> None:
        self.send_response(200)
        self.send_header("content-type", content_type)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()

    def piece(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def cut(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def wait(self, seconds: float) -> bool:
        """Waits; whether the test is still on."""
        return not self.server.loopback.over.wait(seconds)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, loopback: Loopback) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.loopback = loopback

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # a client that hangs up is part of the play


Move = Callable[[Handler], None]


class Loopback:
    """The server, its plan and what it was sent: ``requests`` has path, headers and parsed body, ``raw`` the bytes."""

    def __init__(self) -> None:
        self.moves: deque[Move] = deque()
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.raw: list[bytes] = []
        self.unplanned = 0
        self.over = threading.Event()
        self._server = Server(self)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def plan(self, *moves: Move) -> None:
        self.moves.extend(moves)

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [body for _, _, body in self.requests]

    def stop(self) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()


def status(code: int, body: object = None, **headers: str) -> Move:
    """An answer with a status; names of headers with underscores."""

    def move(handler: Handler) -> None:
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        handler.send_response(code)
        handler.send_header("content-type", "text/html" if isinstance(body, str) else "application/json")
        handler.send_header("content-length", str(len(data)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)

    return move


def stream(events: Iterable[bytes], *, cut: bool = False, pause: float = 0.0) -> Move:
    """Events one by one; ``cut`` breaks the connection behind the last."""

    def move(handler: Handler) -> None:
        handler.begin()
        for event in events:
            handler.piece(event)
            if pause and not handler.wait(pause):
                return
        if cut:
            handler.cut()
        else:
            handler.wfile.write(b"0\r\n\r\n")

    return move


def endless(event: bytes, pause: float = 0.001) -> Move:
    """The same event for ever."""

    def move(handler: Handler) -> None:
        handler.begin()
        while handler.wait(pause):
            handler.piece(event)

    return move


def endless_error_page(code: int) -> Move:
    def move(handler: Handler) -> None:
        handler.send_response(code)
        handler.send_header("content-type", "text/html")
        handler.send_header("transfer-encoding", "chunked")
        handler.end_headers()
        while handler.wait(0.0005):
            handler.piece(b"<p>sorry</p>" * 1000)

    return move


def silence(events: Iterable[bytes] = (), *, headers: bool = True) -> Move:
    """Says nothing more behind the events; without ``headers`` not even that it heard."""

    def move(handler: Handler) -> None:
        if headers:
            handler.begin()
        for event in events:
            handler.piece(event)
        handler.wait(60)
        handler.close_connection = True

    return move


def hang_up() -> Move:
    return Handler.cut


# the two protocols


def anthropic_event(kind: str, **fields: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()


def anthropic_events(text: str, *, stop: str = "end_turn", thinking: str = "") -> Iterator[bytes]:
    usage = {"input_tokens": 11, "cache_creation_input_tokens": 5, "cache_read_input_tokens": 7, "output_tokens": 1}
    message = {"id": "m", "type": "message", "role": "assistant", "model": "tester-2", "content": [], "usage": usage}
    yield anthropic_event("message_start", message=message)
    yield anthropic_event("ping")
    index = 0
    if thinking:
        yield anthropic_event("content_block_start", index=0, content_block={"type": "thinking", "thinking": ""})
        yield anthropic_event("content_block_delta", index=0, delta={"type": "thinking_delta", "thinking": thinking})
        yield anthropic_event("content_block_delta", index=0, delta={"type": "signature_delta", "signature": "x"})
        yield anthropic_event("content_block_stop", index=0)
        index = 1
    yield anthropic_event("content_block_start", index=index, content_block={"type": "text", "text": ""})
    for start in range(0, len(text), 9):
        delta = {"type": "text_delta", "text": text[start : start + 9]}
        yield anthropic_event("content_block_delta", index=index, delta=delta)
    yield anthropic_event("content_block_stop", index=index)
    yield anthropic_event("message_delta", delta={"stop_reason": stop}, usage={"output_tokens": 23})
    yield anthropic_event("message_stop")


def openai_event(**fields: Any) -> bytes:
    return f"data: {json.dumps(fields)}\n\n".encode()


def openai_events(
    text: str,
    *,
    stop: str | None = "stop",
    thinking: str = "",
    usage: bool = True,
    done: bool = True,
) -> Iterator[bytes]:
    def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None, "stop_token": 3}
        return openai_event(id="c", object="chat.completion.chunk", model="tester-2", choices=[choice], provider="x")

    yield b": keep-alive\n\n"
    yield chunk({"role": "assistant", "content": None})
    if thinking:
        yield chunk({"reasoning_content": thinking})
        yield chunk({"reasoning": thinking, "content": ""})
    for start in range(0, len(text), 9):
        yield chunk({"content": text[start : start + 9]})
    if stop is not None:
        yield chunk({}, stop)
    if usage:
        counts = {"prompt_tokens": 18, "completion_tokens": 23, "prompt_tokens_details": {"cached_tokens": 7}}
        yield openai_event(id="c", choices=[], usage=counts)
    if done:
        yield b"data: [DONE]\n\n"

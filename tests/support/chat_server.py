"""A model behind OpenAI's chat form on this machine, whose replies a test writes."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[[list[dict[str, str]]], str]
"""The messages of a request -> the text of its reply."""


@contextmanager
def chat_server(reply: Reply) -> Iterator[tuple[str, list[list[dict[str, str]]]]]:
    """Its address for `model.base_url`, and the messages of every request, in order."""
    asked: list[list[dict[str, str]]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(sent["messages"])
            message = {"role": "assistant", "content": reply(sent["messages"])}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
            whole = {"id": "1", "object": "chat.completion", "created": 1, "model": "small", "usage": usage}
            body = json.dumps({**whole, "choices": [choice]}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

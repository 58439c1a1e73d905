"""A model on the loopback interface that makes a mistake, then corrects what the message tells it and nothing else.

It speaks the Messages protocol over HTTP, streamed. Its first reply is planned; every further one is the query of the
conversation's last assistant turn, changed by what the last user turn says: each numbered sentence is read for a place
and an instruction ("Did you mean X?", "Swap the subject and the object of P", "Add ?x to GROUP BY", ...). What it
cannot read changes nothing, and then it says the same again.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

QUERY = re.compile(r"```sparql\n(.*?)```", re.DOTALL)
TERM = r"(?:<[^<>\s]*>|[\w-]*:[\w-]+|\?\w+|[\w-]+:)"
FINDING = re.compile(r"^(\d+)\. ([\w-]+)(?: at line (\d+)(?:, `(.*?)`)?)?: (.*)$")


class Told(NamedTuple):
    """One numbered sentence of a message."""

    code: str
    excerpt: str
    sentence: str


def read_message(text: str) -> list[Told]:
    """The numbered sentences of a repair message."""
    found = (FINDING.match(line.strip()) for line in text.splitlines())
    return [Told(m[2], m[4] or "", m[5]) for m in found if m is not None]


def corrected(query: str, told: list[Told]) -> str:
    """The query with every instruction followed, each once."""
    for one in told:
        for pattern, follow in INSTRUCTIONS:
            match = re.search(pattern, one.sentence)
            if match is not None:
                query = follow(query, one, match)
                break
    return query


def _replace_term(query: str, old: str, new: str) -> str:
    return re.sub(rf"(?<![\w:?<-]){re.escape(old)}(?![\w>-])", lambda _: new, query) if old else query


def _did_you_mean(query: str, told: Told, match: re.Match[str]) -> str:
    wrong = re.match(TERM, told.excerpt)
    return _replace_term(query, wrong[0] if wrong else told.excerpt, match[1])


def _write_instead(query: str, told: Told, match: re.Match[str]) -> str:
    return query.replace(told.excerpt, match[1], 1) if told.excerpt else query


def _swap(query: str, told: Told, match: re.Match[str]) -> str:
    name = re.escape(match[1])
    return re.sub(rf"(\?\w+|\"[^\"]*\") ({name}) (\?\w+|\"[^\"]*\")", r"\3 \2 \1", query, count=1)


def _fits(query: str, told: Told, match: re.Match[str]) -> str:
    wrong = re.match(TERM, told.excerpt)
    return _replace_term(query, wrong[0] if wrong else told.excerpt, match[1])


def _group(query: str, told: Told, match: re.Match[str]) -> str:
    if match[1] in query.partition("GROUP BY")[2]:
        return query
    if "GROUP BY" in query:
        return query.replace("GROUP BY", f"GROUP BY {match[1]}", 1)
    return re.sub(r"\}(?=[^}]*$)", f"}} GROUP BY {match[1]}", query, count=1)


def _order(query: str, told: Told, match: re.Match[str]) -> str:
    return re.sub(rf"ORDER BY (DESC\(|ASC\()?{re.escape(match[2])}\)?", rf"ORDER BY DESC({match[1]})", query)


def _through_a_name(query: str, told: Told, match: re.Match[str]) -> str:
    name = re.escape(match[1])
    return re.sub(rf"{name} (\"[^\"]*\")", rf"{match[1]} ?named . ?named films:name \1", query, count=1)


def _without_service(query: str, told: Told, match: re.Match[str]) -> str:
    return re.sub(r"SERVICE (?:SILENT )?\S+ (\{[^{}]*\})", r"\1", query, count=1)


def _without_from(query: str, told: Told, match: re.Match[str]) -> str:
    return re.sub(r"FROM (?:NAMED )?<[^>]*>\s*", "", query)


def _only_placeholder(query: str, told: Told, match: re.Match[str]) -> str:
    return query.replace(match[1], match[2])


def _characters(query: str, told: Told, match: re.Match[str]) -> str:
    return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda m: chr(int(m[1], 16)), query)


def _offset(query: str, line: str, column: str) -> int:
    return sum(len(text) + 1 for text in query.split("\n")[: int(line) - 1]) + int(column) - 1


def _close(query: str, told: Told, match: re.Match[str]) -> str:
    """``1 more '{' than '}'``: as many more at the end."""
    return query.rstrip() + f" {match[2]}" * int(match[1])


def _close_here(query: str, told: Told, match: re.Match[str]) -> str:
    at = _offset(query, match[1], match[2])
    return query[:at] + ") " + query[at:]


def _drop_here(query: str, told: Told, match: re.Match[str]) -> str:
    at = _offset(query, match[1], match[2])
    return query[:at] + query[at + len(match[3]) :]


def _as_select(query: str, told: Told, match: re.Match[str]) -> str:
    """What is no query becomes one, with its first variable."""
    found = re.search(r"(?:DELETE|INSERT) \{[^{}]*?(\?\w+)[^{}]*\}", query)
    return query.replace(found[0], f"SELECT {found[1]}", 1) if found is not None else query


def _columns(query: str, told: Told, match: re.Match[str]) -> str:
    grouped = re.search(r"GROUP BY ((?:\?\w+\s*)+)", query)
    return query.replace("SELECT *", f"SELECT {grouped[1].strip()}", 1) if grouped is not None else query


def _prefixed(query: str, told: Told, match: re.Match[str]) -> str:
    return query.replace(f"<{match[1]}>", f"films:{match[1]}")


def _to_other_type(query: str, told: Told, match: re.Match[str]) -> str:
    return re.sub(r'("[^"]*")\^\^[\w:]+', rf"\1^^{match[1]}", query, count=1)


def _smaller(query: str, told: Told, match: re.Match[str]) -> str:
    """Fewer, selective patterns: what is joined with nothing goes."""
    return re.sub(r"\?other\w* \?any\w* \?thing\w* \.\s*", "", query)


def _standard(query: str, told: Told, match: re.Match[str]) -> str:
    return re.sub(r"<java:[^>]*>|<bif:[^>]*>|bif:lower|xpath:lower", "LCASE", query)


def _out_of_filter(query: str, told: Told, match: re.Match[str]) -> str:
    """A FILTER moves to the end of the group that sets its variable."""
    found = re.search(r"\{ (FILTER\([^{}]*\)) \}\s*", query)
    if found is None:
        return query
    rest = query.replace(found[0], "", 1)
    return re.sub(r"\}(?=[^}]*$)", f" {found[1]} }}", rest, count=1)


def _unique(query: str, told: Told, match: re.Match[str]) -> str:
    return re.sub(rf"AS {re.escape(match[1])}\b", f"AS {match[1]}2", query, count=1)


def _declare(query: str, told: Told, match: re.Match[str]) -> str:
    return f"PREFIX {match[2]}: <{match[3]}>\n" + re.sub(rf"(?<![\w-]){match[1]}:", f"{match[2]}:", query)


def _literal(query: str, told: Told, match: re.Match[str]) -> str:
    """The placeholder inside the IRI behind the property, as a literal of its own."""
    return re.sub(rf"({re.escape(match[1])}) [^\s{{}}]*(VALUE_\w{{4}})[^\s{{}}]*", r'\1 "\2"', query, count=1)


def _same_variable(query: str, told: Told, match: re.Match[str]) -> str:
    selected = re.search(r"SELECT (?:DISTINCT )?(\?\w+)", query)
    return re.sub(r"MINUS \{ \?\w+", f"MINUS {{ {selected[1]}", query, count=1) if selected is not None else query


Follow = Callable[[str, Told, "re.Match[str]"], str]
INSTRUCTIONS: list[tuple[str, Follow]] = [
    (rf"Did you mean ({TERM})[?,]?", _did_you_mean),
    (r"The prefix ([\w-]+): is not declared\. Declare PREFIX ([\w-]+): <([^>]*)>", _declare),
    (rf"({TERM}) leads to literals, but an IRI stands behind it", _literal),
    (r"(VALUE_\w{4}) is no placeholder.*placeholders of the question: (VALUE_\w{4})", _only_placeholder),
    (r"no placeholder (VALUE_\w{4})\..*Those of the question: (VALUE_\w{4})", _only_placeholder),
    (r"(\d+) more '[({\[]' than '([)}\]])'", _close),
    (r"line (\d+), column (\d+): found '(.)', expected the end of the query", _drop_here),
    (r"line (\d+), column (\d+): found '.', expected .*'\)'", _close_here),
    (r"(\w+) \(SPARQL Update\) is not", _as_select),
    (r"holds an update; only queries", _as_select),
    (r"cannot set (\?\w+): it is already used", _unique),
    (r"Name the columns", _columns),
    (r"the relative IRI <(\w+)>", _prefixed),
    (rf"[Ss]wap the subject and the object of ({TERM})", _swap),
    (rf"The graph holds ({TERM}): use it the other way round", _fits),
    (r"Add (\?\w+) to GROUP BY", _group),
    (r"Order by an aggregate such as (MAX\((\?\w+)\))", _order),
    (rf"Write it as ({TERM})", _to_other_type),
    (r"Write the character itself", _characters),
    (r"Write (.+?)\.(?:\s|$)", _write_instead),
    (rf"Let ({TERM}) lead to a variable", _through_a_name),
    (rf"Properties that fit: ({TERM})", _fits),
    (r"Use the same variable on both sides", _same_variable),
    (r"Leave SERVICE out", _without_service),
    (r"Leave FROM out", _without_from),
    (r"Use a function of SPARQL|[Uu]se only standard SPARQL", _standard),
    (r"fewer patterns|Ask for less", _smaller),
    (r"Move the FILTER", _out_of_filter),
]


class MistakenModel:
    """The server; use as a context manager.

    Args:
        first: The text of its first reply.
        in_mind: The query that it writes down when it is told that it wrote none.
    """

    def __init__(self, first: str, in_mind: str = "") -> None:
        self.first = first
        self.in_mind = in_mind
        self.bodies: list[bytes] = []
        model = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                with suppress(OSError):  # the client has hung up
                    self._answer(model.reply(body))

            def _answer(self, text: str) -> None:
                self.send_response(200)
                self.send_header("content-type", "text/event-stream; charset=utf-8")
                self.send_header("connection", "close")
                self.end_headers()
                for event in _events(text):
                    self.wfile.write(event)
                self.close_connection = True

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> MistakenModel:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def reply(self, body: bytes) -> str:
        """What it says to a request."""
        self.bodies.append(body)
        messages = json.loads(body)["messages"]
        if len(messages) == 1:
            return self.first
        earlier, message = (_text(messages[at]["content"]) for at in (-2, -1))
        found = QUERY.search(earlier)
        if found is None:
            return f"```sparql\n{self.in_mind}\n```" if "no SPARQL query" in message else earlier
        return f"```sparql\n{corrected(found[1], read_message(message)).strip()}\n```"


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(block.get("text", "") for block in content)


def _events(text: str) -> Iterator[bytes]:
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "m", "type": "message", "role": "assistant", "model": "mistaken", "content": [], "usage": usage}
    yield _event("message_start", message=message)
    yield _event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    yield _event("content_block_delta", index=0, delta={"type": "text_delta", "text": text})
    yield _event("content_block_stop", index=0)
    yield _event("message_delta", delta={"stop_reason": "end_turn"}, usage={"output_tokens": 1})
    yield _event("message_stop")


def _event(kind: str, **fields: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()

"""The process that runs queries over one on-disk store; started as a script, it imports nothing of this package.

It speaks frames on its standard streams: four bytes of length (big endian), then a JSON value.

::

    < {"ready": true}                                          or {"error": kind, "message": text}
    > {"query": text, "data": text, "rows": n, "bytes": n, "seconds": s}
    < {"received": true}
    < {"form": "select", "variables": [name, ...]}             or {"form": "ask", "boolean": b} or {"form": "graph"}
    < {"rows": n, "cells": ["<iri>", "None", ...]}             any number of them; cells stand row by row
    < {"end": true, "truncated": b}                            or {"error": kind, "message": text}, at any point

``data`` is a graph in N-Quads that the query is about in place of the store, or null. A cell is a term in N-Triples
syntax, ``None`` where unbound. The parent stops a query by killing the process; the process ends by itself when its
standard input closes, whatever it is doing, so it never outlives its parent.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterable
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyoxigraph

BATCH_ROWS = 2_000
SECONDS_OF_GRACE = 5
FRAME_HEADER = 4


def read_frame(stream: IO[bytes]) -> Any | None:
    """The next JSON value of a stream of frames, or None at its end."""
    header = stream.read(FRAME_HEADER)
    if len(header) < FRAME_HEADER:
        return None
    size = int.from_bytes(header, "big")
    payload = stream.read(size)
    return json.loads(payload) if len(payload) == size else None


def write_frame(stream: IO[bytes], value: Any) -> None:
    """Writes one JSON value as a frame."""
    payload = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    stream.write(len(payload).to_bytes(FRAME_HEADER, "big") + payload)
    stream.flush()


def _limit_memory(size: int) -> None:
    """Caps what this process may allocate, in bytes; the engine aborts beyond, which the parent sees as an end."""
    if sys.platform == "win32":
        return
    import resource

    # On Linux the data limit counts private writable memory, hence not the mapped files of the store.
    which = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    hard = resource.getrlimit(which)[1]
    soft = size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(which, (soft, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _forbid_sockets() -> bool:
    """Denies this process new sockets, so that no query reaches a network; False where the system has no such filter.

    A seccomp filter in the form of the kernel's documentation (Documentation/userspace-api/seccomp_filter.rst):
    five instructions that answer ``socket`` with EPERM and allow everything else.
    """
    numbers = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
    if sys.platform != "linux" or os.uname().machine not in numbers:
        return False
    import ctypes

    architecture, socket_call = numbers[os.uname().machine]
    load, jump_if_equal, ret = 0x20, 0x15, 0x06
    allow, deny = 0x7FFF0000, 0x00050000 | 1
    program = (
        (load, 0, 0, 4),
        (jump_if_equal, 0, 2, architecture),
        (load, 0, 0, 0),
        (jump_if_equal, 1, 0, socket_call),
        (ret, 0, 0, allow),
        (ret, 0, 0, deny),
    )
    code = b"".join(
        op.to_bytes(2, sys.byteorder) + bytes((yes, no)) + k.to_bytes(4, sys.byteorder) for op, yes, no, k in program
    )

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]

    libc = ctypes.CDLL(None)
    no_new_privileges, set_seccomp, filter_mode = 38, 22, 2
    if libc.prctl(no_new_privileges, 1, 0, 0, 0):
        return False
    return not libc.prctl(set_seccomp, filter_mode, ctypes.byref(Program(len(program), code)))


def _listen(stream: IO[bytes], requests: SimpleQueue[Any]) -> None:
    """Queues requests; ends the process when the parent is gone, even in the middle of a query."""
    while (request := read_frame(stream)) is not None:
        requests.put(request)
    os._exit(0)


def _send_rows(out: IO[bytes], rows: Iterable[Iterable[object]], most_rows: int, most_bytes: int) -> dict[str, Any]:
    """Sends rows in batches and returns the closing frame."""
    batch: list[str] = []
    sent = count = size = 0
    truncated = False
    for row in rows:
        if count == most_rows:
            truncated = True
            break
        cells = [*map(str, row)]
        size += sum(map(len, cells))
        if size > most_bytes:
            return {"error": "too-large", "message": f"the answer has more than {most_bytes} bytes"}
        batch += cells
        count += 1
        if count % BATCH_ROWS == 0:
            write_frame(out, {"rows": count - sent, "cells": batch})
            sent = count
            batch = []
    write_frame(out, {"rows": count - sent, "cells": batch})
    return {"end": True, "truncated": truncated}


def _graph(data: str) -> pyoxigraph.Store:
    """A store in memory that holds a graph."""
    import pyoxigraph as ox

    store = ox.Store()
    if data:
        store.bulk_load(data.encode("utf-8", "surrogatepass"), ox.RdfFormat.N_QUADS, lenient=True)
    return store


def _answer(store: pyoxigraph.Store | None, request: dict[str, Any], out: IO[bytes]) -> dict[str, Any]:
    """Runs one query, sends everything but the closing frame, and returns that."""
    import pyoxigraph as ox

    try:
        if store is None or request["data"] is not None:
            store = _graph(request["data"] or "")
        result = store.query(request["query"])
        if isinstance(result, ox.QueryBoolean):
            write_frame(out, {"form": "ask", "boolean": bool(result)})
            return {"end": True, "truncated": False}
        if isinstance(result, ox.QuerySolutions):
            variables = [v.value for v in result.variables]
            write_frame(out, {"form": "select", "variables": variables})
            return _send_rows(out, result, request["rows"], request["bytes"])
        write_frame(out, {"form": "graph"})
        return _send_rows(out, result, request["rows"], request["bytes"])
    except SyntaxError as error:
        return {"error": "bad-query", "message": str(error)}
    except (OSError, RuntimeError, ValueError, MemoryError) as error:
        message = str(error)
        kind = "server"
        if "orruption" in message:
            kind = "damaged"
        elif "not supported" in message:  # such as a function that the engine does not have
            kind = "bad-query"
        return {"error": kind, "message": message}


def main() -> None:
    """Opens the store named in the arguments and answers until standard input closes."""
    settings = json.loads(sys.argv[1])
    sys.path.append(settings["library"])
    if sys.platform != "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; a closed pipe ends us
    requests: SimpleQueue[Any] = SimpleQueue()
    out = sys.stdout.buffer
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    import pyoxigraph as ox

    _forbid_sockets()
    _limit_memory(settings["memory"])
    try:
        store = None if settings["store"] is None else ox.Store.read_only(settings["store"])
    except (OSError, RuntimeError, ValueError) as error:
        write_frame(out, {"error": "damaged", "message": str(error)})
        os._exit(1)  # not by returning: the listening thread holds a lock that the interpreter would wait for
    write_frame(out, {"ready": True})
    while True:
        request = requests.get()
        write_frame(out, {"received": True})
        if sys.platform != "win32":
            # A second bound, for a parent that is stopped and cannot kill: the default action ends the process.
            signal.setitimer(signal.ITIMER_REAL, request["seconds"] + SECONDS_OF_GRACE)
        write_frame(out, _answer(store, request, out))
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main()

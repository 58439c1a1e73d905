"""Values to plant into bodies, and the ways in which they are wrapped."""

from __future__ import annotations

import base64
import gzip
import html
import json
import quopri
import re
import unicodedata
import zlib
from collections.abc import Callable
from urllib.parse import quote, quote_plus

VALUES = (
    "Zdeněk Quibblewörth",
    "INC-2031-77421",
    "+39 771 204 9981",
    "Orsolya Quent",
    "quill.brandt@corp.example",
    "Ванда Орлинская",
    "Łukasz Świętokrzyski GmbH",
    "48213577",
    "Σταύρος Μελιτζάνης",
    "O’Hanrahan & Søn A/S",
)


def body(text: str) -> bytes:
    return json.dumps(
        {"model": "m", "messages": [{"role": "user", "content": f"who manages {text}?"}]}, ensure_ascii=False
    ).encode()


def plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def chunked(text: str) -> bytes:
    content = text.encode()
    return b"5\r\n" + content[:5] + b"\r\n%x\r\n" % len(content[5:]) + content[5:] + b"\r\n0\r\n\r\n"


ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "raw": body,
    "json ascii": lambda v: json.dumps({"content": f"of {v}"}).encode(),
    "json in json": lambda v: json.dumps({"content": json.dumps({"inner": v})}).encode(),
    "gzip": lambda v: gzip.compress(body(v)),
    "http and gzip": lambda v: b"POST / HTTP/1.1\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(body(v)),
    "zlib": lambda v: zlib.compress(body(v)),
    "percent": lambda v: quote_plus(v).encode(),
    "percent twice": lambda v: quote(quote(v)).encode(),
    "base64": lambda v: b"x " + base64.b64encode(v.encode()),
    "base64 of the body": lambda v: json.dumps({"data": base64.b64encode(body(v)).decode()}).encode(),
    "base64url": lambda v: base64.urlsafe_b64encode(v.encode()),
    "base64 twice": lambda v: base64.b64encode(base64.b64encode(v.encode())),
    "base32": lambda v: b"k: " + base64.b32encode(v.encode()),
    "hex": lambda v: v.encode().hex().encode(),
    "hex escapes": lambda v: "".join(f"\\x{b:02x}" for b in v.encode()).encode(),
    "html numbers": lambda v: "".join(f"&#{ord(c)};" for c in v).encode(),
    "html names": lambda v: html.escape(v).encode("ascii", "xmlcharrefreplace"),
    "capitals": lambda v: v.upper().encode(),
    "decomposed": lambda v: unicodedata.normalize("NFD", v).encode(),
    "zero width": lambda v: "\u200b".join(v).encode(),
    "spaced": lambda v: " ".join(v).encode(),
    "camel": lambda v: "".join(w.capitalize() for w in re.findall(r"\w+", v)).encode(),
    "snake": lambda v: re.sub(r"\W+", "_", v).lower().encode(),
    "full width": lambda v: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in v).encode(),
    "reversed": lambda v: v[::-1].encode(),
    "utf-16": lambda v: v.encode("utf-16-le"),
    "utf-7": lambda v: f"by {v}".encode("utf-7"),
    "sparql escapes": lambda v: "".join(f"\\u{ord(c):04X}" for c in v).encode(),
    "chunked": chunked,
    "host name": lambda v: ("GET http://" + re.sub(r"\W", "-", v) + ".example/").encode(),
    "without marks": lambda v: plain(v).encode(),
    "quoted printable": lambda v: quopri.encodestring(body(v)),
}

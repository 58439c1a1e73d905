"""What an endpoint's reply means: a result with its notes, or a typed error."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from nlkgq.endpoints.terms import TermReader
from nlkgq.errors import EndpointError, EndpointErrorKind
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, Result, ResultNote, SelectResult
from nlkgq.results.reading import read_json

if TYPE_CHECKING:
    from nlkgq.endpoints.protocol import Limits
    from nlkgq.endpoints.transport import Reply
    from nlkgq.validation.gate import GatedQuery

JSON_TYPES = frozenset({"application/sparql-results+json", "application/json"})
NTRIPLES_TYPES = frozenset({"application/n-triples", "text/plain", "text/ntriples"})
TURTLE_TYPES = frozenset({"text/turtle", "application/x-turtle", "application/turtle"})
EXCERPT = 300
VIRTUOSO_ASK = "__ASK_RETVAL"  # Virtuoso 7 answers ASK with a table of one cell
_TRUE = frozenset({"1", "true"})

# How servers word their own time limits: Virtuoso (S1T00, estimated time), Blazegraph, RDF4J, Jena, oxigraph.
_TIMED_OUT = re.compile(
    r"TimeoutException|S1T00|timed?[ -]?out|time limit|estimated execution time|has been cancel|QueryCancelled",
    re.IGNORECASE,
)
# Virtuoso and oxigraph answer 500 to some queries that they cannot compile.
_MALFORMED = re.compile(
    r"MalformedQuery|SPARQL compiler|\b37000\b|\b42001\b|parse exception|function \S+ is not supported", re.IGNORECASE
)


# What an error text is told as: words of our own, for the text itself may hold the query and values of the graph.
_CLASSES = (
    (re.compile(r"memory|OutOfMemory|\bheap\b", re.IGNORECASE), "it ran out of memory"),
    (
        re.compile(r"permission|privilege|SECURITY|not allowed|access denied|AccessDenied", re.IGNORECASE),
        "not permitted",
    ),
    (re.compile(r"signature|expired ?token|SignatureDoesNotMatch", re.IGNORECASE), "the signature is not accepted"),
    (re.compile(r"function \S+ is not supported|unknown function", re.IGNORECASE), "a function it does not know"),
    (re.compile(r"\bSERVICE\b"), "an endpoint that it called failed"),
)
_VIRTUOSO_CODE = re.compile(r"Virtuoso (\w{5}) Error (?:([A-Z]{2}\d{3})\b)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyReader:
    """Reads replies of one endpoint.

    Args:
        endpoint: Its name, for messages.
        base_iri: For relative IRIs in Turtle.
        secrets: Texts that no message may hold: header values, passwords.
    """

    endpoint: str
    base_iri: str
    secrets: tuple[str, ...] = ()

    def result(self, reply: Reply, query: GatedQuery, limits: Limits, *, deadline: float) -> Result:
        """The result of a query.

        Args:
            reply: What came back.
            query: What was asked.
            limits: Rows beyond ``limits.rows`` are cut off, with a note.
            deadline: On the monotonic clock, in seconds.

        Raises:
            EndpointError: The reply is an error or not what was asked for.
        """
        if reply.status != 200:
            raise self._failure(reply)
        content_type = reply.headers.get_content_type()
        graph = query.form in ("CONSTRUCT", "DESCRIBE")
        accepted = NTRIPLES_TYPES | TURTLE_TYPES if graph else JSON_TYPES
        if content_type not in accepted:
            raise self._wrong_type(reply, content_type)
        if graph:
            return self._graph(reply, content_type, limits, deadline)
        return self._table(reply, query, limits)

    def error(
        self,
        kind: EndpointErrorKind,
        message: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        retryable: bool = False,
        hint: str | None = None,
        said: str | None = None,
    ) -> EndpointError:
        """An error of this endpoint, without secrets; ``said`` are the server's own words."""
        return EndpointError(
            self._clean(f"{self.endpoint}: {message}"),
            kind=kind,
            endpoint=self.endpoint,
            status=status,
            retry_after=retry_after,
            retryable=retryable,
            hint=self._clean(hint) if hint else None,
            said=said or None,
        )

    def _table(self, reply: Reply, query: GatedQuery, limits: Limits) -> SelectResult | AskResult:
        try:
            result = read_json(reply.body, endpoint=self.endpoint)
        except EndpointError as broken:
            tail = reply.body[-2_000:].decode("utf-8", "replace")
            if broken.kind == "server" and _TIMED_OUT.search(tail):
                raise self._timed_out(
                    "it stopped in the middle of its answer", said=self._excerpt(tail[-200:])
                ) from None
            raise self.error(broken.kind, broken.message, retryable=broken.retryable, hint=broken.hint) from None
        rows = len(result.rows) if isinstance(result, SelectResult) else 0
        notes = tuple(self._notes(reply.headers, rows))
        if isinstance(result, SelectResult) and query.form == "ASK" and result.variables == (VIRTUOSO_ASK,):
            result = AskResult(boolean=any(row[0] is not None and row[0].value in _TRUE for row in result.rows))
        if isinstance(result, AskResult):
            self._check_form(query, "ASK")
            return replace(result, notes=notes)
        self._check_form(query, "SELECT")
        if len(result.rows) > limits.rows:
            return replace(result, rows=result.rows[: limits.rows], notes=(*notes, _truncated(limits.rows, "rows")))
        return replace(result, notes=notes)

    def _check_form(self, query: GatedQuery, form: str) -> None:
        if query.form != form:
            raise self.error("not-sparql", f"it was asked {query.form} and answered {form}")

    def _graph(self, reply: Reply, content_type: str, limits: Limits, deadline: float) -> GraphResult:
        import pyoxigraph as ox

        syntax = ox.RdfFormat.N_TRIPLES if content_type in NTRIPLES_TYPES else ox.RdfFormat.TURTLE
        triples: dict[tuple[RdfTerm, RdfTerm, RdfTerm], None] = {}
        terms = TermReader(self.endpoint)
        try:
            parser = ox.parse(reply.body, syntax, base_iri=self.base_iri, lenient=True)
            for number, quad in enumerate(parser):
                if number % 1_000 == 0 and time.monotonic() > deadline:
                    raise self._timed_out("the deadline passed while its graph was read")
                if len(triples) > limits.rows:
                    break
                triples[terms.term(quad.subject), terms.term(quad.predicate), terms.term(quad.object)] = None
        except SyntaxError as broken:
            tail = reply.body[-2_000:].decode("utf-8", "replace")
            if _TIMED_OUT.search(tail):
                raise self._timed_out("it stopped in the middle of its answer") from None
            said = self._excerpt(str(broken))
            raise self.error("server", "its graph is not sound", retryable=True, said=said) from None
        kept = tuple(triples)
        notes = list(self._notes(reply.headers, len(kept)))
        if len(kept) > limits.rows:
            kept = kept[: limits.rows]
            notes.append(_truncated(limits.rows, "triples"))
        return GraphResult(triples=kept, prefixes=dict(parser.prefixes), notes=tuple(notes))

    def _notes(self, headers: Message, rows: int) -> Iterator[ResultNote]:
        """What Virtuoso says in headers about an answer that is less than the whole; ``rows`` before our own cap."""
        if headers.get("X-SQL-State"):
            yield ResultNote(
                code="endpoint-timeout",
                message=f"{self.endpoint} stopped at its own time limit; the answer is incomplete",
            )
        most = (headers.get("X-SPARQL-MaxRows") or "").strip()
        if most.isdecimal() and rows >= int(most[:12]):
            yield ResultNote(
                code="endpoint-cap",
                message=f"{self.endpoint} returns at most {most[:12]} rows; there may be more",
            )

    def _failure(self, reply: Reply) -> EndpointError:
        """What a status other than 200 means: the status and a class of failure, the text beside it."""
        status = reply.status
        said = self._excerpt(reply.body.decode("utf-8", "replace"))
        what = _class_of(said)
        message = f"HTTP {status}" + (f": {what}" if what else "")
        if 300 <= status < 400:
            return self._redirect(reply)
        kind: EndpointErrorKind = "not-sparql"
        hint, retryable, wait = None, False, None
        if status in (401, 403):
            kind, hint = "auth", "Check the endpoint's headers or credentials."
        elif status in (404, 410):
            kind, hint = "not-found", "Check the endpoint's address."
        elif status == 408 or (status >= 500 and _TIMED_OUT.search(said)):
            return self._timed_out(f"HTTP {status}: its own time limit", status=status, said=said)
        elif status in (429, 502, 503, 504):
            kind, retryable, wait = "busy", True, _retry_after(reply.headers)
        elif status in (400, 422) or (status == 500 and _MALFORMED.search(said)):
            kind = "bad-query"
            message += "" if what else ": it does not accept the query"
            hint = "NLKGQ_DEBUG=1 shows what it says." if said else None
        elif status in (413, 414):
            kind, message, hint = "bad-query", f"the query is too long; {message}", 'Use method = "post".'
        elif status in (405, 415, 501):
            kind, hint = "server", 'The endpoint may refuse POST; try method = "get".'
        elif status >= 500:
            kind, retryable = "server", True
            hint = "NLKGQ_DEBUG=1 shows what it says." if said else None
        return self.error(kind, message, status=status, retry_after=wait, retryable=retryable, hint=hint, said=said)

    def _redirect(self, reply: Reply) -> EndpointError:
        target = (reply.headers.get("Location") or "").split("?")[0].split("#")[0]
        target = re.sub(r"//[^/@]*@", "//", target)[:EXCERPT]
        where = f" to {self._excerpt(target)}" if target else ""
        return self.error(
            "redirect",
            f"it answers with a redirect{where}, which is never followed",
            status=reply.status,
            hint="If that address is the right one, configure it.",
        )

    def _timed_out(self, message: str, *, status: int | None = None, said: str | None = None) -> EndpointError:
        hint = "Ask for less, or raise the endpoint's own time limit."
        return self.error("timeout", message, status=status, hint=hint, said=said)

    def _wrong_type(self, reply: Reply, content_type: str) -> EndpointError:
        said = self._excerpt(reply.body[:4_000].decode("utf-8", "replace"))
        message = f"it answers with {self._excerpt(content_type)} where a SPARQL result was asked for"
        hint = "Is this the address of a SPARQL endpoint?"
        return self.error("not-sparql", message, status=reply.status, hint=hint, said=said)

    def _excerpt(self, text: str) -> str:
        """A line of text for a message: no markup, no control characters, at most 300 characters."""
        if re.match(r"\s*<(?:!doctype|html|\?xml|head|body)", text, re.IGNORECASE):
            text = re.sub(r"<(style|script)\b.*?</\1>", " ", text, flags=re.DOTALL | re.IGNORECASE)
            text = html.unescape(re.sub(r"<[^>]*>", " ", text))
        text = self._clean(text.partition("SPARQL query:")[0])  # Virtuoso repeats the query, with every value in it
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        return text if len(text) <= EXCERPT else text[:EXCERPT] + "…"

    def _clean(self, text: str) -> str:
        for secret in self.secrets:
            text = text.replace(secret, "***")
        return text


def _class_of(said: str) -> str:
    """What an error text says, in words of our own; "" where that is not known.

    >>> _class_of("Virtuoso 37000 Error SP030: SPARQL compiler, line 1: syntax error at 'Ann Smith'")
    'the query is malformed (37000 SP030)'
    """
    known = [text for pattern, text in _CLASSES if pattern.search(said)]
    what = "the query is malformed" if _MALFORMED.search(said) else (known[0] if known else "")
    code = _VIRTUOSO_CODE.search(said)
    if code is not None:
        return f"{what or 'it failed'} ({' '.join(filter(None, code.groups()))})"
    return what


def _truncated(rows: int, what: str) -> ResultNote:
    return ResultNote(code="truncated", message=f"only the first {rows} {what} are shown; there are more")


def _retry_after(headers: Message) -> float | None:
    """Seconds to wait (RFC 9110, section 10.2.3: a number or a date); None where it says nothing."""
    written = (headers.get("Retry-After") or "").strip()
    if written.isdecimal():
        return float(written[:12])
    try:
        return max(0.0, parsedate_to_datetime(written).timestamp() - time.time()) if written else None
    except (ValueError, OverflowError):
        return None

"""Every key of `kg.toml`, once: validation, environment names, `nlkgq init` and `nlkgq config` all read this table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

ValueType = Literal["text", "integer", "number", "boolean", "texts", "path", "paths", "table", "env-table", "auth"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One setting.

    Args:
        name: Dotted name; ``endpoints.*.url`` stands for every endpoint.
        type: ``path`` values are relative to the folder of kg.toml; ``env-table`` values are ``env:NAME``.
        default: The value when nothing says otherwise.
        help: One sentence for the commented kg.toml.
        choices: Allowed values; () for any.
        minimum: Smallest allowed number; None for any.
    """

    name: str
    type: ValueType
    default: object
    help: str
    choices: tuple[str, ...] = ()
    minimum: float | None = None

    @property
    def variable(self) -> str | None:
        """The environment variable that sets it; None for tables and endpoints."""
        if self.type in ("table", "env-table") or self.name.startswith("endpoints."):
            return None
        short = {"model.name": "NLKGQ_MODEL", "access.role": "NLKGQ_ROLE"}
        return short.get(self.name, "NLKGQ_" + self.name.upper().replace(".", "_"))


KEYS: Final[tuple[Key, ...]] = (
    Key(name="name", type="text", default=None, help="Short name; the folder's name when absent."),
    Key(name="title", type="text", default=None, help="A title for people."),
    Key(name="description", type="text", default=None, help="What the graph is about, in a sentence."),
    Key(name="language", type="text", default="en", help="Language of the labels shown (BCP 47)."),
    Key(name="ontology", type="paths", default=(), help="Ontology files; drafted from the data when empty."),
    Key(name="wrapper", type="paths", default=(), help="Wrapper ontology files: clean terms over native ones."),
    Key(name="catalog", type="table", default={}, help="owl:imports IRI = local copy; only these are followed."),
    Key(name="rider", type="path", default=None, help="A short text on conventions that a query writer must know."),
    Key(
        name="synonyms",
        type="path",
        default=None,
        help="Words of your own for terms and values; `nlkgq ontology synonyms` drafts the file.",
    ),
    Key(name="questions", type="path", default=None, help="Sample questions, JSON lines."),
    Key(name="endpoint", type="text", default=None, help="The endpoint that takes the questions; the first if absent."),
    Key(
        name="privacy.mode",
        type="text",
        default="strict",
        choices=("strict", "values", "off"),
        help="What a model sees of a question: only known vocabulary (strict), no known values (values), all (off).",
    ),
    Key(
        name="privacy.secret_env",
        type="text",
        default=None,
        help="Name of the environment variable with the secret behind placeholder names; one is made when absent.",
    ),
    Key(
        name="privacy.exempt",
        type="texts",
        default=(),
        help="Single words of common language that pass although the graph stores them as whole values.",
    ),
    Key(
        name="privacy.unwatched",
        type="boolean",
        default=False,
        help="Whether models elsewhere may be asked over an endpoint that `nlkgq index` has not read: then nothing "
        "watches for its values.",
    ),
    Key(
        name="privacy.recognisers",
        type="texts",
        default=(),
        help="What else finds private text: spacy:PIPELINE, presidio, presidio:PIPELINE or python:MODULE:FUNCTION.",
    ),
    *(
        Key(name=f"privacy.{side}.{field}", type="texts", default=(), help=text.format(side=side))
        for side in ("public", "sensitive")
        for field, text in (
            ("classes", "Classes whose individuals, and the literals on them, are {side}; subclasses are meant, too."),
            ("properties", "Properties whose values are {side}; subproperties are meant, too."),
            ("datatypes", "Datatypes whose literals are {side}."),
            ("patterns", "Regular expressions: a value that one fits as a whole is {side}."),
        )
    ),
    Key(
        name="access.roles",
        type="text",
        default=None,
        help="The file with the roles, or `ontology` for its annotations; roles.toml beside this file if there.",
    ),
    Key(name="access.role", type="text", default=None, help="The role that asks; --role and NLKGQ_ROLE come first."),
    Key(name="access.default_role", type="text", default=None, help="The role of who has chosen none."),
    Key(
        name="model.name",
        type="text",
        default="offline",
        help="offline, anthropic:<model>, openai:<model>, gguf:<file> or replay:<file>.",
    ),
    Key(name="model.base_url", type="text", default=None, help="Address of an OpenAI- or Anthropic-compatible server."),
    Key(
        name="model.api_key_env",
        type="text",
        default=None,
        help="Name of the environment variable with the key; the provider's own name when absent.",
    ),
    Key(
        name="model.instructions",
        type="text",
        default="guardrails",
        choices=("baseline", "guardrails", "procedural"),
        help="Which SPARQL instructions the model gets.",
    ),
    Key(
        name="model.representation",
        type="text",
        default="full",
        choices=(
            "full",
            "no-comments",
            "compact",
            "compact-typed",
            "compact-grouped",
            "raw-graph",
            "abstract-dictionary",
            "abstract-graph",
            "schema-list",
            "none",
        ),
        help="How the ontology is written for the model.",
    ),
    Key(
        name="model.token_budget",
        type="integer",
        default=150_000,
        minimum=1,
        help="Most tokens for the ontology; over it, an error, never a cut, unless model.module is set.",
    ),
    Key(
        name="model.module",
        type="boolean",
        default=False,
        help="Cut an ontology over the budget to the module that a question needs.",
    ),
    Key(name="model.max_tokens", type="integer", default=8_192, minimum=1, help="Most tokens of a reply."),
    Key(name="model.temperature", type="number", default=0.0, minimum=0, help="Sampling temperature, where taken."),
    Key(name="model.timeout", type="number", default=120.0, minimum=0.001, help="Seconds for a model call in all."),
    Key(name="model.repair", type="integer", default=2, minimum=0, help="Most further calls when a query is wrong."),
    Key(
        name="model.grammar",
        type="text",
        default="none",
        choices=("none", "lark", "gbnf", "ebnf", "json-schema"),
        help="Grammar of the queries that a server of openai: gets, where it takes one; gguf: takes lark or gbnf.",
    ),
    Key(
        name="model.grammar_field",
        type="text",
        default="auto",
        choices=("auto", "grammar", "guided_grammar", "structured_outputs"),
        help="Where the server wants it: grammar (llama.cpp), structured_outputs or guided_grammar (vLLM).",
    ),
    Key(
        name="model.grammar_profile",
        type="text",
        default="questions",
        choices=("questions", "short", "aggregates", "masked"),
        help="Which queries the grammar has: all, short ones for small models, numbers only, placeholders only.",
    ),
    Key(name="model.context", type="integer", default=4_096, minimum=256, help="Tokens of a gguf: model's context."),
    Key(name="model.threads", type="integer", default=1, minimum=1, help="Threads of a gguf: model."),
    Key(name="model.thought", type="integer", default=0, minimum=0, help="Most tokens a gguf: model may think freely."),
    Key(name="model.returns", type="integer", default=12, minimum=0, help="How often a gguf: model may be sent back."),
    Key(name="model.proxy", type="text", default=None, help="Proxy for model traffic; the environment's is not used."),
    Key(name="gate.service", type="texts", default=(), help="Endpoints that SERVICE may name; none by default."),
    Key(name="gate.graphs", type="texts", default=(), help="Graphs that FROM may name; none by default."),
    Key(name="gate.max_length", type="integer", default=8_000, minimum=1, help="Longest query, in characters."),
    Key(name="gate.max_depth", type="integer", default=40, minimum=1, help="Deepest nesting of brackets."),
    Key(name="gate.max_patterns", type="integer", default=60, minimum=1, help="Most triple patterns."),
    Key(
        name="federation.mode",
        type="text",
        default="mediator",
        choices=("mediator", "service", "off"),
        help="How several endpoints answer together when `endpoint` names none: joined here (mediator), by SERVICE "
        "from the first that has an address (service), or not at all, the first alone (off).",
    ),
    Key(
        name="federation.partial",
        type="boolean",
        default=False,
        help="Whether an endpoint that fails is left out of the answer, which then says so.",
    ),
    Key(name="federation.bind_size", type="integer", default=100, minimum=1, help="Most values of a VALUES block."),
    Key(
        name="federation.fetch_rows",
        type="integer",
        default=200_000,
        minimum=1,
        help="Most rows fetched from all endpoints for one query.",
    ),
    Key(
        name="grounding.scan",
        type="boolean",
        default=True,
        help="Whether an endpoint without an index is asked for the values that a question may mean, with a bound.",
    ),
    Key(name="grounding.timeout", type="number", default=5.0, minimum=0.001, help="Seconds for such a query."),
    Key(
        name="repair.reveal",
        type="texts",
        default=(),
        help="Findings that tell a model something of the graph's content and may go back to it, such as empty-result, "
        "value-unknown; none by default.",
    ),
    Key(
        name="prompt.examples",
        type="integer",
        default=0,
        minimum=0,
        help="Kept examples (`nlkgq keep`) that a prompt shows, masked, the nearest first; none by default.",
    ),
    Key(
        name="offline.names",
        type="boolean",
        default=False,
        help="Whether the offline translator returns names in the place of things, where IRIs say nothing.",
    ),
    Key(
        name="offline.embeddings",
        type="boolean",
        default=False,
        help="Whether the offline translator reads words that no name has by meaning; needs nlkgq[embeddings].",
    ),
    Key(name="endpoints.*.url", type="text", default=None, help="Address of a SPARQL endpoint; or"),
    Key(name="endpoints.*.files", type="paths", default=(), help="RDF files for the embedded store."),
    Key(name="endpoints.*.timeout", type="number", default=30.0, minimum=0.001, help="Seconds for a query in all."),
    Key(name="endpoints.*.row_cap", type="integer", default=10_000, minimum=1, help="Most rows of an answer."),
    Key(name="endpoints.*.byte_cap", type="integer", default=50_000_000, minimum=1, help="Most bytes of an answer."),
    Key(
        name="endpoints.*.headers",
        type="env-table",
        default={},
        help='Extra headers; values only from the environment: Authorization = "env:MY_TOKEN".',
    ),
    Key(
        name="endpoints.*.auth",
        type="auth",
        default=None,
        help="What signs each request: python:MODULE:NAME, an httpx.Auth or a function that takes an httpx.Request.",
    ),
    Key(name="endpoints.*.default_graphs", type="texts", default=(), help="IRIs of the default graph."),
    Key(name="endpoints.*.named_graphs", type="texts", default=(), help="IRIs of the named graphs."),
    Key(
        name="endpoints.*.vocabularies",
        type="texts",
        default=(),
        help="Beginnings of the IRIs of the classes and properties it holds; others are then not looked for there.",
    ),
    Key(
        name="endpoints.*.trusted",
        type="boolean",
        default=None,
        help="Whether values of other graphs may be sent there; files and loopback are by default.",
    ),
    Key(
        name="endpoints.*.method",
        type="text",
        default="post",
        choices=("post", "get"),
        help="How queries are sent.",
    ),
    Key(
        name="endpoints.*.text_search",
        type="text",
        default=None,
        choices=("virtuoso", "qlever", "jena-text", "graphdb-lucene", "stardog", "blazegraph", "rdf4j-lucene"),
        help="Which full-text index it has, for values that a question names.",
    ),
    Key(name="endpoints.*.text_index", type="text", default=None, help="Name of that index, where it has one."),
)


def key_for(name: str) -> Key | None:
    """The key of a dotted name, endpoint names replaced by ``*``; None when unknown."""
    parts = name.split(".")
    if parts[0] == "endpoints" and len(parts) > 2:
        parts[1] = "*"
    wanted = ".".join(parts)
    return next((k for k in KEYS if k.name == wanted), None)


def nearest_key(name: str) -> str | None:
    """The known dotted name closest in spelling to ``name`` (score above 60 of 100), or None."""
    from rapidfuzz import process

    parts = name.split(".")
    fields = {k.name.rpartition(".")[2] for k in KEYS if k.name.startswith("endpoints.")}
    if parts[-1] in fields and parts[:-1] in ([], ["endpoint"], ["endpoints"]):
        return f"endpoints.NAME.{parts[-1]}"
    endpoint = parts[1] if parts[0] == "endpoints" and len(parts) > 2 else None
    known = [k.name for k in KEYS]
    query = ".".join([parts[0], "*", *parts[2:]]) if endpoint else name
    found = process.extractOne(query, known, score_cutoff=60)
    if found is None:
        return None
    return str(found[0]).replace("*", endpoint or "NAME")
